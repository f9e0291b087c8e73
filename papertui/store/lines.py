"""Checksummed lines: JSON arrays that begin with the CRC-32 of the rest.

A line is ``["CHECKSUM",REST]`` with CHECKSUM the CRC-32 (as in zlib and gzip, RFC 1952 section 8) of the
bytes of REST as eight hex digits. So each line is JSON that ``grep`` and ``jq`` read, and a damaged one is
known.
"""

import zlib

import orjson

_PREFIX = len(b'["01234567",')


def seal(content: bytes, seed: int = 0) -> bytes:
    """Return the line, line end included, that holds `content`: the items of a JSON array without brackets.

    `seed` begins the checksum: a line sealed with one seed counts as damaged under another, so that stale
    lines of another file cannot pass.
    """
    return b'["%08x",%b]\n' % (zlib.crc32(content, seed), content)


def unseal(line: bytes, seed: int = 0) -> bytes | None:
    """Return the content of a line without its line end, None where it is damaged."""
    content = line[_PREFIX:-1]
    if line[:_PREFIX] == b'["%08x",' % zlib.crc32(content, seed) and line[-1:] == b"]":
        return content
    return None


def items_of(content: bytes) -> list[object] | None:
    """Return the decoded items of a line's content, None where they are no JSON."""
    try:
        items: list[object] = orjson.loads(b"[%b]" % content)
    except ValueError:
        return None
    return items


def mark_of(line: bytes) -> bytes:
    """Return the first bytes of a line, which hold its checksum and so tell it from any other."""
    return line[:_PREFIX]
