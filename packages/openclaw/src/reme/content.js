// Generated: do not edit, your change would be lost.
// From packages/js-client/src/content.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** What every event's text goes through before it is written anywhere. */

import { strip } from "./boundary.js";
import { trimBoth } from "./characters.js";
import { ROUNDS, WHITESPACE } from "./generated/v1/boundary.js";
import { EVENT_BYTES } from "./generated/v1/limits.js";
import { onlyPlaceholders, replaceBase64 } from "./payloads.js";
import { redact } from "./redaction.js";
import { cut, wellFormed } from "./truncation.js";

const BLANKS = new Set(WHITESPACE);

/**
 * Strip, replace payloads, redact, cut; running it again on its own text changes nothing. `reason` says why a text
 * became empty.
 * @param {string} text
 * @returns {{text: string, reason: "private" | "recalled" | "base64" | "empty" | null, redactions: number}}
 */
export function normaliseContent(text) {
  const removed = new Set();
  let redactions = 0;
  let current = wellFormed(text);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = current;
    const [stripped, kinds] = strip(current);
    kinds.forEach((kind) => removed.add(kind));
    const [replaced] = replaceBase64(kinds.length > 0 ? trimBoth(stripped, BLANKS) : stripped);
    const [redacted, count] = redact(replaced);
    redactions += count;
    current = cut(redacted, EVENT_BYTES);
    if (current === before) {
      const reason = emptyReason(current, removed);
      return { text: reason === null ? current : "", reason, redactions };
    }
  }
  // Nothing honest changes at every pass; what is left can't be trusted to be clean.
  return { text: "", reason: "private", redactions };
}

function emptyReason(text, removed) {
  if (trimBoth(text, BLANKS) === "") {
    if (removed.has("private")) return "private";
    return removed.has("recalled") ? "recalled" : "empty";
  }
  return onlyPlaceholders(text) ? "base64" : null;
}
