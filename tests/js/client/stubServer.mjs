/** A loopback server that misbehaves on purpose: each request is met by the next act of a script. */

import net from "node:net";

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * One request as it came over the wire; header names are lower-case.
 * @typedef {{method: string, target: string, headers: Record<string, string>, body: Buffer, document: any}} Received
 * @typedef {(socket: net.Socket, received: Received) => boolean | void} Act returns whether the connection stays open
 */

/** A well-formed answer; a header that is null is left out. */
export function answer(status, body, headers = {}) {
  const content = Buffer.isBuffer(body) || typeof body === "string" ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const named = { "Content-Type": "application/json", "Reme-Api-Version": "1.0", ...headers };
  const lines = Object.entries({ ...named, "Content-Length": content.length }).filter(([, value]) => value !== null);
  const head = [`HTTP/1.1 ${status} Whatever`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
  return (socket) => {
    socket.write(Buffer.concat([Buffer.from(head, "latin1"), content]));
    return true;
  };
}

/** A problem document, as the contract has it. */
export function problem(code, status, members = {}) {
  const document = {
    type: `urn:reme:error:${code}`,
    title: code,
    status,
    code,
    detail: `Something about ${code}.`,
    retryable: false,
    hint: "Do something.",
  };
  return answer(status, { ...document, ...members }, { "Content-Type": "application/problem+json" });
}

/** These bytes, then the end of the connection. */
export function raw(content) {
  return (socket) => {
    socket.end(content);
  };
}

/** RST instead of an answer. */
export function reset(socket) {
  socket.resetAndDestroy();
}

/** Never an answer. */
export function hang() {
  return true;
}

/** Some bytes at once, then one drop after the other for ever. */
export function drip(first, drop) {
  return (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on("close", () => clearInterval(timer));
    return true;
  };
}

/** Plays `script`, whose last act is repeated, and keeps every request. */
export class StubServer {
  /** @param {Act[]} script */
  constructor(script) {
    this.script = [...script];
    /** @type {Received[]} */
    this.requests = [];
    this.sockets = new Set();
    this.listener = net.createServer((socket) => this.#serve(socket));
  }

  async start() {
    await new Promise((resolve) => this.listener.listen(0, "127.0.0.1", resolve));
    this.port = this.listener.address().port;
    this.url = `http://127.0.0.1:${this.port}`;
    return this;
  }

  async stop() {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  #serve(socket) {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("error", () => undefined); // The client may hang up at any moment.
    let pieces = [];
    let missing = 0;
    socket.on("data", (piece) => {
      pieces.push(piece);
      missing -= piece.length;
      if (missing > 0) return; // A large body is put together once.
      const data = Buffer.concat(pieces);
      pieces = [data];
      const received = read(data);
      if (typeof received === "number") {
        missing = received;
        return;
      }
      pieces = [];
      this.requests.push(received);
      const act = this.script.length > 1 ? this.script.shift() : this.script[0];
      if (act(socket, received) !== true && !socket.destroyed) socket.end();
    });
  }
}

/** A whole request, or how many bytes of it are missing at least. Clients here send one after the other. */
function read(data) {
  const end = data.indexOf(HEAD_END);
  if (end < 0) return 1;
  const [first, ...lines] = data.subarray(0, end).toString("latin1").split("\r\n");
  const [method, target] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const body = data.subarray(end + HEAD_END.length);
  const missing = Number(headers["content-length"] ?? 0) - body.length;
  if (missing > 0) return missing;
  return {
    method,
    target,
    headers,
    body,
    get document() {
      return body.length > 0 ? JSON.parse(body.toString()) : null;
    },
  };
}

/**
 * A server for one test, ended with it.
 * @param {import("node:test").TestContext} test
 * @param {Act[]} script
 * @returns {Promise<StubServer>}
 */
export async function serve(test, ...script) {
  const server = await new StubServer(script).start();
  test.after(() => server.stop());
  return server;
}

/** A port that nobody listens at. */
export async function closedPort() {
  const server = await new StubServer([hang]).start();
  await server.stop();
  return server.port;
}
