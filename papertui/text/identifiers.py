"""Identifiers of papers: arXiv ids, DOIs and keys."""

import re
import unicodedata
from dataclasses import dataclass

_NEW_ARXIV = r"\d{4}\.\d{4,5}"
_OLD_ARXIV = (
    r"(?:astro-ph|cond-mat|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|nlin|nucl-ex|nucl-th|physics|quant-ph"
    r"|math|cs|q-bio|q-fin|stat|eess|econ|acc-phys|adap-org|alg-geom|ao-sci|atom-ph|bayes-an|chao-dyn"
    r"|chem-ph|cmp-lg|comp-gas|dg-ga|funct-an|mtrl-th|patt-sol|plasm-ph|q-alg|solv-int|supr-con)"
    r"(?:\.[a-z]{2})?/\d{7}"
)
_ARXIV_ID = re.compile(rf"({_NEW_ARXIV}|{_OLD_ARXIV})(?:v(\d{{1,3}}))?", re.IGNORECASE)
_ARXIV_PREFIX = re.compile(
    r"^(?:(?:https?://)?(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html|format|ps|e-print|src)/"
    r"|(?:https?://)?(?:www\.)?(?:alphaxiv\.org/abs|huggingface\.co/papers|ar5iv\.(?:org|labs\.arxiv\.org)/(?:abs|html))/"
    r"|(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.48550/arxiv\."
    r"|oai:arxiv\.org:|arxiv:\s*|info:arxiv/)",
    re.IGNORECASE,
)
_DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.|www\.)?doi\.org/|doi:\s*|info:doi/)", re.IGNORECASE)
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"\\\x00-\x1f]{1,240}|10/[a-z][a-z0-9]{2,9}", re.IGNORECASE)
"""A DOI (https://www.doi.org/doi-handbook/) or a short DOI (https://shortdoi.org)."""


@dataclass(frozen=True, slots=True)
class ArxivId:
    """An arXiv id in lower case without its version, and the version if given."""

    id: str
    version: int | None = None


def parse_arxiv_id(text: str) -> ArxivId | None:
    """Parse an arXiv id, arXiv address or arXiv DOI; None if it is none of these.

    The subject class of an old id (``math.GT/0309136``) is dropped, as on arXiv.
    Format: https://info.arxiv.org/help/arxiv_identifier.html
    """
    bare = _ARXIV_PREFIX.sub("", text.strip(), count=1)
    bare = re.sub(r"(?:\.pdf)?(?:[?#].*)?/?$", "", bare, flags=re.IGNORECASE)
    match = _ARXIV_ID.fullmatch(bare)
    if match is None:
        return None
    plain = re.sub(r"\.[a-z]{2}/", "/", match[1].lower())
    return ArxivId(plain, int(match[2]) if match[2] else None)


def parse_doi(text: str) -> str | None:
    """Parse a DOI or its address, in lower case; None if it is neither."""
    bare = _DOI_PREFIX.sub("", text.strip(), count=1).rstrip(".,;")
    if "<" not in bare:
        bare = bare.rstrip(">")
    return bare.lower() if _DOI.fullmatch(bare) else None


def paper_key(
    *, arxiv_id: str = "", doi: str = "", title: str = "", first_author: str = "", year: str = ""
) -> str:
    """Return the key of a paper: its arXiv id, else its DOI, else a hash of title, author and year.

    The DOI that arXiv assigns (``10.48550/arXiv.ID``) counts as the arXiv id.
    """
    named = parse_arxiv_id(arxiv_id) or (parse_arxiv_id(doi) if doi else None)
    if named is not None:
        return f"arxiv:{named.id}"
    if doi and (plain := parse_doi(doi)):
        return f"doi:{plain}"
    import hashlib  # noqa: PLC0415 - slow to load, and most papers have an id

    identity = "\n".join((_letters(title), _letters(first_author), year))
    return f"local:{hashlib.sha256(identity.encode()).hexdigest()[:12]}"


def parse_key(text: str) -> str | None:
    """Parse a key, an arXiv id, a DOI or an address of either into a key; None if it is none of these."""
    text = text.strip()
    if re.fullmatch(r"local:[0-9a-f]{12}", text):
        return text
    if named := parse_arxiv_id(text):
        return f"arxiv:{named.id}"
    if doi := parse_doi(text):
        return f"doi:{doi}"
    return None


def _letters(text: str) -> str:
    """Return the letters and digits of a text, without case or accents.

    Keys are made of this and must never change, so it is separate from the folding of the search.
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if letter.isalnum())
