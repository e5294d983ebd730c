/**
 * HTTP/1.1 with Node's own modules, bounded in time and size: no redirect, no cookie, no variable read. `fetch` is not
 * used: hosts may put a proxy under it, also for loopback.
 */

import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import tls from "node:tls";

import { InvalidReplyError } from "./errors.js";

export const REPLY_BYTES = 64 * 1024 * 1024;
// Servers close idle connections after 5 seconds; an older one is no longer trusted.
const IDLE_MS = 4000;

/** No whole answer: `kind` is `timeout`, `unreachable`, `refused` by the proxy or `broken` off; `code` the system's. */
export class NoAnswer extends Error {
  constructor(kind, code = "") {
    super(`no answer: ${kind}`);
    this.kind = kind;
    this.code = code;
  }
}

/** A pool of connections to one origin. */
export class Transport {
  #base;
  #proxy;
  #tls;
  #agent;

  /**
   * @param {URL} base
   * @param {ReturnType<typeof import("./route.js").proxyFor>} proxy
   * @param {import("./index.js").TlsOptions} [tlsOptions]
   */
  constructor(base, proxy, tlsOptions = {}) {
    this.#base = base;
    this.#proxy = proxy;
    this.#tls = tlsOptions;
    // An agent of our own: the global one may have been given a proxy.
    this.#agent = new (moduleOf(this.#firstHop()).Agent)({ ...tlsOptions, keepAlive: true, timeout: IDLE_MS });
  }

  /**
   * Send one request and read the whole answer.
   * @param {{method: string, path: string, headers: Record<string, string>, body: Buffer | null}} request
   * @param {number} timeoutMs
   * @param {AbortSignal} [signal]
   * @returns {Promise<{status: number, headers: Record<string, string | string[] | undefined>, body: Buffer}>}
   * @throws {NoAnswer}, {InvalidReplyError} for too large an answer, or the signal's reason
   */
  async send(request, timeoutMs, signal) {
    const attempt = new AbortController();
    const abort = () => attempt.abort(signal.reason);
    const timer = setTimeout(() => attempt.abort(new NoAnswer("timeout")), Math.min(timeoutMs, 2 ** 31 - 1));
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await answered(await this.#outgoing(request, attempt.signal), request.body, attempt.signal);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Closes every connection that is not in use. */
  close() {
    this.#agent.destroy();
  }

  #firstHop() {
    return this.#proxy === null ? this.#base : this.#proxy.url;
  }

  async #outgoing({ method, path, headers }, signal) {
    const authority = this.#base.host;
    const options = { method, headers: { Host: authority, ...headers } };
    if (this.#proxy === null) return this.#request(this.#base, { ...options, path, agent: this.#agent });
    const authorization = this.#proxy.authorization ? { "Proxy-Authorization": this.#proxy.authorization } : {};
    if (this.#base.protocol === "http:") {
      Object.assign(options.headers, authorization);
      return this.#request(this.#proxy.url, { ...options, path: this.#base.origin + path, agent: this.#agent });
    }
    const socket = await this.#tunnel(authorization, signal);
    const createConnection = () => tls.connect({ ...this.#tls, socket, servername: serverName(this.#base) });
    return this.#request(this.#base, { ...options, path, createConnection });
  }

  #request(url, options) {
    const place = { host: bareHost(url), port: url.port || undefined, servername: serverName(url) };
    return moduleOf(url).request({ ...place, ...options });
  }

  /** A connection through the proxy, for TLS. */
  #tunnel(headers, signal) {
    const target = `${this.#base.hostname}:${this.#base.port || 443}`;
    const options = { method: "CONNECT", path: target, headers: { Host: target, ...headers }, agent: this.#agent };
    const outgoing = this.#request(this.#proxy.url, options);
    return new Promise((resolve, reject) => {
      endWith(signal, outgoing, reject);
      outgoing.once("error", ({ code }) => reject(new NoAnswer("unreachable", code)));
      // A proxy that answers with anything but a tunnel.
      outgoing.once("close", () => reject(new NoAnswer("refused")));
      outgoing.once("connect", (answer, socket) => {
        if (answer.statusCode === 200) return resolve(socket);
        socket.destroy();
        return reject(new NoAnswer("refused", String(answer.statusCode)));
      });
      outgoing.end();
    });
  }
}

/** Sends the body, and collects the answer. */
function answered(outgoing, body, signal) {
  return new Promise((resolve, reject) => {
    endWith(signal, outgoing, reject);
    let connected = false;
    outgoing.once("socket", (socket) => {
      connected = outgoing.reusedSocket;
      socket.once(socket.encrypted ? "secureConnect" : "connect", () => {
        connected = true;
      });
    });
    outgoing.on("error", ({ code }) => {
      reject(new NoAnswer(connected ? "broken" : "unreachable", code));
    });
    // Without an error where the server wants to speak another protocol. After a whole answer it changes nothing.
    outgoing.once("close", () => reject(new NoAnswer("broken")));
    outgoing.once("response", (incoming) => {
      collect(incoming, resolve, (failure) => {
        reject(failure);
        outgoing.destroy();
      });
    });
    outgoing.end(body);
  });
}

/** Gives the whole answer to `succeed`, or to `fail` why there is none. */
function collect(incoming, succeed, fail) {
  const status = incoming.statusCode;
  const chunks = [];
  let size = 0;
  incoming.on("data", (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > REPLY_BYTES) fail(new InvalidReplyError(`The reply is larger than ${REPLY_BYTES} bytes.`, { status }));
  });
  incoming.on("error", ({ code }) => fail(new NoAnswer("broken", code)));
  incoming.on("end", () => succeed({ status, headers: incoming.headers, body: Buffer.concat(chunks) }));
}

function endWith(signal, outgoing, reject) {
  const end = () => {
    reject(signal.reason);
    outgoing.destroy();
  };
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
}

function moduleOf(url) {
  return url.protocol === "https:" ? https : http;
}

function bareHost(url) {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** The name that TLS asks for; an address has none. */
function serverName(url) {
  return isIP(bareHost(url)) ? "" : bareHost(url);
}
