"""An answer of arXiv is read whole or refused with a sentence; nothing of it can act, and no paper is dropped."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papertui.arxiv.response import AnswerError, read_page
from papertui.model import Alternate, Paper
from papertui.text.cleaning import clean_line
from tests.core.scripted_server import feed

ENTRY = """\
<id>http://arxiv.org/abs/2608.06197v3</id>
<title>Long-Horizon
  Agents &amp; Tools at 43.8%</title>
<summary>  We train agents
on long tasks.
  They learn.

It works.
</summary>
<published>2026-08-06T17:59:59Z</published><updated>2026-08-08T01:00:00Z</updated>
<author><name>Yijun  Lu</name><arxiv:affiliation>Shanghai Jiao Tong University</arxiv:affiliation></author>
<author><name>Wei Wang</name><arxiv:affiliation>Shanghai Jiao Tong University</arxiv:affiliation></author>
<author><name>Wei Wang</name></author>
<arxiv:doi>10.1142/S0217 10.1000/other</arxiv:doi>
<arxiv:journal_ref>Proc. of
 Agents (2026)</arxiv:journal_ref>
<arxiv:comment>9 pages; code at https://github.com/ada/agents.</arxiv:comment>
<arxiv:primary_category term="cs.CL"/>
<category term="cs.AI"/><category term="cs.CL"/><category term="68T05"/><category term="I.2.7; I.2.6"/>
<category term="hep-th"/>
"""


def page(entry: str) -> bytes:
    """Return an answer of one entry."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"'
        f' xmlns:arxiv="http://arxiv.org/schemas/atom"><entry>{entry}</entry></feed>'
    ).encode()


def only_paper(entry: str) -> Paper:
    """Return the paper of an entry."""
    (found,) = read_page(page(entry)).papers
    return found


def test_every_field_is_read() -> None:
    assert only_paper(ENTRY) == Paper(
        "arxiv:2608.06197",
        title="Long-Horizon Agents & Tools at 43.8%",
        authors=("Yijun Lu", "Wei Wang", "Wei Wang"),
        date="2026-08-06",
        category="cs.CL",
        categories=("cs.CL", "cs.AI", "hep-th"),
        affiliations=("Shanghai Jiao Tong University",),
        abstract="We train agents on long tasks.\n\nThey learn.\n\nIt works.",
        arxiv_id="2608.06197",
        version=3,
        doi="10.1142/s0217",
        venue="Proc. of Agents (2026)",
        links=("https://github.com/ada/agents",),
        sources=("arxiv",),
    )


def test_an_id_is_enough() -> None:
    found = only_paper("<id>http://arxiv.org/abs/math.GT/0309136v1</id>")
    assert found == Paper("arxiv:math/0309136", arxiv_id="math/0309136", version=1, sources=("arxiv",))


def test_a_paper_may_be_called_error() -> None:
    assert only_paper("<id>http://arxiv.org/abs/2608.06197v1</id><title>Error</title>").title == "Error"


def test_a_withdrawn_paper_stays_and_says_so() -> None:
    comment = "This paper has been withdrawn by the author: Lemma 3 is wrong"
    found = only_paper(
        "<id>http://arxiv.org/abs/2608.06197v2</id><summary>We prove it.</summary>"
        f"<arxiv:comment>{comment}</arxiv:comment>"
    )
    assert found.abstract == "We prove it."
    assert found.alternates == (Alternate("the comment at arXiv", comment),)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Ocado&amp;#39;s &amp;lt;b&amp;gt;", "Ocado's <b>"),
        ("R&amp;D &amp;copy rights", "R&D &copy rights"),
        ("a &#155;2J b", "a \ufffd2J b"),
        ("a &amp;#27;[2J b", "a [2J b"),
        ("x &#x202e;y", "x y"),
        ("H<sub>2</sub>O", "H2O"),
        ("[@click=app.quit]Title[/]", "[@click=app.quit]Title[/]"),
    ],
)
def test_texts_are_decoded_and_cannot_act(written: str, read: str) -> None:
    found = only_paper(
        f"<id>http://arxiv.org/abs/2608.06197</id><title>{written}</title><author><name>{written}</name></author>"
    )
    assert found.title == read
    assert found.authors == (read,)


@pytest.mark.parametrize(
    "title",
    ["a &#27;[2J b", "a \x1b b", "&undefined;", "&a;" * 9],
    ids=["named", "raw", "entity", "entities"],
)
def test_what_is_no_xml_is_refused(title: str) -> None:
    with pytest.raises(AnswerError, match="truncated or broken"):
        read_page(page(f"<id>http://arxiv.org/abs/2608.06197</id><title>{title}</title>"))


def test_entities_that_multiply_are_refused() -> None:
    levels = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
    with pytest.raises(AnswerError, match="declares a document type"):
        read_page(f'<!DOCTYPE feed [<!ENTITY a0 "ha">{levels}]><feed>&a8;</feed>'.encode())


@pytest.mark.parametrize("start", ["<!DOCTYPE html>", "\n <HTML>", "\ufeff<!doctype HTML PUBLIC 'x'>"])
def test_a_web_page_is_told_from_papers(start: str) -> None:
    with pytest.raises(AnswerError, match="arXiv sent a web page"):
        read_page(f"{start}<body><p>Down for maintenance".encode())


def test_half_an_answer_never_passes_for_a_whole_one() -> None:
    body = feed(range(3)).encode()
    for end in range(len(body)):
        with pytest.raises(AnswerError):
            read_page(body[:end])
    assert len(read_page(body).papers) == 3


@pytest.mark.parametrize("total", ["-1", "", "9" * 5_000, "many", "١٢"])
def test_a_total_that_makes_no_sense_counts_for_nothing(total: str) -> None:
    body = feed(range(3)).replace("Results>3<", f"Results>{total}<")
    assert read_page(body.encode()).total == 3


pieces = st.sampled_from(
    ["<feed", "</feed>", ' xmlns="http://www.w3.org/2005/Atom"', ">", "<entry>", "</entry>", "<id>", "</id>",
     "abs/2608.06197", "<title>", "</title>", "Error", "\x1b", "&", '<?xml version="1.0" encoding="utf-7"?>']
)  # fmt: skip


@given(st.binary(max_size=60) | st.lists(pieces, max_size=14).map(lambda parts: "".join(parts).encode()))
@example(b'<?xml version="1.0" encoding="none"?><feed/>')
@example(b'<?xml version="1.0" encoding="utf-16"?><feed/>')
@example(b"<a>" * 100_000)
@example("\u16f9".encode())
def test_any_answer_is_read_or_refused_in_one_safe_sentence(body: bytes) -> None:
    told = "An answer."
    try:
        assert all(paper.key == "arxiv:2608.06197" for paper in read_page(body).papers)
    except AnswerError as error:
        told = str(error)
    assert clean_line(told) == told
    assert told.endswith(".")
    assert len(told) < 250
