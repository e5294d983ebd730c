/** @file Server-sent events, chunk by chunk. */

import assert from "node:assert/strict";
import test from "node:test";

import { EventStream, EventTooLarge } from "../../../packages/mcp-proxy/src/eventStream.mjs";

const STREAM = [
  "\ufeff: a comment\n\n",
  "id: 1\ndata:\n\n",
  'event: message\r\nid: 2\r\ndata: {"a":\r\ndata:  1}\r\n\r\n',
  'retry: 250\rdata: {"日": "🦀"}\r\r',
  'event: other\ndata: {"skipped": true}\n\n',
  "retry: soon\nid: with\0null\ndata\nunknown: field\ndata:2\n\n",
  'data: {"unfinished": true}',
].join("");
const EXPECTED = ['{"a":\n 1}', '{"日": "🦀"}', "\n2"];

test("T6: every way of cutting a stream in two gives the same events", () => {
  for (let cut = 0; cut <= STREAM.length; cut += 1) {
    const events = new EventStream(1000);
    const found = [...events.feed(STREAM.slice(0, cut)), ...events.feed(STREAM.slice(cut))];
    assert.deepEqual(found, EXPECTED, `cut at ${cut}`);
    assert.deepEqual([events.lastEventId, events.retryMs], ["2", 250]);
  }
});

test("T6: character by character, with each kind of line end", () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const events = new EventStream(1000);
    const text = `id: 7${end}data: one${end}${end}data: two${end}data: three${end}${end}`;
    assert.deepEqual(
      [...text].flatMap((character) => events.feed(character)),
      ["one", "two\nthree"],
    );
    assert.equal(events.lastEventId, "7");
  }
});

test("an event is there when its line ended, not when the next chunk comes", () => {
  const events = new EventStream(1000);
  assert.deepEqual(events.feed("data: 1\r\n\r"), ["1"]);
  assert.deepEqual(events.feed("\ndata: 2\n\n"), ["2"]);
});

test("an event larger than the limit is refused, whether it is one line or many", () => {
  assert.throws(() => new EventStream(10).feed(`data: ${"x".repeat(20)}`), EventTooLarge);
  const events = new EventStream(10);
  events.feed("data: 12345\n");
  assert.throws(() => events.feed("data: 123456\n"), EventTooLarge);
});
