// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/spool.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Events that the server has not acknowledged: one file each, whole or not there, safe for many processes. */

import * as rules from "../generated/v1/hooks.js";
import { REQUEST_BYTES, SPOOL_BYTES } from "../generated/v1/limits.js";
import {
  UniqueNames,
  fileNames,
  fileSize,
  makeFolder,
  modifiedMs,
  nanoseconds,
  readFile,
  removeFile,
  renameFile,
  setModified,
  writeFile,
} from "./files.js";
import { decodeObject } from "./jsonText.js";

const SUFFIX = ".json";
// No event's file is larger, so that fewer than this can't fill the spool and need no look at their sizes.
const FEW = 8;
const FUTURE_MS = 1000;

/** The spool holds its limit of bytes; nothing was written. */
export class SpoolFull extends Error {}

/** The folder of one host. */
export class Spool {
  #folder;
  #now;
  #names;

  /**
   * @param {string} folder
   * @param {() => number} now milliseconds since 1970
   */
  constructor(folder, now) {
    this.#folder = folder;
    this.#now = now;
    this.#names = new UniqueNames(now);
  }

  /**
   * Keep one append request; it is on disk when this resolves.
   * @param {Uint8Array} body
   * @returns {Promise<string>} its name
   * @throws {SpoolFull | Error}
   */
  async add(body) {
    const names = await fileNames(this.#folder);
    if (names.length >= FEW && (await this.#bytes(names)) + body.length > SPOOL_BYTES) throw new SpoolFull();
    if (names.length === 0) await makeFolder(this.#folder);
    const name = this.#names.next() + SUFFIX;
    await writeFile(this.#path(rules.TEMPORARY_PREFIX + name), this.#path(name), body, true);
    return name;
  }

  /**
   * What waits, oldest first, also what was postponed. Clears up what killed writers left.
   * @returns {Promise<string[]>}
   */
  async names() {
    const found = [];
    for (const name of await fileNames(this.#folder)) {
      const usable = name.startsWith(rules.TEMPORARY_PREFIX) ? await this.#clearUp(name) : name;
      if (usable.endsWith(SUFFIX)) found.push(usable);
    }
    return found.sort();
  }

  /**
   * Whether the server failed on this file alone, not long ago.
   * @param {string} name
   */
  async isPostponed(name) {
    return (await modifiedMs(this.#path(name))) > this.#now() + FUTURE_MS;
  }

  /**
   * Let others go first for a while; the file's time in the future says so.
   * @param {string} name
   */
  async postpone(name) {
    await setModified(this.#path(name), this.#now() + rules.POSTPONED_MS);
  }

  /**
   * Take back `postpone`.
   * @param {string} name
   */
  async resume(name) {
    await setModified(this.#path(name), this.#now());
  }

  /**
   * The request's body, or null when another process has delivered it.
   * @param {string} name
   * @returns {Promise<Buffer | null>}
   */
  async read(name) {
    return readFile(this.#path(name), REQUEST_BYTES).catch(() => null);
  }

  /**
   * Forget what was acknowledged.
   * @param {string} name
   */
  async remove(name) {
    await removeFile(this.#path(name));
  }

  /**
   * Put aside what the server will never take, for a person to look at.
   * @param {string} name
   */
  async reject(name) {
    const folder = this.#path(rules.REJECTED_FOLDER);
    await makeFolder(folder);
    await renameFile(this.#path(name), `${folder}/${name}`);
  }

  /**
   * How much waits, in files and bytes, and how many were put aside.
   * @returns {Promise<{waiting: number, bytes: number, rejected: number}>}
   */
  async count() {
    const own = (await fileNames(this.#folder)).filter((name) => name.endsWith(SUFFIX) && !name.startsWith("."));
    const rejected = await fileNames(this.#path(rules.REJECTED_FOLDER));
    return { waiting: own.length, bytes: await this.#bytes(own), rejected: rejected.length };
  }

  /** Adopt a whole request whose writer was killed before the rename; remove half a one. */
  async #clearUp(name) {
    const adopted = name.slice(rules.TEMPORARY_PREFIX.length);
    const stamp = adopted.slice(0, adopted.indexOf("-"));
    const oldest = nanoseconds(this.#now() - rules.TEMPORARY_AGE_MS);
    if (!/^[0-9]+$/.test(stamp) || BigInt(stamp) > oldest) return "";
    const file = this.#path(name);
    try {
      const body = await readFile(file, REQUEST_BYTES);
      if (body === null) return "";
      if (decodeObject(body) === null) throw new SyntaxError("The file holds half a request.");
      await renameFile(file, this.#path(adopted));
      return adopted;
    } catch {
      await removeFile(file);
      return "";
    }
  }

  async #bytes(names) {
    const sizes = await Promise.all(names.map((name) => fileSize(this.#path(name))));
    return sizes.reduce((sum, size) => sum + Math.max(size, 0), 0);
  }

  #path(name) {
    return `${this.#folder}/${name}`;
  }
}
