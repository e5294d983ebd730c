"""`reme start` as a process, as people and scripts run it."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.gateway_process import GatewayProcess, clean_environment
from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway

COMMAND = (sys.executable, "-m", "reme_gateway.cli", "start")
QUIET = ("--set", "queue=off")


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[GatewayProcess]:
    """A running server that makes no notes: only the queue's own tests need DBOS."""
    with GatewayProcess(tmp_path / "workspace", tmp_path / "home", QUIET) as running:
        yield running


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """The same, for tests that only look at it."""
    root = tmp_path_factory.mktemp("shared")
    with GatewayProcess(root / "workspace", root / "home", QUIET) as running:
        yield running


def start(folder: Path, *options: str) -> tuple[int, str]:
    """A start that must fail: its exit code and the one line it said."""
    ended = subprocess.run(
        [*COMMAND, "--workspace", str(folder / "other"), "--port", "0", *QUIET, *options],
        env=clean_environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
        check=False,
    )
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1, ended.stderr
    return ended.returncode, ended.stderr.strip()


def test_a_script_gets_one_line_and_a_person_a_block(shared: GatewayProcess) -> None:
    with shared.client() as client:
        assert client.get("/version").json()["name"] == "reme-gateway"
        assert client.get("/status").json()["address"] == shared.url
    block = shared.log.read_text()
    for part in (shared.url, f"{shared.url}/mcp", str(shared.workspace), "none: this machine only"):
        assert part in block
    assert f"export REME_URL={shared.url}" in block


def test_the_block_needs_no_address_when_clients_find_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / "home" / ".reme").mkdir(parents=True)
    (tmp_path / "home" / ".reme" / "server.json").write_text(json.dumps({"port": port}))
    with GatewayProcess(tmp_path / "w", tmp_path / "home", (*QUIET, "--port", str(port))) as gateway:
        assert "export REME_URL" not in gateway.log.read_text()


def test_json_says_the_same_to_scripts(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "port=0", "queue=off", "--json"],
        env=clean_environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
    )
    with process:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        process.terminate()
        assert process.wait(60) == 0
    assert ready["pid"] == process.pid
    assert ready["mcp"] == ready["ready"] + "/mcp"
    assert ready["workspace"] == str(tmp_path / ".reme" / "workspace")


def test_everything_it_makes_is_private(shared: GatewayProcess) -> None:
    shared.ask("remember", fact="The harbour opens at six")
    for path in shared.workspace.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_second_server_on_the_same_port_and_workspace_names_the_owner(
    shared: GatewayProcess, tmp_path: Path
) -> None:
    assert shared.process is not None
    port = shared.url.rpartition(":")[2]
    code, said = start(tmp_path, "--workspace", str(shared.workspace), "--port", port)
    assert code == 1
    assert said.startswith("reme: ")
    assert f"process {shared.process.pid}" in said
    assert shared.url in said


def test_a_taken_port_leaves_no_workspace_behind(tmp_path: Path) -> None:
    with FakeGateway() as other:
        code, said = start(tmp_path, "--port", str(other.port))
    assert code == 1
    assert "is taken by a ReMe Gateway" in said
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (
            ("--host", "0.0.0.0"),
            4,
            "on the command line, host is 0.0.0.0, which others can reach, and no token",
        ),
        (("--port", "70000"), 4, "on the command line, port is 70000; write a number"),
        (("extractor=oracle",), 4, "there is no extractor 'oracle'"),
        (("prot=1",), 2, "did you mean port"),
        (("token=x",), 2, "--token-file"),
        # Each ends at the same step as one above.
        pytest.param(("service.backend=https",), 4, "backend is 'https'", marks=pytest.mark.slow),
        pytest.param(("--token", "x"), 2, "unrecognized arguments: --token", marks=pytest.mark.slow),
        pytest.param(
            ("--token-file", "nowhere"), 4, "the token file nowhere cannot be read", marks=pytest.mark.slow
        ),
        (("zone=Moon/Base",), 1, "Moon/Base"),
    ],
)
def test_a_start_that_cannot_work_is_one_line(
    options: tuple[str, ...], code: int, said: str, tmp_path: Path
) -> None:
    ended, line = start(tmp_path, *options)
    assert ended == code
    assert line.startswith("reme: ")
    assert said in line


def test_a_workspace_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    code, line = start(tmp_path, "--workspace", str(tmp_path / "file"))
    assert code == 1
    assert line.startswith("reme: The workspace ")


def test_the_environment_sets_what_flags_do_not(tmp_path: Path) -> None:
    environment = {"REME_WORKSPACE_DIR": str(tmp_path / "w"), "REME_PORT": "0", "REME_HOST": "localhost"}
    process = subprocess.Popen(
        [*COMMAND, "queue=off"],
        env=clean_environment(tmp_path) | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready http://localhost:")
        assert (tmp_path / "w" / "session").is_dir()
        process.terminate()


def test_a_token_is_asked_for_and_never_printed(tmp_path: Path, reme: Reme) -> None:
    token = "reme_" + "t" * 43
    file = tmp_path / "token"
    file.write_text(token + "\n")
    options = (*QUIET, "--token-file", str(file))
    with GatewayProcess(tmp_path / "w", tmp_path / "server-home", options) as gateway:
        refused = reme("status", "--url", gateway.url)
        os.environ["REME_TOKEN"] = token
        try:
            allowed = reme("status", "--url", gateway.url)
        finally:
            del os.environ["REME_TOKEN"]
        block = gateway.log.read_text()
        assert f"  token      clients must send the one from file {file}\n" in block
        assert "\n  export REME_TOKEN=…" in block
        assert '/mcp --header "Authorization: Bearer $REME_TOKEN"\n' in block
        assert token not in block
    assert (refused.code, "set REME_TOKEN" in refused.err) == (1, True)
    assert allowed.code == 0


def test_a_request_that_never_ends_does_not_hold_up_the_stop(gateway: GatewayProcess) -> None:
    with half_a_request(gateway):
        assert gateway.process is not None
        gateway.process.send_signal(signal.SIGINT)
        assert gateway.process.wait(60) == 0
    assert "Traceback" not in gateway.log.read_text()


def test_the_second_signal_ends_it_at_once(gateway: GatewayProcess) -> None:
    with half_a_request(gateway):
        assert gateway.process is not None
        gateway.process.terminate()
        wait_until_closed(gateway)
        gateway.process.terminate()
        assert gateway.process.wait(60) == 128 + signal.SIGTERM


@contextmanager
def half_a_request(gateway: GatewayProcess) -> Iterator[None]:
    """A request whose body never comes to its end, known to the server when the block is entered."""
    host, _, port = gateway.url.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port))) as connection:
        head = (
            "POST /search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n"
        )
        connection.sendall(head.encode())
        # This answer comes when the application has begun to read the body.
        assert connection.recv(100).startswith(b"HTTP/1.1 100")
        yield


def wait_until_closed(gateway: GatewayProcess) -> None:
    """Until the server takes no new connections, so that it has seen the first signal."""
    host, _, port = gateway.url.removeprefix("http://").rpartition(":")
    while True:
        try:
            socket.create_connection((host, int(port))).close()
        except OSError:
            return
        time.sleep(0.01)


def test_a_start_after_a_stop_finds_the_workspace_free(gateway: GatewayProcess) -> None:
    gateway.ask("remember", fact="The harbour opens at six")
    assert gateway.stop() == 0
    gateway.start()
    assert len(gateway.ask("search", query="harbour")["hits"]) == 1


def test_an_answer_never_names_the_servers_software(shared: GatewayProcess) -> None:
    response = httpx.get(shared.url + "/version", trust_env=False)
    assert "server" not in response.headers
