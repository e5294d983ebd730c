from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from reme_gateway.cli import main as entry
from reme_gateway.cli.main import COMMANDS, main
from reme_gateway.cli.outcome import EXIT_CODES

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, status, waiting

NAMES = [name for name, _ in COMMANDS]


def run(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own, with nothing inherited but the path."""
    return subprocess.run(
        [sys.executable, "-m", "reme_gateway.cli", *arguments],
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PYTHONPATH": os.pathsep.join(sys.path),
            **environment,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=home,
    )


def test_help_lists_every_command_and_exit_code(reme: Reme) -> None:
    ended = reme("--help")
    assert ended.code == 0
    for name in NAMES:
        assert f"  {name} " in ended.out
    for code, meaning in EXIT_CODES:
        assert f"{code} ".rjust(2) in ended.out
        assert meaning in ended.out


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself_with_examples_and_json(name: str, reme: Reme) -> None:
    for arguments in ((name, "--help"), ("help", name)):
        ended = reme(*arguments)
        assert ended.code == 0
        assert f"usage: reme {name}" in ended.out
        assert "examples:" in ended.out
        assert "--json" in ended.out


def test_the_documentation_has_the_same_exit_codes_and_commands() -> None:
    text = (Path(__file__).parents[3] / "docs" / "cli.md").read_text("utf-8")
    for code, meaning in EXIT_CODES:
        assert f"| {code} | {meaning} |" in text
    for name in NAMES:
        assert f"`reme {name}" in text


def test_no_command_is_a_usage_error_that_shows_the_help(reme: Reme) -> None:
    ended = reme()
    assert ended.code == 2
    assert "commands:" in ended.err
    assert ended.out == ""


def test_an_unknown_command_names_close_ones(reme: Reme) -> None:
    ended = reme("serach", "x")
    assert (ended.code, ended.err) == (
        2,
        "reme: there is no command 'serach'; did you mean search, service?\n",
    )


def test_an_unknown_option_names_close_ones(reme: Reme) -> None:
    ended = reme("search", "--limt", "3", "x")
    assert ended.code == 2
    assert ended.err == "reme: unrecognized arguments: --limt; did you mean --limit?\n"


def test_an_option_before_the_command_says_where_it_belongs(reme: Reme) -> None:
    ended = reme("--json", "status")
    assert ended.code == 2
    assert "options come after the command" in ended.err


def test_underscores_in_a_command_are_understood(reme: Reme) -> None:
    assert reme("daily_list", "--help").code == 0


def test_a_fault_of_ours_is_one_line_without_a_traceback(reme: Reme, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> int:
        raise LookupError("what somebody wrote")

    monkeypatch.setattr(entry, "_run", broken)
    ended = reme("status")
    assert ended.code == 1
    assert ended.err.startswith("reme: a fault in reme itself: LookupError at test_main.py:")
    assert ended.err.count("\n") == 1
    assert "what somebody wrote" not in ended.err
    monkeypatch.setenv("REME_DEBUG", "1")
    with pytest.raises(LookupError):
        main(["status"])


def test_ctrl_c_ends_with_130(reme: Reme, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(entry, "_run", interrupted)
    ended = reme("flush", "--wait")
    assert (ended.code, ended.err) == (130, "reme: interrupted\n")


def test_errors_are_json_too_when_asked(reme: Reme) -> None:
    ended = reme("status", "--json", "--url", "http://127.0.0.1:1")
    assert ended.code == 3
    error = ended.document["error"]
    assert error["exit_code"] == 3
    assert error["code"] is None
    assert "no ReMe Gateway at http://127.0.0.1:1" in error["detail"]
    assert ended.err.startswith("reme: ")


def test_a_json_option_behind_two_dashes_is_text(reme: Reme) -> None:
    ended = reme("search", "--url", "http://127.0.0.1:1", "--", "--json")
    assert ended.code == 3
    assert ended.out == ""


def test_a_reader_that_went_away_gets_no_traceback(home: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "reme_gateway.cli", "--help"],
            env={"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=write,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(write)
    assert (ended.returncode, ended.stderr) == (141, b"")


def loaded_by(home: Path, url: str, *arguments: str) -> set[str]:
    """Names of the modules in memory when the command ends."""
    script = (
        "import atexit, sys\n"
        "atexit.register(lambda: sys.stderr.write('\\nMODULES ' + ' '.join(sys.modules)))\n"
        "from reme_gateway.cli.main import main\n"
        f"sys.exit(main({list(arguments)!r}))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{script}"],
        env={"PATH": os.environ["PATH"], "HOME": str(home), "REME_URL": url},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(ended.stderr.rpartition("MODULES ")[2].split())


@pytest.mark.parametrize(
    ("arguments", "banned"),
    [
        (("--help",), {"argparse", "json", "socket", "typing"}),
        (("version",), {"http.client", "typing", "rich", "pydantic", "dataclasses", "urllib.parse"}),
        (("status", "--json"), {"rich", "pydantic", "starlette", "uvicorn", "httpx", "dataclasses"}),
        (("status",), {"pydantic", "starlette", "uvicorn", "httpx", "numpy", "mcp", "dbos"}),
        (("search", "x"), {"pydantic", "starlette", "uvicorn", "httpx", "numpy", "mcp", "dbos"}),
    ],
)
def test_a_command_loads_only_what_it_needs(arguments: tuple[str, ...], banned: set[str], home: Path) -> None:
    found = {"hits": [], "truncated": False, "total_chars": 0}
    with FakeGateway(status=status(queue=waiting({"session_id": "s"})), search=found) as gateway:
        loaded = loaded_by(home, gateway.url, *arguments)
    assert "reme_gateway.cli.main" in loaded
    assert loaded & banned == set()


def test_json_is_utf8_whatever_the_locale(home: Path) -> None:
    hit = {
        "id": "h",
        "path": "digest/部署.md",
        "line_start": 1,
        "line_end": 1,
        "snippet": "脚本 \x1b[31m \u202e \x9b \ud800",
        "score": 0.5,
        "kind": "digest",
        "created_at": "2026-11-30T10:00:00Z",
        "truncated": False,
    }
    with FakeGateway(search={"hits": [hit], "truncated": False, "total_chars": 9}) as gateway:
        environment = {"REME_URL": gateway.url, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        ended = run(home, "search", "x", "--json", **environment)
        shown = run(home, "search", "x", **environment)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["hits"][0] == hit
    assert "部署" in ended.stdout
    assert not set(ended.stdout) & {"\x1b", "\u202e", "\x9b"}
    assert shown.returncode == 0, shown.stderr
    assert "\x1b" not in shown.stdout
