// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/coolDown.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** When not to begin asking: a server that accepts and never answers must not cost every event its deadline. */

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;

/** Rests after a timeout, twice as long after the next, until anything is answered. */
export class CoolDown {
  #milliseconds = 0;
  #until = 0;
  #now;

  /** @param {() => number} now milliseconds since 1970 */
  constructor(now) {
    this.#now = now;
  }

  get isActive() {
    const left = this.#until - this.#now();
    // More than it can be: the clock was set back.
    return left > 0 && left <= LONGEST_MS;
  }

  /** A request was not answered in time. Those that were under way together count once. */
  timedOut() {
    if (this.isActive) return;
    this.#milliseconds = Math.min(Math.max(FIRST_MS, this.#milliseconds * 2), LONGEST_MS);
    this.#until = this.#now() + this.#milliseconds;
  }

  answered() {
    this.#milliseconds = 0;
    this.#until = 0;
  }
}
