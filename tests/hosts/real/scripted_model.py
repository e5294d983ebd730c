"""One scripted model for all hosts, on a loopback port: Responses, Messages and Chat Completions.

The last words of the person steer it. Several may stand in one prompt:

``CALL name {json}``   call the offered tool whose name ends like that, then answer
``FAIL``               refuse the request with status 400
``WAIT``               hold the answer back until ``release()``
``LARGE``              report a usage that makes the host compact before the next prompt
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

_CALL = re.compile(r"CALL (\S+) (\{.*?\})(?:$|\s)", re.DOTALL)
_SUMMARY = (
    "CONTEXT CHECKPOINT COMPACTION",
    "Respond with TEXT ONLY",
    "acting as a compaction engine",
    "You are a summarization agent",
)
# What a host puts beside the person's words, in messages of the same role; and what we do.
_NOTES = ("<system-reminder>", "Current runtime context.", "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>")
_RECALLED = re.compile(r"<reme-context[^>]*>.*?</reme-context>", re.DOTALL)
_NOTIFICATION = "<task-notification>"
# What Hermes asks to find out what kind of server it is; it takes a no.
_PROBES = frozenset(
    f"{place}{name}"
    for place in ("", "/v1", "/api", "/api/v1")
    for name in ("/models", "/models/scripted", "/props", "/show", "/tags", "/version")
)
_PATIENCE = 60.0
_SMALL, _LARGE = 100, 200_000

Json = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """One request of a host to its model."""

    protocol: str
    body: Json

    @property
    def text(self) -> str:
        """Everything that the model gets to read of the conversation."""
        return "\n".join(piece for _, piece in self.pieces)

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """Role and text of every message, in order."""
        messages = self.body.get("input" if self.protocol == "responses" else "messages", [])
        return [(str(m["role"]), t) for m in messages if "role" in m for t in _texts(m.get("content"))]

    @property
    def said(self) -> str:
        """What the person said last, without what the host and our package put beside it."""
        spoken = [_RECALLED.sub("", text) for role, text in self.pieces if _is_spoken(role, text)]
        return spoken[-1] if spoken else ""

    @property
    def tools(self) -> list[tuple[str, str]]:
        """Namespace (empty for none) and name of each tool that is offered."""
        found: list[tuple[str, str]] = []
        for tool in self.body.get("tools") or []:
            if "function" in tool:
                found.append(("", str(tool["function"]["name"])))
            elif tool.get("type") == "namespace":
                found += [(tool["name"], inner["name"]) for inner in tool["tools"]]
            else:
                found.append(("", str(tool.get("name", tool.get("type")))))
        return found

    @property
    def is_summary(self) -> bool:
        """Whether the host wants its conversation summarised."""
        return any(mark in self.said for mark in _SUMMARY) or '"compaction"' in json.dumps(
            self.body.get("client_metadata", {})
        )

    @property
    def is_aside(self) -> bool:
        """Whether the host asks beside the conversation, for a title of it for example."""
        return self.protocol == "chat" and not self.body.get("tools") and not self.is_summary

    @property
    def answered_calls(self) -> int:
        """How many tool results follow the person's last words."""
        if self.protocol == "chat":
            roles = [role for role, text in self.pieces if role == "tool" or _is_spoken(role, text)]
            return len(roles) - max((n for n, role in enumerate(roles) if role == "user"), default=-1) - 1
        if self.protocol == "responses":
            items = self.body["input"]
            last = max((n for n, item in enumerate(items) if item.get("role") == "user"), default=0)
            return sum(str(item.get("type", "")).endswith("_output") for item in items[last:])
        content = [m for m in self.body["messages"] if m["role"] == "user"][-1]["content"]
        return (
            sum(block.get("type") == "tool_result" for block in content) if isinstance(content, list) else 0
        )


def _is_spoken(role: str, text: str) -> bool:
    """Not what a host adds on its own, unless it wants an answer to it, and not a recalled block alone."""
    bare = _RECALLED.sub("", text).strip()
    return role == "user" and bool(bare) and (not bare.startswith(_NOTES) or _NOTIFICATION in bare)


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    return [part["text"] for part in content or [] if isinstance(part, dict) and "text" in part]


class ScriptedModel:
    """A context manager; ``asked`` is everything that was requested so far."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.others: list[str] = []
        self._waiting = threading.Event()
        self._held = threading.Event()
        model = self

        class Handler(_Handler):
            owner = model

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    def __enter__(self) -> ScriptedModel:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(_PATIENCE)

    def wait_until_held(self) -> None:
        """Return when a request with WAIT has arrived."""
        assert self._held.wait(_PATIENCE), "no request with WAIT came"
        self._held.clear()

    def release(self) -> None:
        """Let the held request be answered."""
        self._waiting.set()

    def turns(self, words: str) -> list[Asked]:
        """Requests whose last words hold these, without summaries and titles."""
        return [
            asked
            for asked in self.asked
            if words in asked.said and not asked.is_summary and not asked.is_aside
        ]

    def hold(self) -> None:
        self._held.set()
        self._waiting.wait(_PATIENCE)
        self._waiting.clear()


def answer(asked: Asked, number: int) -> list[tuple[str, Json]]:
    """What the model does: ``("text", …)`` and ``("call", …)`` in order; nothing for a refusal.

    ``number`` makes every answer another text, so that none hides as a duplicate.
    """
    if asked.is_summary:
        return [("text", {"text": "<summary>They talked; the details are in the memory.</summary>"})]
    if asked.is_aside:
        return [("text", {"text": "A scripted title"})]
    if "FAIL" in asked.said:
        return []
    calls = list(_CALL.finditer(asked.said))
    if asked.answered_calls < len(calls):
        wanted = calls[asked.answered_calls]
        for space, name in asked.tools:
            if name.endswith(wanted[1]):
                return [("call", {"space": space, "name": name, "arguments": json.loads(wanted[2])})]
        return [("text", {"text": f"There is no tool {wanted[1]}."})]
    return [("text", {"text": f"Understood, answer {number}."})]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: ScriptedModel

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        if self.path not in _PROBES:
            self.owner.others.append(self.path)
        self._json(404, {"error": {"message": "not here"}})

    do_HEAD = do_DELETE = do_GET  # noqa: N815 - names that the server looks for

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)))
        path = self.path.partition("?")[0]
        kinds = {
            "/v1/responses": ("responses", responses),
            "/v1/messages": ("messages", messages),
            "/v1/chat/completions": ("chat", chat),
        }
        if path not in kinds:
            if path not in _PROBES:
                self.owner.others.append(self.path)
            self._json(404, {"error": {"message": f"no such path {path}"}})
            return
        protocol, stream = kinds[path]
        asked = Asked(protocol, body)
        self.owner.asked.append(asked)
        number = len(self.owner.asked)
        done = answer(asked, number)
        if not done:
            error = {"type": "invalid_request_error", "message": "refused as scripted"}
            self._json(400, {"type": "error", "error": error})
            return
        if "WAIT" in asked.said and not asked.is_summary and not asked.is_aside:
            self.owner.hold()
        usage = _LARGE if "LARGE" in asked.said else _SMALL
        if protocol == "chat" and not body.get("stream"):
            self._json(200, completion(number, done, usage))
            return
        self._stream(stream(number, done, usage))

    def _json(self, status: int, value: Json) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, events: Iterator[Json | str]) -> None:
        self.close_connection = True
        try:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("connection", "close")
            self.end_headers()
            for event in events:
                self.wfile.write(_frame(event))
                self.wfile.flush()
        except OSError:
            return  # the host was ended or went on meanwhile


def _frame(event: Json | str) -> bytes:
    """One server-sent event; only those of Responses and Messages have a name."""
    if isinstance(event, str):
        return f"data: {event}\n\n".encode()
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()


def responses(number: int, done: list[tuple[str, Json]], usage: int) -> Iterator[Json | str]:
    """The events of the Responses protocol."""
    yield {"type": "response.created", "response": {"id": f"resp_{number}"}}
    for index, (kind, part) in enumerate(done):
        if kind == "text":
            content = [{"type": "output_text", "text": part["text"]}]
            item: Json = {"type": "message", "role": "assistant", "id": f"msg_{number}", "content": content}
        else:
            item = {
                "type": "function_call",
                "id": f"fc_{number}",
                "call_id": f"call_{number}",
                "name": part["name"],
                "arguments": json.dumps(part["arguments"]),
                **({"namespace": part["space"]} if part["space"] else {}),
            }
        yield {"type": "response.output_item.added", "output_index": index, "item": item}
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    tokens = {"input_tokens": usage, "output_tokens": 5, "total_tokens": usage + 5}
    yield {"type": "response.completed", "response": {"id": f"resp_{number}", "usage": tokens}}


def messages(number: int, done: list[tuple[str, Json]], usage: int) -> Iterator[Json | str]:
    """The events of the Messages protocol."""
    reason = "tool_use" if any(kind == "call" for kind, _ in done) else "end_turn"
    message = {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": usage, "output_tokens": 1},
    }
    yield {"type": "message_start", "message": message}
    for index, (kind, part) in enumerate(done):
        if kind == "text":
            start: Json = {"type": "text", "text": ""}
            delta: Json = {"type": "text_delta", "text": part["text"]}
        else:
            start = {"type": "tool_use", "id": f"toolu_{number}", "name": part["name"], "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(part["arguments"])}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": reason, "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


def completion(number: int, done: list[tuple[str, Json]], usage: int) -> Json:
    """The same in one piece, as a host asks for a summary; it offers no tools then."""
    message = {"role": "assistant", "content": "".join(part["text"] for _, part in done)}
    tokens = {"prompt_tokens": usage, "completion_tokens": 5, "total_tokens": usage + 5}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    base = {"id": f"chat_{number}", "object": "chat.completion", "created": 1, "model": "scripted"}
    return {**base, "choices": [choice], "usage": tokens}


def chat(number: int, done: list[tuple[str, Json]], usage: int) -> Iterator[Json | str]:
    """The chunks of the Chat Completions protocol."""
    base = {"id": f"chat_{number}", "object": "chat.completion.chunk", "created": 1, "model": "scripted"}

    def chunk(delta: Json, reason: str | None = None) -> Json:
        return {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    yield chunk({"role": "assistant", "content": ""})
    for index, (kind, part) in enumerate(done):
        if kind == "text":
            for piece in re.findall(r"\s*\S+", part["text"]):
                yield chunk({"content": piece})
            continue
        function = {"name": part["name"], "arguments": json.dumps(part["arguments"])}
        called = {"index": index, "id": f"call_{number}", "type": "function", "function": function}
        yield chunk({"tool_calls": [called]})
    called_any = any(kind == "call" for kind, _ in done)
    tokens = {"prompt_tokens": usage, "completion_tokens": 5, "total_tokens": usage + 5}
    yield {**chunk({}, "tool_calls" if called_any else "stop"), "usage": tokens}
    yield "[DONE]"
