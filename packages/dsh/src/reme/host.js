// Generated: do not edit, your change would be lost.
// From contract/hosts/dsh.toml
// By   templates/_partials/host.js.jinja
// Edit those and run `nox -s generate`.
/** What the runtime knows of this host. */

export const HOST = Object.freeze({
  id: "dsh",
  folder: "dsh",
  version: "0.1.0",
  minimum_api_version: "1.0",
  events: Object.freeze([
    Object.freeze({
      native: "session/created",
      event: "session-started",
      actions: Object.freeze([Object.freeze({ kind: "none" })]),
      deadline: Object.freeze({ inner_ms: 100 }),
    }),
    Object.freeze({
      native: "agent/session-start",
      event: "session-started",
      actions: Object.freeze([Object.freeze({ kind: "append", delivery: "send" })]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "agent/pre-step",
      event: "prompt-submitted",
      actions: Object.freeze([Object.freeze({ kind: "recall" })]),
      reply: "messages",
      deadline: Object.freeze({ inner_ms: 2500 }),
    }),
    Object.freeze({
      native: "session/event",
      select: Object.freeze({
        "/1/type": Object.freeze(["user/message"]),
        "/1/data/source/kind": Object.freeze(["user"]),
      }),
      event: "prompt-submitted",
      actions: Object.freeze([Object.freeze({ kind: "append", delivery: "spool" })]),
      deadline: Object.freeze({ inner_ms: 500 }),
    }),
    Object.freeze({
      native: "session/event",
      select: Object.freeze({ "/1/type": Object.freeze(["turn/start"]) }),
      event: "turn-progressed",
      actions: Object.freeze([Object.freeze({ kind: "none" })]),
      deadline: Object.freeze({ inner_ms: 100 }),
    }),
    Object.freeze({
      native: "session/event",
      select: Object.freeze({ "/1/type": Object.freeze(["assistant/message"]) }),
      event: "turn-progressed",
      actions: Object.freeze([Object.freeze({ kind: "none" })]),
      deadline: Object.freeze({ inner_ms: 100 }),
    }),
    Object.freeze({
      native: "session/event",
      select: Object.freeze({
        "/1/type": Object.freeze(["turn/end"]),
        "/1/data/reason/kind": Object.freeze(["completed", "max-tokens"]),
      }),
      event: "turn-completed",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "turn_end" }),
      ]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "session/event",
      select: Object.freeze({
        "/1/type": Object.freeze(["turn/end"]),
        "/1/data/reason/kind": Object.freeze(["aborted", "blocked", "error", "interrupted"]),
      }),
      event: "turn-abandoned",
      actions: Object.freeze([Object.freeze({ kind: "append", delivery: "send" })]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "session/event",
      select: Object.freeze({ "/1/type": Object.freeze(["compaction/start"]) }),
      event: "compact-pending",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "pre_compact" }),
      ]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "session/event",
      select: Object.freeze({ "/1/type": Object.freeze(["compaction/end"]) }),
      event: "compacted",
      actions: Object.freeze([Object.freeze({ kind: "none" })]),
      deadline: Object.freeze({ inner_ms: 100 }),
    }),
    Object.freeze({
      native: "session/flush",
      event: "drain-requested",
      actions: Object.freeze([Object.freeze({ kind: "append", delivery: "send" })]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "agent/status",
      select: Object.freeze({ "/0/status": Object.freeze(["idle"]) }),
      event: "session-ended",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "session_end" }),
      ]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "session/disposed",
      event: "session-ended",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "session_end" }),
      ]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "ctx.effect",
      event: "session-ended",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "shutdown" }),
      ]),
      deadline: Object.freeze({ inner_ms: 2500 }),
    }),
  ]),
  injection: Object.freeze({ max_chars: 4000, dropped_by_compaction: false }),
  capabilities: Object.freeze({ steering: true }),
  variables: Object.freeze({}),
});
