"""Foreign pages, hostile paths and secrets."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.behaviour.session_files import files_with
from tests.gateway_process import GatewayProcess, event


@pytest.mark.parametrize("path", ["/search", "/mcp", "/version"])
@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Host": "rebound.example:2333"}, "host_refused"),
        ({"Origin": "https://evil.example"}, "origin_refused"),
    ],
)
def test_a_visited_web_page_can_neither_read_nor_plant(
    path: str, headers: dict[str, str], code: str, shared_gateway: GatewayProcess
) -> None:
    with shared_gateway.client() as client:
        for method in ("GET", "POST", "OPTIONS"):
            response = client.request(method, path, headers=headers, content=b"{}")
            assert (response.status_code, response.json()["code"]) == (403, code)
            assert not [name for name in response.headers if name.startswith("access-control")]


HOSTILE_PATHS = [
    "../outside.md",
    "daily/../../outside.md",
    "digest/../metadata/lock",
    "/etc/passwd",
    "//server/share/x.md",
    "C:/Windows/x.md",
    "C:\\Windows\\x.md",
    "\\\\server\\share\\x.md",
    "digest\\..\\..\\x.md",
    "digest/x\x00.md",
    "digest/x\n.md",
    "digest/CON",
    "digest/con.md",
    "digest/NUL.md",
    "daily/COM1.md",
    "digest/lpt9.txt.md",
    "digest/trailing.md.",
    "digest/trailing.md ",
    "digest/link-out.md",
    "linked-folder/secret.md",
    "digest/linked-folder/secret.md",
    "metadata/lock",
    ".reme/x.md",
    "digest/%2e%2e/x.md/../../..",
    "~/x.md",
    "file:///etc/passwd",
    "digest/" + "x" * 2000 + ".md",
    ".",
    "digest",
]


@pytest.fixture(scope="module")
def with_links(shared_gateway: GatewayProcess) -> GatewayProcess:
    outside = shared_gateway.home / "outside"
    outside.mkdir(parents=True)
    (outside / "secret.md").write_text("outside of the workspace: swordfish\n")
    (shared_gateway.workspace / "digest").mkdir(exist_ok=True)
    (shared_gateway.workspace / "digest" / "link-out.md").symlink_to(outside / "secret.md")
    (shared_gateway.workspace / "linked-folder").symlink_to(outside)
    (shared_gateway.workspace / "digest" / "linked-folder").symlink_to(outside)
    return shared_gateway


@pytest.mark.parametrize("path", HOSTILE_PATHS)
@pytest.mark.parametrize("operation", ["read", "traverse", "forget"])
def test_a_path_out_of_the_workspace_is_refused(
    operation: str, path: str, with_links: GatewayProcess
) -> None:
    body: dict[str, Any] = {"targets": [{"path": path}]} if operation == "forget" else {"path": path}
    response = with_links.post(operation, body)
    # A path beyond the schema's own length never gets as far as the file system.
    expected = "invalid_request" if len(path) > 1024 else "path_refused"
    assert (response.status_code, response.json()["code"]) == (400, expected)
    assert "swordfish" not in response.text
    assert (with_links.home / "outside" / "secret.md").exists()


@pytest.mark.parametrize("operation", ["read", "traverse", "forget"])
def test_a_proper_path_without_a_file_is_not_found(operation: str, shared_gateway: GatewayProcess) -> None:
    body: dict[str, Any] = {"path": "digest/absent.md"}
    response = shared_gateway.post(operation, {"targets": [body]} if operation == "forget" else body)
    assert (response.status_code, response.json()["code"]) == (404, "file_not_found")


@pytest.mark.parametrize(
    "session_id",
    ["../../etc/passwd", "/abs", "a\x00b", "CON", "..", "x" * 512, "日本語/セッション", "a/b\\c:d"],
)
def test_a_hostile_session_id_stays_inside_its_folder(
    session_id: str, shared_gateway: GatewayProcess
) -> None:
    before = {path for path in shared_gateway.home.rglob("*") if "workspace" not in path.parts}
    reply = shared_gateway.ask(
        "agent_session_append", host="codex", session_id=session_id, events=[event("e", "harmless")]
    )
    assert reply["appended"] == 1
    folder = shared_gateway.workspace / "session" / "dialog" / "codex"
    assert all(path.parent == folder for path in (shared_gateway.workspace / "session").rglob("*.jsonl"))
    assert {path for path in shared_gateway.home.rglob("*") if "workspace" not in path.parts} == before


def secret(*parts: str) -> str:
    """Joined here, so that no scanner takes this file for a leak."""
    return "".join(parts)


BODY = "Q7vT2mXw9KpLr4ZsYd8NcBfHgJaE5uR3"
SECRETS = {
    "aws access key": secret("AKIA", "Z7QJ3MXWPLR4TSYD"),
    "aws secret": secret("aws_secret_access_key = ", "wJalrXUtnFEMIzK7MDENGzbPxRfiCYzzKEYAbCdE"),
    "github": secret("gh", "p_", BODY, "abcd"),
    "github fine-grained": secret("github", "_pat_", "11ABCDEFG0", BODY, "_", BODY),
    "gitlab": secret("gl", "pat-", BODY[:20]),
    "slack": secret("xox", "b-", "123456789012-", "123456789012-", BODY[:24]),
    "stripe": secret("sk", "_live_", BODY[:24]),
    "openai": secret("sk", "-proj-", BODY, BODY),
    "anthropic": secret("sk", "-ant-api03-", BODY, BODY, BODY[:31]),
    "google api": secret("AI", "za", "SyD", BODY, "xy"[:2])[:39],
    "npm": secret("npm", "_", BODY, "abcd"),
    "jwt": secret("ey", "JhbGciOiJIUzI1NiJ9.", "ey", "JzdWIiOiIxMjM0NTY3ODkwIn0.", BODY),
    "private key": secret(
        "-----BEGIN ", "RSA PRIVATE KEY-----\n", BODY, "\n", BODY, "\n-----END ", "RSA PRIVATE KEY-----"
    ),
    "url password": secret("postgres://", "admin:", "hunter2trombone", "@db.internal:5432/app"),
    "bearer": secret("Authorization: ", "Bearer ", BODY),
    "our own token": secret("re", "me_", BODY, "abcdefghijk"),
}
SENSITIVE = {
    name: max(value.replace("\n", " ").replace("@", " ").replace(":", " ").split(), key=len)
    for name, value in SECRETS.items()
}
SENSITIVE["url password"] = "hunter2trombone"
SENSITIVE["aws secret"] = SECRETS["aws secret"].rpartition(" ")[2]


def test_a_secret_never_reaches_disk_or_log(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at("--set", "log_level=debug", REME_TOKEN="").start()
    for name in SECRETS:
        say_everywhere(gateway, name)
    gateway.stop()
    for folder in (gateway.workspace, gateway.home):
        assert {name: found for name in SECRETS if (found := files_with(folder, SENSITIVE[name]))} == {}


def say_everywhere(gateway: GatewayProcess, name: str) -> None:
    """Put a secret into every operation that takes text, well-formed or not."""
    text = f"please use {SECRETS[name]} for the staging deployment"
    session = name.replace(" ", "-")
    reply = gateway.ask(
        "agent_session_append",
        host="codex",
        scope_id=session,
        session_id=session,
        events=[
            event("plain", text),
            event("json", json.dumps({"config": text})),
            event("reply", f"```\n{text}\n```", role="assistant"),
        ],
    )
    assert (reply["appended"], reply["redactions"] >= 3) == (3, True), name
    assert gateway.ask("remember", fact=text, scope_id=session)["redactions"] >= 1, name
    gateway.ask("agent_session_flush", host="codex", scope_id=session, session_id=session, reason="manual")
    gateway.ask("agent_memory_recall", query=text)
    gateway.post("agent_session_append", {"host": "codex", "session_id": session, "events": text})
    gateway.post("search", {"query": text, "unknown": text})
    found = gateway.ask("search", query="staging deployment", scope_id=session)["hits"]
    assert found, name
    assert SENSITIVE[name] not in json.dumps(found), name


def test_the_servers_own_token_is_redacted_also_in_another_shape(
    gateway_at: Callable[..., GatewayProcess],
) -> None:
    gateway = gateway_at(REME_TOKEN="correct-horse-battery-staple").start()
    headers = {"Authorization": "Bearer correct-horse-battery-staple"}
    said = event("e", "the gateway token is correct-horse-battery-staple, keep it")
    response = gateway.post(
        "agent_session_append", {"host": "codex", "session_id": "s", "events": [said]}, **headers
    )
    assert response.json()["appended"] == 1
    gateway.stop()
    assert files_with(gateway.workspace, "correct-horse-battery-staple") == []


def test_private_parts_are_never_stored(gateway: GatewayProcess) -> None:
    said = event("e", "The build is green. <private>My doctor is called Ypsilanti.</private> Ship it.")
    gateway.ask("agent_session_append", host="codex", session_id="s", events=[said])
    gateway.ask("remember", fact="Ship on Mondays. <private>Ypsilanti</private>")
    gateway.stop()
    assert files_with(gateway.workspace, "Ypsilanti") == []
    assert files_with(gateway.workspace, "Ship it") != []


def test_status_and_logs_hold_no_content(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at("--set", "log_level=debug").start()
    gateway.ask(
        "agent_session_append",
        host="codex",
        session_id="s",
        events=[event("e", "The walrus code is quixotic")],
    )
    gateway.ask("search", query="walrus quixotic")
    gateway.post("search", {"query": "walrus quixotic", "limit": "walrus quixotic"})
    gateway.post("read", {"path": "../walrus-quixotic"})
    with gateway.client() as client:
        for path in ("/status", "/health", "/version", "/help"):
            assert "walrus" not in client.get(path).text
    gateway.stop()
    assert "walrus" not in gateway.log.read_text()
