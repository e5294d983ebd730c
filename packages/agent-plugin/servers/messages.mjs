// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/messages.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file JSON-RPC messages: what kind one is, and which era of MCP its sender speaks. */

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;
// A server that answers with one of these speaks a revision without `initialize` (2026-07-28 or later).
export const MODERN_ERRORS = new Set([HEADER_MISMATCH, -32021, UNSUPPORTED_VERSION, METHOD_NOT_FOUND]);

const VERSION_META = "io.modelcontextprotocol/protocolVersion";

/**
 * Told apart by `method`: whatever else carries an id is the answer to a request, and never gets an answer itself.
 * @param {any} value
 * @returns {"request" | "notification" | "response" | "invalid"}
 */
export function kindOf(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value) || value.jsonrpc !== "2.0") return "invalid";
  if (typeof value.method === "string") {
    if (value.id === undefined) return "notification";
    return isId(value.id) ? "request" : "invalid";
  }
  const settled = value.result !== undefined || (typeof value.error === "object" && value.error !== null);
  return value.method === undefined && settled ? "response" : "invalid";
}

/** @param {unknown} id */
function isId(id) {
  return typeof id === "string" || typeof id === "number";
}

/**
 * The protocol version that a message names for itself; null in a legacy session, where `initialize` named it.
 * @param {any} message
 * @returns {string | null}
 */
export function ownVersion(message) {
  const version = message.params?._meta?.[VERSION_META];
  return typeof version === "string" ? version : null;
}

/**
 * @param {unknown} id
 * @param {{code: number, message: string, data?: unknown}} error
 */
export function errorReply(id, error) {
  return { jsonrpc: "2.0", id, error };
}

/**
 * The JSON-RPC error in the body of a refused request; null for any other body.
 * @param {string} text
 * @returns {{id: unknown, error: {code: number, message: string, data?: any}} | null}
 */
export function errorIn(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (value?.jsonrpc !== "2.0" || !Number.isInteger(value.error?.code)) return null;
  return { id: value.id, error: { ...value.error, message: String(value.error.message ?? "") } };
}
