"""Our generic package as somebody hands it to a host: in a marketplace of their own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.hosts.real.machine import ROOT

PACKAGE = ROOT / "packages" / "agent-plugin"
NAME = "portable"
SELECTOR = f"reme@{NAME}"


def marketplace(root: Path) -> Path:
    """A marketplace for Codex and Claude Code; its one plugin is the package as it lies in the repository."""
    shutil.copytree(PACKAGE, root / "reme")
    listed = {"name": NAME, "plugins": [{"name": "reme", "source": "./reme"}]}
    for folder, document in (
        (".agents/plugins", listed),
        (".claude-plugin", {**listed, "owner": {"name": "somebody"}}),
    ):
        path = root / folder / "marketplace.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(document), encoding="utf-8")
    return root
