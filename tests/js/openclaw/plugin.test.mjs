/** OpenClaw's plugin as its host calls it: many registrations, one memory, and nothing thrown. */

import assert from "node:assert/strict";
import test from "node:test";

import plugin from "../../../packages/openclaw/src/plugin/index.js";
import { listen } from "../../../packages/openclaw/src/plugin/hooks.js";
import { Memory, memoryOfProcess } from "../../../packages/openclaw/src/plugin/memory.js";
import { HOST } from "../../../packages/openclaw/src/reme/host.js";

const NAMES = ["reme_search", "reme_read", "reme_traverse", "reme_daily_list", "reme_remember"];
const CTX = { runId: "r1", sessionId: "s", sessionKey: "agent:main:main", trigger: "user" };

/** What the host hands to `register`, with a note of all that was registered. */
function api(more = {}) {
  const noted = { hooks: new Map(), tools: new Map(), commands: [], warnings: [] };
  return {
    noted,
    registrationMode: "full",
    pluginConfig: {},
    logger: { warn: (message) => noted.warnings.push(message) },
    on: (name, handler, options) => noted.hooks.set(name, { handler, options }),
    registerTool: (make, { name }) => noted.tools.set(name, make({ sessionId: "s", workspaceDir: "/w" })),
    registerCli: (_registrar, { descriptors }) => noted.commands.push(...descriptors),
    ...more,
  };
}

/** A runtime that notes its calls and answers as it is told. */
function fakeRuntime(answers = {}) {
  const calls = [];
  const method =
    (name, usual) =>
    async (...given) => {
      calls.push([name, ...given]);
      return answers[name]?.(...given) ?? usual;
    };
  const handled = { context: "", notice: "" };
  return {
    calls,
    handle: method("handle", handled),
    deliver: method("deliver", "delivered"),
    flushTouched: method("flushTouched", "delivered"),
    callTool: method("callTool", { ok: true, text: "said", reply: {} }),
    dispose: method("dispose"),
  };
}

function listening(answers) {
  const runtime = fakeRuntime(answers);
  const host = api();
  const memory = new Memory(HOST, () => runtime);
  listen(host, memory);
  const call = (name, event, ctx = CTX) => host.noted.hooks.get(name).handler(event, ctx);
  return { runtime, host, memory, call };
}

test("every hook of the descriptor is registered, without a budget of its own", () => {
  const host = api();
  plugin.register(host);
  assert.deepEqual(
    [...host.noted.hooks.keys()].sort(),
    [...new Set(HOST.events.map(({ native }) => native))].sort(),
  );
  assert.ok([...host.noted.hooks.values()].every(({ options }) => options === undefined));
});

test("all five tools stay visible beside the host's search for tools", () => {
  const host = api();
  plugin.register(host);
  assert.deepEqual([...host.noted.tools.keys()], NAMES);
  assert.ok([...host.noted.tools.values()].every(({ catalogMode }) => catalogMode === "direct-only"));
});

test("without a runtime of the host only the command is described", () => {
  const forbidden = { get: () => assert.fail("not in this mode") };
  const host = Object.defineProperties(api({ registrationMode: "cli-metadata" }), {
    pluginConfig: forbidden,
    on: forbidden,
  });
  plugin.register(host);
  assert.deepEqual(
    host.noted.commands.map(({ name, hasSubcommands }) => [name, hasSubcommands]),
    [["reme", true]],
  );
});

test("registrations share one memory, also those of another instance, and start nothing", async () => {
  const before = process.getActiveResourcesInfo().length;
  for (const mode of ["full", "discovery", "discovery", "tool-discovery"])
    plugin.register(api({ registrationMode: mode }));
  const again = await import("../../../packages/openclaw/src/plugin/memory.js?another");
  assert.notEqual(again.memoryOfProcess, memoryOfProcess);
  assert.equal(again.memoryOfProcess(HOST), memoryOfProcess(HOST));
  assert.notEqual(memoryOfProcess({ ...HOST, version: "9.9.9" }), memoryOfProcess(HOST));
  assert.equal(process.getActiveResourcesInfo().length, before);
});

test("a changed configuration is heard by the runtime that there is", () => {
  const given = [];
  const memory = new Memory(HOST, (_host, { options }) => given.push(options) && fakeRuntime());
  memory.configure({ baseUrl: "http://one", scope: "a" });
  const { runtime } = memory;
  memory.configure({ baseUrl: "http://two" });
  assert.equal(memory.runtime, runtime);
  assert.deepEqual(given, [{ baseUrl: "http://two" }]);
});

for (const [flush, kept] of Object.entries({
  turn: ["turn_end", "pre_compact", "session_end", "shutdown"],
  session: ["pre_compact", "session_end", "shutdown"],
  never: [],
  "what nobody knows": ["turn_end", "pre_compact", "session_end", "shutdown"],
})) {
  test(`the setting flush = ${flush} leaves ${kept.join(", ") || "none"}`, async () => {
    const reasons = new Set();
    const runtime = fakeRuntime();
    const memory = new Memory(HOST, (host) => {
      for (const { actions } of host.events)
        for (const { kind, reason } of actions) if (kind === "flush") reasons.add(reason);
      return runtime;
    });
    memory.configure({ flush });
    await memory.end();
    assert.deepEqual([...reasons].sort(), [...kept].sort());
    const [[ending]] = runtime.calls;
    assert.equal(ending, flush === "never" ? "deliver" : "flushTouched");
  });
}

test("a repeated attempt of a run gets the same block and asks once", async () => {
  const { runtime, call } = listening({ handle: () => ({ context: "<block>", notice: "" }) });
  const first = await call("before_prompt_build", { prompt: "Where?" });
  const second = await call("before_prompt_build", { prompt: "Where?" });
  assert.deepEqual([first, second], [{ prependContext: "<block>" }, { prependContext: "<block>" }]);
  assert.equal(runtime.calls.length, 1);
  await call("before_prompt_build", { prompt: "Elsewhere?" });
  await call("before_prompt_build", { prompt: "Where?" }, { ...CTX, runId: "r2" });
  assert.equal(runtime.calls.length, 3);
});

test("what the prompt hook said of a run holds at its end", async () => {
  const { runtime, call } = listening();
  const internal = { ...CTX, inputProvenance: { kind: "inter_session" } };
  await call("before_prompt_build", { prompt: "From another session." }, internal);
  const messages = [
    { role: "assistant", stopReason: "stop", content: [{ type: "text", text: "An answer." }] },
  ];
  await call("agent_end", { messages, success: true, runId: "r1" });
  assert.ok(runtime.calls.every(([, , , seen]) => seen.noPerson && seen.answer === undefined));
});

test("runs without an id do not share what was recalled", async () => {
  let count = 0;
  const { call } = listening({ handle: () => ({ context: `block ${(count += 1)}`, notice: "" }) });
  const ctx = { ...CTX, runId: undefined };
  assert.notDeepEqual(
    await call("before_prompt_build", { prompt: "Where?" }, ctx),
    await call("before_prompt_build", { prompt: "Where?" }, ctx),
  );
});

test("old runs are forgotten", () => {
  const memory = new Memory(HOST, () => fakeRuntime());
  memory.run("first").prompt = "asked";
  for (let number = 0; number < 300; number += 1) memory.run(`r${number}`);
  assert.equal(memory.run("first").prompt, undefined);
  assert.equal(memory.run("r299"), memory.run("r299"));
});

test("a sentence for the person goes to the host's log and not into the prompt", async () => {
  const { host, call } = listening({ handle: () => ({ context: "", notice: "Upgrade it." }) });
  assert.equal(await call("before_prompt_build", { prompt: "Where?" }), undefined);
  assert.deepEqual(host.noted.warnings, ["Upgrade it."]);
});

test("nothing is thrown into the host, and no words of an exception are logged", async () => {
  const failing = () => {
    throw new TypeError("a secret that was said");
  };
  const { host, call } = listening({ handle: failing, flushTouched: failing });
  for (const name of host.noted.hooks.keys()) {
    assert.equal(await call(name, { prompt: "Where?", reason: "new" }), undefined);
    assert.equal(await call(name, undefined, undefined), undefined);
  }
  assert.ok(host.noted.warnings.length > 0);
  assert.doesNotMatch(host.noted.warnings.join(), /secret/);
});

test("a tool says whether it worked, and keeps no copy of what it found beside the text", async () => {
  const host = api();
  plugin.register(host);
  const reached = await host.noted.tools.get("reme_search").execute("c1", { query: 7 });
  assert.deepEqual(Object.keys(reached), ["content", "details"]);
  assert.deepEqual(reached.details, { ok: false });
  assert.equal(typeof reached.content[0].text, "string");
});
