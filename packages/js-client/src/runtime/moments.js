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
 * Whole milliseconds of nanoseconds since 1970. A JavaScript number of that size is off by some hundred nanoseconds.
 * @param {number} nanoseconds
 * @returns {number}
 */
export function wholeMilliseconds(nanoseconds) {
  return Math.floor(Math.round(nanoseconds / 1e4) / 100);
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
