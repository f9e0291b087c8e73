"""What is made of BibTeX and BibLaTeX entries, also of those that are not quite right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.formats import Found, Skipped, write_papers
from papertui.formats.latex import latex_to_text
from papertui.model import UNMARKED, Paper
from tests.core.reading import begin, paper_of, papers_of


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"G{\"u}nther", "Günther"),
        (r"S\o ren \AA{}berg", "Søren Åberg"),
        (r"Smol{\v{c}}i{\'c}", "Smolčić"),
        (r"B{\^\i}rzan and \'{\i}", "Bîrzan and í"),
        (r"\c{C}a\u{g}r{\i} \H{o} \k a", "Çağrı ő ą"),
        (r"{\=P}ot, {\~N}et", "P̄ot, Ñet"),
        (r"50\% of A\&B \$5 a\_b \#1", "50% of A&B $5 a_b #1"),
        (r"The {\sc Big} \emph{deal} {T}hing", "The Big deal Thing"),
        (r"$x_{1}^2$ and {B}races", "$x_{1}^2$ and Braces"),
        (r"a~b\ c\,d", "a b c d"),
        (r"\ifmmode \check{C}\else \v{C}\fi", "Č"),
        (r"\textbackslash{}n \{x\} \textasciitilde{}", r"\n {x} ~"),
        (r"{\noopsort{1973b}}1973", "1973"),
        (r"\(x\) 5~\textmu m", "x 5 µm"),
    ],
)
def test_latex_becomes_text(latex: str, text: str) -> None:
    assert latex_to_text(latex).replace("μ", "µ") == text


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Ada Lovelace and Turing, Alan M. and others", ["Ada Lovelace", "Alan M. Turing"]),
        ("{W.M.P. van der} Aalst", ["W.M.P. van der Aalst"]),
        ("King, Jr., Martin Luther", ["Martin Luther King Jr."]),
        ("{Barnes and Noble, Inc.} and {{World Bank}}", ["Barnes and Noble, Inc.", "World Bank"]),
        ("family=Heuvel, given=Charles, prefix=van den, useprefix=false", ["Charles van den Heuvel"]),
        ("Collaboration, Belle II", ["Belle II Collaboration"]),
        ("V{\\'a}zques{ de }Parga, Luis\n  and 陈登原", ["Luis Vázques de Parga", "陈登原"]),
        ("Ann Lee and et al.", ["Ann Lee"]),
    ],
)  # fmt: skip
def test_names_are_given_family(field: str, names: list[str]) -> None:
    assert list(paper_of(f"@misc{{k, title = {{T}}, author = {{{field}}}}}").authors) == names


def test_an_entry_has_its_fields() -> None:
    found = paper_of(
        '@article{lee:20,\n  Title = {{Deep {G}raphs}},\n  author = "Lee, Ann",\n'
        "  journal = {J. of Graphs \\& Trees},\n"
        "  year = 2020, month = mar, day = 5,\n  doi = {https://doi.org/10.1000/ABC~1}, url = {https://example.org/x_1},\n"
        "  abstract = {One line\n     and another.\n\n Second.} }\n"
    )
    assert found.title == "Deep Graphs"
    assert (found.date, found.venue) == ("2020-03-05", "J. of Graphs & Trees")
    assert (found.key, found.doi) == ("doi:10.1000/abc~1", "10.1000/abc~1")
    assert found.record_url == "https://example.org/x_1"
    assert found.abstract == "One line and another.\n\nSecond."


@pytest.mark.parametrize(
    "fields",
    [
        "eprint = {2001.00001v2}, archivePrefix = {arXiv}",
        "eprint = {arXiv:2001.00001v2}",
        "journal = {arXiv preprint arXiv:2001.00001v2}",
        "journal = {CoRR}, volume = {abs/2001.00001v2}",
        "url = {http://arxiv.org/abs/2001.00001v2}",
        "doi = {10.48550/arXiv.2001.00001v2}",
        r"howpublished = {\url{https://arxiv.org/pdf/2001.00001v2}}",
    ],
)
def test_an_arxiv_id_is_found_where_people_put_it(fields: str) -> None:
    found = paper_of(f"@misc{{k, title = {{T}}, {fields}}}")
    assert (found.arxiv_id, found.version, found.doi, found.venue) == ("2001.00001", 2, "", "")


@pytest.mark.parametrize(
    "fields",
    ["eprint = {192379}, eprinttype = {jstor}", "eprint = {192379}", "note = {extends our arXiv:2001.00001}"],
)
def test_no_arxiv_id_is_invented(fields: str) -> None:
    assert paper_of(f"@misc{{k, title = {{T}}, {fields}}}").arxiv_id == ""


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year = {1988}", "1988"),
        ("date = {2014-11-26T12:22:02Z}", "2014-11-26"),
        ("date = {1988/1990}, year = 1970", "1988"),
        ("year = {{2018}}, month = {{OCT 1}}", "2018-10-01"),
        ('year = 2013, month = 12 # "~" # jan', "2013-01-12"),
        ("year = {2013}, month = {7}", "2013-07"),
        ("year = {2013}, month = foo", "2013"),
        ("year = {in press}", ""),
    ],
)
def test_dates_are_never_invented(fields: str, date: str) -> None:
    assert paper_of(f"@misc{{k, title = {{T}}, {fields}}}").date == date


def test_strings_and_cross_references_are_followed() -> None:
    found = papers_of(
        '@string{lee = "Lee, Ann"}\n@STRING(both = lee # " and Bo Ek")\n'
        "@inproceedings(a, author = BOTH, title = {Paper}, crossref = {Vol})\n"
        "@proceedings{vol, title = {Proc. of X}, year = 1999, editor = {Z}}"
    )
    assert found[0].authors == ("Ann Lee", "Bo Ek")
    assert (found[0].venue, found[0].date, found[0].title) == ("Proc. of X", "1999", "Paper")


def test_no_entry_is_lost_for_its_faults() -> None:
    text = (
        "@misc{same, title={One}}\n@misc{same, title={Two}}\n@misc{, title={Three}}\n"
        "@misc{, title={Four}, title={Five}}\n"
        "@misc{nocomma\n  title = {Six}\n  year = {2020}\n}\n@misc{lead\n, title = {Seven}\n, year = 2001\n}\n"
        'Junk }}} words @ here\n@comment{jabref-meta: x}\n@preamble{"\\newcommand{\\x}{y}"}\n'
        "```bibtex\n@misc{z, title={Eight}}\n```"
    )
    found = papers_of(text)
    assert [one.title for one in found] == ["One", "Two", "Three", "Four", "Six", "Seven", "Eight"]
    assert (found[4].date, found[5].date) == ("2020", "2001")


def test_an_entry_without_end_is_told_with_its_line() -> None:
    records = list(
        begin(
            "@misc{a, title={One}}\n\n@misc{b, title={Two\n@misc{c, title={Three}}\n@misc{d, title={Fo"
        ).records
    )
    assert [record.line for record in records] == [1, 3, 4, 5]
    assert [type(record) for record in records] == [Found, Skipped, Found, Skipped]


def test_limits_are_told() -> None:
    authors = " and ".join(["A B"] * 10_001)
    text = (
        f"@misc{{a, title={{{'x' * 1_000_001}}}}}\n@misc{{b, title={{T}}, author={{{authors}}}}}\n@misc{{c}}"
    )
    reasons = [record.reason for record in begin(text).records if isinstance(record, Skipped)]
    assert reasons == [
        "the field title is longer than 1,000,000 characters",
        "more than 10,000 authors",
        "it has no fields",
    ]


def test_hostile_files_come_to_an_end() -> None:
    for text in (
        "@misc{a," + "{" * 200_000,
        "@misc{a, title=" + "{" * 200_000 + "}" * 200_000 + "}",
        '@a{b,c="' * 20_000,
    ):
        list(begin(text).records)
    assert len(paper_of(f"@misc{{a, title={{{'x ' * 400_000}}}}}").title) == 799_999
    assert "\0" not in paper_of("@misc{a, title={N\0UL}}").title


WORDS = st.text(st.sampled_from("abcXYZ é中ß019.,:;!?()[]'`\"/|@*+-=&%#_~^{}$\\\n"), max_size=40).filter(
    lambda text: not set("\\$") & set(text) or "\\" not in text
)
LINES = WORDS.map(lambda text: " ".join(text.split()))
NAMES = LINES.filter(lambda name: name.lower() not in {"", "others", "et al.", "et al"})


@st.composite
def papers(draw: st.DrawFn) -> Paper:
    """Return a paper such as a library holds, without TeX commands."""
    number = draw(st.integers(0, 9_999))
    has_id = draw(st.booleans())
    date = draw(st.sampled_from(["", "2026", "2026-08", "2026-08-06"]))
    return Paper(
        key="",
        title=draw(LINES.filter(bool)),
        authors=tuple(draw(st.lists(NAMES, max_size=4))),
        date=date,
        abstract=draw(LINES),
        arxiv_id=f"2608.{number:05}" if has_id else "",
        version=draw(st.sampled_from([None, 1, 12])) if has_id else None,
        categories=("cs.CL", "hep-th") if has_id else (),
        category="cs.CL" if has_id else "",
        doi=draw(st.sampled_from(["", "10.1000/a_b~c", "10.1000/x{y", "10.1000/{y}(z)<1::2>"])),
        record_url=draw(st.sampled_from(["", "https://example.org/a_b?x=%20&y=~z"])),
        venue=draw(st.sampled_from(["", "Proceedings of X & Y", "Journal #5"])),
    )


def without_key(paper: Paper) -> Paper:
    """Return a paper whose key does not count."""
    from dataclasses import replace

    return replace(paper, key="")


@given(st.lists(papers(), min_size=1, max_size=3))
def test_out_and_in_again_is_the_same(originals: list[Paper]) -> None:
    text = "".join(write_papers("bibtex", [(paper, UNMARKED) for paper in originals]))
    assert [without_key(paper) for paper in papers_of(text)] == originals
