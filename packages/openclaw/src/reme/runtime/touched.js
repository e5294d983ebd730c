// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/touched.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Which sessions have something that no flush has covered, so that none is forgotten and none flushed twice. */

const SESSIONS = 1024;
const TURN_END = "turn_end";
const ENDS = ["session_end", "shutdown"];

export class Touched {
  #sessions = new Map();
  #wanted = new Map();

  /** How many sessions have something new. */
  get size() {
    return [...this.#sessions.values()].filter(({ isNew }) => isNew).length;
  }

  /**
   * Something of this session was kept.
   * @param {string} sessionId
   * @param {string} scope
   */
  touch(sessionId, scope) {
    this.#set(sessionId, scope, true);
  }

  /**
   * Flush a session with the next delivery; an end of one that has just been flushed asks for nothing.
   * @param {string} sessionId
   * @param {string} scope
   * @param {string} reason
   */
  wantFlush(sessionId, scope, reason) {
    const known = this.#sessions.get(sessionId);
    if (known && !known.isNew && ENDS.includes(reason)) return;
    const waiting = this.#wanted.get(sessionId);
    if (waiting && reason === TURN_END) return;
    this.#wanted.set(sessionId, { sessionId, scope, reason });
    // The server waits for more after a turn's end, so that does not count.
    if (reason !== TURN_END) this.#set(sessionId, scope, false);
  }

  /**
   * Flush every session that has something new.
   * @param {string} reason
   */
  wantAll(reason) {
    for (const [sessionId, { scope, isNew }] of [...this.#sessions]) {
      if (isNew) this.wantFlush(sessionId, scope, reason);
    }
  }

  /** @returns {{sessionId: string, scope: string, reason: string} | undefined} what is to be flushed next */
  takeFlush() {
    const [wanted] = this.#wanted.values();
    this.#wanted.delete(wanted?.sessionId);
    return wanted;
  }

  /**
   * A flush got lost.
   * @param {string} sessionId
   * @param {string} scope
   */
  notFlushed(sessionId, scope) {
    this.#set(sessionId, scope, true);
  }

  #set(sessionId, scope, isNew) {
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, { scope, isNew });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > SESSIONS) this.#sessions.delete(oldest);
  }
}
