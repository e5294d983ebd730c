/** Whatever the server does: nothing thrown, no block that isn't one, nothing lost, nothing twice. */

import assert from "node:assert/strict";
import test from "node:test";

import { OURS, closedPort, gateway, strangeServer } from "./gateway.mjs";
import { eventually, memory, withoutHurry } from "./memory.mjs";

const SHORT = { REME_TIMEOUT_MS: "1000" };

function answering(status, headers, body = "{}") {
  const fields = { ...headers, "Content-Length": String(body.length) };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return sending(`HTTP/1.1 ${status} x\r\n${head.join("")}\r\n${body}`);
}

function sending(bytes) {
  return async (socket, request) => {
    await request;
    socket.write(Buffer.from(bytes, "latin1"));
  };
}

function dripping(start, part) {
  return async (socket, request) => {
    await request;
    socket.write(start);
    const timer = setInterval(() => socket.write(part), 50);
    socket.on("close", () => clearInterval(timer));
  };
}

const GOOD = "HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\n";
const FAULTS = {
  "never answers": [() => {}, "timeout"],
  "drips a head": [dripping(GOOD, "X-Slow: 1\r\n"), "timeout"],
  "drips a body": [dripping(`${GOOD}Content-Length: 100000\r\n\r\n`, "{"), "timeout"],
  "hangs up": [(socket) => socket.resetAndDestroy(), "unreachable"],
  "ends without a word": [async (socket, request) => socket.end((await request) && ""), "stranger"],
  "ends early": [async (socket, request) => (await request) && socket.end(`${GOOD}Content-Length: 9\r\n\r\n{`), "stranger"],
  garbage: [sending("\x00\xff\x16\x03\x01 no http at all\r\n\r\n"), "stranger"],
  "endless head": [sending(`HTTP/1.1 200 OK\r\nX-Filler: ${"x".repeat(200_000)}`), "stranger"],
  huge: [sending(`${GOOD}Content-Length: 999999999\r\n\r\n{`), "stranger"],
  "endless body": [sending(`${GOOD}\r\n${"x".repeat(9_000_000)}`), "stranger"],
  "no JSON": [sending(`${GOOD}Content-Length: 4\r\n\r\n{[}]`), "stranger"],
  "other JSON": [sending(`${GOOD}Content-Length: 2\r\n\r\n[]`), "stranger"],
  "bad chunk": [sending(`${GOOD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`), "stranger"],
  redirect: [answering(302, { ...OURS, Location: "http://127.0.0.1:9/elsewhere" }), "stranger"],
  500: [answering(500, OURS), "failed"],
  503: [answering(503, OURS), "busy"],
  429: [answering(429, OURS), "busy"],
  401: [answering(401, OURS), "unauthorized"],
  403: [answering(403, OURS), "unauthorized"],
  "someone else's 404": [answering(404, { Server: "other" }), "stranger"],
  "someone else's 200": [answering(200, { Server: "other" }), "stranger"],
};

for (const [fault, [behave, result]] of Object.entries(FAULTS)) {
  test(`a turn outlives a server that is faulty and arrives once: ${fault}`, async (t) => {
    if (result !== "timeout") withoutHurry(t);
    const bad = await strangeServer(t, behave);
    const shop = memory(t, { url: bad.url, environment: result === "timeout" ? SHORT : {} });
    assert.deepEqual(await shop.prompt("What is for tea?"), { context: "", notice: "" });
    await shop.stop("Scones.");
    assert.deepEqual(shop.kept(), ["What is for tea?", "Scones."]);
    await eventually(() => shop.heartbeat().recall?.result === result);
    const forced = await shop.runtime.deliver({ deadlineMs: 5000 });
    assert.equal(forced, result);
    assert.equal(shop.heartbeat().delivery.result, result);
    await shop.runtime.dispose();

    const good = await gateway(t);
    const again = memory(t, { url: good.url, home: shop.home });
    await again.prompt("And tomorrow?", "t2");
    await again.stop("Toast.", "t2");
    assert.deepEqual(good.said(), ["What is for tea?", "Scones.", "And tomorrow?", "Toast."]);
    assert.deepEqual([again.waiting(), again.rejected()], [[], []]);
  });
}

test("without a server turns wait, and arrive in order when one comes", async (t) => {
  const port = await closedPort();
  const shop = memory(t, { url: `http://127.0.0.1:${port}` });
  for (let number = 0; number < 4; number += 1) {
    await shop.prompt(`question ${number}`, `t${number}`);
    await shop.stop(`answer ${number}`, `t${number}`);
  }
  assert.equal(shop.heartbeat().delivery.result, "unreachable");
  const server = await gateway(t, { port });
  await shop.fire("end");
  const expected = [0, 1, 2, 3].flatMap((number) => [`question ${number}`, `answer ${number}`]);
  assert.deepEqual(server.said(), expected);
  assert.equal(server.asked("agent_session_append").length, 1);
  assert.deepEqual(shop.waiting(), []);
});

test("a server that could not be asked for recall is asked for nothing else in that event", async (t) => {
  const bad = await strangeServer(t, (socket) => socket.resetAndDestroy());
  const shop = memory(t, { url: bad.url });
  await shop.stop("leftover");
  const before = bad.connections();
  await shop.prompt("What is for tea?", "t2");
  await shop.runtime.dispose();
  assert.equal(bad.connections(), before + 1);
});

test("early hints and chunks are read", async (t) => {
  const body = '{"hits":[],"truncated":false,"total_chars":0}';
  const chunked = `${body.length.toString(16)};ext=1\r\n${body}\r\n0\r\n\r\n`;
  const server = await strangeServer(
    t,
    sending(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${GOOD}Transfer-Encoding: chunked\r\n\r\n${chunked}`),
  );
  const shop = memory(t, { url: server.url });
  await shop.prompt("hello");
  await eventually(() => shop.heartbeat().recall?.result === "ok");
});

test("a long head is read", async (t) => {
  const server = await strangeServer(t, sending(`${GOOD}X-Long: ${"x".repeat(30_000)}\r\nContent-Length: 2\r\n\r\n{}`));
  assert.equal((await memory(t, { url: server.url }).runtime.probe()).result, "ok");
});

test("an address on this machine never goes through a proxy, and `localhost` is never looked up", async (t) => {
  const server = await gateway(t);
  const closed = `http://127.0.0.1:${await closedPort()}`;
  const proxies = { http_proxy: closed, HTTP_PROXY: closed, ALL_PROXY: closed, NODE_USE_ENV_PROXY: "1" };
  const shop = memory(t, { url: `http://localhost:${server.port}`, environment: proxies });
  await shop.stop("At four.");
  assert.deepEqual(server.said(), ["At four."]);
  assert.equal(server.requests[0].headers.host, `localhost:${server.port}`);
});

test("another machine is asked through the proxy that the environment names", async (t) => {
  const targets = [];
  const proxy = await strangeServer(t, async (socket, request) => {
    targets.push(await request);
    socket.end(`${GOOD}Content-Length: 2\r\n\r\n{}`);
  });
  const environment = { http_proxy: proxy.url.replace("//", "//me:p%40ss@"), REME_TOKEN: "secret" };
  const shop = memory(t, { url: "http://memory.example:8080/base", environment });
  assert.equal((await shop.runtime.probe()).result, "ok");
  assert.match(targets[0], /^GET http:\/\/memory\.example:8080\/base\/(version|health) HTTP\/1\.1\r\n/);
  assert.match(targets[0], /\r\nHost: memory\.example:8080\r\n/);
  assert.match(targets[0], new RegExp(`\r\nProxy-Authorization: Basic ${btoa("me:p@ss")}\r\n`));
});

test("a tunnel that the proxy refuses is an unreachable server", async (t) => {
  const asked = [];
  const proxy = await strangeServer(t, async (socket, request) => {
    asked.push((await request).split("\r\n")[0]);
    socket.end("HTTP/1.1 403 no\r\nContent-Length: 0\r\n\r\n");
  });
  const shop = memory(t, { url: "https://memory.example", environment: { https_proxy: proxy.url } });
  assert.equal((await shop.runtime.probe()).result, "unreachable");
  assert.equal(asked[0], "CONNECT memory.example:443 HTTP/1.1");
});

const REFUSING = { decide: () => [400, { code: "api_version_unsupported", status: 400 }], version: "2.0" };

test("another API version switches off, and says so once", async (t) => {
  const server = await gateway(t, REFUSING);
  const shop = memory(t, { url: server.url });
  const first = await shop.prompt("What is for tea?");
  assert.match(first.notice, /integration API 2\.0, this plugin 1\.0/);
  await shop.runtime.deliver();
  await shop.stop("Scones.");
  assert.deepEqual(await shop.prompt("And now?", "t2"), { context: "", notice: "" });
  assert.equal(await shop.runtime.flushTouched("shutdown"), "version");
  assert.equal(server.requests.length, 1);
  assert.equal(shop.kept().length, 3);
  assert.equal(shop.heartbeat().refusal.version, "2.0");
  assert.equal(shop.heartbeat().refusal.told, true);
});

test("another API version is tried again when a session starts, and what waited is delivered", async (t) => {
  const bad = await gateway(t, REFUSING);
  const shop = memory(t, { url: bad.url });
  await shop.prompt("What is for tea?");
  await shop.runtime.deliver();
  await bad.close();
  const good = await gateway(t, { port: bad.port });
  await shop.fire("resume");
  assert.deepEqual(good.said(), ["What is for tea?"]);
  assert.equal("refusal" in shop.heartbeat(), false);
});

test("another API version of one server is not held against another, nor a later minor version", async (t) => {
  const bad = await gateway(t, REFUSING);
  const shop = memory(t, { url: bad.url });
  await shop.prompt("What is for tea?");
  await shop.runtime.deliver();
  const good = await gateway(t, { version: "1.7" });
  const other = memory(t, { url: good.url, home: shop.home });
  await other.stop("Scones.");
  assert.deepEqual(good.said(), ["What is for tea?", "Scones."]);
});
