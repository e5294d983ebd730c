/** @file Many requests at once, cancelled ones, and ones that take too long. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { connect } from "node:net";
import test from "node:test";

import { Slots } from "../../../packages/mcp-proxy/src/slots.mjs";
import { Client, modernMeta, reason } from "./client.mjs";
import { FakeServer } from "./fakeServer.mjs";

/** A server whose tool `slow` answers when the test says so. */
async function busy(t, environment = {}) {
  const server = await FakeServer.start(t, { modern: true });
  const client = new Client(t, { REME_URL: server.url, ...environment });
  await client.open();
  server.respond = ({ message }) => message?.params?.name === "slow";
  const slow = (count) => Array.from({ length: count }, () => client.start("tools/call", { name: "slow" }));
  const running = async (count) => {
    await server.until(() => server.got("tools/call").length >= count);
    await client.ask("ping");
  };
  return { server, client, slow, running };
}

test("T5: the seventeenth call of a tool waits for one of sixteen, and goes when one has its answer", async (t) => {
  const { server, client, slow, running } = await busy(t);
  const calls = slow(17);
  await running(16);
  assert.equal(server.got("tools/call").length, 16);
  server.got("tools/call")[3].result({});
  await calls[3].answer;
  await server.until(() => server.got("tools/call").length === 17);
  server
    .got("tools/call")
    .slice(4)
    .forEach((incoming) => incoming.result({}));
  await calls[16].answer;
  assert.equal(client.lines.filter((line) => line.id === calls[3].id).length, 1);
});

test("F3: cancels, pings, other tools and answers do not wait behind thirty-two slow calls", async (t) => {
  const { server, client, slow, running } = await busy(t);
  const calls = slow(32);
  await running(16);
  assert.equal((await client.call("quick")).error, undefined);
  client.send({ id: "unasked", result: {} });
  await server.until(({ message }) => message?.id === "unasked");
  client.notify("notifications/cancelled", { requestId: calls[5].id });
  const cancelled = await server.untilMethod("notifications/cancelled");
  assert.equal(cancelled.message.params.requestId, calls[5].id);
  assert.equal(await server.got("tools/call").find(({ message }) => message.id === calls[5].id).closed, true);
});

test("F4: a cancelled call ends at the server, and its late answer is never written", async (t) => {
  const { server, client, slow, running } = await busy(t);
  const [call] = slow(1);
  await running(1);
  const incoming = server.got("tools/call")[0];
  // The answer is on its way before the server hears of the cancel.
  server.respond = (other) => {
    if (other.message?.method !== "notifications/cancelled") return false;
    incoming.result({ late: true });
    other.status(202);
    return true;
  };
  client.notify("notifications/cancelled", { requestId: call.id, reason: "user" });
  const told = await server.untilMethod("notifications/cancelled");
  assert.deepEqual(told.message.params, { requestId: call.id, reason: "user" });
  assert.equal(told.headers["mcp-session-id"], [...server.sessions][0]);
  await client.ask("ping");
  assert.equal(await client.close(), 0);
  assert.ok(client.lines.every((line) => line.id !== call.id));
});

test("F4: progress of a cancelled call is not written either", async (t) => {
  const { server, client, slow, running } = await busy(t);
  const [call] = slow(1);
  await running(1);
  const incoming = server.got("tools/call")[0];
  incoming.stream();
  incoming.notify("notifications/progress", { progressToken: 1, progress: 1 });
  await client.until((line) => line.method === "notifications/progress");
  server.respond = (other) => {
    if (other.message?.method !== "notifications/cancelled") return false;
    incoming.notify("notifications/progress", { progressToken: 1, progress: 2 });
    setTimeout(() => other.status(202), 50);
    return true;
  };
  client.notify("notifications/cancelled", { requestId: call.id });
  assert.equal(await incoming.closed, true);
  await client.close();
  assert.equal(client.lines.filter((line) => line.method === "notifications/progress").length, 1);
});

test("F4: a call that is cancelled while it waits is never sent", async (t) => {
  const { server, client, slow, running } = await busy(t);
  const calls = slow(18);
  await running(16);
  client.notify("notifications/cancelled", { requestId: calls[16].id });
  await client.ask("ping");
  server.got("tools/call")[0].result({});
  await server.until(({ message }) => message?.id === calls[17].id);
  assert.ok(server.got("tools/call").every(({ message }) => message.id !== calls[16].id));
  assert.equal(server.got("notifications/cancelled").length, 0);
});

test("F4: modern calls are cancelled by closing their request, without a message", async (t) => {
  const { server, client } = await busy(t);
  const { id } = client.start("tools/call", { name: "slow", _meta: modernMeta() });
  const incoming = await server.untilMethod("tools/call");
  client.notify("notifications/cancelled", { requestId: id });
  assert.equal(await incoming.closed, true);
  await client.ask("ping");
  assert.equal(server.got("notifications/cancelled").length, 0);
});

test("cancels of nothing are harmless, and the handshake cannot be cancelled", async (t) => {
  const server = await FakeServer.start(t);
  const client = new Client(t, { REME_URL: server.url });
  const { id, answer } = client.start("initialize", { protocolVersion: "2025-11-25", capabilities: {} });
  client.notify("notifications/cancelled", { requestId: id });
  assert.ok((await answer).result);
  client.notify("notifications/cancelled", { requestId: "nobody" });
  client.notify("notifications/cancelled");
  assert.deepEqual((await client.ask("ping")).result, {});
});

test("T5: beyond the queue a call is refused at once, with the depth", async (t) => {
  const limits = { REME_PROXY_MAX_IN_FLIGHT: "2", REME_PROXY_QUEUE_LIMIT: "3" };
  const { slow } = await busy(t, limits);
  const calls = slow(6);
  const refused = await calls[5].answer;
  assert.equal(refused.error.code, 2429);
  assert.deepEqual(refused.error.data, { reason: "busy", depth: 3 });
});

test("F13: a place that is given back goes to the next in line, not to whoever asks in the same tick", () => {
  const slots = new Slots(1, 10);
  const order = [];
  const first = slots.take("a", () => order.push("first"));
  slots.take("a", () => order.push("second"));
  first.release();
  slots.take("a", () => order.push("third"));
  assert.deepEqual(order, ["first", "second"]);
});

test("F13: places are counted right through every order of giving back", () => {
  const slots = new Slots(2, 10);
  let running = 0;
  const take = (kind) => slots.take(kind, () => (running += 1));
  const [a, b, waiting, express] = [take("x"), take("x"), take("x"), take("y")];
  assert.equal(running, 3);
  waiting.release();
  waiting.release();
  express.release();
  a.release();
  b.release();
  assert.equal(slots.depth, 0);
  running = 0;
  for (let n = 0; n < 4; n += 1) take("x");
  assert.equal(running, 2);
  assert.equal(slots.depth, 2);
});

test("past a full house only what nobody else is doing goes on, and not without end", () => {
  const slots = new Slots(1, 100);
  const started = [];
  const take = (kind) => slots.take(kind, () => started.push(kind));
  ["a", "a", "b", "b", "c", "d", "e", "f"].forEach(take);
  assert.deepEqual(started, ["a", "b", "c", "d", "e"]);
});

const WAITING = [
  ["first_byte", () => {}],
  ["reply", (incoming) => incoming.stream()],
  [
    "reply",
    (incoming) => {
      incoming.stream();
      const timer = setInterval(() => incoming.http.write(": still here\n\n"), 100);
      incoming.http.once("close", () => clearInterval(timer));
    },
  ],
];
for (const [phase, silence] of WAITING) {
  test(`T9: silence (${phase}, ${silence}) is a timeout that says where to look, and ends the call`, async (t) => {
    const { server, client } = await busy(t, { REME_TIMEOUT_MS: "1000" });
    server.respond = (incoming) => incoming.message?.method === "tools/call" && (silence(incoming), true);
    const answer = await client.call("slow");
    assert.equal(answer.error.code, 2504);
    const { phase: found, limitMs, mayStillRun, retrySafe, elapsedMs } = answer.error.data;
    assert.deepEqual([found, limitMs, mayStillRun, retrySafe], [phase, 1000, true, false]);
    assert.ok(Number.isInteger(elapsedMs));
    assert.match(answer.error.message, /\/health/);
    assert.match(answer.error.message, /REME_TIMEOUT_MS/);
    assert.doesNotMatch(answer.error.message, /REME_TOKEN|config\.json/);
    assert.equal((await server.untilMethod("notifications/cancelled")).message.params.requestId, answer.id);
    assert.equal(await server.got("tools/call")[0].closed, true);
  });
}

test("T9: the time in all ends a call that reports progress for ever", async (t) => {
  const { server, client } = await busy(t, { REME_TIMEOUT_MS: "1000", REME_PROXY_TOTAL_TIMEOUT_MS: "1600" });
  server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call") return false;
    incoming.stream();
    const timer = setInterval(() => incoming.notify("notifications/progress", { progressToken: 1, progress: 1 }), 100);
    incoming.http.once("close", () => clearInterval(timer));
    return true;
  };
  const answer = await client.call("slow");
  assert.equal(answer.error.data.limitMs, 1600);
  assert.match(answer.error.message, /REME_PROXY_TOTAL_TIMEOUT_MS/);
});

test("T9: a person who is asked has more time than a server", async (t) => {
  const { server, client } = await busy(t, { REME_TIMEOUT_MS: "1000" });
  server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call") return false;
    incoming.stream();
    incoming.event({ jsonrpc: "2.0", id: "q", method: "elicitation/create", params: {} });
    server.until(({ message }) => message?.id === "q").then(() => incoming.settle({ content: [] }));
    return true;
  };
  const call = client.call("slow");
  await client.until((line) => line.id === "q");
  await new Promise((resolve) => setTimeout(resolve, 1300));
  client.send({ id: "q", result: { action: "accept" } });
  assert.deepEqual((await call).result, { content: [] });
});

test("T9: the time in the queue counts, and what was never sent did not run", async (t) => {
  const { server, client, slow } = await busy(t, { REME_TIMEOUT_MS: "1000", REME_PROXY_MAX_IN_FLIGHT: "1" });
  server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call") return false;
    incoming.stream();
    const timer = setInterval(() => incoming.notify("notifications/progress", { progressToken: 1, progress: 1 }), 100);
    incoming.http.once("close", () => clearInterval(timer));
    return true;
  };
  const [, second] = slow(2);
  const answer = await second.answer;
  assert.deepEqual([answer.error.data.phase, answer.error.data.mayStillRun], ["queue", false]);
  await client.ask("ping");
  assert.equal(server.got("tools/call").length, 1);
});

test(
  "T9: a connection that is never accepted",
  { skip: process.platform !== "linux" && "needs Linux's way with a full backlog" },
  async (t) => {
    const program = `
      const place = { port: 0, host: "127.0.0.1", backlog: 1 };
      require("node:net").createServer().listen(place, function () { console.log(this.address().port); });
    `;
    const listener = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
    t.after(() => listener.kill("SIGKILL"));
    const port = Number(await new Promise((resolve) => listener.stdout.once("data", resolve)));
    listener.kill("SIGSTOP");
    // What the system accepts on behalf of a stopped process is bounded: these fill it.
    const filling = Array.from({ length: 8 }, () => connect(port, "127.0.0.1").on("error", () => {}));
    t.after(() => filling.forEach((socket) => socket.destroy()));
    await new Promise((resolve) => filling[0].once("connect", resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const client = new Client(t, { REME_URL: `http://127.0.0.1:${port}`, REME_TIMEOUT_MS: "1000" });
    const answer = await client.ask("ping");
    assert.equal(reason(answer), "timeout");
    assert.deepEqual([answer.error.data.phase, answer.error.data.mayStillRun], ["connect", false]);
  },
);
