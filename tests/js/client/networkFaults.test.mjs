/** Whatever a network does, a caller gets one named error within the call's deadline. */

import assert from "node:assert/strict";
import net from "node:net";
import test from "node:test";

import { clientOf, rejection, VERSION_REPLY } from "./asking.mjs";
import { answer, closedPort, drip, hang, raw, reset, serve } from "./stubServer.mjs";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const NO_HITS = { truncated: false, total_chars: 0 };
const SHORT = { timeoutMs: 400 };
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

for (const [what, act] of [
  ["never answers", hang],
  ["drips the status line", drip("HTTP/1.1 200 O", "K")],
  ["drips headers", drip(HEAD, "X-Drop: 1\r\n")],
  ["drips the body", drip(`${HEAD}Content-Length: 100000\r\n\r\n{`, " ")],
  ["stops amid the body", drip(`${HEAD}Content-Length: 100000\r\n\r\n{`, "")],
]) {
  test(`a server that ${what} becomes a timeout`, async (t) => {
    const server = await serve(t, act);
    const error = await rejection(clientOf(t, { url: server.url }).version(SHORT));
    assert.deepEqual(
      [error.name, error.code, error.status, error.retryable],
      ["RequestTimeoutError", "request_timeout", 0, true],
    );
    assert.match(error.message, /within 0\.4 s/);
    assert.equal(server.requests.length, 1);
  });
}

test("a server that reads nothing becomes a timeout", async (t) => {
  const sockets = new Set();
  const listener = net.createServer({ pauseOnConnect: true }, (socket) => sockets.add(socket));
  await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  const events = [{ event_id: "e", role: "user", content: "x".repeat(30_000_000), created_at: "-" }];
  const client = clientOf(t, { url: `http://127.0.0.1:${listener.address().port}` });
  const error = await rejection(client.agentSessionAppend({ host: "codex", session_id: "s", events }, SHORT));
  assert.equal(error.name, "RequestTimeoutError");
});

for (const [what, act] of [
  ["resets", reset],
  ["hangs up", raw("")],
  ["speaks another protocol", raw("SSH-2.0-OpenSSH_9.2\r\n")],
  ["sends garbage", raw(BYTES)],
  ["breaks off amid the body", raw(`${HEAD}Content-Length: 100\r\n\r\n{}`)],
  ["sends a broken chunk", raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)],
  ["sends an impossible length", raw(`${HEAD}Content-Length: -5\r\n\r\n`)],
  ["switches to another protocol", raw("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")],
]) {
  test(`a server that ${what} is named, and tried again`, async (t) => {
    const server = await serve(t, act);
    const error = await rejection(clientOf(t, { url: server.url }).version());
    assert.deepEqual(
      [error.name, error.code, error.status, error.retryable],
      ["ConnectionFailedError", "connection_failed", 0, true],
    );
    assert.match(error.message, /broke the connection off/);
    assert.equal(server.requests.length, 3);
  });
}

test("a closed port is named with what to do", async (t) => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const error = await rejection(clientOf(t, { url }).health());
  assert.equal(error.name, "ConnectionFailedError");
  assert.ok(error.message.includes(`${url} cannot be reached (direct, ECONNREFUSED)`), error.message);
  assert.match(error.hint, /reme start/);
});

test("a name that nobody knows is named too", async (t) => {
  const client = clientOf(t, { url: "http://nobody.invalid:1", retry: false });
  const error = await rejection(client.health({ timeoutMs: 20_000 }));
  assert.equal(error.name, "ConnectionFailedError");
  assert.match(error.message, /cannot be reached/);
});

test("a call works when a later try does", async (t) => {
  const server = await serve(t, reset, raw(""), answer(200, VERSION_REPLY));
  assert.equal((await clientOf(t, { url: server.url }).version()).version, "9.9");
  assert.equal(server.requests.length, 3);
});

test("a connection that died between two calls is replaced", async (t) => {
  const server = await serve(t, (socket) => {
    answer(200, VERSION_REPLY)(socket);
    return false;
  });
  const client = clientOf(t, { url: server.url });
  for (let round = 0; round < 3; round += 1) assert.equal((await client.version()).version, "9.9");
});

test("no retry when switched off", async (t) => {
  for (const retry of [false, null]) {
    const server = await serve(t, reset);
    assert.equal((await rejection(clientOf(t, { url: server.url, retry }).version())).code, "connection_failed");
    assert.equal(server.requests.length, 1);
  }
});

test("no pause outlasts the deadline", async (t) => {
  const server = await serve(t, reset);
  const retry = { attempts: 2, firstPauseMs: 20_000, longestPauseMs: 20_000 };
  const error = await rejection(clientOf(t, { url: server.url, retry }).version(SHORT));
  assert.equal(error.name, "ConnectionFailedError");
  assert.equal(server.requests.length, 1);
});

for (const status of [500, 502, 503, 504]) {
  test(`a fault ${status} without a problem document is final`, async (t) => {
    const headers = { "Content-Type": "text/html", "Reme-Api-Version": null };
    const server = await serve(t, answer(status, "<h1>Oh no</h1>", headers));
    const error = await rejection(clientOf(t, { url: server.url }).version());
    assert.deepEqual(
      [error.name, error.code, error.status, error.retryable],
      ["ServerFaultError", "server_fault", status, false],
    );
    assert.doesNotMatch(error.message, /Oh no/);
    assert.equal(server.requests.length, 1);
  });
}

test("an endless reply is cut off", async (t) => {
  const chunk = Buffer.alloc(1 << 20, " ");
  const server = await serve(t, (socket) => {
    socket.write(`${HEAD}\r\n`);
    const more = () => {
      while (!socket.destroyed && socket.write(chunk)) continue;
    };
    socket.on("drain", more);
    more();
    return true;
  });
  const error = await rejection(clientOf(t, { url: server.url }).version({ timeoutMs: 60_000 }));
  assert.equal(error.name, "InvalidReplyError");
  assert.match(error.message, /larger than 67108864 bytes/);
});

test("an aborted call rejects with the signal's reason and hangs up", async (t) => {
  const server = await serve(t, hang);
  const client = clientOf(t, { url: server.url });
  const controller = new AbortController();
  const reason = new Error("the user pressed escape");
  const pending = rejection(client.version({ signal: controller.signal, timeoutMs: 60_000 }));
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(reason);
  assert.equal(await pending, reason);
  while (server.sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(server.requests.length, 1);
});

test("a signal that is aborted already sends nothing", async (t) => {
  const server = await serve(t, hang);
  const error = await rejection(clientOf(t, { url: server.url }).version({ signal: AbortSignal.abort() }));
  assert.equal(error.name, "AbortError");
  assert.equal(server.requests.length, 0);
});

test("an abort ends the pause between two tries", async (t) => {
  const server = await serve(t, reset);
  const client = clientOf(t, { url: server.url, retry: { firstPauseMs: 50_000, longestPauseMs: 50_000 } });
  const controller = new AbortController();
  const pending = rejection(client.version({ signal: controller.signal, timeoutMs: 600_000 }));
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  setTimeout(() => controller.abort("enough"), 50);
  assert.equal(await pending, "enough");
  assert.equal(server.requests.length, 1);
});

test("nothing listens to a signal after its calls", async (t) => {
  const server = await serve(t, answer(200, VERSION_REPLY));
  const client = clientOf(t, { url: server.url });
  const { signal } = new AbortController();
  let listeners = 0;
  const counted = {
    get aborted() {
      return signal.aborted;
    },
    throwIfAborted: () => signal.throwIfAborted(),
    addEventListener: () => (listeners += 1),
    removeEventListener: () => (listeners -= 1),
  };
  await client.version({ signal: counted });
  assert.equal(listeners, 0);
});

test("calls at the same time don't get in each other's way", async (t) => {
  const server = await serve(t, (socket, { document }) => answer(200, { hits: [document.query], ...NO_HITS })(socket));
  const client = clientOf(t, { url: server.url });
  const queries = Array.from({ length: 20 }, (_, number) => `q${number}`);
  const replies = await Promise.all(queries.map((query) => client.search({ query }, { timeoutMs: 60_000 })));
  assert.deepEqual(replies.map((reply) => reply.hits[0]), queries);
});
