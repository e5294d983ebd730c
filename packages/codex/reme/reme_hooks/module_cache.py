# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/module_cache.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""The package's modules from one file per event: looking for each of forty takes longer than running it.

A host starts a process per event, and two thirds of such a process would be imports. This importer keeps the
compiled modules together, without docstrings, and loads those that an event needed before in one go. A module
whose source has changed is compiled anew.

It imports nothing of its package: the entry script loads it alone.
"""

import sys
from _imp import source_hash
from marshal import dumps, loads

try:
    import posix as calls
except ImportError:
    import nt as calls  # type: ignore[import-not-found, no-redef, unused-ignore]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, ModuleType

    from .compiled_patterns import Code

    # Name, path, size, time of the last change, whether a package, code.
    Entry = tuple[str, str, int, int, bool, CodeType]

_BYTES = 1 << 23
_KEY = 2333
_HASH_BYTES = 8
# An event that takes another way now and then does not have the file written each time.
_MISSED = 5
_READ = calls.O_RDONLY | getattr(calls, "O_BINARY", 0)
_Module = type(sys)


class ModuleCache:
    """An importer for all below the folder ``root``; what an event needs is kept in the file ``path``.

    ``patterns`` are kept there, too: see ``compiled_patterns``.
    """

    __slots__ = ("_compiled", "_eager", "_entries", "_known", "_loaded", "_path", "_root", "patterns")

    def __init__(self, root: str, path: str) -> None:
        self._root = root
        self._path = path
        self._loaded: list[str] = []
        self._compiled = False
        self._eager = 0
        self._entries: dict[str, Entry] = {}
        self.patterns: dict[str, Code] = {}
        self._read()
        self._known = len(self.patterns)

    def install(self) -> None:
        """Serve imports from here on, and load what this event always needs."""
        sys.meta_path.insert(0, self)  # type: ignore[arg-type, unused-ignore]
        for name in list(self._entries)[: self._eager]:
            entry = self._entries[name]
            parent = name.rpartition(".")[0]
            if not _is_fresh(entry) or (parent and parent not in sys.modules):
                # From here on the ordinary way.
                return
            self._load(parent, entry)

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> object:
        """Part of the import protocol: None sends the interpreter on to its own importers."""
        entry = self._entries.get(name)
        if entry is None or not _is_fresh(entry):
            entry = self._compile(name)
            if entry is None:
                return None
        from _frozen_importlib import ModuleSpec  # type: ignore[import-not-found, unused-ignore]

        spec = ModuleSpec(name, self, origin=entry[1], is_package=entry[4])  # type: ignore[arg-type, unused-ignore]
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(entry[1].rpartition("/")[0])
        return spec

    def create_module(self, _spec: object) -> None:
        """Part of the import protocol: an ordinary module will do."""

    def exec_module(self, module: "ModuleType") -> None:
        """Part of the import protocol."""
        name = module.__name__
        exec(self._entries[name][5], module.__dict__)  # noqa: S102
        # After those that it imports itself, which is the order to load them in.
        self._loaded.append(name)

    def save(self, write: "Callable[[str, bytes], None]") -> None:
        """Have the file written if this process learnt something."""
        if not self._compiled and len(self.patterns) == self._known:
            return
        eager = list(self._entries)[: self._eager]
        if len(self._loaded) - len(eager) >= _MISSED:
            eager = self._loaded
        others = [name for name in self._entries if name not in eager]
        kept = [self._entries[name] for name in (*eager, *others)]
        content = dumps((sys.hexversion, self._root, len(eager), kept, self.patterns))
        write(self._path, _hash(content) + content)

    def _load(self, parent: str, entry: "Entry") -> None:
        name, path, _, _, is_package, code = entry
        module = _Module(name)
        module.__file__ = path
        module.__package__ = name if is_package else parent
        if is_package:
            module.__path__ = [path.rpartition("/")[0]]
        sys.modules[name] = module
        exec(code, module.__dict__)  # noqa: S102
        if parent:
            setattr(sys.modules[parent], name.rpartition(".")[2], module)
        self._loaded.append(name)

    def _compile(self, name: str) -> "Entry | None":
        """Take a module's source from below the root, if it has one there."""
        stem = self._root + "/" + name.replace(".", "/")
        for path, is_package in ((stem + ".py", False), (stem + "/__init__.py", True)):
            stamp = _stamp(path)
            if stamp is not None:
                code = compile(_content(path), path, "exec", dont_inherit=True, optimize=2)
                entry = self._entries[name] = (name, path, *stamp, is_package, code)
                self._compiled = True
                return entry
        return None

    def _read(self) -> None:
        try:
            stored = _content(self._path)
            # Damaged code would end the interpreter, not raise.
            if stored[:_HASH_BYTES] != _hash(stored[_HASH_BYTES:]):
                return
            version, root, eager, entries, patterns = loads(stored[_HASH_BYTES:])  # noqa: S302
        except (OSError, ValueError, EOFError, TypeError):
            return
        if version == sys.hexversion and root == self._root:
            self._eager = eager
            self._entries = {entry[0]: entry for entry in entries}
            self.patterns = patterns


def _is_fresh(entry: "Entry") -> bool:
    return _stamp(entry[1]) == entry[2:4]


def _hash(content: bytes) -> bytes:
    return source_hash(_KEY, content)


def _stamp(path: str) -> "tuple[int, int] | None":
    try:
        found = calls.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns


def _content(path: str) -> bytes:
    handle = calls.open(path, _READ)
    try:
        parts: list[bytes] = []
        while True:
            part = calls.read(handle, _BYTES)
            if not part:
                return b"".join(parts)
            parts.append(part)
    finally:
        calls.close(handle)
