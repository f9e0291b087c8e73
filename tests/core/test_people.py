"""Authors: the head of their page, co-topics, and names that may be one person's."""

import pytest

from papertui.insights.people import (
    affiliations_in,
    authors_in,
    other_names,
    papers_of,
    person,
    query_for,
    topics_in,
)
from papertui.library import Library
from papertui.model import Scope, ScopeKind
from tests.conftest import paper

LIANG = "Leowei Liang"


def with_authors(library: Library, *lists: tuple[str, ...]) -> Library:
    """Put a made-up paper for each list of authors into the library."""
    papers = [paper(number, authors=names) for number, names in enumerate(lists, 1)]
    library.actions.change_papers("Put papers", {each.key: each for each in papers})
    return library


def test_the_head_of_an_author_page(library: Library) -> None:
    head = person(library, LIANG)
    assert head.names == (LIANG,)
    assert len(head.keys) == 6
    assert (head.first, head.last) == ("2026-07", "2026-09")
    assert head.coauthors[0] == ("Haitao Mi", 4)
    assert LIANG not in dict(head.coauthors)
    assert ("Terminal Agents", 1) in head.topics
    assert sorted(head.keys) == sorted(library.scopes.keys(Scope(ScopeKind.AUTHOR, LIANG)))


def test_an_unknown_author_has_an_empty_page(library: Library) -> None:
    heads = [person(library, name) for name in ("Nobody Known", "", "…")]
    found = [
        (one.keys, one.first, one.last, one.coauthors, other_names(library, one.names[0])) for one in heads
    ]
    assert found == [((), "", "", (), [])] * 3


def test_an_author_is_who_is_spelt_just_so(library: Library) -> None:
    with_authors(library, ("Ada Byron", "Bo"), ("Byron Ada",), ("ada byron",), ("Ada Byron King",))
    assert papers_of(library, "Ada Byron") == ["arxiv:2601.00001"]


def test_every_author_has_the_papers_that_name_them(library: Library) -> None:
    counted = authors_in(library, library.contents.rows)
    assert len(counted) > 100
    assert [(name, len(papers_of(library, name))) for name, _ in counted] == list(counted)


def test_what_stands_together_is_counted_within_a_scope(library: Library) -> None:
    topic = "LLM Agent Training"
    keys = list(library.contents.with_topic(topic))
    assert topics_in(library, keys)[0] == (topic, 30)
    together = topics_in(library, keys, without=(topic,))
    assert together[0] == ("RL for LLM Agents", 8)
    assert topic not in dict(together)
    narrowed = [key for key in keys if "RL for LLM Agents" in library.paper(key).topics]
    assert len(narrowed) == 8
    assert affiliations_in(library, keys)[0] == ("Shanghai Jiao Tong University", 4)


@pytest.mark.parametrize("name", [LIANG, "LeoweiLiang", "L. Liang"])
def test_a_name_written_otherwise_is_offered_whichever_one_asks(library: Library, name: str) -> None:
    names = {LIANG, "LeoweiLiang", "L. Liang"}
    with_authors(library, ("LeoweiLiang",), ("L. Liang", "Bo"))
    assert set(other_names(library, name)) == names - {name}


def test_a_short_name_that_fits_two_people_is_offered_to_neither(library: Library) -> None:
    with_authors(library, ("L. Liang",), ("LeoweiLiang",), ("Lin Liang",))
    assert other_names(library, "L. Liang") == []
    assert other_names(library, "Lin Liang") == []
    assert other_names(library, LIANG) == ["LeoweiLiang"]


def test_middle_names_may_be_left_out_but_given_names_do_not_change(library: Library) -> None:
    with_authors(library, ("Ada M. Byron",), ("Ada Byron",), ("Ada Byrons",), ("Eva Byron",), ("Byron",))
    assert other_names(library, "Ada Byron") == ["Ada M. Byron"]
    assert other_names(library, "Eva Byron") == []
    assert other_names(library, "Byron") == []


def test_accents_and_case_do_not_part_a_name(library: Library) -> None:
    with_authors(library, ("José Müller",), ("Jose Muller",), ("J. MÜLLER",))
    assert set(other_names(library, "José Müller")) == {"Jose Muller", "J. MÜLLER"}


def test_names_taken_as_one_are_asked_for_together_and_nothing_is_merged(library: Library) -> None:
    with_authors(library, ("LeoweiLiang",), ("L. Liang", "Bo"))
    names = (LIANG, *other_names(library, LIANG))
    head = person(library, *names)
    assert len(head.keys) == 8
    assert not set(names) & set(dict(head.coauthors))
    assert sorted(library.find(query_for(names)).keys) == sorted(head.keys)
    assert len(person(library, LIANG).keys) == 6
