"""What DSH's profiles hold: read, never written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reme_gateway.integrations import json_document

# The profile that people work in; the host makes it from a template of its own.
USUAL_PROFILE = "web"


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile; ``package`` is our package's name in it."""

    folder: Path
    package: str
    document: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its name on the host's command line."""
        return self.folder.name

    @property
    def manifest(self) -> Path:
        """What it depends on, and which of that it loads as bundles."""
        return self.folder / "package.json"

    @property
    def lock(self) -> Path:
        """The lock file of the package manager that the host runs."""
        return self.folder / "pnpm-lock.yaml"

    @property
    def patch(self) -> Path:
        """The person's own changes of the composed configuration."""
        return self.folder / "cordis.patch.yml"

    @property
    def modules(self) -> Path:
        """Where its packages are installed."""
        return self.folder / "node_modules"

    @property
    def installed(self) -> Path:
        """Our package in it."""
        return self.modules / self.package

    @property
    def source(self) -> str | None:
        """Where our package was added from; None when the profile doesn't depend on it."""
        dependencies = self.document.get("dependencies")
        found = dependencies.get(self.package) if isinstance(dependencies, dict) else None
        return None if found is None else str(found)

    @property
    def bundles(self) -> tuple[str, ...]:
        """What it loads."""
        own = self.document.get("dsh")
        profile = own.get("profile") if isinstance(own, dict) else None
        names = profile.get("bundles") if isinstance(profile, dict) else None
        return tuple(str(name) for name in names) if isinstance(names, list) else ()

    @property
    def other_bundles(self) -> tuple[str, ...]:
        """Bundles of ReMe that are not ours."""
        return tuple(
            name
            for name in self.bundles
            if name != self.package and name.rpartition("/")[2].split("-")[0] in ("reme", "remelight")
        )


def configuration_folder(home: Path, variables: Mapping[str, str]) -> Path:
    """Where the host keeps its profiles and sessions."""
    return Path(variables["DSH_HOME"]) if variables.get("DSH_HOME") else home / ".dsh"


def profiles_of(folder: Path, package: str) -> list[Profile]:
    """The profiles that exist, by name."""
    found = []
    for manifest in sorted((folder / "profiles").glob("*/package.json")):
        document = json_document.parse(manifest.read_bytes())
        if document is not None and isinstance(document.get("dsh"), dict):
            found.append(Profile(manifest.parent, package, document))
    return found


def without_ours(document: dict[str, Any], package: str) -> None:
    """Take our package out of a profile's manifest."""
    if isinstance(document.get("dependencies"), dict):
        document["dependencies"].pop(package, None)
    profile = document["dsh"].get("profile") if isinstance(document.get("dsh"), dict) else None
    if isinstance(profile, dict) and isinstance(profile.get("bundles"), list):
        profile["bundles"] = [name for name in profile["bundles"] if name != package]
