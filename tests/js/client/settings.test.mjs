/** Options, environment, files and defaults: the first that is set, and where it came from. */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";

import { resolve } from "../../../packages/js-client/src/configuration.js";
import { ReMeClient } from "../../../packages/js-client/src/client/index.js";
import { homeOf } from "./asking.mjs";

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const configOf = (options) => new ReMeClient(options).config;

test("defaults need no file", (t) => {
  const config = configOf({ environment: { HOME: homeOf(t) } });
  assert.deepEqual([config.url, config.token, config.scopeId], ["http://127.0.0.1:2333", null, "default"]);
  assert.equal(config.timeoutMs, null);
  assert.deepEqual(new Set(Object.values(config.origins)), new Set(["default"]));
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.origins));
});

test("each layer wins over the next", (t) => {
  const home = homeOf(t);
  const server = { host: "127.0.0.1", port: 4000, token: "of-the-server" };
  const serverFile = write(join(home, ".reme/server.json"), server);
  const file = { url: "http://127.0.0.1:3000", scope: "of-file", timeout_ms: 7000 };
  const user = write(join(home, ".reme/config.json"), file);
  const environment = { HOME: home, REME_SCOPE: "of-environment", REME_TIMEOUT_MS: "8000" };

  const config = configOf({ environment, timeoutMs: 9000 });

  assert.equal(config.url, "http://127.0.0.1:3000");
  assert.deepEqual([config.token, config.scopeId, config.timeoutMs], ["of-the-server", "of-environment", 9000]);
  assert.deepEqual(config.origins, {
    url: `file ${user}`,
    token: `file ${serverFile}`,
    scopeId: "environment variable REME_SCOPE",
    timeoutMs: "option timeoutMs",
  });
});

test("a named file replaces the user's", (t) => {
  const home = homeOf(t);
  write(join(home, ".reme/config.json"), { scope: "users" });
  const configFile = write(join(home, "other.json"), { scope: "others" });
  assert.equal(configOf({ environment: { HOME: home }, configFile }).scopeId, "others");
  assert.equal(configOf({ environment: { HOME: home, REME_CONFIG_FILE: configFile } }).scopeId, "others");
});

test("an address is made usable, and a deadline is brought into its bounds", (t) => {
  const environment = { HOME: homeOf(t), REME_BASE_URL: "http://0.0.0.0:2333/reme//", REME_TIMEOUT_MS: "5" };
  const config = configOf({ environment });
  assert.deepEqual([config.url, config.timeoutMs], ["http://127.0.0.1:2333/reme", 1000]);
});

for (const [options, variables, named] of [
  [{ url: "127.0.0.1:2333" }, {}, "option url"],
  [{ url: "http://me:hush@127.0.0.1" }, {}, "option url"],
  [{ url: "http://hush%zz:1" }, {}, "option url"],
  [{}, { REME_URL: "ftp://hush.example" }, "REME_URL"],
  [{ token: "hush\r\nX-Header: 1" }, {}, "option token"],
  [{}, { REME_TOKEN: "hush hush" }, "REME_TOKEN"],
  [{}, { REME_TIMEOUT_MS: "hush" }, "REME_TIMEOUT_MS"],
  [{ timeoutMs: -1 }, {}, "option timeoutMs"],
  [{ configFile: "/nowhere/config.json" }, {}, "/nowhere/config.json"],
]) {
  test(`an unusable value is named and not repeated: ${named} ${JSON.stringify([options, variables])}`, (t) => {
    assert.throws(
      () => configOf({ environment: { HOME: homeOf(t), ...variables }, ...options }),
      (error) => {
        assert.deepEqual([error.name, error.code], ["ConfigurationError", "configuration_invalid"]);
        assert.ok(error.message.includes(named), error.message);
        assert.doesNotMatch(error.message, /hush/);
        return true;
      },
    );
  });
}

test("a file that is no JSON is named", (t) => {
  const home = homeOf(t);
  const path = write(join(home, ".reme/config.json"), '{"token": "hush"');
  assert.throws(
    () => configOf({ environment: { HOME: home } }),
    (error) => error.message.includes(path) && !error.message.includes("hush"),
  );
});

test("settings that are resolved already are taken as they are, and no file is read", (t) => {
  const home = homeOf(t);
  write(join(home, ".reme/config.json"), "no JSON at all");
  const settings = resolve({ url: "http://127.0.0.1:7", timeout_ms: 2500 }, { REME_SCOPE: "mine" }, []);
  const config = configOf({ environment: { HOME: home }, settings, url: "http://ignored.example" });
  assert.deepEqual([config.url, config.scopeId, config.timeoutMs], ["http://127.0.0.1:7", "mine", 2500]);
  assert.equal(config.origins.scopeId, "environment variable REME_SCOPE");
});

test("the process's environment is the default", (t) => {
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
  });
  process.env.HOME = process.env.USERPROFILE = homeOf(t);
  process.env.REME_SCOPE = "from-the-process";
  assert.equal(configOf({}).scopeId, "from-the-process");
});
