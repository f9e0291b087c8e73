"""HTTP requests: the only part of papertui that uses the network.

Each request has limits of time and size, can be cancelled, and follows redirects within one server only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse, InvalidURL
from ssl import SSLCertVerificationError
from threading import Event, Thread
from urllib.error import URLError
from urllib.parse import urljoin, urlsplit
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler

from papertui import __version__
from papertui.arxiv.response import AnswerError
from papertui.config.settings import THIS_MACHINE
from papertui.text.cleaning import clean_line

SIZE_LIMIT = 20 << 20
"""Maximum size of a response, in bytes."""

_ELSEWHERE = frozenset({301, 302, 303, 307, 308})
_MOST_REDIRECTS = 3
_PART = 1 << 16
_LOOK = 0.05
"""Seconds between two checks for cancellation."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The response of a server."""

    status: int
    retry_after: str
    body: bytes


class Exchange(Thread):
    """One request in its own thread, since a DNS lookup or a slow server cannot be interrupted otherwise."""

    def __init__(self, address: str, seconds: float) -> None:
        super().__init__(name="arxiv", daemon=True)
        self._address = address
        self._seconds = seconds
        self._abandoned = Event()
        self._outcome: Reply | AnswerError | None = None

    def reply(self, seconds_left: Callable[[], float], cancel: Event) -> Reply:
        """Make the request and return the response. Raises AnswerError, also if it is cancelled or times out."""
        self.start()
        while self.is_alive() and not cancel.is_set() and (left := seconds_left()) > 0:
            self.join(min(left, _LOOK))
        self._abandoned.set()
        outcome = self._outcome
        if cancel.is_set():
            raise AnswerError("Stopped.", down=True)
        if outcome is None:
            raise _too_late()
        if isinstance(outcome, AnswerError):
            raise outcome
        return outcome

    def run(self) -> None:
        """Keep the response, or the reason for its absence."""
        try:
            self._outcome = self._followed()
        except AnswerError as error:
            self._outcome = error
        except (OSError, HTTPException, ValueError) as error:
            self._outcome = _network_fault(error)

    def _followed(self) -> Reply:
        """Return the reply, following redirects within the same server."""
        opener = _opener(self._address)
        address = self._address
        for _ in range(_MOST_REDIRECTS + 1):
            response: HTTPResponse = opener.open(address, timeout=self._seconds)
            with response:
                place = response.headers.get("Location") if response.status in _ELSEWHERE else None
                if place is None:
                    return Reply(
                        response.status, response.headers.get("Retry-After", ""), self._read(response)
                    )
            address = _moved(address, place)
        raise AnswerError("arXiv redirects too many times.", down=True)

    def _read(self, response: HTTPResponse) -> bytes:
        """Return the body. Raises AnswerError if it is too large, or shorter than announced."""
        expected = response.length
        body = bytearray()
        while len(body) != expected and not self._abandoned.is_set() and (part := response.read1(_PART)):
            body += part
            if max(len(body), expected or 0) > SIZE_LIMIT:
                raise AnswerError(f"The response of arXiv is larger than {SIZE_LIMIT >> 20} MB.")
        if expected is not None and len(body) < expected:
            raise AnswerError("The response of arXiv was truncated.", passing=True)
        return bytes(body)


def _opener(address: str) -> OpenerDirector:
    """Return an opener for http and https only, with the user's proxy and without automatic redirects."""
    opener = OpenerDirector()
    own_machine = urlsplit(address).hostname in THIS_MACHINE
    for handler in (ProxyHandler({} if own_machine else None), HTTPHandler(), HTTPSHandler()):
        opener.add_handler(handler)
    opener.addheaders = [("User-Agent", f"papertui/{__version__}")]
    return opener


def _moved(address: str, place: str) -> str:
    """Return the target of a redirect. Raises AnswerError if it is another server or not encrypted."""
    there = urljoin(address, place)
    old, new = urlsplit(address), urlsplit(there)
    if new.hostname == old.hostname and (
        new.scheme == "https" or (new.scheme, new.port) == (old.scheme, old.port)
    ):
        return there
    elsewhere = clean_line(new.netloc, 100) or "no server"
    raise AnswerError(f"arXiv redirects to {elsewhere}, which is refused.", down=True)


def _network_fault(error: OSError | HTTPException | ValueError) -> AnswerError:
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        return _too_late()
    if isinstance(reason, SSLCertVerificationError):
        return AnswerError("The certificate of arXiv is invalid; nothing was read.", down=True)
    if isinstance(reason, ValueError | InvalidURL):
        return AnswerError("The address of arXiv is malformed.", down=True)
    if isinstance(error, URLError):
        return AnswerError("Cannot reach arXiv; check the network.", down=True)
    return AnswerError("The connection to arXiv was lost.", passing=True, down=True)


def _too_late() -> AnswerError:
    return AnswerError("arXiv did not answer in time.", down=True)
