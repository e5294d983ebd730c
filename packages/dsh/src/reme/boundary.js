// Generated: do not edit, your change would be lost.
// From packages/js-client/src/boundary.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** The border between remembered text and the conversation: wrapping on the way in, stripping on the way out. */

import { trimBoth } from "./characters.js";
import * as rules from "./generated/v1/boundary.js";
import { stripPassages } from "./stripping.js";
import { clip, countChars } from "./truncation.js";

const HINTS = [...rules.OPENING_BRACKETS, ...rules.LINES.map((rule) => rule.needle)];
const WHITESPACE = new Set(rules.WHITESPACE);
const LINE_ENDS = /\r\n|[\r\u000b\u000c\u001c-\u001e\u0085\u2028\u2029]/gu;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/**
 * The block for a prompt, within `maxChars` code points, or an empty string when nothing fits. The order is kept;
 * the first item that doesn't fit is cut, the ones behind it are left out.
 * @param {readonly import("./boundary.js").RecallItem[]} items
 * @param {number} maxChars
 * @returns {string}
 */
export function wrap(items, maxChars) {
  const head = `${rules.RECALL_OPEN}\n${rules.RECALL_NOTICE}`;
  const tail = `\n${rules.RECALL_CLOSE}`;
  let room = maxChars - head.length - tail.length;
  const lines = [];
  for (const item of items) {
    const snippet = snippetOf(item);
    if (snippet === "") continue;
    const line = `\n${itemLine(item, snippet)}`;
    const size = countChars(line);
    if (size > room) {
      if (room - (size - countChars(snippet)) >= rules.RECALL_MIN_SNIPPET) lines.push(clip(line, room));
      break;
    }
    lines.push(line);
    room -= size;
  }
  return lines.length > 0 ? head + lines.join("") + tail : "";
}

/**
 * The block around a brief in running text, within `maxChars` code points, or an empty string.
 * @param {string} text
 * @param {number} maxChars
 * @returns {string}
 */
export function wrapText(text, maxChars) {
  const head = `${rules.RECALL_OPEN}\n${rules.RECALL_NOTICE}\n`;
  const tail = `\n${rules.RECALL_CLOSE}`;
  const body = clip(trimBoth(neutralise(text), WHITESPACE), maxChars - head.length - tail.length);
  const size = countChars(body);
  return size > 0 && size >= Math.min(rules.RECALL_MIN_SNIPPET, countChars(text)) ? head + body + tail : "";
}

/**
 * The text without anything that could be read as a tag, plain or escaped, and without control characters.
 * @param {string} text
 * @returns {string}
 */
export function neutralise(text) {
  let result = text.replace(LINE_ENDS, "\n").replace(CONTROLS, "");
  for (const [char, other] of Object.entries(rules.NEUTRAL_CHARACTERS)) result = result.replaceAll(char, other);
  if (result.includes("&") || result.includes("\\")) {
    for (const [sequence, other] of Object.entries(rules.NEUTRAL_SEQUENCES)) result = result.replaceAll(sequence, other);
  }
  return result;
}

/**
 * The text without recalled, private and host-made passages, and what kinds were removed: `recalled`, `private` and
 * `host`, sorted. A recalled or private passage that is never closed goes to the end of the text. A tag that is only
 * named in Markdown code stays.
 * @param {string} text
 * @returns {[string, string[]]}
 */
export function strip(text) {
  return HINTS.some((hint) => text.includes(hint)) ? stripPassages(text) : [text, []];
}

function itemLine(item, snippet) {
  const [start, end] = [label(item.line_start), label(item.line_end)];
  const parts = {
    path: label(item.path),
    lines: start === end ? start : `${start}-${end}`,
    kind: label(item.kind),
    day: Array.from(label(item.created_at)).slice(0, 10).join(""),
    snippet,
  };
  return rules.RECALL_ITEM.replace(/\{([a-z]+)\}/g, (_, name) => parts[name]);
}

function snippetOf(item) {
  const text = trimBoth(neutralise(String(item.snippet ?? "")), WHITESPACE);
  return text.replaceAll("\n", rules.RECALL_CONTINUATION);
}

function label(value) {
  return neutralise(String(value ?? "")).replaceAll("\n", " ");
}
