"""Edits of marks: read, star, dismiss, tags and notes."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from papertui.documents import MarkFields
from papertui.model import Mark
from papertui.text.cleaning import clean_block, clean_line

TAG_LIMIT, NOTE_LIMIT = 100, 100_000
"""Maximum length of a tag and of a note, in characters."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One kind of edit of marks: its name, its sentences, its inverse and the fields it changes."""

    id: str
    verb: str
    """An imperative with ``{papers}`` in place of the papers, such as ``Star {papers}``."""
    done: str
    """The sentence that reports the edit, with ``{papers}`` in place of the papers."""
    nothing: str
    """The sentence for papers that do not need the edit."""
    change: Callable[[Mark, str], MarkFields]
    """From a mark and the current time, the fields to change; empty if there are none."""
    inverse: str = ""
    """The id of the edit that takes this one back; empty if no single edit does."""


READ = Edit(
    "read",
    "Mark {papers} read",
    "Marked {papers} read",
    "Already read",
    lambda mark, now: (
        {} if mark.read and not mark.revised else {"read_at": mark.read_at or now, "revised_at": None}
    ),
    "unread",
)
UNREAD = Edit(
    "unread",
    "Mark {papers} unread",
    "Marked {papers} unread",
    "Already unread",
    lambda mark, _: {"read_at": None} if mark.read else {},
    "read",
)
STAR = Edit(
    "star",
    "Star {papers}",
    "Starred {papers}",
    "Already starred",
    lambda mark, now: {} if mark.starred else {"starred_at": now},
    "unstar",
)
UNSTAR = Edit(
    "unstar",
    "Unstar {papers}",
    "Unstarred {papers}",
    "Not starred",
    lambda mark, _: {"starred_at": None} if mark.starred else {},
    "star",
)
DISMISS = Edit(
    "dismiss",
    "Dismiss {papers}",
    "Dismissed {papers}",
    "Already dismissed",
    lambda mark, now: {} if mark.dismissed else {"dismissed_at": now},
    "undismiss",
)
UNDISMISS = Edit(
    "undismiss",
    "Undismiss {papers}",
    "Undismissed {papers}",
    "Not dismissed",
    lambda mark, _: {"dismissed_at": None} if mark.dismissed else {},
    "dismiss",
)
EDITS: Mapping[str, Edit] = {edit.id: edit for edit in (READ, UNREAD, STAR, UNSTAR, DISMISS, UNDISMISS)}
"""The edits that need no further word, by id."""


def tag(name: str) -> Edit:
    """Return the edit that adds a tag."""
    name = clean_line(name, TAG_LIMIT)

    def change(mark: Mark, _: str) -> MarkFields:
        return {"tags": [*mark.tags, name]} if name and name not in mark.tags else {}

    return Edit(
        "tag", f"Tag {{papers}} {name}", f"Tagged {{papers}} {name}", f"Already tagged {name}", change
    )


def untag(name: str) -> Edit:
    """Return the edit that removes a tag."""
    name = clean_line(name, TAG_LIMIT)

    def change(mark: Mark, _: str) -> MarkFields:
        return {"tags": [other for other in mark.tags if other != name]} if name in mark.tags else {}

    verb = f"Remove the tag {name} from {{papers}}"
    return Edit("untag", verb, verb.replace("Remove", "Removed"), f"Not tagged {name}", change)


def retag(add: Collection[str], remove: Collection[str]) -> Edit:
    """Return the edit that adds some tags and removes others."""
    add = [tag for name in add if (tag := clean_line(name, TAG_LIMIT))]

    def change(mark: Mark, _: str) -> MarkFields:
        kept = [tag for tag in mark.tags if tag not in remove]
        tags = [*kept, *(tag for tag in add if tag not in kept)]
        return {"tags": tags} if tags != list(mark.tags) else {}

    parts = [f"{words} {', '.join(tags)}" for words, tags in (("added", add), ("removed", remove)) if tags]
    done = f"Tags of {{papers}}: {', '.join(parts)}"
    return Edit("retag", "Change the tags of {papers}", done, "No tags to change", change)


def rename_tag(old: str, new: str) -> Edit:
    """Return the edit that renames a tag; papers that have both tags keep one."""
    new = clean_line(new, TAG_LIMIT)

    def change(mark: Mark, _: str) -> MarkFields:
        if old not in mark.tags or old == new or not new:
            return {}
        return {"tags": list(dict.fromkeys(new if other == old else other for other in mark.tags))}

    return Edit(
        "rename-tag",
        f"Rename the tag {old} to {new} on {{papers}}",
        f"Renamed the tag {old} to {new} on {{papers}}",
        f"No tag {old} to rename",
        change,
    )


def note(text: str) -> Edit:
    """Return the edit that replaces the note; an empty text removes it."""
    text = clean_block(text, NOTE_LIMIT)
    done = "Saved the note on {papers}" if text else "Removed the note from {papers}"
    return Edit(
        "note",
        "Edit the note on {papers}",
        done,
        "Note unchanged",
        lambda mark, _: {"note": text} if mark.note != text else {},
    )
