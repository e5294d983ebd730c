"""Puts the host packages into the built distribution, so that `reme install` has them without a clone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_HOSTS = ("codex", "claude-code")


class HostPackages(BuildHookInterface[Any]):
    """`packages/<host>` of the repository becomes `reme_gateway/_packages/<host>`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the folders; an editable installation reads them where they are."""
        if version == "editable":
            return
        inside = "src/reme_gateway/_packages" if self.target_name == "sdist" else "reme_gateway/_packages"
        if (Path(self.root) / "src" / "reme_gateway" / "_packages").is_dir():
            return  # an unpacked source distribution has them in place
        for host in _HOSTS:
            folder = Path(self.root).parent / "packages" / host
            if not folder.is_dir():
                raise FileNotFoundError(f"{folder} is missing; build from a complete clone of the repository")
            build_data["force_include"][str(folder)] = f"{inside}/{host}"
