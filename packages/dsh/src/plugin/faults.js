/** What went wrong between host and package. The host never hears of it; the person does, in the status. */

const REPORT_MS = 60_000;

/** Faults by the feature that they switch off. */
export class Faults {
  #reasons = new Map();
  #reportedAt = -Infinity;
  #notice = "";
  #runtime;
  #log;

  /**
   * @param {import("../reme/runtime/index.js").Runtime} runtime
   * @param {(message: string) => void} log
   */
  constructor(runtime, log) {
    this.#runtime = runtime;
    this.#log = (message) => {
      try {
        log(message);
      } catch {
        // The host's log is not there; the status still tells.
      }
    };
  }

  /** One line for each feature that does not work, and what the person was to be told. */
  get lines() {
    const disabled = [...this.#reasons].map(([feature, reason]) => `${feature} disabled: ${reason}`);
    return this.#notice ? [...disabled, this.#notice] : disabled;
  }

  /**
   * The host has not the shape that a feature needs.
   * @param {"recall" | "capture" | "tools"} feature
   * @param {string} missing what the host did not hand over
   */
  report(feature, missing) {
    this.#disable(feature, `host API (no ${missing})`);
    // Doctor looks whether it still goes on; once a minute is enough for that.
    if (performance.now() - this.#reportedAt < REPORT_MS) return;
    this.#reportedAt = performance.now();
    void this.#runtime.report("host_api");
  }

  /** @param {string} notice one sentence for the person */
  notify(notice) {
    this.#notice = notice;
    this.#log(notice);
  }

  /**
   * A listener whose exceptions end here: one that reached the host would stop its start or fail a turn.
   * @template {(...given: any[]) => any} L
   * @param {L} listener
   * @returns {(...given: Parameters<L>) => any}
   */
  contain(listener) {
    return (...given) => {
      try {
        const result = listener(...given);
        return result instanceof Promise ? result.catch((error) => this.#unexpected(error)) : result;
      } catch (error) {
        return this.#unexpected(error);
      }
    };
  }

  /** Messages of exceptions may quote what was said, so only the kind is kept. */
  #unexpected(error) {
    this.#disable("part of memory", `unexpected ${error?.name ?? typeof error}`);
  }

  #disable(feature, reason) {
    if (this.#reasons.has(feature)) return;
    this.#reasons.set(feature, reason);
    this.#log(`${feature} disabled: ${reason}`);
  }
}
