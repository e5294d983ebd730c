// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/serverEvents.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file The stream on which a legacy server speaks without being asked (2025-03-26 to 2025-11-25). */

import { setTimeout as sleep } from "node:timers/promises";

import { EventStream } from "./eventStream.mjs";
import { readReply } from "./replyReader.mjs";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Whether a server said that it has something to tell: only then is the stream worth a connection. */
export function announces({ capabilities: { tools, prompts, resources, logging } }) {
  const changing = [tools, prompts, resources].some((part) => part?.listChanged === true);
  return changing || resources?.subscribe === true || logging !== undefined;
}

/** Kept open while its session lasts. Never fatal: a server without one answers 405. */
export class ServerEvents {
  #upstream;
  #session;
  #onMessage;
  #exchange = null;
  #stopped = false;

  /**
   * @param {import("./upstream.mjs").Upstream} upstream
   * @param {import("./upstream.mjs").Session} session
   * @param {(text: string, value: any) => void} onMessage
   */
  constructor(upstream, session, onMessage) {
    this.#upstream = upstream;
    this.#session = session;
    this.#onMessage = onMessage;
  }

  async start() {
    const events = new EventStream(this.#upstream.replyLimit);
    for (let pause = FIRST_PAUSE_MS; !this.#stopped; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#exchange = this.#upstream.listen(this.#session, events.lastEventId);
        const response = await this.#exchange.response;
        if (response.statusCode !== 200) {
          response.drain();
          if (response.statusCode < 500) return;
        } else {
          pause = FIRST_PAUSE_MS;
          await readReply(response, this.#upstream.replyLimit, (text, value) => this.#received(text, value), events);
        }
      } catch {
        // Whatever broke it: the next try is due after the pause.
      }
      await sleep(Math.min(events.retryMs ?? pause, LONGEST_PAUSE_MS), undefined, { ref: false });
    }
  }

  stop() {
    this.#stopped = true;
    this.#exchange?.abort();
  }

  #received(text, value) {
    if (!this.#stopped) this.#onMessage(text, value);
    return this.#stopped;
  }
}
