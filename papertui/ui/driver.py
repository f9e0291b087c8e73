"""Textual's terminal driver with a fix for SIGCONT."""

from textual.drivers.linux_driver import LinuxDriver


class SteadyDriver(LinuxDriver):
    """A driver that resumes the terminal only after a suspension.

    A terminal that hangs up sends SIGCONT with SIGHUP. Treating that as the end of a suspension would start the
    key reader a second time on a closed terminal, and can stop the process for good.
    """

    def _sigcont_application(self, *details: object) -> None:
        if self._key_thread is None or not self._key_thread.is_alive():
            super()._sigcont_application(*details)
