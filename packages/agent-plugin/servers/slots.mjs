// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/slots.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file How many requests may be with the server at once, and which of the others is next. */

// Past a full house, for what nobody else is doing: a quick call must not wait behind slow ones of another tool.
const EXPRESS = 4;

/** Places for running requests, and a bounded queue in order of arrival. */
export class Slots {
  #capacity;
  #queueLimit;
  #running = 0;
  #express = 0;
  #waiting = [];
  #kinds = new Map();

  /**
   * @param {number} capacity requests at once
   * @param {number} queueLimit requests that wait
   */
  constructor(capacity, queueLimit) {
    this.#capacity = Math.max(1, capacity);
    this.#queueLimit = queueLimit;
  }

  /** Requests that wait. */
  get depth() {
    return this.#waiting.length;
  }

  /**
   * @param {string} kind method, or method and tool: what counts as doing the same
   * @param {() => void} start called once a place is there, at once if there is one
   * @returns {Slot | null} null when the queue is full
   */
  take(kind, start) {
    const slot = new Slot(this, kind, start);
    const alone = !this.#kinds.has(kind);
    if (this.#running < this.#capacity) {
      this.#running += 1;
    } else if (alone && this.#express < EXPRESS) {
      this.#express += 1;
      slot.express = true;
    } else if (this.#waiting.length < this.#queueLimit) {
      this.#waiting.push(slot);
      slot.waits = true;
    } else {
      return null;
    }
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    if (!slot.waits) start();
    return slot;
  }

  /** @param {Slot} slot taken here and not given back yet */
  giveBack(slot) {
    const left = this.#kinds.get(slot.kind) - 1;
    if (left === 0) this.#kinds.delete(slot.kind);
    else this.#kinds.set(slot.kind, left);
    if (slot.waits) {
      this.#waiting.splice(this.#waiting.indexOf(slot), 1);
    } else if (slot.express) {
      this.#express -= 1;
    } else {
      this.#handOver();
    }
  }

  /** To the next in line without ever being free, or somebody who asks meanwhile would come in as well. */
  #handOver() {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#running -= 1;
    } else {
      next.waits = false;
      next.start();
    }
  }
}

/** One request's place, or its place in the queue. */
class Slot {
  waits = false;
  express = false;
  #slots;

  constructor(slots, kind, start) {
    this.#slots = slots;
    this.kind = kind;
    this.start = start;
  }

  /** Give it back; again does nothing. */
  release() {
    this.#slots?.giveBack(this);
    this.#slots = null;
  }
}
