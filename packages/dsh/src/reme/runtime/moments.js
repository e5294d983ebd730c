// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/moments.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Points in time as the contract writes them. */

const LATEST = 8.64e15;

/**
 * RFC 3339 in UTC with milliseconds.
 * @param {number} milliseconds since 1970
 * @returns {string}
 */
export function timestamp(milliseconds) {
  return new Date(milliseconds).toISOString();
}

/**
 * What a host says about when something happened, or `now` where that is no time.
 * @param {unknown} value milliseconds since 1970
 * @param {number} now
 * @returns {number}
 */
export function momentOr(value, now) {
  return typeof value === "number" && value > 0 && value <= LATEST ? Math.trunc(value) : now;
}
