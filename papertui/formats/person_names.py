"""Names of people in BibTeX, RIS and CSL: split, joined and parsed."""

import re

from papertui.formats.latex import latex_to_text

_ORGANISATION = re.compile(
    r"\b(?:collaboration|consortium|team|group|university|institute|laborator(?:y|ies)|society|association"
    r"|committee|organi[sz]ation|council|foundation|project|network|center|centre|inc\.?|ltd\.?|et al\.?)$",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:jr|sr)\.?|[iv]{1,4}", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+|(?<=\})and(?=\{)", re.IGNORECASE)
_NO_NAMES = frozenset(("others", "et al.", "et al", "et. al.", ""))
_BRACE = re.compile(r"(?<!\\)[{}]")
_PARTS = ("given", "prefix", "family", "suffix")


def split_name(name: str) -> tuple[str, str]:
    """Return given and family name; the given name is empty for an organisation or a name of one word.

    Joined with a blank, the two parts are the name again.
    """
    given, blank, family = name.rpartition(" ")
    return ("", name) if not blank or _ORGANISATION.search(name) else (given, family)


def join_name(name: str) -> str:
    """Return ``Family, Given`` or ``Family, Given, Jr.`` as "Given Family"; a name without a comma stays."""
    separator = ", " if ", " in name else ","
    family, comma, given = (part.strip() for part in name.strip().partition(separator))
    if not comma or not given:
        return family
    first, _, suffix = given.rpartition(separator)
    if first and _SUFFIX.fullmatch(suffix.strip()):
        return f"{first.strip()} {family} {suffix.strip()}"
    return f"{given} {family}"


def read_names(field: str) -> list[str]:
    """Return the names in a BibTeX author field, in order; ``and others`` is dropped."""
    names = (_name(part) for part in outside_braces(_AND, " ".join(field.split())))
    return [name for name in names if name.lower() not in _NO_NAMES]


def _name(name: str) -> str:
    """Return one name from ``Given von Family``, ``von Family, Jr, Given`` or ``family=..., given=...``."""
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
    """Split text at separators outside braces; ignore unmatched closing braces."""
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
