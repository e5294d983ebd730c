// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/call.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file One request of the client, from its arrival to its one answer. */

import { Deadline } from "./deadline.mjs";
import { ExchangeFailed } from "./endpoint.mjs";
import * as failures from "./failures.mjs";
import * as messages from "./messages.mjs";
import { mirroredHeaders } from "./requestHeaders.mjs";
import { Session, privateId } from "./upstream.mjs";

const MODERN_VERSION = "2026-07-28";
const INITIALIZE = "initialize";
const LISTEN = "subscriptions/listen";
const TOOL_CALL = "tools/call";
const TOOL_LIST = "tools/list";
const MISDIRECTED = 421;
const NO_MODERN_ERA = new Set([400, 404, 405]);
const SESSION_WORDS = /session|initiali[sz]/i;
const ORIGIN_WORDS = /\b(?:origin|host)(?:_refused\b|\b)/i;
const MOST_RESUMPTIONS = 5;
const RESUME_MS = 500;
const MOST_RESUME_MS = 5000;
const CANCEL_MS = 1000;
const DEFAULT_SCOPE = "default";

/** @type {typeof import("./replyReader.mjs") | null} loaded while the first answer is on its way */
let replies = null;

/** Decides what becomes of a request: sent, sent again, resumed, cancelled, answered, or failed with a reason. */
export class Call {
  done = false;
  /** @type {import("./upstream.mjs").Upstream | null} where it was sent last */
  upstream = null;
  /** @type {import("./upstream.mjs").Session | null} */
  session = null;
  #proxy;
  #message;
  #text;
  #slot = null;
  #exchange = null;
  #bytes = 0;
  #status = 0;
  #explaining = null;
  #onSettled = () => {};
  // Each way of trying again is gone once it was used.
  #reloaded = false;
  #renewed = false;
  #remapped = false;
  #repeated = false;

  /**
   * @param {import("./proxy.mjs").Proxy} proxy
   * @param {any} message
   * @param {string} text the message as it came
   */
  constructor(proxy, message, text) {
    this.#proxy = proxy;
    this.#message = message;
    this.#text = text;
    this.id = message.id;
    this.method = message.method;
    this.modern = messages.ownVersion(message) !== null;
    const { timeoutMs, totalMs } = this.method === LISTEN ? { timeoutMs: Infinity, totalMs: Infinity } : proxy.limits;
    this.deadline = new Deadline(timeoutMs, totalMs, (limitMs) => this.#expire(limitMs));
  }

  /** @returns {Promise<void>} fulfilled when it was answered, whatever the answer */
  settled() {
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }

  /** Whether it belongs to the session that `initialize` opens. */
  get sessionBound() {
    return !this.modern && this.method !== INITIALIZE;
  }

  /** Whether it stands in the queue. */
  get waits() {
    return this.#slot?.waits === true;
  }

  /** Wait for a place and go. A stream that lasts and the handshake take no place. */
  start() {
    if (this.method === INITIALIZE || this.method === LISTEN) {
      this.#run();
      return;
    }
    const kind = this.method === TOOL_CALL ? `${TOOL_CALL} ${this.#message.params?.name}` : this.method;
    this.#slot = this.#proxy.slots.take(kind, () => this.#run());
    if (this.#slot === null) this.fail(failures.busy(this.#proxy.slots.depth));
    else if (this.done) this.#slot.release();
  }

  /**
   * The client wants no answer any more. The server hears of it before its stream is closed: some end the tool for
   * the one, some for the other.
   * @param {any} message
   * @param {string} text
   */
  cancel(message, text) {
    if (this.method === INITIALIZE) return;
    this.#finish("cancelled");
    this.#giveUp(message, text);
  }

  /** @param {failures.Failure} failure */
  fail(failure) {
    if (!this.done) this.#answer(messages.errorReply(this.id, failure.error), failure.reason);
    this.#exchange?.abort();
  }

  async #run() {
    try {
      while (!this.done) await this.#attempt();
    } catch (error) {
      this.fail(failures.from(error, this.upstream?.settings, this.#retrySafe));
    }
  }

  /** One try. Returns when the request was answered, or when another try is due. */
  async #attempt() {
    // No promise where there is none: a call passes here on its way, and each would cost it some microseconds.
    let upstream = this.#proxy.current();
    if (upstream instanceof Promise) upstream = await upstream;
    if (this.done) return;
    this.#move(upstream);
    if (this.sessionBound) {
      this.deadline.phase = "session";
      try {
        const session = this.#proxy.ready(upstream);
        this.session = session instanceof Promise ? await session : session;
      } catch (error) {
        if (await this.#movedOn(upstream)) return;
        throw error;
      }
    }
    if (this.method === TOOL_LIST) await upstream.openCatalogue();
    if (this.method === TOOL_CALL && upstream.settings.scope !== DEFAULT_SCOPE) await this.#applyScope(upstream);
    if (this.done) return;
    const exchange = upstream.post(this.#message, this.#text, this.session);
    this.#exchange = exchange;
    this.deadline.phase = exchange.connected ? "first_byte" : "connect";
    exchange.onConnected = () => {
      if (!this.done) this.deadline.phase = "first_byte";
    };
    replies ??= await import("./replyReader.mjs");
    const response = await this.#response(upstream, exchange);
    if (response === null || this.done) return;
    this.deadline.phase = "reply";
    this.#status = response.statusCode;
    if (response.statusCode < 300) await this.#read(upstream, response);
    else await this.#refused(upstream, response, await replies.readRefusal(response));
  }

  /** Calls in flight keep their server: a session is ended when nobody uses it any more. */
  #move(upstream) {
    if (this.upstream === upstream) return;
    this.#proxy.leave(this.upstream);
    this.upstream = upstream;
    upstream.users += 1;
  }

  async #response(upstream, exchange) {
    try {
      return await exchange.response;
    } catch (error) {
      if (this.done) return null;
      if (!(error instanceof ExchangeFailed)) throw error;
      if (!error.sent && (await this.#movedOn(upstream))) return null;
      if (error.sent && this.#repeatable()) return null;
      throw error;
    }
  }

  /** Whether the settings lead elsewhere by now, which is tried once. */
  async #movedOn(upstream) {
    if (this.#reloaded || (await this.#proxy.current()) === upstream) return false;
    this.#reloaded = true;
    return true;
  }

  /** Whether to try once more although the server may have done it already. */
  #repeatable() {
    if (this.#repeated || this.done || this.method === INITIALIZE || this.method === LISTEN || !this.#retrySafe)
      return false;
    this.#repeated = true;
    return true;
  }

  get #retrySafe() {
    return this.method !== TOOL_CALL || this.upstream?.catalogue?.isSafe(this.#message.params?.name) === true;
  }

  /** A tool that works in a scope gets the configured one, unless the model named another. */
  async #applyScope(upstream) {
    const { scope } = upstream.settings;
    const { params } = this.#message;
    if (!upstream.catalogue?.knows(params?.name)) await this.#listTools(upstream);
    if (!upstream.catalogue.isScoped(params?.name) || params.arguments?.scope_id !== undefined) return;
    const scoped = { ...params, arguments: { ...params.arguments, scope_id: scope } };
    this.#message = { ...this.#message, params: scoped };
    this.#text = JSON.stringify(this.#message);
  }

  async #read(upstream, response) {
    const events = new replies.EventStream(upstream.replyLimit);
    let answer = response;
    for (let idle = 0; ; idle += 1) {
      const seen = events.lastEventId;
      let kind;
      try {
        kind = await replies.readReply(
          answer,
          upstream.replyLimit,
          (text, value) => this.#received(upstream, response, text, value),
          events,
        );
      } catch (error) {
        if (this.done) return;
        if (!(error instanceof replies.ReplyBroken)) throw error;
        if (this.modern || events.lastEventId === "") return this.#lost(error);
      }
      await this.#explaining;
      if (this.done) return;
      if (kind === "empty") throw failures.emptyReply(response.statusCode);
      if (kind === "json") throw failures.badReply("it answers another request", response.headers["content-type"]);
      if (this.modern || events.lastEventId === "") return this.#lost(new Error("the stream ended"));
      if (events.lastEventId !== seen) idle = 0;
      answer = await this.#resumed(upstream, events, idle);
      if (answer === null) return;
    }
  }

  #lost(error) {
    if (!this.#repeatable()) throw new replies.ReplyBroken(error);
  }

  /** The rest of a stream that broke off, in the place where it broke; null once the request was settled. */
  async #resumed(upstream, events, attempts) {
    for (let attempt = attempts; attempt < MOST_RESUMPTIONS; attempt += 1) {
      const pause = Math.min(events.retryMs ?? RESUME_MS, MOST_RESUME_MS);
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (this.done) return null;
      this.#proxy.log.note("resume", { id: this.id, attempt });
      this.#exchange = upstream.listen(this.session, events.lastEventId);
      try {
        const response = await this.#exchange.response;
        if (response.statusCode === 200) return response;
        response.drain();
        if (response.statusCode < 500) break;
      } catch (error) {
        if (!(error instanceof ExchangeFailed)) throw error;
      }
      if (this.done) return null;
    }
    this.#lost(new Error("the stream could not be resumed"));
    return null;
  }

  /** @returns {boolean} whether that was the answer */
  #received(upstream, response, text, value) {
    if (this.done) return true;
    this.#bytes += text.length;
    const kind = messages.kindOf(value);
    if (kind === "response" && value.id === this.id) {
      this.#settle(upstream, response, text, value);
      return true;
    }
    if (value?.id === null && value.error !== undefined && kind === "response") {
      this.#answer(messages.errorReply(this.id, value.error), "error");
    } else if (kind === "notification") {
      this.deadline.touch();
      this.#proxy.output.pass(text);
    } else if (kind === "request" && !this.modern) {
      // Somebody is being asked now, and people take longer than servers.
      this.deadline.pause();
      this.#proxy.ask(this, text, value);
    } else {
      this.#proxy.log.error("dropped", kind);
    }
    return this.done;
  }

  #settle(upstream, response, text, value) {
    const { result } = value;
    if (this.method === INITIALIZE && result !== undefined) {
      this.#proxy.opened(upstream, new Session(response.headers["mcp-session-id"], result), this.#message);
    } else if (this.method === INITIALIZE && messages.MODERN_ERRORS.has(value.error.code)) {
      this.#explaining = this.#explainVersion(upstream, value.error, text);
      return;
    } else if (this.method === TOOL_LIST && result !== undefined) {
      const refused = upstream.catalogue.learn(result, this.#message.params?.cursor === undefined);
      if (this.modern && refused.length > 0) {
        this.#proxy.log.note("tools_left_out", { count: refused.length });
        const tools = result.tools.filter((tool) => !refused.includes(tool.name));
        this.#answer({ ...value, result: { ...result, tools } }, "ok");
        return;
      }
    } else if (result !== undefined && !this.modern) {
      this.#proxy.remember(this.method, this.#message);
    }
    this.#pass(text);
  }

  /** @param {import("./httpReply.mjs").HttpReply} response @param {string} body */
  async #refused(upstream, response, body) {
    const status = response.statusCode;
    const reply = messages.errorIn(body);
    const ours = reply !== null && reply.id === this.id;
    if (status === 401 || status === 403 || status === MISDIRECTED)
      return this.#unauthorised(upstream, status, body, ours);
    if (this.sessionBound && !this.#renewed && lostSession(status, body, this.session, ours)) {
      this.#renewed = true;
      await this.#proxy.renew(upstream, this.session);
      return undefined;
    }
    if (reply !== null && this.method === INITIALIZE && messages.MODERN_ERRORS.has(reply.error.code)) {
      return this.#explainVersion(upstream, reply.error, JSON.stringify({ ...reply, id: this.id, jsonrpc: "2.0" }));
    }
    if (reply?.error.code === messages.HEADER_MISMATCH && (await this.#headersChange(upstream))) return undefined;
    if (ours) return this.#pass(body);
    const modernError = reply !== null && messages.MODERN_ERRORS.has(reply.error.code);
    if (this.modern && NO_MODERN_ERA.has(status) && !modernError)
      return this.#answer(this.#legacyOnly(), "legacy_server");
    if (reply !== null) return this.#answer(messages.errorReply(this.id, reply.error), "error");
    return this.fail(
      refusal(upstream.settings, status, body, response.headers.location, Buffer.byteLength(this.#text)),
    );
  }

  async #unauthorised(upstream, status, body, ours) {
    const foreign = status === MISDIRECTED || (status === 403 && ORIGIN_WORDS.test(body));
    if (!foreign && (await this.#movedOn(upstream))) return;
    if (foreign) this.fail(failures.accessRefused(upstream.settings, status, body));
    else if (status === 403 && ours) this.#pass(body);
    else this.fail(failures.authRefused(upstream.settings, status, body));
  }

  /** What makes a client of both eras go on with `initialize`. */
  #legacyOnly() {
    const message = "This server speaks only MCP versions that begin with initialize.";
    return messages.errorReply(this.id, {
      code: messages.METHOD_NOT_FOUND,
      message,
      data: { reason: "legacy_server" },
    });
  }

  /** Whether a fresh list of tools makes other headers of this call. */
  async #headersChange(upstream) {
    if (this.#remapped || !this.modern || this.method !== TOOL_CALL) return false;
    this.#remapped = true;
    const before = JSON.stringify(mirroredHeaders(this.#message, upstream.catalogue));
    await this.#listTools(upstream);
    return !this.done && JSON.stringify(mirroredHeaders(this.#message, upstream.catalogue)) !== before;
  }

  async #listTools(upstream) {
    const catalogue = await upstream.openCatalogue();
    const { progressToken: _, ...meta } = this.#message.params?._meta ?? {};
    const params = this.modern ? { _meta: meta } : {};
    for (let cursor; ;) {
      const page = {
        jsonrpc: "2.0",
        id: privateId(),
        method: TOOL_LIST,
        params: { ...params, ...(cursor && { cursor }) },
      };
      const { reply } = await upstream.ask(page, this.session, upstream.settings.timeoutMs);
      if (reply?.result === undefined) return;
      catalogue.learn(reply.result, cursor === undefined);
      const next = reply.result.nextCursor;
      if (typeof next !== "string" || next === "" || next === cursor || this.done) return;
      cursor = next;
    }
  }

  /** A server without `initialize` should at least be named to a client that knows nothing else. */
  async #explainVersion(upstream, error, text) {
    const supported = error.data?.supported ?? (await this.#supportedVersions(upstream));
    const modernOnly =
      Array.isArray(supported) && supported.length > 0 && supported.every((one) => one >= MODERN_VERSION);
    if (modernOnly) this.fail(failures.versionUnsupported(supported, { code: error.code, message: error.message }));
    else this.#pass(text);
  }

  async #supportedVersions(upstream) {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": MODERN_VERSION,
      "io.modelcontextprotocol/clientInfo": this.#message.params?.clientInfo ?? {
        name: "unknown",
        version: "0",
      },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const question = { jsonrpc: "2.0", id: privateId(), method: "server/discover", params: { _meta } };
    try {
      const { reply, body } = await upstream.ask(question, null, upstream.settings.timeoutMs);
      return (
        reply?.result?.supportedVersions ??
        reply?.error?.data?.supported ??
        messages.errorIn(body)?.error.data?.supported
      );
    } catch {
      return undefined;
    }
  }

  #expire(limitMs) {
    const { phase, elapsedMs, totalReached: total } = this.deadline;
    const settings = this.upstream?.settings ?? this.#proxy.limits;
    const failure = failures.timedOut(settings, {
      phase,
      elapsedMs,
      limitMs,
      total,
      retrySafe: this.#retrySafe,
    });
    this.#answer(messages.errorReply(this.id, failure.error), failure.reason);
    const params = { requestId: this.id, reason: "timeout" };
    const message = { jsonrpc: "2.0", method: "notifications/cancelled", params };
    this.#giveUp(message, JSON.stringify(message));
  }

  /** Tell the server that nobody waits any more, and close the request. */
  #giveUp(message, text) {
    const exchange = this.#exchange;
    if (exchange === null) return;
    if (this.modern || this.method === INITIALIZE || !exchange.connected) {
      exchange.abort();
      return;
    }
    const told = this.upstream.tell(message, text, this.session, CANCEL_MS);
    told.catch(() => {}).finally(() => exchange.abort());
  }

  #answer(message, outcome) {
    if (this.done) return;
    this.#finish(outcome);
    this.#proxy.output.send(message);
  }

  #pass(text) {
    if (this.done) return;
    this.#finish("ok");
    this.#proxy.output.pass(text);
  }

  #finish(outcome) {
    this.done = true;
    const { elapsedMs: ms } = this.deadline;
    this.deadline.stop();
    this.#slot?.release();
    this.#proxy.leave(this.upstream);
    this.#proxy.finished(this);
    const generation = this.upstream?.generation;
    const numbers = {
      id: this.id,
      method: this.method,
      status: this.#status,
      ms,
      bytes: this.#bytes,
      generation,
    };
    this.#proxy.log.note("call", { ...numbers, outcome });
    this.#onSettled();
  }
}

/** Whether the server has forgotten our session. An error with our id is an answer, unless it speaks of sessions. */
function lostSession(status, body, session, ours) {
  if (!session?.id) return false;
  if (status === 404) return !ours || SESSION_WORDS.test(body);
  return status === 400 && (body.trim() === "" || SESSION_WORDS.test(body));
}

function refusal(settings, status, body, location, bytes) {
  if (status < 400) return failures.redirectRefused(settings, status, location ?? "nowhere");
  if (status === 413) return failures.tooLarge("request", bytes, "fewer");
  return failures.upstreamError(settings, status, body);
}
