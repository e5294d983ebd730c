/** @file What must not get out: tokens, texts, addresses' queries, stray prints. */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { Client, folder, reason } from "./client.mjs";
import { FakeServer } from "./fakeServer.mjs";

const TOKEN = "tok-0123456789-secret";
const WORDS = "what-somebody-wrote";

test("F10: no redirect to another origin is followed, and the error says so", async (t) => {
  const other = await FakeServer.start(t);
  for (const status of [301, 302, 307, 308]) {
    const server = await FakeServer.start(t, {
      respond: (incoming) => {
        incoming.status(status, "", { location: `${other.url}/mcp?token=abc` });
        return true;
      },
    });
    const answer = await new Client(t, { REME_URL: server.url, REME_TOKEN: TOKEN }).ask("ping");
    assert.equal(answer.error.code, 2501);
    assert.ok(answer.error.message.includes(other.url));
    assert.doesNotMatch(answer.error.message, /token=abc/);
  }
  assert.equal(other.seen.length, 0);
});

test("F10: within its own origin a server may move the endpoint", async (t) => {
  const server = await FakeServer.start(t, {
    withSessions: false,
    respond: (incoming) => {
      if (incoming.path === "/mcp/") return false;
      incoming.status(307, "", { location: "/mcp/" });
      return true;
    },
  });
  assert.deepEqual((await new Client(t, { REME_URL: server.url }).ask("ping")).result, {});
  const loop = await FakeServer.start(t, {
    respond: (incoming) => (incoming.status(307, "", { location: "/mcp" }), true),
  });
  assert.equal(reason(await new Client(t, { REME_URL: loop.url }).ask("ping")), "redirect_refused");
});

test("F11, T14: a body that repeats the token or an address with a password is quoted without them", async (t) => {
  const server = await FakeServer.start(t, {
    respond: (incoming) => {
      incoming.status(
        500,
        `Refused ${TOKEN} at https://me:pass@host.example/x?key=abc#frag, see http://a.example/?q=1`,
      );
      return true;
    },
  });
  const answer = await new Client(t, { REME_URL: server.url, REME_TOKEN: TOKEN }).ask("ping");
  assert.equal(answer.error.data.body, "Refused [token] at https://host.example/x see http://a.example/");
});

test("a long body is quoted up to 500 characters; what a problem document says is told", async (t) => {
  const problem = JSON.stringify({
    code: "server_stopping",
    detail: "The server is shutting down.",
    hint: "Try again later.",
    more: "x".repeat(9000),
  });
  const server = await FakeServer.start(t, { respond: (incoming) => (incoming.status(503, problem), true) });
  const { error } = await new Client(t, { REME_URL: server.url }).ask("ping");
  assert.match(error.message, /HTTP 503\. The server is shutting down\. Try again later\./);
  assert.equal(error.data.body.length, 500);
});

async function session(t, environment, options = []) {
  const server = await FakeServer.start(t, { capabilities: { logging: {} } });
  const client = new Client(t, { REME_URL: server.url, REME_TOKEN: TOKEN, ...environment }, options);
  await client.open();
  await client.call("echo", { text: WORDS });
  server.sessions.clear();
  await client.call("echo", { text: WORDS });
  client.notify("notifications/cancelled", { requestId: 99, reason: WORDS });
  client.write(`{"broken ${WORDS}\n`);
  server.respond = (incoming) => (incoming.status(401, `${TOKEN} ${WORDS}`), true);
  await client.call("echo", { text: WORDS });
  await client.close();
  return client;
}

test("T14: the debug log holds ids, sizes and durations in a file of one's own, never token or text", async (t) => {
  const client = await session(t, { REME_DEBUG: "1" });
  const file = join(client.home, ".reme", "logs", "reme-agent-plugin.log");
  const text = readFileSync(file, "utf8");
  for (const secret of [TOKEN, WORDS, "Bearer", "authorization"]) {
    assert.ok(!text.includes(secret), `${secret} in the log`);
    assert.ok(!client.stderr.includes(secret), `${secret} on stderr`);
  }
  assert.ok(client.lines.every((line) => !line.text.includes(TOKEN)));
  if (process.platform !== "win32") {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(file, "..")).mode & 0o777, 0o700);
  }
  const entries = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const entry of entries) {
    assert.deepEqual(Object.keys(entry).slice(0, 3), ["ts", "hook", "stage"]);
    assert.ok("data" in entry !== "error" in entry);
  }
  const call = entries.find(({ stage, data }) => stage === "call" && data.method === "tools/call").data;
  for (const name of ["status", "ms", "bytes", "generation"]) assert.ok(Number.isInteger(call[name]), name);
});

test("T14: without REME_DEBUG nothing is written anywhere", async (t) => {
  const client = await session(t, {});
  assert.deepEqual(readdirSync(client.home), []);
  assert.equal(client.stderr, "");
});

test("T14: a log that others could read becomes private, and a full one is put aside once", async (t) => {
  const HOME = folder(t);
  const path = join(HOME, "log", "debug.log");
  mkdirSync(join(HOME, "log"));
  writeFileSync(path, "x".repeat(4_194_304));
  chmodSync(path, 0o644);
  await session(t, { HOME, REME_DEBUG: "1", REME_DEBUG_LOG: path });
  assert.ok(statSync(`${path}.1`).size > 4_194_304);
  assert.ok(statSync(path).size < 100_000);
  if (process.platform !== "win32") assert.equal(statSync(`${path}.1`).mode & 0o777, 0o600);
});

test("T11: a log that cannot be written disturbs nothing", async (t) => {
  const HOME = folder(t);
  writeFileSync(join(HOME, "file"), "");
  const client = await session(t, { HOME, REME_DEBUG: "1", REME_DEBUG_LOG: join(HOME, "file", "below.log") });
  assert.equal(client.stderr, "");
  assert.ok(client.lines.length > 4);
});

test("T11: whatever prints or throws inside the process, standard output holds only messages", async (t) => {
  const HOME = folder(t);
  const intruder = join(HOME, "intruder.cjs");
  // Not before the program has its stream: a stray print comes from something that it loaded.
  const noise = `
    const before = process.stdout.write;
    const watch = setInterval(() => {
      if (process.stdout.write === before) return;
      clearInterval(watch);
      intrude();
    }, 5);
    function intrude() {
      const print = () => { console.log("NOISE log"); console.info("NOISE info"); process.stdout.write("NOISE write\\n"); };
      setInterval(print, 5).unref();
      setTimeout(() => { throw new Error("NOISE thrown"); }, 100).unref();
      setTimeout(() => Promise.reject(new Error("NOISE rejected")), 120).unref();
    }
  `;
  writeFileSync(intruder, noise);
  const server = await FakeServer.start(t);
  const client = new Client(t, { HOME, REME_URL: server.url, REME_DEBUG: "1" }, ["--require", intruder]);
  await client.open();
  for (let n = 0; n < 40; n += 1) {
    await client.call("echo", { n });
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.equal(await client.close(), 0);
  assert.match(client.stderr, /NOISE log/);
  assert.match(client.stderr, /NOISE write/);
  assert.ok(client.lines.every((line) => line.jsonrpc === "2.0"));
  const log = readFileSync(join(HOME, ".reme", "logs", "reme-agent-plugin.log"), "utf8");
  assert.equal(log.match(/"stage":"fault"/g).length, 2);
  assert.ok(!log.includes("NOISE"));
});
