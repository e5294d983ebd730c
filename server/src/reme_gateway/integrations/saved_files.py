"""What the host's configuration files held before we came, so that they can be as they were."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.folders import make_private
from reme_gateway.integrations.places import Places

Restore = Callable[[bytes | None, bytes], bytes | None]


@dataclass(frozen=True, slots=True)
class SavedFile:
    """One file: its bytes and permission bits, both None when it was not there."""

    content: bytes | None
    mode: int | None


@dataclass(slots=True)
class Record:
    """One installation: the host's files before, and notes about our own entries."""

    path: Path
    files: dict[str, SavedFile] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def exists(self) -> bool:
        """Whether an installation was recorded."""
        return self.path.exists()

    def remember(self, paths: tuple[Path, ...]) -> None:
        """Keep what these files hold now. Raises ``InstallationFailed`` for one that can't be read."""
        for path in paths:
            try:
                mode = stat.S_IMODE(path.stat().st_mode)
                self.files[str(path)] = SavedFile(path.read_bytes(), mode)
            except FileNotFoundError:
                self.files[str(path)] = SavedFile(None, None)
            except OSError as error:
                raise InstallationFailed(
                    f"{path} can't be read: {error.strerror}", "correct its permissions"
                ) from error

    def write(self) -> None:
        """Put it on disk, for its owner only. Raises ``InstallationFailed``."""
        files = {
            name: {
                "content": None if saved.content is None else base64.b64encode(saved.content).decode("ascii"),
                "mode": saved.mode,
            }
            for name, saved in self.files.items()
        }
        text = json.dumps({"files": files, "notes": self.notes}, indent=1)
        replace_file(self.path, text.encode("utf-8"), 0o600)

    def remove(self) -> None:
        """Forget the installation."""
        self.path.unlink(missing_ok=True)

    def restore(self, path: Path, how: Restore) -> None:
        """Bring a file back with ``how(before, current)``; None removes it. Raises ``InstallationFailed``."""
        saved = self.files.get(str(path))
        try:
            current = path.read_bytes()
        except FileNotFoundError:
            return
        wanted = how(saved.content if saved else None, current)
        if wanted is None and saved is not None:
            path.unlink(missing_ok=True)
            return
        wanted = wanted or b""
        came_back = saved is not None and wanted == saved.content
        mode = saved.mode if saved is not None and saved.mode is not None and came_back else None
        if wanted != current:
            replace_file(path, wanted, mode if mode is not None else stat.S_IMODE(path.stat().st_mode))
        elif mode is not None:
            path.chmod(mode)


def record_of(places: Places, folder: str, configuration: Path) -> Record:
    """The record of a host's installation into one configuration folder; empty when there is none."""
    digest = hashlib.sha256(os.fsencode(configuration.absolute())).hexdigest()[:8]
    record = Record(places.records() / f"{folder}-{digest}.json")
    try:
        stored = json.loads(record.path.read_bytes())
        for name, saved in stored["files"].items():
            content = saved["content"]
            record.files[name] = SavedFile(
                None if content is None else base64.b64decode(content), saved["mode"]
            )
        record.notes = dict(stored["notes"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        record.files.clear()
    return record


def replace_file(path: Path, content: bytes, mode: int) -> None:
    """Replace a file's content as a whole; a link stays a link. Raises ``InstallationFailed``."""
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        make_private(target.parent)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(target)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise InstallationFailed(
            f"{path} can't be written: {error.strerror}", "check the folder's permissions"
        ) from error
