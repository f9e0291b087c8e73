"""The commands topics, authors, similar and ask: real processes over a library of the test's own."""

import json
import sys
from pathlib import Path

import pytest

from papertui.library import Library
from papertui.library.marks import READ, STAR
from papertui.model import Scope, ScopeKind
from tests.conftest import Run

KEY = "arxiv:2608.06197"
TOPIC = "LLM Agent Training"
AUTHOR_FIELDS = [
    "name",
    "total",
    "unread",
    "starred",
    "last_four_weeks",
    "previous_four_weeks",
    "change_percent",
    "share_percent",
    "weekly",
    "anchor",
    "imprecise",
    "followed",
]


def test_topics_have_stable_fields_and_published_figures_apart(papertui: Run) -> None:
    done = papertui("topics", "--format", "json")
    topics = json.loads(done.stdout)
    assert done.returncode == 0
    assert len(topics) == 57
    assert all(list(topic) == [*AUTHOR_FIELDS, "published"] for topic in topics)
    assert all(len(topic["weekly"]) == 12 for topic in topics)
    assert len({topic["anchor"] for topic in topics}) == 1
    first = topics[0]
    assert (first["name"], first["total"], first["unread"], first["followed"]) == (TOPIC, 30, 30, False)
    assert first["published"] == {
        "papers_total": 354,
        "last_four_weeks": 54,
        "change_percent": 145,
        "share_percent": 0.5,
        "chart_from": "Jul 13",
        "chart_to": "Week of Sep 28",
        "papers_listed": 30,
    }
    assert [topic["published"] for topic in topics[1:]] == [None] * 56


def test_topics_know_what_is_read_and_followed(papertui: Run, folder: Path) -> None:
    with Library.open(folder) as library:
        library.apply(READ, [KEY])
        library.apply(STAR, [KEY])
        library.follow(Scope(ScopeKind.TOPIC, TOPIC))
    (first,) = json.loads(papertui("topics", "--limit", "1", "--format", "json").stdout)
    assert (first["total"], first["unread"], first["starred"], first["followed"]) == (30, 29, 1, True)


def test_topics_of_a_query_are_counted_within_it(papertui: Run) -> None:
    topics = json.loads(papertui("topics", 'topic:="RL for Tool Use"', "--format", "json").stdout)
    totals = {topic["name"]: topic["total"] for topic in topics}
    assert totals["RL for Tool Use"] == totals[TOPIC] == 3
    assert json.loads(papertui("topics", "-terminal", "--format", "json", "--limit", "1").stdout)


def test_topics_can_be_sorted(papertui: Run) -> None:
    names = [line.split("\t")[0] for line in papertui("topics", "--sort", "name").stdout.splitlines()]
    assert names == sorted(names, key=str.casefold)
    assert papertui("topics", "--sort", "heat").returncode == 2
    assert papertui("topics", "--limit", "0").returncode == 2


def test_authors_are_listed_with_the_most_papers_first(papertui: Run) -> None:
    authors = json.loads(papertui("authors", "--format", "json", "--limit", "3").stdout)
    assert [list(author) for author in authors] == [AUTHOR_FIELDS] * 3
    assert (authors[0]["name"], authors[0]["total"], authors[0]["imprecise"]) == ("Leowei Liang", 6, 5)
    within = papertui("authors", 'topic:="RL for Tool Use"').stdout.splitlines()
    assert 3 < len(within) < 60
    assert all(line.count("\t") == 16 for line in within)


def test_similar_gives_papers_with_the_shared_terms(papertui: Run) -> None:
    done = papertui("similar", "2608.05102", "--format", "json", "--limit", "2")
    papers = json.loads(done.stdout)
    assert done.returncode == 0
    assert [list(each) for each in papers] == [["key", "title", "score", "terms"]] * 2
    assert papers[0]["title"].startswith("CRISP")
    assert "search" in papers[0]["terms"]
    assert "CRISP" in papertui("similar", "2608.05102").stdout
    assert papertui("similar", "2608.99999").returncode == 1


def test_ask_quotes_sentences_with_their_papers(papertui: Run) -> None:
    question = "How does EnvACE replace interaction with the environment?"
    done = papertui("ask", question, "--format", "json")
    answers = json.loads(done.stdout)
    assert done.returncode == 0
    assert list(answers[0]) == ["key", "title", "sentence", "score"]
    assert answers[0]["key"] == KEY
    assert KEY in papertui("ask", *question.split()).stdout
    elsewhere = papertui("ask", question, "--in", "topic:gui", "--format", "json")
    assert (elsewhere.stdout, elsewhere.returncode) == ("[]\n", 1)


def test_a_program_of_the_readers_own_speaks_above_the_sentences(papertui: Run, tmp_path: Path) -> None:
    config = tmp_path / "config" / "papertui" / "config.toml"
    config.parent.mkdir(parents=True)
    script = "import json, sys; print(len(json.load(sys.stdin)['sentences']), 'sentences')"
    config.write_text(f"[ask]\ncommand = {json.dumps([sys.executable, '-c', script])}\n")
    question = "Which benchmark tests agents on long-horizon terminal tasks?"
    lines = papertui("ask", question).stdout.splitlines()
    assert lines[:2] == ["5 sentences", ""]
    assert len(lines) == 12
    config.write_text('[ask]\ncommand = ["/nowhere/program"]\n')
    failed = papertui("ask", question)
    assert len(failed.stdout.splitlines()) == 10
    assert "/nowhere/program does not start" in failed.stderr
    assert len(json.loads(papertui("ask", question, "--format", "json").stdout)) == 5


def test_a_question_may_hold_the_name_of_a_command(papertui: Run) -> None:
    done = papertui("ask", "which", "authors", "list", "topics", "of", "EnvACE", "--format", "json")
    assert done.returncode in {0, 1}
    assert isinstance(json.loads(done.stdout), list)


@pytest.mark.parametrize("words", [("topics", "qqqqzzzz"), ("authors", "qqqqzzzz"), ("ask", "boil an egg")])
def test_nothing_found_is_an_empty_array_and_exit_1(papertui: Run, words: tuple[str, ...]) -> None:
    nothing = papertui(*words, "--format", "json")
    assert (nothing.stdout, nothing.returncode) == ("[]\n", 1)
    assert nothing.stderr.count("\n") == 1
    assert papertui(*words).stdout == ""
