// Generated: do not edit, your change would be lost.
// From contract/hosts/openclaw.toml
// By   templates/_partials/host.js.jinja
// Edit those and run `nox -s generate`.
/** What the runtime knows of this host. */

export const HOST = Object.freeze({
  id: "openclaw",
  folder: "openclaw",
  version: "0.1.0",
  minimum_api_version: "1.0",
  events: Object.freeze([
    Object.freeze({
      native: "session_start",
      event: "session-started",
      actions: Object.freeze([Object.freeze({ kind: "append", delivery: "send" })]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "before_prompt_build",
      event: "prompt-submitted",
      actions: Object.freeze([
        Object.freeze({ kind: "recall" }),
        Object.freeze({ kind: "append", delivery: "spool" }),
      ]),
      reply: "prependContext",
      deadline: Object.freeze({ inner_ms: 2500 }),
    }),
    Object.freeze({
      native: "agent_end",
      event: "turn-completed",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "turn_end" }),
      ]),
      deadline: Object.freeze({ inner_ms: 2500 }),
    }),
    Object.freeze({
      native: "before_compaction",
      event: "compact-pending",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "pre_compact" }),
      ]),
      deadline: Object.freeze({ inner_ms: 2000 }),
    }),
    Object.freeze({
      native: "after_compaction",
      event: "compacted",
      actions: Object.freeze([Object.freeze({ kind: "none" })]),
      deadline: Object.freeze({ inner_ms: 100 }),
    }),
    Object.freeze({
      native: "before_reset",
      event: "compacted",
      actions: Object.freeze([Object.freeze({ kind: "none" })]),
      deadline: Object.freeze({ inner_ms: 100 }),
    }),
    Object.freeze({
      native: "session_end",
      select: Object.freeze({
        "/event/reason": Object.freeze(["new", "reset", "idle", "daily", "compaction", "deleted", "unknown"]),
      }),
      event: "session-ended",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "session_end" }),
      ]),
      deadline: Object.freeze({ inner_ms: 1000 }),
    }),
    Object.freeze({
      native: "session_end",
      select: Object.freeze({ "/event/reason": Object.freeze(["shutdown", "restart"]) }),
      event: "session-ended",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "shutdown" }),
      ]),
      deadline: Object.freeze({ inner_ms: 1000 }),
    }),
    Object.freeze({
      native: "gateway_stop",
      event: "session-ended",
      actions: Object.freeze([
        Object.freeze({ kind: "append", delivery: "send" }),
        Object.freeze({ kind: "flush", reason: "shutdown" }),
      ]),
      deadline: Object.freeze({ inner_ms: 1500 }),
    }),
  ]),
  injection: Object.freeze({ max_chars: 4000, dropped_by_compaction: false, stays_in_history: false }),
  capabilities: Object.freeze({ steering: true }),
  variables: Object.freeze({}),
});
