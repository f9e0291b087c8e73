"""BibTeX entries that TeX can read, whatever the title holds."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from papertui.formats import write_papers
from papertui.model import UNMARKED, Paper
from tests.conftest import paper


def entry(one: Paper) -> str:
    """Return the entry of a paper."""
    return "".join(write_papers("bibtex", [(one, UNMARKED)]))


def test_an_arxiv_paper_names_its_eprint() -> None:
    text = entry(paper(7, title="50% of $x^2$ & more_things", category="cs.CL", date="2026-01-02"))
    assert text.startswith("@misc{author2026")
    assert r"title = {{50\% of $x^2$ \& more\_things}}," in text
    assert "eprint = {2601.00007}," in text
    assert "archiveprefix = {arXiv}," in text
    assert "primaryclass = {cs.CL}," in text
    assert "month = jan," in text
    assert "author = {Ada Author7 and Bo Second}," in text


def test_two_papers_never_share_a_key() -> None:
    same = {"title": "Graphs", "authors": ("Ann Lee",), "date": "2020"}
    papers = [(paper(number, **same), UNMARKED) for number in range(30)]
    keys = re.findall(r"@misc\{([^,]+),", "".join(write_papers("bibtex", papers)))
    assert keys[:3] == ["lee2020graphs", "lee2020graphsa", "lee2020graphsb"]
    assert len(set(keys)) == 30


@example("\\")
@example("a \\\\ b\\")
@given(st.text(max_size=80) | st.text(alphabet="\\{}$%a", max_size=12))
def test_braces_always_balance(title: str) -> None:
    depth = 0
    for sign in re.findall(r"(?<!\\)[{}]", entry(paper(1, title=title, abstract=title))):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0
