"""CSL-JSON in and out, and other JSON that is one value."""

import json
from dataclasses import replace

import pytest

from papertui.errors import ImportFileError
from papertui.formats import Skipped, write_papers
from papertui.model import UNMARKED, Paper
from tests.core.reading import begin, paper_of, papers_of


def item(**fields: object) -> str:
    """Return an array of one item."""
    return json.dumps([{"id": "x", "type": "article-journal", "title": "T"} | fields])


@pytest.mark.parametrize(
    ("issued", "date"),
    [
        ({"date-parts": [["2015", "3"]]}, "2015-03"),
        ({"date-parts": [[2015, 3, 9], [2016]]}, "2015-03-09"),
        ({"date-parts": [[2017]], "season": 4}, "2017"),
        ({"date-parts": [[None]]}, ""),
        ({"date-parts": [[]]}, ""),
        ({"date-parts": []}, ""),
        ({"date-parts": [2015, 3]}, ""),
        ({"date-parts": [[2015, 13, 40]]}, "2015"),
        ({"raw": "6 August 2026"}, "2026-08-06"),
        ({"literal": "13th cent"}, ""),
        ("2026-08-06T10:00:00Z", "2026-08-06"),
        (None, ""),
        (17, ""),
    ],
)
def test_dates_in_every_form(issued: object, date: str) -> None:
    assert paper_of(item(issued=issued)).date == date


def test_names_in_every_form() -> None:
    people = [
        {"family": "Beethoven", "given": "Ludwig", "non-dropping-particle": "van"},
        {"family": "King", "given": "Martin", "suffix": "Jr."},
        {"literal": "World Bank"},
        {"name": "Crossref"},
        "Plain Name",
        {},
        None,
        7,
    ]
    assert paper_of(item(author=people)).authors == (
        "Ludwig van Beethoven", "Martin King Jr.", "World Bank", "Crossref", "Plain Name",
    )  # fmt: skip


def test_an_item_has_its_fields() -> None:
    paper = paper_of(
        item(
            title=["A <i>B</i> &amp; C"], DOI="10.1000/ABC", abstract="<jats:p>Why\n it is.</jats:p>", URL="https://a.org/1",
        )
        .replace('"T"', '"A"')
    )  # fmt: skip
    assert (paper.title, paper.doi, paper.abstract, paper.record_url) == (
        "A B & C", "10.1000/abc", "Why it is.", "https://a.org/1",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        '{"items": [{"title": "T", "DOI": "10.1000/a"}]}',
        '{"10.1000/A": [{"title": "T", "DOI": "10.1000/a"}]}',
        '{\n"title": "T", "DOI": "10.1000/a"}',
        '[{"title": "T", "doi": "10.1000/a", "authors": []}]',
        '[[{"title": "T", "DOI": "10.1000/a"}]]',
    ],
)
def test_records_are_found_wherever_they_are(text: str) -> None:
    assert paper_of(text).key == "doi:10.1000/a"


def test_what_is_no_record_is_told() -> None:
    [first, second] = begin('[7, {"title": "T"}]').records
    assert first == Skipped(1, "not a JSON object")
    assert not isinstance(second, Skipped)


def test_json_that_is_cut_off_is_refused() -> None:
    for text in ("[" * 100_000, '[{"title": "T"', "[{]"):
        with pytest.raises(ImportFileError, match="Invalid JSON"):
            list(begin(text).records)


def test_out_and_in_again_is_the_same() -> None:
    papers = [
        Paper("arxiv:2608.00001", title="One $x<y$", authors=("Ann B. Lee", "ATLAS Collaboration", "Plato"),
              date="2026-08-06", arxiv_id="2608.00001", version=3, category="cs.CL", categories=("cs.CL", "68T07"),
              abstract="A.\n\nB & C", record_url="https://example.org/1"),
        Paper("doi:10.1000/x", title="Two", doi="10.1000/x", date="2026-08", venue="Nature", authors=("A Lee",)),
    ]  # fmt: skip
    text = "".join(write_papers("csl-json", [(paper, UNMARKED) for paper in papers]))
    assert len({entry["id"] for entry in json.loads(text)}) == 2
    assert papers_of(text) == [replace(paper) for paper in papers]
    assert "".join(write_papers("csl-json", [])) == "[]\n"
