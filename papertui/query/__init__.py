"""Query language: one parser for the search bar, saved searches and the shell.

Plain words are enough. Beside them stand ``"phrases"``, ``-not``, ``OR``, parentheses, fields such as
``title:graph``, ``author:="Yijun Lu"`` or ``cat:cs.AI,cs.CL``, states (``is:unread``), possessions
(``has:note``), dates (``after:2w``), an order (``sort:title``) and saved searches (``@morning``).
`parse_query` reads a text into a tree that the search evaluates; `complete` offers what Tab may insert.
"""

from papertui.query.complete import Completion, complete
from papertui.query.parse import FREE_LIMIT, QUERY_LIMIT, parse_query
from papertui.query.tree import (
    And,
    Anything,
    Complaint,
    Dated,
    Field,
    Having,
    Identifier,
    Node,
    Not,
    Or,
    Query,
    State,
    Words,
)

__all__ = [
    "FREE_LIMIT",
    "QUERY_LIMIT",
    "And",
    "Anything",
    "Complaint",
    "Completion",
    "Dated",
    "Field",
    "Having",
    "Identifier",
    "Node",
    "Not",
    "Or",
    "Query",
    "State",
    "Words",
    "complete",
    "parse_query",
]
