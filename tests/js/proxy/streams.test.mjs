/** @file Answers that come as streams: at once, in pieces, broken, resumed. */

import assert from "node:assert/strict";
import test from "node:test";

import { Client, reason } from "./client.mjs";
import { FakeServer } from "./fakeServer.mjs";

async function opened(t, onCall, traits = {}, environment = {}) {
  const server = await FakeServer.start(t, traits);
  const client = new Client(t, { REME_URL: server.url, ...environment });
  await client.open();
  server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call" && incoming.verb !== "GET") return false;
    return onCall(incoming, server) !== false;
  };
  return { server, client };
}

test("F2: progress is there before the result, and the result before the stream ends", async (t) => {
  let finish;
  const { client } = await opened(t, (incoming) => {
    incoming.stream();
    incoming.notify("notifications/progress", { progressToken: 1, progress: 1 });
    finish = () => incoming.event({ jsonrpc: "2.0", id: incoming.message.id, result: { content: [] } });
  });
  const call = client.call("echo");
  await client.until((line) => line.method === "notifications/progress");
  finish();
  assert.deepEqual((await call).result, { content: [] });
});

test("T6: a stream of single bytes, characters cut in the middle included", async (t) => {
  const { client } = await opened(t, async (incoming) => {
    incoming.stream();
    const text = `\ufeff: hello\r\nid: 1\r\ndata:\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0","id":${incoming.message.id},\r\ndata: "result":{"content":"部署 🦀"}}\r\n\r\n`;
    for (const byte of Buffer.from(text)) {
      incoming.http.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    incoming.http.end();
  });
  assert.deepEqual((await client.call("echo")).result, { content: "部署 🦀" });
});

test("F9: an event that is no JSON is called a bad reply, not a wrong address", async (t) => {
  const { client } = await opened(t, (incoming) => {
    incoming.stream();
    incoming.http.end("data: {half\n\n");
  });
  const answer = await client.call("echo");
  assert.equal(answer.error.code, 2505);
  assert.equal(answer.error.data.contentType, "text/event-stream");
  assert.doesNotMatch(answer.error.message, /REME_URL|REME_TOKEN|REME_TIMEOUT_MS/);
});

test("F9: pages, other answers and nothing at all have reasons of their own", async (t) => {
  const bodies = [
    (incoming) => incoming.status(200, "<html>", { "content-type": "text/html" }),
    (incoming) => incoming.json({ jsonrpc: "2.0", id: "another", result: {} }),
    (incoming) => incoming.status(200, "{", { "content-type": "application/json" }),
    (incoming) => incoming.status(202),
    (incoming) => incoming.status(200, "", { "content-type": "application/json" }),
    (incoming) => incoming.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "as it is" } }),
  ];
  const { client } = await opened(t, (incoming) => bodies.shift()(incoming));
  for (const expected of ["bad_reply", "bad_reply", "bad_reply", "empty_reply", "empty_reply"]) {
    assert.equal(reason(await client.call("echo")), expected);
  }
  assert.deepEqual((await client.call("echo")).error, { code: -32000, message: "as it is" });
});

test("a message larger than the limit ends its request, with a sentence", async (t) => {
  const { client } = await opened(
    t,
    (incoming) => {
      incoming.stream();
      incoming.http.write(`data: ${"x".repeat(9000)}`);
    },
    {},
    { REME_PROXY_MESSAGE_BYTES: "2000" },
  );
  assert.equal(reason(await client.call("echo")), "too_large");
});

test("T8: a stream that breaks off after an event id is resumed where it broke", async (t) => {
  const { server, client } = await opened(t, (incoming, fake) => {
    if (incoming.verb === "POST") {
      incoming.stream();
      incoming.http.write("id: e1\nretry: 20\ndata:\n\n");
      incoming.event(
        { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } },
        "e2",
      );
      setTimeout(() => incoming.http.destroy(), 20);
      return;
    }
    incoming.stream();
    incoming.event({ jsonrpc: "2.0", id: fake.got("tools/call")[0].message.id, result: { content: [] } }, "e3");
    incoming.http.end();
  });
  assert.deepEqual((await client.call("echo")).result, { content: [] });
  const [resumed] = server.verbs("GET");
  assert.equal(resumed.headers["last-event-id"], "e2");
  assert.equal(resumed.headers["mcp-session-id"], [...server.sessions][0]);
  assert.equal(server.got("tools/call").length, 1);
  assert.equal(client.lines.filter((line) => line.method === "notifications/progress").length, 1);
});

test("T8: a server that cannot resume makes an error, and a bounded number of tries", async (t) => {
  const { server, client } = await opened(t, (incoming) => {
    if (incoming.verb === "GET") return incoming.status(incoming.headers["last-event-id"] ? 503 : 405);
    incoming.stream();
    return incoming.http.end("id: e1\nretry: 1\ndata:\n\n");
  });
  const answer = await client.call("echo");
  assert.equal(reason(answer), "connection_lost");
  assert.deepEqual([answer.error.data.mayHaveRun, answer.error.data.retrySafe], [true, false]);
  assert.equal(server.verbs("GET").length, 5);
});

test("T8, F8: without an event id a call that may have run is lost, not repeated", async (t) => {
  const { server, client } = await opened(t, (incoming) => {
    incoming.stream();
    setTimeout(() => incoming.http.destroy(), 20);
  });
  assert.equal(reason(await client.call("echo")), "connection_lost");
  assert.equal(server.got("tools/call").length, 1);
});

test("F8: what changes nothing is repeated once after its connection broke", async (t) => {
  const tools = [
    { name: "look", inputSchema: {}, annotations: { readOnlyHint: true } },
    { name: "set", inputSchema: {}, annotations: { idempotentHint: true } },
    { name: "add", inputSchema: {} },
  ];
  const tries = {};
  const { client } = await opened(
    t,
    (incoming) => {
      const name = incoming.message?.params?.name;
      tries[name] = (tries[name] ?? 0) + 1;
      if (tries[name] === 1) incoming.http.destroy();
      else return false;
    },
    { tools },
  );
  await client.ask("tools/list");
  assert.equal((await client.call("look")).error, undefined);
  assert.equal((await client.call("set")).error, undefined);
  assert.equal(reason(await client.call("add")), "connection_lost");
  assert.deepEqual(tries, { look: 2, set: 2, add: 1 });
});

test("the server's own stream is opened only where it promises something, and feeds the client", async (t) => {
  const server = await FakeServer.start(t, { capabilities: { tools: { listChanged: true } } });
  server.respond = (incoming) => {
    if (incoming.verb !== "GET") return false;
    incoming.stream();
    incoming.notify("notifications/tools/list_changed");
    incoming.event({ jsonrpc: "2.0", id: "stray", result: {} });
    incoming.event({ jsonrpc: "2.0", id: "r1", method: "roots/list" });
    return true;
  };
  const client = new Client(t, { REME_URL: server.url });
  await client.open();
  await client.until((line) => line.method === "roots/list");
  client.send({ id: "r1", result: { roots: [] } });
  await server.until(({ message }) => message?.id === "r1");
  assert.ok(client.lines.some((line) => line.method === "notifications/tools/list_changed"));
  assert.ok(client.lines.every((line) => line.id !== "stray"));
  assert.equal(await client.close(), 0);
});

test("the server's own stream is opened again where it broke off, and ends with its session", async (t) => {
  const server = await FakeServer.start(t, { capabilities: { resources: { subscribe: true } } });
  server.respond = (incoming) => {
    if (incoming.verb !== "GET") return false;
    const count = server.verbs("GET").length;
    incoming.stream();
    incoming.http.write(`id: s${count}\nretry: 10\n`);
    incoming.notify("notifications/resources/updated", { uri: `a://${count}` });
    if (count < 3) incoming.http.end();
    return true;
  };
  const client = new Client(t, { REME_URL: server.url });
  await client.open();
  await client.until((line) => line.params?.uri === "a://3");
  assert.deepEqual(
    server.verbs("GET").map(({ headers }) => headers["last-event-id"]),
    [undefined, "s1", "s2"],
  );
  const third = server.verbs("GET")[2];
  server.sessions.clear();
  await client.call("echo");
  assert.equal(await third.closed, true);
  const renewed = await server.until(
    ({ verb, headers }) => verb === "GET" && server.sessions.has(headers["mcp-session-id"]),
  );
  assert.equal(renewed.headers["last-event-id"], undefined);
});

test("no stream is asked of a server that promises nothing, and one without it is no fault", async (t) => {
  const silent = await FakeServer.start(t);
  const quiet = new Client(t, { REME_URL: silent.url });
  await quiet.open();
  await quiet.ask("ping");
  assert.equal(silent.verbs("GET").length, 0);
  const without = await FakeServer.start(t, { capabilities: { logging: {} } });
  const client = new Client(t, { REME_URL: without.url });
  await client.open();
  await without.until(({ verb }) => verb === "GET");
  assert.deepEqual((await client.ask("ping")).result, {});
  assert.equal(without.verbs("GET").length, 1);
});
