# Generated: do not edit, your change would be lost.
# From contract/hosts/claude-code.toml
# By   templates/_partials/host.py.jinja
# Edit those and run `nox -s generate`.
"""What the hook runtime knows of this host."""

HOST = {
    "id": "claude_code",
    "folder": "claude-code",
    "version": "0.1.0",
    "minimum_api_version": "1.0",
    "events": (
        {
            "native": "SessionStart",
            "select": {"/source": ("startup", "clear")},
            "event": "session-started",
            "actions": ({"kind": "context", "purpose": "start"}, {"kind": "append", "delivery": "send"}),
            "reply": "hookSpecificOutput.additionalContext",
            "deadline": {"inner_ms": 2500},
        },
        {
            "native": "SessionStart",
            "select": {"/source": ("resume", "fork")},
            "event": "session-started",
            "actions": ({"kind": "append", "delivery": "send"},),
            "deadline": {"inner_ms": 2500},
        },
        {
            "native": "SessionStart",
            "select": {"/source": ("compact",)},
            "event": "compacted",
            "actions": ({"kind": "context", "purpose": "compact"},),
            "reply": "hookSpecificOutput.additionalContext",
            "deadline": {"inner_ms": 2500},
        },
        {
            "native": "UserPromptSubmit",
            "event": "prompt-submitted",
            "actions": ({"kind": "recall"}, {"kind": "append", "delivery": "spool"}),
            "reply": "hookSpecificOutput.additionalContext",
            "deadline": {"inner_ms": 2500},
        },
        {
            "native": "Stop",
            "event": "turn-completed",
            "actions": ({"kind": "append", "delivery": "send"},),
            "deadline": {"inner_ms": 2000},
        },
        {
            "native": "StopFailure",
            "event": "turn-abandoned",
            "actions": ({"kind": "append", "delivery": "send"},),
            "deadline": {"inner_ms": 2000},
        },
        {
            "native": "PreCompact",
            "event": "compact-pending",
            "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "pre_compact"}),
            "deadline": {"inner_ms": 2000},
        },
        {
            "native": "SessionEnd",
            "event": "session-ended",
            "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "session_end"}),
            "deadline": {"inner_ms": 800},
        },
        {
            "native": "SubagentStop",
            "event": "subagent-ended",
            "actions": ({"kind": "append", "delivery": "send"},),
            "deadline": {"inner_ms": 2000},
        },
    ),
    "injection": {
        "max_chars": 4000,
        "host_limit": {"amount": 9500, "unit": "characters"},
        "dropped_by_compaction": True,
    },
    "capabilities": {"steering": False},
    "variables": {"data": "CLAUDE_PLUGIN_DATA", "options": "CLAUDE_PLUGIN_OPTION_"},
}
