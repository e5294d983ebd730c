/** The generic package against Agent Plugins 1.0.0, with nothing but Node.js. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../packages/agent-plugin", import.meta.url));
const SCHEMAS = "https://agent-plugins.org/schemas/1.0.0";
const FIELDS = ["$schema", "name", "version", "description", "author", "homepage", "repository"].concat([
  "license",
  "keywords",
  "extensions",
]);
const SERVER_FIELDS = {
  stdio: ["type", "command", "args", "env", "cwd"],
  "streamable-http": ["type", "url", "headers"],
};
const CREDENTIALS = /authorization|cookie|token|secret|password|api[-_]?key/i;
// Configuration, log and proxy; what hooks need has no place here.
const FOREIGN_MODULE = /spool|hook|wrapper|boundary|recall|capture|deliver|strip|redact|journal|heartbeat/i;
const IMPORT = /^\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;

const json = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => !entry.isDirectory())
  .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)).split(sep).join("/"));
const modules = files.filter((path) => /\.m?js$/.test(path));
const manifest = json("plugin.json");
const configuration = json("mcp.json");

function inside(path) {
  const whole = resolve(ROOT, path);
  return whole === ROOT || whole.startsWith(ROOT + sep);
}

function frontMatter(path) {
  const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(ROOT, path), "utf8"));
  const rows = [...front.matchAll(/^([a-z-]+): (.+)$/gm)];
  return { fields: Object.fromEntries(rows.map(([, name, value]) => [name, value])), body };
}

test("the manifest is of version 1.0.0 and has its fields only", () => {
  assert.equal(manifest.$schema, `${SCHEMAS}/plugin.schema.json`);
  assert.deepEqual(
    Object.keys(manifest).filter((name) => !FIELDS.includes(name)),
    [],
  );
  assert.match(manifest.name, /^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/);
  assert.match(manifest.version, /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/);
  for (const name of ["version", "description", "license"]) assert.equal(typeof manifest[name], "string");
  assert.deepEqual(
    Object.keys(manifest.author).filter((name) => !["name", "email", "url"].includes(name)),
    [],
  );
  assert.ok(manifest.keywords.every((word) => typeof word === "string"));
});

test("the minimum API version stands in a namespace of ours", () => {
  const [[namespace, values], ...others] = Object.entries(manifest.extensions);
  assert.deepEqual(others, []);
  assert.match(namespace, /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
  assert.match(values.minimum_api_version, /^\d+\.\d+$/);
});

test("mcp.json is of the manifest's version and declares servers of a known form", () => {
  assert.deepEqual(Object.keys(configuration).sort(), ["$schema", "mcpServers"]);
  assert.equal(configuration.$schema, `${SCHEMAS}/mcp.schema.json`);
  const servers = Object.entries(configuration.mcpServers);
  assert.ok(servers.length > 0);
  for (const [name, server] of servers) {
    const known = SERVER_FIELDS[server.type];
    assert.ok(known, `${name} is of type ${server.type}`);
    assert.deepEqual(
      Object.keys(server).filter((field) => !known.includes(field)),
      [],
    );
    const carried = Object.keys({ ...server.headers, ...server.env });
    assert.deepEqual(
      carried.filter((key) => CREDENTIALS.test(key) || key.startsWith("PLUGIN_")),
      [],
    );
  }
});

test("a command is one word, and files below ${PLUGIN_ROOT} are there", () => {
  for (const server of Object.values(configuration.mcpServers)) {
    assert.match(server.command, /^[^\s${}/\\]+$/);
    for (const word of server.args) {
      if (!word.includes("${PLUGIN_ROOT}")) continue;
      const path = word.replace("${PLUGIN_ROOT}", ROOT);
      assert.ok(inside(path), word);
      assert.ok(lstatSync(path).isFile(), word);
    }
  }
});

test("each skill is named as its folder, is described, and its links lead somewhere", () => {
  const skills = readdirSync(join(ROOT, "skills"));
  assert.ok(skills.length > 0);
  for (const name of skills) {
    const { fields, body } = frontMatter(`skills/${name}/SKILL.md`);
    assert.equal(fields.name, name);
    assert.match(name, /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);
    assert.ok(fields.description.length >= 1 && fields.description.length <= 1024);
    assert.match(fields.compatibility, /Node\.js 18/);
    const links = [...body.matchAll(/\]\(([^)\s#]+)/g)].map(([, target]) => target);
    for (const target of links.filter((found) => !/^[a-z]+:/.test(found))) {
      assert.ok(inside(join("skills", name, target)));
      assert.ok(existsSync(join(ROOT, "skills", name, target)), target);
    }
  }
});

test("every module parses, and imports Node.js or a file of the package", () => {
  assert.ok(modules.includes("servers/mcp-proxy.mjs"));
  for (const path of modules) {
    const done = spawnSync(process.execPath, ["--check", join(ROOT, path)], { encoding: "utf8" });
    assert.equal(done.status, 0, done.stderr);
    for (const [, still, later] of readFileSync(join(ROOT, path), "utf8").matchAll(IMPORT)) {
      const wanted = still ?? later;
      if (wanted.startsWith("node:")) continue;
      assert.match(wanted, /^\.{1,2}\//, `${path} imports ${wanted}`);
      const target = join(dirname(path), wanted);
      assert.ok(inside(target) && files.includes(target.split(sep).join("/")), `${path} imports ${wanted}`);
    }
  }
});

test("configuration, log and proxy are all that is vendored", () => {
  assert.deepEqual(
    modules.filter((path) => FOREIGN_MODULE.test(path)),
    [],
  );
  for (const name of ["spool.mjs", "hook.js", "recallWrapper.mjs"]) assert.match(name, FOREIGN_MODULE);
});

test("the proxy answers in a clean environment, with no home and no configuration", () => {
  const [server] = Object.values(configuration.mcpServers);
  const words = server.args.map((word) => word.replace("${PLUGIN_ROOT}", ROOT));
  const done = spawnSync(process.execPath, words, {
    cwd: ROOT,
    env: { PLUGIN_ROOT: ROOT, PLUGIN_DATA: join(ROOT, "none"), REME_URL: "http://127.0.0.1:9" },
    input: '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
    encoding: "utf8",
  });
  assert.equal(done.status, 0, done.stderr);
  const replies = done.stdout.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(replies.length, 1);
  assert.equal(replies[0].id, 1);
  assert.equal(done.stderr, "");
});
