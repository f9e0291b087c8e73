"""A server on this machine that answers each request by the next step of a script."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from urllib.parse import parse_qs, urlsplit

Step = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Notes the request, then does what the script says."""

    server: "ScriptedServer"

    def do_GET(self) -> None:
        self.server.requests.append(self.path)
        self.server.agents.append(self.headers["User-Agent"])
        try:
            self.server.next_step()(self)
        except OSError:
            self.close_connection = True  # the client has left, as clients that are stopped do

    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Say nothing."""


class ScriptedServer(ThreadingHTTPServer):
    """Its last step answers whatever comes after it too."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests: list[str] = []
        self.agents: list[str] = []
        self.closing = Event()
        self._steps: list[Step] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/api/query"

    @property
    def parameters(self) -> list[dict[str, str]]:
        """The parameters of each request."""
        queries = (parse_qs(urlsplit(path).query) for path in self.requests)
        return [{name: values[0] for name, values in query.items()} for query in queries]

    def script(self, *steps: Step) -> None:
        self._steps = list(steps)

    def next_step(self) -> Step:
        return self._steps.pop(0) if len(self._steps) > 1 else self._steps[0]


@contextmanager
def scripted_server() -> Iterator[ScriptedServer]:
    """Run a server until the end of the block."""
    with ScriptedServer() as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.closing.set()
        server.shutdown()
        thread.join()


def answer(body: str | bytes, status: int = 200, **headers: str) -> Step:
    """Return a step that sends a whole answer; a header's name has ``_`` for ``-``."""
    content = body.encode() if isinstance(body, str) else body

    def step(handler: Handler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return step


def cut_answer(body: str, *, announced: bool) -> Step:
    """Return a step that sends half an answer, of which the whole length may have been announced."""

    def step(handler: Handler) -> None:
        handler.send_response(200)
        if announced:
            handler.send_header("Content-Length", str(len(body.encode())))
        handler.end_headers()
        handler.wfile.write(body.encode()[: len(body) // 2])

    return step


def endless_answer(part: bytes, pause: float = 0.0, *, in_headers: bool = False) -> Step:
    """Return a step that sends the same part again and again, in the body or in a header."""

    def step(handler: Handler) -> None:
        handler.wfile.write(b"HTTP/1.0 200 OK\r\n" + (b"X: " if in_headers else b"\r\n"))
        while not handler.server.closing.wait(pause):
            handler.wfile.write(part)

    return step


def silence(handler: Handler) -> None:
    """Answer nothing until the server closes."""
    handler.server.closing.wait()


def hang_up(handler: Handler) -> None:
    """Close the connection without a word."""
    handler.close_connection = True


def feed(numbers: Sequence[int], total: int | None = None, old: Collection[int] = ()) -> str:
    """Return a page of made-up papers in Atom as arXiv writes it, of August 2026, or of July for the old ones."""
    days = {number: "07-31" if number in old else "08-05" for number in numbers}
    entries = "".join(
        f"<entry><id>http://arxiv.org/abs/2608.{number:05d}v1</id><title>Paper {number}</title>"
        f"<published>2026-{day}T10:00:00Z</published><author><name>Ada Author</name></author></entry>"
        for number, day in days.items()
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"'
        ' xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"<opensearch:totalResults>{len(numbers) if total is None else total}</opensearch:totalResults>"
        f"{entries}</feed>"
    )
