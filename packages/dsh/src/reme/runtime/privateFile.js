// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/privateFile.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Small JSON files of our own: read leniently, replaced as a whole. */

import path from "node:path";

import { TEMPORARY_PREFIX } from "../generated/v1/hooks.js";
import { fileNames, makeFolder, modifiedMs, readFile, removeFile, writeFile } from "./files.js";
import { decodeObject, encode } from "./jsonText.js";

const MAX_BYTES = 1 << 20;

/**
 * The object in a file, or an empty one when it is missing, unreadable or damaged.
 * @param {string} file
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readObject(file) {
  const content = await readFile(file, MAX_BYTES).catch(() => null);
  return (content && decodeObject(content)) ?? {};
}

/**
 * Replace the file. It can be lost in a power failure, never be half.
 * @param {string} file
 * @param {Record<string, unknown>} value
 * @param {import("./files.js").UniqueNames} names
 */
export async function writeObject(file, value, names) {
  const folder = path.dirname(file);
  const temporary = `${folder}/${TEMPORARY_PREFIX}${names.next()}-${path.basename(file)}`;
  const content = encode(value);
  try {
    await writeFile(temporary, file, content, false);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    await makeFolder(folder);
    await writeFile(temporary, file, content, false);
  }
}

/**
 * Remove what killed writers left behind before `oldest`.
 * @param {string} folder
 * @param {number} oldest milliseconds since 1970
 */
export async function sweepTemporary(folder, oldest) {
  for (const name of await fileNames(folder)) {
    const file = `${folder}/${name}`;
    if (name.startsWith(TEMPORARY_PREFIX) && (await modifiedMs(file)) < oldest) await removeFile(file);
  }
}
