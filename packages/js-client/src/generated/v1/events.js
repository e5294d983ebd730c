// Generated: do not edit, your change would be lost.
// From contract/v1/events.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
/** @file Contract data: events. */

export const INTEGRATION_API_VERSION = "1.0";
export const FIELDS = Object.freeze([
  Object.freeze({ name: "session_id", meaning: "The host's own session id, untouched." }),
  Object.freeze({
    name: "turn",
    meaning: "What the host numbers or names a turn with; the descriptor's turn key is made from it.",
  }),
  Object.freeze({
    name: "prompt",
    meaning: "What the person typed, without context that the host or we added.",
  }),
  Object.freeze({
    name: "answer",
    meaning: "The assistant's closing text of the turn, as the host reports it.",
  }),
  Object.freeze({
    name: "created_at",
    meaning: "When the host says the message was made; the adapter's clock stands in where the host has none.",
  }),
  Object.freeze({
    name: "source",
    meaning: "Why the session began: started, resumed, cleared, forked, or compacted.",
  }),
  Object.freeze({ name: "reason", meaning: "Why the session or the turn ended." }),
  Object.freeze({
    name: "trigger",
    meaning: "Who asked for the compaction: the person or the host.",
  }),
  Object.freeze({ name: "agent_id", meaning: "The sub-agent the event is about." }),
]);
export const EVENTS = Object.freeze([
  Object.freeze({
    name: "session-started",
    title: "Session started",
    meaning: "A session begins, is taken up again, or takes over from another one; no prompt has been seen yet.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "source", supply: "when_known" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "context", purpose: "start" }),
      Object.freeze({ kind: "append", delivery: "send" }),
      Object.freeze({ kind: "none" }),
    ]),
  }),
  Object.freeze({
    name: "prompt-submitted",
    title: "Prompt submitted",
    meaning: "A person's prompt is about to go to the model. Recall first; the prompt waits in the spool until the turn ends.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "prompt", supply: "always" }),
      Object.freeze({ name: "turn", supply: "when_known" }),
      Object.freeze({ name: "created_at", supply: "when_known" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "recall" }),
      Object.freeze({ kind: "append", delivery: "spool" }),
    ]),
  }),
  Object.freeze({
    name: "turn-progressed",
    title: "Turn progressed",
    meaning: "A piece of the running turn became known that the end of the turn needs; kept in memory, no request.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "turn", supply: "when_known" }),
      Object.freeze({ name: "answer", supply: "when_known" }),
    ]),
    actions: Object.freeze([Object.freeze({ kind: "none" })]),
  }),
  Object.freeze({
    name: "turn-completed",
    title: "Turn completed",
    meaning: "The assistant finished answering. Prompt and answer are delivered together, durable before the reply.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "turn", supply: "always" }),
      Object.freeze({ name: "prompt", supply: "when_known" }),
      Object.freeze({ name: "answer", supply: "always" }),
      Object.freeze({ name: "created_at", supply: "when_known" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "append", delivery: "send" }),
      Object.freeze({ kind: "flush", reason: "turn_end" }),
    ]),
  }),
  Object.freeze({
    name: "turn-abandoned",
    title: "Turn abandoned",
    meaning: "The turn ended without an answer: interrupted, aborted, or the provider failed. The prompt is kept, an error text never is.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "turn", supply: "when_known" }),
      Object.freeze({ name: "prompt", supply: "when_known" }),
      Object.freeze({ name: "reason", supply: "when_known" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "append", delivery: "send" }),
      Object.freeze({ kind: "none" }),
    ]),
  }),
  Object.freeze({
    name: "compact-pending",
    title: "Compaction pending",
    meaning: "The host is about to shorten the model's context; what was said so far must be safe before that.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "trigger", supply: "when_known" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "append", delivery: "send" }),
      Object.freeze({ kind: "flush", reason: "pre_compact" }),
    ]),
  }),
  Object.freeze({
    name: "compacted",
    title: "Compacted",
    meaning: "The context was shortened. Older turns of this session may be recalled into it again from here on.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "trigger", supply: "when_known" }),
      Object.freeze({ name: "source", supply: "when_known" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "context", purpose: "compact" }),
      Object.freeze({ kind: "none" }),
    ]),
  }),
  Object.freeze({
    name: "drain-requested",
    title: "Drain requested",
    meaning: "The host asks that writes under way be settled; it may be waiting, so only an idle session is drained.",
    fields: Object.freeze([Object.freeze({ name: "session_id", supply: "always" })]),
    actions: Object.freeze([
      Object.freeze({ kind: "append", delivery: "send" }),
      Object.freeze({ kind: "none" }),
    ]),
  }),
  Object.freeze({
    name: "session-ended",
    title: "Session ended",
    meaning: "The host closes the session or itself. A nudge only: hosts drop this event, and the server flushes idle sessions anyway.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "reason", supply: "when_known" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "append", delivery: "send" }),
      Object.freeze({ kind: "flush", reason: "session_end" }),
      Object.freeze({ kind: "flush", reason: "shutdown" }),
    ]),
  }),
  Object.freeze({
    name: "subagent-started",
    title: "Sub-agent started",
    meaning: "The agent gave a task to a sub-agent. Nothing is recalled or captured: no person said it.",
    fields: Object.freeze([Object.freeze({ name: "agent_id", supply: "when_known" })]),
    actions: Object.freeze([Object.freeze({ kind: "none" })]),
  }),
  Object.freeze({
    name: "subagent-ended",
    title: "Sub-agent ended",
    meaning: "A sub-agent reported back. Its words reach memory through the parent's own answer; only where the user switched it on are they kept as a child session.",
    fields: Object.freeze([
      Object.freeze({ name: "session_id", supply: "always" }),
      Object.freeze({ name: "turn", supply: "when_known" }),
      Object.freeze({ name: "answer", supply: "when_known" }),
      Object.freeze({ name: "agent_id", supply: "always" }),
    ]),
    actions: Object.freeze([
      Object.freeze({ kind: "append", delivery: "send" }),
      Object.freeze({ kind: "none" }),
    ]),
  }),
]);
