// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/journal.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** The log that a person asked for: ids, sizes and durations, never what was said. */

import path from "node:path";

import { LOG_BYTES, LOG_FOLDER } from "../generated/v1/hooks.js";
import { appendText, makeFolder, renameFile } from "./files.js";
import { encode } from "./jsonText.js";
import { timestamp } from "./moments.js";

/**
 * Where a log goes; empty for nowhere.
 * @param {import("./settings.js").HookSettings} settings
 * @param {string} home
 * @param {string} client
 * @returns {string}
 */
export function logPath({ debug, debugLog }, home, client) {
  return debug && home !== "" ? debugLog || `${home}/${LOG_FOLDER}/${client}.log` : "";
}

/** JSON lines `ts hook stage data|error` of one event, written when it is over, if at all. */
export class Journal {
  #entries = [];
  #hook;
  #now;

  /**
   * @param {string} hook
   * @param {() => number} now milliseconds since 1970
   */
  constructor(hook, now) {
    this.#hook = hook;
    this.#now = now;
    /** Where to write; empty for nowhere. */
    this.path = "";
  }

  /**
   * Something that was done; values are numbers, switches and words of the contract.
   * @param {string} stage
   * @param {Record<string, unknown>} data
   */
  note(stage, data) {
    this.#entries.push({ ts: timestamp(this.#now()), hook: this.#hook, stage, data });
  }

  /**
   * Something that failed: the name of a code or of an exception's class.
   * @param {string} stage
   * @param {string} problem
   */
  error(stage, problem) {
    this.#entries.push({ ts: timestamp(this.#now()), hook: this.#hook, stage, error: problem });
  }

  /** Append everything to the log, if there is one. A log that can't be written is no reason to fail. */
  async write() {
    const entries = this.#entries;
    this.#entries = [];
    if (this.path === "" || entries.length === 0) return;
    try {
      await makeFolder(path.dirname(this.path));
      const size = await appendText(this.path, entries.map((entry) => `${encode(entry)}\n`).join(""));
      if (size > LOG_BYTES) await renameFile(this.path, `${this.path}.1`);
    } catch {
      return;
    }
  }
}
