/** @file The client's side: takes its messages, keeps its session alive, and ends in good order. */

import { Call } from "./call.mjs";
import * as failures from "./failures.mjs";
import * as messages from "./messages.mjs";
import { SettingsSource } from "./settings.mjs";
import { Slots } from "./slots.mjs";
import { Session, Upstream, privateId } from "./upstream.mjs";

const INITIALIZED = "notifications/initialized";
const CANCELLED = "notifications/cancelled";
const LEVEL = "logging/setLevel";
const SUBSCRIBE = "resources/subscribe";
const UNSUBSCRIBE = "resources/unsubscribe";
const CHANGING = ["tools", "prompts", "resources"];
// Until the settings were read; nothing is known of the server then.
const BEFORE_SETTINGS = Object.freeze({
  timeoutMs: 15_000,
  totalMs: 600_000,
  messageBytes: 4_194_304,
  maxInFlight: 16,
  queueLimit: 256,
  url: "",
  token: "",
});
const BYTE_ORDER_MARK = 0xfeff;
const SILENT = Object.freeze({ note() {}, error() {} });
const GRACE_MS = 1500;
const STOP_MS = 2000;

/** Hands the client's messages to the server of the moment. */
export class Proxy {
  /** @type {Map<string | number, Call>} */
  #calls = new Map();
  #source;
  #upstream = null;
  #generation = 0;
  #onStopped;
  #stopping = false;
  #idle = null;
  // What a new session has to be given again.
  #initialize = null;
  #initialized = null;
  #level = null;
  #subscriptions = new Map();
  #shown = null;
  // Messages that came while the handshake runs wait for it.
  #gate = null;
  #asked = new Map();
  #events = null;

  /**
   * @param {Record<string, string | undefined>} environment
   * @param {import("./hostStreams.mjs").HostOutput} output
   * @param {(code: number) => void} onStopped
   */
  constructor(environment, output, onStopped) {
    this.output = output;
    this.log = SILENT;
    this.#onStopped = onStopped;
    this.#source = new SettingsSource(environment);
  }

  /** Read the settings for the first time. Settings that cannot be used are told to whoever asks something. */
  async open() {
    try {
      await this.#setLog((await this.current()).settings);
    } catch (error) {
      if (error.name !== "ConfigurationError" && error.name !== "PlainHttpRefused") throw error;
    }
    const { maxInFlight, queueLimit } = this.limits;
    this.slots = new Slots(maxInFlight, queueLimit);
  }

  /** Most people never want a log, so its module is loaded when somebody does. */
  async #setLog(settings) {
    if (!settings.debug) {
      this.log = SILENT;
      return;
    }
    const { DebugLog } = await import("./debugLog.mjs");
    this.log = new DebugLog(settings.debugLog || this.#source.logFile);
    this.log.note("settings", { generation: this.#generation });
  }

  /** Settings of the last look, or what holds before the first. */
  get limits() {
    return this.#source.last ?? BEFORE_SETTINGS;
  }

  /** Longest line in bytes that is parsed. */
  get lineLimit() {
    return this.limits.messageBytes;
  }

  /** @param {string} written one line of the client */
  line(written) {
    const text = written.charCodeAt(0) === BYTE_ORDER_MARK ? written.slice(1) : written;
    const message = parsed(text);
    if (message === undefined) {
      this.output.send(messages.errorReply(null, { code: messages.PARSE_ERROR, message: "The line is no JSON." }));
      return;
    }
    const kind = messages.kindOf(message);
    if (kind === "request") this.#request(message, text);
    else if (kind === "notification") this.#notification(message, text);
    else if (kind === "response") this.#response(message, text);
    else {
      const error = {
        code: messages.INVALID_REQUEST,
        message: "The line is no single JSON-RPC 2.0 message.",
      };
      this.output.send(messages.errorReply(null, error));
    }
  }

  /** @param {unknown} id as far as it could be seen @param {number} bytes */
  oversizeLine(id, bytes) {
    this.output.send(messages.errorReply(id, failures.tooLarge("message", bytes, this.lineLimit).error));
  }

  #request(message, text) {
    if (this.#stopping) {
      this.output.send(messages.errorReply(message.id, failures.shuttingDown().error));
    } else if (this.#calls.has(message.id)) {
      const error = { code: messages.INVALID_REQUEST, message: "A request with this id is still running." };
      this.output.send(messages.errorReply(message.id, error));
    } else {
      const call = new Call(this, message, text);
      this.#calls.set(call.id, call);
      if (!call.modern && !call.sessionBound) this.#closeGate(call.settled());
      if (call.sessionBound && this.#gate !== null) this.#gate.then(() => call.done || call.start());
      else call.start();
    }
  }

  /** @param {Promise<unknown>} until never rejected */
  #closeGate(until) {
    const gate = Promise.all([this.#gate, until]).then(() => {
      if (this.#gate === gate) this.#gate = null;
    });
    this.#gate = gate;
  }

  #notification(message, text) {
    if (message.method === CANCELLED) this.#cancel(message, text);
    else if (message.method === INITIALIZED) this.#closeGate(this.#tellInitialized(message, text));
    else this.#tell(message, text);
  }

  /** Never behind anything: a cancel that waits is none. */
  #cancel(message, text) {
    const call = this.#calls.get(message.params?.requestId);
    if (call !== undefined) call.cancel(message, text);
    else this.log.note("cancel_of_unknown");
  }

  async #tellInitialized(message, text) {
    await this.#gate;
    this.#initialized = { message, text };
    await this.#tell(message, text);
    if (this.#upstream?.session) this.#listen(this.#upstream, this.#upstream.session);
  }

  /** A notification of the client; whatever becomes of it, nothing is answered. */
  async #tell(message, text) {
    try {
      const upstream = await this.current();
      const session = messages.ownVersion(message) === null ? await this.ready(upstream) : null;
      const { status } = await upstream.tell(message, text, session, upstream.settings.timeoutMs);
      if (status === 404 && session?.id) {
        const renewed = await this.renew(upstream, session);
        if (message.method !== INITIALIZED) await upstream.tell(message, text, renewed, upstream.settings.timeoutMs);
      }
      this.log.note("notification", { method: message.method, status });
    } catch (error) {
      this.log.error("notification", error.reason ?? error.name);
    }
  }

  /** The client's answer to a question of the server: it belongs to the session that asked. */
  async #response(message, text) {
    const call = this.#asked.get(message.id) ?? null;
    this.#asked.delete(message.id);
    call?.deadline.touch();
    try {
      const upstream = call?.upstream ?? (await this.current());
      const session = call?.session ?? upstream.session;
      const { status } = await upstream.tell(message, text, session, upstream.settings.timeoutMs);
      this.log.note("response", { id: message.id, status });
    } catch (error) {
      this.log.error("response", error.reason ?? error.name);
    }
  }

  /** @param {Call | null} call on whose stream the server asks @param {string} text @param {any} message */
  ask(call, text, message) {
    this.#asked.set(message.id, call);
    this.output.pass(text);
  }

  /**
   * The server of this moment.
   * @returns {Upstream | Promise<Upstream>}
   * @throws {ConfigurationError | PlainHttpRefused} now, or as a rejection
   */
  current() {
    const settings = this.#source.current();
    return settings instanceof Promise ? settings.then((read) => this.#adopt(read)) : this.#adopt(settings);
  }

  #adopt(settings) {
    const old = this.#upstream;
    if (old?.settings === settings) return old;
    if (old !== null) this.#setLog(settings);
    if (old !== null && settings.leadsTo(old.settings)) {
      old.settings = settings;
      return old;
    }
    this.#generation += 1;
    this.#upstream = new Upstream(this.#generation, settings);
    if (old !== null) this.#retire(old);
    return this.#upstream;
  }

  #retire(upstream) {
    upstream.retired = true;
    this.#events?.stop();
    this.#events = null;
    if (upstream.users === 0) this.#end(upstream, STOP_MS);
  }

  /** @param {Upstream | null} upstream that a call used */
  leave(upstream) {
    if (upstream === null) return;
    upstream.users -= 1;
    if (upstream.retired && upstream.users === 0) this.#end(upstream, STOP_MS);
  }

  /** End the session, where there is one. A server may know no DELETE: 405 is as good an answer as any. */
  async #end(upstream, limitMs) {
    const { session } = upstream;
    upstream.session = null;
    await this.#endSession(upstream, session, limitMs);
    upstream.endpoint.close();
  }

  async #endSession(upstream, session, limitMs) {
    if (!session?.id) return;
    const exchange = upstream.end(session);
    const timer = setTimeout(() => exchange.abort(), limitMs);
    timer.unref();
    await exchange.response.then(
      (response) => response.drain(),
      () => {},
    );
    clearTimeout(timer);
  }

  /** A host's own handshake succeeded. @param {Upstream} upstream @param {Session} session @param {any} message */
  opened(upstream, session, message) {
    this.#endSession(upstream, upstream.session, STOP_MS);
    upstream.session = session;
    this.#initialize = message;
    this.#initialized = null;
    this.#level = null;
    this.#subscriptions.clear();
    this.#shown = session;
    this.#events?.stop();
    this.#events = null;
  }

  /**
   * The session for a legacy message: opened anew where the server has none of ours; null before `initialize`.
   * @param {Upstream} upstream
   * @returns {Session | null | Promise<Session>}
   */
  ready(upstream) {
    if (upstream.session !== null || this.#initialize === null) return upstream.session;
    upstream.opening ??= this.#reopen(upstream).finally(() => {
      upstream.opening = null;
    });
    return upstream.opening;
  }

  /** The same after the server forgot `session`; all who lost the same one share one new handshake. */
  renew(upstream, session) {
    if (upstream.session === session) upstream.session = null;
    return this.ready(upstream);
  }

  async #reopen(upstream) {
    const limitMs = upstream.settings.timeoutMs;
    const { status, headers, reply, body } = await upstream.ask(
      { ...this.#initialize, id: privateId() },
      null,
      limitMs,
    );
    if (reply === null && (status === 401 || status === 403))
      throw failures.authRefused(upstream.settings, status, body);
    if (reply?.result === undefined)
      throw failures.upstreamError(upstream.settings, status, body || JSON.stringify(reply));
    const session = new Session(headers["mcp-session-id"], reply.result);
    if (this.#initialized !== null) {
      await upstream.tell(this.#initialized.message, this.#initialized.text, session, limitMs);
    }
    await this.#reapply(upstream, session, limitMs);
    upstream.session = session;
    this.log.note("session_renewed", { generation: upstream.generation });
    this.#announceChanges(session);
    if (this.#initialized !== null) this.#listen(upstream, session);
    return session;
  }

  /** Log level and subscriptions were state of the lost session. */
  async #reapply(upstream, session, limitMs) {
    for (const message of [this.#level, ...this.#subscriptions.values()]) {
      if (message === null) continue;
      const { reply } = await upstream
        .ask({ ...message, id: privateId() }, session, limitMs)
        .catch(() => ({ reply: null }));
      if (reply?.result === undefined) this.log.error("not_applied_again", message.method);
    }
  }

  /** A client that was told that lists may change hears of it when the server behind them is another one. */
  #announceChanges(session) {
    const { capabilities: before, serverVersion } = this.#shown;
    for (const part of CHANGING) {
      const same = serverVersion === session.serverVersion && equal(before[part], session.capabilities[part]);
      if (!same && before[part]?.listChanged === true) {
        this.output.send({ jsonrpc: "2.0", method: `notifications/${part}/list_changed` });
      }
    }
    this.#shown = { capabilities: before, serverVersion: session.serverVersion };
  }

  async #listen(upstream, session) {
    this.#events?.stop();
    this.#events = null;
    const { announces, ServerEvents } = await import("./serverEvents.mjs");
    if (!announces(session) || this.#stopping || upstream.session !== session) return;
    this.#events = new ServerEvents(upstream, session, (text, value) => this.#event(text, value));
    await this.#events.start();
  }

  #event(text, value) {
    const kind = messages.kindOf(value);
    if (kind === "request") this.ask(null, text, value);
    else if (kind === "notification") this.output.pass(text);
    else this.log.error("dropped", kind);
  }

  /** What was asked of this session and has to be asked of the next one too. */
  remember(method, message) {
    if (method === LEVEL) this.#level = message;
    else if (method === SUBSCRIBE) this.#subscriptions.set(message.params?.uri, message);
    else if (method === UNSUBSCRIBE) this.#subscriptions.delete(message.params?.uri);
  }

  /** @param {Call} call */
  finished(call) {
    this.#calls.delete(call.id);
    if (this.#calls.size === 0) this.#idle?.();
  }

  /** An error that nobody expected: what runs goes on. */
  fault(error) {
    this.log.error("fault", error?.name ?? typeof error);
  }

  /** Take nothing more, give running requests a moment, end the session. @param {number} code of the process */
  async stop(code) {
    if (this.#stopping) return;
    this.#stopping = true;
    const started = Date.now();
    this.#events?.stop();
    for (const call of this.#calls.values()) if (call.waits) call.fail(failures.shuttingDown());
    if (this.#calls.size > 0) {
      await new Promise((resolve) => {
        this.#idle = resolve;
        setTimeout(resolve, GRACE_MS);
      });
    }
    for (const call of this.#calls.values()) call.fail(failures.shuttingDown());
    if (this.#upstream !== null) await this.#end(this.#upstream, Math.max(STOP_MS - (Date.now() - started), 0));
    this.log.note("stopped", { code, ms: Date.now() - started });
    this.#onStopped(code);
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function equal(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
