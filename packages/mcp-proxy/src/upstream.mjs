/** @file One generation of the server's side: an address, a credential, a legacy session, and its tools. */

import { Endpoint } from "./endpoint.mjs";
import { emptyReply } from "./failures.mjs";
import { commonHeaders, mirroredHeaders, sessionHeaders } from "./requestHeaders.mjs";
import { ownVersion } from "./messages.mjs";

const POST_ACCEPT = "application/json, text/event-stream";
const STREAM_ACCEPT = "text/event-stream";
const VISIBLE_ASCII = /^[!-~]+$/;
// No client uses this prefix for ids of its own: answers to it are for the proxy and never passed on.
const PRIVATE_PREFIX = "reme-mcp-proxy:";
// The most of one message that is read, for each byte that one may send.
const REPLY_FACTOR = 4;

/** What `initialize` settled. A server without sessions gives no id. */
export class Session {
  /**
   * @param {string | undefined} id header of the response to `initialize`, of no other
   * @param {any} result
   */
  constructor(id, result) {
    this.id = id !== undefined && VISIBLE_ASCII.test(id) ? id : null;
    this.version = String(result.protocolVersion);
    this.capabilities = result.capabilities ?? {};
    this.serverVersion = result.serverInfo?.version ?? null;
  }
}

let lastPrivateId = 0;

/** An id for a request of the proxy itself. */
export function privateId() {
  lastPrivateId += 1;
  return `${PRIVATE_PREFIX}${lastPrivateId}`;
}

/** Everything that belongs to one server address and credential. */
export class Upstream {
  /** @type {Session | null} */
  session = null;
  /** @type {Promise<Session | null> | null} a session that is being opened by us */
  opening = null;
  /** @type {import("./toolCatalogue.mjs").ToolCatalogue | null} null until somebody asks for a list of tools */
  catalogue = null;
  /** Calls that use it, and whether new ones go elsewhere. */
  users = 0;
  retired = false;

  /**
   * @param {number} generation
   * @param {import("./settings.mjs").Settings} settings
   */
  constructor(generation, settings) {
    this.generation = generation;
    this.settings = settings;
    this.endpoint = new Endpoint(settings.url);
  }

  /** The catalogue, for a list that is about to come. */
  async openCatalogue() {
    const { ToolCatalogue } = await import("./toolCatalogue.mjs");
    this.catalogue ??= new ToolCatalogue();
    return this.catalogue;
  }

  get replyLimit() {
    return this.settings.messageBytes * REPLY_FACTOR;
  }

  /**
   * @param {any} message the body, parsed
   * @param {string} text the body
   * @param {Session | null} session for a message that names no version of its own
   */
  post(message, text, session) {
    const era = ownVersion(message) === null ? sessionHeaders(session) : mirroredHeaders(message, this.catalogue);
    const length = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
    return this.endpoint.exchange("POST", { ...commonHeaders(this.settings, POST_ACCEPT), ...length, ...era }, text);
  }

  /** @param {Session | null} session @param {string} [lastEventId] */
  listen(session, lastEventId = "") {
    const resumed = lastEventId === "" ? {} : { "last-event-id": lastEventId };
    const headers = {
      ...commonHeaders(this.settings, STREAM_ACCEPT),
      ...sessionHeaders(session),
      ...resumed,
    };
    return this.endpoint.exchange("GET", headers);
  }

  /** @param {Session} session with an id */
  end(session) {
    return this.endpoint.exchange("DELETE", {
      ...commonHeaders(this.settings, "*/*"),
      ...sessionHeaders(session),
    });
  }

  /**
   * A request of our own.
   * @param {any} message
   * @param {Session | null} session
   * @param {number} limitMs
   * @returns {Promise<{status: number, headers: Record<string, any>, reply: any, body: string}>} `reply` is the
   *   answer, null when it was refused with `body`
   * @throws {Failure | ExchangeFailed | ReplyBroken}
   */
  async ask(message, session, limitMs) {
    const exchange = this.post(message, JSON.stringify(message), session);
    const timer = setTimeout(() => exchange.abort(), limitMs);
    timer.unref();
    try {
      const { readRefusal, readReply } = await import("./replyReader.mjs");
      const response = await exchange.response;
      const { statusCode: status, headers } = response;
      if (status >= 300) return { status, headers, reply: null, body: await readRefusal(response) };
      let reply = null;
      await readReply(response, this.replyLimit, (_, value) => {
        if (value?.id === message.id && value.method === undefined) reply = value;
        return reply !== null;
      });
      if (reply === null) throw emptyReply(status);
      return { status, headers, reply, body: "" };
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Send something that has no answer.
   * @param {any} message
   * @param {string} text
   * @param {Session | null} session
   * @param {number} limitMs
   * @returns {Promise<{status: number, body: string}>}
   * @throws {ExchangeFailed}
   */
  async tell(message, text, session, limitMs) {
    const exchange = this.post(message, text, session);
    const timer = setTimeout(() => exchange.abort(), limitMs);
    timer.unref();
    try {
      const { readRefusal } = await import("./replyReader.mjs");
      const response = await exchange.response;
      return { status: response.statusCode, body: await readRefusal(response) };
    } finally {
      clearTimeout(timer);
    }
  }
}
