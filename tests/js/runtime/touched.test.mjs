/** Flushes: what asks for one gets one, no session is forgotten, and none is flushed twice. */

import assert from "node:assert/strict";
import test from "node:test";

import { gateway } from "./gateway.mjs";
import { memory } from "./memory.mjs";

const flushes = (server) => server.asked("agent_session_flush").map((value) => [value.session_id, value.reason]);

test("a flush says whose session and why, after the delivery", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url, environment: { REME_SCOPE: "team" } });
  await shop.stop("a");
  assert.deepEqual(server.operations(), ["agent_session_append", "agent_session_flush"]);
  assert.deepEqual(server.requests[1].value, {
    host: "shop",
    scope_id: "team",
    session_id: "s1",
    reason: "turn_end",
  });
});

test("what names no session flushes each that has something new, once", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  for (const session of ["s1", "s2", "s3"]) await shop.stop("a", "t1", session);
  await shop.fire("compacting", {}, "s2");
  const before = flushes(server).length;
  assert.equal(await shop.runtime.flushTouched("shutdown"), "delivered");
  await shop.runtime.flushTouched("shutdown");
  assert.deepEqual(flushes(server).slice(before), [["s1", "shutdown"], ["s3", "shutdown"]]);
});

test("a shutdown of everything and of each session at once flushes none twice", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  for (const session of ["s1", "s2"]) await shop.stop("a", "t1", session);
  const before = flushes(server).length;
  await Promise.all([
    shop.runtime.flushTouched("shutdown"),
    shop.fire("shutdown", {}, "s1"),
    shop.fire("shutdown", {}, "s2"),
  ]);
  await shop.fire("shutdown", {}, "s1");
  assert.deepEqual(flushes(server).slice(before).sort(), [["s1", "shutdown"], ["s2", "shutdown"]]);
});

test("a session that another process began is flushed at its end", async (t) => {
  const server = await gateway(t);
  await memory(t, { url: server.url }).fire("end", {}, "older");
  assert.deepEqual(flushes(server), [["older", "session_end"]]);
});

test("a lost flush is made up for", async (t) => {
  let lost = true;
  const decide = (operation) => operation === "agent_session_flush" && lost && [503, {}];
  const server = await gateway(t, { decide });
  const shop = memory(t, { url: server.url });
  await shop.stop("a");
  await shop.fire("end");
  lost = false;
  const before = flushes(server).length;
  await shop.runtime.flushTouched("shutdown");
  assert.deepEqual(flushes(server).slice(before), [["s1", "shutdown"]]);
});

test("flushes behind a lost one are not lost with it", async (t) => {
  let lost = true;
  const decide = (operation) => operation === "agent_session_flush" && lost && [503, {}];
  const server = await gateway(t, { decide });
  const shop = memory(t, { url: server.url });
  for (const session of ["s1", "s2", "s3"]) await shop.fire("compacting", { answer: "a", turn: "t1" }, session);
  await shop.runtime.flushTouched("shutdown");
  lost = false;
  const before = flushes(server).length;
  await shop.runtime.flushTouched("shutdown");
  const sessions = flushes(server).slice(before).map(([session]) => session);
  assert.deepEqual(sessions.sort(), ["s1", "s2", "s3"]);
});

test("prompts without an answer are brought home at the shutdown", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  const kept = shop.prompt("interrupted");
  assert.equal(await shop.runtime.flushTouched("shutdown"), "delivered");
  assert.deepEqual(server.said(), ["interrupted"]);
  await kept;
  assert.deepEqual(flushes(server), [["s1", "shutdown"]]);
});
