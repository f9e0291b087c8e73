"""Shell completion in bash, zsh and fish: options and query words."""

from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace

from papertui.cli.exit_codes import DONE
from papertui.cli.output import emit
from papertui.errors import UsageError
from papertui.text.cleaning import clean_line

SHELLS = ("bash", "zsh", "fish")
_QUERY = {
    "bash": "_papertui_words",
    "zsh": "_papertui_words",
    "fish": "(papertui completion --words (commandline -ct) 2>/dev/null)",
}
"""The function or command that completes query words."""
_PREAMBLE: Mapping[str, str] = {
    # Bash splits words at colons and other characters, but replaces only the part after the last of them; and it
    # leaves the quoting to us.
    "bash": r"""
_papertui_words() {
  local line=${COMP_LINE:0:COMP_POINT} word kept found
  word=${line##*[[:space:]]}
  local mark=${word:0:1}
  [[ $mark == [\'\"] ]] && word=${word:1}
  kept=${word%"${word##*[:=(|]}"}
  while IFS= read -r found; do
    case $mark in
      \') printf '%s\n' "$found" ;;
      \") printf '%s\n' "${found//\"/\\\"}" ;;
      *) printf '%q\n' "${found#"$kept"}" ;;
    esac
  done < <(papertui completion --words "$word" 2>/dev/null)
}
""",
    "zsh": r"""
_papertui_words() {
  local -a found
  found=("${(@f)$(papertui completion --words "${(Q)PREFIX}" 2>/dev/null)}")
  if [[ $found[1] == *: ]]; then
    compadd -U -S '' -a found
  elif [[ -n $found[1] ]]; then
    compadd -U -a found
  fi
}
""",
    "fish": "",
}

_END = {
    # A field name is followed by its value, not by a blank.
    "bash": r"""
_papertui() {
  _shtab_papertui "$@"
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]] && compopt -o nospace
}
complete -o bashdefault -F _papertui papertui
""",
}
LONGEST = 1_000
"""Maximum length of a word to complete, in characters."""


def completion(folder: Path, arguments: SimpleNamespace) -> int:
    """Print the script for a shell, or with ``--words`` the completions of a query word."""
    if arguments.words is not None:
        for word in _words(folder, arguments.words[:LONGEST]):
            emit(f"{clean_line(word)}\n")
    elif arguments.shell is None:
        raise UsageError(f"Name a shell: {', '.join(SHELLS)}.")
    else:
        emit(script(arguments.shell, arguments.parser))
    return DONE


def _words(folder: Path, word: str) -> Iterator[str]:
    if not (folder / "state.json").exists():
        return
    from papertui.library import Library  # noqa: PLC0415 - the scripts do not need it

    with Library.open(folder, read_only=True) as library:
        for one in library.lists.completions(word, len(word)):
            yield word[: one.start] + one.insert + word[one.end :]


def script(shell: str, parser: ArgumentParser) -> str:
    """Return the completion script of a shell."""
    import shtab  # noqa: PLC0415 - loaded by this command only

    ways = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY, "QUERY": _QUERY}
    for action in _actions(parser):
        name = "QUERY" if action.dest == "query" else action.metavar
        if isinstance(name, str) and name in ways:
            vars(action)["complete"] = ways[name]
    script: str = shtab.complete(parser, shell, preamble=_PREAMBLE[shell])
    return f"{script}\n{_END.get(shell, '')}"


def _actions(parser: ArgumentParser) -> Iterator[Action]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no public list of actions
        if isinstance(action, _SubParsersAction):
            for command in dict.fromkeys(action.choices.values()):
                yield from _actions(command)
        else:
            yield action
