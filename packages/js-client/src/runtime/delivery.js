/** Brings spooled events to the server, oldest first, and settles each by the server's own outcome. */

import { BATCH_BYTES, BATCH_EVENTS } from "../generated/v1/hooks.js";
import { Unanswered } from "./exchange.js";
import { decodeObject, encode } from "./jsonText.js";

export const APPEND = "agent_session_append";
const DONE = ["appended", "duplicate", "filtered"];
const REFUSED = ["conflict", "rejected"];

/** Nothing more can be delivered now. */
class Stop extends Error {}

/** A spool file: its name, its bytes and what they say. */
class Kept {
  /**
   * @param {string} name empty for a request that no spool could keep
   * @param {Buffer} body
   * @throws {TypeError} for what is no append request
   */
  constructor(name, body) {
    const request = decodeObject(body);
    const events = request?.events;
    if (!Array.isArray(events) || events.length === 0) throw new TypeError("The file holds no append request.");
    this.name = name;
    this.body = body;
    this.request = request;
    this.events = events;
    this.key = encode([request.host, request.scope_id, request.session_id].map((part) => part ?? null));
  }
}

/** One attempt. `result` is `delivered` or why not, `sent` counts settled events. */
export class Delivery {
  #spool;
  #post;
  #journal;

  /**
   * @param {import("./spool.js").Spool | null} spool null where there is none
   * @param {(body: Uint8Array) => Promise<import("./exchange.js").Answer>} post one append request
   * @param {import("./journal.js").Journal} journal
   */
  constructor(spool, post, journal) {
    this.#spool = spool;
    this.#post = post;
    this.#journal = journal;
    /** @type {import("./index.js").Result | ""} */
    this.result = "";
    this.sent = 0;
    this.serverVersion = "";
  }

  /**
   * Deliver what `list` names as far as the server takes it.
   * @param {() => Promise<string[]>} list
   * @param {boolean} careful for after a failure: one event at a time, so that an event on which the server fails
   *   stays behind alone
   * @param {boolean} healthy whether the server has just answered something else
   */
  async deliver(list, careful, healthy) {
    let names = await list();
    let oneByOne = careful;
    if (!careful && (await stopped(() => this.#inBatches(names)))) {
      oneByOne = this.result === "failed";
      names = await list();
    }
    if (oneByOne) await stopped(() => this.#oneByOne(names, healthy));
  }

  /**
   * Deliver a request that no spool could keep.
   * @param {Buffer} body
   * @returns {Promise<boolean>} whether it is settled
   */
  async send(body) {
    return !(await stopped(() => this.#send([new Kept("", body)])));
  }

  async #inBatches(names) {
    let position = 0;
    while (position < names.length) {
      const groups = new Map();
      let [count, size] = [0, 0];
      while (position < names.length && count < BATCH_EVENTS && size < BATCH_BYTES) {
        const kept = await this.#read(names[position]);
        position += 1;
        if (kept === null) continue;
        groups.set(kept.key, [...(groups.get(kept.key) ?? []), kept]);
        count += kept.events.length;
        size += kept.body.length;
      }
      for (const group of groups.values()) await this.#send(group);
    }
  }

  /** An event is blamed, and lets others go first, only once the server is known to work. */
  async #oneByOne(names, answersElse) {
    let healthy = answersElse;
    for (const name of names) {
      const kept = await this.#read(name);
      if (kept === null) continue;
      // Before sending: the process may be ended while waiting.
      if (healthy) await this.#spool.postpone(name);
      if (!(await stopped(() => this.#send([kept])))) {
        healthy = true;
        continue;
      }
      if (this.result !== "failed") {
        if (this.result !== "timeout") await this.#spool.resume(name);
        throw new Stop();
      }
      if (healthy) continue;
      if (name === names.at(-1)) throw new Stop();
      await this.#probe(names.at(-1));
      healthy = true;
      await this.#spool.postpone(name);
    }
    if (names.length > 0) this.result = "delivered";
  }

  /** Send the newest out of turn, to learn whether anything gets through. */
  async #probe(name) {
    const kept = await this.#read(name);
    if (kept === null) throw new Stop();
    await this.#send([kept]);
  }

  async #read(name) {
    if (await this.#spool.isPostponed(name)) return null;
    const body = await this.#spool.read(name);
    if (body === null) return null;
    try {
      return new Kept(name, body);
    } catch {
      await this.#reject(name, "damaged");
      return null;
    }
  }

  async #send(group) {
    let answer;
    try {
      answer = await this.#post(bodyOf(group));
    } catch (error) {
      this.result = error instanceof Unanswered ? error.reason : "unreachable";
      throw new Stop();
    }
    const { verdict } = answer;
    this.#journal.note("append", { events: group.length, status: answer.status, verdict });
    if (verdict === "ok") {
      await this.#settle(group, answer.body);
    } else if (verdict === "too_large" || verdict === "refused") {
      await this.#sendParts(group);
    } else {
      this.result = verdict;
      this.serverVersion = answer.version;
      throw new Stop();
    }
  }

  async #sendParts(group) {
    if (group.length === 1) {
      await this.#reject(group[0].name, "refused");
      this.result = "delivered";
      return;
    }
    const middle = group.length >> 1;
    await this.#send(group.slice(0, middle));
    await this.#send(group.slice(middle));
  }

  async #settle(group, body) {
    const outcomes = decodeObject(body)?.outcomes;
    const expected = group.reduce((sum, kept) => sum + kept.events.length, 0);
    if (!Array.isArray(outcomes) || outcomes.length !== expected) {
      this.result = "stranger";
      throw new Stop();
    }
    this.result = "delivered";
    let position = 0;
    for (const kept of group) {
      const words = outcomes.slice(position, position + kept.events.length).map((entry) => entry?.outcome);
      position += kept.events.length;
      if (words.every((word) => DONE.includes(word))) {
        if (kept.name !== "") await this.#spool.remove(kept.name);
        this.sent += kept.events.length;
      } else if (words.every((word) => DONE.includes(word) || REFUSED.includes(word))) {
        await this.#reject(kept.name, "refused");
      }
    }
  }

  async #reject(name, reason) {
    this.#journal.error("spool", reason);
    if (name === "") return;
    await this.#spool.reject(name).catch(() => this.#spool.postpone(name));
  }
}

/** Whether it ended because nothing more can be delivered. */
async function stopped(attempt) {
  try {
    await attempt();
    return false;
  } catch (error) {
    if (error instanceof Stop) return true;
    throw error;
  }
}

function bodyOf(group) {
  if (group.length === 1) return group[0].body;
  return Buffer.from(encode({ ...group[0].request, events: group.flatMap((kept) => kept.events) }), "ascii");
}
