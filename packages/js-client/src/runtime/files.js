/** Files of our own: whole or not there, private, and found missing without an exception. */

import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const MISSING = ["ENOENT", "ENOTDIR"];

/** Names that sort by time and that no other process makes. */
export class UniqueNames {
  #last = 0n;
  #now;

  /** @param {() => number} now milliseconds since 1970 */
  constructor(now) {
    this.#now = now;
  }

  /**
   * Nanoseconds, process and random; later calls give later names.
   * @returns {string}
   */
  next() {
    const now = nanoseconds(this.#now());
    this.#last = now > this.#last ? now : this.#last + 1n;
    return `${String(this.#last).padStart(20, "0")}-${process.pid}-${randomBytes(3).toString("hex")}`;
  }
}

/**
 * @param {number} milliseconds
 * @returns {bigint}
 */
export function nanoseconds(milliseconds) {
  return BigInt(Math.trunc(milliseconds)) * 1_000_000n;
}

/**
 * Make a folder and those above it, each only for its owner.
 * @param {string} folder
 */
export async function makeFolder(folder) {
  await fs.mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/**
 * The content, or null when there is no such file.
 * @param {string} file
 * @param {number} maxBytes
 * @returns {Promise<Buffer | null>}
 * @throws {Error} for what can't be read, is no regular file or is larger than `maxBytes`
 */
export async function readFile(file, maxBytes) {
  let handle;
  try {
    handle = await fs.open(file, "r");
  } catch (error) {
    if (MISSING.includes(error.code)) return null;
    throw error;
  }
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw new RangeError(`The file is larger than ${maxBytes} bytes.`);
    const content = await handle.readFile();
    if (content.length > maxBytes) throw new RangeError(`The file is larger than ${maxBytes} bytes.`);
    return content;
  } finally {
    await handle.close();
  }
}

/**
 * Write under a temporary name, then rename, so that `file` is whole or not there. With `durable` the file and its
 * name are on disk when this resolves. Leaves nothing behind when it fails.
 * @param {string} temporary
 * @param {string} file
 * @param {Uint8Array | string} content
 * @param {boolean} durable
 */
export async function writeFile(temporary, file, content, durable) {
  const handle = await fs.open(temporary, "wx", PRIVATE_FILE);
  try {
    try {
      await handle.writeFile(content);
      if (durable) await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(temporary, file);
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
  if (durable) await settleFolder(path.dirname(file));
}

/**
 * Add text to a file.
 * @param {string} file
 * @param {string} text
 * @returns {Promise<number>} the file's size
 */
export async function appendText(file, text) {
  const handle = await fs.open(file, "a", PRIVATE_FILE);
  try {
    await handle.writeFile(text);
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/**
 * Move a file; one that is gone is fine.
 * @param {string} file
 * @param {string} other
 */
export async function renameFile(file, other) {
  try {
    await fs.rename(file, other);
  } catch (error) {
    if (error.code !== "ENOENT" || (await fileSize(file)) >= 0) throw error;
  }
}

/**
 * Remove a file; one that is gone or can't be removed is fine.
 * @param {string} file
 */
export async function removeFile(file) {
  await fs.unlink(file).catch(() => {});
}

/**
 * Names in a folder, unsorted; none when it can't be read.
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function fileNames(folder) {
  return fs.readdir(folder).catch(() => []);
}

/**
 * Size of a regular file in bytes, or -1.
 * @param {string} file
 * @returns {Promise<number>}
 */
export async function fileSize(file) {
  const found = await status(file);
  return found?.isFile() ? Number(found.size) : -1;
}

/**
 * @param {string} folder
 * @returns {Promise<boolean>}
 */
export async function isFolder(folder) {
  return (await status(folder))?.isDirectory() ?? false;
}

/**
 * When a file was last changed, in milliseconds since 1970, or 0.
 * @param {string} file
 * @returns {Promise<number>}
 */
export async function modifiedMs(file) {
  return Number((await status(file))?.mtimeMs ?? 0);
}

/**
 * Set when a file was last changed; a file that is gone is fine.
 * @param {string} file
 * @param {number} milliseconds since 1970
 */
export async function setModified(file, milliseconds) {
  await fs.utimes(file, milliseconds / 1000, milliseconds / 1000).catch(() => {});
}

/**
 * A folder and those above it, at most `most`, with `/` between them and none at the end.
 * @param {string} folder
 * @param {number} most
 * @returns {Generator<string>}
 */
export function* parents(folder, most) {
  let current = process.platform === "win32" ? folder.replaceAll("\\", "/") : folder;
  for (let count = 0; count < most; count += 1) {
    current = current.replace(/\/+$/, "");
    yield current;
    const slash = current.lastIndexOf("/");
    if (slash < 0) return;
    current = current.slice(0, slash);
  }
}

/** Bring a folder's names to disk, where the system knows how. */
async function settleFolder(folder) {
  if (process.platform === "win32") return;
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function status(file) {
  // A path with a NUL byte is refused with an exception before the system sees it.
  return fs.stat(file).catch(() => null);
}
