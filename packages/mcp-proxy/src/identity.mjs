/** @file Who we are on the wire. */

export const VERSION = "0.1.0";
export const USER_AGENT = `reme-mcp-proxy/${VERSION}`;
// No client uses this prefix for ids of its own: answers to it are for the proxy and never passed on.
const PRIVATE_PREFIX = "reme-mcp-proxy:";

let last = 0;

/** An id for a request of the proxy itself. */
export function privateId() {
  last += 1;
  return `${PRIVATE_PREFIX}${last}`;
}
