/** Replaces credentials by a mark; a pattern is compiled and run only on a text that holds one of its needles. */

import * as rules from "./generated/v1/redaction.js";

const compiled = new Map();

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
  const lowered = text.toLowerCase();
  return rules.PATTERNS.filter((pattern) => {
    const haystack = pattern.ignore_case === true ? lowered : text;
    return pattern.needles.some((group) => group.every((needle) => haystack.includes(needle)));
  });
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
