"""What the last release left: its contract's surface, its Python client, its JavaScript validators."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reme_generator.documents import Document, read_json, sha256
from reme_generator.load import load
from reme_generator.resolve import resolve
from reme_generator.surface import surface

ROOT = Path(__file__).parents[2]
FOLDER = "tests/compat/baseline"
LOCK = "contract/released.lock.json"
REQUIREMENTS = f"{FOLDER}/requirements.txt"
_CLIENT, _SCRIPTS = "packages/python-client", "packages/js-client"
_VALIDATORS = ("errors.js", "schemas.js", "validators.js")
_VERSION = re.compile(r'^__version__[^"\n]*"([0-9.]+)"$', re.MULTILINE)


@dataclass(frozen=True)
class Release:
    """contract/released.lock.json. Hashes are of text with LF line ends."""

    release: str
    api_version: str
    contract: dict[str, str]
    baseline: dict[str, str]

    @classmethod
    def read(cls, root: Path = ROOT) -> Release | None:
        """The last release; None before the first one."""
        path = root / LOCK
        if not path.exists():
            return None
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(data["release"], data["integration_api_version"], data["contract"], data["baseline"])

    def text(self) -> str:
        """The file's content."""
        data = {
            "release": self.release,
            "integration_api_version": self.api_version,
            "contract": self.contract,
            "baseline": self.baseline,
        }
        return json.dumps(data, indent=2) + "\n"

    @property
    def surface_file(self) -> str:
        return f"{FOLDER}/contract-{self.api_version}/surface.json"

    @property
    def client_folder(self) -> str:
        return f"{FOLDER}/reme_client-{self.release}"

    @property
    def scripts_folder(self) -> str:
        return f"{FOLDER}/reme_client_js-{self.release}"

    def surface(self, root: Path = ROOT) -> dict[str, Any]:
        """What was promised then."""
        data: dict[str, Any] = json.loads((root / self.surface_file).read_text(encoding="utf-8"))
        return data


def present_surface(root: Path = ROOT) -> dict[str, Any]:
    """What the contract promises now, in the form it has in a file."""
    data: dict[str, Any] = json.loads(json.dumps(surface(resolve(load(root)), _vectors(root))))
    return data


def present(root: Path = ROOT) -> tuple[Release, dict[str, bytes]]:
    """The working tree as a release: its lock, and path → content of what would be frozen."""
    promised = present_surface(root)
    release = Release(_version(root), promised["api_version"], _contract_hashes(root), {})
    contents = {
        release.surface_file: (json.dumps(promised, indent=1, ensure_ascii=False) + "\n").encode(),
        REQUIREMENTS: _requirements(root),
        **_copies(root / _CLIENT / "src", _python_files(root), release.client_folder),
        **_copies(root / _SCRIPTS, _script_files(), release.scripts_folder),
    }
    contents = dict(sorted(contents.items()))
    hashes = {path: sha256(content) for path, content in contents.items()}
    return Release(release.release, release.api_version, release.contract, hashes), contents


def frozen_files(root: Path = ROOT) -> dict[str, str]:
    """Path → hash of what lies in the baseline folder."""
    return {path: sha256((root / path).read_bytes()) for path in _files(root, FOLDER)}


def _files(root: Path, folder: str) -> Iterator[str]:
    for path in sorted((root / folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(root).as_posix()


def _vectors(root: Path) -> list[Document]:
    return [read_json(root, path) for path in sorted((root / "contract/v1/vectors").glob("*.json"))]


def _contract_hashes(root: Path) -> dict[str, str]:
    files = [*_files(root, "contract/v1"), *_files(root, "contract/hosts")]
    return {path: sha256((root / path).read_bytes()) for path in files}


def _version(root: Path) -> str:
    path = root / _CLIENT / "src/reme_client/identity.py"
    found = _VERSION.search(path.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{path} holds no __version__")
    return found[1]


def _requirements(root: Path) -> bytes:
    project = tomllib.loads((root / _CLIENT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return ("".join(f"{line}\n" for line in sorted(project["dependencies"]))).encode()


def _python_files(root: Path) -> Iterable[str]:
    """What the wheel holds; a test of the package compares it with the sources."""
    sources = f"{_CLIENT}/src"
    for path in _files(root, f"{sources}/reme_client"):
        if path.endswith((".py", ".pyi", ".typed")):
            yield path.removeprefix(f"{sources}/")


def _script_files() -> Iterable[str]:
    return ("package.json", *(f"src/generated/v1/{name}" for name in _VALIDATORS))


def _copies(source: Path, names: Iterable[str], folder: str) -> dict[str, bytes]:
    return {f"{folder}/{name}": (source / name).read_bytes() for name in names}
