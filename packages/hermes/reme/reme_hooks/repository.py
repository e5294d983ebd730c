# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/repository.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Which repository a folder belongs to, read from Git's own files without starting Git."""

from ._generated.v1 import hooks as rules
from .identity import digest, slug
from .system import is_folder, parents, read_file, read_size

_FILE_BYTES = 1 << 20
_POINTER = "gitdir:"


def repository_scope(folder: str) -> str:
    """A scope's name for the repository around ``folder``, or an empty string outside of one.

    The same for every worktree; with a remote named origin also for every clone and after a move, else tied
    to the place of the shared Git folder. A submodule is a repository of its own.
    """
    common = _common_folder(folder)
    if not common:
        return ""
    identity = _remote(common) or "path:" + common
    name = identity.removesuffix("/.git").rpartition("/")[2].removesuffix(".git")
    return slug(name) + "-" + digest(identity.encode("utf-8", "surrogateescape"))[:16]


def _common_folder(folder: str) -> str:
    for parent in parents(folder, rules.PROJECT_LEVELS):
        path = parent + "/.git"
        if is_folder(path):
            return path
        if read_size(path) >= 0:
            first = _first_line(path)
            if not first.startswith(_POINTER):
                return ""
            own = _joined(parent, first[len(_POINTER) :].strip())
            shared = _first_line(own + "/commondir")
            return _joined(own, shared) if shared else own
    return ""


def _remote(common: str) -> str:
    """The address of `origin` in one form for all ways to write it, without credentials."""
    section = ""
    for line in _text(common + "/config").split("\n"):
        bare = line.strip()
        if bare.startswith("["):
            section = bare.lower().replace("\t", " ")
        elif section == '[remote "origin"]':
            key, equals, value = bare.partition("=")
            if equals and key.strip().lower() == "url":
                return _one_form(value.strip().strip('"'))
    return ""


def _one_form(url: str) -> str:
    scheme, separator, rest = url.partition("://")
    if separator:
        if scheme.lower() == "file":
            return ""
        authority, _, path = rest.partition("/")
    elif ":" in url and "/" not in url.partition(":")[0] and len(url.partition(":")[0]) > 1:
        authority, _, path = url.partition(":")
    else:
        # A path on this machine says nothing that another clone could share.
        return ""
    host = authority.rpartition("@")[2].partition(":")[0].lower()
    name = path.strip("/").removesuffix(".git")
    return "remote:" + host + "/" + name if host and name else ""


def _joined(folder: str, path: str) -> str:
    """A path as seen from a folder, without `.` and `..`."""
    path = path.replace("\\", "/") if path[1:3] == ":\\" else path
    whole = path if path.startswith("/") or path[1:3] == ":/" else folder + "/" + path
    kept: list[str] = []
    for part in whole.split("/"):
        if part == ".." and kept and kept[-1]:
            kept.pop()
        elif part != "." and (part or not kept):
            kept.append(part)
    return "/".join(kept)


def _first_line(path: str) -> str:
    return _text(path).partition("\n")[0].strip()


def _text(path: str) -> str:
    try:
        return (read_file(path, _FILE_BYTES) or b"").decode("utf-8", "surrogateescape")
    except OSError:
        return ""
