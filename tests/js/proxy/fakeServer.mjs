/** @file An MCP server in the test's own process: ordinary by default, and as odd as a test wants it. */

import { createServer } from "node:http";

export const MODERN = "2026-07-28";
export const LEGACY = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/** One HTTP request and the ways to answer it. */
class Incoming {
  constructor(request, response, text) {
    this.verb = request.method;
    this.path = request.url;
    this.headers = request.headers;
    this.text = text;
    this.message = text === "" ? null : JSON.parse(text);
    this.http = response;
    /** Fulfilled when the client closed the connection before the answer was complete. */
    this.closed = new Promise((resolve) => response.once("close", () => resolve(!response.writableFinished)));
  }

  status(code, body = "", headers = {}) {
    this.http.writeHead(code, headers).end(body);
  }

  json(value, code = 200, headers = {}) {
    this.status(code, JSON.stringify(value), { "content-type": "application/json", ...headers });
  }

  result(result, headers = {}) {
    this.json({ jsonrpc: "2.0", id: this.message.id, result }, 200, headers);
  }

  error(code, message, data, status = 200) {
    this.json({ jsonrpc: "2.0", id: this.message.id, error: { code, message, data } }, status);
  }

  /** Begin an event stream. */
  stream(headers = {}) {
    this.http.writeHead(200, { "content-type": "text/event-stream", ...headers });
    this.http.flushHeaders();
  }

  event(value, id) {
    this.http.write(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`);
  }

  notify(method, params = {}) {
    this.event({ jsonrpc: "2.0", method, params });
  }

  /** The answer as the last event. */
  settle(result) {
    this.event({ jsonrpc: "2.0", id: this.message.id, result });
    this.http.end();
  }
}

/** Answers what nobody overrides: `respond` is asked first and returns true for what it took. */
export class FakeServer {
  seen = [];
  sessions = new Set();
  withSessions = true;
  versions = LEGACY;
  modern = false;
  capabilities = { tools: {} };
  serverVersion = "1";
  tools = [{ name: "echo", inputSchema: { type: "object" } }];
  respond = () => false;
  #waiting = [];
  #server;

  /** @param {import("node:test").TestContext} t @param {Partial<FakeServer>} [traits] @param {number} [port] */
  static async start(t, traits = {}, port = 0) {
    const fake = Object.assign(new FakeServer(), traits);
    fake.#server = createServer((request, response) => fake.#receive(request, response));
    await new Promise((resolve) => fake.#server.listen(port, "127.0.0.1", resolve));
    fake.url = `http://127.0.0.1:${fake.#server.address().port}`;
    t.after(() => fake.stop());
    return fake;
  }

  stop() {
    this.#server.closeAllConnections?.();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  get port() {
    return this.#server.address().port;
  }

  /** Requests for a JSON-RPC method, so far. */
  got(method) {
    return this.seen.filter((incoming) => incoming.message?.method === method);
  }

  verbs(verb) {
    return this.seen.filter((incoming) => incoming.verb === verb);
  }

  /** The first request, past or future, that fits. */
  until(fits) {
    const found = this.seen.find(fits);
    if (found) return Promise.resolve(found);
    return new Promise((resolve) => this.#waiting.push({ fits, resolve }));
  }

  /** The first request for a JSON-RPC method. */
  untilMethod(method) {
    return this.until((incoming) => incoming.message?.method === method);
  }

  async #receive(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const incoming = new Incoming(request, response, Buffer.concat(chunks).toString());
    this.seen.push(incoming);
    for (const waiter of this.#waiting.filter(({ fits }) => fits(incoming))) waiter.resolve(incoming);
    if (this.respond(incoming) !== true) this.#ordinary(incoming);
  }

  #ordinary(incoming) {
    const { verb, headers, message } = incoming;
    if (verb === "GET") return incoming.status(405);
    if (verb === "DELETE") return incoming.status(this.sessions.delete(headers["mcp-session-id"]) ? 204 : 404);
    if (message.params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined) return this.#modern(incoming);
    if (message.method === "initialize") return this.#initialize(incoming);
    if (this.withSessions && !this.sessions.has(headers["mcp-session-id"])) {
      return incoming.status(headers["mcp-session-id"] ? 404 : 400);
    }
    if (message.id === undefined || message.method === undefined) return incoming.status(202);
    return this.#answer(incoming);
  }

  #initialize(incoming) {
    if (this.versions.length === 0) return incoming.error(-32020, "Mcp-Method is missing", undefined, 400);
    const wanted = incoming.message.params.protocolVersion;
    const protocolVersion = this.versions.includes(wanted) ? wanted : this.versions.at(-1);
    const serverInfo = { name: "fake", version: this.serverVersion };
    const session = `session-${this.sessions.size + this.got("initialize").length}`;
    if (this.withSessions) this.sessions.add(session);
    incoming.result(
      { protocolVersion, capabilities: this.capabilities, serverInfo },
      this.withSessions ? { "mcp-session-id": session } : {},
    );
  }

  #modern(incoming) {
    const { headers, message } = incoming;
    if (!this.modern) return incoming.status(400);
    const version = message.params._meta["io.modelcontextprotocol/protocolVersion"];
    if (version !== MODERN)
      return incoming.error(-32022, "Unsupported protocol version", { supported: [MODERN], requested: version }, 400);
    if (headers["mcp-method"] !== message.method) return incoming.error(-32020, "Mcp-Method differs", undefined, 400);
    if (message.method === "server/discover")
      return incoming.result({ supportedVersions: [MODERN], capabilities: this.capabilities });
    return this.#answer(incoming);
  }

  #answer(incoming) {
    const { method, params } = incoming.message;
    if (method === "tools/list") incoming.result({ tools: this.tools });
    else if (method === "tools/call")
      incoming.result({ content: [{ type: "text", text: JSON.stringify(params.arguments ?? null) }] });
    else incoming.result({});
  }
}
