"""arXiv is asked politely and within limits, and whatever comes of it is told; a real server plays its moods."""

from collections.abc import Callable, Sequence
from contextlib import closing
from socket import socket
from threading import Event

import pytest

from papertui.arxiv import ArxivClient, Fetched
from papertui.errors import UsageError
from papertui.model import Paper
from tests.core.scripted_server import (
    ScriptedServer,
    Step,
    answer,
    cut_answer,
    endless_answer,
    feed,
    hang_up,
    scripted_server,
    silence,
)

PAGE = 100
HTML = "<!DOCTYPE html><html><body><h1>503 Service Unavailable</h1></body></html>"
ERROR = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#bad</id>'
    "<title>Error</title><summary>incorrect id format for \x9babc</summary></entry></feed>"
)


class Pauses:
    """A clock that stands still, but for the waits, which take no time and are noted."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.waits: list[float] = []

    def clock(self) -> float:
        return self.now

    def wait(self, seconds: float, cancel: Event) -> None:
        self.waits.append(seconds)
        self.now += seconds


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


@pytest.fixture
def client(server: ScriptedServer, pauses: Pauses) -> ArxivClient:
    return ArxivClient(server.address, clock=pauses.clock, wait=pauses.wait)


def search(client: ArxivClient, *, since: str = "", limit: int = 1_000) -> Fetched:
    return client.search("all:agents", since=since, limit=limit, cancel=Event(), on_page=ignore)


def ignore(papers: Sequence[Paper], total: int) -> None:
    """Take no notice of a page."""


def numbers(fetched: Fetched) -> list[int]:
    return [int(paper.arxiv_id.split(".")[1]) for paper in fetched.papers]


def test_pages_follow_each_other_three_seconds_apart(
    server: ScriptedServer, client: ArxivClient, pauses: Pauses
) -> None:
    server.script(*(answer(feed(range(first, min(first + PAGE, 230)), 230)) for first in (0, 100, 200)))
    pages: list[tuple[int, int]] = []
    fetched = client.search(
        "all:agents", cancel=Event(), on_page=lambda papers, total: pages.append((len(papers), total))
    )
    assert fetched.complete
    assert fetched.warning == ""
    assert numbers(fetched) == list(range(230))
    assert pages == [(100, 230), (100, 230), (30, 230)]
    assert pauses.waits == [3.0, 3.0]
    assert [(one["start"], one["max_results"]) for one in server.parameters] == [
        ("0", "100"), ("100", "100"), ("200", "30"),
    ]  # fmt: skip
    first = server.parameters[0]
    assert (first["search_query"], first["sortBy"], first["sortOrder"]) == (
        "all:agents", "submittedDate", "descending",
    )  # fmt: skip
    assert all(agent.startswith("papertui/") for agent in server.agents)


def test_the_next_question_waits_too(server: ScriptedServer, client: ArxivClient, pauses: Pauses) -> None:
    server.script(answer(feed([1])))
    search(client)
    search(client)
    assert pauses.waits == [3.0]


def test_nothing_found_is_a_whole_answer(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer(feed([])))
    assert search(client) == Fetched((), complete=True)
    assert len(server.requests) == 1


def test_papers_that_come_twice_count_once(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer(feed(range(100), 102)), answer(feed([99, 100, 101], 102)))
    assert numbers(search(client)) == list(range(102))


def test_it_stops_at_papers_older_than_wanted(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer(feed(range(100), 300)), answer(feed(range(100, 200), 300, old=range(102, 200))))
    for since in ("2026-08-02", "2026-08"):
        fetched = search(client, since=since)
        assert fetched.complete
        assert numbers(fetched) == list(range(102))
        server.script(answer(feed(range(200), 300, old=range(102, 200))))
    assert len(server.requests) == 3


def test_no_more_are_asked_for_than_wanted(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer(feed(range(100), 5_000)), answer(feed(range(100, 120), 5_000)))
    fetched = search(client, limit=120)
    assert server.parameters[1]["max_results"] == "20"
    assert len(fetched.papers) == 120
    assert fetched.complete
    assert fetched.warning == "arXiv has more papers; only the newest 120 were requested."


PASSING: dict[str, tuple[Step, str]] = {
    "an empty page": (answer(feed([], 130)), "arXiv left out a part of its answer."),
    "429": (answer("slow down", 429), "arXiv is too busy to answer (429)."),
    "503 with a web page": (answer(HTML, 503), "arXiv is too busy to answer (503)."),
    "a web page": (answer(HTML), "arXiv sent a web page instead of papers."),
    "text": (answer("Rate exceeded."), "arXiv answered “Rate exceeded” instead of papers."),
    "text that acts": (
        answer("\x1b[2JRate\x9b exceeded"), "arXiv answered “␛[2JRate\ufffd exceeded” instead of papers.",
    ),
    "nothing": (answer(""), "arXiv sent an empty response."),
    "other XML": (answer("<rss/>"), "arXiv did not send papers."),
    "a cut body": (cut_answer(feed(range(100, 130)), announced=True), "The response of arXiv was truncated."),
    "a cut body of unknown length": (
        cut_answer(feed(range(100, 130)), announced=False), "The response of arXiv is truncated or broken.",
    ),
    "a lost connection": (hang_up, "The connection to arXiv was lost."),
}  # fmt: skip


@pytest.mark.parametrize(("fault", "sentence"), PASSING.values(), ids=PASSING)
def test_faults_that_pass_are_waited_out(
    server: ScriptedServer, client: ArxivClient, pauses: Pauses, fault: Step, sentence: str
) -> None:
    good = answer(feed(range(100), 130)), answer(feed(range(100, 130), 130))
    server.script(good[0], fault, fault, good[1])
    fetched = search(client)
    assert fetched.complete
    assert len(fetched.papers) == 130
    assert pauses.waits[0] == 3.0
    assert 3.0 <= pauses.waits[1] <= 3.75
    assert 6.0 <= pauses.waits[2] <= 7.5


@pytest.mark.parametrize(("fault", "sentence"), PASSING.values(), ids=PASSING)
def test_faults_that_stay_are_told_and_what_came_is_kept(
    server: ScriptedServer, client: ArxivClient, fault: Step, sentence: str
) -> None:
    server.script(answer(feed(range(100), 130)), fault)
    fetched = search(client)
    assert fetched.warning == sentence
    assert not fetched.complete
    assert len(fetched.papers) == 100
    assert len(server.requests) == 5


LASTING: dict[str, tuple[Step, str]] = {
    "an error feed": (answer(ERROR), "arXiv rejects the query: incorrect id format for \ufffdabc."),
    "an error feed with its status": (
        answer(ERROR, 400), "arXiv rejects the query: incorrect id format for \ufffdabc.",
    ),
    "400": (answer(HTML, 400), "arXiv refuses to answer (400)."),
    "403": (answer(HTML, 403), "arXiv refuses to answer (403)."),
    "404": (
        answer(HTML, 404), "No arXiv API at this address (404); check arxiv.address in config.toml.",
    ),
    "a document type": (
        answer('<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "b">]><feed/>'),
        "The response of arXiv declares a document type, which is refused.",
    ),
    "an announced big body": (
        answer("<feed>", Content_Length=str(30 << 20)),
        "The response of arXiv is larger than 20 MB.",
    ),
    "an endless body": (endless_answer(b" " * (1 << 16)), "The response of arXiv is larger than 20 MB."),
    "a redirect loop": (
        answer("", 302, Location="/api/query?again"), "arXiv redirects too many times.",
    ),
    "a redirect to another scheme": (
        answer("", 302, Location="file:///etc/passwd"), "arXiv redirects to no server, which is refused.",
    ),
    "a redirect to nowhere": (
        answer("", 302, Location="http://["), "The address of arXiv is malformed.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("fault", "sentence"), LASTING.values(), ids=LASTING)
def test_faults_that_do_not_pass_are_told_at_once(
    server: ScriptedServer, client: ArxivClient, pauses: Pauses, fault: Step, sentence: str
) -> None:
    server.script(fault)
    fetched = search(client)
    assert (fetched.papers, fetched.complete, fetched.warning) == ((), False, sentence)
    assert pauses.waits == []


@pytest.mark.parametrize(
    ("fault", "down"),
    [
        (answer(ERROR), False), (answer(HTML), False), (answer(feed([], 9)), False), (answer("", 400), False),
        (answer("", 403), True), (answer("", 404), True), (answer("", 503), True),
        (answer("", 429, Retry_After="120"), True), (answer("", 302, Location="/api/query"), True),
    ],
)  # fmt: skip
def test_a_fault_of_one_question_is_told_from_one_of_all(
    server: ScriptedServer, client: ArxivClient, fault: Step, down: bool
) -> None:
    server.script(fault)
    assert search(client).down is down


def test_a_redirect_on_the_same_server_is_followed(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer("", 301, Location="/elsewhere"), answer(feed([1])))
    assert numbers(search(client)) == [1]
    assert server.requests[1] == "/elsewhere"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_redirect_to_another_server_is_not_followed(
    server: ScriptedServer, client: ArxivClient, host: str
) -> None:
    with scripted_server() as other:
        place = f"{host}:{other.server_port}"
        server.script(answer("", 302, Location=f"http://{place}/api/query"))
        assert search(client).warning == f"arXiv redirects to {place}, which is refused."
        assert other.requests == []


def test_a_server_is_left_alone_as_long_as_it_asks(
    server: ScriptedServer, client: ArxivClient, pauses: Pauses
) -> None:
    server.script(answer("", 429, Retry_After="9"), answer("", 503, Retry_After="1"), answer(feed([1])))
    assert search(client).complete
    assert pauses.waits[0] == 9.0
    assert pauses.waits[1] >= 6.0


@pytest.mark.parametrize("when", ["120", "Fri, 01 Jan 2100 00:00:00 GMT"])
def test_a_wait_without_end_is_not_begun(
    server: ScriptedServer, client: ArxivClient, pauses: Pauses, when: str
) -> None:
    server.script(answer("", 429, Retry_After=when), answer(feed([1])))
    for _ in range(2):
        assert search(client).warning.startswith("arXiv asks to wait ")
    assert len(server.requests) == 1
    assert pauses.waits == []
    pauses.now += 4e9
    assert search(client).complete


@pytest.mark.parametrize("when", ["soon", "Sat, 01 Jan 2000 00:00:00 GMT", "Sat, 01 Jan 2000 00:00:00 -0000"])
def test_a_wait_that_says_nothing_does_no_harm(
    server: ScriptedServer, client: ArxivClient, pauses: Pauses, when: str
) -> None:
    server.script(answer("", 429, Retry_After=when), answer(feed([1])))
    assert search(client).complete
    assert 3.0 <= pauses.waits[0] <= 3.75


SLOW: dict[str, Step] = {
    "silence": silence,
    "a dripping body": endless_answer(b" ", 0.01),
    "dripping headers": endless_answer(b"a", 0.01, in_headers=True),
}


@pytest.mark.parametrize("slow", SLOW.values(), ids=SLOW)
def test_a_slow_server_is_given_up_in_time(server: ScriptedServer, slow: Step) -> None:
    server.script(answer(feed(range(100), 200)), slow)
    fetched = search(ArxivClient(server.address, interval=0, seconds=0.3))
    assert fetched.warning == "arXiv did not answer in time."
    assert fetched.down
    assert len(fetched.papers) == 100


@pytest.mark.parametrize("slow", SLOW.values(), ids=SLOW)
def test_a_question_can_be_stopped_while_it_is_asked(server: ScriptedServer, slow: Step) -> None:
    cancel = Event()

    def stop_then_be_slow() -> Callable[..., None]:
        def step(handler: object) -> None:
            cancel.set()
            slow(handler)  # type: ignore[arg-type]  # it is the handler that the server hands in

        return step

    server.script(answer(feed(range(100), 200)), stop_then_be_slow())
    client = ArxivClient(server.address, interval=0, seconds=600)
    fetched = client.search("all:agents", cancel=cancel, on_page=ignore)
    assert fetched.warning == "Stopped."
    assert len(fetched.papers) == 100


def test_a_question_can_be_stopped_between_pages(server: ScriptedServer) -> None:
    server.script(answer(feed(range(100), 200)))
    cancel = Event()
    client = ArxivClient(server.address, interval=600)
    fetched = client.search("all:agents", cancel=cancel, on_page=lambda *_: cancel.set())
    assert fetched.warning == "Stopped."
    assert len(fetched.papers) == 100
    assert len(server.requests) == 1


def test_without_a_network_it_says_so_calmly(pauses: Pauses) -> None:
    with closing(socket()) as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/api/query"
        fetched = search(ArxivClient(address, clock=pauses.clock, wait=pauses.wait))
    assert fetched.warning == "Cannot reach arXiv; check the network."
    assert pauses.waits == []


def test_a_machine_that_does_not_speak_https_is_told(server: ScriptedServer, pauses: Pauses) -> None:
    server.script(answer(feed([1])))
    address = server.address.replace("http://", "https://")
    fetched = search(ArxivClient(address, clock=pauses.clock, wait=pauses.wait))
    assert fetched.warning == "Cannot reach arXiv; check the network."


def test_papers_come_by_their_ids(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer(feed(range(100))), answer(feed([100])))
    wanted = [f"2608.{number:05d}" for number in range(102)]
    fetched = client.by_ids([*wanted, "arXiv:2608.00001", *wanted[:3]], cancel=Event(), on_page=ignore)
    assert numbers(fetched) == list(range(101))
    assert fetched.complete
    assert fetched.warning == "arXiv has no paper 2608.00101."
    assert [len(one["id_list"].split(",")) for one in server.parameters] == [100, 2]


def test_ids_may_name_a_version(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer(feed([7])))
    fetched = client.by_ids(
        ["https://arxiv.org/abs/2608.00007v1", "solv-int/9901001v2"], cancel=Event(), on_page=ignore
    )
    assert server.parameters[0]["id_list"] == "2608.00007v1,solv-int/9901001v2"
    assert fetched.warning == "arXiv has no paper solv-int/9901001v2."


def test_what_is_no_id_is_not_asked_for(server: ScriptedServer, client: ArxivClient) -> None:
    with pytest.raises(UsageError, match=r"^10\.1000/x is not an arXiv id\.$"):
        client.by_ids(["2608.00001", "10.1000/x"], cancel=Event(), on_page=ignore)
    assert client.by_ids([], cancel=Event(), on_page=ignore) == Fetched((), complete=True)
    assert server.requests == []


def test_records_without_an_id_are_told(server: ScriptedServer, client: ArxivClient) -> None:
    server.script(answer(feed([1, 2]).replace("abs/2608.00001v1", "abs/else")))
    fetched = search(client)
    assert numbers(fetched) == [2]
    assert fetched.warning == "Skipped 1 record without an arXiv id."


@pytest.mark.parametrize(
    "address",
    ["http://export.arxiv.org/api/query", "ftp://127.0.0.1/", "https://", "https://[", "", "file:///x", "http://10.0.0.1/"],
)  # fmt: skip
def test_only_https_or_this_machine_is_asked(address: str) -> None:
    with pytest.raises(UsageError, match="is neither an https address nor an http one of this machine"):
        ArxivClient(address)
