"""What tests of the network share."""

from collections.abc import Iterator

import pytest

from tests.core.scripted_server import ScriptedServer, scripted_server


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """Return a server that runs for the time of the test."""
    with scripted_server() as running:
        yield running
