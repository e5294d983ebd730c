// Generated: do not edit, your change would be lost.
// From packages/js-client/src/generated/v1/operations.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
// Generated: do not edit, your change would be lost.
// From contract/v1/operations.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
/** @file What can be asked, and how. */

export const API_VERSION = "1.0";
export const API_MAJOR = 1;
export const API_MINOR = 0;
export const VERSION_HEADER = "Reme-Api-Version";
export const OPERATIONS = Object.freeze({
  agent_session_append: Object.freeze({
    method: "POST",
    path: "/agent_session_append",
    deadline_ms: 10000,
    retry_safe: true,
    token_required: true,
  }),
  agent_session_flush: Object.freeze({
    method: "POST",
    path: "/agent_session_flush",
    deadline_ms: 3000,
    retry_safe: true,
    token_required: true,
  }),
  agent_memory_recall: Object.freeze({
    method: "POST",
    path: "/agent_memory_recall",
    deadline_ms: 2500,
    retry_safe: true,
    token_required: true,
  }),
  agent_session_context: Object.freeze({
    method: "POST",
    path: "/agent_session_context",
    deadline_ms: 2500,
    retry_safe: true,
    token_required: true,
  }),
  search: Object.freeze({
    method: "POST",
    path: "/search",
    deadline_ms: 5000,
    retry_safe: true,
    token_required: true,
  }),
  read: Object.freeze({
    method: "POST",
    path: "/read",
    deadline_ms: 5000,
    retry_safe: true,
    token_required: true,
  }),
  traverse: Object.freeze({
    method: "POST",
    path: "/traverse",
    deadline_ms: 5000,
    retry_safe: true,
    token_required: true,
  }),
  daily_list: Object.freeze({
    method: "POST",
    path: "/daily_list",
    deadline_ms: 5000,
    retry_safe: true,
    token_required: true,
  }),
  remember: Object.freeze({
    method: "POST",
    path: "/remember",
    deadline_ms: 10000,
    retry_safe: true,
    token_required: true,
  }),
  forget: Object.freeze({
    method: "POST",
    path: "/forget",
    deadline_ms: 30000,
    retry_safe: true,
    token_required: true,
  }),
  reindex: Object.freeze({
    method: "POST",
    path: "/reindex",
    deadline_ms: 3000,
    retry_safe: true,
    token_required: true,
  }),
  version: Object.freeze({
    method: "GET",
    path: "/version",
    deadline_ms: 1000,
    retry_safe: true,
    token_required: false,
  }),
  health: Object.freeze({
    method: "GET",
    path: "/health",
    deadline_ms: 1000,
    retry_safe: true,
    token_required: false,
  }),
  status: Object.freeze({
    method: "GET",
    path: "/status",
    deadline_ms: 3000,
    retry_safe: true,
    token_required: true,
  }),
  help: Object.freeze({
    method: "GET",
    path: "/help",
    deadline_ms: 1000,
    retry_safe: true,
    token_required: true,
  }),
  openapi: Object.freeze({
    method: "GET",
    path: "/openapi.json",
    deadline_ms: 1000,
    retry_safe: true,
    token_required: true,
  }),
});
