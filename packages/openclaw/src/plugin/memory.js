/**
 * What this process knows: one runtime, however often the plugin is loaded and registered, and the runs under
 * way.
 */

import { createRuntime } from "../reme/runtime/index.js";

/** Runs whose prompt is remembered until they end. Not every run says that it does. */
const MAX_RUNS = 256;
/** Which flushes the setting `flush` leaves. */
const FLUSHES = {
  turn: () => true,
  session: (reason) => reason !== "turn_end",
  never: () => false,
};

/**
 * The memory of this process. The host runs session hooks and run hooks in different instances of this
 * module, which would not see each other's variables. Another version of the package has a memory of its own:
 * it may have another shape.
 * @param {import("../reme/runtime/index.js").HostSlice} host
 * @returns {Memory}
 */
export function memoryOfProcess(host) {
  const key = Symbol.for(`@agentscope-ai/reme-openclaw-memory/${host.version}`);
  globalThis[key] ??= new Memory(host);
  return globalThis[key];
}

/** A runtime that follows the configuration, and what a run's later hooks need of its earlier ones. */
export class Memory {
  #host;
  #create;
  /** @type {Record<string, any>} */
  #options = {};
  #runtime;
  #policy;
  #runs = new Map();

  /**
   * @param {import("../reme/runtime/index.js").HostSlice} host
   * @param {typeof createRuntime} [create]
   */
  constructor(host, create = createRuntime) {
    this.#host = host;
    this.#create = create;
  }

  /** @param {unknown} options the plugin's own part of the host's configuration, as it is now */
  configure(options) {
    for (const name of Object.keys(this.#options)) delete this.#options[name];
    Object.assign(this.#options, typeof options === "object" ? options : {});
  }

  /** @returns {import("../reme/runtime/index.js").Runtime} */
  get runtime() {
    const policy = Object.hasOwn(FLUSHES, this.#options.flush) ? this.#options.flush : "turn";
    if (this.#runtime === undefined || policy !== this.#policy) {
      void this.#runtime?.dispose();
      this.#policy = policy;
      this.#runtime = this.#create(flushing(this.#host, FLUSHES[policy]), { options: this.#options });
    }
    return this.#runtime;
  }

  /** Everything that happened in this process is brought to the server, and notes are made of it. */
  async end() {
    const { runtime } = this;
    const { deadline } = this.#host.events.find(({ native }) => native === "gateway_stop");
    const limit = { deadlineMs: deadline.inner_ms };
    await (this.#policy === "never" ? runtime.deliver(limit) : runtime.flushTouched("shutdown", limit));
  }

  /**
   * Notes of a run, kept by its id; a run without one has none that last.
   * @param {unknown} id
   * @returns {{prompt?: string | null, handled?: Promise<import("../reme/runtime/index.js").Handled>}}
   */
  run(id) {
    const notes = this.#runs.get(id) ?? {};
    if (typeof id !== "string" || id === "") return notes;
    this.#runs.delete(id);
    this.#runs.set(id, notes);
    if (this.#runs.size > MAX_RUNS) this.#runs.delete(this.#runs.keys().next().value);
    return notes;
  }
}

/** The host's slice without the flushes that a person does not want. */
function flushing(host, wanted) {
  const events = host.events.map((row) => ({
    ...row,
    actions: row.actions.filter(({ kind, reason }) => kind !== "flush" || wanted(reason)),
  }));
  return { ...host, events };
}
