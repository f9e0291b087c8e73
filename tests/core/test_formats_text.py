"""Plain lists, copied pages, encodings, and telling one format from another."""

import pytest

from papertui.errors import ImportFileError
from papertui.formats import Skipped
from papertui.formats.copied_page_topics import split_topics
from tests.core.reading import begin, paper_of, papers_of

LIST = """# to read
https://arxiv.org/abs/2608.00001v2
arXiv:hep-th/9901001
- [A Title](https://doi.org/10.1000/ABC)
10.1000/abc

not a paper
"""
TOPIC = """Tree Learning

TL: Tree Learning

Momentum

5 papers in the last four weeks.

Latest papers 9

Aug 6, 2026cs.AI

Growing Trees in Tests

Trees grow by

3\\%

a day (see

x^2

). They stop.

Ann Lee, Bo Li +9

1Forest University · 2Wood Inc., Oslo +4

Plant Growth Tree Learning Graph Search

Aug 5, 2026cs.CL

A Second Tree

It has no place.

Cy Young

Plant Growth Tree Learning+1
"""
AUTHOR = """arXiv subjects

Ann Lee

Publications attributed to Ann Lee.

2 recordsLinked to original sources

arXiv2026

First

Why it is.

cs.LG↗

arXiv2025

Second

Because.

cs.AI↗
"""
LISTING = """Ann Lee

Ann Lee, Bo Li et al.

One abstract.

Cy Young et al.

Another.
"""


def test_a_list_names_papers_each_once() -> None:
    found = list(begin(LIST).records)
    keys = [record.paper.key for record in found if not isinstance(record, Skipped)]
    assert keys == ["arxiv:2608.00001", "arxiv:hep-th/9901001", "doi:10.1000/abc"]
    assert [record.line for record in found if isinstance(record, Skipped)] == [7]
    assert (
        next(record.paper.title for record in found if not isinstance(record, Skipped) and record.line == 4)
        == "A Title"
    )


def test_the_page_of_a_topic() -> None:
    first, second = papers_of(TOPIC)
    assert (first.title, first.date, first.category) == ("Growing Trees in Tests", "2026-08-06", "cs.AI")
    assert first.abstract == "Trees grow by $3\\%$ a day (see $x^2$). They stop."
    assert (first.authors, first.affiliations_omitted) == (("Ann Lee", "Bo Li"), 4)
    assert first.affiliations == ("Forest University", "Wood Inc., Oslo")
    assert first.topics == ("Plant Growth", "Tree Learning", "Graph Search")
    assert (second.authors, second.affiliations, second.topics) == (
        ("Cy Young",),
        (),
        ("Plant Growth", "Tree Learning"),
    )


def test_the_page_of_an_author() -> None:
    first, second = papers_of(AUTHOR)
    assert (first.title, first.authors, first.date, first.category) == (
        "First",
        ("Ann Lee",),
        "2026",
        "cs.LG",
    )
    assert (second.abstract, second.date) == ("Because.", "2025")


def test_a_listing_of_abstracts() -> None:
    first, second = papers_of(LISTING)
    assert (first.authors, first.abstract, first.title) == (("Ann Lee", "Bo Li"), "One abstract.", "")
    assert second.authors == ("Cy Young",)


def test_topics_that_run_together_are_told_apart() -> None:
    lines = ["A B S T C D", "C D S T E F G", "A B E F G S T"]
    assert split_topics(lines, "S T") == [
        ("A B", "S T", "C D"),
        ("C D", "S T", "E F G"),
        ("A B", "E F G", "S T"),
    ]
    assert split_topics(["A B C D"], "", known=["A B"]) == [("A B", "C D")]


@pytest.mark.parametrize(
    ("data", "title", "encoding"),
    [
        ("@misc{a, title={É}}".encode("utf-8-sig"), "É", "byte order mark"),
        ("@misc{a, title={Éé日}}".encode("utf-16"), "Éé日", "UTF-16"),
        ("@misc{a, title={Plain}}".encode("utf-16-le"), "Plain", "UTF-16"),
        ("@misc{a, title={深度学习}}".encode("gbk"), "深度学习", "GBK"),
        ("@misc{a, title={Café Münster}}".encode("cp1252"), "Café Münster", "Windows-1252"),
    ],
)
def test_encodings_are_told(data: bytes, title: str, encoding: str) -> None:
    reading = begin(data)
    assert encoding in " ".join(reading.notes)
    assert paper_of(data).title == title


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("@misc{a, title={T}}", "bibtex"),
        ("# Read me\n\n```bibtex\n@misc{a, title={T}}\n```", "bibtex"),
        ("TY  - JOUR\n", "ris"),
        ("<?xml version='1.0'?><feed/>", "feed"),
        ("[]", "json"),
        ("2608.00001\n", "list"),
        ("10.1000/a\n", "list"),
        (TOPIC, "page"),
        (AUTHOR, "page"),
        (LISTING, "page"),
    ],
)
def test_formats_are_told_from_the_content(text: str, form: str) -> None:
    assert begin(text).format == form


def test_a_format_can_be_named() -> None:
    assert begin("TY  - JOUR\nTI  - T\n", kind="ris").format == "ris"
    with pytest.raises(ImportFileError, match="Unknown format"):
        begin("x", kind="docx")


def test_what_is_no_list_of_papers_is_refused() -> None:
    for data in ("Dear all,\n\nplease find enclosed.\n", b"%PDF-1.7\n\x00\x01", b"\x89PNG\r\n"):
        with pytest.raises(ImportFileError):
            begin(data)
    with pytest.raises(ImportFileError, match="20 MB"):
        begin(b"@" * ((20 << 20) + 1))


def test_an_empty_file_has_no_papers() -> None:
    assert list(begin("").records) == []


@pytest.mark.parametrize(
    "text",
    [
        f"@misc{{a, title={{T}}, author={{A{' ' * 200_000}B}}}}",
        "\n" * 200_000 + "TY  - JOUR\nTI  - T\nER  - \n",
        "TY  - JOUR\nTI  - T\nKW  - a\n" + "b\n" * 300_000 + "ER  - \n",
        f"<rss><item><title>T{' ' * 200_000}x</title></item></rss>",
        f"@misc{{a, title={{T}}, eprint={{2608.00001}}, version={{{'9' * 5_000}}}}}",
    ],
)
def test_what_was_made_to_take_long_does_not(text: str) -> None:
    assert len(papers_of(text)) == 1


def test_thousands_of_papers_of_one_name_get_their_own_keys() -> None:
    from papertui.formats import write_papers
    from papertui.model import UNMARKED, Paper

    papers = [
        (Paper(f"arxiv:2608.{number:05}", arxiv_id=f"2608.{number:05}"), UNMARKED) for number in range(9_000)
    ]
    keys = {piece.split("{", 1)[1].split(",", 1)[0] for piece in write_papers("bibtex", papers)}
    assert len(keys) == 9_000
