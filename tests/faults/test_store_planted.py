"""The fault tests are tested: each of these bugs, put into the store, is noticed by one of the campaigns."""

import errno
from itertools import chain

import pytest

from tests.faults.campaign import crash_campaign, error_campaign
from tests.faults.plant import planted
from tests.faults.rot import cut_campaign, flip_campaign, two_writer_campaign

SYNC = "                files.system.sync(self._fd)\n                self._synced"
BUGS = {
    "an action is not synced": ("log", SYNC, "                self._synced"),
    "a snapshot is not synced before it is put in place": ("files", "        system.sync(fd)\n", ""),
    "the name of a new journal is not synced": (
        "generation",
        "        files.system.sync_folder(folder)\n        _put",
        "        _put",
    ),
    "a snapshot is written in place": (
        "generation",
        """        files.write_file(temporary, snapshot_lines(tables, generation))
        log = Log.create(log_file, generation)
        files.system.sync_folder(folder)
        _put_in_place(temporary, path, previous_path(folder, name) if keep else None)
""",
        """        log = Log.create(log_file, generation)
        files.system.sync_folder(folder)
        files.write_file(path, snapshot_lines(tables, generation))
""",
    ),
    "checksums are not compared": (
        "lines",
        "    if line[:_PREFIX] == b'[\"%08x\",' % zlib.crc32(content, seed) and",
        "    if",
    ),
    "a torn tail is not cut off": ("log", "            if self.has_tail():", "            if False:"),
    "an action that failed is not cut off": (
        "log",
        "            files.system.truncate(self._fd, self.place.end)\n\n",
        "            pass\n\n",
    ),
    "memory changes before the disk does, and stays so": (
        "journal",
        """            try:
                with files.explained("Not saved"):
                    self._log.append(bodies, sync=sync)
                for change in chain.from_iterable(actions):
                    apply(self._tables, change)
            except BaseException:
                self._read_anew()
                raise
""",
        """            for change in chain.from_iterable(actions):
                apply(self._tables, change)
            with files.explained("Not saved"):
                self._log.append(bodies, sync=sync)
""",
    ),
    "the lock is not held while an action is written": (
        "journal",
        "        with self._lock:\n            with files.explained",
        "        if True:\n            with files.explained",
    ),
    "what others wrote is not read before an action": (
        "journal",
        "                self._catch_up()\n                if self._gone",
        "                if self._gone",
    ),
    "journals are removed too early": (
        "generation",
        "        files.write_file(temporary",
        "        remove_journals(folder, name, generation)\n        files.write_file(temporary",
    ),
    "a compaction keeps the generation": (
        "journal",
        "self._write_generation(self._log.generation + 1,",
        "self._write_generation(self._log.generation,",
    ),
    "only the first field of a change is kept": (
        "changes",
        "    record.update(fields)",
        "    record.update(dict(list(fields.items())[:1]))",
    ),
    "deletions are forgotten": ("changes", "            records.pop(key, None)", "            pass"),
    "the previous generation is never used": (
        "loading",
        "        previous = read_snapshot(previous_path(self._folder, self._name))\n",
        "        previous = None\n",
    ),
    "a damaged snapshot counts as whole": (
        "snapshot",
        "self.generation is not None and self.ended and not self.damaged and not self.missing",
        "self.generation is not None",
    ),
    "lost actions are not counted": (
        "log",
        "            rot.lost += number - max",
        "            number - max",
    ),
    "damage is not written anew": ("loading", "loaded.sound = self._is_sound(newest)", "loaded.sound = True"),
    "a refresh hides what a commit read": (
        "journal",
        "            self._note(change.table, change.keys)\n",
        "",
    ),
    "a generation is skipped when following another process": (
        "journal",
        "        for generation in range(self._log.generation + 1, newest + 1):",
        "        for generation in range(newest, newest + 1):",
    ),
}


def noticed() -> str:
    """Return the first promise that short campaigns of every kind see broken; empty where all are kept."""
    campaigns = chain(
        two_writer_campaign(runs=30, seed=1),
        crash_campaign(power=False, seed=1),
        error_campaign(errno.ENOSPC, lasting=False, short=True),
        flip_campaign(tries=150, seed=1),
        crash_campaign(power=True, seed=1, limit=6),
        error_campaign(errno.EIO, lasting=False, short=False),
        cut_campaign(step=9),
    )
    try:
        return next((violation for result in campaigns for violation in result), "")
    except (OSError, LookupError, TypeError, ValueError) as error:
        return repr(error)


def test_the_store_as_it_is_keeps_all_promises() -> None:
    assert noticed() == ""


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_noticed(bug: str) -> None:
    with planted(*BUGS[bug]):
        told = noticed()
    assert told
