"""Queries in the language of the arXiv API.

Language: https://info.arxiv.org/help/api/user-manual.html#query_details
"""

import re

from papertui.model import Scope, ScopeKind
from papertui.query import And, Field, Node, Not, Or, Words, parse_query
from papertui.text.cleaning import clean_line
from papertui.text.dates import utc_now

LIMIT = 1_000
"""Maximum length of a query, in characters."""
_PREFIXES = {
    Field.TITLE: "ti",
    Field.AUTHOR: "au",
    Field.CATEGORY: "cat",
    Field.ABSTRACT: "abs",
    Field.TOPIC: "all",
    Field.VENUE: "jr",
    None: "all",
}
_QUOTED = re.compile('"[^"]*"')
_NO_WORDS = re.compile(r"[^\w.\-\s]+")


def arxiv_query(scope: Scope, saved: str = "") -> str:
    """Return the arXiv query for a scope; `saved` is the query of a saved search.

    Empty if arXiv has no such query, as for a saved search by tag.
    """
    match scope.kind:
        case ScopeKind.TOPIC:
            return _term("all", scope.name, phrase=True)
        case ScopeKind.AUTHOR:
            return _term("au", scope.name, phrase=True)
        case ScopeKind.CATEGORY:
            return _term("cat", scope.name, phrase=True)
        case ScopeKind.SEARCH:
            return clean_line(_translated(parse_query(saved, now=utc_now().date()).root), LIMIT)
        case _:
            return ""


def query_fault(query: str) -> str:
    """Return the syntax error of an arXiv query as a sentence; empty if there is none."""
    if query.count('"') % 2:
        return "A quotation mark is not closed."
    depth = 0
    for sign in _QUOTED.sub("", query):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
    return "The parentheses do not match." if depth else ""


def _translated(node: Node) -> str:
    """Return the part of a query that arXiv understands, without states, dates and the user's own fields."""
    match node:
        case Words():
            prefix = _PREFIXES.get(node.field, "")
            return _term(prefix, node.text, phrase=node.phrase or node.whole) if prefix else ""
        case And():
            wanted = [
                text for part in node.parts if not isinstance(part, Not) and (text := _translated(part))
            ]
            unwanted = [
                text
                for part in node.parts
                if isinstance(part, Not) and _is_whole(part.part) and (text := _translated(part.part))
            ]
            joined = _joined(wanted, " AND ")
            excluding = "".join(f" ANDNOT {text}" for text in unwanted)
            return f"({joined}{excluding})" if joined and excluding else joined
        case Or():
            texts = [_translated(part) for part in node.parts]
            return _joined(texts, " OR ") if all(texts) else ""
        case _:
            return ""


def _is_whole(node: Node) -> bool:
    """Return whether arXiv understands all of a query; a part of an exclusion would exclude too much."""
    if isinstance(node, And | Or):
        return all(map(_is_whole, node.parts))
    return bool(_translated(node)) and not isinstance(node, Not)


def _joined(texts: list[str], word: str) -> str:
    return f"({word.join(texts)})" if len(texts) > 1 else "".join(texts)


def _term(prefix: str, text: str, *, phrase: bool) -> str:
    """Return words with their field, without signs that have a meaning in the language."""
    words = _NO_WORDS.sub(" ", clean_line(text, LIMIT)).split()
    if not words:
        return ""
    if len(words) == 1:
        return f"{prefix}:{words[0]}"
    return (
        f'{prefix}:"{" ".join(words)}"'
        if phrase
        else _joined([f"{prefix}:{word}" for word in words], " AND ")
    )
