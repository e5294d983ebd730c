/** What users of `@agentscope-ai/reme-client` get: these files, these exports, types that hold. */

import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

import { pack, ROOT, run, temporaryFolder, tool } from "./npmPackage.mjs";

const PACKAGE = join(ROOT, "packages", "js-client");
const MANIFEST = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
const CONSUMER = new URL("./consumer.ts", import.meta.url);
const ALLOWED = [
  /^(LICENSE|README\.md|package\.json)$/,
  /^src\/[a-zA-Z]+\.(js|d\.ts)$/,
  /^src\/client\/[a-zA-Z]+\.(js|d\.ts)$/,
  /^src\/runtime\/[a-zA-Z]+\.(js|d\.ts)$/,
  /^src\/generated\/v1\/[a-z]+\.(js|d\.ts)$/,
];

/** The package in a project of its own, from its archive and without a network. */
const { folder, paths, inside } = installed();

function installed() {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  const { file, paths } = pack(PACKAGE, folder);
  run("npm", ["install", "--no-audit", "--no-fund", file], folder);
  return { folder, paths, inside: join(folder, "node_modules", MANIFEST.name) };
}

test("the archive holds the package, and only that", () => {
  assert.deepEqual(paths.filter((path) => !ALLOWED.some((pattern) => pattern.test(path))), []);
  const sources = readdirSync(join(PACKAGE, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(PACKAGE.length + 1));
  assert.deepEqual(sources.filter((path) => !paths.includes(path)), []);
  for (const path of paths) {
    const text = readFileSync(join(inside, path), "utf8");
    assert.ok(!text.includes(ROOT) && !text.includes(`${homedir()}/`), path);
  }
});

test("the licence is the repository's", () => {
  assert.equal(readFileSync(join(inside, "LICENSE"), "utf8"), readFileSync(join(ROOT, "LICENSE"), "utf8"));
});

test("the manifest asks for nothing but Node.js, and names the API version", () => {
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies", "scripts"]) {
    assert.equal(MANIFEST[kind], undefined, kind);
  }
  assert.equal(MANIFEST.engines.node, ">=20");
  assert.match(MANIFEST.reme.minimumApiVersion, /^1\.[0-9]+$/);
});

test("publint finds nothing to say", () => {
  run(process.execPath, [join(tool("publint"), "src", "cli.js"), "--strict", "--pack", "npm"], PACKAGE);
});

test("the types hold for a project with and without Node's own", () => {
  cpSync(CONSUMER, join(folder, "consumer.ts"));
  cpSync(tool("@types/node"), join(folder, "node_modules", "@types", "node"), { recursive: true });
  cpSync(tool("undici-types"), join(folder, "node_modules", "undici-types"), { recursive: true });
  const strict = { noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: "es2022" };
  for (const project of [
    { module: "nodenext", lib: ["es2022"], types: ["node"] },
    { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"], types: [] },
  ]) {
    const configuration = { compilerOptions: { ...strict, ...project }, files: ["consumer.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
    run(process.execPath, [join(tool("typescript"), "bin", "tsc"), "--project", "."], folder);
  }
});

test("every export exists, with its types", async () => {
  for (const [name, target] of Object.entries(MANIFEST.exports)) {
    if (typeof target === "string" || name.includes("*")) continue;
    await import(pathToFileURL(join(inside, target.default)).href);
    readFileSync(join(inside, target.types));
  }
  const { VERSION } = await import(pathToFileURL(join(inside, MANIFEST.exports["."].default)).href);
  assert.equal(VERSION, MANIFEST.version);
});

test("the client brings neither validators nor hosts nor text rules along", () => {
  const own = readdirSync(join(PACKAGE, "src", "client")).filter((name) => name.endsWith(".js"));
  const generated = ["calls", "configuration", "errors", "limits", "operations", "placeholders"];
  const wanted = [
    "characters.js",
    "configuration.js",
    "truncation.js",
    ...own.map((name) => `client/${name}`),
    ...generated.map((name) => `generated/v1/${name}.js`),
  ];
  assert.deepEqual([...closure("client/index.js")].sort(), wanted.sort());
});

/** What a module of ours imports, and what that imports. */
function closure(entry, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  const text = readFileSync(join(PACKAGE, "src", entry), "utf8");
  for (const [, path] of text.matchAll(/^(?:import|export)\b[^;]*?from "(\.[^"]+)";/gm)) {
    closure(posix.join(posix.dirname(entry), path), found);
  }
  return found;
}
