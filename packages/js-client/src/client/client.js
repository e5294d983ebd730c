/** The client of a ReMe gateway: one method for each operation of the contract. */

import { setTimeout as sleep } from "node:timers/promises";
import { debuglog } from "node:util";

import { SCOPED } from "../generated/v1/calls.js";
import { API_VERSION, OPERATIONS, VERSION_HEADER } from "../generated/v1/operations.js";
import { appendBody, envelopeOf, sendInBatches, summed } from "./batches.js";
import { encode } from "./documents.js";
import {
  ConfigurationError,
  ConnectionFailedError,
  InvalidRequestError,
  RemeError,
  RequestTimeoutError,
} from "./errors.js";
import { NAME, VERSION } from "./identity.js";
import { readReply } from "./replies.js";
import { nextPauseMs, retryPolicy } from "./retry.js";
import { proxyFor } from "./route.js";
import { chosenScope, clientConfig } from "./settings.js";
import { NoAnswer, Transport } from "./transport.js";

const APPEND = "agent_session_append";
// With NODE_DEBUG=reme_client: names, sizes and codes, never content.
const debug = debuglog("reme_client");

/**
 * A ReMe gateway. An option wins over the environment, which wins over `~/.reme/config.json`, which wins over the
 * default; `config` tells what came from where. Every method rejects with a `RemeError`, or with the signal's reason.
 */
export class ReMeClient {
  #config;
  #scope;
  #clientInfo;
  #retry;
  #validators;
  #route;
  #prefix;
  #transport;

  /**
   * @param {import("./index.js").ClientOptions} [options]
   * @throws {ConfigurationError}
   */
  constructor(options = {}) {
    const environment = options.environment ?? process.env;
    this.#config = clientConfig(options, environment);
    this.#scope = chosenScope(this.#config);
    this.#clientInfo = options.clientInfo ?? { name: NAME, version: VERSION };
    this.#retry = retryPolicy(options.retry);
    this.#validators = options.validators;
    const base = parsedUrl(this.#config);
    const proxy = proxyFor(base, environment);
    this.#route = proxy === null ? "direct" : `through ${proxy.origin}`;
    this.#prefix = base.pathname.replace(/\/+$/, "");
    this.#transport = new Transport(base, proxy, options.tls);
  }

  /** The effective configuration, with the origin of each value. */
  get config() {
    return this.#config;
  }

  /** `direct`, or which proxy the requests go through. */
  get route() {
    return this.#route;
  }

  /** Store what was said in a session: on disk before the reply, each event id once. */
  async agentSessionAppend(request, options) {
    const { events, ...envelope } = this.#document(APPEND, request);
    if (!Array.isArray(events)) throw invalid(`${APPEND} /events: a list is needed.`, "/events");
    const encoded = events.map((event, index) => encode(event, `/events/${index}`));
    return this.#perform(APPEND, appendBody(envelopeOf(envelope), encoded), options);
  }

  /** Ask for a session's new turns to be distilled soon; returns at once. An unknown session is fine. */
  agentSessionFlush(request, options) {
    return this.call("agent_session_flush", request, options);
  }

  /** What is remembered about a prompt; an unrelated one gets no hits. The text is untrusted history. */
  agentMemoryRecall(request, options) {
    return this.call("agent_memory_recall", request, options);
  }

  /** A brief at a session's start, or a session's own continuity after its context was compacted. */
  agentSessionContext(request, options) {
    return this.call("agent_session_context", request, options);
  }

  /** Ranked snippets for a text, without recall's floor and exclusions. They are untrusted history. */
  search(request, options) {
    return this.call("search", request, options);
  }

  /** A note or session by its workspace path, whole or some lines (counted from 1, both included). */
  read(request, options) {
    return this.call("read", request, options);
  }

  /** The notes that a note links to or is linked from. */
  traverse(request, options) {
    return this.call("traverse", request, options);
  }

  /** The daily notes of one day (`YYYY-MM-DD`), or of every day that has notes, newest first. */
  dailyList(request = {}, options = undefined) {
    return this.call("daily_list", request, options);
  }

  /** Durably store a fact, or the few messages that hold it; it is searchable when this resolves. */
  remember(request, options) {
    return this.call("remember", request, options);
  }

  /** Remove files or lines, or a session or one event of it, for good and everywhere. It cannot be undone. */
  forget(request, options) {
    return this.call("forget", request, options);
  }

  /** Start to rebuild the index from the source files; `status` shows the progress. */
  reindex(options) {
    return this.call("reindex", {}, options);
  }

  /** The server's version and the integration API version it speaks; sends no token. */
  version(options) {
    return this.call("version", {}, options);
  }

  /** Whether the server works, rebuilds its index, is degraded or is stopping; sends no token. */
  health(options) {
    return this.call("health", {}, options);
  }

  /** Store, index, queue and clients in figures, without any memory's content. */
  status(options) {
    return this.call("status", {}, options);
  }

  /** The operations that the server offers. */
  help(options) {
    return this.call("help", {}, options);
  }

  /** The whole OpenAPI 3.1 document of the JSON operations. */
  openapi(options) {
    return this.call("openapi", {}, options);
  }

  /** Any operation by the contract's name for it. */
  async call(operation, request, options) {
    if (!Object.hasOwn(OPERATIONS, operation)) throw invalid(`The contract has no operation ${operation}.`, "");
    if (operation === APPEND) return this.agentSessionAppend(request, options);
    const body = OPERATIONS[operation].method === "GET" ? null : encode(this.#document(operation, request));
    return this.#perform(operation, body, options);
  }

  /** Append any number of events, split to the contract's limits. */
  async appendInBatches(events, session, options) {
    return summed(this.iterAppend(events, session, options));
  }

  /** The same, giving each batch's reply once it is stored. Events are read as they are needed. */
  async *iterAppend(events, session, options) {
    const { events: _, ...envelope } = this.#document(APPEND, { ...session, events: [] });
    yield* sendInBatches(envelopeOf(envelope), events, (body) => this.#perform(APPEND, body, options));
  }

  /** Close the connections that are not in use. */
  close() {
    this.#transport.close();
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    const { url, token, scopeId } = this.#config;
    const retry = this.#retry === null ? "off" : "on";
    return `<ReMeClient ${url} (${this.#route}) scope=${scopeId} token=${token ? "set" : "none"} retry=${retry}>`;
  }

  /** The request with the client's own scope and name where it leaves them open. */
  #document(operation, request) {
    const document = { ...request };
    if (this.#scope !== null) {
      if (SCOPED.includes(operation)) document.scope_id ??= this.#scope;
      if (operation === "forget" && document.session) {
        document.session = { ...document.session, scope_id: document.session.scope_id ?? this.#scope };
      }
    }
    if (operation === APPEND) document.client ??= this.#clientInfo;
    // Events are judged one by one by the server, so a malformed one among them is rejected alone.
    const judged = operation === APPEND && Array.isArray(document.events) ? { ...document, events: [] } : document;
    const verdict = this.#validators?.validateRequest(operation, judged);
    if (verdict === undefined || verdict.ok) return document;
    throw invalid(`${operation} ${verdict.pointer || "request"}: ${verdict.detail}.`, verdict.pointer);
  }

  /** The tries of one call within one deadline. */
  async #perform(name, text, { timeoutMs, signal } = {}) {
    const operation = OPERATIONS[name];
    const budget = milliseconds(timeoutMs) ?? this.#config.timeoutMs ?? operation.deadline_ms;
    const end = performance.now() + budget;
    const request = this.#request(operation, text);
    for (let tries = 1; ; tries += 1) {
      signal?.throwIfAborted();
      let pause;
      try {
        const answer = await this.#transport.send(request, end - performance.now(), signal);
        const reply = readReply(name, answer, this.#validators);
        debug("%s try %d: %d bytes", name, tries, answer.body.length);
        return reply;
      } catch (failure) {
        const error = failure instanceof NoAnswer ? this.#withoutAnswer(name, budget, failure) : failure;
        if (signal?.aborted || !(error instanceof RemeError)) throw error;
        debug("%s try %d: %s (status %d)", name, tries, error.code, error.status);
        pause = nextPauseMs(this.#retry, operation, error, tries, end - performance.now());
        if (pause === null) throw error;
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  #request(operation, text) {
    const { token } = this.#config;
    const headers = {
      Accept: "application/json",
      // Compressed answers could grow without bounds, and loopback gains nothing from them.
      "Accept-Encoding": "identity",
      "User-Agent": `${NAME}/${VERSION}`,
      [VERSION_HEADER]: API_VERSION,
    };
    const body = text === null ? null : Buffer.from(text);
    if (body !== null) Object.assign(headers, { "Content-Type": "application/json", "Content-Length": body.length });
    if (token && operation.token_required) headers.Authorization = `Bearer ${token}`;
    return { method: operation.method, path: this.#prefix + operation.path, headers, body };
  }

  #withoutAnswer(name, budget, { kind, code }) {
    const place = `${name} at ${this.#config.url}`;
    const why = code ? `, ${code}` : "";
    if (kind === "timeout") return new RequestTimeoutError(`${place} did not answer within ${budget / 1000} s.`);
    if (kind === "broken") {
      return new ConnectionFailedError(`${place} broke the connection off, or does not speak HTTP${why}.`);
    }
    const direct = this.#route === "direct";
    const hint = direct ? undefined : "Correct the proxy variables, or add the host to NO_PROXY.";
    return new ConnectionFailedError(`${place} cannot be reached (${this.#route}${why}).`, { hint });
  }
}

function parsedUrl({ url, origins }) {
  try {
    return new URL(url);
  } catch {
    throw new ConfigurationError(`The server address from ${origins.url} cannot be used.`);
  }
}

function milliseconds(value) {
  if (value === undefined || (Number.isFinite(value) && value >= 1)) return value;
  const hint = "Give a deadline in milliseconds.";
  throw new InvalidRequestError("timeoutMs must be at least 1.", { hint, status: 0 });
}

function invalid(message, pointer) {
  return new InvalidRequestError(message, { pointer, status: 0 });
}
