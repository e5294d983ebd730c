/** The model-facing tools, the probe and the status. */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { HOSTS } from "../../../packages/js-client/src/generated/v1/hosts.js";
import { REQUESTS, SCHEMAS } from "../../../packages/js-client/src/generated/v1/schemas.js";
import { operationOf, toolRequest } from "../../../packages/js-client/src/runtime/tools.js";
import { closedPort, gateway, strangeServer } from "./gateway.mjs";
import { eventually, memory } from "./memory.mjs";

test("every native tool of a descriptor can be called, and nothing else", () => {
  for (const { tools } of Object.values(HOSTS)) {
    for (const name of tools.surface === "native" ? tools.names : []) assert.ok(operationOf(name), name);
  }
  for (const name of ["reme_forget", "reme_agent_session_append", "search", "reme_", "reme_toString"]) {
    assert.equal(operationOf(name), null);
  }
});

test("the person's scope is filled in exactly where the contract has one", () => {
  for (const operation of ["search", "read", "traverse", "daily_list", "remember"]) {
    const takesScope = "scope_id" in SCHEMAS[REQUESTS[operation]].properties;
    assert.equal("scope_id" in toolRequest(operation, {}, "team"), takesScope, operation);
  }
  assert.deepEqual(toolRequest("search", { scope_id: "own" }, "team"), { scope_id: "own" });
  assert.deepEqual(toolRequest("search", "nonsense", "team"), { scope_id: "team" });
});

test("a tool gives the server's reply, for the model and as a value", async (t) => {
  const reply = { hits: [], truncated: false };
  const server = await gateway(t, { decide: (operation) => operation === "search" && [200, reply] });
  const { runtime } = memory(t, { url: server.url, environment: { REME_SCOPE: "team" } });
  assert.deepEqual(await runtime.callTool("reme_search", { query: "tea" }), {
    ok: true,
    text: JSON.stringify(reply),
    reply,
  });
  assert.deepEqual(server.requests[0].value, { query: "tea", scope_id: "team" });
});

test("a tool works in the scope of its session, and asking settles none", async (t) => {
  const server = await gateway(t);
  const shop = memory(t, { url: server.url, environment: { REME_SCOPE: "project" } });
  const folder = path.join(shop.home, "shop");
  mkdirSync(path.join(folder, ".git"), { recursive: true });
  await shop.stop("a", "t1", "s1", { folder });
  const [{ scope_id: scope }] = server.asked("agent_session_append");
  assert.match(scope, /^shop-/);
  await shop.runtime.callTool("reme_search", { query: "x" }, { sessionId: "s1", folder: shop.home });
  await shop.runtime.callTool("reme_search", { query: "x" }, { folder });
  await shop.runtime.callTool("reme_search", { query: "x" });
  assert.deepEqual(server.asked("search").map((value) => value.scope_id), [scope, scope, "default"]);
});

test("a tool that fails says what happened and what to do, and never throws", async (t) => {
  const problem = { code: "not_found", detail: "There is no note a.md.", hint: "Search first.", status: 404 };
  const server = await gateway(t, { decide: () => [404, problem] });
  const { runtime } = memory(t, { url: server.url });
  const refused = await runtime.callTool("reme_read", { path: "a.md" });
  assert.deepEqual(refused, { ok: false, text: "not_found: There is no note a.md. Search first.", reply: null });
  assert.match((await runtime.callTool("reme_forget", {})).text, /There is no tool reme_forget/);
  const down = memory(t, { url: `http://127.0.0.1:${await closedPort()}` });
  assert.match((await down.runtime.callTool("reme_search", { query: "x" })).text, /Nothing answers.*reme start/);
  const silent = await strangeServer(t, () => {});
  const controller = new AbortController();
  const call = memory(t, { url: silent.url }).runtime.callTool("reme_search", { query: "x" }, controller);
  await eventually(() => silent.connections() === 1);
  controller.abort();
  assert.match((await call).text, /cancelled/);
});

test("a probe tells health and versions, or why not", async (t) => {
  const server = await gateway(t);
  const { ms, ...probed } = await memory(t, { url: server.url }).runtime.probe();
  assert.ok(ms >= 0);
  assert.deepEqual(probed, {
    result: "ok",
    url: server.url,
    apiVersion: "1.0",
    serverVersion: "9.9.9",
    health: "ok",
  });
  const down = memory(t, { url: `http://127.0.0.1:${await closedPort()}` });
  assert.equal((await down.runtime.probe()).result, "unreachable");
  const silent = await strangeServer(t, () => {});
  assert.equal((await memory(t, { url: silent.url }).runtime.probe({ deadlineMs: 50 })).result, "timeout");
});

test("a probe that meets another API version switches the automation off before the first turn", async (t) => {
  const server = await gateway(t, { version: "2.0" });
  const shop = memory(t, { url: server.url });
  assert.equal((await shop.runtime.probe()).result, "version");
  const asked = server.requests.length;
  assert.match((await shop.prompt("x")).notice, /2\.0/);
  await shop.stop("y");
  assert.equal(server.requests.length, asked);
});

test("the status holds settings without the token, the heartbeat and what waits", async (t) => {
  const environment = { REME_TOKEN: "s3cret", REME_RECALL: "off" };
  const shop = memory(t, { url: `http://127.0.0.1:${await closedPort()}`, environment });
  await shop.stop("a");
  await shop.runtime.report("host_api");
  const status = await shop.runtime.status();
  assert.deepEqual(status.settings, {
    url: shop.variables.REME_URL,
    scope: "default",
    hooks: true,
    recall: false,
    capture: true,
    subagents: false,
  });
  assert.equal(status.heartbeat.problem.code, "host_api");
  assert.equal(status.heartbeat.delivery.result, "unreachable");
  assert.equal(status.spool.waiting, 1);
  assert.ok(status.spool.bytes > 100);
  assert.equal(status.touched, 1);
  assert.doesNotMatch(JSON.stringify(status), /s3cret/);
});
