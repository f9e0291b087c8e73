"""The library keeps marks, counts and undo right, in memory and on disk."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from papertui.errors import UnknownKeyError
from papertui.formats import Found
from papertui.library import Library, marks
from papertui.library.marks import EDITS, READ, STAR
from papertui.model import EVERYTHING, Mark, Paper, Scope, ScopeKind, Sort, View
from papertui.transfer.importer import Importer
from tests.conftest import paper

FIRST = "arxiv:2608.06197"
TOPIC = Scope(ScopeKind.TOPIC, "LLM Agent Training")


def test_the_first_start_brings_35_papers_with_arxiv_links(library: Library) -> None:
    assert len(library) == 35
    links = {library.paper(key).url for key in library.listing(View()).keys}
    assert len(links) == 35
    assert all(link == f"https://arxiv.org/abs/{link.rsplit('/', 1)[1]}" for link in links)
    assert len(library.scopes.topics_by_size()) == 57
    assert library.count(TOPIC).total == 30


def test_an_empty_library_stays_empty(folder: Path) -> None:
    with Library.open(folder, seeds=False) as library:
        assert len(library) == 0
    with Library.open(folder) as library:
        assert len(library) == 0


def test_loading_the_seeds_again_adds_nothing_and_brings_nothing_back(folder: Path) -> None:
    with Library.open(folder) as library:
        library.apply(READ, [FIRST])
        library.delete(["arxiv:2608.05587"])
    with Library.open(folder) as library:
        assert len(library) == 34
        assert library.mark(FIRST).read


def test_marks_counts_and_sentences_go_together(library: Library) -> None:
    change = library.apply(READ, [FIRST])
    assert change.keys == (FIRST,)
    assert change.text.endswith("u undoes")
    assert "EnvACE" in change.text
    assert library.count(EVERYTHING).unread == 34
    assert library.count(TOPIC).unread == 29
    assert library.apply(READ, [FIRST]).keys == ()
    library.toggle(STAR, [FIRST])
    assert library.count(Scope(ScopeKind.STARRED)).total == 1
    library.toggle(STAR, [FIRST])
    assert library.count(Scope(ScopeKind.STARRED)).total == 0


def test_undo_and_redo_survive_a_restart(folder: Path, clock: Callable[[], datetime]) -> None:
    with Library.open(folder, clock=clock) as library:
        library.apply(STAR, [FIRST])
        library.apply(READ, library.listing(View()).keys)
        library.settle()
        marks = {key: library.mark(key) for key in library.contents.rows}
    with Library.open(folder, clock=clock) as library:
        assert {key: library.mark(key) for key in library.contents.rows} == marks
        assert "35 papers" in library.undo().text
        assert library.count(EVERYTHING).unread == 35
        library.settle()
    with Library.open(folder, clock=clock) as library:
        library.redo()
        assert {key: library.mark(key) for key in library.contents.rows} == marks
        library.undo()
        library.undo()
        assert not library.mark(FIRST).starred
        assert library.undo().text == "Nothing to undo"


def test_a_new_action_drops_what_was_undone(library: Library) -> None:
    library.apply(READ, [FIRST])
    library.undo()
    library.apply(STAR, [FIRST])
    assert library.redo().text == "Nothing to redo"
    library.settle()
    library.history.reload()
    assert len(library.history) == 1


def test_deleted_papers_come_back_with_undo_and_their_marks_outlive_them(folder: Path) -> None:
    with Library.open(folder) as library:
        library.apply(READ, [FIRST])
        before = library.paper(FIRST)
        library.delete([FIRST])
        assert FIRST not in library
        assert library.count(EVERYTHING).total == 34
        with pytest.raises(UnknownKeyError):
            library.paper(FIRST)
    with Library.open(folder) as library:
        library.undo()
        assert library.paper(FIRST) == before
        assert library.mark(FIRST).read
        library.redo()
        assert FIRST not in library
        library.undo()
        assert library.paper(FIRST) == before


def test_two_libraries_on_one_folder_see_each_other(folder: Path) -> None:
    with Library.open(folder) as ours, Library.open(folder) as theirs:
        theirs.apply(READ, [FIRST])
        theirs.settle()
        change = ours.take_in(*ours.look_for_changes().result())
        assert change is not None
        assert FIRST in change.keys
        assert ours.mark(FIRST).read
        assert ours.count(EVERYTHING).unread == 34
        assert "EnvACE" in ours.undo().text
        ours.settle()
        theirs.take_in(*theirs.look_for_changes().result())
        assert not theirs.mark(FIRST).read
        theirs.delete([FIRST])
        ours.take_in(*ours.look_for_changes().result())
        assert FIRST not in ours


def test_views_sort_hide_and_scope(library: Library) -> None:
    newest = library.listing(View()).keys
    orders = [library.contents.rows[key].order for key in newest]
    assert orders == sorted(orders, reverse=True)
    oldest = library.listing(View(sort=Sort.OLDEST)).keys
    dates = [library.paper(key).date for key in oldest]
    assert dates == sorted(dates, key=lambda date: date or "9999")
    assert dates[0] < dates[-1]
    assert set(oldest) == set(newest)
    titles = [library.paper(key).title.casefold()[:8] for key in library.listing(View(sort=Sort.TITLE)).keys]
    assert titles == sorted(titles)
    library.apply(READ, newest[:3])
    hidden = library.listing(View(hide_read=True))
    assert hidden.keys == newest[3:]
    assert hidden.hidden == 3
    assert len(library.listing(View(scope=TOPIC)).keys) == 30
    author = Scope(ScopeKind.AUTHOR, "Leowei Liang")
    assert library.count(author).total == len(library.listing(View(scope=author)).keys) > 3


def test_a_paper_is_found_by_whatever_names_it(library: Library) -> None:
    for name in (
        FIRST,
        "2608.06197",
        "2608.06197v2",
        "https://arxiv.org/abs/2608.06197v1",
        "10.48550/arXiv.2608.06197",
    ):
        assert library.resolve(name) == FIRST
    with pytest.raises(UnknownKeyError):
        library.resolve("2699.99999")


def test_an_import_that_was_killed_keeps_what_is_in_and_can_be_undone(folder: Path) -> None:
    with Library.open(folder) as library:
        action = library.actions.begin_papers()
        library.actions.put_papers(action, {one.key: one for one in (paper(1), paper(2))}, {})
    with Library.open(folder) as library:
        assert len(library) == 37
        assert "interrupted" in library.undo().text
        assert len(library) == 35
        library.redo()
        assert library.paper(paper(1).key) == paper(1)


def test_former_records_go_with_the_actions_that_replaced_them(library: Library) -> None:
    library.delete([FIRST])
    library.undo()
    library.apply(STAR, [FIRST])
    library.settle()
    library.look_for_changes().result()
    assert library.records.actions() == set()


ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["read", "unread", "star", "unstar", "dismiss", "undismiss", "undo", "redo", "delete"]
        ),
        st.lists(st.integers(0, 34), min_size=1, max_size=4, unique=True),
    ),
    max_size=25,
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=ACTIONS)
def test_undoing_everything_restores_everything(
    tmp_path_factory: pytest.TempPathFactory, actions: list[tuple[str, list[int]]]
) -> None:
    folder = tmp_path_factory.mktemp("law")
    with Library.open(folder) as library:
        keys = sorted(library.contents.rows)
        untouched = _state(library, keys)
        for action, numbers in actions:
            chosen = [keys[number] for number in numbers]
            match action:
                case "undo":
                    library.undo()
                case "redo":
                    library.redo()
                case "delete":
                    library.delete(chosen)
                case _:
                    library.apply(EDITS[action], chosen)
        reached = _state(library, keys)
        counts = (library.count(EVERYTHING).total, library.count(EVERYTHING).unread)
        library.settle()
    with Library.open(folder) as library:
        assert _state(library, keys) == reached
        assert (library.count(EVERYTHING).total, library.count(EVERYTHING).unread) == counts
        while library.undo().text != "Nothing to undo":
            continue
        assert _state(library, keys) == untouched
        assert library.count(EVERYTHING).unread == 35


def _state(library: Library, keys: list[str]) -> dict[str, tuple[Paper | None, Mark]]:
    return {key: (library.paper(key) if key in library else None, library.mark(key)) for key in keys}


def test_undo_keeps_its_order_where_marks_were_made_during_an_import(folder: Path) -> None:
    with Library.open(folder) as library:
        importer = Importer(library, library.identities())
        importer.take_some([Found(Paper("arxiv:2601.00001", title="New", arxiv_id="2601.00001"), 1)], "x")
        library.apply(STAR, [FIRST])
        library.apply(READ, [FIRST])
        importer.finish("x")
        assert "Imported" in library.undo().text
        library.settle()
    with Library.open(folder) as library:
        assert not library.mark(FIRST).dismissed
        library.undo()
        assert not library.mark(FIRST).read
        library.redo()
        assert library.mark(FIRST).read
        assert "arxiv:2601.00001" not in library


def test_an_import_that_was_killed_keeps_the_marks_of_papers_with_a_new_key(folder: Path) -> None:
    with Library.open(folder) as library:
        importer = Importer(library, library.identities())
        importer.take_some([Found(Paper("doi:10.1000/x", title="T", doi="10.1000/x"), 1)], "x")
        importer.finish("x")
        library.apply(READ, ["doi:10.1000/x"])
        library.apply(marks.note("precious"), ["doi:10.1000/x"])
        library.settle()
        other = Importer(library, library.identities())
        same = Paper("arxiv:2601.00001", title="T", doi="10.1000/x", arxiv_id="2601.00001")
        other.take_some([Found(same, 1)], "y")
    with Library.open(folder) as library:
        mark = library.mark("arxiv:2601.00001")
        assert (mark.read, mark.note) == (True, "precious")
        library.undo()
        assert library.mark("doi:10.1000/x").note == "precious"


def test_a_record_that_is_two_known_papers_is_merged_with_one_and_the_other_offered(folder: Path) -> None:
    with Library.open(folder) as library:
        importer = Importer(library, library.identities())
        bare = Paper("doi:10.1000/x", doi="10.1000/x")
        other = Paper("arxiv:2601.00001", title="T", arxiv_id="2601.00001")
        importer.take_some([Found(bare, 1), Found(other, 2)], "x")
        importer.take_some([Found(replace(other, doi="10.1000/x"), 3)], "x")
        importer.finish("x")
        assert importer.report.merged == 1
        assert importer.doubtful == [("doi:10.1000/x", "arxiv:2601.00001")]


def test_the_border_names_the_order_of_the_list(library: Library) -> None:
    ranked = library.listing(View(query="agent"))
    assert (ranked.ranked, len(ranked.keys) > 0) == (True, True)
    assert ranked.describe(0).split(" · ")[-1] == "best first"
    assert library.listing(View()).describe(0).split(" · ")[-1] == "newest first"
