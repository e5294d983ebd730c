/** One deadline for all that an event waits for. */

/** A moment that never moves back. It keeps the process alive until it is over or closed. */
export class Deadline {
  #controller = new AbortController();
  #start = performance.now();
  #end;
  #closed;
  #timer;
  #host;
  #cancel = () => this.#abort("cancelled");

  /**
   * @param {number} milliseconds
   * @param {AbortSignal} [host] the host's own signal: it stops the asking, not the keeping
   */
  constructor(milliseconds, host) {
    this.#end = this.#start + milliseconds;
    this.#host = host;
    /** Resolves when the time is over; never before `close` would have stopped it. */
    this.over = new Promise((resolve) => {
      this.#controller.signal.addEventListener("abort", resolve, { once: true });
    });
    this.#startTimer(milliseconds);
    if (host?.aborted) this.#cancel();
    else host?.addEventListener("abort", this.#cancel, { once: true });
  }

  /** Aborted at the end, or by the host; the reason is `timeout` or `cancelled`. */
  get signal() {
    return this.#controller.signal;
  }

  /** Whether its time ran out; no when it was closed before, or cancelled. */
  get hasTimedOut() {
    return this.#controller.signal.reason === "timeout";
  }

  /** Milliseconds from its start until it was closed, or until now. */
  get spent() {
    return Math.round((this.#closed ?? performance.now()) - this.#start);
  }

  /**
   * Make it end at most `milliseconds` after its start.
   * @param {number} milliseconds
   */
  shorten(milliseconds) {
    const end = this.#start + milliseconds;
    if (end >= this.#end || this.#controller.signal.aborted) return;
    this.#end = end;
    clearTimeout(this.#timer);
    this.#startTimer(Math.max(end - performance.now(), 0));
  }

  /** Nobody waits any longer. */
  close() {
    this.#closed ??= performance.now();
    clearTimeout(this.#timer);
    this.#host?.removeEventListener("abort", this.#cancel);
  }

  #startTimer(milliseconds) {
    this.#timer = setTimeout(() => this.#abort("timeout"), milliseconds);
  }

  #abort(reason) {
    clearTimeout(this.#timer);
    this.#controller.abort(reason);
  }
}
