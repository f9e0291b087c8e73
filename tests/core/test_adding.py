"""Papers are added by their names, all of them or, where arXiv does not answer, none."""

from threading import Event

import pytest

from papertui.arxiv import ArxivClient
from papertui.errors import NetworkError
from papertui.library import Library
from papertui.library.marks import STAR
from papertui.model import Paper
from papertui.transfer.add import AddReport, add
from papertui.transfer.importer import ImportReport
from tests.core.scripted_server import ScriptedServer, answer, feed, scripted_server


def run(library: Library, server: ScriptedServer, *texts: str) -> AddReport:
    """Add without a pause between requests."""
    return add(library, ArxivClient(server.address, interval=0), texts, cancel=Event())


def test_ids_addresses_and_arxivs_own_dois_are_asked_for_together(
    library: Library, server: ScriptedServer
) -> None:
    server.script(answer(feed([3, 1, 2, 4])))
    added = run(
        library,
        server,
        "2608.00001", "https://arxiv.org/pdf/2608.00002v1", "https://doi.org/10.48550/arXiv.2608.00003",
        "arxiv:2608.00004", "2608.00001 ", "http://arxiv.org/abs/2608.00001",
    )  # fmt: skip
    assert added.papers == ImportReport(new=4)
    assert added.key == "arxiv:2608.00004"
    assert added.warnings == ()
    assert added.sentence() == "4 new, 0 known, 0 revised"
    assert [one["id_list"] for one in server.parameters] == [
        "2608.00001,2608.00002v1,2608.00003,2608.00004",
    ]  # fmt: skip
    library.undo()
    assert "arxiv:2608.00004" not in library


def test_a_doi_of_another_place_makes_a_record_with_the_doi_alone(
    library: Library, server: ScriptedServer
) -> None:
    added = run(library, server, "https://doi.org/10.1000/ABC", "doi:10.1000/abc")
    assert added.key == "doi:10.1000/abc"
    assert added.warnings == (
        "Only the DOI of 10.1000/abc is known; import its BibTeX to complete the record.",
    )
    stored = library.paper("doi:10.1000/abc")
    assert stored == Paper("doi:10.1000/abc", doi="10.1000/abc", sources=("doi",), added=stored.added)
    assert server.requests == []
    again = run(library, server, "10.1000/abc")
    assert (again.papers, again.key, again.warnings) == (ImportReport(merged=1), "doi:10.1000/abc", ())
    library.undo()
    assert len(library) == 35


def test_a_doi_of_a_paper_that_is_there_is_that_paper(library: Library, server: ScriptedServer) -> None:
    entry = feed([1]).replace(
        "<published>", '<doi xmlns="http://arxiv.org/schemas/atom">10.1000/abc</doi><published>'
    )
    server.script(answer(entry))
    added = run(library, server, "2608.00001", "10.1000/abc")
    assert (added.papers, added.key) == (ImportReport(new=1, merged=1), "arxiv:2608.00001")


def test_what_is_not_there_is_told_and_the_rest_is_added(library: Library, server: ScriptedServer) -> None:
    server.script(answer(feed([1])))
    added = run(library, server, "2608.00001", "2608.09999", "no\x1b[2Jthing", " ", "2608.99")
    assert added.papers == ImportReport(new=1)
    assert added.warnings == (
        "no␛[2Jthing is not an arXiv id, a DOI or an address of one.",
        "An empty word is not an arXiv id, a DOI or an address of one.",
        "2608.99 is not an arXiv id, a DOI or an address of one.",
        "arXiv has no paper 2608.09999.",
    )


def test_an_added_paper_joins_the_one_that_is_there(library: Library, server: ScriptedServer) -> None:
    library.apply(STAR, ["arxiv:2608.06197"])
    server.script(answer(feed([6197]).replace("06197v1", "06197v2")))
    added = run(library, server, "2608.06197")
    assert (added.papers, len(library)) == (ImportReport(merged=1), 35)
    assert library.mark("arxiv:2608.06197").starred


def test_without_a_network_nothing_is_half_done(library: Library) -> None:
    with scripted_server() as gone:
        pass
    with pytest.raises(NetworkError, match=r"^Cannot reach arXiv; check the network\.$"):
        run(library, gone, "2608.00001", "10.1000/abc")
    assert "doi:10.1000/abc" not in library
    assert library.undo().text == "Nothing to undo"
    assert run(library, gone, "10.1000/abc").papers.new == 1


def test_a_second_page_that_fails_leaves_nothing_of_the_first(
    library: Library, server: ScriptedServer
) -> None:
    server.script(answer(feed(range(100))), answer("", 403))
    with pytest.raises(NetworkError, match=r"^arXiv refuses to answer \(403\)\.$"):
        run(library, server, *(f"2608.{number:05d}" for number in range(150)))
    assert len(library) == 35
