"""Asking: sentences, answers over the seeds, honest silence, and programs of the reader's own."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.errors import ProgramError
from papertui.insights.questions import Answer, ask
from papertui.library import Library
from papertui.library.marks import DISMISS
from papertui.system.answer_program import OUTPUT_LIMIT, run_program
from papertui.text.sentences import sentences_of
from tests.conftest import paper

ENVACE = "arxiv:2608.06197"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One ends. Two begins! Is it three?", ["One ends.", "Two begins!", "Is it three?"]),
        (
            "Smith et al. Report this, e.g. GPT-4, in Fig. 3.",
            ["Smith et al. Report this, e.g. GPT-4, in Fig. 3."],
        ),
        ("As in Smith et al. We show more.", ["As in Smith et al.", "We show more."]),
        ("It rises from 0.021 to 0.5. No. 5 leads.", ["It rises from 0.021 to 0.5.", "No. 5 leads."]),
        ("By D. E. Knuth. The end.", ["By D. E. Knuth.", "The end."]),
        ("Vitamin C. We eat it.", ["Vitamin C.", "We eat it."]),
        ("See https://a.b/c.d for code. 46 tasks.", ["See https://a.b/c.d for code.", "46 tasks."]),
        (
            "He said “stop.” Then (he left.) All\nwas well",
            ["He said “stop.”", "Then (he left.)", "All was well"],
        ),
        ("No stop here\n\nNew paragraph", ["No stop here", "New paragraph"]),
        ("1. First point. 2. Second one.", ["1. First point.", "2. Second one."]),
        ("", []),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, sentences: list[str]) -> None:
    assert list(sentences_of(text)) == sentences


@given(st.text(alphabet="aB.!? \n1)”", max_size=80))
def test_no_letter_of_a_text_is_lost_between_sentences(text: str) -> None:
    assert "".join("".join(sentences_of(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("question", "title", "words"),
    [
        (
            "How does EnvACE replace interaction with the environment?",
            "EnvACE",
            "replaces external environment",
        ),
        (
            "Which benchmark tests agents on long-horizon terminal tasks?",
            "Long-Horizon-Terminal",
            "46 long-horizon",
        ),
        ("How can search agents be given credit for single steps?", "ABSeeker", "credit assignment"),
        ("What does UI-Mate score on OSWorld?", "UI-Mate", "77.0% on OSWorld-Verified"),
        ("How do agents manage their context over long tasks?", "ACM", "lossless context management"),
        ("Can language models discover equations?", "A-SR", "closed-form equations"),
        ("What is costly about training agents?", "EnvACE", "verification are costly"),
        ("Where is the code of SearchMaster available?", "SearchMaster", "github.com/WentaoTan/SearchMaster"),
    ],
)
def test_questions_over_the_seeds_are_answered(
    library: Library, question: str, title: str, words: str
) -> None:
    answers = ask(library, question)
    assert answers[0].title.startswith(title)
    assert words in answers[0].sentence
    assert answers[0].key in library
    assert len(answers) <= 5
    assert [each.score for each in answers] == sorted((each.score for each in answers), reverse=True)


@pytest.mark.parametrize(
    "question",
    [
        "How long should I boil an egg?",
        "Who won the football world cup in 2022?",
        "What is the capital of France?",
        "Do vaccines cause autism?",
        "How to cook pasta with agents?",
        "what is the best",
        "?!",
        "",
        "x" * 100_000,
    ],
)
def test_what_nothing_answers_is_not_answered(library: Library, question: str) -> None:
    assert ask(library, question) == []


def test_only_papers_in_scope_answer(library: Library) -> None:
    question = "How does EnvACE replace interaction with the environment?"
    assert {each.key for each in ask(library, question)} == {ENVACE}
    assert ask(library, question, within=frozenset({"arxiv:2608.05102"})) == []
    library.apply(DISMISS, [ENVACE])
    assert ask(library, question) == []
    assert ask(library, question, within=frozenset({ENVACE}))


def test_sentences_are_quoted_as_they_read_and_clean(library: Library) -> None:
    new = paper(1, abstract="First. The zymurgy rate is $\\alpha = 2$\x1b[31m today. Last.")
    library.actions.change_papers("Put a paper", {new.key: new})
    assert [each.sentence for each in ask(library, "What is the zymurgy rate?")] == [
        "The zymurgy rate is α = 2␛[31m today."
    ]


SENTENCES = [Answer("arxiv:1", "Title", "A sentence.", 0.9)]


def run(script: str, *arguments: str, seconds: float = 30, cancel: Event | None = None) -> str:
    command = (sys.executable, "-c", script, *arguments)
    return run_program(command, "Why?", SENTENCES, seconds=seconds, cancel=cancel or Event())


def test_a_program_is_given_question_and_sentences_and_its_words_come_back() -> None:
    said = json.loads(run("import sys; sys.stdout.write(sys.stdin.read())"))
    assert said["question"] == "Why?"
    assert said["sentences"] == [
        {"key": "arxiv:1", "title": "Title", "sentence": "A sentence.", "score": 0.9}
    ]


def test_arguments_reach_a_program_untouched_by_a_shell() -> None:
    assert run("import sys; print(sys.argv[1])", "$HOME; `ls` *") == "$HOME; `ls` *"


def test_what_a_program_says_is_cleaned() -> None:
    assert run(r"import sys; sys.stdout.buffer.write(b'a\x1b[2J\xff\n\n\n\nb')") == "a␛[2J\ufffd\n\nb"


def test_a_program_that_fails_or_does_not_start_is_told() -> None:
    with pytest.raises(ProgramError, match="failed with exit code 3"):
        run("raise SystemExit(3)")
    for command in (("/nowhere/program",), ("a\0b",), ()):
        with pytest.raises(ProgramError):
            run_program(command, "Why?", (), seconds=1, cancel=Event())


def test_a_program_that_takes_or_says_too_much_is_ended() -> None:
    with pytest.raises(ProgramError, match=r"did not answer within 0\.2 seconds"):
        run("import signal; signal.pause()", seconds=0.2)
    with pytest.raises(ProgramError, match="printed more than"):
        run("while True: print('x' * 10_000)")
    with pytest.raises(ProgramError, match="printed more than"):
        run(f"print('x' * {OUTPUT_LIMIT + 1})")


def test_asking_can_be_stopped_and_ends_what_the_program_started(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    grandchild = "import signal, sys; pipe = open(sys.argv[1], 'wb', 0); pipe.write(b'here'); signal.pause()"
    script = (
        "import signal, subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', {grandchild!r}, sys.argv[1]])\n"
        "signal.pause()"
    )
    cancel = Event()
    with ThreadPoolExecutor() as threads:
        asking = threads.submit(run, script, str(pipe), cancel=cancel)
        with pipe.open("rb") as read_end:
            assert read_end.read(4) == b"here"
            cancel.set()
            assert read_end.read() == b"", "the pipe stays open as long as the grandchild lives"
        with pytest.raises(ProgramError, match="stopped"):
            asking.result()
