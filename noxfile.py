#!/usr/bin/env -S python3
# /// script
# dependencies = ["nox>=2026.4"]
# ///
"""Every task of this repository. `nox` runs what `make test` runs; `nox --list` is the manual."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import nox

nox.needs_version = ">=2026.4"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_external_run = True
nox.options.sessions = ["check", "lint", "types", "tests", "js", "contract", "compat"]

# Behind a company's proxy only the system knows the certificate that pip trusts already.
os.environ.setdefault("UV_SYSTEM_CERTS", "true")

ROOT = Path(__file__).parent
GROUPS = nox.project.load_toml(ROOT / "pyproject.toml")["dependency-groups"]
SERVER_PYTHONS = ["3.11", "3.12", "3.13"]
CLIENT_PYTHONS = ["3.10", "3.13"]
HOOK_PYTHONS = ["3.9", "3.13"]
HOSTS = ["codex", "claude-code", "dsh", "openclaw", "hermes"]
# More than two cores: now and then a test waits for a process that starts or stops.
WORKERS = ("-n", "3", "--dist", "loadgroup")
PACKAGES = ("server", "packages/python-client", "packages/python-hooks", "generator")
STRICT = ["server/src", "generator/src", "packages/python-client/src", "packages/python-hooks/src"]


def install(session: nox.Session, *groups: str, editable: tuple[str, ...] = ()) -> None:
    """Install dependency groups and our own packages at the locked versions."""
    wanted = [requirement for group in groups for requirement in GROUPS[group]]
    ours = [part for package in editable for part in ("-e", str(ROOT / package))]
    session.install("-c", str(ROOT / "constraints.txt"), *wanted, *ours)


def clean_environment() -> dict[str, str | None]:
    """No configuration of the developer reaches a test, and no test runs inside this repository."""
    home = tempfile.mkdtemp(prefix="reme-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    ours = {name: None for name in os.environ if name.startswith("REME_")}
    # Without bytecode each worker would compile every test and every library for itself.
    return {**ours, "PYTHONDONTWRITEBYTECODE": None, "HOME": home, "TMPDIR": home}


def run_shared(session: nox.Session, program: str, *arguments: str, env: dict[str, str | None]) -> None:
    """Run a program of the session `environment`, which this session requires."""
    programs = Path(session.cache_dir).parent / "environment" / "bin"
    path = os.pathsep.join([str(programs), os.environ["PATH"]])
    session.run(str(programs / program), *arguments, external=True, env={**env, "PATH": path})


@nox.session
def generate(session: nox.Session) -> None:
    """Write every generated file; `-- explain PATH` tells what one is made from."""
    install(session, "generator", editable=("generator",))
    session.run("python", "-m", "reme_generator", *(session.posargs or ["write"]))


@nox.session
def check(session: nox.Session) -> None:
    """Fail when a generated file is missing, different or extra."""
    install(session, "generator", editable=("generator",))
    session.run("python", "-m", "reme_generator", "check", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff: rules and format."""
    install(session, "lint")
    session.run("ruff", "check", *session.posargs, ".")
    session.run("ruff", "format", "--check", ".")


@nox.session(python=SERVER_PYTHONS[0], default=False)
def environment(session: nox.Session) -> None:
    """What several sessions share: installed once, and its bytecode is compiled once."""
    install(session, "tests", "bench", "types", editable=PACKAGES)
    # The frozen older client stays where it is: these are what it imports.
    frozen = str(ROOT / "tests" / "compat" / "baseline" / "requirements.txt")
    session.install("-c", str(ROOT / "constraints.txt"), "-r", frozen)


@nox.session(venv_backend="none", requires=["environment"])
def types(session: nox.Session) -> None:
    """Mypy, strict, on server, generator and Python packages."""
    for sources in STRICT:
        run_shared(session, "mypy", "--num-workers", "2", *session.posargs, sources, env={})
    runtime = {"MYPYPATH": str(ROOT / "packages" / "python-hooks" / "src")}
    # What they import is a copy without the stubs, checked where it comes from.
    silent = ("--follow-imports", "silent")
    for kind in ("adapter", "provider"):
        for folder in sorted(ROOT.glob(f"packages/*/reme/{kind}")):
            run_shared(session, "mypy", *silent, *session.posargs, str(folder.relative_to(ROOT)), env=runtime)


@nox.session(venv_backend="none", requires=["environment"])
def tests(session: nox.Session) -> None:
    """The Python tests of server, generator, contract and text rules."""
    run_shared(session, "pytest", *tests_arguments(session), env=clean_environment())


@nox.session(python=SERVER_PYTHONS[1:], default=False)
def tests_newer(session: nox.Session) -> None:
    """The same tests on newer Pythons."""
    install(session, "tests", "bench", editable=PACKAGES)
    session.run("pytest", *tests_arguments(session), env=clean_environment())


def tests_arguments(session: nox.Session) -> list[str]:
    elsewhere = ("behaviour", "clients", "compat", "conformance", "hosts", "linters", "reme_compat")
    paths = ["tests", *(f"--ignore=tests/{name}" for name in elsewhere)]
    return [*WORKERS, *(session.posargs or ["-m", "not slow", *paths])]


@nox.session
def js(session: nox.Session) -> None:
    """The JavaScript modules and the shared vectors under `node --test`; publint and tsc on npm packages."""
    install_program(session, ROOT / ".tools" / "js", ROOT / "tests" / "js" / "install")
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "js").rglob("*.test.mjs"))
    # By itself Node.js leaves a core free: on two it would run one file after the other.
    session.run("node", "--test", "--test-concurrency=4", *session.posargs, *files, external=True)


@nox.session(venv_backend="none", requires=["environment"])
def contract(session: nox.Session) -> None:
    """The promises, the Python client and the host packages against the real server process."""
    paths = ["tests/behaviour", "tests/clients", "tests/hosts", "--ignore=tests/hosts/real"]
    arguments = session.posargs or ["-m", "not slow", *paths]
    run_shared(session, "pytest", *WORKERS, *arguments, env=clean_environment())


@nox.session(default=False, venv_backend="none", requires=["environment"])
def slow(session: nox.Session) -> None:
    """What the default run leaves out because it takes seconds, such as a kill at every write."""
    elsewhere = ("compat", "conformance", "hosts/real", "linters", "reme_compat")
    paths = ["tests", *(f"--ignore=tests/{name}" for name in elsewhere)]
    arguments = session.posargs or paths
    run_shared(session, "pytest", *WORKERS, "-m", "slow", *arguments, env=clean_environment())


@nox.session(venv_backend="none", requires=["environment"])
def compat(session: nox.Session) -> None:
    """Schemas only grow since the last release, and the frozen older client still works."""
    arguments = session.posargs or ["tests/compat"]
    run_shared(session, "pytest", *WORKERS, *arguments, env=clean_environment())


@nox.session(python=sorted({*CLIENT_PYTHONS, *HOOK_PYTHONS}), default=False)
def floors(session: nox.Session) -> None:
    """Client and hook runtime on the oldest and newest Python that they promise."""
    packages = ("packages/python-client", "packages/python-hooks")
    client = session.python in CLIENT_PYTHONS
    # The floors resolve by themselves: the lock is for newer Pythons.
    session.install(
        *GROUPS["floors"], *(part for name in packages[not client :] for part in ("-e", str(ROOT / name)))
    )
    paths = ["tests/text_rules", "tests/hooks/units", "tests/hooks/process"]
    # The server needs a newer Python than the client: that module runs in the session `contract`.
    paths += (
        ["tests/clients/python", "--ignore=tests/clients/python/test_against_server.py"] if client else []
    )
    session.run("pytest", *(session.posargs or paths), env=clean_environment())


@nox.session(default=False, venv_backend="none", requires=["environment"])
def crash(session: nox.Session) -> None:
    """`kill -9` at 50 random moments of a stream of appends (4 in the default run)."""
    env = {**clean_environment(), "REME_TEST_KILLS": "50"}
    run_shared(session, "pytest", *(session.posargs or ["tests/behaviour/test_durability.py"]), env=env)


@nox.session(default=False)
def conformance(session: nox.Session) -> None:
    """The official MCP conformance suite: gateway as server, proxy as client (brings its own Node 22)."""
    install(session, "tests", editable=("server", "packages/python-hooks"))
    tools = ROOT / ".tools" / "conformance"
    tools.mkdir(parents=True, exist_ok=True)
    manifest = ROOT / "tests" / "conformance"
    for name in ("package.json", "package-lock.json"):
        (tools / name).write_bytes((manifest / name).read_bytes())
    session.run("npm", "ci", "--prefix", str(tools), "--no-audit", "--no-fund", external=True)
    env = {**clean_environment(), "REME_CONFORMANCE_TOOLS": str(tools)}
    session.run("pytest", *(session.posargs or ["tests/conformance"]), env=env)


@nox.session(default=False)
def linters(session: nox.Session) -> None:
    """Other people's linters over our packages and skills, and over the fixtures of our validator."""
    install(session, "linters", editable=("server",))
    session.run("pytest", *(session.posargs or ["tests/linters"]), env=clean_environment())


@nox.session(default=False)
@nox.parametrize("programs", [*HOSTS, nox.param(",".join(HOSTS), id="all")])
def hosts(session: nox.Session, programs: str) -> None:
    """Packages in their real hosts with a scripted model; `hosts(all)` is about what one tells the other.

    `nox -s "hosts(programs='codex')"` runs one host alone.
    """
    install(
        session, "tests", "generator", editable=("server", "packages/python-client", "packages/python-hooks")
    )
    tools = ROOT / ".tools" / "hosts"
    for program in programs.split(","):
        manifest = ROOT / "tests" / "hosts" / program.replace("-", "_") / "install"
        install_program(session, tools / program, manifest)
    env = {**clean_environment(), "REME_HOST_TOOLS": str(tools), "REME_TEST_HOSTS": programs}
    session.run("pytest", *(session.posargs or ["tests/hosts/real"]), env=env)


def install_program(session: nox.Session, folder: Path, manifest: Path) -> None:
    """Install a host at its locked versions, unless exactly those are there already.

    The lock file says how: `package-lock.json` → npm, `pnpm-lock.yaml` → pnpm, `requirements.txt` → an
    environment for each Python in `.python-versions`, in a folder of that name. A folder `tools` inside the
    manifest comes first: the Node.js and the pnpm that a host needs.
    """
    if (manifest / "tools").is_dir():
        install_program(session, folder / "tools", manifest / "tools")
    folder.mkdir(parents=True, exist_ok=True)
    files = {path.name: path.read_bytes() for path in sorted(manifest.iterdir()) if path.is_file()}
    done = folder / "installed"
    wanted = b"".join(files.values())
    if done.is_file() and done.read_bytes() == wanted:
        return
    for name, content in files.items():
        (folder / name).write_bytes(content)
    tools = str(folder / "tools" / "node_modules" / ".bin")
    env = {"PATH": os.pathsep.join([tools, os.environ["PATH"]])}
    if "package-lock.json" in files:
        npm = ("npm", "ci", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund")
        session.run(*npm, external=True, env=env)
    elif "pnpm-lock.yaml" in files:
        pnpm = (f"{tools}/pnpm", "--dir", str(folder), "install", "--frozen-lockfile", "--reporter=silent")
        session.run(*pnpm, external=True, env=env)
    elif "requirements.txt" in files:
        for python in files[".python-versions"].decode().split():
            install_environment(session, folder / python, python, folder / "requirements.txt")
    else:
        session.error(f"{manifest} has no lock file of a known kind")
    done.write_bytes(wanted)


def install_environment(session: nox.Session, folder: Path, python: str, lock: Path) -> None:
    """A virtual environment with exactly what a lock file names."""
    uv = (sys.executable, "-m", "uv")
    # Where pyenv has that Python, its command answers to no other name.
    found = {"PYENV_VERSION": python}
    venv = (*uv, "venv", "--quiet", "--clear", "--python", python, str(folder))
    session.run(*venv, external=True, env=found)
    sync = (*uv, "pip", "sync", "--quiet", "--python", str(folder), str(lock))
    session.run(*sync, external=True)


@nox.session(default=False)
def reme(session: nox.Session) -> None:
    """A workspace made by ReMe 0.4.2 opens here, and ReMe reads our notes (installs ReMe)."""
    install(session, "tests", editable=("server", "packages/python-hooks"))
    other = ROOT / ".tools" / "reme-0.4.2"
    python = other / "bin" / "python"
    if not python.exists():
        session.run("python", "-m", "venv", str(other))
        session.run(str(python), "-m", "pip", "install", "-q", "reme-ai[as]==0.4.2", external=True)
    env = {**clean_environment(), "REME_042_PYTHON": str(python)}
    session.run("pytest", *(session.posargs or ["tests/reme_compat"]), env=env)


@nox.session(default=False)
def bench(session: nox.Session) -> None:
    """Measure, as ratios within this run: `nox -s bench -- --locomo FOLDER`."""
    install(session, "bench", "generator", editable=("server", "generator"))
    for manifest in sorted((ROOT / "tests" / "bench" / "rivals").iterdir()):
        install_program(session, ROOT / ".tools" / "bench" / manifest.name, manifest)
    session.run("python", "-m", "tests.bench", *session.posargs, env=clean_environment())


@nox.session(default=False)
def demo(session: nox.Session) -> None:
    """Replay recorded host payloads through real HTTP: said in one host, recalled in another."""
    install(session, editable=("server", "packages/python-client"))
    session.run("python", "-m", "tests.demo", *session.posargs, env=clean_environment())


@nox.session(default=False, venv_backend="none")
def lock(session: nox.Session) -> None:
    """Resolve constraints.txt anew from the ranges in every pyproject file."""
    groups = [part for group in GROUPS if group != "floors" for part in ("--group", group)]
    packages = [f"{name}/pyproject.toml" for name in ("server", "generator", "packages/python-client")]
    options = [
        "--universal",
        "--python-version",
        SERVER_PYTHONS[0],
        "--no-emit-index-url",
        "--no-annotate",
        "--no-header",
    ]
    locked = session.run(
        sys.executable,
        "-m",
        "uv",
        "pip",
        "compile",
        "-q",
        *options,
        *groups,
        *packages,
        silent=True,
        external=True,
    )
    note = "# Locked for development and tests; ranges are in the pyproject files. Made by `nox -s lock`.\n"
    (ROOT / "constraints.txt").write_text(note + str(locked))


@nox.session(default=False, venv_backend="none")
def run(session: nox.Session) -> None:
    """Install `reme` beside nox and start it; REME_PORT, REME_WORKSPACE_DIR and the others pass through."""
    python = sys.executable
    wanted = ["-c", str(ROOT / "constraints.txt"), str(ROOT / "server")]
    session.run(python, "-m", "uv", "pip", "install", "--quiet", "--python", python, *wanted, external=True)
    session.run(str(Path(python).with_name("reme")), "start", *session.posargs, external=True)


if __name__ == "__main__":
    sys.exit(nox.main())
