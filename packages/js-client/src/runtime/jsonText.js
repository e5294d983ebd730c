/** JSON in ASCII without blanks: the same bytes as the hook runtime writes. */

/**
 * @param {unknown} value
 * @returns {string}
 */
export function encode(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, escape);
}

/**
 * The object that a text holds.
 * @param {string | Uint8Array} text UTF-8 when it is bytes
 * @returns {Record<string, unknown> | null} null when the text is anything else
 */
export function decodeObject(text) {
  try {
    const value = JSON.parse(typeof text === "string" ? text : decoder.decode(text));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function escape(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
