"""What is followed, in the words of arXiv; what only the library knows is left out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papertui.arxiv.query import arxiv_query, query_fault
from papertui.model import Scope, ScopeKind

TOPIC = Scope(ScopeKind.TOPIC, "Tool Gardens")
AUTHOR = Scope(ScopeKind.AUTHOR, "Ada Author")


@pytest.mark.parametrize(
    ("scope", "saved", "query"),
    [
        (TOPIC, "", 'all:"Tool Gardens"'),
        (AUTHOR, "", 'au:"Ada Author"'),
        (Scope(ScopeKind.CATEGORY, "cs.CL"), "", "cat:cs.CL"),
        (Scope(ScopeKind.SEARCH, "x"), "tree graph", "(all:tree AND all:graph)"),
        (Scope(ScopeKind.SEARCH, "x"), 'title:"deep tree" cat:cs.AI,cs.CL is:unread -survey after:2w',
         '((ti:"deep tree" AND (cat:cs.AI OR cat:cs.CL)) ANDNOT all:survey)'),
        (Scope(ScopeKind.SEARCH, "x"), "tree -survey OR graph", "((all:tree ANDNOT all:survey) OR all:graph)"),
        (Scope(ScopeKind.SEARCH, "x"), "tag:later", ""),
        (Scope(ScopeKind.SEARCH, "x"), "", ""),
        (Scope(ScopeKind.TOPIC, 'A") OR all:x'), "", 'all:"A OR all x"'),
        (Scope(ScopeKind.STARRED), "", ""),
    ],
)  # fmt: skip
def test_what_is_followed_in_the_language_of_arxiv(scope: Scope, saved: str, query: str) -> None:
    assert arxiv_query(scope, saved) == query


@given(
    st.text(max_size=40)
    | st.lists(st.sampled_from(['"', "(", ")", "OR", "a", "-", "title:", ","])).map(" ".join)
)
def test_any_search_gives_a_query_whose_signs_are_paired(saved: str) -> None:
    query = arxiv_query(Scope(ScopeKind.SEARCH, "mine"), saved)
    bare = "".join(query.split('"')[::2])
    assert query.count('"') % 2 == 0
    assert bare.count("(") == bare.count(")")


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ('all:"deep (tree" AND (cat:cs.AI OR cat:cs.CL)', ""),
        ("", ""),
        ('all:"deep tree', "A quotation mark is not closed."),
        ("(all:tree", "The parentheses do not match."),
        ("all:tree) AND (all:graph", "The parentheses do not match."),
    ],
)
def test_what_arxiv_would_not_understand_is_told(query: str, fault: str) -> None:
    assert query_fault(query) == fault
