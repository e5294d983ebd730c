// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/line.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** The line to the server: which one, as the settings say now. */

import { Server } from "./exchange.js";
import { loadSettings } from "./settings.js";

export class Line {
  #host;
  #options;
  #environment;

  /**
   * @param {import("./descriptor.js").Host} host
   * @param {Readonly<Record<string, unknown>>} options
   * @param {Readonly<Record<string, string | undefined>>} environment
   */
  constructor(host, options, environment) {
    this.#host = host;
    this.#options = options;
    this.#environment = environment;
  }

  /**
   * The settings for a session in `folder`, as they are now.
   * @param {string} home
   * @param {string} folder empty for no project
   * @returns {Promise<import("./settings.js").HookSettings>}
   * @throws {import("../configuration.js").ConfigurationError}
   */
  async settings(home, folder) {
    return loadSettings(this.#options, this.#environment, home, folder);
  }

  /**
   * Ask for one operation.
   * @param {import("./settings.js").HookSettings} settings
   * @param {string} operation
   * @param {Uint8Array | string} body
   * @param {number} milliseconds
   * @param {AbortSignal} signal
   * @returns {Promise<import("./exchange.js").Answer>}
   * @throws {import("./exchange.js").Unanswered}
   */
  async ask({ url, token }, operation, body, milliseconds, signal) {
    const { client, version } = this.#host;
    const server = new Server(url, token, `${client}/${version}`, this.#environment);
    return server.ask(operation, body, milliseconds, signal);
  }
}
