// Generated: do not edit, your change would be lost.
// From packages/js-client/src/redaction.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Replaces credentials by a mark; a pattern is compiled and run only on a text that holds one of its needles. */

import * as rules from "./generated/v1/redaction.js";

const compiled = new Map();
const EXACT = firstNeedles(false);
const ANY_CASE = firstNeedles(true);

/**
 * The text with every credential replaced by `[redacted:<id>]`, and how many there were.
 * @param {string} text
 * @returns {[string, number]}
 */
export function redact(text) {
  let result = text;
  let count = 0;
  for (let round = 0; round < rules.ROUNDS; round += 1) {
    let changed = 0;
    for (const pattern of suspects(result)) {
      const [replaced, found] = replace(pattern, result);
      result = replaced;
      changed += found;
    }
    if (changed === 0) break;
    count += changed;
  }
  return [result, count];
}

/** Patterns, in their order, one of whose groups of needles is there as a whole. */
function suspects(text) {
  const found = new Set();
  for (const [haystack, needles] of [
    [text, EXACT],
    [text.toLowerCase(), ANY_CASE],
  ]) {
    for (const [first, groups] of needles) {
      if (!haystack.includes(first)) continue;
      for (const [index, group] of groups) {
        if (!found.has(index) && group.every((needle) => haystack.includes(needle))) found.add(index);
      }
    }
  }
  return [...found].sort((left, right) => left - right).map((index) => rules.PATTERNS[index]);
}

/** First needle of each group to the patterns behind it: most texts hold none, so each is looked for once. */
function firstNeedles(ignoreCase) {
  const found = new Map();
  rules.PATTERNS.forEach((pattern, index) => {
    if ((pattern.ignore_case === true) !== ignoreCase) return;
    for (const group of pattern.needles) {
      if (!found.has(group[0])) found.set(group[0], []);
      found.get(group[0]).push([index, group]);
    }
  });
  return [...found];
}

function replace(pattern, text) {
  // Same length as the text, which toLowerCase() does not promise.
  const haystack = pattern.ignore_case === true ? text.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : text;
  const mark = rules.MARK.replace("{id}", pattern.id);
  let result = "";
  let [cursor, count] = [0, 0];
  for (const match of haystack.matchAll(expression(pattern))) {
    result += text.slice(cursor, match.index + (match[1] ?? "").length) + mark;
    cursor = match.index + match[0].length;
    count += 1;
  }
  return [count > 0 ? result + text.slice(cursor) : text, count];
}

function expression(pattern) {
  let found = compiled.get(pattern);
  if (found === undefined) {
    found = new RegExp(pattern.pattern, "gu");
    compiled.set(pattern, found);
  }
  return found;
}
