/** A server that accepts and never answers costs one deadline, and then a short request per event. */

import assert from "node:assert/strict";
import test from "node:test";

import { SILENCE_LONGEST_MS, SILENCE_MS } from "../../../packages/js-client/src/generated/v1/hooks.js";
import { Heartbeat } from "../../../packages/js-client/src/runtime/heartbeat.js";
import { gateway, strangeServer } from "./gateway.mjs";
import { eventually, memory } from "./memory.mjs";

function heartbeat(now, lane = {}, url = "http://one") {
  const found = new Heartbeat({ recall: lane }, "1.0.0", () => now);
  found.url = url;
  return found;
}

function silenceAfter(found) {
  found.note("recall", { result: "timeout" });
  found.fellSilent("recall");
  return found.take().recall;
}

test("a silence begins at once and ends to the millisecond, whatever the moment", () => {
  for (let now = 1_796_111_285_000; now < 1_796_111_286_000; now += 1) {
    const lane = silenceAfter(heartbeat(now));
    assert.ok(heartbeat(now, lane).isSilent("recall"));
    assert.ok(heartbeat(now + SILENCE_MS - 1, lane).isSilent("recall"));
    assert.equal(heartbeat(now + SILENCE_MS, lane).isSilent("recall"), false);
  }
});

test("a silence doubles up to its longest, and any answer ends it", () => {
  let now = Date.now();
  const lengths = [];
  let lane = {};
  for (let round = 0; round < 6; round += 1) {
    assert.equal(heartbeat(now, lane).isSilent("recall"), false);
    lane = silenceAfter(heartbeat(now, lane));
    lengths.push(lane.silence.ms);
    assert.ok(heartbeat(now + lane.silence.ms - 1, lane).isSilent("recall"));
    now += lane.silence.ms;
  }
  assert.deepEqual(lengths, [1, 2, 4, 8, 10, 10].map((times) => times * SILENCE_MS));
  assert.equal(SILENCE_LONGEST_MS, 10 * SILENCE_MS);
  assert.equal(heartbeat(now, { result: "ok" }).isSilent("recall"), false);
});

test("a short request within a silence leaves it as it is", () => {
  const now = Date.now();
  const lane = silenceAfter(heartbeat(now));
  assert.deepEqual(silenceAfter(heartbeat(now + 1000, lane)).silence, lane.silence);
});

test("a silence is of one server, and no clock that was set back makes it longer", () => {
  const now = Date.now();
  const lane = silenceAfter(heartbeat(now));
  assert.equal(heartbeat(now, lane, "http://other").isSilent("recall"), false);
  assert.equal(heartbeat(now - 1000, lane).isSilent("recall"), false);
  for (const damaged of [null, 1, { ns: "x", ms: 1, url: "http://one" }, { ns: 1, url: "http://one" }]) {
    assert.equal(heartbeat(now, { silence: damaged }).isSilent("recall"), false);
  }
});

test("after a timeout an event gives the server little time, and not its whole deadline", async (t) => {
  const silent = await strangeServer(t, () => {});
  const shop = memory(t, { url: silent.url });
  await shop.runtime.handle("prompt", {}, { sessionId: "s1", turn: "t1", prompt: "one" }, { deadlineMs: 500 });
  await eventually(() => shop.heartbeat().recall?.silence);
  for (const turn of ["t2", "t3"]) {
    assert.equal((await shop.prompt("more", turn)).context, "");
    await eventually(() => shop.heartbeat().events.prompt.result === "ok");
    assert.equal(shop.heartbeat().recall.result, "timeout");
  }
  assert.equal(silent.connections(), 3);
  assert.deepEqual(shop.kept(), ["one", "more", "more"]);
});

test("the same holds for what is delivered, also in the next process", async (t) => {
  const silent = await strangeServer(t, () => {});
  const shop = memory(t, { url: silent.url });
  const seen = { sessionId: "s1", turn: "t1", answer: "one" };
  await shop.runtime.handle("stop", {}, seen, { deadlineMs: 500 });
  await eventually(() => shop.heartbeat().delivery?.silence);
  await shop.runtime.dispose();
  const next = memory(t, { url: silent.url, home: shop.home });
  await next.stop("two", "t2");
  assert.equal(next.heartbeat().events.stop.result, "ok");
  assert.equal(next.heartbeat().delivery.result, "timeout");
  assert.deepEqual(next.kept(), ["one", "two"]);
});

test("when it answers again everything arrives, in order", async (t) => {
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const server = await gateway(t, { decide: (operation) => (operation === "agent_memory_recall" ? held : undefined) });
  const shop = memory(t, { url: server.url });
  await shop.runtime.handle("prompt", {}, { sessionId: "s1", turn: "t1", prompt: "one" }, { deadlineMs: 500 });
  await eventually(() => shop.heartbeat().recall?.silence);
  release();
  await shop.stop("two");
  await shop.prompt("three", "t2");
  await shop.stop("four", "t2");
  assert.deepEqual(server.said(), ["one", "two", "three", "four"]);
  await eventually(() => shop.heartbeat().recall.silence === undefined);
});

test("of several events that wait for one delivery, only the first waits to its deadline", async (t) => {
  const silent = await strangeServer(t, () => {});
  const shop = memory(t, { url: silent.url });
  const seen = { sessionId: "s1", turn: "t1", answer: "one" };
  await shop.runtime.handle("stop", {}, seen, { deadlineMs: 500 });
  await eventually(() => shop.heartbeat().events?.stop.result === "expired");
  await shop.stop("two", "t2");
  assert.equal(shop.heartbeat().events.stop.result, "ok");
  assert.equal(silent.connections(), 1);
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
