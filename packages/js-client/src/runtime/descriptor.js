/** A host's descriptor as the runtime reads it: what an event asks for, and by when. */

import { RECALL_DEADLINE_MAX_MS } from "../generated/v1/limits.js";
import { isObject } from "./jsonText.js";

/** One row of the descriptor's events. Actions that it does not ask for are empty strings. */
export class Row {
  /** @param {import("./index.js").HostEvent} row */
  constructor(row) {
    const actions = new Map((row.actions ?? []).map((action) => [action.kind, action]));
    this.native = row.native;
    this.event = row.event ?? "";
    this.select = Object.entries(row.select ?? {});
    this.hasReply = Boolean(row.reply);
    this.milliseconds = Math.min(row.deadline?.inner_ms ?? RECALL_DEADLINE_MAX_MS, RECALL_DEADLINE_MAX_MS);
    this.recall = actions.has("recall");
    this.append = actions.get("append")?.delivery ?? "";
    this.context = actions.get("context")?.purpose ?? "";
    this.flush = actions.get("flush")?.reason ?? "";
  }

  /** Whether something has to be done; many events only tell the plugin what later ones need. */
  get isIdle() {
    return !this.recall && !this.append && !this.context && !this.flush && this.event !== "compacted";
  }

  /**
   * Whether the payload's members have the values that the row is for.
   * @param {unknown} payload
   * @returns {boolean}
   */
  fits(payload) {
    return this.select.every(([pointer, values]) => values.includes(memberAt(payload, pointer)));
  }
}

/** One host's slice of the descriptors, as the generator writes it. */
export class Host {
  #rows = new Map();

  /** @param {import("./index.js").HostSlice} slice */
  constructor(slice) {
    const limit = slice.injection?.host_limit;
    this.id = slice.id;
    this.folder = slice.folder;
    this.version = slice.version;
    this.client = `reme-${slice.folder}`;
    this.maxChars = slice.injection?.max_chars ?? 0;
    this.limit = limit?.amount ?? 0;
    this.limitIsBytes = limit?.unit === "bytes";
    this.staysInHistory = slice.injection?.stays_in_history ?? true;
    this.steering = Boolean(slice.capabilities?.steering);
    for (const row of slice.events) {
      if (!this.#rows.has(row.native)) this.#rows.set(row.native, []);
      this.#rows.get(row.native).push(new Row(row));
    }
  }

  /**
   * The first row of a native event that fits the payload.
   * @param {string} native
   * @param {unknown} payload
   * @returns {Row | undefined}
   */
  row(native, payload) {
    return this.#rows.get(native)?.find((row) => row.fits(payload));
  }
}

/** The value at a JSON pointer, or undefined. */
function memberAt(value, pointer) {
  let current = value;
  for (const part of pointer.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    const has = (isObject(current) || Array.isArray(current)) && name in current;
    current = has ? current[name] : undefined;
  }
  return current;
}
