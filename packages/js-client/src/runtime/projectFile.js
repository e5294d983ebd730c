/** The `.reme` file of a project: what holds for a folder and everything below it. */

import { ConfigurationError, fileValues } from "../configuration.js";
import * as rules from "../generated/v1/hooks.js";
import { fileSize, parents, readFile } from "./files.js";

const OFF_WORDS = ["0", "false", "no", "off"];

/**
 * Path and members of the nearest file from `folder` upwards, or an empty path and no members. A file without
 * content switches everything off.
 * @param {string} folder
 * @param {string} home
 * @returns {Promise<{path: string, values: Record<string, unknown>}>}
 * @throws {ConfigurationError} for one that can't be used: whoever wrote it wanted something switched off, and what,
 *   can't be told
 */
export async function projectValues(folder, home) {
  if (folder !== "") {
    for (const parent of parents(folder, rules.PROJECT_LEVELS)) {
      const path = `${parent}/${rules.PROJECT_FILE}`;
      // The folder of that name in the home folder is ours and no switch.
      if (parent !== home && (await fileSize(path)) >= 0) return { path, values: await valuesOf(path) };
    }
  }
  return { path: "", values: {} };
}

async function valuesOf(path) {
  let text;
  try {
    const content = (await readFile(path, rules.PROJECT_FILE_BYTES)) ?? Buffer.alloc(0);
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new ConfigurationError("file_unreadable", { path });
  }
  if (text.trim() === "") return Object.fromEntries(rules.PROJECT_SWITCHES.map((name) => [name, false]));
  const entries = Object.entries(fileValues("plugin", path, text));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, rules.PROJECT_SWITCHES.includes(name) ? !saysOff(value) : value]),
  );
}

function saysOff(value) {
  return value === false || (typeof value === "string" && OFF_WORDS.includes(value.trim().toLowerCase()));
}
