/** @file How long one request may take: since the last sign of life, and in all. */

/** Calls back once, unless it is stopped before. Times are in milliseconds. */
export class Deadline {
  /** What is being waited for; part of the error's data. */
  phase = "queue";
  /** Whether it was the time in all that ran out. */
  totalReached = false;
  #idleMs;
  #started = Date.now();
  #ends;
  #timer = null;
  #onExpired;

  /**
   * @param {number} idleMs between two signs of life; Infinity for a stream that may stay silent
   * @param {number} totalMs
   * @param {(limitMs: number) => void} onExpired
   */
  constructor(idleMs, totalMs, onExpired) {
    this.#idleMs = idleMs;
    this.#ends = this.#started + totalMs;
    this.#onExpired = onExpired;
    this.touch();
  }

  get elapsedMs() {
    return Date.now() - this.#started;
  }

  /** A sign of life: the idle time begins anew. */
  touch() {
    this.#arm(this.#idleMs);
  }

  /** A person is being asked: only the total time counts until the next sign of life. */
  pause() {
    this.#arm(Infinity);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#onExpired = null;
  }

  #arm(idleMs) {
    if (this.#onExpired === null) return;
    clearTimeout(this.#timer);
    const now = Date.now();
    const wait = Math.min(idleMs, this.#ends - now);
    if (wait === Infinity) return;
    const limitMs = now + idleMs <= this.#ends ? idleMs : this.#ends - this.#started;
    this.totalReached = limitMs !== idleMs;
    this.#timer = setTimeout(() => this.#expire(limitMs), Math.max(0, wait));
    this.#timer.unref();
  }

  #expire(limitMs) {
    const call = this.#onExpired;
    this.stop();
    call(limitMs);
  }
}
