/** A server that accepts and never answers costs one deadline, not one per event. */

import assert from "node:assert/strict";
import test from "node:test";

import { CoolDown } from "../../../packages/js-client/src/runtime/coolDown.js";
import { gateway, strangeServer } from "./gateway.mjs";
import { eventually, memory } from "./memory.mjs";

const SHORT = { REME_TIMEOUT_MS: "1000" };

test("the rest doubles up to a minute, and any answer ends it", () => {
  let now = 1_000_000;
  const cool = new CoolDown(() => now);
  const rests = [];
  for (let round = 0; round < 8; round += 1) {
    cool.timedOut();
    cool.timedOut();
    const start = now;
    while (cool.isActive) now += 1000;
    rests.push((now - start) / 1000);
  }
  assert.deepEqual(rests, [2, 4, 8, 16, 32, 60, 60, 60]);
  cool.timedOut();
  cool.answered();
  assert.equal(cool.isActive, false);
  cool.timedOut();
  now += 2000;
  assert.equal(cool.isActive, false);
});

test("a clock that was set back rests nobody for longer", () => {
  let now = 10_000_000;
  const cool = new CoolDown(() => now);
  cool.timedOut();
  now -= 5_000_000;
  assert.equal(cool.isActive, false);
});

test("after a timeout the next events don't ask, and keep what is said", async (t) => {
  let now = Date.now();
  const silent = await strangeServer(t, () => {});
  const shop = memory(t, { url: silent.url, environment: SHORT, now: () => now });
  await shop.prompt("one");
  assert.equal(silent.connections(), 1);
  for (let number = 0; number < 5; number += 1) {
    assert.equal((await shop.prompt("more", `t${number}`)).context, "");
    await shop.stop("answer", `t${number}`);
  }
  assert.equal(silent.connections(), 1);
  assert.equal(shop.kept().length, 10);
  now += 2001;
  await shop.stop("late", "t9");
  assert.ok(silent.connections() > 1);
});

test("when it answers again everything arrives, in order", async (t) => {
  let now = Date.now();
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const server = await gateway(t, { decide: (operation) => (operation === "agent_memory_recall" ? held : undefined) });
  const shop = memory(t, { url: server.url, environment: SHORT, now: () => now });
  await shop.prompt("one");
  await shop.stop("two");
  assert.deepEqual(server.said(), []);
  release();
  now += 2001;
  await shop.prompt("three", "t2");
  await shop.stop("four", "t2");
  assert.deepEqual(server.said(), ["one", "two", "three", "four"]);
});

test("an append that outlasts its event rests recall too, until it is answered", async (t) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const server = await gateway(t, { decide: (operation) => (operation === "agent_session_append" ? held : undefined) });
  const shop = memory(t, { url: server.url });
  const seen = { sessionId: "s1", turn: "t1", answer: "one" };
  const handled = shop.runtime.handle("stop", {}, seen, { deadlineMs: 1000 });
  await eventually(() => server.requests.length === 1);
  await handled;
  await eventually(() => shop.heartbeat().events?.stop.result === "expired");
  await shop.prompt("two", "t2");
  assert.deepEqual(server.operations(), ["agent_session_append"]);
  release();
  await eventually(() => shop.heartbeat().delivery?.result === "delivered");
  await shop.prompt("three", "t3");
  assert.ok(server.operations().includes("agent_memory_recall"));
});

test("what is only kept waits for no delivery", async (t) => {
  const silent = await strangeServer(t, () => {});
  const shop = memory(t, { url: silent.url });
  await shop.runtime.handle("stop", {}, { sessionId: "s1", turn: "t1", answer: "leftover" }, { deadlineMs: 1 });
  await shop.runtime.handle("said", [{ type: "said" }], { sessionId: "s1", turn: "t2", prompt: "kept" });
  await eventually(() => shop.heartbeat().events?.said);
  assert.equal(shop.heartbeat().events.said.result, "ok");
});

test("a slow server gets its time beside the host, one delivery at a time, and nothing is sent twice", async (t) => {
  let open = 0;
  let most = 0;
  const releases = [];
  const server = await gateway(t, {
    decide: async (operation) => {
      if (operation !== "agent_session_append") return;
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => {
        releases.push(resolve);
      });
      open -= 1;
    },
  });
  const shop = memory(t, { url: server.url });
  await Promise.all(
    [1, 2, 3, 4].map((number) =>
      shop.runtime.handle("stop", {}, { sessionId: "s1", turn: `t${number}`, answer: `a${number}` }, { deadlineMs: 50 }),
    ),
  );
  await eventually(() => shop.kept().length === 4);
  await eventually(() => {
    releases.forEach((release) => release());
    return shop.waiting().length === 0;
  });
  assert.deepEqual(server.said(), ["a1", "a2", "a3", "a4"]);
  assert.equal(most, 1);
});
