"""The way from Textual to the terminal, with one thing mended."""

from textual.drivers.linux_driver import LinuxDriver


class SteadyDriver(LinuxDriver):
    """A driver that takes up the terminal again only after it had let go of it.

    A terminal that hangs up sends SIGCONT with SIGHUP. To take that for the end of a suspension starts the
    reading of keys a second time, on a terminal that is gone, and can stop the process for good.
    """

    def _sigcont_application(self, *details: object) -> None:
        if self._key_thread is None or not self._key_thread.is_alive():
            super()._sigcont_application(*details)
