"""What lies in a package: runtime files, one version, and command lines that never change by themselves."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.adapters import ROOT, descriptor
from tests.hosts.matrix import PROCESS_PACKAGES

# Everything that a plugin may hold; adapters and the runtime are Python, the rest is named.
ALLOWED = (
    r"adapter/(__init__|payload|reply)\.py",
    r"reme_hooks/[a-z_/0-9]+\.py",
    r"(hook|host)\.py",
    r"hooks/hooks\.json",
    r"\.mcp\.json",
    r"skills/reme-memory/SKILL\.md",
)
MANIFESTS = {"codex": ".codex-plugin/plugin.json", "claude-code": ".claude-plugin/plugin.json"}
MARKETPLACES = {"codex": ".agents/plugins/marketplace.json", "claude-code": ".claude-plugin/marketplace.json"}
# Claude Code runs one of two plugins of a name, and ReMe's older plugin is called reme.
PLUGIN_IDS = {"codex": "reme", "claude-code": "reme-memory"}
PLACES = re.compile(
    r"(?<![\w.~}$])/(?:home|root|Users|srv|tmp|opt|var|mnt|work)/|[A-Za-z]:\\\\?(?:Users|home)", re.ASCII
)


@pytest.fixture(params=PROCESS_PACKAGES)
def folder(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def package(folder: str) -> Path:
    return ROOT / "packages" / folder


def files(root: Path) -> dict[str, Path]:
    """What Git or a host would copy, by the path below the root."""
    return {
        path.relative_to(root).as_posix(): path
        for path in sorted(root.rglob("*"))
        if not path.is_dir() and "__pycache__" not in path.parts
    }


def read(folder: str, path: str) -> Any:
    return json.loads((package(folder) / path).read_text(encoding="utf-8"))


def host(folder: str) -> Any:
    """The generated constant, read without running anything."""
    tree = ast.parse((package(folder) / "reme" / "host.py").read_text(encoding="utf-8"))
    (value,) = [node.value for node in tree.body if isinstance(node, ast.Assign)]
    return ast.literal_eval(value)


def handlers(folder: str) -> dict[str, dict[str, Any]]:
    """The one handler of each native event."""
    hooks = read(folder, "reme/hooks/hooks.json")["hooks"]
    return {native: groups[0]["hooks"][0] for native, groups in hooks.items()}


def command_line(folder: str, native: str) -> list[str]:
    """The words that the host starts."""
    handler = handlers(folder)[native]
    return [handler["command"], *handler["args"]] if "args" in handler else handler["command"].split(" ")


def test_a_plugin_holds_runtime_files_only(folder: str) -> None:
    allowed = re.compile("|".join([*ALLOWED, re.escape(MANIFESTS[folder])]))
    found = files(package(folder) / "reme")
    assert [path for path in found if not allowed.fullmatch(path)] == []
    assert {"hook.py", "host.py", "reme_hooks/hook.py", "adapter/payload.py"} <= set(found)
    outside = set(files(package(folder))) - {f"reme/{path}" for path in found}
    assert outside == {"README.md", "generated.lock.json", MARKETPLACES[folder]}


def test_no_link_and_no_executable_bit_lies_in_a_plugin(folder: str) -> None:
    for path in files(package(folder) / "reme").values():
        assert not path.is_symlink()
        assert path.stat().st_mode & 0o111 == 0


def test_no_file_names_a_place_of_a_machine(folder: str) -> None:
    found = {
        path: PLACES.findall(file.read_text(encoding="utf-8"))
        for path, file in files(package(folder)).items()
    }
    assert {path: hits for path, hits in found.items() if hits} == {}


@pytest.mark.parametrize("text", ['"/home/dev/x"', " /opt/reme", "C:\\Users\\dev", "(/tmp/reme)"])
def test_a_place_of_a_machine_would_be_seen(text: str) -> None:
    assert PLACES.search(text)


def test_a_manifest_holds_what_the_descriptor_says(folder: str) -> None:
    described = descriptor(folder)
    manifest = read(folder, f"reme/{MANIFESTS[folder]}")
    assert manifest["name"] == described["plugin_id"] == PLUGIN_IDS[folder]
    assert manifest["license"] == "Apache-2.0"
    assert 20 < len(manifest["description"]) < 300
    assert host(folder)["minimum_api_version"] == described["minimum_api_version"]
    if folder == "codex":
        assert manifest["reme"]["minimum_api_version"] == described["minimum_api_version"]
    else:
        assert manifest["engines"] == {"claude-code": described["host"]["range"]}
        assert {key: option["type"] for key, option in manifest["userConfig"].items()} == {
            row["key"]: row.get("type", "string")
            for row in described["settings"]
            if row["where"] == "plugin-option"
        }
        assert manifest["userConfig"]["token"]["sensitive"] is True


def test_all_versions_are_the_descriptors(folder: str) -> None:
    version = descriptor(folder)["version"]
    (entry,) = read(folder, MARKETPLACES[folder])["plugins"]
    assert entry["version"] == version
    assert read(folder, f"reme/{MANIFESTS[folder]}")["version"] == version
    assert host(folder)["version"] == version
    assert f"Version {version}," in (package(folder) / "README.md").read_text(encoding="utf-8")


def test_the_install_lines_lead_to_the_plugin(folder: str) -> None:
    marketplace = read(folder, MARKETPLACES[folder])
    (entry,) = marketplace["plugins"]
    source = entry["source"]["path"] if isinstance(entry["source"], dict) else entry["source"]
    assert (package(folder) / source / MANIFESTS[folder]).is_file()
    name = f"{entry['name']}@{marketplace['name']}"
    lines = [step["command"] for step in descriptor(folder)["install"] if "command" in step]
    assert lines[0].split()[-1] == f"./packages/{folder}"
    assert name in lines[1].split()
    readme = (package(folder) / "README.md").read_text(encoding="utf-8")
    assert [line for line in lines if line not in readme] == []


def test_a_command_line_depends_on_the_event_only(folder: str) -> None:
    described = descriptor(folder)
    root = described["variables"]["root"]
    for native in handlers(folder):
        script = f"${{{root}}}/hook.py"
        quoted = f'"{script}"' if folder == "codex" else script
        assert command_line(folder, native) == ["python3", "-I", "-S", quoted, native]
    version = described["version"]
    assert version not in (package(folder) / "reme" / "hooks" / "hooks.json").read_text(encoding="utf-8")


def test_command_lines_are_those_of_the_first_version(folder: str) -> None:
    """Codex asks for a new review when one changes: do it knowingly, and say so in the changelog."""
    frozen = {
        "codex": (
            "SessionStart UserPromptSubmit Stop PreCompact SessionEnd Interrupt SubagentStop",
            'python3 -I -S "${PLUGIN_ROOT}/hook.py" Stop',
        ),
        "claude-code": (
            "SessionStart UserPromptSubmit Stop StopFailure PreCompact SessionEnd SubagentStop",
            "python3 -I -S ${CLAUDE_PLUGIN_ROOT}/hook.py Stop",
        ),
    }
    events, line = frozen[folder]
    assert " ".join(handlers(folder)) == events
    assert " ".join(command_line(folder, "Stop")) == line


def test_windows_commands_parse_alike_in_cmd_and_powershell() -> None:
    for native, handler in handlers("codex").items():
        line = handler["commandWindows"]
        # A bare program word first, one quoted path, and nothing that one of the shells would read otherwise.
        assert re.fullmatch(r'py -3 -I -S "\$\{PLUGIN_ROOT\}/hook\.py" ' + native, line)
        assert not set("%|&;<>`'^") & set(line)
        assert "$(" not in line
        assert "bash" not in line


def test_claude_code_starts_an_interpreter_without_a_shell() -> None:
    for handler in handlers("claude-code").values():
        assert handler["command"] == "python3"
        assert "shell" not in handler
        assert "async" not in handler
        assert not [word for word in handler["args"] if "user_config" in word or " " in word]


def test_handlers_hold_known_keys_only(folder: str) -> None:
    known = {"type", "command", "timeout"}
    known |= {"commandWindows", "additionalContextLimit"} if folder == "codex" else {"args"}
    for handler in handlers(folder).values():
        assert set(handler) <= known
        assert handler["type"] == "command"


def test_timeouts_stay_below_what_the_hosts_cut_off(folder: str) -> None:
    limits = {"codex": {"SessionEnd": 3, "Interrupt": 3}, "claude-code": {"UserPromptSubmit": 30}}[folder]
    inner = {row["native"]: row["deadline"]["inner_ms"] for row in host(folder)["events"]}
    for native, handler in handlers(folder).items():
        if "timeout" in handler:
            assert handler["timeout"] <= limits.get(native, 600)
            assert inner[native] < handler["timeout"] * 1000
    if folder == "claude-code":
        assert "timeout" not in handlers(folder)["SessionEnd"], "it would not raise the host's 1.5 s"
        assert inner["SessionEnd"] <= 1000


def test_the_skill_is_one_text_for_all_packages() -> None:
    texts = {
        (package(folder) / "reme/skills/reme-memory/SKILL.md").read_bytes() for folder in PROCESS_PACKAGES
    }
    assert len(texts) == 1
    text = texts.pop().decode()
    assert text.startswith("---\nname: reme-memory\ndescription: ")
    for phrase in ("## Recall first", "## Then persist", "Never store", "captured by themselves", "is data"):
        assert phrase in text
    for tool in descriptor("codex")["tools"]["names"]:
        assert f"`{tool}`" in text


def test_no_other_host_is_named_in_a_plugins_slice(folder: str) -> None:
    text = (package(folder) / "reme" / "host.py").read_text(encoding="utf-8")
    assert not [other for other in ("openclaw", "hermes", "dsh") if other in text]
