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
  #client = null;
  #options;
  #tls;

  /** @param {string} url the server's base address */
  constructor(url) {
    const { protocol, hostname, port, pathname } = new URL(url + PATH);
    this.#tls = protocol === "https:";
    this.#options = {
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port: port || (this.#tls ? 443 : 80),
      agent: null,
    };
    this.authority = `${hostname}${port ? `:${port}` : ""}`;
    this.origin = `${protocol}//${this.authority}`;
    this.path = pathname;
    if (!this.#tls) this.#use(http);
  }

  /**
   * @param {"POST" | "GET" | "DELETE"} method
   * @param {Record<string, string>} headers
   * @param {string} [body]
   */
  exchange(method, headers, body = "") {
    return new Exchange(this, method, headers, body);
  }

  /** Whether requests can be made already. */
  get isOpen() {
    return this.#client !== null;
  }

  /** Load what encrypted connections need. */
  async open() {
    this.#use(await import("node:https"));
  }

  #use(client) {
    if (this.#client !== null) return;
    this.#client = client;
    this.#options.agent = new client.Agent({ keepAlive: true, noDelay: true, timeout: IDLE_MS });
  }

  /** @returns {import("node:http").ClientRequest} not sent yet */
  request(method, path, headers) {
    return this.#client.request({ ...this.#options, method, path, headers });
  }

  /** Close what is not in use. */
  close() {
    for (const sockets of Object.values(this.#options.agent?.freeSockets ?? {})) {
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
  #endpoint;
  #request = null;
  #aborted = false;
  #resolve;
  #reject;

  constructor(endpoint, method, headers, body) {
    this.#endpoint = endpoint;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.response.catch(() => {});
    const send = () => this.#send(method, endpoint.path, headers, body, 0);
    if (endpoint.isOpen) send();
    else endpoint.open().then(send, this.#reject);
  }

  /** End it; whoever waits for the response gets ExchangeFailed. */
  abort() {
    this.#aborted = true;
    if (this.#request === null) this.#fail(new Error("aborted"));
    else this.#request.destroy();
  }

  #fail(error) {
    this.#reject(new ExchangeFailed(error, this.connected));
  }

  #reached() {
    this.connected = true;
    this.onConnected();
  }

  #send(method, path, headers, body, redirects) {
    if (this.#aborted) return;
    const request = this.#endpoint.request(method, path, headers);
    this.#request = request;
    request.once("response", (response) => {
      const next = REDIRECTS.has(response.statusCode) ? this.#sameOrigin(path, response.headers.location) : null;
      if (next === null || redirects === MOST_REDIRECTS) {
        this.#resolve(response);
      } else {
        response.resume();
        this.#send(method, next, headers, body, redirects + 1);
      }
    });
    request.on("error", (error) => this.#fail(error));
    request.once("socket", (socket) => {
      if (!socket.connecting) this.#reached();
      else socket.once(socket.encrypted ? "secureConnect" : "connect", () => this.#reached());
    });
    request.end(body);
  }

  /** The path of a redirect that stays with this server; null for any other. */
  #sameOrigin(path, location) {
    try {
      const next = new URL(location, this.#endpoint.origin + path);
      return next.origin === new URL(this.#endpoint.origin).origin ? next.pathname + next.search : null;
    } catch {
      return null;
    }
  }
}
