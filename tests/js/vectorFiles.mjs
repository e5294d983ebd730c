/** Reads contract/v1/vectors; a text may be written in parts, so that made-up credentials don't look like leaked ones. */

import { readFileSync } from "node:fs";
import test from "node:test";

const VECTORS = new URL("../../contract/v1/vectors/", import.meta.url);

/**
 * One test per named case of a group.
 * @param {string} file
 * @param {string} group
 * @param {(given: any) => void} check
 */
export function eachVector(file, group, check) {
  const cases = JSON.parse(readFileSync(new URL(`${file}.json`, VECTORS), "utf8"))[group];
  for (const given of cases) {
    const entries = Object.entries(given).map(([key, value]) => [key, assembled(value)]);
    test(`${file}, ${group}: ${given.name}`, () => check(Object.fromEntries(entries)));
  }
}

function assembled(value) {
  if (value === null || typeof value !== "object" || !("text_parts" in value)) return value;
  return value.text_parts.map((part) => (typeof part === "string" ? part : part.repeat.repeat(part.times))).join("");
}
