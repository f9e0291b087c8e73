"""The reader's own words and signs on the main screen: tags, notes and jump marks."""

from dataclasses import replace

from textual import work

from papertui.library import marks
from papertui.model import EVERYTHING, Scope
from papertui.ui.commands.typed import CommandingScreen
from papertui.ui.drawing.symbols import Symbols


class LabellingScreen(CommandingScreen):
    """A screen on which papers are tagged, noted on, and marked to be jumped to."""

    symbols: Symbols
    jumps: dict[str, str]
    """Jump marks: a letter, and the key of the paper that it stands for."""

    @work(exit_on_error=False, group="dialog")
    async def action_tags(self) -> None:
        """Set and take tags of the selected papers, or of that at the cursor."""
        from papertui.ui.dialogs.tags import TagDialog

        library, targets = self.library, self.targets
        if not targets:
            return
        counts = {tag: library.contents.tags[tag].total for tag in library.scopes.tags_by_size()}
        held = [library.mark(key).tags for key in targets]
        wanted = await self.app.push_screen_wait(
            TagDialog(f"Tags of {library.naming(targets)}", counts, held)
        )
        if wanted is not None and (wanted.put or wanted.take):
            self.edit(lambda: library.apply(marks.retag(wanted.put, wanted.take), targets))

    @work(exit_on_error=False, group="dialog")
    async def action_note(self) -> None:
        """Write a note on the paper at the cursor."""
        from papertui.ui.dialogs.note import NoteDialog

        key = self.current
        if key is None:
            return
        dialog = NoteDialog(self.library.naming((key,)), self.library.mark(key).note, self.config.open.editor)
        text = await self.app.push_screen_wait(dialog)
        if text is not None:
            self.edit(lambda: self.library.apply(marks.note(text), [key]))

    @work(exit_on_error=False, group="dialog")
    async def action_set_jump(self) -> None:
        """Let a letter stand for the paper at the cursor."""
        from papertui.ui.dialogs.jump import JumpDialog

        key = self.current
        if key is None:
            return
        letter = await self.app.push_screen_wait(JumpDialog("A letter for this paper", self._jump_titles()))
        if letter:
            self.jumps[letter] = key
            self.say(f"{letter} stands for {self.library.naming((key,))} · ' {letter} goes there")

    @work(exit_on_error=False, group="dialog")
    async def action_jump(self) -> None:
        """Go to the paper that a letter stands for."""
        from papertui.ui.dialogs.jump import JumpDialog

        letter = await self.app.push_screen_wait(
            JumpDialog("Go to the paper of a letter", self._jump_titles())
        )
        key = self.jumps.get(letter or "")
        if letter and key is None:
            self.say(
                f"{letter} stands for no paper yet · m {letter} makes it stand for the one at the cursor"
            )
        elif key is not None and key not in self.library:
            self.say(f"The paper of {letter} is no longer in the library")
        elif key is not None:
            self.go_to_paper(key)

    def go_to_paper(self, key: str, scope: Scope = EVERYTHING) -> None:
        """Put the cursor on a paper: in this list, or where it is not listed, in a scope that has it."""
        if self.view.scope in (scope, EVERYTHING) and self.papers.move_to_key(key):
            return
        self.filter_bar.close(keep=False)
        self.topics.move_to_key(scope)
        self.look_at(self.view.within(scope), key)
        if self.papers.cursor != key:
            self.look_at(replace(self.view, hide_read=False), key)
        if self.papers.cursor != key:
            self.say(f"{self.library.naming((key,))} is dismissed · / is:dismissed finds it")

    def _jump_titles(self) -> dict[str, str]:
        return {
            letter: self.library.naming((key,)) if key in self.library else "no longer there"
            for letter, key in sorted(self.jumps.items())
        }
