"""What a build of the server adds to its Python files: the host packages, and what is compiled.

The host packages go in, so that `reme install` has them without a clone. `native/` is compiled where there is
a C compiler; without one the build goes on, and the server does the same work more slowly.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

_HOSTS = ("codex", "claude-code", "dsh", "openclaw", "hermes")
_STABLE_ABI = "0x030b0000"  # one build for every Python from 3.11 on
_PYTHON_TAG = "cp311-abi3"
_NATIVE_FOLDER = "reme_gateway"


class ServerBuild(BuildHookInterface[Any]):
    """`packages/<host>` of the repository becomes `reme_gateway/_packages/<host>`, `native/` a module."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folders; an editable installation reads them where they are."""
        if self.target_name == "wheel":
            self._add_native(version, build_data)
        if version != "editable":
            self._add_packages(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was compiled; it is in the wheel."""
        del version, build_data, artifact_path
        if hasattr(self, "_compiled"):
            self._compiled.cleanup()

    def _add_native(self, version: str, build_data: dict[str, Any]) -> None:
        self._compiled = tempfile.TemporaryDirectory()
        module = _compile(Path(self.root), Path(self._compiled.name))
        if module is None:
            return
        if version == "editable":
            place = Path(self.root) / "src" / _NATIVE_FOLDER / module.name
            # Another process may have the old one mapped: a new file beside it, then its name.
            new = place.with_name(f".{place.name}.new")
            new.write_bytes(module.read_bytes())
            new.chmod(0o755)
            new.replace(place)
            return
        build_data["force_include"][str(module)] = f"{_NATIVE_FOLDER}/{module.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"{_PYTHON_TAG}-{_platform()}"

    def _add_packages(self, build_data: dict[str, Any]) -> None:
        inside = "src/reme_gateway/_packages" if self.target_name == "sdist" else "reme_gateway/_packages"
        if (Path(self.root) / "src" / "reme_gateway" / "_packages").is_dir():
            return  # an unpacked source distribution has them in place
        for host in _HOSTS:
            folder = Path(self.root).parent / "packages" / host
            if not folder.is_dir():
                raise FileNotFoundError(f"{folder} is missing; build from a complete clone of the repository")
            build_data["force_include"][str(folder)] = f"{inside}/{host}"


def _compile(root: Path, folder: Path) -> Path | None:
    """The compiled module below ``folder``; None, with a word on stderr, where it can't be compiled."""
    extension = Extension(
        "_native",
        sorted(str(path.relative_to(root)) for path in (root / "native").glob("*.c")),
        depends=sorted(str(path.relative_to(root)) for path in (root / "native").glob("*.h")),
        define_macros=[("Py_LIMITED_API", _STABLE_ABI), ("PY_SSIZE_T_CLEAN", None)],
        extra_compile_args=[] if sys.platform == "win32" else ["-std=c11", "-O2"],
        py_limited_api=True,
    )
    command = build_ext(Distribution({"name": "native", "ext_modules": [extension]}))
    command.build_lib, command.build_temp = str(folder), str(folder / "objects")
    try:
        command.ensure_finalized()
        command.run()
    except (BaseError, CCompilerError, OSError) as error:
        print(f"The server runs without its compiled part, more slowly: {error}", file=sys.stderr)
        return None
    return Path(command.get_ext_fullpath("_native"))


def _platform() -> str:
    """The platform part of a wheel's name, for this machine alone."""
    wide = ("manylinux", "musllinux")
    return next(tag.platform for tag in sys_tags() if not tag.platform.startswith(wide))
