"""The half of the library that edits marks: read, star, dismiss, tags and notes."""

from collections.abc import Callable, Collection, Sequence

from papertui.library.history import MarkEdit
from papertui.library.lists import Answers
from papertui.library.marks import (
    MARKINGS,
    MarkFields,
    Marking,
    mark_fields,
    noting,
    renaming_tag,
    retagging,
    tagging,
)
from papertui.model import Change, Mark
from papertui.text.dates import timestamp


class MarkEdits(Answers):
    """Everything that the reader can do to the marks of papers; each edit is one action with one undo."""

    def apply(self, marking: str, keys: Sequence[str]) -> Change:
        """Change marks in one of the ways of `marking.MARKINGS`."""
        return self._mark(MARKINGS[marking], keys)

    def toggle(self, on: str, off: str, keys: Sequence[str]) -> Change:
        """Apply `on` to all of the keys, or `off` where none of them needs it."""
        now = timestamp(self.clock())
        needed = any(MARKINGS[on].change(mark, now) for mark in self.alike(keys))
        return self.apply(on if needed else off, keys)

    def change_marks(
        self, keys: Sequence[str], change: Callable[[Mark], MarkFields], done: str, nothing: str
    ) -> Change:
        """Change the marks of papers by a rule, as one action.

        `done` tells what happened, with ``{papers}`` where the papers are named; `nothing` is said where the
        rule changes no mark.
        """
        edits = []
        for mark, group in self.alike(keys).items():
            if after := change(mark):
                was = mark_fields(mark)
                edits.append(MarkEdit(tuple(group), {name: was[name] for name in after}, after))
        if not edits:
            return Change((), nothing)
        touched = [key for edit in edits for key in edit.keys]
        return self._act(done.replace("{papers}", self.naming(touched)), tuple(edits))

    def tag(self, keys: Sequence[str], tag: str, *, remove: bool = False) -> Change:
        """Put a tag on papers, or take it from them."""
        return self._mark(tagging(tag, remove=remove), keys)

    def retag(self, keys: Sequence[str], put: Collection[str], take: Collection[str]) -> Change:
        """Put some tags on papers and take others from them."""
        return self._mark(retagging(put, take), keys)

    def rename_tag(self, tag: str, name: str) -> Change:
        """Give a tag another name on every paper; where there is a tag of that name, the two become one."""
        return self._mark(renaming_tag(tag, name), self._with_tag(tag))

    def delete_tag(self, tag: str) -> Change:
        """Take a tag from every paper that has it."""
        return self.tag(self._with_tag(tag), tag, remove=True)

    def note(self, key: str, text: str) -> Change:
        """Write a note on a paper in place of the former one; an empty text removes it."""
        return self._mark(noting(text), [key])

    def _with_tag(self, tag: str) -> Sequence[str]:
        """Return every key with a tag, also of papers that are dismissed or were deleted."""
        return [key for key, mark in self._marks.items() if tag in mark.tags]

    def _mark(self, way: Marking, keys: Sequence[str]) -> Change:
        now = timestamp(self.clock())
        return self.change_marks(
            keys, lambda mark: way.change(mark, now), way.done, f"{way.nothing}: {self.naming(keys)}"
        )

    def _act(self, text: str, edits: tuple[MarkEdit, ...]) -> Change:
        """Do edits of marks and keep them for undo."""
        raise NotImplementedError
