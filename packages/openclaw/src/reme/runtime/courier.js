// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/courier.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** One delivery at a time: whoever asks while one is under way is in the next. */

/** @typedef {import("./index.js").Result | ""} Outcome empty when nothing waited */

export class Courier {
  #round;
  #running = null;
  #again = false;
  #healthy = false;
  #late = false;

  /** @param {(healthy: boolean) => Promise<Outcome>} round brings what waits; never rejects */
  constructor(round) {
    this.#round = round;
  }

  /** Whether the delivery under way has let somebody wait in vain. */
  get isLate() {
    return this.#late;
  }

  /** Somebody waited in vain for the delivery under way; it goes on. */
  waitedInVain() {
    this.#late = this.#running !== null;
  }

  /**
   * Bring what waits now.
   * @param {boolean} [healthy] whether the server has just answered something else
   * @returns {Promise<Outcome>} of the last delivery that was needed
   */
  send(healthy = false) {
    this.#healthy ||= healthy;
    this.#again = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  /** Resolves when nothing is under way. */
  async settled() {
    await this.#running;
  }

  async #run() {
    let outcome = "";
    while (this.#again && (outcome === "" || outcome === "delivered")) {
      const healthy = this.#healthy;
      this.#again = false;
      this.#healthy = false;
      outcome = await this.#round(healthy);
      this.#late = false;
    }
    this.#again = false;
    this.#running = null;
    return outcome;
  }
}
