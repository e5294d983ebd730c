/** A guest in its host's process: starts nothing, keeps nothing alive, throws nothing, shares nothing. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { createRuntime } from "../../../packages/js-client/src/runtime/index.js";
import { gateway, strangeServer } from "./gateway.mjs";
import { HOST, eventually, homeFolder, memory } from "./memory.mjs";

const MEMORY = new URL("./memory.mjs", import.meta.url).href;

/** A process of its own; what it prints. */
function run(script, home, url = "") {
  const source = `import { HOST } from ${JSON.stringify(MEMORY)};
    import { createRuntime } from "../../../packages/js-client/src/runtime/index.js";
    const before = process.getActiveResourcesInfo();
    const [, HOME, REME_URL] = process.argv;
    const runtime = createRuntime(HOST, { environment: { HOME, REME_URL, REME_TIMEOUT_MS: "600000" } });
    ${script}`;
  const cwd = path.dirname(new URL(import.meta.url).pathname);
  const options = { cwd, encoding: "utf8", timeout: 60_000 };
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", source, home, url], options);
  assert.equal(done.stderr, "");
  assert.equal(done.status, 0);
  return done.stdout;
}

test("construction starts nothing and touches no file", (t) => {
  const home = homeFolder(t);
  const printed = run(
    `import { readdirSync } from "node:fs";
    console.log(JSON.stringify([before, process.getActiveResourcesInfo(), readdirSync(process.argv[1])]));`,
    home,
  );
  const [before, after, files] = JSON.parse(printed);
  assert.deepEqual(after, before);
  assert.deepEqual(files, []);
});

test("a request that nobody waits for keeps no process alive", async (t) => {
  const silent = await strangeServer(t, () => {});
  const printed = run(
    `await runtime.handle("stop", {}, { sessionId: "s1", turn: "t1", answer: "x" }, { deadlineMs: 100 });
    console.log("handled");`,
    homeFolder(t),
    silent.url,
  );
  assert.equal(printed, "handled\n");
});

test("an event that is over leaves no timer behind", (t) => {
  const printed = run(
    `await runtime.handle("stop", {}, { sessionId: "s1", turn: "t1", answer: "x" });
    console.log(process.getActiveResourcesInfo().includes("Timeout"));`,
    homeFolder(t),
    "http://127.0.0.1:9",
  );
  assert.equal(printed, "false\n");
});

test("an event that is waited for is brought home before the process ends", (t) => {
  const home = homeFolder(t);
  run('runtime.handle("stop", {}, { sessionId: "s1", turn: "t1", answer: "kept" });', home, "http://127.0.0.1:9");
  assert.deepEqual(memory(t, { home }).kept(), ["kept"]);
});

test("two runtimes in one process share nothing", async (t) => {
  const server = await gateway(t);
  const silent = await strangeServer(t, () => {});
  const one = memory(t, { url: silent.url, environment: { REME_TIMEOUT_MS: "1000" } });
  const other = memory(t, { url: server.url });
  await one.prompt("for one");
  await other.prompt("for the other");
  await other.stop("answer");
  assert.deepEqual(server.said(), ["for the other", "answer"]);
  await other.runtime.dispose();
  assert.deepEqual(one.kept(), ["for one"]);
  await one.stop("still there");
  assert.equal(one.kept().length, 2);
});

test("nothing a host hands over makes it throw", async (t) => {
  const { runtime } = memory(t);
  const thrower = new Proxy({}, { get: () => { throw new Error("a getter"); }, has: () => { throw new Error("x"); } });
  for (const native of ["prompt", "said", "", null, {}, "__proto__"]) {
    for (const payload of [null, undefined, 1, "x", [], [null], [thrower], thrower]) {
      for (const seen of [null, 1, {}, { sessionId: 1 }, { sessionId: "s", prompt: 1, turn: {}, createdAt: "x" }, thrower]) {
        assert.deepEqual(await runtime.handle(native, payload, seen), { context: "", notice: "" });
      }
    }
  }
});

test("no method rejects, whatever it is given", async (t) => {
  const { runtime } = memory(t);
  for (const given of [undefined, null, {}, { deadlineMs: -1 }, { deadlineMs: Number.NaN }]) {
    const seen = { sessionId: "s1", turn: "t1", answer: "x" };
    assert.deepEqual(await runtime.handle("stop", {}, seen, given), { context: "", notice: "" });
    for (const method of ["deliver", "probe"]) assert.ok(await runtime[method](given));
    assert.ok(await runtime.flushTouched("shutdown", given));
    assert.equal((await runtime.callTool("reme_search", given, given)).ok, false);
  }
  assert.equal((await runtime.callTool()).ok, false);
  await createRuntime(HOST, null).dispose();
});

test("no method rejects, whatever lies in the home folder", async (t) => {
  const home = homeFolder(t);
  const reme = path.join(home, ".reme");
  mkdirSync(path.join(reme, "integrations", "shop"), { recursive: true });
  for (const name of ["spool", "state", "heartbeat.json"]) writeFileSync(path.join(reme, "integrations", "shop", name), "[");
  writeFileSync(path.join(reme, "config.json"), "no JSON");
  const { runtime } = memory(t, { home });
  assert.deepEqual(await runtime.handle("stop", {}, { sessionId: "s", answer: "x" }), { context: "", notice: "" });
  assert.equal((await runtime.probe()).result, "misconfigured");
  assert.match((await runtime.callTool("reme_search", { query: "x" })).text, /config\.json is not a JSON object/);
  const status = await runtime.status();
  assert.equal(status.settings, null);
  assert.match(status.problem, /config\.json/);
  assert.equal(typeof (await runtime.deliver()), "string");
  assert.equal(typeof (await runtime.flushTouched("shutdown")), "string");
});

test("where the home folder cannot be written, a turn goes straight to the server, or waits in memory", async (t) => {
  for (const environment of [{ HOME: "/dev/null" }, { HOME: "" }]) {
    const server = await gateway(t);
    const shop = memory(t, { url: server.url, environment });
    await shop.prompt("question");
    await shop.stop("answer");
    assert.deepEqual(server.said(), ["question", "answer"]);
  }
  const home = homeFolder(t);
  const bad = await strangeServer(t, (socket) => socket.resetAndDestroy());
  const options = { baseUrl: bad.url };
  const runtime = createRuntime(HOST, { environment: { HOME: path.join(home, "gone") }, options });
  await runtime.handle("stop", {}, { sessionId: "s1", turn: "t1", answer: "first" });
  const good = await gateway(t);
  options.baseUrl = good.url;
  await runtime.handle("stop", {}, { sessionId: "s1", turn: "t2", answer: "second" });
  assert.deepEqual(good.said(), ["first", "second"]);
});

test("a folder that cannot be made is no reason to fail", async (t) => {
  const server = await gateway(t);
  const home = homeFolder(t);
  writeFileSync(path.join(home, ".reme"), "a file");
  const shop = memory(t, { url: server.url, home });
  await shop.stop("answer");
  assert.deepEqual(server.said(), ["answer"]);
});

test("after dispose nothing is taken and nothing is asked any more", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  await shop.runtime.dispose();
  await shop.runtime.dispose();
  assert.deepEqual(await shop.stop("answer"), { context: "", notice: "" });
  assert.equal(await shop.runtime.flushTouched("shutdown"), "cancelled");
  assert.deepEqual(server.requests, []);
  assert.deepEqual(shop.waiting(), []);
});

test("dispose waits for what is being written, and leaves the rest in the spool", async (t) => {
  const silent = await strangeServer(t, () => {});
  const shop = memory(t, { url: silent.url });
  const handled = Promise.all([shop.stop("one", "t1"), shop.stop("two", "t2")]);
  await shop.runtime.dispose();
  assert.deepEqual(shop.kept(), ["one", "two"]);
  await handled;
});

test("the host's signal ends the waiting and not the keeping", async (t) => {
  const silent = await strangeServer(t, () => {});
  const shop = memory(t, { url: silent.url });
  const controller = new AbortController();
  const handled = shop.runtime.handle("prompt", {}, { sessionId: "s1", turn: "t1", prompt: "x" }, controller);
  await eventually(() => silent.connections() === 1);
  controller.abort();
  assert.deepEqual(await handled, { context: "", notice: "" });
  assert.deepEqual(shop.kept(), ["x"]);
  await shop.runtime.handle("said", [{ type: "said" }], { sessionId: "s1", turn: "t2", prompt: "y" }, controller);
  await shop.runtime.dispose();
  assert.deepEqual(shop.kept(), ["x", "y"]);
});
