"""The shipped papers are whole, and are found wherever papertui is started from."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from papertui.errors import StoreError
from papertui.library.seeds import SIZE_LIMIT, seed_papers, seed_topics
from papertui.text.cleaning import clean_block, clean_line

CHECKOUT = Path(__file__).resolve().parents[2]
COUNT = "from papertui.library.seeds import seed_papers, seed_topics; print(len(seed_papers()), len(seed_topics()))"


def test_all_papers_are_there_with_key_title_authors_and_abstract() -> None:
    papers = seed_papers()
    assert len({paper.key for paper in papers}) == 35
    for paper in papers:
        assert paper.key == f"arxiv:{paper.arxiv_id}"
        assert paper.url == f"https://arxiv.org/abs/{paper.arxiv_id}"
        assert paper.title
        assert paper.authors
        assert paper.category
        assert len(paper.abstract) > 500
        assert set(paper.sources) <= {"topic-page", "author-page", "author-listing"}
        assert paper.title == clean_line(paper.title)
        assert paper.abstract == clean_block(paper.abstract)


def test_sources_dates_and_topics_are_as_the_readme_says() -> None:
    papers = seed_papers()
    counted = Counter(source for paper in papers for source in paper.sources)
    assert counted == {"topic-page": 30, "author-page": 6, "author-listing": 2}
    for paper in papers:
        if "topic-page" in paper.sources:
            assert re.fullmatch(r"2026-0[78]-\d\d", paper.date)
            assert "LLM Agent Training" in paper.topics
        else:
            assert paper.date == f"20{paper.arxiv_id[:2]}-{paper.arxiv_id[2:4]}"
            assert paper.topics == ()
    assert len({topic for paper in papers for topic in paper.topics}) == 57
    assert {one.source for paper in papers for one in paper.alternates} == {"author-listing"}
    assert sum(len(paper.alternates) for paper in papers) == 2


def test_the_topic_has_the_figures_of_its_source() -> None:
    (topic,) = seed_topics()
    assert topic.name == "LLM Agent Training"
    assert topic.glossary == {"LLM": "Large Language Model"}
    assert topic.source == "topic-page"
    assert topic.published["papers_total"] == 354
    assert topic.published["share_percent"] == 0.5
    assert topic.published["chart_to"] == "Week of Sep 28"


@pytest.mark.parametrize("seeds", ["seeds", "papertui/_seeds"])
def test_a_checkout_and_an_installed_package_find_them(tmp_path: Path, seeds: str) -> None:
    shutil.copytree(CHECKOUT / "papertui", tmp_path / "papertui", ignore=shutil.ignore_patterns("_seeds"))
    shutil.copytree(CHECKOUT / "seeds", tmp_path / seeds)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    told = subprocess.run(
        [sys.executable, "-P", "-c", COUNT],
        cwd="/",
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "35 1\n"


def test_the_wheel_takes_them_along() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"] == {
        "seeds": "papertui/_seeds"
    }


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b'"papers"', b"\xff", b"[" * 2_000, b" " * SIZE_LIMIT + b"[]"]
)
def test_a_damaged_file_is_told_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "papers.json").write_bytes(content)
    with pytest.raises(StoreError, match=r"^The seed file papers.json cannot be read\.$"):
        seed_papers((tmp_path,))


def test_missing_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="missing"):
        seed_topics((tmp_path,))


def test_odd_members_of_a_topic_count_as_unknown(tmp_path: Path) -> None:
    (tmp_path / "topics.json").write_text('[{"name": 7, "glossary": [], "published": {"a\\u001bb": null}}]')
    (topic,) = seed_topics((tmp_path,))
    assert (topic.name, topic.glossary, topic.source) == ("", {}, "")
    assert topic.published == {"a␛b": ""}
