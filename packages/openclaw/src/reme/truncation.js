// Generated: do not edit, your change would be lost.
// From packages/js-client/src/truncation.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Cuts text to a size at a code point, and repairs text that is no valid Unicode. */

import { CLIP_MARK, TRUNCATION_MARKER } from "./generated/v1/placeholders.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The text with every lone surrogate replaced by U+FFFD.
 * @param {string} text
 * @returns {string}
 */
export function wellFormed(text) {
  if (typeof text.toWellFormed === "function") return text.toWellFormed();
  // Node 18 has no toWellFormed; the encoder replaces the same way.
  return decoder.decode(encoder.encode(text));
}

/**
 * The text within `maxBytes` of UTF-8; what is cut ends with a marker that counts the bytes left out.
 * Expects well-formed text. Below the marker's own size there is no marker, only the cut.
 * @param {string} text
 * @param {number} maxBytes
 * @returns {string}
 */
export function cut(text, maxBytes) {
  if (text.length * 3 <= maxBytes) return text;
  const encoded = encoder.encode(text);
  const total = encoded.length;
  if (total <= maxBytes) return text;
  // The marker for everything is the longest one, so the real one fits too.
  const room = maxBytes - encoder.encode(marker(total)).length;
  if (room < 0) return decoder.decode(encoded.subarray(0, characterStart(encoded, Math.max(maxBytes, 0))));
  const kept = characterStart(encoded, room);
  return decoder.decode(encoded.subarray(0, kept)) + marker(total - kept);
}

/**
 * The text within `maxChars` code points; the last one of a cut text is an ellipsis.
 * @param {string} text
 * @param {number} maxChars
 * @returns {string}
 */
export function clip(text, maxChars) {
  if (text.length <= maxChars) return text;
  const chars = Array.from(text);
  if (chars.length <= maxChars) return text;
  const room = maxChars - CLIP_MARK.length;
  return room < 0 ? "" : chars.slice(0, room).join("") + CLIP_MARK;
}

/**
 * The first `maxChars` code points of a text, without a mark where it was cut.
 * @param {string} text
 * @param {number} maxChars
 * @returns {string}
 */
export function head(text, maxChars) {
  if (text.length <= maxChars) return text;
  let end = 0;
  for (let count = 0; count < maxChars && end < text.length; count += 1) end += text.codePointAt(end) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/**
 * How many code points a text has.
 * @param {string} text
 * @returns {number}
 */
export function countChars(text) {
  let count = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at) > 0xffff ? 2 : 1) count += 1;
  return count;
}

function marker(missing) {
  return TRUNCATION_MARKER.replace("{bytes}", String(missing));
}

function characterStart(encoded, size) {
  let end = size;
  while (end > 0 && (encoded[end] & 0xc0) === 0x80) end -= 1;
  return end;
}
