// Generated: do not edit, your change would be lost.
// From packages/js-client/src/payloads.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Replaces data URLs and long base64 runs by a placeholder with their type, size and hash. */

import { trimBoth } from "./characters.js";
import * as boundaryRules from "./generated/v1/boundary.js";
import * as rules from "./generated/v1/placeholders.js";
import { digest } from "./identity.js";

const LETTERS = new Set(rules.BASE64_ALPHABET);
const TYPE_CHARACTERS = new Set(rules.DATA_URL_TYPE_CHARACTERS);
const BLANKS = new Set(boundaryRules.WHITESPACE);
const LINE = rules.BASE64_MIN_LINE_CHARS;

/**
 * The text with every payload replaced, and how many there were. A payload is what follows `;base64,` in a data URL,
 * or a run of at least BASE64_MIN_CHARS characters of the base64 alphabet, line breaks (also escaped ones) in between
 * allowed, that mixes cases and digits like encoded bytes do: hashes, paths, identifiers and dotted tokens are none.
 * @param {string} text
 * @returns {[string, number]}
 */
export function replaceBase64(text) {
  let [result, count] = [text, 0];
  if (text.includes(rules.DATA_URL_MARKER)) [result, count] = replaceDataUrls(text);
  if (result.length >= rules.BASE64_MIN_CHARS) {
    const [replaced, more] = replaceRuns(result);
    return [replaced, count + more];
  }
  return [result, count];
}

/**
 * Whether nothing but base64 placeholders is left, blanks and punctuation aside.
 * @param {string} text
 * @returns {boolean}
 */
export function onlyPlaceholders(text) {
  if (!text.includes(rules.BASE64_MARKER_START)) return false;
  let rest = "";
  let position = 0;
  for (;;) {
    const start = text.indexOf(rules.BASE64_MARKER_START, position);
    const end = start >= 0 ? text.indexOf("]", start) : -1;
    if (end < 0) break;
    rest += text.slice(position, start);
    position = end + 1;
  }
  rest += text.slice(position);
  for (const char of rest) {
    if (char < "\u0080" ? /[A-Za-z0-9]/.test(char) : !BLANKS.has(char)) return false;
  }
  return true;
}

function replaceDataUrls(text) {
  let result = "";
  let [count, cursor] = [0, 0];
  let marker = text.indexOf(rules.DATA_URL_MARKER);
  while (marker >= 0) {
    const begin = marker + rules.DATA_URL_MARKER.length;
    const start = dataUrlStart(text, cursor, marker);
    const [end, payload] = start >= 0 ? runAt(text, begin) : [begin, ""];
    if (payload.length >= rules.DATA_URL_MIN_CHARS) {
      const kind = text.slice(start + rules.DATA_URL_START.length, marker).split(";")[0].toLowerCase();
      result += text.slice(cursor, start) + placeholder(payload, kind || "text/plain");
      cursor = end;
      count += 1;
    }
    marker = text.indexOf(rules.DATA_URL_MARKER, end);
  }
  return [result + text.slice(cursor), count];
}

function dataUrlStart(text, cursor, marker) {
  const lowest = Math.max(cursor, marker - rules.DATA_URL_TYPE_CHARS);
  const found = text.slice(lowest, marker).lastIndexOf(rules.DATA_URL_START);
  if (found < 0) return -1;
  const kind = text.slice(lowest + found + rules.DATA_URL_START.length, marker);
  return trimBoth(kind, TYPE_CHARACTERS) === "" ? lowest + found : -1;
}

function replaceRuns(text) {
  let result = "";
  let [count, cursor, position] = [0, 0, 0];
  while (position + LINE <= text.length) {
    let before = position + LINE;
    while (before > position && LETTERS.has(text[before - 1])) before -= 1;
    if (before > position) {
      position = before;
      continue;
    }
    const [end, payload] = runAt(text, position);
    if (payload.length >= rules.BASE64_MIN_CHARS && isEncoded(payload) && !isDotted(text, position, end)) {
      result += text.slice(cursor, position) + placeholder(payload, "");
      cursor = end;
      count += 1;
    }
    position = end;
  }
  return [result + text.slice(cursor), count];
}

/** End of the run that starts here, padding included, and its characters without breaks and padding. */
function runAt(text, from) {
  let start = from;
  let end = lineEnd(text, start, text.length);
  const width = end - start;
  const lines = [text.slice(start, end)];
  while (width >= LINE && end - start >= width) {
    const following = behindBreak(text, end);
    if (following < 0) break;
    const nextEnd = lineEnd(text, following, following + width);
    const line = text.slice(following, nextEnd);
    if (!continues(text, line, nextEnd, width)) break;
    lines.push(line);
    [start, end] = [following, nextEnd];
  }
  const padding = ["==", "=", "%3D%3D", "%3D"].find((form) => text.startsWith(form, end));
  return [end + (padding === undefined ? 0 : padding.length), lines.join("")];
}

/** A full line goes on; a short last one must look encoded, or the next word of prose would be eaten. */
function continues(text, line, end, width) {
  if (line.length === width) return end === text.length || !LETTERS.has(text[end]);
  if (line === "") return false;
  return text.startsWith("=", end) || /[0-9+/]/.test(line) || /[A-Z]/.test(line.slice(1));
}

function lineEnd(text, start, limit) {
  let end = start;
  while (end < limit && LETTERS.has(text[end])) end += 1;
  return end;
}

function behindBreak(text, position) {
  const lineBreak = rules.BASE64_LINE_BREAKS.find((form) => text.startsWith(form, position));
  if (lineBreak === undefined) return -1;
  let at = position + lineBreak.length;
  const limit = Math.min(at + rules.BASE64_INDENT_CHARS, text.length);
  while (at < limit && " \t".includes(text[at])) at += 1;
  return at;
}

/** Encoded bytes use all kinds of characters; a path has too many slashes, a hash no capitals, prose no digits. */
function isEncoded(payload) {
  const sample = payload.slice(0, rules.BASE64_SAMPLE_CHARS);
  let [upper, lower, digits, others] = [0, 0, 0, 0];
  for (const char of sample) {
    if (char >= "a" && char <= "z") lower += 1;
    else if (char >= "A" && char <= "Z") upper += 1;
    else if (char >= "0" && char <= "9") digits += 1;
    else others += 1;
  }
  const size = sample.length;
  if (payload.length >= rules.BASE64_SURE_CHARS) {
    // Nothing else is unbroken for so long; zero bytes give long runs of one letter.
    return Math.min(upper, lower, digits) > 0 && others * 12 <= size;
  }
  return upper * 8 >= size && lower * 8 >= size && digits * 32 >= size && others * 12 <= size;
}

/** Part of a dotted token, such as a signed web token: that is for the redaction rules. */
function isDotted(text, start, end) {
  const behind = text[end] === "." && LETTERS.has(text[end + 1]);
  return behind || (start > 1 && text[start - 1] === "." && LETTERS.has(text[start - 2]));
}

function placeholder(payload, kind) {
  const magic = Object.keys(rules.MAGIC).find((start) => payload.startsWith(start));
  const type = kind || (magic === undefined ? rules.UNKNOWN_TYPE : rules.MAGIC[magic]);
  const whole = payload.length % 4 === 1 ? payload.slice(0, -1) : payload;
  const data = Buffer.from(whole.replaceAll("-", "+").replaceAll("_", "/"), "base64");
  const parts = { type, bytes: String(data.length), hash: digest(data).slice(0, 16) };
  return rules.BASE64_MARKER.replace(/\{([a-z]+)\}/g, (_, name) => parts[name]);
}
