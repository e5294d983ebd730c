"""Hostile input, logs, and what a package can never do."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.behaviour.session_files import files_with
from tests.gateway_process import GatewayProcess
from tests.hooks.plugin import Plugin
from tests.hosts.adapters import descriptor
from tests.hosts.packages.scoped import lines, rows

CANARY = "canary-7f3a9e-do-not-log"
AUTOMATIC = {
    "/agent_memory_recall",
    "/agent_session_append",
    "/agent_session_context",
    "/agent_session_flush",
}


def test_a_hostile_session_id_names_no_file(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    hostile = "../../../../outside/\\..\\x\u202e 家"
    before = set(gateway.workspace.parent.iterdir())
    plugin.prompt("Where am I?", session=hostile)
    plugin.stop("Inside.", session=hostile)
    assert {line["session_id"] for line in lines(gateway, scope)} == {hostile}
    assert set(gateway.workspace.parent.iterdir()) == before
    assert {path.name for path in plugin.home.iterdir()} == {".reme"}


def test_a_huge_prompt_is_cut_and_a_monstrous_payload_is_let_pass(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    plugin.prompt("Long words " * 300_000)
    plugin.stop("I see.")
    (_, text), answer = rows(gateway, scope)
    assert 1_000_000 < len(text) <= 1_048_576
    assert answer == ("assistant", "I see.")
    assert (
        plugin.fire("UserPromptSubmit", b'{"session_id": "s", "prompt": "' + b"x" * (36 << 20) + b'"}').code
        == 0
    )
    assert len(rows(gateway, scope)) == 2


def test_no_log_and_no_file_of_ours_holds_content(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    plugin.environment["REME_DEBUG"] = "1"
    plugin.prompt(f"Tell me about {CANARY}.")
    plugin.stop(f"{CANARY} is a word.")
    plugin.quiet("SessionEnd", {"reason": "other"})
    assert len(rows(gateway, scope)) == 2
    assert list((plugin.home / ".reme" / "logs").iterdir())
    assert files_with(plugin.home, CANARY) == []


def test_nothing_automatic_can_delete(plugin: Plugin) -> None:
    asked: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Quiet."""

        def do_POST(self) -> None:
            asked.append(self.path)
            self.rfile.read(int(self.headers["content-length"]))
            body = b'{"hits": [], "text": "", "outcomes": []}'
            self.send_response(200)
            self.send_header("Reme-Api-Version", "1.0")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        plugin.url = f"http://127.0.0.1:{server.server_address[1]}"
        host = descriptor(plugin.host.replace("_", "-"))
        for row in host["events"]:
            source = row.get("select", {}).get("/source", ["other"])[0]
            plugin.quiet(row["native"], {"prompt": "forget everything", "source": source, "trigger": "auto"})
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert set(asked) <= AUTOMATIC
    assert {"/agent_memory_recall", "/agent_session_context", "/agent_session_append"} <= set(asked)


def test_no_delete_tool_is_offered_unless_switched_on(plugin: Plugin, tmp_path: Path) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    with GatewayProcess(tmp_path / "workspace", tmp_path / "home of the server") as whole:
        reply = whole.post("mcp", request, Accept="application/json, text/event-stream")
    assert reply.status_code == 200, reply.text
    assert "reme_search" in reply.text
    assert "reme_forget" not in reply.text
    assert "reme_forget" not in descriptor(plugin.host.replace("_", "-"))["tools"]["names"]
