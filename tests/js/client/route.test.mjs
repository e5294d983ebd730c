/** Loopback is always reached directly; everything else as the proxy variables say. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import https from "node:https";
import net from "node:net";
import test from "node:test";
import { inspect } from "node:util";

import { isLoopback, proxyFor } from "../../../packages/js-client/src/client/route.js";
import { clientOf, rejection, VERSION_REPLY } from "./asking.mjs";
import { answer, closedPort, serve } from "./stubServer.mjs";

const NAMES = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
const PROXY = "http://proxy.example:3128";
const TLS = new URL("../../hooks/process/tls/", import.meta.url);
const [cert, key] = ["certificate.pem", "key.pem"].map((name) => readFileSync(new URL(name, TLS)));

const routeOf = (url, environment) => proxyFor(new URL(url), environment)?.origin ?? null;

test("loopback ignores every proxy variable", async (t) => {
  const dead = `http://127.0.0.1:${await closedPort()}`;
  const environment = Object.fromEntries(NAMES.map((name) => [name, dead]));
  const server = await serve(t, answer(200, VERSION_REPLY));
  for (const host of ["127.0.0.1", "localhost"]) {
    const client = clientOf(t, { url: `http://${host}:${server.port}`, environment });
    assert.equal(client.route, "direct");
    assert.equal((await client.version()).version, "9.9");
  }
});

test("another host goes through the proxy with its credentials", async (t) => {
  const proxy = await serve(t, answer(200, VERSION_REPLY));
  const environment = { HTTP_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` };
  const client = clientOf(t, { url: "http://memory.example:2333/team", environment });
  assert.equal((await client.version()).version, "9.9");
  const [sent] = proxy.requests;
  assert.equal(sent.target, "http://memory.example:2333/team/version");
  assert.equal(sent.headers.host, "memory.example:2333");
  assert.equal(sent.headers["proxy-authorization"], "Basic bWU6cEBzcw==");
});

test("a dead proxy is named, without its credentials", async (t) => {
  const port = await closedPort();
  const environment = { ALL_PROXY: `http://user:hush@127.0.0.1:${port}` };
  for (const url of ["http://memory.example", "https://memory.example"]) {
    const error = await rejection(clientOf(t, { url, environment }).version());
    assert.equal(error.name, "ConnectionFailedError");
    assert.ok(error.message.includes(`through http://127.0.0.1:${port}`), error.message);
    assert.match(error.hint, /NO_PROXY/);
    assert.doesNotMatch(inspect(error), /hush/);
  }
});

test("a refusing proxy is told apart", async (t) => {
  const proxy = await serve(t, answer(407, "", { "Reme-Api-Version": null }));
  const client = clientOf(t, { url: "https://memory.example", environment: { HTTPS_PROXY: proxy.url } });
  const error = await rejection(client.version());
  assert.equal(error.name, "ConnectionFailedError");
  assert.match(error.message, /407/);
  assert.match(error.hint, /NO_PROXY/);
  assert.deepEqual(new Set(proxy.requests.map(({ method }) => method)), new Set(["CONNECT"]));
  assert.equal(proxy.requests[0].target, "memory.example:443");
});

test("a proxy that never opens the tunnel ends with the deadline", async (t) => {
  const proxy = await serve(t, () => true);
  const client = clientOf(t, { url: "https://memory.example", environment: { HTTPS_PROXY: proxy.url } });
  assert.equal((await rejection(client.version({ timeoutMs: 300 }))).name, "RequestTimeoutError");
});

/** An https server for `localhost`, whose certificate these tests know. */
async function tlsServer(t) {
  const server = https.createServer({ cert, key }, (_request, response) => {
    response.setHeader("Reme-Api-Version", "1.0").end(JSON.stringify(VERSION_REPLY));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return server.address().port;
}

test("a certificate is checked, and one of the caller's own is taken", async (t) => {
  const url = `https://localhost:${await tlsServer(t)}`;
  const error = await rejection(clientOf(t, { url }).version());
  assert.equal(error.name, "ConnectionFailedError");
  assert.match(error.message, /cannot be reached \(direct, [A-Z_]+\)/);
  const client = clientOf(t, { url, tls: { ca: cert } });
  assert.equal((await client.version()).version, "9.9");
  assert.equal((await client.version()).version, "9.9");
});

test("https goes through a tunnel, and the proxy's credentials stay with the proxy", async (t) => {
  const port = await tlsServer(t);
  const heads = [];
  const proxy = net.createServer((socket) => {
    socket.once("data", (head) => {
      heads.push(head.toString());
      const upstream = net.connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Established\r\n\r\n");
        socket.pipe(upstream).pipe(socket);
      });
      for (const end of [socket, upstream]) end.on("error", () => undefined);
    });
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.after(() => proxy.close());
  const environment = { HTTPS_PROXY: `http://me:hush@127.0.0.1:${proxy.address().port}` };
  const options = { environment, tls: { ca: cert }, token: "secret-token" };
  const client = clientOf(t, { ...options, url: "https://memory.invalid" });
  assert.equal((await client.version()).version, "9.9");
  assert.match(heads[0], /^CONNECT memory\.invalid:443 HTTP\/1\.1\r\n/);
  assert.match(heads[0], /Proxy-Authorization: Basic bWU6aHVzaA==\r\n/i);
  assert.doesNotMatch(heads[0], /secret-token/);
  const error = await rejection(clientOf(t, { ...options, url: "https://memory.example" }).version());
  assert.match(error.message, /ERR_TLS_CERT_ALTNAME_INVALID/);
});

test("a client tells its route without credentials", (t) => {
  const environment = { HTTP_PROXY: "http://me:hush@proxy.example:3128" };
  const client = clientOf(t, { url: "http://memory.example", environment });
  assert.equal(client.route, "through http://proxy.example:3128");
  assert.doesNotMatch(inspect(client), /hush/);
});

for (const value of [
  "ftp://proxy.example",
  "http://",
  "http://proxy.example:99999",
  "socks5://proxy.example:1080",
  "http://%zz@proxy.example",
]) {
  test(`${value} is no proxy`, (t) => {
    const options = { url: "http://memory.example", environment: { ALL_PROXY: value } };
    assert.throws(() => clientOf(t, options), { name: "ConfigurationError", code: "configuration_invalid" });
    assert.equal(clientOf(t, { environment: { ALL_PROXY: value } }).route, "direct");
  });
}

for (const [host, expected] of [
  ["127.0.0.1", true],
  ["127.9.8.7", true],
  ["localhost", true],
  ["LOCALHOST.", true],
  ["reme.localhost", true],
  ["::1", true],
  ["[::1]", true],
  ["::ffff:127.0.0.1", true],
  ["[::ffff:7f00:1]", true],
  ["0.0.0.0", false],
  ["10.0.0.1", false],
  ["localhost.example", false],
  ["127.0.0.1.example", false],
  ["::ffff:10.0.0.1", false],
  ["", false],
]) {
  test(`${JSON.stringify(host)} is ${expected ? "" : "not "}loopback`, () => assert.equal(isLoopback(host), expected));
}

for (const [url, environment, expected] of [
  ["http://memory.example", {}, null],
  ["http://memory.example", { http_proxy: PROXY }, PROXY],
  ["http://memory.example", { HTTP_PROXY: PROXY }, PROXY],
  ["http://memory.example", { HTTPS_PROXY: PROXY }, null],
  ["https://memory.example", { HTTPS_PROXY: PROXY }, PROXY],
  ["https://memory.example", { ALL_PROXY: PROXY }, PROXY],
  ["http://memory.example", { http_proxy: PROXY, HTTP_PROXY: "http://other.example:1" }, PROXY],
  ["http://memory.example", { HTTP_PROXY: PROXY, REQUEST_METHOD: "GET" }, null],
  ["http://memory.example", { HTTP_PROXY: "proxy.example:3128" }, PROXY],
  ["http://memory.example", { HTTP_PROXY: "http://proxy.example" }, "http://proxy.example:80"],
  ["http://memory.example", { ALL_PROXY: "https://[fd00::2]" }, "https://[fd00::2]:443"],
  ["http://127.0.0.1:2333", { HTTP_PROXY: PROXY, NO_PROXY: "" }, null],
  ["http://[::1]:2333", { ALL_PROXY: PROXY }, null],
]) {
  test(`${url} with ${JSON.stringify(environment)} goes ${expected ?? "directly"}`, () => {
    assert.equal(routeOf(url, environment), expected);
  });
}

for (const [url, rules, bypassed] of [
  ["http://memory.team.example:2333", "memory.team.example", true],
  ["http://memory.team.example:2333", "team.example", true],
  ["http://memory.team.example:2333", ".team.example", true],
  ["http://memory.team.example:2333", "*.team.example", true],
  ["http://memory.team.example:2333", "other.example, MEMORY.TEAM.EXAMPLE", true],
  ["http://memory.team.example:2333", "memory.team.example:2333", true],
  ["http://memory.team.example:2333", "memory.team.example:80", false],
  ["http://memory.team.example:2333", "*", true],
  ["http://memory.team.example:2333", "eam.example", false],
  ["http://memory.team.example:2333", "memory", false],
  ["http://memory.team.example:2333", "", false],
  ["http://memory.example", "memory.example:80", true],
  ["http://10.1.2.3", "10.0.0.0/8", true],
  ["http://11.1.2.3", "10.0.0.0/8", false],
  ["http://memory.example", "10.0.0.0/8", false],
  ["http://[fd00::5]:2333", "fd00::/8", true],
  ["http://[fd00::5]:2333", "fd00::5", true],
  ["http://[fd00::5]:2333", "[fd00::5]:2333", true],
  ["http://[fd00::5]:2333", "[fd00::5]:80", false],
  ["http://10.1.2.3", "10.0.0.0/99", false],
]) {
  test(`NO_PROXY ${JSON.stringify(rules)} ${bypassed ? "lets" : "does not let"} ${url} go directly`, () => {
    assert.equal(routeOf(url, { HTTP_PROXY: PROXY, no_proxy: rules }) === null, bypassed);
  });
}
