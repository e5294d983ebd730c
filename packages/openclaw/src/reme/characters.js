// Generated: do not edit, your change would be lost.
// From packages/js-client/src/characters.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Trimming by a set of characters that is the same in every language, unlike `trim()`. */

/**
 * @param {string} text
 * @param {Set<string>} characters
 * @returns {string}
 */
export function trimStart(text, characters) {
  let start = 0;
  while (start < text.length && characters.has(text[start])) start += 1;
  return text.slice(start);
}

/**
 * @param {string} text
 * @param {Set<string>} characters
 * @returns {string}
 */
export function trimEnd(text, characters) {
  let end = text.length;
  while (end > 0 && characters.has(text[end - 1])) end -= 1;
  return text.slice(0, end);
}

/**
 * @param {string} text
 * @param {Set<string>} characters
 * @returns {string}
 */
export function trimBoth(text, characters) {
  return trimEnd(trimStart(text, characters), characters);
}
