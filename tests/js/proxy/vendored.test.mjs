/** @file The proxy as the Agent Plugins package ships it: which files, which versions, and that it runs there. */

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { Client, folder } from "./client.mjs";
import { FakeServer } from "./fakeServer.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PACKAGE = join(ROOT, "packages", "agent-plugin");
const SERVERS = join(PACKAGE, "servers");

/** Everything that may be vendored: settings, log and proxy. Whatever is new has to be put here on purpose. */
const ALLOWED = [
  "_vendor/reme-client/characters.js",
  "_vendor/reme-client/configuration.js",
  "_vendor/reme-client/generated/v1/configuration.js",
  "call.mjs",
  "deadline.mjs",
  "debugLog.mjs",
  "endpoint.mjs",
  "eventStream.mjs",
  "failures.mjs",
  "hostStreams.mjs",
  "httpReply.mjs",
  "mcp-proxy.mjs",
  "messages.mjs",
  "package.json",
  "proxy.mjs",
  "replyReader.mjs",
  "requestHeaders.mjs",
  "serverEvents.mjs",
  "settings.mjs",
  "slots.mjs",
  "toolCatalogue.mjs",
  "upstream.mjs",
];

function files(path) {
  return readdirSync(path, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)]))
    .sort();
}

const names = (path) => files(path).map((file) => relative(path, file).replaceAll("\\", "/"));
const json = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));

test("servers/ holds settings, log and proxy, and no spool, hook or wrapper", () => {
  assert.deepEqual(names(SERVERS), [...ALLOWED].sort());
  const foreign = /spool|hook|boundary|wrapper|capture|recall|redaction|strip/i;
  assert.deepEqual(
    names(SERVERS).filter((name) => foreign.test(name)),
    [],
  );
});

test("the copies are those of packages/mcp-proxy, below their banner", () => {
  for (const name of names(SERVERS).filter((found) => !found.startsWith("_vendor/") && found !== "package.json")) {
    const original = readFileSync(join(ROOT, "packages", "mcp-proxy", "src", name), "utf8");
    assert.ok(readFileSync(join(SERVERS, name), "utf8").endsWith(original), name);
  }
});

test("versions agree: manifest, proxy, user agent, and the API that it speaks", () => {
  const headers = readFileSync(join(SERVERS, "requestHeaders.mjs"), "utf8");
  const { version } = json(SERVERS, "package.json");
  assert.equal(json(PACKAGE, "plugin.json").version, version);
  assert.ok(headers.includes(`reme-mcp-proxy/${version}`));
  const contract = json(ROOT, "contract", "v1", "operations.json");
  assert.ok(headers.includes(`const API_VERSION = "${contract.integration_api_version}";`));
  assert.ok(headers.includes(`const VERSION_HEADER = "${contract.version_header}";`));
});

test("what mcp.json starts speaks MCP, from wherever the package was copied to", async (t) => {
  const copy = join(folder(t), "plugin with blanks");
  cpSync(PACKAGE, copy, { recursive: true });
  const [[name, entry]] = Object.entries(json(copy, "mcp.json").mcpServers);
  assert.deepEqual([name, entry.type, entry.command], ["reme", "stdio", "node"]);
  const [program] = entry.args.map((part) => part.replaceAll("${PLUGIN_ROOT}", copy));
  const server = await FakeServer.start(t);
  const client = new Client(t, { REME_URL: server.url, PLUGIN_ROOT: copy, PLUGIN_DATA: folder(t) }, [], program);
  await client.open();
  assert.deepEqual(
    (await client.ask("tools/list")).result.tools.map((tool) => tool.name),
    ["echo"],
  );
  assert.equal(await client.close(), 0);
  assert.deepEqual(names(copy), names(PACKAGE));
});
