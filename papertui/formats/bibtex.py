"""BibTeX and BibLaTeX reader. The only module that uses bibtexparser.

Entries that the parser rejects are read again: duplicate keys, duplicate fields, a missing comma.
Fields as in https://ctan.org/pkg/biblatex and https://info.arxiv.org/help/hypertex/bibstyles/index.html.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from papertui.formats.fields import (
    Fields,
    arxiv_categories,
    make_record,
    read_version,
    unwrapped,
    without_markup,
)
from papertui.formats.latex import latex_to_text
from papertui.formats.person_names import outside_braces, read_names
from papertui.formats.types import Found, Skipped
from papertui.text.cleaning import FIELD_LIMIT, clean_line
from papertui.text.dates import join_date, read_date, read_month
from papertui.text.identifiers import parse_arxiv_id

if TYPE_CHECKING:
    from bibtexparser.model import Block, Entry

_KEY_WITHOUT_COMMA = re.compile(
    r"^([^\S\n]*@[a-zA-Z]+\s*[{(]\s*[^\s,={}()\"#%]+)([^\S\n]*\n\s*[a-zA-Z][\w-]*\s*=)", re.MULTILINE
)
_COMMA = re.compile("[,;]")
_PIECE = re.compile(r"\s*(?:(?P<mark>[{\"#,])|(?P<word>[^\s{}\"#,=]+)\s*(?P<equals>=)?|(?P<other>[}=]))")
_BRACE = re.compile(r"(?<!\\)[{}]")
_QUOTE_OR_BRACE = re.compile(r'(?<!\\)[{}"]')
_NAMED_ID = re.compile(
    r"(?:arxiv(?:\s+(?:e-?prints?|preprint|papers?))?[\s:.,]*(?:arxiv:\s*)?|arxiv\.org/(?:abs|pdf)/|\babs/)"
    r"((?:[a-z-]+(?:\.[a-z]{2})?/\d{7}|\d{4}\.\d{4,5})(?:v\d+)?)(?!\d)",
    re.IGNORECASE,
)
_WORDS = frozenset(("note", "howpublished"))
"""Fields of free text, which may name the id of another paper."""
_BEFORE_ID = re.compile(
    r"[\s{]*(?:(?:also )?(?:available )?(?:at|as|on|in)? ?:? ?)?(?:\\(?:url|href|tt)\s*\{)?(?:https?://)?(?:www\.|export\.)?",
    re.IGNORECASE,
)
_PLACES_OF_ID = (
    "journal",
    "journaltitle",
    "volume",
    "number",
    "pages",
    "note",
    "howpublished",
    "publisher",
    "series",
)
_NOT_INHERITED = frozenset(
    (
        "title",
        "author",
        "doi",
        "url",
        "eprint",
        "abstract",
        "crossref",
        "xref",
        "ids",
        "eprinttype",
        "archiveprefix",
    )
)
_VENUES = ("journal", "journaltitle", "booktitle", "howpublished", "publisher", "institution", "school")


def read(text: str) -> Iterator[Found | Skipped]:
    """Yield every entry of a BibTeX file, or of other text with entries in it, such as Markdown."""
    from bibtexparser.model import Entry, String  # noqa: PLC0415 - loaded for BibTeX only
    from bibtexparser.splitter import Splitter  # noqa: PLC0415

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    blocks = Splitter(_KEY_WITHOUT_COMMA.sub(r"\1,\2", text)).split().blocks
    strings: dict[str, str] = {}
    for block in blocks:
        if isinstance(block, String):
            strings[block.key.lower()] = _values(f"x = {block.value}", strings).get("x", "")
    parents = _parents([block for block in blocks if isinstance(block, Entry)], strings)
    for block in blocks:
        found = getattr(block, "ignore_error_block", None) or block
        line = (block.start_line or 0) + 1
        if isinstance(found, Entry):
            yield _record(found, line, strings, parents)
        elif getattr(block, "error", None) is not None and not re.match(
            r"@(?:comment|preamble)", block.raw or "", re.IGNORECASE
        ):
            yield Skipped(line, _reason(block))


def _reason(block: "Block") -> str:
    start = clean_line((block.raw or "").split("\n", 1)[0], 40)
    return f"the entry {start} is not closed, or lacks a comma or an equals sign"


def _parents(entries: "Sequence[Entry]", strings: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Return the fields of the entries referred to by others, by lower-case key."""
    wanted: set[str] = set()
    for entry in entries:
        wanted.update(
            field.value.strip(' {}"').lower() for field in entry.fields if field.key.lower() == "crossref"
        )
    parents: dict[str, dict[str, str]] = {}
    for entry in entries:
        if (key := entry.key.lower()) in wanted and key not in parents:
            parents[key] = _fields(entry, strings)
    return parents


def _record(
    entry: "Entry", line: int, strings: Mapping[str, str], parents: Mapping[str, Mapping[str, str]]
) -> Found | Skipped:
    fields = _fields(entry, strings)
    if not fields:
        return Skipped(line, "it has no fields")
    for name, value in fields.items():
        if len(value) > FIELD_LIMIT:
            return Skipped(
                line, f"the field {clean_line(name, 40)} is longer than {FIELD_LIMIT:,} characters"
            )
    if parent := parents.get(fields.get("crossref", "").strip().lower()):
        fields = _inherited(fields, parent)
    return make_record(_meaning(fields, entry.key), line)


def _inherited(fields: dict[str, str], parent: Mapping[str, str]) -> dict[str, str]:
    passed_on = {name: value for name, value in parent.items() if name not in _NOT_INHERITED}
    if "title" in parent and "booktitle" not in parent:
        passed_on["booktitle"] = parent["title"]
    return passed_on | fields


def _fields(entry: "Entry", strings: Mapping[str, str]) -> dict[str, str]:
    """Return the values by lower-case field name; of duplicate fields the first that is not empty."""
    fields: dict[str, str] = {}
    for field in entry.fields:
        name = field.key.lower()
        for key, value in _values(f"{name} = {field.value}", strings).items():
            if not fields.get(key, "").strip():
                fields[key] = value
    return fields


def _values(text: str, strings: Mapping[str, str]) -> dict[str, str]:
    """Read ``name = {value} # "value" # word``, and the next field if the comma before it is missing."""
    simple = re.fullmatch(r"([^\s={}\"]+) = (?:\{([^{}\\\"]*)\}|(\d+))", text)
    if simple:
        return {simple[1]: simple[2] if simple[2] is not None else simple[3]}
    values: dict[str, str] = {}
    name, at = "", 0
    while piece := _PIECE.match(text, at):
        at = piece.end()
        if piece["equals"]:
            name = piece["word"].lower()
            values.setdefault(name, "")
        elif piece["word"]:
            values[name] = values.get(name, "") + _word(piece["word"], strings)
        elif piece["mark"] in {"{", '"'}:
            end = _end(text, at, piece["mark"])
            values[name] = values.get(name, "") + text[at:end]
            at = end + 1
    values.pop("", None)
    return values


def _word(word: str, strings: Mapping[str, str]) -> str:
    """Return the text of an ``@string`` name; an unknown name is its own text."""
    return strings.get(word.lower(), word)


def _end(text: str, start: int, opening: str) -> int:
    """Return the end of the value that begins at `start`: its closing brace or quote, else the end of the text."""
    depth = 0
    for sign in (_BRACE if opening == "{" else _QUOTE_OR_BRACE).finditer(text, start):
        if depth == 0 and sign[0] == ("}" if opening == "{" else '"'):
            return sign.start()
        if sign[0] != '"':
            depth += 1 if sign[0] == "{" else -1
    return len(text)


def _meaning(fields: Mapping[str, str], key: str) -> Fields:
    arxiv_id = _arxiv_id(fields)
    title = fields.get("title", "").strip() or fields.get("booktitle", "")
    if subtitle := fields.get("subtitle", "").strip():
        title = f"{title}: {subtitle}"
    primary = (fields.get("primaryclass", "") or fields.get("eprintclass", "")).strip(" []")
    return Fields(
        title=_line(title),
        authors=read_names(fields.get("author", "")),
        date=_date(fields),
        abstract=without_markup(latex_to_text(unwrapped(fields.get("abstract", "")))),
        arxiv_id=arxiv_id,
        version=read_version(fields.get("version", "")),
        doi=_doi(fields.get("doi", "")),
        venue=_line(next((fields[name] for name in _VENUES if _is_venue(fields.get(name, ""))), "")),
        urls=[_address(fields[name]) for name in ("url", "ee", "link", "howpublished") if fields.get(name)],
        categories=arxiv_categories(_keywords(fields), primary) if arxiv_id else (),
        name=key,
    )


def _keywords(fields: Mapping[str, str]) -> list[str]:
    return [latex_to_text(word) for word in outside_braces(_COMMA, fields.get("keywords", ""))]


def _line(value: str) -> str:
    return without_markup(latex_to_text(value))


def _is_venue(value: str) -> bool:
    """Return whether a value is a venue, not an address or a note that the paper is on arXiv."""
    bare = value.strip(" {}").lower()
    return bool(bare) and not re.match(r"\\url|https?:|arxiv\b|corr$|abs/", bare)


def _address(value: str) -> str:
    """Return an address or DOI; a tilde in it is literal."""
    return latex_to_text(value.replace("~", r"\textasciitilde{}")).strip().strip("<>")


def _doi(value: str) -> str:
    """Return a DOI without the braces around it; braces within it are literal."""
    bare = value.strip()
    while bare.startswith("{") and bare.endswith("}"):
        bare = bare[1:-1].strip()
    return _address(bare) if "\\" in bare else bare


def _date(fields: Mapping[str, str]) -> str:
    if date := read_date(latex_to_text(fields.get("date", ""))):
        return date
    year = read_date(latex_to_text(fields.get("year", "")))
    if len(year) != len("2026"):
        return year
    words = latex_to_text(fields.get("month", ""))
    day = latex_to_text(fields.get("day", "")) or "".join(re.findall(r"\b\d{1,2}\b", words)[:1])
    month = read_month(words)
    return join_date(year, month, day.strip() if re.search("[A-Za-z]", words) or fields.get("day") else "")


def _arxiv_id(fields: Mapping[str, str]) -> str:
    """Return the arXiv id of an entry; empty for the number of another archive."""
    archive = fields.get("archiveprefix", fields.get("eprinttype", "")).strip().lower()
    eprint = latex_to_text(fields.get("eprint", "")).strip()
    if archive in {"", "arxiv"} and eprint:
        group = re.match("[a-z-]*", fields.get("primaryclass", "") or fields.get("eprintclass", ""))
        for candidate in (eprint, f"{group[0]}/{eprint}" if group else ""):
            if parse_arxiv_id(candidate):
                return candidate
    for name in ("arxiv", "arxivid", "arxiv_id", "url", "ee", "link", "doi"):
        if parse_arxiv_id(candidate := _address(fields.get(name, ""))):
            return candidate
    for name in _PLACES_OF_ID:
        named = _NAMED_ID.search(fields.get(name, "")[:1_000])
        if named and (name not in _WORDS or _BEFORE_ID.fullmatch(fields[name][: named.start()])):
            return named[1]
    return ""
