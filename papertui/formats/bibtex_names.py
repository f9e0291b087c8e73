"""The names in an author field of BibTeX or BibLaTeX, as "given family"."""

import re

from papertui.formats.latex import latex_to_text

_AND = re.compile(r"\s+and\s+|(?<=\})and(?=\{)", re.IGNORECASE)
_NO_NAMES = frozenset(("others", "et al.", "et al", "et. al.", ""))
_BRACE = re.compile(r"(?<!\\)[{}]")
_PARTS = ("given", "prefix", "family", "suffix")


def read_names(field: str) -> list[str]:
    """Return the people of a field in order; ``and others`` is nobody."""
    names = (_name(part) for part in outside_braces(_AND, " ".join(field.split())))
    return [name for name in names if name.lower() not in _NO_NAMES]


def _name(name: str) -> str:
    """Return one name. Its forms: ``Given von Family``, ``von Family, Jr, Given``, ``family=..., given=...``."""
    if re.match(r"(?:family|given|prefix|suffix)(?:-i)?\s*=", name):
        return _extended(name)
    parts = [latex_to_text(part).strip() for part in outside_braces(re.compile(","), name)]
    if len(parts) == 1:
        return " ".join(parts[0].split())
    family, *rest = parts
    given = rest[-1]
    return " ".join(" ".join([given, family, *rest[:-1]]).split())


def _extended(name: str) -> str:
    stated: dict[str, str] = {}
    for part in outside_braces(re.compile(","), name):
        key, _, value = part.partition("=")
        stated[key.strip()] = latex_to_text(value).strip().strip('"')
    return " ".join(stated[part] for part in _PARTS if stated.get(part))


def outside_braces(separator: re.Pattern[str], text: str) -> list[str]:
    """Split text where the separator stands outside braces; a brace too many is passed over."""
    parts: list[str] = []
    start = depth = at = 0
    for found in separator.finditer(text):
        for brace in _BRACE.findall(text, at, found.start()):
            depth = depth + 1 if brace == "{" else max(0, depth - 1)
        at = found.start()
        if depth == 0:
            parts.append(text[start : found.start()])
            start = found.end()
    return [*parts, text[start:]]
