// Generated: do not edit, your change would be lost.
// From packages/js-client/src/tags.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Finds the tags of known wrappers in a text, in whatever disguise: case, blanks, entities, zero-width, full-width. */

import * as rules from "./generated/v1/boundary.js";

export const OPEN = "open";
export const CLOSE = "close";
export const EMPTY = "empty";

const NAME_CHARACTERS = new Set(rules.NAME_CHARACTERS);
const INVISIBLE = new Set(rules.INVISIBLE_CHARACTERS);
const SKIPPED = new Set([...INVISIBLE, " ", "\t"]);
const NAMES = new Map(rules.ELEMENTS.map((element, index) => [element.name, index]));
const END_NAMES = new Map(
  rules.ELEMENTS.map((element, index) => [element.end_name, index]).filter(([name]) => name !== ""),
);
const ALL_NAMES = [...NAMES.keys(), ...END_NAMES.keys()];
const NAME_LIMIT = Math.max(...ALL_NAMES.map((name) => name.length)) + rules.SKIPPED_IN_TAG + 1;
// What may follow an opening bracket of a tag of ours; anything else ends the look at once.
const STARTS = new Set([
  ...rules.SLASHES.map((form) => form[0]),
  ...ALL_NAMES.flatMap((name) => [name[0], name[0].toUpperCase()]),
]);
const FOLLOWERS = new Set([...SKIPPED, ...STARTS]);

/**
 * Every tag of a known element in order of position. `word` tells a tag like `Box<Private>`: glued to a word and not
 * in lower case. The work is linear in the length of the text, whatever stands in it.
 * @param {string} text
 * @returns {{start: number, end: number, element: number, kind: string, word: boolean}[]}
 */
export function findTags(text) {
  const found = [];
  for (const form of rules.OPENING_BRACKETS) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      const after = at + form.length;
      if (FOLLOWERS.has(text[after])) {
        const tag = tagAt(text, at, after);
        if (tag !== null) found.push(tag);
      }
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

/**
 * Partner of every matched tag by index: a closing tag belongs to the nearest open one of its name.
 * @param {{element: number, kind: string}[]} tags
 * @returns {Map<number, number>}
 */
export function matchTags(tags) {
  const partners = new Map();
  const openTags = rules.ELEMENTS.map(() => []);
  tags.forEach((tag, index) => {
    const stack = openTags[tag.element];
    if (tag.kind === OPEN) {
      stack.push(index);
    } else if (tag.kind === CLOSE && stack.length > 0) {
      const partner = stack.pop();
      partners.set(partner, index);
      partners.set(index, partner);
    }
  });
  return partners;
}

function tagAt(text, start, after) {
  let position = skip(text, after);
  if (!STARTS.has(text[position])) return null;
  let closing = false;
  for (const slash of rules.SLASHES) {
    if (text.startsWith(slash, position)) {
      closing = true;
      position = skip(text, position + slash.length);
      break;
    }
  }
  const [name, nameEnd] = nameAt(text, position);
  const lowered = name.toLowerCase();
  let element = NAMES.get(lowered) ?? -1;
  if (element < 0) {
    element = END_NAMES.get(lowered) ?? -1;
    closing = true;
  }
  if (element < 0) return null;
  if (closing) return { start, end: closingEnd(text, nameEnd), element, kind: CLOSE, word: false };
  const [end, empty] = openingEnd(text, nameEnd);
  const glued = start > 0 && /^[A-Za-z0-9_]$/.test(text[start - 1]);
  return { start, end, element, kind: empty ? EMPTY : OPEN, word: glued && name !== lowered };
}

function skip(text, position) {
  const limit = Math.min(position + rules.SKIPPED_IN_TAG, text.length);
  let at = position;
  while (at < limit && SKIPPED.has(text[at])) at += 1;
  return at;
}

function nameAt(text, position) {
  const limit = Math.min(position + NAME_LIMIT, text.length);
  let name = "";
  let at = position;
  while (at < limit) {
    if (NAME_CHARACTERS.has(text[at])) name += text[at];
    else if (!INVISIBLE.has(text[at])) break;
    at += 1;
  }
  return [name, at];
}

function closingEnd(text, position) {
  const after = skip(text, position);
  const bracket = rules.CLOSING_BRACKETS.find((form) => text.startsWith(form, after));
  return bracket === undefined ? position : after + bracket.length;
}

/** End of an opening tag and whether it closes itself; a tag without its bracket ends at its name. */
function openingEnd(text, position) {
  const window = text.slice(position, position + rules.ATTRIBUTE_CHARACTERS);
  let close = window.length;
  let size = 0;
  for (const bracket of rules.CLOSING_BRACKETS) {
    const found = window.indexOf(bracket);
    if (found >= 0 && found < close) {
      close = found;
      size = bracket.length;
    }
  }
  if (size === 0) return [position, false];
  const attributes = window.slice(0, close);
  if (rules.OPENING_BRACKETS.some((bracket) => attributes.includes(bracket))) return [position, false];
  return [position + close + size, /\/[ \t\r\n]*$/.test(attributes)];
}
