"""Fake systemctl and launchctl: they keep what they were told, and answer as the real ones do."""

from __future__ import annotations

import sys
from pathlib import Path

# `mute` means: no session answers. Words after --user are the command.
SYSTEMCTL = """#!/bin/sh
echo "$*" >> "{state}/calls"
if [ -e "{state}/mute" ]; then echo "Failed to connect to bus: No medium found" >&2; exit 1; fi
shift
case "$1" in
  show-environment) echo HOME=x ;;
  is-enabled) if [ -e "{state}/enabled" ]; then echo enabled; else echo disabled; exit 1; fi ;;
  is-active) if [ -e "{state}/active" ]; then echo active; else echo inactive; exit 3; fi ;;
  show) if [ -e "{state}/active" ]; then echo 4711; else echo 0; fi ;;
  enable) touch "{state}/enabled" ;;
  restart) touch "{state}/active" ;;
  disable) rm -f "{state}/enabled" "{state}/active" ;;
  daemon-reload) ;;
  *) exit 1 ;;
esac
"""
LAUNCHCTL = """#!/bin/sh
echo "$*" >> "{state}/calls"
case "$1 $2" in
  "print gui/"*/reme.gateway)
    if [ ! -e "{state}/loaded" ]; then echo "Could not find service" >&2; exit 113; fi
    printf 'gui/501/reme.gateway = {{\\n\\tactive count = 1\\n\\tstate = running\\n\\tpid = 4711\\n}}\\n' ;;
  "print gui/"*) if [ -e "{state}/mute" ]; then exit 125; fi ;;
  "bootstrap gui/"*) touch "{state}/loaded" ;;
  "bootout gui/"*) rm "{state}/loaded" ;;
  *) exit 64 ;;
esac
"""


class FakeManager:
    """One fake on a PATH of its own."""

    def __init__(self, folder: Path, name: str, script: str) -> None:
        self.state = folder / f"{name}-state"
        self.bin = folder / "manager-bin"
        self.home = folder / "home"
        for made in (self.state, self.bin, self.home):
            made.mkdir(exist_ok=True)
        program = self.bin / name
        program.write_text(script.format(state=self.state))
        program.chmod(0o755)
        python = Path(sys.executable).parent
        self.variables = {"PATH": f"{self.bin}:{python}:/usr/bin:/bin", "HOME": str(self.home)}

    def mute(self) -> None:
        """No session answers from here on."""
        (self.state / "mute").touch()

    def calls(self) -> list[str]:
        """Its command lines, without those that only ask."""
        path = self.state / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        asking = ("show-environment", "is-enabled", "is-active", "show ", "print ")
        return [line for line in lines if not any(word in line for word in asking)]
