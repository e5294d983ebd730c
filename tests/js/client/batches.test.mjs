/** Any number of events gets through, whatever the limits cut them into. */

import assert from "node:assert/strict";
import test from "node:test";

import { EVENTS_PER_REQUEST, REQUEST_BYTES } from "../../../packages/js-client/src/generated/v1/limits.js";
import { clientOf, rejection } from "./asking.mjs";
import { answer, problem, serve } from "./stubServer.mjs";

const SESSION = { host: "codex", session_id: "s1" };
const PATIENT = { timeoutMs: 60_000 };

const event = (number, content = "x") => ({
  event_id: `e${number}`,
  role: "user",
  content,
  created_at: "2026-11-30T10:00:00Z",
});
const events = (count, content) => Array.from({ length: count }, (_, number) => event(number, content));
const sizes = (server) => server.requests.map(({ document }) => document.events.length);
const idsOf = (reply) => reply.outcomes.map(({ event_id }) => event_id);

/** Acknowledge every event, or refuse a batch with more than `most` of them. */
function store(most = Infinity) {
  let total = 0;
  return (socket, { document }) => {
    const ids = document.events.map(({ event_id }) => event_id);
    if (ids.length > most) return problem("too_many_events", 413, { limit: most })(socket);
    total += ids.length;
    const counts = { duplicate: 0, conflict: 0, filtered: 0, rejected: 0, redactions: 1 };
    const outcomes = ids.map((event_id) => ({ event_id, outcome: "appended" }));
    return answer(200, { appended: ids.length, ...counts, total, outcomes })(socket);
  };
}

test("events are split at the most per request", async (t) => {
  const server = await serve(t, store());
  const given = events(EVENTS_PER_REQUEST + 5);
  const reply = await clientOf(t, { url: server.url }).appendInBatches(given, SESSION, PATIENT);
  assert.deepEqual(sizes(server), [EVENTS_PER_REQUEST, 5]);
  assert.deepEqual([reply.appended, reply.total, reply.redactions], [given.length, given.length, 2]);
  assert.deepEqual(idsOf(reply), given.map(({ event_id }) => event_id));
});

test("events are split at the largest body, counted in bytes", async (t) => {
  const server = await serve(t, store());
  const client = clientOf(t, { url: server.url });
  const replies = [];
  // Three bytes of UTF-8 each, so that counting characters would overflow the body.
  const session = { ...SESSION, scope_id: "work" };
  for await (const reply of client.iterAppend(events(8, "部".repeat(1_500_000)), session, PATIENT)) replies.push(reply);
  assert.deepEqual(sizes(server), [3, 3, 2]);
  assert.ok(server.requests.every(({ body, document }) => body.length <= REQUEST_BYTES && document.scope_id === "work"));
  assert.deepEqual(replies.map(({ appended }) => appended), [3, 3, 2]);
});

test("a batch fills the body to the last byte", async (t) => {
  const server = await serve(t, store());
  const client = clientOf(t, { url: server.url });
  await client.appendInBatches([event(0, ""), event(1, "")], SESSION, PATIENT);
  const overhead = server.requests[0].body.length;
  const large = event(0, "x".repeat(REQUEST_BYTES - overhead - 1));
  await client.appendInBatches([large, event(1, "x")], SESSION, PATIENT);
  await client.appendInBatches([large, event(1, "xx")], SESSION, PATIENT);
  assert.deepEqual(sizes(server), [2, 2, 1, 1]);
  assert.equal(server.requests[1].body.length, REQUEST_BYTES);
});

test("a batch that is refused as too large is halved, in order", async (t) => {
  const server = await serve(t, store(3));
  const reply = await clientOf(t, { url: server.url }).appendInBatches(events(10), SESSION);
  assert.deepEqual(idsOf(reply), events(10).map(({ event_id }) => event_id));
  assert.deepEqual([reply.appended, reply.total], [10, 10]);
  assert.deepEqual(sizes(server), [10, 5, 2, 3, 5, 2, 3]);
});

for (const [code, name] of [
  ["request_too_large", "RequestTooLargeError"],
  ["too_many_events", "TooManyEventsError"],
]) {
  test(`a single event that is refused with ${code} is not sent for ever`, async (t) => {
    const server = await serve(t, problem(code, 413, { limit: 9 }));
    const error = await rejection(clientOf(t, { url: server.url }).appendInBatches(events(2), SESSION));
    assert.deepEqual([error.name, error.code, error.limit], [name, code, 9]);
    assert.deepEqual(sizes(server), [2, 1]);
  });
}

test("another refusal ends the batches", async (t) => {
  const server = await serve(t, store(), problem("server_stopping", 503));
  const client = clientOf(t, { url: server.url });
  const error = await rejection(client.appendInBatches(events(EVENTS_PER_REQUEST + 1), SESSION, PATIENT));
  assert.equal(error.name, "ServerStoppingError");
  assert.equal(server.requests.length, 2);
});

test("no events need no request", async (t) => {
  const server = await serve(t, store());
  const reply = await clientOf(t, { url: server.url }).appendInBatches([], SESSION);
  assert.deepEqual([reply.appended, reply.total, reply.outcomes], [0, 0, []]);
  assert.equal(server.requests.length, 0);
});

test("the first reply comes before later events are read, and leaving early reads no more", async (t) => {
  const server = await serve(t, store());
  let read = 0;
  let left = false;
  async function* given() {
    try {
      for (; ; read += 1) yield event(read);
    } finally {
      left = true;
    }
  }
  for await (const reply of clientOf(t, { url: server.url }).iterAppend(given(), SESSION, PATIENT)) {
    assert.equal(reply.appended, EVENTS_PER_REQUEST);
    break;
  }
  assert.deepEqual([read, left, server.requests.length], [EVENTS_PER_REQUEST, true, 1]);
});
