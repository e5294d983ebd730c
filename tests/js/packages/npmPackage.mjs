/** What npm makes of one of our packages, and what the checkers in `.tools/js` say of it. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TOOLS = join(ROOT, ".tools", "js", "node_modules");
const HOME = temporaryFolder();

/**
 * The folder of an installed checker.
 * @param {string} name
 * @returns {string}
 */
export function tool(name) {
  const folder = join(TOOLS, name);
  assert.ok(existsSync(folder), `${name} is not installed: run \`nox -s js\`, which does it`);
  return folder;
}

/**
 * Run a program with nothing of the developer's configuration.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {string} what it printed
 */
export function run(program, args, cwd) {
  const env = { PATH: process.env.PATH, HOME, npm_config_offline: "true", npm_config_loglevel: "error" };
  try {
    return execFileSync(program, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    return assert.fail(`${program} ${args.join(" ")}\n${error.stdout}\n${error.stderr}`);
  }
}

/**
 * Put a package into a `.tgz`, as a release would.
 * @param {string} folder
 * @param {string} destination
 * @returns {{file: string, paths: string[]}} the archive, and what is in it
 */
export function pack(folder, destination) {
  const [{ filename, files }] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", destination], folder));
  return { file: join(destination, filename), paths: files.map(({ path }) => path).sort() };
}

/**
 * A folder that is gone after this file's tests.
 * @returns {string}
 */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "reme-package-"));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
