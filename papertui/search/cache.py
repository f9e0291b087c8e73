"""Cache file of the search index.

Plain data in the byte order of the machine::

    16 bytes  b"papertui index 1"        name and version of the format
     2 bytes  0xFEFF                     byte order
     2 bytes  0
     4 bytes  CRC-32 of all that follows
    blocks, each an unsigned 64-bit length, so many bytes, and zeros up to a multiple of 8:
      stamp, keys, further ids, orders, traits, alive, ends of headings, headings,
      and for each segment: number of its first document, terms, known,
      and for each field: starts, documents

A file that is damaged, foreign, of another version or of another state of the library is no index: the
reader gets None and builds anew. Tags, notes and states are not in it: they change all the time.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from papertui.atomic_file import Block, replace_file
from papertui.search.documents import Catalog
from papertui.search.segment import FIELDS, Segment

SIZE_LIMIT = 4_000_000_000
"""Maximum size of a cache file, in bytes."""

_HEADER = struct.Struct("=16sHHI")
_NAME = b"papertui index 1"
_BYTE_ORDER = 0xFEFF
_LENGTH = struct.Struct("=Q")


def save_index(path: Path, stamp: str, catalog: Catalog, segments: Iterable[tuple[int, Segment]]) -> None:
    """Write the cache file atomically. Raises OSError."""
    blocks = [*_blocks(stamp, catalog, segments)]
    checksum = 0
    for block in blocks:
        checksum = zlib.crc32(block, checksum)
    replace_file(path, [_HEADER.pack(_NAME, _BYTE_ORDER, 0, checksum), *blocks], mode=0o600)


def load_index(path: Path, stamp: str) -> tuple[Catalog, list[Segment], list[int]] | None:
    """Read the file; None if it is missing, damaged, from another version or of another stamp."""
    try:
        if path.stat().st_size > SIZE_LIMIT:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    if len(data) < _HEADER.size:
        return None
    name, byte_order, reserved, checksum = _HEADER.unpack_from(data)
    content = memoryview(data)[_HEADER.size :]
    if (name, byte_order, reserved) != (_NAME, _BYTE_ORDER, 0) or zlib.crc32(content) != checksum:
        return None
    try:
        return _read(_cut(content), stamp)
    except (ValueError, StopIteration, struct.error):
        return None


def _blocks(stamp: str, catalog: Catalog, segments: Iterable[tuple[int, Segment]]) -> Iterator[Block]:
    for content in (_text([stamp]), *catalog.columns()):
        yield from _block(content)
    for first, segment in segments:
        yield from _block(_LENGTH.pack(first))
        yield from _block(_text(segment.terms))
        yield from _block(segment.known)
        for field in FIELDS:
            yield from _block(segment.starts[field])
            yield from _block(segment.documents[field])


def _block(content: Block) -> Iterator[Block]:
    size = memoryview(content).nbytes
    yield _LENGTH.pack(size)
    yield content
    yield bytes(-size % 8)


def _text(lines: list[str]) -> bytes:
    return "\n".join(lines).encode()


def _cut(content: memoryview) -> Iterator[memoryview]:
    at = 0
    while at < len(content):
        (size,) = _LENGTH.unpack_from(content, at)
        at += _LENGTH.size
        if at + size > len(content):
            raise ValueError("block beyond the end of the file")
        yield content[at : at + size]
        at += size + -size % 8


def _read(blocks: Iterator[memoryview], stamp: str) -> tuple[Catalog, list[Segment], list[int]] | None:
    if str(next(blocks), "utf-8") != stamp:
        return None
    catalog = Catalog.of_columns(*(next(blocks) for _ in range(Catalog.COLUMNS)))
    segments, firsts = [], []
    for first in blocks:
        firsts.append(_LENGTH.unpack(first)[0])
        terms = _lines(next(blocks))
        known = bytes(next(blocks))
        columns = [next(blocks).cast("I") for _ in range(2 * len(FIELDS))]
        starts = dict(zip(FIELDS, columns[::2], strict=True))
        documents = dict(zip(FIELDS, columns[1::2], strict=True))
        segments.append(Segment(terms, starts, documents, known))
    return catalog, segments, firsts


def _lines(block: memoryview) -> list[str]:
    return str(block, "utf-8").split("\n") if len(block) else []
