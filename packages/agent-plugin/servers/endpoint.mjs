// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/endpoint.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file The server's MCP endpoint over HTTP: kept connections, no system proxy, no foreign redirects. */

import * as http from "node:http";

const PATH = "/mcp";
// Shorter than what servers keep idle connections for (uvicorn: 5 s): one that the server is just closing may
// swallow a request, and nobody could tell whether it was carried out.
const IDLE_MS = 4000;
const REDIRECTS = new Set([307, 308]);
const MOST_REDIRECTS = 2;

/** The request did not get an answer; `sent` says whether the server can have seen it. */
export class ExchangeFailed extends Error {
  constructor(error, sent) {
    super(error.message);
    this.name = "ExchangeFailed";
    this.code = error.code;
    this.sent = sent;
  }
}

/** One server address with its connections. Proxy variables of the environment mean nothing here. */
export class Endpoint {
  #client = http;
  #agent = null;
  #tls;

  /** @param {string} url the server's base address */
  constructor(url) {
    const { protocol, hostname, port, pathname } = new URL(url + PATH);
    this.#tls = protocol === "https:";
    this.target = {
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port: port || (this.#tls ? 443 : 80),
    };
    this.authority = `${hostname}${port ? `:${port}` : ""}`;
    this.path = pathname;
  }

  /**
   * @param {"POST" | "GET" | "DELETE"} method
   * @param {Record<string, string>} headers
   * @param {string} [body]
   */
  exchange(method, headers, body = "") {
    return new Exchange(this, method, headers, body);
  }

  /** @returns {Promise<import("node:http").ClientRequest>} not sent yet */
  async request(method, path, headers) {
    if (this.#agent === null) {
      if (this.#tls) this.#client = await import("node:https");
      this.#agent ??= new this.#client.Agent({ keepAlive: true, noDelay: true, timeout: IDLE_MS });
    }
    // As pairs they are written as they are, which takes a third of the time of setting each.
    const pairs = [["host", this.authority], ...Object.entries(headers)];
    return this.#client.request({ ...this.target, agent: this.#agent, method, path, headers: pairs });
  }

  /** Close what is not in use. */
  close() {
    for (const sockets of Object.values(this.#agent?.freeSockets ?? {})) {
      for (const socket of sockets) socket.destroy();
    }
  }
}

/** One request and its answer's head. */
export class Exchange {
  /** Whether there is a connection. */
  connected = false;
  /** Called when there is one. */
  onConnected = () => {};
  /** @type {Promise<import("node:http").IncomingMessage>} rejected with ExchangeFailed */
  response;
  #request = null;
  #aborted = false;

  constructor(endpoint, method, headers, body) {
    this.response = this.#send(endpoint, method, endpoint.path, headers, body, 0);
    this.response.catch(() => {});
  }

  /** End it; whoever waits for the response gets ExchangeFailed. */
  abort() {
    this.#aborted = true;
    this.#request?.destroy();
  }

  #reached() {
    this.connected = true;
    this.onConnected();
  }

  async #send(endpoint, method, path, headers, body, redirects) {
    const request = await endpoint.request(method, path, headers);
    if (this.#aborted) throw new ExchangeFailed(new Error("aborted"), false);
    this.#request = request;
    const response = await new Promise((resolve, reject) => {
      request.once("response", resolve);
      request.on("error", (error) => reject(new ExchangeFailed(error, this.connected)));
      request.once("socket", (socket) => {
        if (!socket.connecting) this.#reached();
        else socket.once(socket.encrypted ? "secureConnect" : "connect", () => this.#reached());
      });
      request.end(body);
    });
    const next = REDIRECTS.has(response.statusCode) ? sameOrigin(endpoint, path, response.headers.location) : null;
    if (next === null || redirects === MOST_REDIRECTS) return response;
    response.resume();
    return this.#send(endpoint, method, next, headers, body, redirects + 1);
  }
}

/** The path of a redirect that stays with this server; null for any other. */
function sameOrigin(endpoint, path, location) {
  const base = `${endpoint.target.protocol}//${endpoint.authority}`;
  try {
    const next = new URL(location, base + path);
    return next.origin === new URL(base).origin ? next.pathname + next.search : null;
  } catch {
    return null;
  }
}
