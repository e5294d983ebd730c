/** `openclaw reme setup` and `status`: what is shown, and what is changed. */

import assert from "node:assert/strict";
import test from "node:test";

import { make, missingChanges, permissions } from "../../../packages/openclaw/src/plugin/setup.js";
import { statusText } from "../../../packages/openclaw/src/plugin/status.js";

const granted = { plugins: { entries: { reme: { hooks: { allowConversationAccess: true } } } } };

test("a fresh installation lacks the permission, and nothing else is touched", () => {
  const config = { plugins: { allow: ["reme"], slots: { contextEngine: "mine" } }, gateway: { port: 1 } };
  const changes = missingChanges(config);
  assert.deepEqual(
    changes.map(({ path, shown }) => [path.join("."), shown]),
    [["plugins.entries.reme.hooks.allowConversationAccess", "true"]],
  );
  make(config, changes);
  assert.deepEqual(config, {
    plugins: { allow: ["reme"], slots: { contextEngine: "mine" }, ...granted.plugins },
    gateway: { port: 1 },
  });
  assert.deepEqual(missingChanges(config), []);
});

test("a memory slot that names the plugin is given back, any other stays", () => {
  const config = structuredClone(granted);
  config.plugins.slots = { memory: "reme", contextEngine: "mine" };
  make(config, missingChanges(config));
  assert.deepEqual(config.plugins.slots, { contextEngine: "mine" });
  config.plugins.slots = { memory: "other" };
  assert.deepEqual(missingChanges(config), []);
  assert.equal(permissions(config).slot, "other");
});

test("address and token are written when they are wanted, the token as an expression", () => {
  const config = structuredClone(granted);
  const changes = missingChanges(config, { url: "http://127.0.0.1:4000", tokenFrom: "REME_TOKEN" });
  make(config, changes);
  assert.deepEqual(config.plugins.entries.reme.config, {
    baseUrl: "http://127.0.0.1:4000",
    token: "${REME_TOKEN}",
  });
  assert.deepEqual(missingChanges(config, { url: "http://127.0.0.1:4000", tokenFrom: "REME_TOKEN" }), []);
});

test("every change says why", () => {
  for (const { reason } of missingChanges(
    { plugins: { slots: { memory: "reme" } } },
    { url: "http://x", tokenFrom: "T" },
  )) {
    assert.ok(reason.length > 10);
  }
});

const STATUS = {
  version: "0.1.0",
  settings: { url: "http://127.0.0.1:2333", scope: "default", hooks: true, recall: true, capture: false },
  problem: "",
  spool: { waiting: 2, bytes: 10, rejected: 0 },
};
const REACHED = { result: "ok", serverVersion: "0.3.0" };
const ALLOWED = { access: true, injection: true, slot: "memory-core" };

test("the status tells server, switches and what waits", () => {
  const { text, working } = statusText(STATUS, REACHED, ALLOWED);
  assert.equal(working, true);
  assert.match(text, /http:\/\/127\.0\.0\.1:2333 answers \(ReMe Gateway 0\.3\.0\)/);
  assert.match(text, /recall on, capture off, scope default/);
  assert.match(text, /2 events wait/);
});

test("the status tells what keeps it from working", () => {
  const blocked = statusText(STATUS, REACHED, { ...ALLOWED, access: false });
  assert.deepEqual([blocked.working, /openclaw reme setup/.test(blocked.text)], [false, true]);
  assert.match(statusText(STATUS, REACHED, { ...ALLOWED, injection: false }).text, /allowPromptInjection/);
  assert.equal(statusText(STATUS, { result: "unreachable" }, ALLOWED).working, false);
  const broken = statusText(
    { ...STATUS, settings: null, problem: "config.json is no JSON" },
    REACHED,
    ALLOWED,
  );
  assert.deepEqual([broken.working, broken.text.includes("config.json is no JSON")], [false, true]);
});
