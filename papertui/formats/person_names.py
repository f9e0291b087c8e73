"""Names of people as other programs keep them: family name and given name apart."""

import re

_BODY = re.compile(
    r"\b(?:collaboration|consortium|team|group|university|institute|laborator(?:y|ies)|society|association"
    r"|committee|organi[sz]ation|council|foundation|project|network|center|centre|inc\.?|ltd\.?|et al\.?)$",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"(?:jr|sr)\.?|[iv]{1,4}", re.IGNORECASE)


def split_name(name: str) -> tuple[str, str]:
    """Return given and family name; the given name is empty for a body of people or a name of one word.

    The two parts with a blank between them are the name again.
    """
    given, blank, family = name.rpartition(" ")
    return ("", name) if not blank or _BODY.search(name) else (given, family)


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
