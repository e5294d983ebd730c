from __future__ import annotations

import json
from pathlib import Path

import pytest
from reme_gateway.integrations import package_files
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.installer import ServerAddress

from tests.server.integrations.host_home import DEFAULT, HostHome, calls, codes, done, tree

pytestmark = pytest.mark.slow

NAME = "@agentscope-ai/reme-dsh-memory"
ELSEWHERE = ServerAddress("http://127.0.0.1:4000", is_default=False)


@pytest.fixture
def dsh(host_home: HostHome) -> HostHome:
    """With DSH and pnpm on PATH; the profile `web` was used before."""
    host_home.add("dsh")
    pnpm = host_home.bin / "pnpm"
    pnpm.write_text("#!/bin/sh\nexit 0\n")
    pnpm.chmod(0o755)
    make_profile(host_home, "web")
    return host_home


def profile(home: HostHome, name: str = "web") -> Path:
    return home.home / ".dsh" / "profiles" / name


def make_profile(home: HostHome, name: str, **dependencies: str) -> Path:
    folder = profile(home, name)
    folder.mkdir(parents=True)
    bundles = ["@deepseek-ai/dsh-base", *dependencies]
    document = {
        "name": f"dsh-profile-{name}",
        "dependencies": dependencies,
        "dsh": {"profile": {"bundles": bundles}},
    }
    (folder / "package.json").write_text(json.dumps(document, indent=2) + "\n")
    (folder / "cordis.patch.yml").write_text("# mine\n[]\n")
    return folder


def commands(plan: object) -> list[str]:
    return [step.command for step in plan.steps if step.command]  # type: ignore[attr-defined]


def test_installing_copies_the_package_and_uses_the_hosts_own_command(dsh: HostHome) -> None:
    plan = dsh.install("dsh")
    package = dsh.home / ".reme" / "packages" / "dsh"
    assert package_files.is_same(package_files.source_of("dsh"), package)
    assert commands(plan) == [f"dsh plugin --profile web add file:{package}"]
    document = json.loads((profile(dsh) / "package.json").read_text())
    assert document["dsh"]["profile"]["bundles"][-1] == NAME


def test_planning_changes_nothing(dsh: HostHome) -> None:
    before = tree(dsh.home)
    assert dsh.installer("dsh").install(DEFAULT).steps
    assert tree(dsh.home) == before


def test_a_second_installation_has_nothing_to_do(dsh: HostHome) -> None:
    dsh.install("dsh")
    assert dsh.install("dsh").steps == ()


def test_every_profile_gets_it_and_the_usual_one_is_made_when_there_is_none(host_home: HostHome) -> None:
    host_home.add("dsh")
    (host_home.bin / "pnpm").symlink_to("/bin/true")
    assert commands(host_home.install("dsh"))[0].startswith("dsh plugin --profile web add ")
    make_profile(host_home, "headless")
    assert [line.split()[3] for line in commands(host_home.install("dsh"))] == ["headless"]
    host_home.uninstall("dsh")
    assert not profile(host_home).exists(), "nobody has put anything into it"
    assert profile(host_home, "headless").exists()


def test_another_version_replaces_the_installed_one(dsh: HostHome) -> None:
    dsh.install("dsh")
    package = dsh.home / ".reme" / "packages" / "dsh"
    installed = profile(dsh) / "node_modules" / NAME
    (package / "README.md").unlink()
    (package / "README.md").write_text("of an older version\n")
    (installed / "README.md").unlink()
    (installed / "README.md").write_text("of an older version\n")
    plan = dsh.install("dsh")
    assert commands(plan) == [
        f"dsh plugin --profile web remove {NAME}",
        f"dsh plugin --profile web add file:{package}",
    ]
    assert package_files.is_same(package_files.source_of("dsh"), installed)
    assert dsh.install("dsh").steps == ()


@pytest.mark.parametrize("dependencies", [{}, {"other": "file:/other"}])
def test_uninstalling_leaves_the_folder_as_it_was(dsh: HostHome, dependencies: dict[str, str]) -> None:
    folder = make_profile(dsh, "mine", **dependencies)
    if dependencies:
        (folder / "pnpm-lock.yaml").write_text("lockfileVersion: '9.0'\n\npackages:\n\n  other: {}\n")
        (folder / "node_modules" / "other").mkdir(parents=True)
        (folder / "node_modules" / "other" / "package.json").write_text("{}")
        (folder / "node_modules" / ".modules.yaml").write_text("{}\n")
    (folder / "package.json").chmod(0o640)
    before = tree(dsh.home)
    dsh.install("dsh", ELSEWHERE)
    dsh.uninstall("dsh")
    assert tree(dsh.home) == before
    assert dsh.uninstall("dsh").steps == ()


def test_what_the_person_added_meanwhile_stays(dsh: HostHome) -> None:
    dsh.install("dsh")
    manifest = profile(dsh) / "package.json"
    document = json.loads(manifest.read_text())
    document["dependencies"]["other"] = "file:/other"
    manifest.write_text(json.dumps(document, indent=2) + "\n")
    dsh.uninstall("dsh")
    assert json.loads(manifest.read_text())["dependencies"] == {"other": "file:/other"}
    assert (profile(dsh) / "pnpm-lock.yaml").exists()


def test_without_the_host_its_files_are_cleaned_all_the_same(dsh: HostHome) -> None:
    before = tree(dsh.home)
    dsh.install("dsh")
    (dsh.bin / "dsh").unlink()
    dsh.uninstall("dsh")
    lock = (".dsh/profiles/web/pnpm-lock.yaml",)
    assert {name: held for name, held in tree(dsh.home).items() if name not in lock} == before


def test_another_folder_of_profiles_is_kept_apart(dsh: HostHome) -> None:
    dsh.install("dsh")
    own = tree(dsh.home)
    dsh.variables["DSH_HOME"] = str(dsh.home / "elsewhere")
    assert dsh.install("dsh").steps
    dsh.uninstall("dsh")
    assert {name: held for name, held in tree(dsh.home).items() if "elsewhere" not in name} == own


@pytest.mark.parametrize(
    ("program", "fix"), [("dsh", "npm install -g @deepseek-ai/dsh"), ("pnpm", "npm install -g pnpm")]
)
def test_a_missing_program_is_named(dsh: HostHome, program: str, fix: str) -> None:
    (dsh.bin / program).unlink()
    with pytest.raises(InstallationFailed) as raised:
        dsh.install("dsh")
    assert f"no `{program}` on PATH" in raised.value.what
    assert raised.value.remedy == f"install it first: {fix}"


def test_a_refusal_of_the_host_is_passed_on(dsh: HostHome) -> None:
    (dsh.bin.parent / "fake-dsh" / "refuse").write_text("add")
    with pytest.raises(InstallationFailed, match="the disk is full of testing"):
        dsh.install("dsh")


def test_the_host_gets_no_secrets_and_no_network(dsh: HostHome) -> None:
    dsh.variables |= {"DEEPSEEK_API_KEY": "sk-1", "REME_TOKEN": "t", "https_proxy": "http://p"}
    dsh.install("dsh")
    (call,) = [c for c in calls(dsh.bin.parent / "fake-dsh") if "add" in c["arguments"]]
    assert not {"DEEPSEEK_API_KEY", "REME_TOKEN", "https_proxy"} & set(call["environment"])
    assert call["environment"]["DSH_TELEMETRY_DISABLED"] == "1"


def test_where_the_server_is_said_only_when_it_is_somewhere_else(dsh: HostHome) -> None:
    installer = dsh.installer("dsh")
    assert not [line for line in installer.install(DEFAULT).afterwards if "REME_URL" in line]
    assert [line for line in installer.install(ELSEWHERE).afterwards if "REME_URL" in line]


def test_doctor_finds_nothing_in_a_fresh_installation(dsh: HostHome) -> None:
    dsh.install("dsh")
    report = dsh.inspect("dsh")
    assert codes(report) == []
    assert report.plugin["profiles"] == {"web": True}
    assert report.plugin["enabled"] is True


def test_doctor_names_what_is_wrong(dsh: HostHome) -> None:
    assert codes(dsh.inspect("dsh")) == ["plugin_missing"]
    dsh.install("dsh")
    make_profile(dsh, "other")
    assert codes(dsh.inspect("dsh")) == ["profile_without"]
    (profile(dsh) / "cordis.patch.yml").write_text("- id: reme\n  disabled: true\n")
    (profile(dsh, "other") / "package.json").unlink()
    assert codes(dsh.inspect("dsh")) == ["plugin_disabled"]
    (profile(dsh) / "cordis.patch.yml").write_text("[]\n")
    installed = profile(dsh) / "node_modules" / NAME / "README.md"
    installed.unlink()
    assert codes(dsh.inspect("dsh")) == ["plugin_outdated"]
    done(dsh.installer("dsh").install(DEFAULT))
    (dsh.bin / "pnpm").unlink()
    assert codes(dsh.inspect("dsh")) == ["pnpm_missing"]
    (dsh.bin / "dsh").unlink()
    assert codes(dsh.inspect("dsh")) == ["host_missing"]


def test_doctor_names_a_profile_that_the_host_cannot_compose(dsh: HostHome) -> None:
    dsh.install("dsh")
    (dsh.bin.parent / "fake-dsh" / "refuse").write_text("--dump-config")
    assert codes(dsh.inspect("dsh")) == ["profile_broken"]


def test_doctor_names_what_stands_beside_it(dsh: HostHome) -> None:
    dsh.install("dsh")
    manifest = profile(dsh) / "package.json"
    document = json.loads(manifest.read_text())
    document["dsh"]["profile"]["bundles"].append("@agentscope-ai/reme")
    manifest.write_text(json.dumps(document))
    row = "    - id: memory\n      name: '@deepseek-ai/dsh-mcp-client'\n      config:\n        url: 'http://localhost:2333/mcp'\n"
    (profile(dsh) / "cordis.patch.yml").write_text(f"- insert:\n{row}")
    (dsh.home / ".dsh" / "skills" / "reme").mkdir(parents=True)
    report = dsh.inspect("dsh")
    assert codes(report) == ["plugin_twice", "server_twice", "skill_twice"]
    assert report.findings[0].fix == "dsh plugin --profile web remove @agentscope-ai/reme"
