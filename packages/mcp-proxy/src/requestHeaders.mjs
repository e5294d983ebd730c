/** @file HTTP headers of a message: what every request carries, and what MCP mirrors out of the body. */

import { ownVersion } from "./messages.mjs";

// Each module costs a client half a millisecond of its start, so these are not imported; a test compares them.
const USER_AGENT = "reme-mcp-proxy/0.1.0";
const VERSION_HEADER = "Reme-Api-Version";
const API_VERSION = "1.0";
const NAMED_BY = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };
const PLAIN = /^[\x20-\x7e]*$/;
const ENCODED = /^=\?base64\?.*\?=$/;

/**
 * @param {import("./settings.mjs").Settings} settings
 * @param {string} accept media types
 */
export function commonHeaders(settings, accept) {
  const headers = { accept, "user-agent": USER_AGENT, [VERSION_HEADER]: API_VERSION };
  if (settings.token !== "") headers.authorization = `Bearer ${settings.token}`;
  return headers;
}

/**
 * Headers of a legacy session, 2025-03-26 to 2025-11-25.
 * @param {{id: string | null, version: string} | null} session null while there is none, as during `initialize`
 */
export function sessionHeaders(session) {
  const headers = {};
  if (session?.id) headers["mcp-session-id"] = session.id;
  if (session) headers["mcp-protocol-version"] = session.version;
  return headers;
}

/**
 * Headers that mirror a message of 2026-07-28 or later (Streamable HTTP, "Request Metadata").
 * @param {any} message with a version of its own
 * @param {import("./toolCatalogue.mjs").ToolCatalogue | null} catalogue
 */
export function mirroredHeaders(message, catalogue) {
  const { method, params } = message;
  const headers = { "mcp-protocol-version": encodedValue(ownVersion(message)), "mcp-method": encodedValue(method) };
  const name = params[NAMED_BY[method]];
  if (typeof name === "string") headers["mcp-name"] = encodedValue(name);
  if (method !== "tools/call") return headers;
  for (const [path, header] of catalogue?.headersOf(name) ?? []) {
    const value = at(params.arguments, path);
    const text = typeof value === "string" ? value : scalarText(value);
    if (text !== null) headers[`mcp-param-${header}`] = encodedValue(text);
  }
  return headers;
}

/** A value as a header can carry it: as it is, or in Base64 where it would not survive. */
export function encodedValue(value) {
  if (PLAIN.test(value) && value === value.trim() && !ENCODED.test(value)) return value;
  return `=?base64?${Buffer.from(value).toString("base64")}?=`;
}

function scalarText(value) {
  return typeof value === "boolean" || Number.isSafeInteger(value) ? String(value) : null;
}

function at(value, path) {
  return path.reduce(
    (node, key) => (node && typeof node === "object" && Object.hasOwn(node, key) ? node[key] : undefined),
    value,
  );
}
