"""What a conversation points at: files, commands and addresses, in the order they came up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from reme_gateway.extraction.quoting import clipped, flat
from reme_gateway.extraction.sentences import code_blocks

_LOOKED_AT = 20_000
_LONGEST = 120
_ADDRESS = re.compile(r"\bhttps?://[^\s<>`\"'|\\]{3,500}", re.ASCII)
_FILE = re.compile(
    r"(?<![\w./@:-])(?:~/|\./|\.\./|/)?(?:[\w.@-]{1,80}/){0,12}[\w@-][\w.@-]{0,80}\.[A-Za-z][A-Za-z0-9]{0,9}(?![\w/-])"
)
_FOLDER_FILE = re.compile(
    r"(?<![\w./@:-])(?:~/|\./|\.\./)?(?:[\w.@-]{1,80}/){1,12}(?:Makefile|Dockerfile|LICENSE)\b"
)
_EXTENSIONS = frozenset(
    """
    bash bat c cc cfg cmd conf cpp cs css csv cts cue dart db diff env erl ex exs fish go gradle
    graphql h hpp html ini ipynb java jl js json jsonl jsx kt kts less lock log lua m md mjs mm mts
    patch pdf php pl plist png po proto ps1 py pyi r rb rs rst sass scala scss sh sql sqlite svelte
    svg swift tf toml ts tsx txt vue wasm xml yaml yml zig zsh
    """.split()  # noqa: SIM905 - a list of words reads better than a list of strings
)
_PROGRAMS = frozenset(
    """
    ansible apt apt-get aws az bash brew bun bundle cargo cat cd chmod cmake composer cp curl deno dig
    docker dotnet gcloud gh git go gradle grep helm java journalctl jq kubectl ls make mkdir mv mvn
    mypy node nox npm npx pip pipx pnpm podman poetry psql pytest python python3 reme rm rsync ruff
    scp sed sh sqlite3 ssh sudo systemctl tar terraform tox uv uvx vim wget yarn
    """.split()  # noqa: SIM905 - a list of words reads better than a list of strings
)
_MAILBOX = re.compile(r"\w@")
_SPAN = re.compile(r"(?<!`)`([^`\n]{2,200})`(?!`)")
_SHELLS = frozenset({"", "bash", "sh", "shell", "zsh", "console", "terminal", "powershell"})


@dataclass(frozen=True, slots=True)
class Mentions:
    """Each thing once, as it was written first."""

    files: tuple[str, ...]
    commands: tuple[str, ...]
    addresses: tuple[str, ...]


def mentions_in(texts: Iterable[str], most: int = 12) -> Mentions:
    """The first ``most`` files, commands and addresses of the texts."""
    files: dict[str, None] = {}
    commands: dict[str, None] = {}
    addresses: dict[str, None] = {}
    for text in texts:
        looked_at = text[:_LOOKED_AT]
        addresses.update(dict.fromkeys(_addresses(looked_at)))
        files.update(dict.fromkeys(_files(_ADDRESS.sub(" ", looked_at))))
        commands.update(dict.fromkeys(_commands(looked_at)))
    return Mentions(tuple(files)[:most], tuple(commands)[:most], tuple(addresses)[:most])


def _addresses(text: str) -> list[str]:
    return [
        clipped(match[0].rstrip(".,;:!?)]}。，；：！？）】"), _LONGEST) for match in _ADDRESS.finditer(text)
    ]


def _files(text: str) -> list[str]:
    found = [(match.start(), match[0]) for match in _FILE.finditer(text) if _is_file(match[0])]
    found += [(match.start(), match[0]) for match in _FOLDER_FILE.finditer(text)]
    return [clipped(path, _LONGEST) for _, path in sorted(found)]


def _is_file(path: str) -> bool:
    return path.rpartition(".")[2].lower() in _EXTENSIONS and not _MAILBOX.search(path)


def _commands(text: str) -> list[str]:
    lines = [match[1] for match in _SPAN.finditer(text)]
    for language, block in code_blocks(text):
        if language.lower() in _SHELLS:
            lines += block
    return [clipped(command, _LONGEST) for command in map(_command, lines) if command]


def _command(line: str) -> str:
    """The line without its prompt when a program is called in it, else nothing."""
    shown = flat(line).removeprefix("$ ").removeprefix("% ").removeprefix("> ")
    program, _, arguments = shown.partition(" ")
    return shown if arguments and program in _PROGRAMS else ""
