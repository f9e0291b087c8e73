"""RIS in and out, in the shapes that databases give it."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.formats import Skipped, write_papers
from papertui.model import UNMARKED, Paper
from tests.core.reading import begin, paper_of, papers_of

ONE = "TY  - JOUR\nTI  - A Title\nAU  - Lee, Ann\nPY  - 2024\nDO  - 10.1000/A\nER  - \n"


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        "\ufeff" + ONE,
        ONE.replace("\n", "\r\n"),
        ONE.replace("  - ", " - "),
        ONE.replace("ER  - \n", ""),
        ONE.replace("ER  - ", "ER  -"),
        "Record #1 of 784\n\n" + ONE + "\nProvider: a database\n",
        "1.\n" + ONE,
    ],
)
def test_a_record_is_read_in_each_shape(text: str) -> None:
    paper = paper_of(text)
    assert (paper.title, paper.authors, paper.date, paper.doi) == (
        "A Title",
        ("Ann Lee",),
        "2024",
        "10.1000/a",
    )


def test_records_without_an_end_are_all_read() -> None:
    text = "TY  - JOUR\nTI  - One\nTY  - JOUR\nTI  - Two\nER  - \nTI  - Three\n"
    assert [paper.title for paper in papers_of(text)] == ["One", "Two", "Three"]


def test_other_names_of_the_fields_count_too() -> None:
    paper = paper_of(
        "TY  - JOUR\nT1  - Flowers\nA1  - Barrett, Paul M\nA1  - King, Martin, Jr.\nY1  - 2001/09/02/\nN2  - Why\n"
        "JF  - Reviews\nUR  - http://dx.doi.org/10.1023/A:1\nER  - \n"
    )
    assert paper.authors == ("Paul M Barrett", "Martin King Jr.")
    assert (paper.date, paper.abstract, paper.venue, paper.doi) == (
        "2001-09-02",
        "Why",
        "Reviews",
        "10.1023/a:1",
    )


def test_values_run_over_lines() -> None:
    paper = paper_of(
        "TY  - JOUR\nTI  - T\nKW  - a\nb\nAB  - First\n\nID-based second\nDA  - 2024///\nER  - \n"
    )
    assert paper.abstract == "First\n\nID-based second"
    assert paper.date == "2024"


def test_an_arxiv_id_is_found_where_it_stands() -> None:
    for field in (
        "UR  - https://arxiv.org/abs/2608.00001v2",
        "AN  - arXiv:2608.00001v2",
        "M1  - 2608.00001v2",
    ):
        paper = paper_of(f"TY  - UNPB\nTI  - T\nKW  - cs.CL\n{field}\nER  - \n")
        assert (paper.arxiv_id, paper.version, paper.category) == ("2608.00001", 2, "cs.CL")
    assert paper_of("TY  - JOUR\nTI  - T\nKW  - cs.CL\nER  - \n").categories == ()


def test_a_field_without_end_is_passed_over_with_its_line() -> None:
    [first, second] = begin(
        f"TY  - JOUR\nTI  - {'x' * 1_000_001}\nER  - \nTY  - JOUR\nTI  - Two\nER  - \n"
    ).records
    assert isinstance(first, Skipped)
    assert first.line == 1
    assert "1,000,000" in first.reason
    assert not isinstance(second, Skipped)


def test_every_beginning_of_a_file_comes_to_an_end() -> None:
    text = ONE * 3
    for end in range(0, len(text), 7):
        records = list(begin(text[:end], kind="ris").records)
        assert len(records) == text[:end].count("TY  -")


LINE = st.text(st.sampled_from("abcXYZ é中ß019.:;!?()[]'\"/|@*+=&%#_~^{}$\\"), min_size=1, max_size=30).map(
    lambda text: " ".join(text.split())
)
NAME = st.tuples(
    st.sampled_from(["Ann", "J. R.", "Ludwig van"]), st.sampled_from(["Lee", "Ó Briain", "中"])
).map(" ".join)


@given(
    st.lists(
        st.builds(
            Paper,
            key=st.just(""),
            title=LINE.filter(bool),
            authors=st.lists(NAME | st.sampled_from(["Plato", "The ATLAS Collaboration"]), max_size=3).map(
                tuple
            ),
            date=st.sampled_from(["", "2026", "2026-08", "2026-08-06"]),
            abstract=st.lists(LINE.filter(bool), max_size=3).map("\n\n".join),
            venue=st.sampled_from(["", "Proceedings of X & Y", "Nature"]),
            doi=st.sampled_from(["", "10.1000/a;b", "10.1002/(sici)1<1::aid>3.0.co;2-2"]),
            affiliations=st.lists(st.sampled_from(["X, Y", "Z"]), unique=True).map(tuple),
        ),
        min_size=1,
        max_size=3,
    )
)
def test_out_and_in_again_is_the_same(papers: list[Paper]) -> None:
    from dataclasses import replace

    text = "".join(write_papers("ris", [(paper, UNMARKED) for paper in papers]))
    assert [replace(paper, key="") for paper in papers_of(io.BytesIO(text.encode()).getvalue())] == papers
