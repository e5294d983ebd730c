"""A stand-in for Hermes 0.19.0: loads the provider and calls it in the order and on the threads that it does.

Reads one order a line, a JSON object whose `do` names it, and prints one reply a line. `HERMES_NEWER=1` gives
it the interface of the 0.20 line.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import logging
import os
import sys
import threading
import types
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

PLUGIN = Path(__file__).parents[4] / "packages" / "hermes" / "reme"
NEWER = os.environ.get("HERMES_NEWER") == "1"
PREFETCH_SECONDS = 8.0
DRAIN_SECONDS = 5.0
NAMESPACE = "_hermes_user_memory"


class MemoryProvider(ABC):
    """The host's base class: what is optional there does nothing."""

    @property
    @abstractmethod
    def name(self) -> str: ...

    @abstractmethod
    def is_available(self) -> bool: ...

    @abstractmethod
    def initialize(self, session_id: str, **kwargs: Any) -> None: ...

    @abstractmethod
    def get_tool_schemas(self) -> list[dict[str, Any]]: ...

    def queue_prefetch(self, query: str, *, session_id: str = "") -> None:  # noqa: B027
        """Optional."""

    def on_turn_start(self, turn_number: int, message: str, **kwargs: Any) -> None:  # noqa: B027
        """Optional."""

    if NEWER:
        pre_compress_checkpoint_api_version = 1

        def initialize_for_inspection(self, session_id: str, **kwargs: Any) -> None:
            self.initialize(session_id=session_id, **kwargs)

        def unavailable_reason(self) -> str:
            return ""

        def recall_status(self) -> Any:
            return None


def load() -> types.ModuleType:
    """Import the plugin as the host does: siblings first, then the module itself, under a name of its own."""
    agent = types.ModuleType("agent")
    agent.__path__ = []
    sys.modules["agent"] = agent
    base = types.ModuleType("agent.memory_provider")
    base.MemoryProvider = MemoryProvider  # type: ignore[attr-defined]
    sys.modules["agent.memory_provider"] = base
    shell = importlib.machinery.ModuleSpec(NAMESPACE, None, is_package=True)
    sys.modules[NAMESPACE] = importlib.util.module_from_spec(shell)
    name = f"{NAMESPACE}.reme"
    module = _from_file(name, PLUGIN / "__init__.py", [str(PLUGIN)])
    for path in PLUGIN.glob("*.py"):
        if path.name != "__init__.py":
            _execute(_from_file(f"{name}.{path.stem}", path))
    _execute(module)
    return module


def _from_file(name: str, path: Path, places: list[str] | None = None) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(name, str(path), submodule_search_locations=places)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    return module


def _execute(module: types.ModuleType) -> None:
    assert module.__spec__ is not None
    assert module.__spec__.loader is not None
    module.__spec__.loader.exec_module(module)


class Agent:
    """One agent of the host with its own provider and its one background worker."""

    def __init__(self, plugin: types.ModuleType, session: str, **more: Any) -> None:
        self.told: list[str] = []
        collected: list[Any] = []
        collector = types.SimpleNamespace(register_memory_provider=collected.append)
        plugin.register(collector)
        (self.provider,) = collected
        self.session = session
        self.turn = 0
        self.messages: list[dict[str, Any]] = []
        self.worker = ThreadPoolExecutor(1, "mem-sync")
        assert self.provider.is_available()
        self.tools = [tool["name"] for tool in self.provider.get_tool_schemas()]
        home = os.environ.get("HERMES_HOME") or f"{os.environ['HOME']}/.hermes"
        begin = (
            self.provider.initialize_for_inspection
            if more.pop("inspect", False)
            else self.provider.initialize
        )
        begin(
            session_id=session,
            **{
                "platform": "cli",
                "hermes_home": home,
                "agent_context": "primary",
                "agent_identity": "default",
                "agent_workspace": "hermes",
                "warning_callback": self.told.append,
                "status_callback": print,
                **more,
            },
        )
        self.prompt_block = self.provider.system_prompt_block()

    def prompt(self, text: str) -> str:
        """A turn up to the model's first request; what the provider gave in time."""
        self.turn += 1
        self.provider.on_turn_start(self.turn, text)
        self.messages.append({"role": "user", "content": text})
        box: list[str] = []
        thread = threading.Thread(
            target=lambda: box.append(self.provider.prefetch(text, session_id="")), daemon=True
        )
        thread.start()
        thread.join(PREFETCH_SECONDS)
        if box and box[0].strip():
            self.messages[-1]["api_content"] = f"{text}\n\n<memory-context>\n{box[0]}\n</memory-context>"
        return box[0] if box else ""

    def answer(self, text: str) -> None:
        """The end of a turn; returns when the worker has nothing left to do."""
        user = next(m["content"] for m in reversed(self.messages) if m["role"] == "user")
        self.messages.append({"role": "assistant", "content": text})
        more = {"messages": self.messages}
        self.worker.submit(self.provider.sync_turn, user, text, session_id=self.session, **more).result()
        self.worker.submit(self.provider.queue_prefetch, user, session_id=self.session).result()

    def compact(self) -> str:
        """A compaction in place; what the provider adds to the request for a summary."""
        more = {"evidence_messages": [], "require_checkpoint": False} if NEWER else {}
        added = str(self.provider.on_pre_compress(self.messages, **more))
        self.provider.system_prompt_block()
        self.provider.on_session_end(self.messages)
        self.switch(self.session, "compression")
        return added

    def switch(self, new: str, reason: str) -> None:
        parent, self.session = self.session, new
        # /new tells of the end first, and both on the worker.
        if reason == "new_session":
            self.worker.submit(self.provider.on_session_end, self.messages).result()
        reset = reason == "new_session"
        more = {"reason": reason} if reason else {"rewound": True}
        parent = parent if reason else ""
        self.worker.submit(
            self.provider.on_session_switch, new, parent_session_id=parent, reset=reset, **more
        ).result()

    def leave_at_once(self, text: str) -> None:
        """The end of a one-shot run: the last turn and the session's end are told at the same moment."""
        user = next(m["content"] for m in reversed(self.messages) if m["role"] == "user")
        told = self.worker.submit(self.provider.sync_turn, user, text, session_id=self.session)
        self.provider.on_session_end(self.messages)
        wait([told], timeout=DRAIN_SECONDS)
        self.provider.shutdown()

    def end(self, *, shut_down: bool) -> None:
        """What an orderly exit calls."""
        self.provider.on_session_end(self.messages)
        if shut_down:
            self.worker.shutdown(wait=True)
            self.provider.shutdown()


class Host:
    """Obeys orders."""

    def __init__(self) -> None:
        self.plugin = load()
        self.agents: dict[str, Agent] = {}

    def agent(self, session: str, **more: Any) -> Agent:
        if session not in self.agents:
            self.agents[session] = Agent(self.plugin, session, **more)
        return self.agents[session]

    def start(self, session: str, **more: Any) -> str:
        return str(self.agent(session, **more).prompt_block)

    def prompt(self, session: str, text: str, **_: Any) -> str:
        return self.agent(session).prompt(text)

    def answer(self, session: str, text: str, times: int = 1, **_: Any) -> None:
        for _time in range(times):
            self.agent(session).answer(text)

    def tool_result(self, session: str, text: str) -> None:
        call = {"id": "c", "type": "function", "function": {"name": "terminal", "arguments": text}}
        self.agent(session).messages += [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c", "content": text},
        ]

    def compact(self, session: str) -> str:
        return self.agent(session).compact()

    def switch(self, session: str, new: str, reason: str) -> None:
        agent = self.agents.pop(session)
        agent.switch(new, reason)
        self.agents[new] = agent

    def end(self, session: str) -> None:
        self.agent(session).end(shut_down=False)

    def one_shot(self, session: str, text: str, answer: str) -> str:
        """A run that ends hard: nothing of ours is waited for."""
        recalled = self.agent(session).prompt(text)
        self.agents.pop(session).leave_at_once(answer)
        return recalled

    def request(self, session: str, text: str, answer: str) -> str:
        """One request to the API server: a provider of its own, and nobody ends it."""
        agent = Agent(self.plugin, session, platform="api_server")
        recalled = agent.prompt(text)
        agent.answer(answer)
        return recalled

    def shut_down(self) -> None:
        for agent in self.agents.values():
            agent.end(shut_down=True)

    def tools(self) -> list[str]:
        return self.agent("asks for tools").tools

    def call(self, session: str, name: str, arguments: dict[str, Any]) -> Any:
        return json.loads(self.agent(session).provider.handle_tool_call(name, arguments))

    def told(self, session: str) -> list[str]:
        return self.agent(session).told

    def settings(self) -> dict[str, Any]:
        found: dict[str, Any] = self.agent("asks for settings").provider.get_status_config({})
        return found

    def schema(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.agent("asks for settings").provider.get_config_schema()
        return found

    def save(self, values: dict[str, Any], home: str) -> None:
        self.agent("asks for settings").provider.save_config(values, home)

    def status(self, session: str) -> list[Any]:
        provider = self.agent(session).provider
        version = provider.pre_compress_checkpoint_api_version
        return [version, provider.unavailable_reason(), provider.recall_status()]

    def environment(self, variables: dict[str, str]) -> None:
        os.environ.update(variables)

    def threads(self) -> list[str]:
        """Threads that are still there and are not the host's own."""
        own = ("MainThread", "mem-sync")
        return [thread.name for thread in threading.enumerate() if not thread.name.startswith(own)]


def main() -> None:
    # The host has handlers of its own; without any, a warning would go to stderr.
    logging.getLogger().addHandler(logging.NullHandler())
    host = Host()
    for line in sys.stdin:
        order = json.loads(line)
        reply = getattr(host, order.pop("do"))(**order)
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


main()
