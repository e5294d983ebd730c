# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/module_cache.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""The package's modules from one file: looking for each of forty takes longer than running it.

A host starts a process per event, and two thirds of such a process would be imports. This importer keeps the
compiled modules together, without docstrings, and loads those that an event needed the last time in one go. A
module whose source has changed is compiled anew.

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

    # Path, size, time of the last change, whether a package, marshalled code.
    Entry = tuple[str, int, int, bool, bytes]

_BYTES = 1 << 23
_KEY = 2333
_HASH_BYTES = 8
# An event that takes another way now and then does not have the file written each time.
_MISSED = 5
_READ = calls.O_RDONLY | getattr(calls, "O_BINARY", 0)
_Module = type(sys)


class ModuleCache:
    """An importer for everything below the folder ``root``; what it knows is kept in the file ``path``."""

    __slots__ = ("_entries", "_event", "_loaded", "_new", "_orders", "_path", "_root")

    def __init__(self, root: str, path: str, event: str) -> None:
        self._root = root
        self._path = path
        self._event = event
        self._loaded: list[str] = []
        self._new = False
        self._entries: dict[str, Entry] = {}
        self._orders: dict[str, list[str]] = {}
        self._read()

    def install(self) -> None:
        """Serve imports from here on, and load what this event needed before."""
        sys.meta_path.insert(0, self)  # type: ignore[arg-type, unused-ignore]
        for name in self._orders.get(self._event, ()):
            entry = self._fresh(name)
            parent = name.rpartition(".")[0]
            if entry is None or (parent and parent not in sys.modules):
                # From here on the ordinary way.
                return
            self._load(name, parent, entry)

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> object:
        """Part of the import protocol: None sends the interpreter on to its own importers."""
        if self._fresh(name) is None and not self._compile(name):
            return None
        from _frozen_importlib import ModuleSpec  # type: ignore[import-not-found, unused-ignore]

        entry = self._entries[name]
        spec = ModuleSpec(name, self, origin=entry[0], is_package=entry[3])  # type: ignore[arg-type, unused-ignore]
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(entry[0].rpartition("/")[0])
        return spec

    def create_module(self, _spec: object) -> None:
        """Part of the import protocol: an ordinary module will do."""

    def exec_module(self, module: "ModuleType") -> None:
        """Part of the import protocol."""
        name = module.__name__
        exec(_code(self._entries[name][4]), module.__dict__)  # noqa: S102
        self._loaded.append(name)

    def save(self, write: "Callable[[str, bytes], None]") -> None:
        """Have the file written if this process learnt something."""
        known = self._orders.get(self._event)
        if known is None or len(self._loaded) - len(known) >= _MISSED:
            self._orders[self._event] = self._loaded
        elif not self._new:
            return
        content = dumps((sys.hexversion, self._root, self._entries, self._orders))
        write(self._path, _hash(content) + content)

    def _load(self, name: str, parent: str, entry: "Entry") -> None:
        module = _Module(name)
        module.__file__ = entry[0]
        module.__package__ = name if entry[3] else parent
        if entry[3]:
            module.__path__ = [entry[0].rpartition("/")[0]]
        sys.modules[name] = module
        exec(_code(entry[4]), module.__dict__)  # noqa: S102
        if parent:
            setattr(sys.modules[parent], name.rpartition(".")[2], module)
        self._loaded.append(name)

    def _fresh(self, name: str) -> "Entry | None":
        entry = self._entries.get(name)
        return entry if entry is not None and _stamp(entry[0]) == entry[1:3] else None

    def _compile(self, name: str) -> bool:
        """Take a module's source from below the root, if it has one there."""
        stem = self._root + "/" + name.replace(".", "/")
        for path, is_package in ((stem + ".py", False), (stem + "/__init__.py", True)):
            stamp = _stamp(path)
            if stamp is not None:
                code = compile(_content(path), path, "exec", dont_inherit=True, optimize=2)
                self._entries[name] = (path, *stamp, is_package, dumps(code))
                self._orders.clear()
                self._new = True
                return True
        return False

    def _read(self) -> None:
        try:
            stored = _content(self._path)
            # Damaged code would end the interpreter, not raise.
            if stored[:_HASH_BYTES] != _hash(stored[_HASH_BYTES:]):
                return
            version, root, entries, orders = loads(stored[_HASH_BYTES:])  # noqa: S302
        except (OSError, ValueError, EOFError, TypeError):
            return
        if version == sys.hexversion and root == self._root:
            self._entries, self._orders = entries, orders


def _code(marshalled: bytes) -> "CodeType":
    code: CodeType = loads(marshalled)  # noqa: S302
    return code


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
