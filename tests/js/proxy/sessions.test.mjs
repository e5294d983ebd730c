/** @file Legacy sessions: versions, loss, renewal, and who may repeat what. */

import assert from "node:assert/strict";
import test from "node:test";

import { Client, reason } from "./client.mjs";
import { FakeServer, LEGACY } from "./fakeServer.mjs";

async function started(t, traits = {}, environment = {}) {
  const server = await FakeServer.start(t, traits);
  return { server, client: new Client(t, { REME_URL: server.url, ...environment }) };
}

for (const asked of LEGACY) {
  for (const spoken of LEGACY) {
    test(`T1: a client of ${asked} and a server of ${spoken}`, async (t) => {
      const { server, client } = await started(t, { versions: [spoken] });
      const answer = await client.open(asked);
      assert.equal(answer.result.protocolVersion, spoken);
      const [initialize] = server.got("initialize");
      assert.equal(initialize.headers["mcp-protocol-version"], undefined);
      assert.equal(initialize.headers["mcp-session-id"], undefined);
      const [ping] = server.got("ping");
      assert.equal(ping.headers["mcp-protocol-version"], spoken);
      assert.equal(ping.headers["mcp-session-id"], [...server.sessions][0]);
      assert.equal(ping.headers.accept, "application/json, text/event-stream");
    });
  }
}

test("requests that come with the handshake wait for it, in order", async (t) => {
  const { server, client } = await started(t);
  client.start("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  client.notify("notifications/initialized");
  const calls = ["a", "b", "c"].map((text) => client.call("echo", { text }));
  await Promise.all(calls);
  const order = server.seen.map(({ message }) => message.method);
  assert.deepEqual(order, ["initialize", "notifications/initialized", ...Array(3).fill("tools/call")]);
});

test("T3: twenty victims of one lost session share one handshake, and each is answered once", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  server.sessions.clear();
  const calls = Array.from({ length: 20 }, (_, n) => client.start("tools/call", { name: "echo", arguments: { n } }));
  const answers = await Promise.all(calls.map(({ answer }) => answer));
  answers.forEach((answer, n) => assert.deepEqual(JSON.parse(answer.result.content[0].text), { n }));
  assert.equal(server.got("initialize").length, 2);
  assert.equal(server.got("notifications/initialized").length, 2);
  client.assertAnsweredOnce(calls.map(({ id }) => id));
  assert.ok(client.lines.every((line) => !String(line.id).startsWith("reme")));
});

const SESSION_ERROR = JSON.stringify({
  jsonrpc: "2.0",
  id: "server-error",
  error: { code: -32600, message: "Session not found" },
});
const rpcError = (id, code, message, data) => JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
// Status, body made of the request's id, and what becomes of the first refusal: renewed, or an error.
const REFUSALS = [
  [404, () => "", "renewed"],
  [404, () => "no such session", "renewed"],
  [404, () => SESSION_ERROR, "renewed"],
  [404, (id) => rpcError(id, -32601, "Method not found", { a: 1 }), -32601],
  [400, () => "", "renewed"],
  [400, () => "Bad Request: Server not initialized", "renewed"],
  [400, () => SESSION_ERROR, "renewed"],
  [400, () => "the field x is wrong", 2500],
  [400, (id) => rpcError(id, -32022, "Unsupported protocol version", { supported: ["2026-07-28"] }), -32022],
  [401, () => "", 2401],
  [401, () => "no session", 2401],
  [401, (id) => rpcError(id, -32001, "nope"), 2401],
  [403, () => "", 2401],
  [403, () => "session of somebody else", 2401],
  [403, (id) => rpcError(id, -32003, "not yours", { why: "x" }), -32003],
  [403, () => '{"code":"origin_refused"}', 2403],
  [403, () => "Invalid Host header", 2403],
  [421, () => "", 2403],
  [500, () => "", 2500],
  [500, (id) => rpcError(id, -32603, "inside", { a: [1] }), -32603],
  [503, () => "session store is down", 2500],
  [413, () => "", 2413],
];
for (const [status, body, expected] of REFUSALS) {
  test(`T2, F5: ${status} with ${JSON.stringify(body(0)).slice(0, 60)} is ${expected}`, async (t) => {
    const { server, client } = await started(t);
    await client.open();
    let refused = null;
    server.respond = (incoming) => {
      if (incoming.message?.method !== "tools/call" || refused !== null) return false;
      refused = body(incoming.message.id);
      incoming.status(status, refused, { "content-type": "application/json" });
      return true;
    };
    const answer = await client.call("echo", { a: 1 });
    if (expected === "renewed") {
      assert.deepEqual(JSON.parse(answer.result.content[0].text), { a: 1 });
      assert.equal(server.got("initialize").length, 2);
      return;
    }
    assert.equal(answer.error.code, expected);
    assert.equal(server.got("initialize").length, 1);
    assert.equal(server.got("tools/call").length, 1);
    // What the server said in JSON-RPC reaches the client as it is.
    if (expected < 0) assert.deepEqual(answer.error, JSON.parse(refused).error);
    else assert.equal(answer.error.data.status ?? answer.error.data.bytes > 0, status === 413 ? true : status);
  });
}

test("F8: a call is repeated once; a second loss is told", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call") return false;
    incoming.status(404);
    return true;
  };
  const answer = await client.call("echo");
  assert.equal(answer.error.data.status, 404);
  assert.equal(server.got("tools/call").length, 2);
  assert.equal(server.got("initialize").length, 2);
});

test("F7: only the answer to initialize names the session", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  const [session] = server.sessions;
  server.respond = (incoming) => {
    if (incoming.message?.method !== "ping") return false;
    incoming.result({}, { "mcp-session-id": "a-dead-one" });
    return true;
  };
  await client.ask("ping");
  await client.call("echo");
  assert.equal(server.got("tools/call")[0].headers["mcp-session-id"], session);
});

test("a session id that no header can carry is none", async (t) => {
  const { server, client } = await started(t, { withSessions: false });
  server.respond = (incoming) => {
    if (incoming.message?.method !== "initialize") return false;
    const result = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      serverInfo: { name: "f", version: "1" },
    };
    incoming.result(result, { "mcp-session-id": "with blank" });
    return true;
  };
  await client.open();
  assert.equal(server.got("ping")[0].headers["mcp-session-id"], undefined);
});

test("a handshake that fails on renewal is told, and the next call tries anew", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  server.sessions.clear();
  server.respond = (incoming) => {
    if (incoming.message?.method !== "initialize") return false;
    incoming.status(500);
    return true;
  };
  assert.equal(reason(await client.call("echo")), "upstream_error");
  server.respond = () => false;
  assert.equal((await client.call("echo")).error, undefined);
});

test("F14: a client that may expect it hears that the tools of another server version can differ", async (t) => {
  const { server, client } = await started(t, {
    capabilities: { tools: { listChanged: true }, prompts: {} },
  });
  await client.open();
  server.sessions.clear();
  server.serverVersion = "2";
  await client.call("echo");
  await client.until((line) => line.method === "notifications/tools/list_changed");
  server.sessions.clear();
  await client.call("echo");
  await client.ask("ping");
  const told = client.lines.filter((line) => line.method?.endsWith("list_changed")).map(({ method }) => method);
  assert.deepEqual(told, ["notifications/tools/list_changed"]);
});

test("F14: nothing is said to a client that was promised nothing", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  server.sessions.clear();
  server.serverVersion = "2";
  await client.call("echo");
  await client.ask("ping");
  assert.ok(client.lines.every((line) => line.method === undefined));
});

test("log level and subscriptions belong to the new session too", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  await client.ask("logging/setLevel", { level: "error" });
  await client.ask("resources/subscribe", { uri: "a://1" });
  await client.ask("resources/subscribe", { uri: "a://2" });
  await client.ask("resources/unsubscribe", { uri: "a://1" });
  server.sessions.clear();
  await client.call("echo");
  const [session] = server.sessions;
  const renewed = server.seen.filter(({ headers }) => headers["mcp-session-id"] === session);
  const applied = renewed.filter(({ message }) => /^(?:logging|resources)\//.test(message.method));
  assert.deepEqual(
    applied.map(({ message }) => message.params),
    [{ level: "error" }, { uri: "a://2" }],
  );
});

test("a client that begins anew gets a session of its own, and the old one is ended", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  const [old] = server.sessions;
  await client.open();
  const deleted = await server.until(({ verb }) => verb === "DELETE");
  assert.equal(deleted.headers["mcp-session-id"], old);
  assert.notEqual(server.got("ping").at(-1).headers["mcp-session-id"], old);
});

test("notifications of the client arrive, also after the session was lost", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  server.sessions.clear();
  client.notify("notifications/roots/list_changed");
  await server.until(
    ({ message, headers }) =>
      message?.method === "notifications/roots/list_changed" && server.sessions.has(headers["mcp-session-id"]),
  );
});
