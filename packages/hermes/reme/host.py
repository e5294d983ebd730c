# Generated: do not edit, your change would be lost.
# From contract/hosts/hermes.toml
# By   templates/_partials/host.py.jinja
# Edit those and run `nox -s generate`.
"""What the hook runtime knows of this host."""

HOST = {
    "id": "hermes",
    "folder": "hermes",
    "version": "0.1.0",
    "minimum_api_version": "1.0",
    "events": (
        {
            "native": "initialize",
            "event": "session-started",
            "actions": ({"kind": "append", "delivery": "send"},),
            "deadline": {"inner_ms": 1000},
        },
        {
            "native": "prefetch",
            "event": "prompt-submitted",
            "actions": ({"kind": "recall"},),
            "reply": "return",
            "deadline": {"inner_ms": 2500},
        },
        {
            "native": "sync_turn",
            "event": "turn-completed",
            "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "turn_end"}),
            "deadline": {"inner_ms": 2500},
        },
        {
            "native": "on_pre_compress",
            "event": "compact-pending",
            "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "pre_compact"}),
            "deadline": {"inner_ms": 1500},
        },
        {
            "native": "on_session_switch",
            "select": {"/payload/reason": ("compression",)},
            "event": "compacted",
            "actions": ({"kind": "none"},),
            "deadline": {"inner_ms": 1000},
        },
        {
            "native": "on_session_switch",
            "select": {"/payload/reason": ("branch", "new_session", "resume")},
            "event": "session-ended",
            "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "session_end"}),
            "deadline": {"inner_ms": 1500},
        },
        {
            "native": "on_session_end",
            "event": "session-ended",
            "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "session_end"}),
            "deadline": {"inner_ms": 2000},
        },
        {
            "native": "shutdown",
            "event": "session-ended",
            "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "shutdown"}),
            "deadline": {"inner_ms": 2500},
        },
    ),
    "injection": {"max_chars": 4000, "dropped_by_compaction": False},
    "capabilities": {"steering": False},
    "variables": {},
}
