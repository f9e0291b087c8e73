"""What is followed brings its new papers, which are kept whatever happens and go again with one undo."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event

import pytest

from papertui.arxiv import ArxivClient
from papertui.formats import Found
from papertui.library import Library, marks
from papertui.library.marks import READ, STAR
from papertui.model import Paper, Scope, ScopeKind
from papertui.transfer.fetch import FetchReport, Progress, fetch
from papertui.transfer.importer import Importer, ImportReport
from tests.conftest import paper
from tests.core.scripted_server import ScriptedServer, answer, cut_answer, feed, scripted_server

TOPIC = Scope(ScopeKind.TOPIC, "Tool Gardens")
AUTHOR = Scope(ScopeKind.AUTHOR, "Ada Author")
CATEGORY = Scope(ScopeKind.CATEGORY, "cs.CL")


def run(library: Library, server: ScriptedServer) -> FetchReport:
    """Fetch without a pause between requests."""
    return fetch(library, ArxivClient(server.address, interval=0), cancel=Event())


def test_each_follow_is_asked_for_and_papers_of_a_topic_get_it(
    library: Library, server: ScriptedServer
) -> None:
    library.saved_searches.save("mine", "agent title:graph is:unread")
    for scope in (TOPIC, AUTHOR, CATEGORY, Scope(ScopeKind.SEARCH, "mine")):
        library.follow(scope)
    server.script(*(answer(feed([number, 9])) for number in range(1, 5)))
    result = run(library, server)
    assert [one["search_query"] for one in server.parameters] == [
        'all:"Tool Gardens"', 'au:"Ada Author"', "cat:cs.CL", "(all:agent AND ti:graph)",
    ]  # fmt: skip
    assert result.asked == 4
    assert result.papers == ImportReport(new=5, merged=3)
    assert result.complete
    assert result.warnings == ()
    assert set(library.scopes.keys(TOPIC)) == {"arxiv:2608.00001", "arxiv:2608.00009"}
    assert library.paper("2608.00002").topics == ()
    assert library.paper("2608.00001").sources == ("arxiv",)


def test_one_undo_takes_all_of_it_back(library: Library, server: ScriptedServer) -> None:
    before = set(library.contents.rows)
    library.follow(TOPIC)
    library.follow(AUTHOR)
    server.script(answer(feed(range(100), 130)), answer(feed(range(100, 130), 130)), answer(feed([200])))
    result = run(library, server)
    assert result.papers.new == 131
    assert (
        result.change.text == "Imported new papers of your follows: 131 new, 0 merged, 0 revised · u undoes"
    )
    library.undo()
    assert set(library.contents.rows) == before
    library.redo()
    assert len(library) == len(before) + 131


def test_papers_that_are_there_already_leave_no_action(library: Library, server: ScriptedServer) -> None:
    library.follow(AUTHOR)
    server.script(answer(feed([1, 2])))
    run(library, server)
    actions = len(library.history)
    again = run(library, server)
    assert again.papers == ImportReport(merged=2)
    assert len(library.history) == actions


def test_a_known_paper_gains_what_it_lacked_and_keeps_its_mark(
    library: Library, server: ScriptedServer
) -> None:
    library.follow(TOPIC)
    server.script(answer(feed([1])))
    library.follow(AUTHOR)
    run(library, server)
    library.apply(READ, ["arxiv:2608.00001"])
    server.script(answer(feed([1]).replace("00001v1", "00001v2")))
    result = run(library, server)
    assert result.papers == ImportReport(merged=1, revised=1)
    assert library.paper("2608.00001").version == 2
    assert library.mark("arxiv:2608.00001").read
    assert library.mark("arxiv:2608.00001").revised


@pytest.mark.parametrize(
    ("last", "today", "brought"),
    [
        ("", "2026-08-28", {1, 2}),
        ("", "2026-08-29", {2}),
        ("2026-08-07T09:00:00.000Z", "2026-08-09", {1, 2}),
        ("2026-08-08T09:00:00.000Z", "2026-08-10", {2}),
        ("2026-08-20T09:00:00.000Z", "2026-08-09", {2}),
        ("0001-01-01T09:00:00.000Z", "2026-08-09", {1, 2}),
        ("2026-08-08", "2026-08-10", {1, 2}),
        ("of late", "2026-08-10", {1, 2}),
    ],
)
def test_the_first_time_brings_four_weeks_and_the_next_a_week_more_than_what_passed(
    folder: Path, server: ScriptedServer, last: str, today: str, brought: set[int]
) -> None:
    def moment(day: str) -> datetime:
        return datetime.fromisoformat(f"{day}T09:00:00+00:00")

    with Library.open(folder, seeds=False, clock=lambda: moment(today)) as library:
        library.follow(AUTHOR)
        if last:
            library.follows.set_fetched(AUTHOR, last)
        server.script(answer(feed([2, 1], old=[1])))
        run(library, server)
        assert set(library.contents.rows) == {f"arxiv:2608.0000{number}" for number in brought}
    with Library.open(folder) as library:
        assert [one.fetched_at for one in library.follows.all] == [f"{today}T09:00:00.000Z"]


def test_what_was_not_answered_is_asked_for_again_and_what_came_is_kept(
    library: Library, server: ScriptedServer
) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    whole = feed(range(100, 130), 130)
    server.script(
        answer(feed(range(100), 130)), *[cut_answer(whole, announced=True)] * 4, answer(feed([200]))
    )
    result = run(library, server)
    assert result.warnings == ("Tool Gardens: The response of arXiv was truncated.",)
    assert not result.complete
    assert result.papers.new == 101
    assert [bool(one.fetched_at) for one in library.follows.all] == [False, True]
    server.script(answer(feed([200])), answer(feed(range(100), 130)), answer(whole))
    asked = len(server.requests)
    assert run(library, server).papers.new == 30
    assert [one["search_query"][:2] for one in server.parameters[asked:]] == ["au", "al", "al"]


def test_offline_is_told_once(library: Library) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    with scripted_server() as gone:
        address = gone.address
    result = fetch(library, ArxivClient(address, interval=0), cancel=Event())
    assert result.warnings == ("Cannot reach arXiv; check the network.",)
    assert (result.papers.read, result.complete) == (0, False)
    assert library.undo().text.startswith("Nothing")


def test_a_fetch_can_be_stopped_between_and_within_what_is_followed(
    library: Library, server: ScriptedServer
) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    cancel = Event()

    def stop(progress: Progress) -> None:
        if progress.read:
            cancel.set()

    server.script(answer(feed(range(100), 200)))
    result = fetch(library, ArxivClient(server.address, interval=0), cancel=cancel, tell=stop)
    assert result.warnings == ("Stopped.",)
    assert result.papers.new == 100
    assert len(server.requests) == 1
    assert "arxiv:2608.00099" in library


def test_progress_is_told_and_the_library_is_touched_where_it_may_be(
    library: Library, server: ScriptedServer
) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    server.script(answer(feed(range(100), 101)), answer(feed([100], 101)), answer(feed([100])))
    steps: list[Progress] = []
    pieces: list[object] = []

    def here(step: Callable[[], None]) -> None:
        pieces.append(step)
        step()

    client = ArxivClient(server.address, interval=0)
    fetch(library, client, cancel=Event(), tell=steps.append, call=here)
    assert steps == [
        Progress("Tool Gardens", 1, 2, 0, 0),
        Progress("Tool Gardens", 1, 2, 100, 100),
        Progress("Tool Gardens", 1, 2, 101, 101),
        Progress("Ada Author", 2, 2, 101, 101),
        Progress("Ada Author", 2, 2, 102, 101),
    ]
    assert len(pieces) == 1 + 3 + 2 + 1


def test_a_paper_that_came_by_another_way_meanwhile_is_joined(
    library: Library, server: ScriptedServer
) -> None:
    library.follow(AUTHOR)
    library.follow(TOPIC)
    mine = paper(1, key="arxiv:2608.00100", arxiv_id="2608.00100", topics=("Mine",), abstract="Of my own.")

    def meanwhile(progress: Progress) -> None:
        if progress.read == 100:
            action = library.actions.begin_papers()
            library.actions.put_papers(action, {mine.key: mine}, {})
            library.actions.end_papers(action, "Imported mine", 1, {})

    server.script(answer(feed(range(100), 101)), answer(feed([100], 101)), answer(feed([])))
    client = ArxivClient(server.address, interval=0)
    result = fetch(library, client, cancel=Event(), tell=meanwhile)
    assert result.papers == ImportReport(new=100, merged=1)
    assert library.paper(mine.key).topics == ("Mine",)
    assert library.paper(mine.key).abstract == "Of my own."


def test_what_arxiv_cannot_be_asked_for_is_told(library: Library, server: ScriptedServer) -> None:
    library.saved_searches.save("unread", "is:unread")
    library.follow(Scope(ScopeKind.SEARCH, "unread"))
    result = run(library, server)
    assert result.warnings == ("No arXiv query for unread.",)
    assert result.sentence() == "0 new, 0 known, 0 revised"
    assert server.requests == []


def test_nothing_followed_brings_nothing(library: Library, server: ScriptedServer) -> None:
    result = run(library, server)
    assert (result.asked, result.papers.read, server.requests) == (0, 0, [])
    assert (
        result.sentence()
        == "Nothing to fetch yet. Press w to follow a topic, author, category or saved search"
    )


def test_the_readers_own_query_is_asked(library: Library, server: ScriptedServer) -> None:
    library.follow(TOPIC)
    library.follows.set_query(TOPIC, "cat:cs.AI")
    server.script(answer(feed([])))
    run(library, server)
    assert server.parameters[0]["search_query"] == "cat:cs.AI"


def test_a_question_of_too_many_papers_is_told_and_the_next_fetch_begins_after_it(
    library: Library, server: ScriptedServer
) -> None:
    library.follow(AUTHOR)
    server.script(*(answer(feed(range(first, first + 100), 2_000)) for first in range(0, 1_000, 100)))
    result = run(library, server)
    assert result.papers.read == 1_000
    assert result.complete
    assert result.warnings == ("Ada Author: arXiv has more papers; only the newest 1,000 were requested.",)
    assert library.follows.all[0].fetched_at


def test_a_wrong_question_does_not_keep_others_from_being_asked(
    library: Library, server: ScriptedServer
) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    server.script(answer("", 400), answer(feed([1])))
    result = run(library, server)
    assert result.warnings == ("Tool Gardens: arXiv refuses to answer (400).",)
    assert result.papers.new == 1


def test_a_server_that_refuses_is_not_asked_again(library: Library, server: ScriptedServer) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    server.script(answer("", 403))
    assert run(library, server).warnings == ("arXiv refuses to answer (403).",)
    assert len(server.requests) == 1


def test_records_of_an_id_alone_get_their_titles(library: Library, server: ScriptedServer) -> None:
    importer = Importer(library, library.identities())
    importer.take_some([Found(Paper("arxiv:2608.00001", arxiv_id="2608.00001"), 1)], "list")
    importer.finish("list")
    server.script(answer(feed([1])))
    assert run(library, server).papers == ImportReport(merged=1)
    assert server.parameters[0]["id_list"] == "2608.00001"
    assert library.paper("arxiv:2608.00001").title == "Paper 1"


def test_what_the_reader_marks_while_a_fetch_runs_stays(library: Library, server: ScriptedServer) -> None:
    library.follow(TOPIC)
    server.script(answer(feed([1])))
    run(library, server)
    library.apply(STAR, ["arxiv:2608.00001"])
    server.script(answer(feed([1]).replace("00001v1", "00001v2")))

    def mark(reached: Progress) -> None:
        if reached.read:
            library.apply(READ, ["arxiv:2608.00001"])
            library.apply(marks.note("mine"), ["arxiv:2608.00001"])

    fetch(library, ArxivClient(server.address, interval=0), cancel=Event(), tell=mark)
    found = library.mark("arxiv:2608.00001")
    assert (found.read, found.starred, found.note, found.revised) == (True, True, "mine", True)


def test_to_follow_again_brings_back_the_readers_own_query(library: Library) -> None:
    library.follow(TOPIC)
    library.follows.set_query(TOPIC, "all:mine")
    library.follow(TOPIC)
    library.follow(TOPIC)
    follow = library.follows.get(TOPIC)
    assert follow is not None
    assert follow.query == "all:mine"
