/** JavaScript values as JSON that every parser takes. */

import { wellFormed } from "../truncation.js";
import { InvalidRequestError } from "./errors.js";

const NO_JSON = new Set(["bigint", "function", "symbol"]);

/**
 * JSON without blanks; members that are undefined are left out, and lone surrogates become U+FFFD.
 * @param {unknown} value
 * @param {string} [pointer] what an error names
 * @returns {string}
 * @throws {InvalidRequestError} for what JSON has no form for
 */
export function encode(value, pointer = "") {
  let text;
  try {
    text = JSON.stringify(value, portable);
  } catch {
    text = undefined; // No cause: the encoder's messages name members.
  }
  if (text !== undefined) return text;
  const place = pointer || "The request";
  throw new InvalidRequestError(`${place} holds a value that JSON cannot carry.`, { pointer, status: 0 });
}

function portable(_name, value) {
  if (typeof value === "string") return wellFormed(value);
  if (NO_JSON.has(typeof value) || (typeof value === "number" && !Number.isFinite(value))) {
    throw new TypeError(`JSON has no ${typeof value} like this.`);
  }
  return value;
}
