# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/system.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Calls of the operating system without ``os``, which costs a hook a tenth of an interpreter start."""

from time import time_ns

try:
    import posix as calls

    WINDOWS = False
except ImportError:
    import nt as calls  # type: ignore[import-not-found, no-redef, unused-ignore]

    WINDOWS = True

__all__ = ("WINDOWS", "calls", "time_ns")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_KIND = 0o170000
_FILE = 0o100000
_FOLDER = 0o040000
_CHUNK = 1 << 16
_WRITE = calls.O_WRONLY | calls.O_CREAT | getattr(calls, "O_BINARY", 0) | getattr(calls, "O_CLOEXEC", 0)
_READ = calls.O_RDONLY | getattr(calls, "O_BINARY", 0) | getattr(calls, "O_CLOEXEC", 0)


def environment() -> "dict[str, str]":
    """The process's environment as UTF-8, whatever the locale says."""
    if WINDOWS:
        return dict(calls.environ)  # type: ignore[arg-type, unused-ignore]
    return {_text(name): _text(value) for name, value in calls.environ.items()}


def native(path: str) -> "str | bytes":
    """A path as the system wants it: bytes do not depend on the locale."""
    return path if WINDOWS else path.encode("utf-8", "surrogateescape")


def home_folder(variables: "dict[str, str]") -> str:
    """The home folder without a slash at its end, or an empty string."""
    name = variables.get("USERPROFILE" if WINDOWS else "HOME", "")
    return name.rstrip("/\\" if WINDOWS else "/")


def make_folder(path: str) -> None:
    """Make a folder and those above it, each only for its owner. Raises OSError."""
    try:
        calls.mkdir(native(path), 0o700)
    except FileExistsError:
        return
    except FileNotFoundError:
        above = path.rstrip("/").rpartition("/")[0]
        if not above:
            raise
        make_folder(above)
        try:
            calls.mkdir(native(path), 0o700)
        except FileExistsError:
            return


def read_file(path: str, max_bytes: int) -> "bytes | None":
    """The content, or None when there is no such file. Raises OSError, also for more than ``max_bytes``."""
    try:
        handle = calls.open(native(path), _READ)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        parts: list[bytes] = []
        size = 0
        while True:
            part = calls.read(handle, _CHUNK)
            if not part:
                return b"".join(parts)
            parts.append(part)
            size += len(part)
            if size > max_bytes:
                raise OSError("The file is larger than " + str(max_bytes) + " bytes.")
    finally:
        calls.close(handle)


def write_file(temporary: str, path: str, content: bytes, durable: bool) -> None:
    """Write under a temporary name, then rename, so that ``path`` is whole or not there.

    With ``durable`` the file and its name are on disk when this returns. Raises OSError and leaves nothing.
    """
    handle = calls.open(native(temporary), _WRITE | calls.O_EXCL, 0o600)
    try:
        try:
            _write_all(handle, content)
            if durable:
                calls.fsync(handle)
        finally:
            calls.close(handle)
        calls.replace(native(temporary), native(path))
    except OSError:
        remove_file(temporary)
        raise
    if durable:
        settle_folder(path.rpartition("/")[0])


def append_line(path: str, line: bytes) -> int:
    """Add one line to a file and return the file's size. Raises OSError."""
    handle = calls.open(native(path), _WRITE | calls.O_APPEND, 0o600)
    try:
        _write_all(handle, line)
        return int(calls.fstat(handle).st_size)
    finally:
        calls.close(handle)


def rename(path: str, other: str) -> None:
    """Move a file; one that is gone is fine. Raises OSError otherwise."""
    try:
        calls.replace(native(path), native(other))
    except FileNotFoundError:
        if read_size(path) >= 0:
            raise


def settle_folder(path: str) -> None:
    """Bring a folder's names to disk, where the system knows how."""
    if WINDOWS:
        return
    handle = calls.open(native(path), _READ)
    try:
        calls.fsync(handle)
    finally:
        calls.close(handle)


def remove_file(path: str) -> None:
    """Remove a file; one that is gone or can't be removed is fine."""
    try:
        calls.unlink(native(path))
    except OSError:
        return


def file_names(folder: str) -> "list[str]":
    """Names in a folder, unsorted; none when it can't be read."""
    try:
        return [_text(name) for name in calls.listdir(native(folder))]
    except OSError:
        return []


def read_size(path: str) -> int:
    """Size of a regular file in bytes, or -1."""
    try:
        found = calls.stat(native(path))
    except (OSError, ValueError):
        return -1
    return int(found.st_size) if found.st_mode & _KIND == _FILE else -1


def is_folder(path: str) -> bool:
    """Whether there is a folder of that name."""
    try:
        return calls.stat(native(path)).st_mode & _KIND == _FOLDER
    except (OSError, ValueError):
        return False


def modified_ns(path: str) -> int:
    """When a file was last changed, in nanoseconds since 1970, or 0."""
    try:
        return int(calls.stat(native(path)).st_mtime_ns)
    except OSError:
        return 0


def set_modified(path: str, time: int) -> None:
    """Set when a file was last changed, in nanoseconds; a file that is gone is fine."""
    try:
        calls.utime(native(path), ns=(time, time))
    except OSError:
        return


def unique_name() -> str:
    """A name that sorts by time and that no other process makes: ns, process and random."""
    return "%020d-%d-%s" % (time_ns(), calls.getpid(), calls.urandom(3).hex())


def parents(path: str, most: int) -> "Iterator[str]":
    """A folder and those above it, at most ``most``, with ``/`` between them and none at the end."""
    current = path.replace("\\", "/") if WINDOWS else path
    for _ in range(most):
        current = current.rstrip("/")
        yield current
        if "/" not in current:
            return
        current = current.rpartition("/")[0]


def _write_all(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[calls.write(handle, rest) :]


def _text(value: "str | bytes") -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "surrogateescape")
