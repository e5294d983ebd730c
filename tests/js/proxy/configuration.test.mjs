/** @file Where address and token come from, and what happens when they change. */

import assert from "node:assert/strict";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";

import { Client, folder, reason } from "./client.mjs";
import { FakeServer } from "./fakeServer.mjs";

function write(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
}

/** A home with a configuration file. */
function home(t, settings) {
  const path = folder(t);
  const file = join(path, ".reme", "config.json");
  write(file, settings);
  return { home: path, file };
}

const named = (server, name) =>
  (server.respond = (incoming) => {
    if (incoming.message?.method !== "tools/call") return false;
    incoming.result({ from: name });
    return true;
  });

async function two(t) {
  const [one, other] = [await FakeServer.start(t), await FakeServer.start(t)];
  named(one, "one");
  named(other, "other");
  return [one, other];
}

const from = async (client) => (await client.call("echo")).result?.from;

test("environment, plugin's own data, the user's file, the server's own, in this order", async (t) => {
  const servers = await Promise.all(
    ["environment", "plugin", "user", "server"].map(async (name) => {
      const server = await FakeServer.start(t, { withSessions: false });
      named(server, name);
      return server;
    }),
  );
  const [environment, plugin, user, own] = servers;
  const { home: path } = home(t, { url: user.url });
  write(join(path, ".reme", "server.json"), { host: "127.0.0.1", port: own.port });
  const data = folder(t);
  write(join(data, "config.json"), { url: `${plugin.url}///` });
  const asked = async (variables) => from(new Client(t, variables));
  assert.equal(await asked({ HOME: path, PLUGIN_DATA: data, REME_URL: environment.url }), "environment");
  assert.equal(await asked({ HOME: path, PLUGIN_DATA: data }), "plugin");
  assert.equal(await asked({ HOME: path }), "user");
  rmSync(join(path, ".reme", "config.json"));
  assert.equal(await asked({ HOME: path }), "server");
  const elsewhere = join(data, "elsewhere.json");
  write(elsewhere, { url: user.url.replace("127.0.0.1", "0.0.0.0") });
  assert.equal(await asked({ HOME: path, REME_CONFIG_FILE: elsewhere }), "user");
});

test("F6, T4: an edited address is used by the next request, with a session of its own", async (t) => {
  const [one, other] = await two(t);
  const { home: HOME, file } = home(t, { url: one.url });
  const client = new Client(t, { HOME });
  await client.open();
  assert.equal(await from(client), "one");
  write(file, { url: other.url });
  assert.equal(await from(client), "other");
  assert.deepEqual(
    other.seen.map(({ message }) => message?.method),
    ["initialize", "notifications/initialized", "tools/call"],
  );
  // The session that nobody uses any more is ended.
  await one.until(({ verb }) => verb === "DELETE");
});

test("F6, T4: an edit after the connection was refused is seen while the old address is down", async (t) => {
  const [one, other] = await two(t);
  const { home: HOME, file } = home(t, { url: one.url });
  const client = new Client(t, { HOME });
  await client.open();
  await one.stop();
  // A request on a connection that is being closed at this moment may have been carried out: another error.
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(reason(await client.call("echo")), "unreachable");
  write(file, { url: other.url });
  assert.equal(await from(client), "other");
});

test("T4: an edit while a call runs leaves that call where it is", async (t) => {
  const [one, other] = await two(t);
  const { home: HOME, file } = home(t, { url: one.url });
  const client = new Client(t, { HOME });
  await client.open();
  one.respond = ({ message }) => message?.method === "tools/call";
  const running = client.call("slow");
  const incoming = await one.untilMethod("tools/call");
  write(file, { url: other.url });
  assert.equal(await from(client), "other");
  assert.equal(one.verbs("DELETE").length, 0);
  incoming.result({ from: "one, late" });
  assert.equal((await running).result.from, "one, late");
  await one.until(({ verb }) => verb === "DELETE");
});

/** A server that wants a token. */
function guarded(server, token) {
  server.respond = (incoming) => {
    if (incoming.headers.authorization === `Bearer ${token}`) return false;
    incoming.status(401);
    return true;
  };
}

test("T4: a token that is corrected while the server refuses is used at once, and the call repeated", async (t) => {
  const server = await FakeServer.start(t);
  const { home: HOME, file } = home(t, { url: server.url, token: "first-token" });
  const client = new Client(t, { HOME });
  await client.open();
  server.respond = (incoming) => {
    if (incoming.headers.authorization === "Bearer second-token") return false;
    write(file, { url: server.url, token: "second-token" });
    incoming.status(401);
    return true;
  };
  assert.equal((await client.call("echo")).error, undefined);
  assert.equal(server.got("tools/call").length, 2);
});

test("an unchanged wrong token is an error that names file and variable, and nothing that belongs to a timeout", async (t) => {
  const server = await FakeServer.start(t);
  guarded(server, "right-token");
  const { home: HOME, file } = home(t, { url: server.url, token: "wrong-token" });
  const answer = await new Client(t, { HOME }).ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
  });
  assert.equal(answer.error.code, 2401);
  assert.equal(answer.error.data.status, 401);
  assert.equal(answer.error.data.credentialSource, `file ${file}`);
  assert.ok(answer.error.message.includes(file) && answer.error.message.includes("REME_TOKEN"));
  assert.doesNotMatch(JSON.stringify(answer), /\/health|REME_TIMEOUT_MS|wrong-token/);
  assert.equal(server.got("initialize").length, 1);
});

test("without any token the error says that none is set", async (t) => {
  const server = await FakeServer.start(t);
  guarded(server, "right-token");
  const answer = await new Client(t, { REME_URL: server.url }).ask("ping");
  assert.equal(answer.error.data.credentialSource, null);
  assert.match(answer.error.message, /No token is set/);
  const told = new Client(t, { REME_URL: server.url, REME_TOKEN: "right-token" });
  assert.equal((await told.open()).error, undefined);
});

test("T4: a file that is half written for a moment is waited for", async (t) => {
  const [one, other] = await two(t);
  const { home: HOME, file } = home(t, { url: one.url });
  const client = new Client(t, { HOME });
  await client.open();
  write(file, `{"url": "${other.url}`);
  const answer = from(client);
  setTimeout(() => write(file, { url: other.url }), 40);
  assert.equal(await answer, "other");
});

test("T4: a file that stays broken is an error naming it, and no silent default; corrected, it works", async (t) => {
  const server = await FakeServer.start(t, { withSessions: false });
  const { home: HOME, file } = home(t, "{broken");
  const client = new Client(t, { HOME });
  const answer = await client.ask("ping");
  assert.equal(answer.error.code, 2400);
  assert.equal(answer.error.data.problem, "file_invalid");
  assert.ok(answer.error.message.includes(file));
  write(file, { url: server.url });
  assert.deepEqual((await client.ask("ping")).result, {});
});

test("T4: files that appear, disappear, or are replaced by one of the same size and time are noticed", async (t) => {
  const [one, other] = await two(t);
  const HOME = folder(t);
  const file = join(HOME, ".reme", "config.json");
  write(join(HOME, ".reme", "server.json"), { port: one.port });
  const client = new Client(t, { HOME });
  await client.open();
  assert.equal(await from(client), "one");
  write(file, { url: other.url });
  assert.equal(await from(client), "other");
  const next = `${file}.next`;
  write(next, { url: one.url });
  renameSync(next, file);
  assert.equal(await from(client), "one");
  rmSync(file);
  write(join(HOME, ".reme", "server.json"), { port: other.port });
  assert.equal(await from(client), "other");
});

test("a longer time limit is in force without a new session", async (t) => {
  const server = await FakeServer.start(t);
  const { home: HOME, file } = home(t, { url: server.url });
  const client = new Client(t, { HOME });
  await client.open();
  write(file, { url: server.url, timeout_ms: 20_000 });
  assert.equal((await client.call("echo")).error, undefined);
  assert.equal(server.got("initialize").length, 1);
});

test("an address with a user name, or plain http to another machine, is refused before anything is sent", async (t) => {
  const withUser = await new Client(t, { REME_URL: "http://someone:hidden@127.0.0.1:1" }).ask("ping");
  assert.equal(withUser.error.code, 2400);
  assert.doesNotMatch(JSON.stringify(withUser), /someone|hidden/);
  const plain = await new Client(t, { REME_URL: "http://192.0.2.1:2333" }).ask("ping");
  assert.equal(plain.error.code, 2400);
  assert.match(plain.error.message, /REME_ALLOW_PLAIN_HTTP/);
  for (const loopback of ["http://localhost:9", "http://127.1.2.3:9", "http://[::1]:9"]) {
    assert.equal(reason(await new Client(t, { REME_URL: loopback }).ask("ping")), "unreachable", loopback);
  }
});

test("T13: proxy variables mean nothing, also where Node.js would follow them", async (t) => {
  const server = await FakeServer.start(t, { withSessions: false });
  const dead = "http://127.0.0.1:9";
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
  const variables = Object.fromEntries(names.map((name) => [name, dead]));
  const client = new Client(t, { REME_URL: server.url, NODE_USE_ENV_PROXY: "1", ...variables });
  assert.deepEqual((await client.ask("ping")).result, {});
});

const SCOPED = { type: "object", properties: { query: { type: "string" }, scope_id: { type: "string" } } };

test("F15: the scope comes from the settings and goes to the tools that know scopes, never from the folder", async (t) => {
  const tools = [
    { name: "find", inputSchema: SCOPED },
    { name: "plain", inputSchema: { type: "object", properties: {} } },
  ];
  const server = await FakeServer.start(t, { tools });
  const client = new Client(t, { REME_URL: server.url, REME_SCOPE: "work" });
  await client.open();
  await client.call("find", { query: "a" });
  await client.call("find", { query: "a", scope_id: "other" });
  await client.call("plain", {});
  const sent = server.got("tools/call").map(({ message }) => message.params.arguments);
  assert.deepEqual(sent, [{ query: "a", scope_id: "work" }, { query: "a", scope_id: "other" }, {}]);
  const plain = new Client(t, { REME_URL: server.url });
  await plain.open();
  await plain.call("find", { query: "b" });
  assert.deepEqual(server.got("tools/call").at(-1).message.params.arguments, { query: "b" });
  assert.ok(server.seen.every(({ text, headers }) => !(text + JSON.stringify(headers)).includes(client.home)));
});

test("a scrubbed environment is enough: the plugin's folder alone", async (t) => {
  const server = await FakeServer.start(t, { withSessions: false });
  const data = folder(t);
  write(join(data, "config.json"), { url: server.url });
  const client = new Client(t, { HOME: "/nonexistent", PLUGIN_DATA: data });
  assert.deepEqual((await client.ask("ping")).result, {});
});
