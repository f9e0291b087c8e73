"""Plants a bug: a few words of the store's source are replaced, to see whether the fault tests notice."""

import importlib
import importlib.machinery
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

PACKAGE = "papertui.store"


class _Planted(SourceFileLoader):
    def __init__(self, name: str, path: str, old: str, new: str) -> None:
        super().__init__(name, path)
        self._old, self._new = old, new

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_source(fullname) or ""
        assert source.count(self._old) == 1, f"the bug no longer fits {fullname}: {self._old!r}"
        return compile(source.replace(self._old, self._new), self.path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, module: str, old: str, new: str) -> None:
        self._module, self._old, self._new = module, old, new

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._module:
            return None
        spec = PathFinder.find_spec(fullname, path)
        assert spec is not None
        assert spec.origin is not None
        spec.loader = _Planted(fullname, spec.origin, self._old, self._new)
        return spec


@contextmanager
def planted(module: str, old: str, new: str) -> Iterator[None]:
    """Import the store anew with `old` replaced by `new` in a module; the true one is back afterwards."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name.startswith(PACKAGE)}
    finder = _Finder(f"{PACKAGE}.{module}", old, new)
    sys.meta_path.insert(0, finder)
    try:
        importlib.import_module(PACKAGE)
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
            del sys.modules[name]
        sys.modules.update(kept)
        if PACKAGE in kept:
            sys.modules["papertui"].store = kept[PACKAGE]  # type: ignore[attr-defined]  # as the import system sets it
