// Generated: do not edit, your change would be lost.
// From packages/js-client/src/identity.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Names that both sides of the wire compute alike: session keys, event ids and file-name slugs. */

import { createHash } from "node:crypto";

import * as rules from "./generated/v1/identity.js";
import { wellFormed } from "./truncation.js";

/**
 * SHA-256 in 64 lower-case hexadecimal digits; a string is hashed as UTF-8.
 * @param {string | Uint8Array} data
 * @returns {string}
 */
export function digest(data) {
  return createHash("sha256").update(data).digest("hex");
}

/**
 * Name of a session's file: a readable slug, `-`, and 16 hex digits over all three values.
 * @param {string} host
 * @param {string} scopeId
 * @param {string} sessionId
 * @returns {string}
 */
export function sessionKey(host, scopeId, sessionId) {
  // RFC 8785 of an array of strings is what JSON.stringify writes.
  const canonical = JSON.stringify([host, scopeId, sessionId].map(wellFormed));
  return `${slug(sessionId)}-${digest(canonical).slice(0, rules.HASH_CHARS)}`;
}

/**
 * Id of one event from the host's own text, before anything is stripped or redacted. A turn key that is empty,
 * longer than an id allows, or not printable ASCII without blanks is replaced by its hash.
 * @param {string} turnKey
 * @param {"user" | "assistant"} role
 * @param {string} text
 * @returns {string}
 * @throws {TypeError} for any other role
 */
export function eventId(turnKey, role, text) {
  if (!Object.hasOwn(rules.ROLE_LETTERS, role)) {
    throw new TypeError(`An event's role is ${JSON.stringify(role)}; only user and assistant are captured.`);
  }
  const content = wellFormed(text).replaceAll("\r\n", "\n");
  return `${printableKey(turnKey)}:${rules.ROLE_LETTERS[role]}:${digest(content).slice(0, rules.HASH_CHARS)}`;
}

/**
 * A file-name part of `a-z`, `0-9` and single `-`, safe on every system and never empty.
 * @param {string} text
 * @param {number} [maxChars]
 * @returns {string}
 */
export function slug(text, maxChars = rules.SLUG_CHARS) {
  let head = "";
  let count = 0;
  for (const char of text) {
    if (count === rules.SLUG_READ_CHARS) break;
    head += /^[A-Za-z0-9]$/.test(char) ? char.toLowerCase() : "-";
    count += 1;
  }
  const name = trimDashes(head.replace(/-+/g, "-").replace(/^-/, "").slice(0, maxChars));
  if (name === "") return rules.SLUG_FALLBACK;
  return rules.SLUG_RESERVED.includes(name) ? `${rules.SLUG_FALLBACK}-${name}` : name;
}

function trimDashes(text) {
  return text.endsWith("-") ? text.slice(0, -1) : text;
}

function printableKey(turnKey) {
  if (turnKey.length <= rules.TURN_KEY_CHARS && /^[!-~]+$/.test(turnKey)) return turnKey;
  return rules.HASHED_TURN_KEY_PREFIX + digest(wellFormed(turnKey)).slice(0, rules.HASHED_TURN_KEY_CHARS);
}
