/** @file Lines in, lines out: framing, classification, and what must not change on the way. */

import assert from "node:assert/strict";
import test from "node:test";

import { Client, reason } from "./client.mjs";
import { FakeServer } from "./fakeServer.mjs";

async function opened(t, traits = {}, environment = {}) {
  const server = await FakeServer.start(t, traits);
  const client = new Client(t, { REME_URL: server.url, ...environment });
  await client.open();
  return { server, client };
}

test("F1, T7: the client's answer to a question of the server is posted, and produces no output", async (t) => {
  const { server, client } = await opened(t, {
    respond: (incoming) => {
      if (incoming.message?.method !== "tools/call") return false;
      incoming.stream();
      incoming.event({
        jsonrpc: "2.0",
        id: "q-1",
        method: "elicitation/create",
        params: { message: "May I?" },
      });
      server
        .until(({ message }) => message?.id === "q-1" && message.result)
        .then(() => incoming.settle({ content: [] }));
      return true;
    },
  });
  const call = client.call("echo");
  const question = await client.until((line) => line.method === "elicitation/create");
  client.send({ id: question.id, result: { action: "accept", content: {} } });
  assert.deepEqual((await call).result, { content: [] });
  const posted = await server.until(({ message }) => message?.id === "q-1" && message.result);
  assert.equal(posted.headers["mcp-session-id"], [...server.sessions][0]);
  assert.equal(await client.close(), 0);
  assert.equal(client.lines.filter((line) => line.id === "q-1" && line.method === undefined).length, 0);
  assert.ok(client.lines.every((line) => line.error === undefined));
});

test("F1: a response that nobody asked for, and one that the server refuses, stay without output", async (t) => {
  const { server, client } = await opened(t);
  server.respond = (incoming) => {
    if (incoming.message?.method !== undefined) return false;
    incoming.status(404);
    return true;
  };
  client.send({ id: 77, result: {} });
  client.send({ id: "x", error: { code: 1, message: "no" } });
  await server.until(({ message }) => message?.id === "x");
  await client.ask("ping");
  assert.ok(client.lines.every((line) => line.id !== 77 && line.id !== "x"));
});

test("bad JSON, batches and half messages get the standard errors, without an id", async (t) => {
  const { client } = await opened(t);
  client.write('{"jsonrpc": \n[]\n[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n"text"\n{"id":5,"method":"ping"}\n');
  client.write('{"jsonrpc":"2.0","id":null,"method":"ping"}\n{"jsonrpc":"2.0","id":9}\n\n   \n');
  await client.ask("ping");
  const errors = client.lines.filter((line) => line.error).map(({ id, error }) => [id, error.code]);
  assert.deepEqual(errors, [[null, -32700], ...Array(6).fill([null, -32600])]);
});

test("an id that is still running is refused", async (t) => {
  const { server, client } = await opened(t, { respond: ({ message }) => message?.method === "tools/call" });
  client.start("tools/call", { name: "echo" }, "same");
  const first = await server.untilMethod("tools/call");
  const second = await client.ask("ping", {}, "same");
  assert.equal(second.error.code, -32600);
  first.result({});
});

test("T12: texts of every kind arrive as they were sent, in both directions", async (t) => {
  const { server, client } = await opened(t);
  const texts = ["部署数据库", "👩‍👩‍👧 family", "\u2028\u2029 lines", 'tab\t quote" back\\slash', "é́"];
  for (const text of texts) {
    const answer = await client.call("echo", { text });
    assert.deepEqual(JSON.parse(answer.result.content[0].text), { text });
  }
  // Whatever JSON.parse and JSON.stringify would change: lone surrogates, large numbers, escapes.
  const raw =
    '{"jsonrpc":"2.0","id":"raw","method":"tools/call","params":{"name":"echo","arguments":{"n":12345678901234567890,"f":1.0,"s":"\\ud800","e":"\\u0041"}}}';
  client.write(`${raw}\n`);
  await client.until((line) => line.id === "raw");
  assert.equal(server.got("tools/call").at(-1).text, raw);
});

test("T12: a reply keeps its numbers and escapes, and stays on one line", async (t) => {
  const { client } = await opened(t, {
    respond: (incoming) => {
      if (incoming.message?.method !== "tools/call") return false;
      const reply = `{\n  "jsonrpc": "2.0",\r\n  "id": ${incoming.message.id},\n  "result": {"n": 12345678901234567890, "s": "\\ud800", "f": 2.50}\n}`;
      incoming.status(200, reply, { "content-type": "application/json" });
      return true;
    },
  });
  const answer = await client.call("echo");
  assert.match(answer.text, /"n": 12345678901234567890, "s": "\\ud800", "f": 2.50/);
});

test("T12: a line of 4 MiB passes, a longer one is refused with its id and both sizes", async (t) => {
  const { server, client } = await opened(t);
  const limit = 4_194_304;
  const frame = (id, text) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"t":"${text}"}}}`;
  const fitting = frame(70, "x".repeat(limit - frame(70, "").length));
  client.write(`${fitting}\n`);
  assert.equal((await client.until((line) => line.id === 70)).error, undefined);
  const before = server.got("tools/call").length;
  client.write(`${frame(71, "y".repeat(limit))}\n`);
  const refused = await client.until((line) => line.id === 71);
  assert.equal(reason(refused), "too_large");
  assert.equal(refused.error.code, 2413);
  assert.deepEqual(
    [refused.error.data.bytes, refused.error.data.limitBytes],
    [frame(71, "y".repeat(limit)).length, limit],
  );
  const idLast = `{"method":"tools/call","params":{"name":"echo","t":"${"z".repeat(limit)}"},"jsonrpc":"2.0","id":"at the end"}`;
  client.write(`${idLast}\n`);
  assert.equal(reason(await client.until((line) => line.id === "at the end")), "too_large");
  assert.equal(server.got("tools/call").length, before);
  assert.deepEqual((await client.ask("ping")).result, {});
});

test("an oversized line whose id cannot be seen is refused without one", async (t) => {
  const { client } = await opened(t, {}, { REME_PROXY_MESSAGE_BYTES: "2000" });
  client.write(`{"jsonrpc":"2.0","method":"x","id":5,"params":{"id":6,"t":"${"x".repeat(9000)}"}}\n`);
  assert.equal(reason(await client.until((line) => line.error)), "too_large");
  assert.equal(client.lines.at(-1).id, null);
});

test("T16: CRLF, a byte order mark, several messages in a chunk, and one message in many", async (t) => {
  const server = await FakeServer.start(t, { withSessions: false });
  const client = new Client(t, { REME_URL: server.url });
  const line = (id, text) =>
    Buffer.from(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"t":"${text}"}}}\r\n`,
    );
  client.write(Buffer.concat([Buffer.from("\ufeff"), line(1, "日本"), line(2, "two"), Buffer.from("\r\n")]));
  for (const byte of line(3, "🦀")) client.write(Buffer.from([byte]));
  for (const [id, t] of [
    [1, "日本"],
    [2, "two"],
    [3, "🦀"],
  ]) {
    const answer = await client.until((found) => found.id === id);
    assert.deepEqual(JSON.parse(answer.result.content[0].text), { t });
  }
});
