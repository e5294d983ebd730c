/** Clients as these tests make them: nothing of the developer's own environment, and short pauses. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ReMeClient } from "../../../packages/js-client/src/client/index.js";

export const QUICK = Object.freeze({ attempts: 3, firstPauseMs: 1, longestPauseMs: 2 });
export const VERSION_REPLY = Object.freeze({ name: "reme-gateway", version: "9.9", integration_api_version: "1.0" });

/**
 * A home folder of its own for one test.
 * @param {import("node:test").TestContext} test
 * @returns {string}
 */
export function homeOf(test) {
  const home = mkdtempSync(join(tmpdir(), "reme-home-"));
  test.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/**
 * A client for one test, closed with it.
 * @param {import("node:test").TestContext} test
 * @param {import("../../../packages/js-client/src/client/index.js").ClientOptions} options
 * @returns {ReMeClient}
 */
export function clientOf(test, options) {
  const { environment, ...others } = options;
  const client = new ReMeClient({ retry: QUICK, ...others, environment: { HOME: homeOf(test), ...environment } });
  test.after(() => client.close());
  return client;
}

/**
 * What a promise is rejected with.
 * @param {Promise<unknown>} promise
 * @returns {Promise<any>}
 */
export async function rejection(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return assert.fail("it did not fail");
}
