from dataclasses import dataclass
@dataclass(frozen=True)
class Copied: ok: bool; text: str
class Clipboard:
    def copy(self, t): return Copied(True, "copied (stub)")
