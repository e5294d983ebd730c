/** Switches and scopes: environment, the host's own configuration, files, and the `.reme` file of a project. */

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { gateway, hit } from "./gateway.mjs";
import { HOST, homeFolder, memory, writeJson } from "./memory.mjs";

const TEA = hit("h1", "Tea is at four in the kitchen.");

/** One whole turn; what was asked of the server, flushes aside. */
async function turn(shop, server, folder) {
  const before = server.requests.length;
  await shop.prompt("When is tea?", "t1", "s1", { folder });
  await shop.stop("At four.", "t1", "s1", { folder });
  return server.operations().slice(before).filter((operation) => operation !== "agent_session_flush");
}

function project(home, content) {
  const below = path.join(home, "my project", "src", "deep");
  mkdirSync(below, { recursive: true });
  writeFileSync(path.join(home, "my project", ".reme"), content);
  return below;
}

for (const word of ["off", "0", "false", "NO"]) {
  test(`recall can be switched off alone: ${word}`, async (t) => {
    const server = await gateway(t, { hits: [TEA] });
    const shop = memory(t, { url: server.url, environment: { REME_RECALL: word } });
    assert.deepEqual(await turn(shop, server), ["agent_session_append"]);
    assert.equal((await shop.fire("start")).context, "");
  });
}

test("capture can be switched off alone", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const shop = memory(t, { url: server.url, environment: { REME_CAPTURE: "off" } });
  assert.deepEqual(await turn(shop, server), ["agent_memory_recall"]);
  await shop.fire("end");
  assert.equal(await shop.runtime.flushTouched("shutdown"), "delivered");
  assert.equal(server.requests.length, 1);
  assert.deepEqual(shop.waiting(), []);
});

test("everything can be switched off, and leaves no trace", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const shop = memory(t, { url: server.url, environment: { REME_HOOKS: "off" } });
  assert.deepEqual(await turn(shop, server), []);
  await shop.fire("start");
  await shop.runtime.dispose();
  assert.equal(existsSync(path.join(shop.home, ".reme")), false);
});

test("the host's own configuration is heard in its spelling, anew at each event, below the environment", async (t) => {
  const [server, other] = [await gateway(t), await gateway(t)];
  const options = { baseUrl: server.url, token: "secret", scope: "team", autoRecall: false, recallLimit: 3, other: {} };
  const shop = memory(t, { options });
  assert.deepEqual(await turn(shop, server), ["agent_session_append"]);
  assert.equal(server.requests[0].headers.authorization, "Bearer secret");
  assert.equal(server.requests[0].value.scope_id, "team");
  options.autoRecall = true;
  await shop.prompt("And now?", "t2");
  assert.equal(server.asked("agent_memory_recall")[0].limit, 3);
  const elsewhere = memory(t, { url: other.url, options, environment: { REME_SCOPE: "mine" } });
  await elsewhere.stop("x");
  assert.equal(other.requests[0].value.scope_id, "mine");
});

test("a scope that the host's configuration leaves empty is the person's own", async (t) => {
  const server = await gateway(t);
  const home = homeFolder(t);
  mkdirSync(path.join(home, ".reme"));
  writeJson(path.join(home, ".reme", "config.json"), { url: server.url, scope: "mine" });
  const shop = memory(t, { home, options: { scope: "", baseUrl: null } });
  await shop.stop("x");
  assert.equal(server.requests[0].value.scope_id, "mine");
});

test("recallTimeoutMs is the deadline of what recalls, in the place of the descriptor's", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const hurried = HOST.events.map((row) => ({ ...row, deadline: { inner_ms: 1 } }));
  const host = { ...HOST, events: hurried };
  assert.equal((await memory(t, { url: server.url, host }).prompt("When is tea?")).context, "");
  const patient = memory(t, { url: server.url, host, options: { recallTimeoutMs: 5000 } });
  assert.match((await patient.prompt("When is tea?")).context, /four/);
});

test("a word that is no setting switches nothing on: the problem is noted for doctor, nothing is asked", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url, environment: { REME_CAPTURE: "perhaps" } });
  assert.deepEqual(await turn(shop, server), []);
  assert.equal(shop.heartbeat().problem.code, "setting_invalid");
  assert.equal(shop.heartbeat().events.stop.result, "setting_invalid");
  assert.match((await shop.runtime.status()).problem, /REME_CAPTURE is no switch/);
});

test("an empty project file switches everything off below it", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  assert.deepEqual(await turn(shop, server, project(shop.home, "\n")), []);
  assert.deepEqual(await turn(shop, server, shop.home), ["agent_memory_recall", "agent_session_append"]);
});

test("a project file can switch a part off, and nothing on", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  const folder = project(shop.home, '// not here\n{"capture": "off"}');
  assert.deepEqual(await turn(shop, server, folder), ["agent_memory_recall"]);
  assert.deepEqual(await turn(shop, server, project(shop.home, '{"hooks": false}')), []);
  const off = memory(t, { url: server.url, environment: { REME_CAPTURE: "off", REME_RECALL: "off" } });
  project(shop.home, '{"capture": true, "recall": true, "hooks": true}');
  assert.deepEqual(await turn(off, server, folder), []);
});

test("a project file can't send anything elsewhere, and may choose the scope", async (t) => {
  const [server, elsewhere] = [await gateway(t), await gateway(t)];
  const shop = memory(t, { options: { baseUrl: server.url, scope: "mine" } });
  const content = { url: elsewhere.url, base_url: elsewhere.url, token: "x", scope: "team" };
  await turn(shop, server, project(shop.home, JSON.stringify(content)));
  assert.deepEqual(elsewhere.requests, []);
  assert.equal(server.requests[0].headers.authorization, undefined);
  assert.deepEqual(server.requests.slice(0, 2).map(({ value }) => value.scope_id), ["team", "team"]);
});

test("a broken project file switches off, and doctor can tell", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url });
  assert.deepEqual(await turn(shop, server, project(shop.home, '{"capture": fal')), []);
  assert.equal(shop.heartbeat().problem.code, "file_invalid");
  assert.deepEqual(shop.waiting(), []);
});

test("an address that only the server was given is found", async (t) => {
  const server = await gateway(t);
  const shop = memory(t);
  mkdirSync(path.join(shop.home, ".reme"));
  writeJson(path.join(shop.home, ".reme", "server.json"), { host: "0.0.0.0", port: server.port });
  assert.deepEqual(await turn(shop, server), ["agent_memory_recall", "agent_session_append"]);
});

test("the log is written when a person asks for it, and holds nothing that was said", async (t) => {
  const server = await gateway(t, { hits: [TEA] });
  const shop = memory(t, { url: server.url, environment: { REME_DEBUG: "1", REME_TOKEN: "s3cret" } });
  await turn(shop, server);
  await shop.runtime.dispose();
  const text = readFileSync(path.join(shop.home, ".reme", "logs", "reme-shop.log"), "utf8");
  const lines = text.trim().split("\n").map((line) => JSON.parse(line));
  const stages = new Set(lines.map(({ stage }) => stage));
  for (const stage of ["kept", "recall", "append", "flush", "done"]) assert.ok(stages.has(stage), stage);
  for (const { ts, hook, stage, data, error, ...rest } of lines) {
    assert.ok(ts && hook && stage && (data || error));
    assert.deepEqual(rest, {});
  }
  const beat = JSON.stringify(shop.heartbeat());
  for (const word of ["tea", "four", "kitchen", "s3cret"]) {
    assert.doesNotMatch(text, new RegExp(word, "i"));
    assert.doesNotMatch(beat, new RegExp(word, "i"));
  }
});
