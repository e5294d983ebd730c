/** What is tried again, when, and that all tries share one deadline. */

import assert from "node:assert/strict";
import test from "node:test";

import {
  ConnectionFailedError,
  IndexUnavailableError,
  InternalError,
  RequestTimeoutError,
} from "../../../packages/js-client/src/client/index.js";
import { nextPauseMs, retryPolicy } from "../../../packages/js-client/src/client/retry.js";
import { OPERATIONS } from "../../../packages/js-client/src/generated/v1/operations.js";
import { clientOf, rejection } from "./asking.mjs";
import { answer, hang, problem, serve } from "./stubServer.mjs";

const SAFE = OPERATIONS.search;
const UNSAFE = { ...SAFE, retry_safe: false };
const POLICY = retryPolicy({ attempts: 3, firstPauseMs: 1000, longestPauseMs: 4000 });
const BROKEN = new ConnectionFailedError("broken");
const MINUTE = 60_000;

test("only a safe operation is tried again", () => {
  assert.notEqual(nextPauseMs(POLICY, SAFE, BROKEN, 1, MINUTE), null);
  assert.equal(nextPauseMs(POLICY, UNSAFE, BROKEN, 1, MINUTE), null);
});

test("only a retryable failure is tried again", () => {
  assert.notEqual(nextPauseMs(POLICY, SAFE, new IndexUnavailableError("busy"), 1, MINUTE), null);
  for (const error of [
    new IndexUnavailableError("busy", { retryable: false }),
    new InternalError("oops"),
    new RequestTimeoutError("late"),
  ]) {
    assert.equal(nextPauseMs(POLICY, SAFE, error, 1, MINUTE), null);
  }
});

test("the last attempt is the last", () => {
  assert.notEqual(nextPauseMs(POLICY, SAFE, BROKEN, 2, MINUTE), null);
  assert.equal(nextPauseMs(POLICY, SAFE, BROKEN, 3, MINUTE), null);
  assert.equal(nextPauseMs(null, SAFE, BROKEN, 1, MINUTE), null);
});

test("a pause fits into what is left", () => {
  assert.equal(nextPauseMs(POLICY, SAFE, BROKEN, 1, 400), null);
  assert.notEqual(nextPauseMs(POLICY, SAFE, BROKEN, 1, 1001), null);
});

test("pauses grow to a bound and differ", () => {
  const patient = retryPolicy({ attempts: 10_000, firstPauseMs: 1000, longestPauseMs: 4000 });
  for (const [tries, longest] of [[1, 1000], [2, 2000], [3, 4000], [4, 4000], [9999, 4000]]) {
    const pauses = Array.from({ length: 50 }, () => nextPauseMs(patient, SAFE, BROKEN, tries, MINUTE));
    assert.ok(pauses.every((pause) => pause >= longest / 2 && pause <= longest), `${tries}: ${pauses}`);
    assert.ok(new Set(pauses).size > 1);
  }
});

test("a policy keeps the defaults that it does not name, and a senseless one is refused", () => {
  assert.deepEqual(retryPolicy({ attempts: 5 }), { attempts: 5, firstPauseMs: 100, longestPauseMs: 2000 });
  for (const given of [{ attempts: 0 }, { firstPauseMs: -1 }, { firstPauseMs: 3, longestPauseMs: 2 }, { attempts: "x" }]) {
    assert.throws(() => retryPolicy(given), { name: "ConfigurationError", code: "configuration_invalid" });
  }
});

test("all tries share one deadline", async (t) => {
  const server = await serve(t, problem("server_stopping", 503, { retryable: true }), hang);
  const error = await rejection(clientOf(t, { url: server.url }).health({ timeoutMs: 400 }));
  assert.equal(error.name, "RequestTimeoutError");
  assert.equal(server.requests.length, 2);
});

test("each operation has the contract's deadline unless told", async (t) => {
  const { url } = await serve(t, hang);
  const environment = { REME_TIMEOUT_MS: "1100" };
  const [contract, configured, told] = await Promise.all([
    rejection(clientOf(t, { url }).version()),
    rejection(clientOf(t, { url, environment }).version()),
    rejection(clientOf(t, { url, timeoutMs: 5000 }).search({ query: "q" }, { timeoutMs: 250 })),
  ]);
  assert.ok(contract.message.includes(`within ${OPERATIONS.version.deadline_ms / 1000} s`));
  assert.ok(configured.message.includes("within 1.1 s"));
  assert.ok(told.message.includes("within 0.25 s"));
});

test("a retried append sends the same bytes", async (t) => {
  const names = ["appended", "duplicate", "conflict", "filtered", "rejected", "total", "redactions"];
  const reply = { ...Object.fromEntries(names.map((name) => [name, 0])), outcomes: [] };
  const server = await serve(t, problem("store_unavailable", 503, { retryable: true }), answer(200, reply));
  const events = [{ a: "b" }];
  await clientOf(t, { url: server.url }).agentSessionAppend({ host: "codex", session_id: "s", events });
  assert.equal(server.requests.length, 2);
  assert.deepEqual(server.requests[0].body, server.requests[1].body);
});
