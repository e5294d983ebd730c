/** @file Clients that name their version in every request (2026-07-28), before servers of both eras. */

import assert from "node:assert/strict";
import test from "node:test";

import { Client, modernMeta, reason } from "./client.mjs";
import { FakeServer, LEGACY, MODERN } from "./fakeServer.mjs";

async function started(t, traits = {}, environment = {}) {
  const server = await FakeServer.start(t, { modern: true, ...traits });
  return { server, client: new Client(t, { REME_URL: server.url, ...environment }) };
}

test("T1: modern client, modern server: what the headers have to mirror", async (t) => {
  const { server, client } = await started(t, { versions: [] });
  assert.deepEqual((await client.askModern("server/discover")).result.supportedVersions, [MODERN]);
  await client.askModern("tools/list");
  await client.askModern("tools/call", { name: "echo", arguments: {} });
  await client.askModern("resources/read", { uri: "file:///日本.md" });
  await client.askModern("prompts/get", { name: " edged " });
  await client.askModern("tools/call", { name: "=?base64?x?=", arguments: {} });
  const headers = server.seen.map(({ headers: found }) => [
    found["mcp-protocol-version"],
    found["mcp-method"],
    found["mcp-name"],
  ]);
  assert.deepEqual(headers, [
    [MODERN, "server/discover", undefined],
    [MODERN, "tools/list", undefined],
    [MODERN, "tools/call", "echo"],
    [MODERN, "resources/read", `=?base64?${Buffer.from("file:///日本.md").toString("base64")}?=`],
    [MODERN, "prompts/get", `=?base64?${Buffer.from(" edged ").toString("base64")}?=`],
    [MODERN, "tools/call", `=?base64?${Buffer.from("=?base64?x?=").toString("base64")}?=`],
  ]);
  assert.ok(server.seen.every(({ headers: found }) => found["mcp-session-id"] === undefined));
  assert.equal(await client.close(), 0);
  assert.equal(server.verbs("DELETE").length, 0);
});

for (const version of LEGACY) {
  test(`T1: a modern client before a server of ${version} is told so in the way that makes it fall back`, async (t) => {
    const { server, client } = await started(t, { modern: false, versions: [version] });
    const answer = await client.askModern("server/discover");
    assert.equal(answer.error.code, -32601);
    assert.equal(reason(answer), "legacy_server");
    assert.equal((await client.open(version)).result.protocolVersion, version);
    assert.equal(server.got("server/discover").length, 1);
    assert.equal((await client.call("echo")).error, undefined);
  });
}

for (const status of [400, 404, 405]) {
  test(`T1: ${status} with a body that no modern server sends means legacy, too`, async (t) => {
    const { client } = await started(t, {
      respond: (incoming) => {
        const body = {
          jsonrpc: "2.0",
          id: "server-error",
          error: { code: -32600, message: "Missing session ID" },
        };
        incoming.json(body, status);
        return true;
      },
    });
    assert.equal((await client.askModern("server/discover")).error.code, -32601);
  });
}

test("T1: modern errors reach the client with code and data, so that it can choose another version", async (t) => {
  const { client } = await started(t);
  const answer = await client.askModern("tools/list", {}, "2099-01-01");
  assert.deepEqual(answer.error, {
    code: -32022,
    message: "Unsupported protocol version",
    data: { supported: [MODERN], requested: "2099-01-01" },
  });
});

for (const version of LEGACY) {
  test(`T1: a client of ${version} before a modern server hears what that server speaks`, async (t) => {
    const { client } = await started(t, { versions: [] });
    const answer = await client.ask("initialize", {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: "t", version: "1" },
    });
    assert.equal(answer.error.code, 2507);
    assert.deepEqual(answer.error.data.supported, [MODERN]);
    assert.match(answer.error.message, /2026-07-28/);
  });
}

test("T1: the same when the modern server answers initialize with 200 and an error", async (t) => {
  const { client } = await started(t, {
    versions: [],
    respond: (incoming) => {
      if (incoming.message.method !== "initialize") return false;
      incoming.error(-32601, "Method not found");
      return true;
    },
  });
  const answer = await client.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  assert.equal(reason(answer), "version_unsupported");
});

test("T1: an initialize that a legacy server refuses is passed on as it is", async (t) => {
  const { client } = await started(t, {
    modern: false,
    respond: (incoming) => {
      if (incoming.message.method !== "initialize") return false;
      incoming.error(-32601, "Not today", { a: 1 });
      return true;
    },
  });
  const answer = await client.ask("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  assert.deepEqual(answer.error, { code: -32601, message: "Not today", data: { a: 1 } });
});

const SCHEMA = {
  type: "object",
  properties: {
    region: { type: "string", "x-mcp-header": "Region" },
    inside: {
      type: "object",
      properties: {
        count: { type: "integer", "x-mcp-header": "Count" },
        on: { type: "boolean", "x-mcp-header": "On" },
      },
    },
  },
};

test("parameters are mirrored where the tool's schema says so", async (t) => {
  const { server, client } = await started(t, { tools: [{ name: "q", inputSchema: SCHEMA }] });
  await client.askModern("tools/list");
  await client.askModern("tools/call", {
    name: "q",
    arguments: { region: "東京", inside: { count: -7, on: false } },
  });
  await client.askModern("tools/call", { name: "q", arguments: { region: null, inside: "no object" } });
  const [full, none] = server.got("tools/call").map(({ headers }) => headers);
  assert.equal(full["mcp-param-region"], `=?base64?${Buffer.from("東京").toString("base64")}?=`);
  assert.deepEqual([full["mcp-param-count"], full["mcp-param-on"]], ["-7", "false"]);
  assert.ok(Object.keys(none).every((name) => !name.startsWith("mcp-param-")));
});

test("tools whose annotations break the rules are left out of a modern list, and only of that", async (t) => {
  const annotated = (schema) => ({ type: "object", properties: { a: schema } });
  const bad = [
    annotated({ type: "string", "x-mcp-header": "" }),
    annotated({ type: "string", "x-mcp-header": "two words" }),
    annotated({ type: "string", "x-mcp-header": "a\r\nb" }),
    annotated({ type: "string", "x-mcp-header": 5 }),
    annotated({ type: "number", "x-mcp-header": "N" }),
    annotated({ type: ["string", "null"], "x-mcp-header": "N" }),
    annotated({ type: "array", items: { type: "string", "x-mcp-header": "N" } }),
    { type: "object", "x-mcp-header": "Root" },
    { anyOf: [annotated({ type: "string", "x-mcp-header": "N" })] },
    { $defs: { x: { type: "string", "x-mcp-header": "N" } } },
    {
      properties: { a: { type: "string", "x-mcp-header": "N" }, b: { type: "string", "x-mcp-header": "n" } },
    },
  ];
  const tools = [
    ...bad.map((inputSchema, n) => ({ name: `bad-${n}`, inputSchema })),
    { name: "good", inputSchema: SCHEMA },
    { name: "example", inputSchema: { default: { "x-mcp-header": "" } } },
  ];
  const { client } = await started(t, { tools });
  assert.deepEqual(
    (await client.askModern("tools/list")).result.tools.map(({ name }) => name),
    ["good", "example"],
  );
  await client.open();
  assert.equal((await client.ask("tools/list")).result.tools.length, tools.length);
});

test("a header mismatch leads to a fresh list and one more try, if that changes anything", async (t) => {
  const { server, client } = await started(t, { tools: [{ name: "q", inputSchema: SCHEMA }] });
  server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call" || incoming.headers["mcp-param-region"] === "eu") return false;
    incoming.error(-32020, "Mcp-Param-Region is missing", undefined, 400);
    return true;
  };
  assert.equal((await client.askModern("tools/call", { name: "q", arguments: { region: "eu" } })).error, undefined);
  assert.equal(server.got("tools/call").length, 2);
  assert.equal(server.got("tools/list").length, 1);
  const answer = await client.askModern("tools/call", { name: "q", arguments: { region: "us" } });
  assert.equal(answer.error.code, -32020);
  assert.equal(server.got("tools/call").length, 3);
});

test("a list of several pages is one list", async (t) => {
  const pages = { undefined: [{ name: "a", inputSchema: SCHEMA }], 2: [{ name: "b", inputSchema: SCHEMA }] };
  const { server, client } = await started(t);
  server.respond = (incoming) => {
    const { method, params } = incoming.message;
    if (method === "tools/list")
      incoming.result({ tools: pages[params.cursor], ...(params.cursor ? {} : { nextCursor: "2" }) });
    return method === "tools/list";
  };
  await client.askModern("tools/list");
  await client.askModern("tools/list", { cursor: "2" });
  for (const name of ["a", "b"]) await client.askModern("tools/call", { name, arguments: { region: "eu" } });
  assert.deepEqual(
    server.got("tools/call").map(({ headers }) => headers["mcp-param-region"]),
    ["eu", "eu"],
  );
});

test("several round trips: what the server still needs is a result like any other", async (t) => {
  const { server, client } = await started(t);
  const needed = {
    resultType: "input_required",
    inputRequests: { q: { method: "elicitation/create", params: {} } },
    requestState: "s",
  };
  server.respond = (incoming) => {
    if (incoming.message.method !== "tools/call" || incoming.message.params.inputResponses) return false;
    incoming.result(needed);
    return true;
  };
  assert.deepEqual((await client.askModern("tools/call", { name: "echo" })).result, needed);
  const answer = await client.askModern("tools/call", {
    name: "echo",
    arguments: { a: 1 },
    inputResponses: { q: { action: "accept" } },
    requestState: "s",
  });
  assert.deepEqual(JSON.parse(answer.result.content[0].text), { a: 1 });
});

test("subscriptions/listen outlives the limits, takes no place, and is closed when it is cancelled", async (t) => {
  const limits = {
    REME_TIMEOUT_MS: "1000",
    REME_PROXY_TOTAL_TIMEOUT_MS: "1000",
    REME_PROXY_MAX_IN_FLIGHT: "1",
  };
  const { server, client } = await started(t, {}, limits);
  server.respond = (incoming) => {
    if (incoming.message.method !== "subscriptions/listen") return false;
    incoming.stream();
    incoming.notify("notifications/subscriptions/acknowledged", { notifications: {} });
    return true;
  };
  const listening = client.start("subscriptions/listen", {
    notifications: { toolsListChanged: true },
    _meta: modernMeta(),
  });
  await client.until((line) => line.method === "notifications/subscriptions/acknowledged");
  const stream = server.got("subscriptions/listen")[0];
  await new Promise((resolve) => setTimeout(resolve, 1200));
  assert.deepEqual((await client.askModern("tools/call", { name: "echo" })).error, undefined);
  stream.notify("notifications/tools/list_changed");
  await client.until((line) => line.method === "notifications/tools/list_changed");
  client.notify("notifications/cancelled", { requestId: listening.id });
  assert.equal(await stream.closed, true);
  await client.askModern("tools/list");
  assert.equal(server.got("notifications/cancelled").length, 0);
  assert.ok(client.lines.every((line) => line.id !== listening.id));
});

test("a modern stream that breaks is not resumed, whatever ids it had", async (t) => {
  const { server, client } = await started(t);
  server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call") return false;
    incoming.stream();
    incoming.http.end("id: e1\ndata:\n\n");
    return true;
  };
  const answer = await client.askModern("tools/call", { name: "echo" });
  assert.equal(reason(answer), "connection_lost");
  assert.equal(server.verbs("GET").length, 0);
});

test("both eras side by side: a client may still ask in the old way", async (t) => {
  const { server, client } = await started(t);
  await client.open();
  await Promise.all([client.call("echo"), client.askModern("tools/call", { name: "echo" })]);
  const [legacy, modern] = server.got("tools/call").sort((one) => (one.headers["mcp-session-id"] ? -1 : 1));
  assert.ok(legacy.headers["mcp-session-id"]);
  assert.deepEqual([modern.headers["mcp-session-id"], modern.headers["mcp-protocol-version"]], [undefined, MODERN]);
});
