/** Reading the files of the configuration chain; which value wins is in the vectors. */

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";

import { load } from "../../../packages/js-client/src/configuration.js";
import { SETTINGS } from "../../../packages/js-client/src/generated/v1/hooks.js";

/** A test with a home folder of its own. */
function inHome(name, check) {
  test(name, () => {
    const home = mkdtempSync(join(tmpdir(), "reme-home-"));
    try {
      check(home, (path, content) => write(join(home, path), content));
    } finally {
      rmSync(home, { recursive: true });
    }
  });
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

function scope(home, environment = {}, places = {}) {
  const { value, origin } = load({}, environment, home, places).scope;
  return [value, origin];
}

inHome("without files everything is default", (home) => {
  assert.deepEqual(new Set(Object.values(load({}, {}, home)).map(({ origin }) => origin)), new Set(["default"]));
});

inHome("the plugin's folder wins over the user's file, and that over the server's", (home, file) => {
  const server = file("server.json", '{"scope": "server"}');
  assert.deepEqual(scope(home, {}, { serverFile: server }), ["server", `file ${server}`]);
  const user = file(".reme/config.json", '{"scope": "user"}');
  assert.deepEqual(scope(`${home}/`, {}, { serverFile: server }), ["user", `file ${user}`]);
  const plugin = file("plugin/config.json", '\ufeff// mine\n{"scope": "plugin"}');
  assert.deepEqual(scope(home, {}, { pluginFolder: join(home, "plugin") }), ["plugin", `file ${plugin}`]);
});

inHome("a named file replaces the user's own and must exist", (home, file) => {
  file(".reme/config.json", '{"scope": "user"}');
  const named = file("other.json", '{"scope": "named"}');
  assert.deepEqual(scope(home, { REME_CONFIG_FILE: named }), ["named", `file ${named}`]);
  assert.equal(load({ config_file: named }, { REME_CONFIG_FILE: "/nowhere" }, home).scope.value, "named");
  assert.throws(() => scope(home, { REME_CONFIG_FILE: join(home, "nowhere.json") }), {
    code: "file_unreadable",
    message: /nowhere\.json cannot be read/,
  });
});

for (const [what, content, code] of [
  ["bytes that are no UTF-8", Buffer.from('{"scope": "\xff"}', "latin1"), "file_unreadable"],
  ["more than the bound", `{"scope": "${"a".repeat(1 << 20)}"}`, "file_unreadable"],
  ["half an object", "{", "file_invalid"],
  ["very deep JSON", "[".repeat(200_000), "file_invalid"],
  ["a word that is no JSON", '{"scope": NaN}', "file_invalid"],
]) {
  inHome(`a file with ${what} is named`, (home, file) => {
    const path = file(".reme/config.json", content);
    assert.throws(
      () => load({}, {}, home),
      (error) => error.code === code && error.message.includes(path),
    );
  });
}

inHome("a folder in the place of a file is named", (home) => {
  mkdirSync(join(home, ".reme/config.json"), { recursive: true });
  assert.throws(() => load({}, {}, home), { code: "file_unreadable" });
});

inHome("settings of the hooks come from the same files", (home, file) => {
  const path = file(".reme/config.json", '{"max_chars": "1200"}');
  assert.deepEqual(load({}, {}, home, { specs: SETTINGS }).max_chars, { value: 1200, origin: `file ${path}` });
});
