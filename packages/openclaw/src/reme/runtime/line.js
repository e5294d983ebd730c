// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/line.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** The line to the server: which one, as the settings say now, and whether it is worth asking. */

import { CoolDown } from "./coolDown.js";
import { Server, Unanswered } from "./exchange.js";
import { loadSettings } from "./settings.js";

export class Line {
  #host;
  #options;
  #environment;
  #cool;
  #url = "";

  /**
   * @param {import("./descriptor.js").Host} host
   * @param {Readonly<Record<string, unknown>>} options
   * @param {Readonly<Record<string, string | undefined>>} environment
   * @param {() => number} now milliseconds since 1970
   */
  constructor(host, options, environment, now) {
    this.#host = host;
    this.#options = options;
    this.#environment = environment;
    this.#cool = new CoolDown(now);
  }

  /**
   * The settings for a session in `folder`, as they are now.
   * @param {string} home
   * @param {string} folder empty for no project
   * @returns {Promise<import("./settings.js").HookSettings>}
   * @throws {import("../configuration.js").ConfigurationError}
   */
  async settings(home, folder) {
    const settings = await loadSettings(this.#options, this.#environment, home, folder);
    // What is known of one server says nothing about another.
    if (settings.url !== this.#url) this.#cool.answered();
    this.#url = settings.url;
    return settings;
  }

  /** Whether the server left something unanswered, not long ago. */
  get isCooling() {
    return this.#cool.isActive;
  }

  /** Somebody waited in vain for an answer that may still come. */
  waitedInVain() {
    this.#cool.timedOut();
  }

  /**
   * Ask for one operation.
   * @param {import("./settings.js").HookSettings} settings
   * @param {string} operation
   * @param {Uint8Array | string} body
   * @param {number} milliseconds
   * @param {AbortSignal} signal
   * @returns {Promise<import("./exchange.js").Answer>}
   * @throws {Unanswered}
   */
  async ask({ url, token }, operation, body, milliseconds, signal) {
    const { client, version } = this.#host;
    try {
      const server = new Server(url, token, `${client}/${version}`, this.#environment);
      const answer = await server.ask(operation, body, milliseconds, signal);
      this.#cool.answered();
      return answer;
    } catch (error) {
      if (error instanceof Unanswered && error.reason === "timeout") this.#cool.timedOut();
      throw error;
    }
  }
}
