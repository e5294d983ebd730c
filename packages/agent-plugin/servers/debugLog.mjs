// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/debugLog.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file The log that a person asked for: ids, sizes and durations, never what was said. */

import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const BYTES = 4_194_304;
const NAME = "mcp-proxy";

/** JSON lines `ts hook stage data|error`; one file and the one before it, for its owner alone. */
export class DebugLog {
  #path;

  /** @param {string} path */
  constructor(path) {
    this.#path = path;
  }

  /**
   * @param {string} stage
   * @param {Record<string, unknown>} data numbers, ids and words of our own
   */
  note(stage, data = {}) {
    this.#write({ stage, data });
  }

  /**
   * @param {string} stage
   * @param {string} error the name of a code or of an exception's class
   */
  error(stage, error) {
    this.#write({ stage, error });
  }

  /** A log that cannot be written is no reason to fail. */
  #write(entry) {
    try {
      const line = JSON.stringify({ ts: new Date().toISOString(), hook: NAME, ...entry });
      if (append(this.#path, `${line}\n`) > BYTES) renameSync(this.#path, `${this.#path}.1`);
    } catch {
      return;
    }
  }
}

function append(path, line) {
  let file;
  try {
    file = openSync(path, "a", 0o600);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(path, "a", 0o600);
  }
  try {
    if ((fstatSync(file).mode & 0o077) !== 0) chmodSync(path, 0o600);
    writeSync(file, line);
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}
