"""New papers of what is followed, and papers by their ids, from a server on this machine."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from papertui.adding import add
from papertui.arxiv import ArxivClient
from papertui.arxiv_query import arxiv_query
from papertui.errors import NetworkError
from papertui.fetching import Progress, fetch
from papertui.library import Library
from papertui.model import Scope, ScopeKind
from tests.core.scripted_server import ScriptedServer, answer, feed, hang_up, scripted_server

TOPIC = Scope(ScopeKind.TOPIC, "LLM Agent Training")
AUTHOR = Scope(ScopeKind.AUTHOR, "Ada Author")


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """Return a server that has nothing until it is told."""
    with scripted_server() as running:
        running.script(answer(feed([])))
        yield running


@pytest.fixture
def client(server: ScriptedServer) -> ArxivClient:
    """Return a client that asks the server without a pause."""
    return ArxivClient(server.address, interval=0.0, seconds=5.0)


@pytest.mark.parametrize(
    ("scope", "saved", "query"),
    [
        (TOPIC, "", 'all:"LLM Agent Training"'),
        (AUTHOR, "", 'au:"Ada Author"'),
        (Scope(ScopeKind.CATEGORY, "cs.CL"), "", "cat:cs.CL"),
        (Scope(ScopeKind.SEARCH, "x"), "tree graph", "(all:tree AND all:graph)"),
        (Scope(ScopeKind.SEARCH, "x"), 'title:"deep tree" cat:cs.AI,cs.CL is:unread -survey after:2w',
         '(ti:"deep tree" AND (cat:cs.AI OR cat:cs.CL)) ANDNOT all:survey'),
        (Scope(ScopeKind.SEARCH, "x"), "tag:later", ""),
        (Scope(ScopeKind.SEARCH, "x"), "", ""),
        (Scope(ScopeKind.TOPIC, 'A") OR all:x'), "", 'all:"A OR all x"'),
        (Scope(ScopeKind.STARRED), "", ""),
    ],
)  # fmt: skip
def test_what_is_followed_in_the_language_of_arxiv(scope: Scope, saved: str, query: str) -> None:
    assert arxiv_query(scope, saved) == query


def test_new_papers_of_what_is_followed_come_in_under_their_topic(
    library: Library, server: ScriptedServer, client: ArxivClient
) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    server.script(answer(feed([1, 2])), answer(feed([2, 3])))
    reached: list[Progress] = []
    report = fetch(library, client, cancel=Event(), tell=reached.append)
    assert (report.papers.new, report.papers.merged, report.warnings) == (3, 1, ())
    assert [one["search_query"] for one in server.parameters] == [
        'all:"LLM Agent Training"',
        'au:"Ada Author"',
    ]
    assert TOPIC.name in library.paper("arxiv:2608.00001").topics
    assert library.paper("arxiv:2608.00003").topics == ()
    assert reached[-1].sentence() == "Fetching Ada Author (2 of 2): 2 papers, 3 new"
    assert "arxiv:2608.00002" in library.find("is:new").keys
    library.undo()
    assert len(library) == 35


def test_the_next_fetch_asks_from_the_last_one_on(
    library: Library, server: ScriptedServer, client: ArxivClient
) -> None:
    library.follow(TOPIC)
    fetch(library, client, cancel=Event())
    follow = library.follows.get(TOPIC)
    assert follow is not None
    assert follow.fetched_at
    library.settle()
    library.follows.reload()
    assert library.follows.get(TOPIC) == follow


def test_the_readers_own_query_is_asked(
    library: Library, server: ScriptedServer, client: ArxivClient
) -> None:
    library.follow(TOPIC)
    library.follows.set_query(TOPIC, "cat:cs.AI")
    fetch(library, client, cancel=Event())
    assert server.parameters[0]["search_query"] == "cat:cs.AI"


def test_what_came_before_a_fault_is_kept_and_that_follow_is_asked_again(
    library: Library, server: ScriptedServer, client: ArxivClient
) -> None:
    library.follow(TOPIC)
    numbers = list(range(1, 101))
    server.script(answer(feed(numbers, total=150)), answer("nope", status=403))
    report = fetch(library, client, cancel=Event())
    assert report.papers.new == 100
    assert "refuses" in report.warnings[0]
    follow = library.follows.get(TOPIC)
    assert follow is not None
    assert follow.fetched_at == ""


def test_offline_is_one_sentence(library: Library, server: ScriptedServer) -> None:
    client = ArxivClient(f"http://127.0.0.1:{server.server_port}/x", interval=0.0, seconds=1.0)
    server.script(hang_up)
    library.follow(TOPIC)
    library.follow(AUTHOR)
    report = fetch(library, client, cancel=Event())
    assert len(report.warnings) == 1
    assert report.papers.read == 0
    with pytest.raises(NetworkError):
        add(library, client, ["2608.00001"], cancel=Event())
    assert len(library) == 35


def test_a_fetch_that_is_stopped_keeps_what_came(
    library: Library, server: ScriptedServer, client: ArxivClient
) -> None:
    library.follow(TOPIC)
    library.follow(AUTHOR)
    server.script(answer(feed([1])))
    cancel = Event()
    report = fetch(
        library, client, cancel=cancel, tell=lambda reached: cancel.set() if reached.read else None
    )
    assert report.papers.new == 1
    assert len(server.requests) == 1


def test_records_of_an_id_alone_get_their_titles(
    library: Library, server: ScriptedServer, client: ArxivClient
) -> None:
    server.script(answer(feed([])))
    with pytest.raises(NetworkError):
        add(library, ArxivClient("http://127.0.0.1:1/", interval=0.0), ["2608.00001"], cancel=Event())
    add(library, client, ["10.1000/x"], cancel=Event())
    from papertui.formats import Found
    from papertui.importing import Importer
    from papertui.model import Paper

    importer = Importer(library, library.identities())
    importer.take_some([Found(Paper("arxiv:2608.00001", arxiv_id="2608.00001"), 1)], "list")
    importer.finish("list")
    server.script(answer(feed([1])))
    fetch(library, client, cancel=Event())
    assert library.paper("arxiv:2608.00001").title == "Paper 1"


def test_adding_tells_what_is_unknown_and_what_is_a_doi_alone(
    library: Library, server: ScriptedServer, client: ArxivClient
) -> None:
    server.script(answer(feed([1])))
    words = ["https://arxiv.org/abs/2608.00001", "2608.00099", "10.1000/x", "nonsense"]
    report = add(library, client, words, cancel=Event())
    assert report.papers.new == 2
    told = " ".join(report.warnings)
    assert "no paper 2608.00099" in told
    assert "nothing but the DOI" in told
    assert "nonsense is no arXiv id" in told
    assert library.paper("doi:10.1000/x").url == "https://doi.org/10.1000/x"


def run(folder: Path, server: ScriptedServer, *words: str) -> subprocess.CompletedProcess[str]:
    """Run papertui with a config that names the server."""
    home = folder / "config"
    for place in (home / "papertui", home):
        place.mkdir(parents=True, exist_ok=True)
    text = f'[arxiv]\naddress = "{server.address}"\ninterval = 0\n'
    (home / "papertui" / "config.toml").write_text(text)
    environment = os.environ | {"XDG_CONFIG_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "papertui", "--library", str(folder / "library"), *words],
        capture_output=True, text=True, timeout=60, check=False, env=environment,
    )  # fmt: skip


def test_the_shell_adds_and_fetches(tmp_path: Path, server: ScriptedServer) -> None:
    server.script(answer(feed([1])))
    added = run(tmp_path, server, "add", "2608.00001v1")
    assert (added.returncode, added.stdout) == (0, "")
    assert "1 new" in added.stderr
    listed = run(tmp_path, server, "list", "id:2608.00001", "--format", "json")
    assert json.loads(listed.stdout)[0]["title"] == "Paper 1"
    assert "Nothing is followed yet" in run(tmp_path, server, "fetch").stderr
    assert run(tmp_path, server, "add", "nonsense").returncode == 1


def test_a_shell_that_is_offline_says_so_calmly(tmp_path: Path, server: ScriptedServer) -> None:
    server.script(answer("<html>503</html>", status=404))
    offline = run(tmp_path, server, "add", "2608.00001")
    assert offline.returncode == 2
    assert len(offline.stderr.splitlines()) == 1
    assert "404" in offline.stderr
