"""The edits of marks: which fields each of them sets, and how it is told."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, fields

from papertui.model import Mark
from papertui.text.cleaning import clean_block, clean_line

MarkFields = Mapping[str, object]
TAG_LIMIT, NOTE_LIMIT = 100, 100_000
"""Longest tag and note, in characters."""


@dataclass(frozen=True, slots=True)
class Marking:
    """One kind of edit of marks."""

    change: Callable[[Mark, str], MarkFields]
    """From a mark and the present time, the fields that are to be different; empty where nothing is."""
    done: str
    """What was done, with ``{papers}`` where the papers are named."""
    nothing: str
    """What is said where no mark would be different."""


MARKINGS: Mapping[str, Marking] = {
    "read": Marking(
        lambda mark, now: (
            {} if mark.read and not mark.revised else {"read_at": mark.read_at or now, "revised_at": None}
        ),
        "Marked {papers} read",
        "Already read",
    ),
    "unread": Marking(
        lambda mark, _: {"read_at": None} if mark.read else {}, "Marked {papers} unread", "Already unread"
    ),
    "star": Marking(
        lambda mark, now: {} if mark.starred else {"starred_at": now}, "Starred {papers}", "Already starred"
    ),
    "unstar": Marking(
        lambda mark, _: {"starred_at": None} if mark.starred else {},
        "Took the star from {papers}",
        "Not starred",
    ),
    "dismiss": Marking(
        lambda mark, now: {} if mark.dismissed else {"dismissed_at": now},
        "Dismissed {papers}",
        "Already dismissed",
    ),
    "restore": Marking(
        lambda mark, _: {"dismissed_at": None} if mark.dismissed else {},
        "Brought back {papers}",
        "Not dismissed",
    ),
}


def tagging(tag: str, *, remove: bool) -> Marking:
    """Return the edit that puts a tag on papers, or takes it from them."""
    tag = clean_line(tag, TAG_LIMIT)

    def change(mark: Mark, _: str) -> MarkFields:
        if (tag in mark.tags) is not remove or not tag:
            return {}
        rest = [other for other in mark.tags if other != tag]
        return {"tags": rest if remove else [*rest, tag]}

    if remove:
        return Marking(change, f"Took the tag {tag} from {{papers}}", f"No tag {tag} there")
    return Marking(change, f"Put the tag {tag} on {{papers}}", f"Already tagged {tag}")


def retagging(put: Collection[str], take: Collection[str]) -> Marking:
    """Return the edit that puts some tags on papers and takes others from them."""
    put = [tag for name in put if (tag := clean_line(name, TAG_LIMIT))]

    def change(mark: Mark, _: str) -> MarkFields:
        kept = [tag for tag in mark.tags if tag not in take]
        tags = [*kept, *(tag for tag in put if tag not in kept)]
        return {"tags": tags} if tags != list(mark.tags) else {}

    tagged = [f"put {_tags(put)} on"] if put else []
    taken = [f"took {_tags(take)} from"] if take else []
    words = f"{', '.join(tagged + taken)} {{papers}}"
    return Marking(change, words[:1].upper() + words[1:], "Nothing to change in the tags")


def _tags(names: Collection[str]) -> str:
    return f"the tag{'s' * (len(names) > 1)} {', '.join(names)}"


def renaming_tag(tag: str, name: str) -> Marking:
    """Return the edit that puts another tag in the place of one."""
    name = clean_line(name, TAG_LIMIT)

    def change(mark: Mark, _: str) -> MarkFields:
        if tag not in mark.tags or tag == name or not name:
            return {}
        return {"tags": list(dict.fromkeys(name if other == tag else other for other in mark.tags))}

    return Marking(change, f"Renamed the tag {tag} to {name} on {{papers}}", f"No tag {tag} to rename")


def noting(text: str) -> Marking:
    """Return the edit that writes a note in place of the former one, or removes it."""
    text = clean_block(text, NOTE_LIMIT)
    done = "Wrote a note on {papers}" if text else "Removed the note from {papers}"
    return Marking(lambda mark, _: {"note": text} if mark.note != text else {}, done, "Same note")


def mark_fields(mark: Mark) -> dict[str, object]:
    """Return the fields of a mark as they are stored."""
    return {field.name: _stored(getattr(mark, field.name)) for field in fields(mark)}


def mark_from_fields(stored: MarkFields) -> Mark:
    """Return a stored mark; fields of an unexpected kind count as not set."""

    def time(name: str) -> str | None:
        value = stored.get(name)
        return value if isinstance(value, str) and value else None

    tags = stored.get("tags")
    return Mark(
        read_at=time("read_at"),
        starred_at=time("starred_at"),
        dismissed_at=time("dismissed_at"),
        revised_at=time("revised_at"),
        tags=tuple(str(tag) for tag in tags) if isinstance(tags, list | tuple) else (),
        note=str(stored.get("note") or ""),
    )


def _stored(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
