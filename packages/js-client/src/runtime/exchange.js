/** One HTTP request and its answer, bounded in bytes and time; no redirect, no retry, no cookie, no kept connection. */

import http from "node:http";
import { isIP } from "node:net";

import * as rules from "../generated/v1/hooks.js";
import { API_MAJOR, API_VERSION, OPERATIONS, VERSION_HEADER } from "../generated/v1/operations.js";

const VERSION_CODE = '"api_version_unsupported"';
const VERDICTS = {
  200: "ok",
  401: "unauthorized",
  403: "unauthorized",
  408: "busy",
  413: "too_large",
  429: "busy",
  502: "busy",
  503: "busy",
  504: "busy",
};
const LOCAL_ADDRESSES = ["127.0.0.1", "::1"];

/** No usable answer. */
export class Unanswered extends Error {
  /** @param {import("./index.js").Result} reason */
  constructor(reason) {
    super(`No usable answer: ${reason}.`);
    this.reason = reason;
  }
}

/** Status, the server's API version (empty when it named none) and the body. */
export class Answer {
  /**
   * @param {number} status
   * @param {string} version
   * @param {Buffer} body
   */
  constructor(status, version, body) {
    this.status = status;
    this.version = version;
    this.body = body;
  }

  /**
   * What the status means for the one who asked. `version`: another major version; `stranger`: no gateway; `busy`:
   * later; `failed`: a fault over there; `refused`: never.
   * @returns {"ok" | "version" | "stranger" | "unauthorized" | "busy" | "failed" | "too_large" | "refused"}
   */
  get verdict() {
    const major = this.version.split(".")[0].trim();
    if (major === "") return "stranger";
    if (major !== String(API_MAJOR)) return "version";
    if (this.status === 400 && this.body.includes(VERSION_CODE)) return "version";
    const known = VERDICTS[this.status];
    if (known !== undefined) return known;
    if (this.status >= 500) return "failed";
    return this.status >= 400 ? "refused" : "stranger";
  }
}

/** Where requests go. The address has the form of `endpoint` in the configuration. */
export class Server {
  #url;
  #token;
  #agent;
  #environment;

  /**
   * @param {string} url
   * @param {string} token
   * @param {string} agent `name/version`
   * @param {Readonly<Record<string, string | undefined>>} environment for its proxies
   */
  constructor(url, token, agent, environment) {
    this.#url = new URL(url);
    this.#token = token;
    this.#agent = agent;
    this.#environment = environment;
  }

  /**
   * Ask for one operation. The request alone keeps no process alive.
   * @param {string} operation
   * @param {Uint8Array | string} body
   * @param {number} milliseconds
   * @param {AbortSignal} [signal] its reason is `timeout` or `cancelled`
   * @returns {Promise<Answer>}
   * @throws {Unanswered}
   */
  async ask(operation, body, milliseconds, signal) {
    const limit = new AbortController();
    const end = () => limit.abort(signal.reason);
    const timer = setTimeout(() => limit.abort("timeout"), milliseconds);
    timer.unref();
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
    try {
      return await this.#ask(operation, Buffer.from(body), limit.signal);
    } catch (error) {
      throw new Unanswered(limit.signal.aborted ? reasonOf(limit.signal) : problemOf(error));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
    }
  }

  async #ask(operation, body, signal) {
    signal.throwIfAborted();
    const { method, path } = OPERATIONS[operation];
    const prefix = this.#url.pathname.replace(/\/+$/, "");
    const request = { method, path: prefix + path, headers: this.#headers(method, body), body, signal };
    const host = this.#url.hostname.replace(/^\[|\]$/g, "");
    if (this.#url.protocol !== "http:" || !isLoopback(host)) {
      const { exchangeRemotely } = await import("./remoteConnection.js");
      return exchangeRemotely(this.#url, request, this.#environment);
    }
    const port = Number(this.#url.port || 80);
    if (isIP(host) !== 0) return exchange({ host, port }, request);
    // `localhost` is never looked up: a name server could say anything.
    try {
      return await exchange({ host: LOCAL_ADDRESSES[0], port }, request);
    } catch (error) {
      if (error?.code !== "ECONNREFUSED") throw error;
      return exchange({ host: LOCAL_ADDRESSES[1], port }, request);
    }
  }

  #headers(method, body) {
    return {
      Host: this.#url.host,
      ...(method === "GET" ? {} : { "Content-Type": "application/json", "Content-Length": body.length }),
      [VERSION_HEADER]: API_VERSION,
      "User-Agent": this.#agent,
      Connection: "close",
      ...(this.#token ? { Authorization: `Bearer ${this.#token}` } : {}),
    };
  }
}

/**
 * Whether a host, without brackets, can only be this machine.
 * @param {string} host
 * @returns {boolean}
 */
export function isLoopback(host) {
  const name = host.replace(/\.+$/, "").toLowerCase();
  if (name === "localhost" || name === "::1" || name.endsWith(".localhost")) return true;
  return /^127(\.[0-9]+){3}$/.test(name) || /^::ffff:(127\.|7f[0-9a-f]{2}:)/.test(name);
}

/**
 * Send a request over a connection of its own and read the answer.
 * @param {http.RequestOptions} connection where to, or an open one
 * @param {{method: string, path: string, headers: Record<string, string | number>, body: Buffer,
 *   signal: AbortSignal}} request
 * @param {(options: http.RequestOptions) => http.ClientRequest} [open]
 * @returns {Promise<Answer>}
 * @throws {Error} with a code of Node's, or `signal`'s reason
 */
export function exchange(connection, { method, path, headers, body, signal }, open = http.request) {
  return new Promise((resolve, reject) => {
    const options = { ...connection, method, path, headers, agent: false, maxHeaderSize: rules.HEADER_BYTES };
    const request = open(options);
    const stop = () => {
      reject(signal.reason);
      request.destroy();
    };
    signal.addEventListener("abort", stop, { once: true });
    request.on("close", () => signal.removeEventListener("abort", stop));
    request.on("socket", (socket) => socket.unref());
    // A server may refuse a body without reading it; after the answer has begun, only the answer counts.
    request.on("error", reject);
    request.on("response", (response) => {
      readBody(response).then((content) => {
        resolve(new Answer(response.statusCode, header(response, VERSION_HEADER), content));
        request.destroy();
      }, reject);
    });
    if (method === "GET") request.end();
    else request.end(body);
  });
}

async function readBody(response) {
  if (Number(header(response, "Content-Length")) > rules.REPLY_BYTES) throw tooLarge();
  const parts = [];
  let size = 0;
  for await (const part of response) {
    size += part.length;
    if (size > rules.REPLY_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function header(response, name) {
  const value = response.headers[name.toLowerCase()];
  return typeof value === "string" ? value : "";
}

function tooLarge() {
  return Object.assign(new Error("The answer is too large."), { code: "HPE_TOO_LARGE" });
}

function reasonOf(signal) {
  return signal.reason === "cancelled" ? "cancelled" : "timeout";
}

function problemOf(error) {
  const code = String(error?.code ?? "");
  // A connection that ends cleanly before the answer does was no gateway's.
  const ended = code === "ECONNRESET" && /hang up|aborted/.test(String(error.message));
  return code.startsWith("HPE_") || ended ? "stranger" : "unreachable";
}
