/** What goes over the wire for each operation. */

import assert from "node:assert/strict";
import test from "node:test";

import { ReMeClient, VERSION } from "../../../packages/js-client/src/client/index.js";
import { REPLY_MEMBERS } from "../../../packages/js-client/src/generated/v1/calls.js";
import { OPERATIONS } from "../../../packages/js-client/src/generated/v1/operations.js";
import * as validators from "../../../packages/js-client/src/generated/v1/validators.js";
import { clientOf, rejection } from "./asking.mjs";
import { answer, serve } from "./stubServer.mjs";

const CLIENT = { name: "reme-client-js", version: VERSION };
const EVENT = { event_id: "t1:u:0", role: "user", content: "hi", created_at: "2026-11-30T10:00:00Z" };
const SESSION = { host: "codex", session_id: "s1" };
const HITS = { hits: [], truncated: false, total_chars: 0 };

// Operation: method, request (undefined: none), document that is sent.
const WIRE = {
  agent_session_append: [
    "agentSessionAppend",
    { ...SESSION, events: [EVENT, { bad: null }] },
    { ...SESSION, client: CLIENT, events: [EVENT, { bad: null }] },
  ],
  agent_session_flush: ["agentSessionFlush", { ...SESSION, reason: "pre_compact" }],
  agent_memory_recall: [
    "agentMemoryRecall",
    { query: "部署?", limit: 2, exclude_session: SESSION, exclude_ids: ["a1"], min_score: 0.5, max_chars: undefined },
    { query: "部署?", limit: 2, exclude_session: SESSION, exclude_ids: ["a1"], min_score: 0.5 },
  ],
  agent_session_context: ["agentSessionContext", { purpose: "start", max_chars: 9 }],
  search: ["search", { query: "where", scope_id: "work" }],
  read: ["read", { path: "daily/a.md", line_start: 2, line_end: 3 }],
  traverse: ["traverse", { path: "digest/a.md", direction: "in", depth: 2, limit: 3 }],
  daily_list: ["dailyList", { date: "2026-11-30" }],
  remember: ["remember", { messages: [{ role: "user", content: "tabs, not spaces" }] }],
  forget: ["forget", { targets: [{ path: "digest/a.md", line_start: 1 }] }],
  reindex: ["reindex", undefined, {}],
  version: ["version"],
  health: ["health"],
  status: ["status"],
  help: ["help"],
  openapi: ["openapi"],
};

/** A reply that has its members and nothing else. */
function leastReply(operation) {
  const values = { array: [], boolean: true, integer: 1, number: 0.5, object: {}, string: "x" };
  return Object.fromEntries(Object.entries(REPLY_MEMBERS[operation]).map(([name, type]) => [name, values[type]]));
}

test("every operation has a case, and a method of its own", () => {
  assert.deepEqual(Object.keys(WIRE).sort(), Object.keys(OPERATIONS).sort());
  const ours = Object.getOwnPropertyNames(ReMeClient.prototype).sort();
  const methods = Object.values(WIRE).map(([method]) => method);
  const others = ["appendInBatches", "call", "close", "config", "constructor", "iterAppend", "route"];
  assert.deepEqual(ours, [...methods, ...others].sort());
});

for (const [operation, [method, request, document = request]] of Object.entries(WIRE)) {
  test(`${operation} sends its document and gives its reply`, async (t) => {
    const row = OPERATIONS[operation];
    const reply = { ...leastReply(operation), of_a_newer_minor: { deep: [1] } };
    const server = await serve(t, answer(200, reply, { "Reme-Api-Version": "1.7" }));
    const client = clientOf(t, { url: server.url, token: "abc" });

    const given = request === undefined ? await client[method]() : await client[method](request);
    const again = await client.call(operation, request ?? {});

    assert.deepEqual([given, again], [reply, reply]);
    for (const sent of server.requests) {
      assert.deepEqual([sent.method, sent.target], [row.method, row.path]);
      assert.deepEqual(sent.document, document ?? null);
      assert.equal(sent.headers["reme-api-version"], "1.0");
      assert.equal(sent.headers["user-agent"], `reme-client-js/${VERSION}`);
      assert.equal(sent.headers["accept-encoding"], "identity");
      assert.equal(sent.headers.host, `127.0.0.1:${server.port}`);
      assert.equal(sent.headers["content-type"], document === undefined ? undefined : "application/json");
      assert.equal(sent.headers.authorization, row.token_required ? "Bearer abc" : undefined);
      assert.equal(sent.headers.cookie, undefined);
    }
  });
}

test("the requests of these cases keep the contract", () => {
  for (const [operation, [, request]] of Object.entries(WIRE)) {
    if (operation !== "agent_session_append") {
      assert.deepEqual(validators.validateRequest(operation, request ?? {}), { ok: true }, operation);
    }
  }
});

test("one connection serves calls after each other", async (t) => {
  const server = await serve(t, answer(200, HITS));
  const client = clientOf(t, { url: server.url });
  for (let round = 0; round < 3; round += 1) await client.search({ query: "q" });
  assert.equal(server.sockets.size, 1);
});

test("a path below the origin is kept", async (t) => {
  const server = await serve(t, answer(200, HITS));
  await clientOf(t, { url: `${server.url}/team/` }).search({ query: "q" });
  assert.equal(server.requests[0].target, "/team/search");
});

test("the client's scope fills an open one, and one that was asked for stays", async (t) => {
  const server = await serve(t, answer(200, HITS));
  const client = clientOf(t, { url: server.url, scopeId: "mine" });
  await client.search({ query: "q" });
  await client.call("search", { query: "q", scope_id: undefined });
  await client.search({ query: "q", scope_id: "default" });
  assert.deepEqual(server.requests.map((sent) => sent.document.scope_id), ["mine", "mine", "default"]);
});

test("a request without a scope gets none, and forgetting a session means the client's", async (t) => {
  const forgotten = leastReply("forget");
  const server = await serve(t, answer(200, leastReply("read")), answer(200, forgotten));
  const client = clientOf(t, { url: server.url, scopeId: "mine" });
  await client.read({ path: "a.md" });
  await client.forget({ session: SESSION });
  await client.forget({ session: { ...SESSION, scope_id: "yours" } });
  await clientOf(t, { url: server.url }).forget({ session: SESSION });
  assert.deepEqual(
    server.requests.map((sent) => sent.document),
    [
      { path: "a.md" },
      { session: { ...SESSION, scope_id: "mine" } },
      { session: { ...SESSION, scope_id: "yours" } },
      { session: SESSION },
    ],
  );
});

test("an append names its sender unless it names one itself", async (t) => {
  const server = await serve(t, answer(200, leastReply("agent_session_append")));
  const client = clientOf(t, { url: server.url, clientInfo: { name: "mine", version: "3" } });
  await client.agentSessionAppend({ ...SESSION, events: [] });
  await client.agentSessionAppend({ ...SESSION, events: [], client: { name: "yours", version: "4" } });
  assert.deepEqual(server.requests.map((sent) => sent.document.client.name), ["mine", "yours"]);
});

for (const [text, expected] of [
  ["a\ud800b", "a\ufffdb"],
  ["\udfff", "\ufffd"],
  ["\ud83d\ude00", "😀"],
  ["\u2028\u2029\x85\x00", "\u2028\u2029\x85\x00"],
]) {
  test(`text is repaired where it is not well-formed: ${JSON.stringify(text)}`, async (t) => {
    const server = await serve(t, answer(200, HITS), answer(200, leastReply("agent_session_append")));
    const client = clientOf(t, { url: server.url });
    await client.search({ query: text });
    await client.agentSessionAppend({ ...SESSION, events: [{ ...EVENT, content: text }] });
    assert.equal(server.requests[0].document.query, expected);
    assert.equal(server.requests[1].document.events[0].content, expected);
  });
}

const endless = {};
endless.self = endless;
for (const [what, request, pointer] of [
  ["a number that is none", { ...SESSION, events: [EVENT, { x: NaN }] }, "/events/1"],
  ["a big integer", { ...SESSION, events: [{ x: 5n }] }, "/events/0"],
  ["itself", { ...SESSION, events: [EVENT, EVENT, endless] }, "/events/2"],
  ["nothing in the place of an event", { ...SESSION, events: [undefined] }, "/events/0"],
  ["no list of events", { ...SESSION, events: "abc" }, "/events"],
]) {
  test(`a request that holds ${what} is not sent`, async (t) => {
    const server = await serve(t, answer(200, HITS));
    const error = await rejection(clientOf(t, { url: server.url }).agentSessionAppend(request));
    const found = [error.name, error.code, error.pointer, error.status];
    assert.deepEqual(found, ["InvalidRequestError", "invalid_request", pointer, 0]);
    assert.equal(server.requests.length, 0);
  });
}

for (const [operation, request, pointer] of [
  ["search", { query: 5 }, "/query"],
  ["search", { query: "q", limit: 0 }, "/limit"],
  ["search", { query: "q", scope_id: "" }, "/scope_id"],
  ["agent_session_context", { purpose: "later" }, "/purpose"],
  ["agent_session_append", { host: "No!", session_id: "s", events: [] }, "/host"],
  ["forget", { targets: [{ path: "a", line: 3 }] }, "/targets/0/line"],
  ["daily_list", { date: "yesterday" }, "/date"],
]) {
  test(`with validators ${operation} ${pointer} is refused here, without them there`, async (t) => {
    const server = await serve(t, answer(200, leastReply(operation)));
    const error = await rejection(clientOf(t, { url: server.url, validators }).call(operation, request));
    assert.deepEqual([error.name, error.code, error.pointer], ["InvalidRequestError", "invalid_request", pointer]);
    assert.equal(server.requests.length, 0);
    await clientOf(t, { url: server.url }).call(operation, request);
    assert.equal(server.requests.length, 1);
  });
}

test("with validators a malformed event is still the server's to judge", async (t) => {
  const server = await serve(t, answer(200, { ...leastReply("agent_session_append"), outcomes: [] }));
  await clientOf(t, { url: server.url, validators }).agentSessionAppend({ ...SESSION, events: [{ bad: true }] });
  assert.deepEqual(server.requests[0].document.events, [{ bad: true }]);
});

test("an operation that the contract does not have, and a deadline that is none, are refused", async (t) => {
  const client = clientOf(t, {});
  for (const promise of [
    client.call("toString", {}),
    client.version({ timeoutMs: 0 }),
    client.version({ timeoutMs: NaN }),
    client.version({ timeoutMs: "5" }),
  ]) {
    assert.equal((await rejection(promise)).name, "InvalidRequestError");
  }
});
