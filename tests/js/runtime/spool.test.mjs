/** The spool: what is refused, put aside, split, adopted, swept; one file never holds up the others. */

import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { UniqueNames } from "../../../packages/js-client/src/runtime/files.js";
import { appended, gateway, strangeServer } from "./gateway.mjs";
import { eventually, homeFolder, memory, readJson, writeJson } from "./memory.mjs";

const isAppend = (operation) => operation === "agent_session_append";
const contents = (value) => value.events.map(({ content }) => content);
const FAILED = [500, { code: "internal_error", status: 500 }];

/** Files of an earlier process: one prompt each. */
function leave(home, texts, { session = () => "s1", moment = Date.now() } = {}) {
  const folder = path.join(home, ".reme", "integrations", "shop", "spool");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  texts.forEach((content, number) => {
    const event = { event_id: `t${number}:u:${number}`, role: "user", content, created_at: "2026-11-30T10:00:00Z" };
    const value = { host: "shop", scope_id: "default", session_id: session(number), events: [event] };
    const stamp = String(BigInt(moment) * 1_000_000n + BigInt(number)).padStart(20, "0");
    writeJson(path.join(folder, `${stamp}-7-abcdef.json`), value);
  });
  return folder;
}

for (const outcome of ["appended", "duplicate", "filtered"]) {
  test(`what the server settled is deleted: ${outcome}`, async (t) => {
    const server = await gateway(t, { decide: (op, v) => isAppend(op) && [200, appended(v.events, outcome)] });
    const shop = memory(t, { url: server.url });
    await shop.prompt("tea?");
    await shop.stop("four");
    assert.deepEqual([shop.waiting(), shop.rejected()], [[], []]);
  });
}

for (const outcome of ["conflict", "rejected"]) {
  test(`what the server will never take is put aside: ${outcome}`, async (t) => {
    const outcomes = [{ outcome }, { outcome: "appended" }];
    const server = await gateway(t, { decide: (operation) => isAppend(operation) && [200, { outcomes }] });
    const shop = memory(t, { url: server.url });
    await shop.prompt("tea?");
    const [name] = shop.waiting();
    await shop.stop("four");
    assert.deepEqual([shop.waiting(), shop.rejected()], [[], [name]]);
    assert.deepEqual((await shop.runtime.status()).spool, { waiting: 0, bytes: 0, rejected: 1 });
  });
}

for (const words of [["appended"], ["appended", "appended", "appended"], ["new word", "new word"], []]) {
  test(`an answer that does not fit settles nothing: ${words.length} ${words[0]}`, async (t) => {
    const outcomes = words.map((outcome) => ({ outcome }));
    const server = await gateway(t, { decide: (operation) => isAppend(operation) && [200, { outcomes }] });
    const shop = memory(t, { url: server.url });
    await shop.prompt("tea?");
    await shop.stop("four");
    assert.equal(shop.waiting().length, 2);
  });
}

for (const status of [400, 404, 413, 415, 422]) {
  test(`a refused batch is split until only the culprit is put aside: ${status}`, async (t) => {
    const home = homeFolder(t);
    leave(home, [0, 1, 2, 3, 4].map((number) => `question ${number}`));
    const decide = (operation, value) =>
      isAppend(operation) && contents(value).includes("question 2") && [status, { code: "request_too_large", status }];
    const server = await gateway(t, { decide });
    const shop = memory(t, { url: server.url, home });
    await shop.stop("answer", "t4");
    assert.deepEqual(shop.waiting(), []);
    assert.deepEqual(shop.rejected().map((name) => contents(readJson(path.join(shop.spool, "rejected", name)))), [["question 2"]]);
    const taken = server.asked("agent_session_append").map(contents).filter((texts) => !texts.includes("question 2"));
    assert.deepEqual(taken.flat(), ["question 0", "question 1", "question 3", "question 4", "answer"]);
  });
}

test("a batch stays below the server's limits", async (t) => {
  const home = homeFolder(t);
  const texts = Array.from({ length: 1200 }, (_, number) => `question ${number}`);
  leave(home, texts);
  const server = await gateway(t);
  const shop = memory(t, { url: server.url, home });
  await shop.runtime.deliver();
  // What a deadline cuts off goes on beside.
  await eventually(() => shop.waiting().length === 0);
  assert.deepEqual(server.said(), texts);
  assert.ok(Math.max(...server.asked("agent_session_append").map((value) => value.events.length)) <= 500);
});

test("sessions are not mixed in a request", async (t) => {
  const home = homeFolder(t);
  leave(home, ["a", "b", "c", "d"], { session: (number) => `s${number % 2}` });
  const server = await gateway(t);
  await memory(t, { url: server.url, home }).runtime.deliver();
  const asked = server.asked("agent_session_append").map((value) => [value.session_id, contents(value)]);
  assert.deepEqual(asked, [["s0", ["a", "c"]], ["s1", ["b", "d"]]]);
});

const poisoned = (operation, value) => isAppend(operation) && contents(value).includes("poison") && FAILED;

test("an event on which the server fails does not hold up the others, and is tried again later", async (t) => {
  let now = Date.now();
  const home = homeFolder(t);
  leave(home, ["first", "poison", "second", "poison", "third"], { session: (number) => (number < 2 ? `s${number}` : "s1") });
  const server = await gateway(t, { decide: poisoned });
  const shop = memory(t, { url: server.url, home, now: () => now });
  await shop.stop("answer", "t5");
  await shop.prompt("next", "t6");
  await shop.stop("next answer", "t6");
  const good = server.asked("agent_session_append").map(contents).filter((texts) => !texts.includes("poison"));
  assert.deepEqual(good.flat().sort(), ["answer", "first", "next", "next answer", "second", "third"]);
  assert.deepEqual(shop.kept(), ["poison", "poison"]);
  for (const name of shop.waiting()) assert.ok(statSync(path.join(shop.spool, name)).mtimeMs > now + 60_000);
  await shop.runtime.dispose();
  now += 3_600_001;
  const mended = await gateway(t);
  const later = memory(t, { url: mended.url, home, now: () => now });
  await later.runtime.deliver();
  assert.deepEqual(mended.said(), ["poison", "poison"]);
  assert.deepEqual(later.waiting(), []);
});

test("an event that makes the server hang does not hold up the others either", async (t) => {
  let now = Date.now();
  const home = homeFolder(t);
  leave(home, ["poison"], { session: () => "s0", moment: now - 1000 });
  const never = new Promise(() => {});
  const decide = (operation, value) => isAppend(operation) && contents(value).includes("poison") && never;
  const server = await gateway(t, { decide });
  const shop = memory(t, { url: server.url, home, environment: { REME_TIMEOUT_MS: "1000" }, now: () => now });
  for (let number = 0; number < 3; number += 1) {
    await shop.prompt(`question ${number}`, `t${number}`);
    await shop.runtime.deliver();
    await shop.stop(`answer ${number}`, `t${number}`);
    now += 301_000;
  }
  const good = server.said().filter((text) => text !== "poison");
  const expected = [0, 1, 2].flatMap((number) => [`question ${number}`, `answer ${number}`]);
  assert.deepEqual([...new Set(good)], expected);
  assert.deepEqual(shop.kept(), ["poison"]);
});

test("of a server that fails at everything nothing is blamed", async (t) => {
  const home = homeFolder(t);
  leave(home, [0, 1, 2, 3, 4, 5].map((number) => `question ${number}`));
  const server = await gateway(t, { decide: (operation) => isAppend(operation) && FAILED });
  const shop = memory(t, { url: server.url, home });
  for (const turn of ["t7", "t8"]) await shop.stop("answer", turn);
  assert.equal(shop.waiting().length, 8);
  for (const name of shop.waiting()) assert.ok(statSync(path.join(shop.spool, name)).mtimeMs < Date.now() + 1000);
});

test("a full spool refuses, says so, and recalls all the same", async (t) => {
  const home = homeFolder(t);
  const folder = leave(home, ["a", "b", "c", "d", "e", "f", "g", "h"]);
  const big = path.join(folder, `${"9".repeat(20)}-1-abcdef.json`);
  writeFileSync(big, "");
  truncateSync(big, 64 * 1024 * 1024);
  const down = await strangeServer(t, (socket) => socket.resetAndDestroy());
  const shop = memory(t, { url: down.url, home });
  await shop.stop("answer");
  assert.equal(shop.waiting().length, 9);
  assert.equal(shop.heartbeat().problem.code, "spool_full");
});

test("a damaged file is put aside, a half-written one swept, a whole one of a killed writer adopted", async (t) => {
  const home = homeFolder(t);
  const folder = leave(home, ["whole"], { moment: 1_000_000 });
  const old = readdirSync(folder)[0];
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  write(`.tmp-${old.replace("-7-", "-8-")}`, JSON.stringify({ ...readJson(path.join(folder, old)), session_id: "adopted" }));
  write(`.tmp-${old.replace("-7-", "-9-")}`, '{"events": [');
  const young = `.tmp-${String(BigInt(Date.now()) * 1_000_000n).padStart(20, "0")}-9-abcdef.json`;
  write(young, '{"events": [');
  write("00000000000000000001-1-aaaaaa.json", "no JSON");
  write("00000000000000000002-1-aaaaaa.json", "{}");
  write("notes.txt", "a person's");
  const server = await gateway(t);
  const shop = memory(t, { url: server.url, home });
  await shop.runtime.deliver();
  assert.deepEqual(server.asked("agent_session_append").map((value) => value.session_id), ["s1", "adopted"]);
  assert.equal(shop.rejected().length, 2);
  assert.deepEqual(readdirSync(folder).sort(), [young, "notes.txt", "rejected"].sort());
});

test("names are made in order, however fast and whatever the clock does", () => {
  let now = Date.now();
  const names = new UniqueNames(() => now);
  const made = [names.next(), names.next(), names.next()];
  now -= 5000;
  made.push(names.next());
  assert.deepEqual([...made].sort(), made);
  assert.equal(new Set(made.map((name) => name.split("-")[0])).size, made.length);
});

test("two deliveries at once lose nothing and settle all", async (t) => {
  const home = homeFolder(t);
  const texts = Array.from({ length: 30 }, (_, number) => `question ${number}`);
  leave(home, texts);
  const server = await gateway(t);
  const both = [memory(t, { url: server.url, home }), memory(t, { url: server.url, home })];
  await Promise.all(both.map(({ runtime }) => runtime.deliver()));
  await eventually(() => both[0].waiting().length === 0);
  assert.deepEqual([...new Set(server.said())].sort(), [...texts].sort());
  assert.deepEqual(both[0].rejected(), []);
});

test("states of sessions long past are swept when a session starts", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  await shop.prompt("old", "t1", "old");
  await shop.prompt("new", "t1", "new");
  await eventually(() => shop.states().length === 2);
  const folder = path.join(shop.folder, "state");
  const old = readdirSync(folder).find((name) => name.startsWith("old-"));
  const past = Date.now() / 1000 - 31 * 24 * 3600;
  utimesSync(path.join(folder, old), past, past);
  await shop.fire("resume", {}, "another");
  assert.deepEqual(readdirSync(folder).map((name) => name.split("-")[0]), ["new"]);
});
