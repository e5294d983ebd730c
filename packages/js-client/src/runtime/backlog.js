/** What waits for the server: files, prompts that wait for their answers, requests that no file could hold, flushes. */

import { PROBE_MS } from "../generated/v1/hooks.js";
import { OPERATIONS } from "../generated/v1/operations.js";
import { wellFormed } from "../truncation.js";
import { APPEND, Delivery } from "./delivery.js";
import { Unanswered } from "./exchange.js";
import { Journal, logPath } from "./journal.js";
import { encode } from "./jsonText.js";
import { Touched } from "./touched.js";

const FLUSH = "agent_session_flush";
const AFTER_FAILURE = ["failed", "timeout"];
// What no file could hold is kept in memory, not for ever.
const UNKEPT = 64;

export class Backlog {
  #host;
  #line;
  #now;
  #held = new Set();
  #unkept = [];

  /**
   * @param {import("./descriptor.js").Host} host
   * @param {import("./line.js").Line} line
   * @param {() => number} now milliseconds since 1970
   */
  constructor(host, line, now) {
    this.#host = host;
    this.#line = line;
    this.#now = now;
    this.touched = new Touched();
  }

  /**
   * Take what an event has kept.
   * @param {import("./descriptor.js").Row} row
   * @param {import("./turn.js").Turn} turn
   */
  add(row, turn) {
    if (row.append === "spool") turn.kept.forEach((name) => this.#held.add(name));
    else if (row.append) this.releasePrompts();
    this.#unkept = [...this.#unkept, ...turn.unkept].slice(-UNKEPT);
    if (turn.kept.length + turn.unkept.length > 0) this.touched.touch(turn.sessionId, turn.scope);
  }

  /** No prompt waits for its answer any longer. */
  releasePrompts() {
    this.#held.clear();
  }

  /**
   * Bring to the server what waits, and then the flushes.
   * @param {import("./place.js").Place} place
   * @param {boolean} healthy whether the server has just answered something else
   * @param {AbortSignal} signal
   * @returns {Promise<import("./index.js").Result | "">} empty when nothing waited
   * @throws {import("../configuration.js").ConfigurationError}
   */
  async bring(place, healthy, signal) {
    const settings = await this.#line.settings(place.home, "");
    const heartbeat = await place.heartbeats.open();
    heartbeat.url = settings.url;
    const journal = new Journal("delivery", this.#now);
    journal.path = logPath(settings, place.home, this.#host.client);
    const delivery = await this.#deliver(place, settings, heartbeat, journal, healthy, signal);
    if (!delivery.result || delivery.result === "delivered") await this.#flush(settings, heartbeat, journal, signal);
    await place.heartbeats.write(heartbeat);
    await journal.write();
    return delivery.result;
  }

  async #deliver(place, settings, heartbeat, journal, healthy, signal) {
    // A server that has just let one wait in vain gets little time until it answers.
    let patience = heartbeat.isSilent("delivery") && !healthy ? PROBE_MS : settings.milliseconds;
    const post = async (body) => {
      const answer = await this.#line.ask(settings, APPEND, body, patience, signal);
      patience = settings.milliseconds;
      return answer;
    };
    const delivery = new Delivery(place.spool, post, journal);
    if ((await this.#sendUnkept(delivery)) && place.spool !== null) {
      const list = async () => (await place.spool.names()).filter((name) => !this.#held.has(name));
      await delivery.deliver(list, AFTER_FAILURE.includes(heartbeat.lastResult), healthy);
    }
    if (delivery.result === "version") heartbeat.refused(delivery.serverVersion);
    else if (delivery.result === "delivered") heartbeat.accepted();
    const { result, sent } = delivery;
    // What we broke off ourselves says nothing about the server.
    if (result && result !== "cancelled") heartbeat.note("delivery", { result, sent });
    if (result === "timeout") heartbeat.fellSilent("delivery");
    return delivery;
  }

  /** Whether all of it is settled. */
  async #sendUnkept(delivery) {
    while (this.#unkept.length > 0) {
      const [body] = this.#unkept;
      if (!(await delivery.send(body))) return false;
      this.#unkept = this.#unkept.filter((other) => other !== body);
    }
    return true;
  }

  /** Tell the server that now would be a good time; it comes by itself if this is lost. */
  async #flush(settings, heartbeat, journal, signal) {
    const milliseconds = Math.min(settings.milliseconds, OPERATIONS[FLUSH].deadline_ms);
    for (let flush = this.touched.takeFlush(); flush !== undefined; flush = this.touched.takeFlush()) {
      const { sessionId, scope, reason } = flush;
      const ids = { host: this.#host.id, scope_id: wellFormed(scope), session_id: wellFormed(sessionId) };
      let verdict;
      try {
        const answer = await this.#line.ask(settings, FLUSH, encode({ ...ids, reason }), milliseconds, signal);
        verdict = answer.verdict;
        if (verdict === "version") heartbeat.refused(answer.version);
      } catch (error) {
        verdict = error instanceof Unanswered ? error.reason : "unreachable";
      }
      journal.note("flush", { reason, verdict });
      if (verdict === "ok") continue;
      this.touched.notFlushed(sessionId, scope);
      return;
    }
  }
}
