# Generated: do not edit, your change would be lost.
# From contract/v1/events.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
"""Contract data: events."""

INTEGRATION_API_VERSION = "1.0"
FIELDS = (
    {"name": "session_id", "meaning": "The host's own session id, untouched."},
    {
        "name": "turn",
        "meaning": "What the host numbers or names a turn with; the descriptor's turn key is made from it.",
    },
    {
        "name": "prompt",
        "meaning": "What the person typed, without context that the host or we added.",
    },
    {
        "name": "answer",
        "meaning": "The assistant's closing text of the turn, as the host reports it.",
    },
    {
        "name": "created_at",
        "meaning": "When the host says the message was made; the adapter's clock stands in where the host has none.",
    },
    {
        "name": "source",
        "meaning": "Why the session began: started, resumed, cleared, forked, or compacted.",
    },
    {"name": "reason", "meaning": "Why the session or the turn ended."},
    {"name": "trigger", "meaning": "Who asked for the compaction: the person or the host."},
    {"name": "agent_id", "meaning": "The sub-agent the event is about."},
)
EVENTS = (
    {
        "name": "session-started",
        "title": "Session started",
        "meaning": "A session begins, is taken up again, or takes over from another one; no prompt has been seen yet.",
        "fields": ({"name": "session_id", "supply": "always"}, {"name": "source", "supply": "when_known"}),
        "actions": (
            {"kind": "context", "purpose": "start"},
            {"kind": "append", "delivery": "send"},
            {"kind": "none"},
        ),
    },
    {
        "name": "prompt-submitted",
        "title": "Prompt submitted",
        "meaning": "A person's prompt is about to go to the model. Recall first; the prompt waits in the spool until the turn ends.",
        "fields": (
            {"name": "session_id", "supply": "always"},
            {"name": "prompt", "supply": "always"},
            {"name": "turn", "supply": "when_known"},
            {"name": "created_at", "supply": "when_known"},
        ),
        "actions": ({"kind": "recall"}, {"kind": "append", "delivery": "spool"}),
    },
    {
        "name": "turn-progressed",
        "title": "Turn progressed",
        "meaning": "A piece of the running turn became known that the end of the turn needs; kept in memory, no request.",
        "fields": (
            {"name": "session_id", "supply": "always"},
            {"name": "turn", "supply": "when_known"},
            {"name": "answer", "supply": "when_known"},
        ),
        "actions": ({"kind": "none"},),
    },
    {
        "name": "turn-completed",
        "title": "Turn completed",
        "meaning": "The assistant finished answering. Prompt and answer are delivered together, durable before the reply.",
        "fields": (
            {"name": "session_id", "supply": "always"},
            {"name": "turn", "supply": "always"},
            {"name": "prompt", "supply": "when_known"},
            {"name": "answer", "supply": "always"},
            {"name": "created_at", "supply": "when_known"},
        ),
        "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "turn_end"}),
    },
    {
        "name": "turn-abandoned",
        "title": "Turn abandoned",
        "meaning": "The turn ended without an answer: interrupted, aborted, or the provider failed. The prompt is kept, an error text never is.",
        "fields": (
            {"name": "session_id", "supply": "always"},
            {"name": "turn", "supply": "when_known"},
            {"name": "prompt", "supply": "when_known"},
            {"name": "reason", "supply": "when_known"},
        ),
        "actions": ({"kind": "append", "delivery": "send"}, {"kind": "none"}),
    },
    {
        "name": "compact-pending",
        "title": "Compaction pending",
        "meaning": "The host is about to shorten the model's context; what was said so far must be safe before that.",
        "fields": ({"name": "session_id", "supply": "always"}, {"name": "trigger", "supply": "when_known"}),
        "actions": ({"kind": "append", "delivery": "send"}, {"kind": "flush", "reason": "pre_compact"}),
    },
    {
        "name": "compacted",
        "title": "Compacted",
        "meaning": "The context was shortened. Older turns of this session may be recalled into it again from here on.",
        "fields": (
            {"name": "session_id", "supply": "always"},
            {"name": "trigger", "supply": "when_known"},
            {"name": "source", "supply": "when_known"},
        ),
        "actions": ({"kind": "context", "purpose": "compact"}, {"kind": "none"}),
    },
    {
        "name": "drain-requested",
        "title": "Drain requested",
        "meaning": "The host asks that writes under way be settled; it may be waiting, so only an idle session is drained.",
        "fields": ({"name": "session_id", "supply": "always"},),
        "actions": ({"kind": "append", "delivery": "send"}, {"kind": "none"}),
    },
    {
        "name": "session-ended",
        "title": "Session ended",
        "meaning": "The host closes the session or itself. A nudge only: hosts drop this event, and the server flushes idle sessions anyway.",
        "fields": ({"name": "session_id", "supply": "always"}, {"name": "reason", "supply": "when_known"}),
        "actions": (
            {"kind": "append", "delivery": "send"},
            {"kind": "flush", "reason": "session_end"},
            {"kind": "flush", "reason": "shutdown"},
        ),
    },
    {
        "name": "subagent-started",
        "title": "Sub-agent started",
        "meaning": "The agent gave a task to a sub-agent. Nothing is recalled or captured: no person said it.",
        "fields": ({"name": "agent_id", "supply": "when_known"},),
        "actions": ({"kind": "none"},),
    },
    {
        "name": "subagent-ended",
        "title": "Sub-agent ended",
        "meaning": "A sub-agent reported back. Its words reach memory through the parent's own answer; only where the user switched it on are they kept as a child session.",
        "fields": (
            {"name": "session_id", "supply": "always"},
            {"name": "turn", "supply": "when_known"},
            {"name": "answer", "supply": "when_known"},
            {"name": "agent_id", "supply": "always"},
        ),
        "actions": ({"kind": "append", "delivery": "send"}, {"kind": "none"}),
    },
)
