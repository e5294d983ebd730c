/** @file The server's MCP endpoint over HTTP: kept connections, no system proxy, no foreign redirects. */

import { connect, isIP } from "node:net";

import { HttpReply } from "./httpReply.mjs";

const PATH = "/mcp";
// Shorter than what servers keep idle connections for (uvicorn: 5 s): one that the server is just closing may
// swallow a request, and nobody could tell whether it was carried out.
const IDLE_MS = 4000;
const REDIRECTS = new Set([307, 308]);
const MOST_REDIRECTS = 2;
// Whatever happens to a connection that waits, also bytes that nobody asked for, makes it useless.
const IDLE_EVENTS = ["data", "end", "error", "close", "timeout"];
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

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
  #address;
  #tls;
  #open = connect;
  #ready;
  /** Connections that wait for a request, each with what closes it when anything happens to it. */
  #idle = [];

  /** @param {string} url the server's base address */
  constructor(url) {
    const { protocol, hostname, port, pathname } = new URL(url + PATH);
    const host = hostname.replace(/^\[|\]$/g, "");
    this.#tls = protocol === "https:";
    const servername = isIP(host) === 0 ? host : "";
    this.#address = { host, port: Number(port || (this.#tls ? 443 : 80)), servername };
    this.authority = `${hostname}${port ? `:${port}` : ""}`;
    this.origin = `${protocol}//${this.authority}`;
    this.path = pathname;
    this.#ready = !this.#tls;
  }

  /**
   * @param {"POST" | "GET" | "DELETE"} method
   * @param {Record<string, string>} headers
   * @param {string} [body]
   */
  exchange(method, headers, body = "") {
    return new Exchange(this, method, headers, body);
  }

  /** Whether connections can be made already. */
  get isOpen() {
    return this.#ready;
  }

  /** Load what encrypted connections need. */
  async open() {
    const tls = await import("node:tls");
    this.#open = tls.connect;
    this.#ready = true;
  }

  /**
   * A connection of nobody else's.
   * @param {() => void} onConnected called at once for one that was kept
   * @returns {import("node:net").Socket}
   */
  take(onConnected) {
    let kept = this.#idle.pop();
    // One that broke just now may not have told so yet.
    while (kept?.socket.destroyed) kept = this.#idle.pop();
    if (kept !== undefined) {
      for (const event of IDLE_EVENTS) kept.socket.off(event, kept.drop);
      kept.socket.setTimeout(0);
      kept.socket.ref();
      onConnected();
      return kept.socket;
    }
    const socket = this.#open(this.#address);
    socket.setNoDelay(true);
    // Whoever uses it listens as well; in between there must be somebody.
    socket.on("error", () => {});
    socket.once(this.#tls ? "secureConnect" : "connect", onConnected);
    return socket;
  }

  /** @param {import("node:net").Socket} socket that may carry another request */
  giveBack(socket) {
    const drop = () => {
      this.#idle = this.#idle.filter((one) => one.socket !== socket);
      socket.destroy();
    };
    for (const event of IDLE_EVENTS) socket.on(event, drop);
    socket.setTimeout(IDLE_MS);
    socket.unref();
    this.#idle.push({ socket, drop });
  }

  /** Close what is not in use. */
  close() {
    for (const { drop } of this.#idle) drop();
  }
}

/** One request and its answer. */
export class Exchange {
  /** Whether there is a connection. */
  connected = false;
  /** Called when there is one. */
  onConnected = () => {};
  /** @type {Promise<HttpReply>} fulfilled with the answer's head; rejected with ExchangeFailed */
  response;
  #endpoint;
  #socket = null;
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
    else endpoint.open().then(send, (error) => this.#fail(error));
  }

  /** End it; whoever waits for the response gets ExchangeFailed. */
  abort() {
    this.#aborted = true;
    this.#fail(new Error("aborted"));
    this.#socket?.destroy();
  }

  #fail(error) {
    this.#reject(new ExchangeFailed(error, this.connected));
  }

  #send(method, path, headers, body, redirects) {
    if (this.#aborted) return;
    const socket = this.#endpoint.take(() => {
      this.connected = true;
      this.onConnected();
    });
    this.#socket = socket;
    let failure = null;
    const listeners = {
      data: (chunk) => {
        try {
          reply.feed(chunk);
        } catch (error) {
          socket.destroy(error);
        }
      },
      error: (error) => (failure = error),
      close: () => {
        reply.close(failure);
        this.#fail(failure ?? Object.assign(new Error("socket hang up"), { code: "ECONNRESET" }));
      },
    };
    const reply = new HttpReply({
      head: () => {
        const next = REDIRECTS.has(reply.statusCode) ? this.#sameOrigin(path, reply.headers.location) : null;
        if (next === null || redirects === MOST_REDIRECTS) {
          this.#resolve(reply);
        } else {
          reply.drain();
          this.#send(method, next, headers, body, redirects + 1);
        }
      },
      end: () => {
        if (this.#socket === socket) this.#socket = null;
        for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
        // An answer that came before all of the request was sent leaves the connection in the middle of it.
        if (reply.reusable && socket.writableLength === 0) this.#endpoint.giveBack(socket);
        else socket.destroy();
      },
      destroy: () => socket.destroy(),
    });
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    socket.write(request(this.#endpoint.authority, method, path, headers, body));
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

/** The whole request as one text, so that it goes out in one piece. */
function request(authority, method, path, headers, body) {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${authority}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_VALUE.test(value)) throw new TypeError(`The header ${name} cannot carry its value.`);
    head += `${name}: ${value}\r\n`;
  }
  return `${head}connection: keep-alive\r\n\r\n${body}`;
}
