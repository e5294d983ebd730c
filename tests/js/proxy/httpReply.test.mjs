/** @file HTTP responses, byte by byte: what delimits a body, and what makes a connection useless. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer as createTcpServer } from "node:net";
import { createServer as createTlsServer } from "node:https";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { HttpReply, NoHttp } from "../../../packages/mcp-proxy/src/httpReply.mjs";
import { Client, reason } from "./client.mjs";

/** A reply fed with these parts, and everything that it told. */
function fed(parts, { close = false } = {}) {
  const told = { head: 0, end: 0, text: "", ended: false, broken: null };
  const reply = new HttpReply({ head: () => (told.head += 1), end: () => (told.end += 1), destroy() {} });
  const chunks = [];
  reply.read({
    data: (chunk) => chunks.push(chunk),
    end: () => (told.ended = true),
    broken: (error) => (told.broken = error.code),
  });
  for (const part of parts) reply.feed(Buffer.from(part, "latin1"));
  if (close) reply.close(null);
  told.text = Buffer.concat(chunks).toString("latin1");
  return { ...told, reply };
}

const CHUNKED =
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;name=x\r\nhello\r\n1B\r\n, and twenty-six characters\r\n0\r\nTrailer: x\r\n\r\n";
const BODIES = [
  ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A: 1\r\nx-a: 2\r\n\r\nhello", "hello"],
  [CHUNKED, "hello, and twenty-six characters"],
  ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n", ""],
  ["HTTP/1.1 204 No Content\r\n\r\n", ""],
];

for (const [response, text] of BODIES) {
  test(`every way of cutting it in two gives the same: ${JSON.stringify(response.slice(0, 45))}`, () => {
    for (let cut = 0; cut <= response.length; cut += 1) {
      const found = fed([response.slice(0, cut), response.slice(cut)]);
      assert.deepEqual([found.text, found.ended, found.head, found.end], [text, true, 1, 1], `cut at ${cut}`);
      assert.equal(found.reply.reusable, true);
    }
    assert.equal(fed([...response]).text, text);
  });
}

test("headers have lower-case names, and repeated ones are joined", () => {
  const { reply } = fed([BODIES[0][0]]);
  assert.deepEqual({ ...reply.headers }, { "content-length": "5", "x-a": "1, 2" });
});

test("a body without a length ends with its connection; any other end is a break", () => {
  const open = fed(["HTTP/1.1 200 OK\r\n\r\nhel", "lo"], { close: true });
  assert.deepEqual([open.text, open.ended, open.reply.reusable], ["hello", true, false]);
  const short = fed(["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"], { close: true });
  assert.deepEqual([short.ended, short.broken], [false, "ECONNRESET"]);
  assert.equal(fed([CHUNKED.slice(0, -9)], { close: true }).broken, "ECONNRESET");
});

test("a connection is used again only when both sides agree on where the answer ended", () => {
  const again = (response) => fed([response]).reply.reusable;
  assert.equal(again("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"), false);
  assert.equal(again("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"), false);
  assert.equal(again("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n"), false);
});

const NONSENSE = [
  "SSH-2.0-OpenSSH_9.6\r\n\r\n",
  "HTTP/2 200\r\n\r\n",
  "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
  "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
  `HTTP/1.1 200 OK\r\nX: ${"x".repeat(70_000)}`,
];
for (const response of NONSENSE) {
  test(`what is no HTTP is refused: ${JSON.stringify(response.slice(0, 70))}`, () => {
    assert.throws(() => fed([response]), NoHttp);
  });
}

test("a listener that speaks something else makes a bad reply", async (t) => {
  const server = createTcpServer((socket) => socket.on("error", () => {}).end("220 mail.example ESMTP\r\n\r\n"));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const client = new Client(t, { REME_URL: `http://127.0.0.1:${server.address().port}` });
  const answer = await client.call("echo");
  assert.equal(reason(answer), "bad_reply");
  assert.match(answer.error.message, /status line/);
});

test("https: the certificate counts, and connections are kept", async (t) => {
  const file = (name) => fileURLToPath(new URL(`../../hooks/process/tls/${name}.pem`, import.meta.url));
  const options = { key: readFileSync(file("key")), cert: readFileSync(file("certificate")) };
  const ports = new Set();
  const server = createTlsServer(options, (request, response) => {
    ports.add(request.socket.remotePort);
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end('{"jsonrpc":"2.0","id":1,"result":{}}');
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const REME_URL = `https://localhost:${server.address().port}`;
  const trusting = new Client(t, { REME_URL, NODE_EXTRA_CA_CERTS: file("certificate") });
  for (let n = 0; n < 3; n += 1) {
    assert.deepEqual((await trusting.ask("ping", {}, 1)).result, {});
    trusting.lines.length = 0;
  }
  assert.equal(ports.size, 1);
  assert.equal(reason(await new Client(t, { REME_URL }).ask("ping", {}, 1)), "unreachable");
});
