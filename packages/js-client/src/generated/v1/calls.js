// Generated: do not edit, your change would be lost.
// From contract/v1/memory-recall.schema.json
// From contract/v1/memory-views.schema.json
// From contract/v1/memory-write.schema.json
// From contract/v1/operations.json
// From contract/v1/primitives.schema.json
// From contract/v1/problem.schema.json
// From contract/v1/service-info.schema.json
// From contract/v1/session-append.schema.json
// From contract/v1/session-context.schema.json
// From contract/v1/session-flush.schema.json
// From contract/v1/session-line.schema.json
// By   templates/js-client/calls.js.jinja
// Edit those and run `nox -s generate`.
/** @file What a client knows of requests and replies without their schemas. */

/** Operations whose request has a `scope_id`. */
export const SCOPED = Object.freeze([
  "agent_session_append",
  "agent_session_flush",
  "agent_memory_recall",
  "agent_session_context",
  "search",
  "traverse",
  "daily_list",
  "remember",
]);

/** The members that each reply must have, with their JSON types. */
export const REPLY_MEMBERS = Object.freeze({
  agent_session_append: Object.freeze({
    appended: "integer",
    duplicate: "integer",
    conflict: "integer",
    filtered: "integer",
    rejected: "integer",
    total: "integer",
    redactions: "integer",
    outcomes: "array",
  }),
  agent_session_flush: Object.freeze({ queued: "boolean", pending: "integer" }),
  agent_memory_recall: Object.freeze({ hits: "array", truncated: "boolean", total_chars: "integer" }),
  agent_session_context: Object.freeze({ text: "string", sources: "array", truncated: "boolean", total_chars: "integer" }),
  search: Object.freeze({ hits: "array", truncated: "boolean", total_chars: "integer" }),
  read: Object.freeze({
    path: "string",
    line_start: "integer",
    line_end: "integer",
    total_lines: "integer",
    text: "string",
    truncated: "boolean",
  }),
  traverse: Object.freeze({ path: "string", links: "array", truncated: "boolean" }),
  daily_list: Object.freeze({ days: "array", truncated: "boolean" }),
  remember: Object.freeze({ outcome: "string", path: "string", redactions: "integer" }),
  forget: Object.freeze({ events: "integer", notes: "integer", documents: "integer", requeued: "integer" }),
  reindex: Object.freeze({ started: "boolean" }),
  version: Object.freeze({ name: "string", version: "string", integration_api_version: "string" }),
  health: Object.freeze({ status: "string", reasons: "array" }),
  status: Object.freeze({
    version: "string",
    integration_api_version: "string",
    pid: "integer",
    address: "string",
    workspace: "string",
    zone: "string",
    uptime_seconds: "integer",
    surfaces: "array",
    health: "object",
    store: "object",
    index: "object",
    queue: "object",
    clients: "array",
  }),
  help: Object.freeze({ operations: "array" }),
  openapi: Object.freeze({ openapi: "string" }),
});
