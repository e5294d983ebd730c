/** @file How it ends: input closed, signals, output closed, parent gone. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import test from "node:test";

import { Client, PROGRAM, folder, reason } from "./client.mjs";
import { FakeServer } from "./fakeServer.mjs";

async function opened(t, traits = {}) {
  const server = await FakeServer.start(t, traits);
  const client = new Client(t, { REME_URL: server.url });
  await client.open();
  return { server, client };
}

test("T15: at the end the session is deleted, once", async (t) => {
  const { server, client } = await opened(t);
  const [session] = server.sessions;
  assert.equal(await client.close(), 0);
  assert.deepEqual(
    server.verbs("DELETE").map(({ headers }) => headers["mcp-session-id"]),
    [session],
  );
});

test("T15: no session, no DELETE; and 405, silence or a dead server hold nobody up", async (t) => {
  const without = await opened(t, { withSessions: false });
  assert.equal(await without.client.close(), 0);
  assert.equal(without.server.verbs("DELETE").length, 0);
  for (const answer of [(incoming) => incoming.status(405), () => {}]) {
    const { server, client } = await opened(t);
    server.respond = (incoming) => incoming.verb === "DELETE" && (answer(incoming), true);
    assert.equal(await client.close(), 0);
    assert.equal(server.verbs("DELETE").length, 1);
  }
  const { server, client } = await opened(t);
  await server.stop();
  assert.equal(await client.close(), 0);
});

test("T10: input that ends with three calls in flight: what is answered in time is written, the rest is told", async (t) => {
  const { server, client } = await opened(t);
  server.respond = ({ message }) => message?.method === "tools/call";
  const calls = [0, 1, 2].map(() => client.start("tools/call", { name: "slow" }));
  await server.until(() => server.got("tools/call").length === 3);
  client.process.stdin.end();
  await new Promise((resolve) => setTimeout(resolve, 100));
  server.got("tools/call")[1].result({ in: "time" });
  assert.equal(await client.exited, 0);
  client.assertAnsweredOnce(calls.map(({ id }) => id));
  assert.deepEqual((await calls[1].answer).result, { in: "time" });
  for (const call of [calls[0], calls[2]]) assert.equal(reason(await call.answer), "shutting_down");
  assert.equal(server.verbs("DELETE").length, 1);
});

for (const [signal, code] of [
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
]) {
  test(`F12: ${signal} ends it in good order`, { skip: process.platform === "win32" && "no signals" }, async (t) => {
    const { server, client } = await opened(t);
    client.process.kill(signal);
    assert.equal(await client.exited, code);
    assert.equal(server.verbs("DELETE").length, 1);
  });
}

test("F12: a client that closes our output ends us", async (t) => {
  const { server, client } = await opened(t);
  client.process.stdout.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.start("tools/call", { name: "echo" });
  client.start("tools/call", { name: "echo" });
  assert.equal(await client.exited, 0);
  assert.equal(server.verbs("DELETE").length, 1);
});

test("F12: input that has ended before we looked ends us at once", async (t) => {
  const HOME = folder(t);
  const empty = openSync(process.platform === "win32" ? "NUL" : "/dev/null", "r");
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, HOME },
    stdio: [empty, "pipe", "pipe"],
  });
  closeSync(empty);
  assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 0);
});

test("F12: a last line without an end is still a message", async (t) => {
  const server = await FakeServer.start(t, { withSessions: false });
  const client = new Client(t, { REME_URL: server.url });
  client.process.stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  assert.deepEqual((await client.until((line) => line.id === 1)).result, {});
  assert.equal(await client.exited, 0);
});

test(
  "T10: when the client is killed, the proxy is gone",
  { skip: process.platform === "win32" && "asks ps-like questions" },
  async (t) => {
    const server = await FakeServer.start(t);
    const HOME = folder(t);
    const env = { PATH: process.env.PATH, HOME, REME_URL: server.url };
    const hello = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } };
    const parent = `
    const { spawn } = require("node:child_process");
    const options = { env: ${JSON.stringify(env)}, stdio: ["pipe", "pipe", "inherit"] };
    const child = spawn(process.execPath, [${JSON.stringify(PROGRAM)}], options);
    child.stdin.write(${JSON.stringify(JSON.stringify(hello))} + "\\n");
    child.stdout.once("data", () => console.log(child.pid));
    setInterval(() => {}, 1000);
  `;
    const child = spawn(process.execPath, ["-e", parent], {
      cwd: HOME,
      stdio: ["ignore", "pipe", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    const pid = Number(await new Promise((resolve) => child.stdout.once("data", resolve)));
    child.kill("SIGKILL");
    await server.until(({ verb }) => verb === "DELETE");
    while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  },
);

function alive(pid) {
  try {
    process.kill(pid, 0);
    // A zombie has ended: where nobody reaps orphans, as in some containers, it stays one.
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
