/** What events keep, ask and bring, with a server that works. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { gateway, hit } from "./gateway.mjs";
import { HOST, eventually, memory, readJson } from "./memory.mjs";

const TEA = hit("h1", "Tea is at four.");

test("a prompt is kept, recalled for, and delivered with its answer", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const shop = memory(t, { url: server.url });
  const { context, notice } = await shop.prompt("When is tea?");
  assert.match(context, /^<reme-context source="auto-recall">\n[^]*Tea is at four\.\n<\/reme-context>$/);
  assert.equal(notice, "");
  assert.deepEqual(shop.kept(), ["When is tea?"]);
  assert.deepEqual(await shop.stop("At four."), { context: "", notice: "" });
  assert.deepEqual(server.operations(), ["agent_memory_recall", "agent_session_append", "agent_session_flush"]);
  assert.deepEqual(server.said(), ["When is tea?", "At four."]);
  assert.deepEqual(shop.waiting(), []);
});

test("a request says who asks, and everything that the contract wants", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url, environment: { REME_TOKEN: "secret", REME_SCOPE: "team" } });
  await shop.stop("At four.", "t1", "s1", { createdAt: Date.UTC(2026, 10, 30, 10) });
  const [{ headers, value }] = server.requests;
  assert.equal(headers["reme-api-version"], "1.0");
  assert.equal(headers.authorization, "Bearer secret");
  assert.equal(headers["user-agent"], "reme-shop/1.2.3");
  assert.equal(headers.connection, "close");
  assert.deepEqual(value, {
    host: "shop",
    scope_id: "team",
    session_id: "s1",
    events: [
      {
        event_id: "t1:a:36bf99bad322236b",
        role: "assistant",
        content: "At four.",
        created_at: "2026-11-30T10:00:00.000Z",
        turn_id: "t1",
      },
    ],
    client: { name: "reme-shop", version: "1.2.3" },
  });
});

test("a spool file is a complete append request in ASCII, named by time, for its owner alone", async (t) => {
  const shop = memory(t, { environment: { REME_RECALL: "off" } });
  await shop.runtime.handle("said", [{ type: "said" }], { sessionId: "sitzung ☕", turn: "t1", prompt: "Tee?\u007f ☕ \ud800" });
  const [name] = shop.waiting();
  assert.match(name, new RegExp(`^[0-9]{20}-${process.pid}-[0-9a-f]{6}\\.json$`));
  const file = path.join(shop.spool, name);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(shop.spool).mode & 0o777, 0o700);
  assert.equal(statSync(path.join(shop.home, ".reme")).mode & 0o777, 0o700);
  assert.match(readFileSync(file, "latin1"), /^[ -~]+$/);
  const value = readJson(file);
  assert.deepEqual(Object.keys(value), ["host", "scope_id", "session_id", "events", "client"]);
  assert.equal(value.session_id, "sitzung ☕");
  assert.equal(value.events[0].content, "Tee?\u007f ☕ \ufffd");
});

test("what a listener does not await is kept in the order of the calls", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  const texts = Array.from({ length: 20 }, (_, number) => `text ${number}`);
  await Promise.all(
    texts.map((text, number) =>
      shop.runtime.handle("said", [{ type: "said" }], { sessionId: "s1", turn: `t${number}`, prompt: text }),
    ),
  );
  await shop.fire("end");
  assert.deepEqual(server.said(), texts);
});

test("a row is chosen by whole pointers, and one that asks for nothing leaves no trace", async (t) => {
  const shop = memory(t);
  await shop.runtime.handle("said", [{ type: "chunk" }], { sessionId: "s1", turn: "t1", prompt: "no" });
  await shop.runtime.handle("said", [null], { sessionId: "s1", turn: "t1", prompt: "no" });
  await shop.runtime.handle("unknown", {}, { sessionId: "s1", prompt: "no" });
  await shop.prompt("no", "t1", "");
  await shop.runtime.handle("prompt", {}, null);
  assert.deepEqual(shop.waiting(), []);
  assert.deepEqual(shop.heartbeat(), {});
});

test("credentials, recalled and private text never reach the disk", async (t) => {
  const shop = memory(t);
  const recalled = '<reme-context source="auto-recall">\nold\n</reme-context>';
  await shop.prompt(`token ghp_${"a1B2".repeat(9)} <private>mine</private> ${recalled} rest`);
  assert.equal(shop.kept().length, 1);
  assert.doesNotMatch(shop.kept()[0], /ghp_|mine|old/);
  await shop.prompt(recalled, "t2");
  await shop.prompt("  \n", "t3");
  assert.equal(shop.kept().length, 1);
});

test("a hit is put in once per session, and again after a compaction", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const shop = memory(t, { url: server.url });
  assert.match((await shop.prompt("When is tea?")).context, /four/);
  await eventually(() => shop.states()[0]?.injected.length === 1);
  assert.equal((await shop.prompt("And when is tea?", "t2")).context, "");
  await shop.fire("compacted");
  assert.match((await shop.prompt("When was tea?", "t3")).context, /four/);
  const asked = server.asked("agent_memory_recall");
  assert.deepEqual(asked.map((value) => value.exclude_ids), [undefined, ["h1"], undefined]);
  assert.deepEqual(asked[0].exclude_session, { host: "shop", session_id: "s1" });
  assert.match(asked[2].exclude_session.after, /^20[0-9-]+T[0-9:.]+Z$/);
});

test("where a block leaves the history it may come again", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const host = { ...HOST, injection: { max_chars: 4000, stays_in_history: false } };
  const shop = memory(t, { url: server.url, host });
  for (const turn of ["t1", "t2"]) assert.match((await shop.prompt("When is tea?", turn)).context, /four/);
  assert.deepEqual(server.asked("agent_memory_recall").map((value) => value.exclude_ids), [undefined, undefined]);
  await shop.runtime.dispose();
  assert.deepEqual(shop.states().map(({ injected }) => injected), [[]]);
});

test("a brief comes at a start, and no recall repeats its lines", async (t) => {
  const server = await gateway(t, { hits: [hit("h1", "tea is at four."), hit("h2", "Scones are at five.")] });
  const shop = memory(t, { url: server.url });
  assert.match((await shop.fire("start")).context, /Brief for start: tea is at four\./);
  await eventually(() => shop.states()[0]?.marks.length > 0);
  const { context } = await shop.prompt("When is tea?");
  assert.doesNotMatch(context, /tea is/);
  assert.match(context, /Scones/);
  await shop.runtime.dispose();
  assert.deepEqual(shop.states()[0].injected, ["h1", "h2"]);
});

test("turns that the host began are not captured, unless a person's prompt has the same key", async (t) => {
  const server = await gateway(t);
  for (const steering of [false, true]) {
    const shop = memory(t, { url: server.url, host: { ...HOST, capabilities: { steering } } });
    await shop.fire("ask", { turn: "machine", noPerson: true });
    await shop.stop("of a machine", "machine");
    await shop.fire("ask", { turn: "both", noPerson: true });
    await shop.prompt("of a person", "both");
    await shop.stop("to a person", "both");
  }
  assert.deepEqual(server.said(), ["of a person", "to a person", "of a person", "to a person"]);
});

test("a second prompt of a turn counts only where prompts can be steered", async (t) => {
  for (const [steering, expected] of [[false, ["one"]], [true, ["one", "two"]]]) {
    const shop = memory(t, { host: { ...HOST, capabilities: { steering } } });
    await shop.prompt("one");
    await shop.prompt("two");
    assert.deepEqual(shop.kept(), expected);
  }
});

test("a sub-agent is dropped, or captured as a child session and never as the person's words", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const silent = memory(t, { url: server.url });
  await silent.prompt("a task", "t1", "s1", { agentId: "a1" });
  assert.deepEqual(server.operations(), []);
  assert.deepEqual(silent.waiting(), []);
  const shop = memory(t, { url: server.url, environment: { REME_SUBAGENTS: "on" } });
  assert.equal((await shop.prompt("a task", "t1", "s1", { agentId: "a1" })).context, "");
  await shop.stop("done", "t1", "s1", { agentId: "a1" });
  const [value] = server.asked("agent_session_append");
  assert.equal(value.session_id, "s1/a1");
  assert.deepEqual(value.events.map(({ role }) => role), ["assistant", "assistant"]);
});

test("a block keeps the host's own limit", async (t) => {
  const server = await gateway(t, { hits: [hit("h1", "茶".repeat(3000)), hit("h2", "x".repeat(3000))] });
  const bytes = { ...HOST, injection: { max_chars: 4000, host_limit: { amount: 2000, unit: "bytes" } } };
  const { context } = await memory(t, { url: server.url, host: bytes }).prompt("tea?");
  assert.ok(Buffer.byteLength(context) <= 2000 && context.includes("茶"), String(context.length));
  const { context: short } = await memory(t, { url: server.url, options: { maxChars: 500 } }).prompt("tea?");
  assert.ok(Array.from(short).length <= 500 && short !== "");
  const none = memory(t, { url: server.url, options: { maxChars: 200 } });
  assert.equal((await none.prompt("tea?")).context, "");
});

test("files of Git decide about the scope `project`, once per session", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url, environment: { REME_SCOPE: "project" } });
  const project = path.join(shop.home, "shop");
  mkdirSync(path.join(project, ".git"), { recursive: true });
  writeFileSync(path.join(project, ".git", "config"), '[remote "origin"]\n\turl = https://forge.example/team/shop.git\n');
  await shop.stop("outside", "t1", "s1", { folder: shop.home });
  await shop.stop("elsewhere", "t2", "s2", { folder: project });
  await shop.stop("moved", "t3", "s2", { folder: shop.home });
  const scopes = server.asked("agent_session_append").map((value) => value.scope_id);
  assert.equal(scopes[0], "default");
  assert.match(scopes[1], /^shop-[0-9a-f]{16}$/);
  assert.equal(scopes[2], scopes[1]);
});
