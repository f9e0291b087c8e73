from dataclasses import dataclass
@dataclass(frozen=True)
class Opened: ok: bool; text: str
def open_url(u): return Opened(False, f"No browser here: {u}")
