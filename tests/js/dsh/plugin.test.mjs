// The plugin between a host that may have changed and a server that is not there.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { agent, Host, ownHome, said, session } from "./hostDouble.mjs";

const home = ownHome();
const plugin = await import("../../../packages/dsh/src/plugin/index.js");
const READING = ["reme_search", "reme_read", "reme_traverse", "reme_daily_list"];

function mounted(config, more) {
  const host = new Host(more);
  plugin.apply(host.ctx, config);
  return host;
}

const step = (more = {}) => ({
  agent: agent(),
  messages: [said("Where?")],
  turn: 1,
  step: 1,
  signal: new AbortController().signal,
  ...more,
});

test("nothing that a person writes into the row reaches the host as an exception", () => {
  for (const config of [
    undefined,
    null,
    7,
    "text",
    [],
    { baseUrl: 7, remember: "yes", idleFlushMs: "soon" },
  ]) {
    assert.doesNotThrow(() => plugin.apply(new Host().ctx, config));
  }
});

test("a host without one of its parts loses only what hangs on it", () => {
  const refuse = () => {
    throw new TypeError("not in this release");
  };
  for (const part of ["effect", "on", "inject", "get", "root"]) {
    const host = mounted(undefined, { [part]: part === "root" ? undefined : refuse });
    assert.equal(host.listeners.has("agent/pre-step"), part !== "on", part);
    assert.equal(host.disposers.length > 0, part !== "effect", part);
    assert.equal(host.skills.length, part === "inject" ? 0 : 1, part);
  }
  assert.doesNotThrow(() => plugin.apply({}, undefined));
});

test("reading tools are offered with the first session, storing by a switch", () => {
  const host = mounted();
  assert.deepEqual([...host.tools.keys()], [], "other plugins come first");
  host.emit("session/created", session());
  host.emit("session/created", session({ id: "session-2" }));
  assert.deepEqual([...host.tools.keys()], READING);
  const switched = mounted({ remember: true });
  switched.emit("session/created", session());
  assert.deepEqual([...switched.tools.keys()], [...READING, "reme_remember"]);
});

test("a package that is loaded anew beside a session offers its tools at once", () => {
  const host = new Host();
  host.agents.set("session-1", agent());
  plugin.apply(host.ctx, undefined);
  assert.deepEqual([...host.tools.keys()], READING);
});

test("a taken name stays with whoever has it, and the status says so", async () => {
  const host = new Host();
  host.tools.set("reme_read", "somebody else's");
  plugin.apply(host.ctx, undefined);
  host.emit("session/created", session());
  assert.equal(host.tools.get("reme_read"), "somebody else's");
  assert.equal(host.tools.size, 4);
  assert.match(await host.status(), /Not offered, another plugin has them: reme_read\./);
});

test("a tool has the shape that the host demands and fails in words for the model", async () => {
  const host = mounted();
  host.emit("session/created", session());
  for (const tool of host.tools.values()) {
    assert.equal(tool.parameters.type, "object");
    assert.deepEqual(tool.output.render({}, "x"), [{ type: "text", text: "x" }]);
    assert.equal(tool.isConcurrencySafe(), true);
    await assert.rejects(tool.execute({ query: "x" }, { agent: agent() }), /server/);
    await assert.rejects(tool.execute({ query: "x" }), /server/);
  }
});

test("the skill is registered, without what is switched off", () => {
  assert.match(mounted().skills[0].content, /there is no `reme_remember`/);
  assert.doesNotMatch(mounted({ remember: true }).skills[0].content, /there is no/);
  assert.equal(mounted().skills[0].name, "reme-memory");
});

test("a session's start is not waited for, and its end is heard from the agent's context too", async () => {
  const host = mounted();
  const own = session({ id: "session-ends" });
  const disposers = [];
  const started = { ...agent(own), ctx: { effect: (make) => disposers.push(make()) } };
  assert.deepEqual(host.emit("agent/session-start", { agent: started, source: "startup" }), [undefined]);
  assert.equal(disposers.length, 1);
  assert.equal(disposers[0](), undefined, "nor is its end");
  for (const odd of [{ agent: { session: own } }, { agent: { session: own, ctx: {} } }, {}, undefined]) {
    assert.deepEqual(host.emit("agent/session-start", odd), [undefined]);
  }
  await host.dispose();
});

test("a flush waits for an idle agent only, and never rejects", async () => {
  const host = mounted();
  const own = session();
  assert.deepEqual(host.emit("session/flush", own), [undefined], "an agent that nobody knows");
  host.agents.set(own.id, agent(own, "running"));
  assert.deepEqual(host.emit("session/flush", own), [undefined]);
  host.agents.set(own.id, agent(own, "idle"));
  const [waiting] = host.emit("session/flush", own);
  assert.equal(await waiting, undefined);
  assert.deepEqual(host.emit("session/flush", null), [undefined]);
});

test("what the host and other plugins decide about a step is passed on", async () => {
  const host = mounted();
  const rejected = { kind: "reject" };
  assert.equal(await host.step(step(), async () => rejected), rejected);
  const entered = { kind: "enter", messages: [said("Where?")], more: 1 };
  assert.deepEqual(await host.step(step(), async () => entered), entered);
  const failure = new Error("of another plugin");
  await assert.rejects(
    host.step(step(), async () => {
      throw failure;
    }),
    failure,
  );
});

test("a changed host is reported and never met with an exception", async () => {
  const odd = [
    [undefined, { type: "turn/start", data: { turn: 1 } }],
    [session({ header: undefined }), { type: "user/message", data: said("Hidden.") }],
    [session(), { type: "user/message", data: { ...said("Hidden."), source: undefined } }],
    [session(), { type: "user/message", data: { source: { kind: "user" }, parts: ["Hidden."] } }],
    [session(), { type: "assistant/message", data: { turn: 1, stream: [] } }],
    [session(), { type: "turn/start", data: { number: 1 } }],
    [session(), { type: "turn/end", data: { turn: 1, reason: "completed" } }],
    [session({ events: undefined }), { type: "user/message", data: said("In a turn that nobody began.") }],
  ];
  for (const given of odd) {
    const host = mounted();
    assert.deepEqual(host.emit("session/event", ...given), [undefined]);
    assert.match(await host.status(), /capture disabled: host API \(no /);
    assert.match(host.warnings[0], /capture disabled: host API/);
    host.emit("session/event", ...given);
    assert.equal(host.warnings.length, 1, "it is said once");
  }
});

test("a changed step is reported and enters as it is", async () => {
  for (const [given, decision] of [
    [step({ turn: undefined }), { kind: "enter", messages: [] }],
    [step({ agent: {} }), { kind: "enter", messages: [] }],
    [step(), { kind: "enter" }],
    [step(), undefined],
  ]) {
    const host = mounted();
    assert.equal(await host.step(given, async () => decision), decision);
    assert.match(await host.status(), /recall disabled: host API \(no /);
  }
});

test("a host that no longer calls one of the listeners is reported", async () => {
  const stepless = mounted();
  const [began, ended] = [{ turn: 1 }, { turn: 1, reason: { kind: "completed" } }];
  stepless.emit("session/event", session(), { type: "turn/start", data: began });
  stepless.emit("session/event", session(), { type: "turn/end", data: ended });
  assert.match(await stepless.status(), /recall disabled: host API \(no agent\/pre-step\)/);
  const logless = mounted();
  for (const turn of [1, 2])
    await logless.step(step({ turn }), async () => ({ kind: "enter", messages: [] }));
  assert.match(await logless.status(), /capture disabled: host API \(no session\/event\)/);
});

test("doctor finds a changed host in the heartbeat", async () => {
  const host = mounted();
  host.emit("session/event", session({ header: undefined }), { type: "turn/start", data: { turn: 1 } });
  await host.dispose();
  const { readFile } = await import("node:fs/promises");
  const beat = JSON.parse(
    await readFile(join(home, ".reme", "integrations", "dsh", "heartbeat.json"), "utf8"),
  );
  assert.equal(beat.problem.code, "host_api");
});

test("a session's log is read the older and the newer way when a turn began before us", async () => {
  const began = [
    { type: "turn/start", data: { turn: 4 } },
    { type: "user/message", data: said("Asked before.") },
    {
      type: "assistant/message",
      data: { turn: 4, message: { content: [{ type: "text", text: "Told before." }] } },
    },
  ];
  for (const [name, log] of Object.entries({
    events: { events: began },
    snapshotEvents: { events: undefined, snapshotEvents: () => began },
  })) {
    const host = mounted();
    const own = session({ id: `session-of-${name}`, ...log });
    host.emit("session/event", own, {
      type: "turn/end",
      time: 1,
      data: { turn: 4, reason: { kind: "completed" } },
    });
    await host.dispose();
    const spool = join(home, ".reme", "integrations", "dsh", "spool");
    const { readFile } = await import("node:fs/promises");
    const kept = await Promise.all(readdirSync(spool).map((file) => readFile(join(spool, file), "utf8")));
    const [mine] = kept.map((text) => JSON.parse(text)).filter(({ session_id: id }) => id === own.id);
    assert.equal(mine.events[0].content, "Told before.");
    assert.ok(mine.events[0].event_id.startsWith(`${own.id}:4:a:`));
  }
});

test("nothing is taken after the disposer, and no timer keeps the process alive", async () => {
  const host = mounted();
  host.emit("agent/status", { agent: agent(), status: "idle" });
  await host.dispose();
  host.emit("agent/session-start", { agent: agent(), source: "startup" });
  assert.deepEqual(host.emit("session/event", session(), { type: "turn/start", data: { turn: 1 } }), [
    undefined,
  ]);
});
