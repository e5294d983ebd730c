# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/hosts.pyi
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/hosts/agent-plugin.toml
# From contract/hosts/claude-code.toml
# From contract/hosts/codex.toml
# From contract/hosts/dsh.toml
# From contract/hosts/hermes.toml
# From contract/hosts/openclaw.toml
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final, Literal, TypedDict

from typing_extensions import NotRequired

class HostDescriptor(TypedDict):
    id: str
    folder: str
    display_name: str
    summary: str
    version: str
    minimum_api_version: str
    plugin_id: str
    mcp_server: Literal["reme"]
    packages: tuple[Package, ...]
    host: HostProgram
    install: tuple[InstallStep, ...]
    trust: NotRequired[Trust]
    runtime: Runtime
    variables: NotRequired[HookVariables]
    tools: Tools
    mcp: NotRequired[McpDeclaration]
    payload: NotRequired[Payload]
    turn_key: NotRequired[TurnKey]
    events: NotRequired[tuple[NativeEvent, ...]]
    filters: NotRequired[tuple[CaptureFilter, ...]]
    injection: Injection
    capabilities: Capabilities
    spool: NotRequired[Spool]
    settings: tuple[Setting, ...]

class Package(TypedDict):
    kind: Literal["marketplace", "npm", "directory"]
    name: str

class HostProgram(TypedDict):
    registry: NotRequired[Literal["npm", "pypi"]]
    distribution: NotRequired[str]
    tested: tuple[str, ...]
    range: NotRequired[str]
    install: NotRequired[str]
    requires: NotRequired[str]
    version_command: NotRequired[str]

class InstallStep(TypedDict):
    purpose: str
    command: NotRequired[str]

class Trust(TypedDict):
    step: str
    silent: bool
    check: NotRequired[str]

class Runtime(TypedDict):
    kind: Literal["python-hooks", "js", "mcp-only"]
    process: Literal["per-event", "in-process", "child"]
    interpreter: Literal["python", "node"]
    minimum_version: str
    command: NotRequired[str]
    command_windows: NotRequired[str]

class HookVariables(TypedDict):
    root: str
    data: NotRequired[str]
    options: NotRequired[str]

class Tools(TypedDict):
    surface: Literal["mcp", "native", "none"]
    names: tuple[str, ...]
    optional_names: NotRequired[tuple[str, ...]]
    shown_as: NotRequired[str]
    catalog_mode: NotRequired[str]

class McpDeclaration(TypedDict):
    file: str
    type: Literal["http", "stdio"]
    url: NotRequired[str]
    headers: NotRequired[Mapping[str, str]]
    command: NotRequired[str]
    args: NotRequired[tuple[str, ...]]
    expands_variables: bool
    always_load: NotRequired[Literal[True]]
    startup_timeout_s: NotRequired[int]

class Payload(TypedDict):
    form: Literal["stdin-json", "listener-arguments", "event-and-context", "method-arguments"]
    root: str

TurnKey = TypedDict("TurnKey", {"template": Literal["{turn}", "{session_id}:{turn}", "{session_id}:{turn_hash}"], "from": str})

class NativeEvent(TypedDict):
    native: str
    select: NotRequired[Mapping[str, tuple[str | float | bool | None, ...]]]
    event: str
    actions: tuple[object, ...]
    deadline: Deadline
    read: NotRequired[Mapping[str, str]]
    forms: NotRequired[Mapping[str, Literal["text-blocks", "user-messages", "last-assistant-text", "last-assistant-time", "epoch-ms", "nullable-text"]]]
    kept: NotRequired[Mapping[str, str]]
    derived: NotRequired[tuple[Literal["session_id", "turn", "prompt", "answer", "created_at", "source", "reason", "trigger", "agent_id"], ...]]
    reply: NotRequired[str]

class Deadline(TypedDict):
    inner_ms: int
    unit: NotRequired[Literal["s", "ms"]]
    declared: NotRequired[float]
    default: NotRequired[float]
    cap: NotRequired[float]
    shared: NotRequired[bool]
    unbounded: NotRequired[Literal[True]]
    on_expiry: NotRequired[Literal["killed", "output_dropped", "stops_waiting"]]

class CaptureFilter(TypedDict):
    name: str
    native: str
    pointer: NotRequired[str]
    last_assistant_of: NotRequired[str]
    present: NotRequired[Literal[True]]
    equals: NotRequired[tuple[str | float | bool | None, ...]]
    not_equals: NotRequired[tuple[str | float | bool | None, ...]]
    above: NotRequired[float]
    starts_with: NotRequired[tuple[str, ...]]
    contains: NotRequired[tuple[str, ...]]
    by_host: NotRequired[Literal[True]]
    drops: Literal["event", "answer", "turn", "session"]
    reason: str

class Injection(TypedDict):
    form: Literal["json-stdout", "return-object", "return-text", "plugin-message", "tool-result"]
    empty: NotRequired[str]
    lands: NotRequired[str]
    stays_in_history: NotRequired[bool]
    dropped_by_compaction: NotRequired[bool]
    max_chars: int
    host_limit: NotRequired[SizeLimit]

class SizeLimit(TypedDict):
    amount: int
    unit: Literal["characters", "bytes"]
    beyond: str
    lifted_by: NotRequired[str]

class Capabilities(TypedDict):
    automatic_recall: bool
    automatic_capture: bool
    start_context: bool
    compaction_event: bool
    compact_context: bool
    session_end_event: bool
    abandoned_turn_event: NotRequired[bool]
    whole_turns_only: bool
    subagents: NotRequired[bool]
    steering: NotRequired[bool]

class Spool(TypedDict):
    directory: str
    fallback: NotRequired[str]

class Setting(TypedDict):
    key: str
    where: Literal["environment", "plugin-option", "host-config", "user-file"]
    sets: str
    title: NotRequired[str]
    type: NotRequired[Literal["string", "number", "boolean"]]
    sensitive: NotRequired[bool]
    default: NotRequired[str | float | bool]

HOSTS: Final[Mapping[str, HostDescriptor]]
