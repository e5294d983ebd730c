// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/index.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** The only entry for a package: a host's memory inside the host's own process. */

import { Runtime } from "./runtime.js";

/**
 * A runtime of its own for one host. Starts no timer, opens no file and no socket.
 * @param {import("./index.js").HostSlice} host
 * @param {import("./index.js").RuntimeOptions} [options]
 * @returns {import("./index.js").Runtime}
 */
export function createRuntime(host, options) {
  return new Runtime(host, options);
}
