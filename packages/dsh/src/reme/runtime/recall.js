// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/recall.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Asks for what is remembered and makes the block for the prompt. */

import { wrap, wrapText } from "../boundary.js";
import { LEAST_CHARS, START_CHARS } from "../generated/v1/hooks.js";
import { QUERY_CHARS } from "../generated/v1/limits.js";
import { digest } from "../identity.js";
import { head, wellFormed } from "../truncation.js";
import { decodeObject, isObject } from "./jsonText.js";

const ITEM_START = "\n- ";
const MARK_CHARS = 16;
// What Python's split() takes for blanks, so that both runtimes mark alike.
const BLANKS = /[\t-\r\u001c- \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;

/** How long a block may be: in code points, and in the host's own unit. */
export class Size {
  #bytes;

  /**
   * @param {import("./descriptor.js").Host} host
   * @param {number} wanted 0 for the host's own size
   */
  constructor(host, wanted) {
    const chars = wanted || host.maxChars;
    this.maxChars = host.limit ? Math.min(chars, host.limit) : chars;
    this.#bytes = host.limitIsBytes ? host.limit : 0;
  }

  /**
   * The longest block that `make` gives within both limits.
   * @param {(chars: number) => string} make
   * @returns {string}
   */
  fit(make) {
    let chars = this.maxChars;
    while (chars >= LEAST_CHARS) {
      const block = make(chars);
      const size = Buffer.byteLength(block);
      if (this.#bytes === 0 || size <= this.#bytes) return block;
      chars = Math.min(chars - 1, Math.floor((chars * this.#bytes) / size));
    }
    return "";
  }
}

/**
 * @typedef {object} Recalled
 * @property {string} block
 * @property {string[]} ids of hits that the agent knows with it
 * @property {string[]} marks of the lines that it shows
 */

/**
 * A recall request's body.
 * @param {string} query
 * @param {Size} size
 * @param {number} limit most hits; 0 for the server's own
 * @param {string} scope
 * @param {string} host
 * @param {string} sessionId
 * @param {{compactedAt: string, injected: readonly string[]}} known
 * @returns {Record<string, unknown>}
 */
export function recallRequest(query, size, limit, scope, host, sessionId, known) {
  const exclude = { host, session_id: wellFormed(sessionId) };
  if (known.compactedAt) exclude.after = known.compactedAt;
  return {
    query: head(query, QUERY_CHARS),
    ...(limit > 0 ? { limit } : {}),
    max_chars: size.maxChars,
    scope_id: wellFormed(scope),
    exclude_session: exclude,
    ...(known.injected.length > 0 ? { exclude_ids: known.injected } : {}),
  };
}

/**
 * The block of an answer, without what `known` marks.
 * @param {Uint8Array} body
 * @param {Size} size
 * @param {readonly string[]} known
 * @returns {Recalled | null} null for an answer that is none
 */
export function readRecall(body, size, known) {
  const hits = decodeObject(body)?.hits;
  if (!Array.isArray(hits)) return null;
  const usable = hits.filter((hit) => isObject(hit) && wrap([/** @type {any} */ (hit)], size.maxChars) !== "");
  const isTold = (hit) => known.length > 0 && known.includes(mark(String(hit.snippet)));
  const told = usable.filter(isTold);
  const fresh = usable.filter((hit) => !isTold(hit));
  const block = size.fit((chars) => wrap(fresh, chars));
  // Every hit is one item, and nothing inside an item starts a line like one.
  const shown = fresh.slice(0, block.split(ITEM_START).length - 1);
  const ids = [...told, ...shown].map((hit) => hit.id).filter((id) => typeof id === "string");
  return { block, ids, marks: [] };
}

/**
 * The body of a request for what the agent should know without a question.
 * @param {string} purpose
 * @param {Size} size
 * @param {string} scope
 * @param {string} host
 * @param {string} sessionId
 * @returns {Record<string, unknown>}
 */
export function contextRequest(purpose, size, scope, host, sessionId) {
  return {
    purpose,
    scope_id: wellFormed(scope),
    host,
    session_id: wellFormed(sessionId),
    max_chars: purpose === "start" ? Math.min(size.maxChars, START_CHARS) : size.maxChars,
  };
}

/**
 * The block of an answer.
 * @param {Uint8Array} body
 * @param {Size} size
 * @returns {Recalled | null} null for an answer that is none
 */
export function readContext(body, size) {
  const text = decodeObject(body)?.text;
  if (typeof text !== "string") return null;
  const block = text === "" ? "" : size.fit((chars) => wrapText(text, chars));
  return { block, ids: [], marks: [...marksOf(block)] };
}

/** Marks of a brief's lines: a fact alone, or after who said it or what it is called. */
function* marksOf(block) {
  for (const line of block.split("\n").slice(1, -1)) {
    const text = line.startsWith("- ") ? line.slice(2) : line;
    yield mark(text);
    const colon = text.indexOf(": ");
    if (colon >= 0 && colon + 2 < text.length) yield mark(text.slice(colon + 2));
  }
}

/** Tells whether two texts are the same without keeping either. */
function mark(text) {
  const words = text.split(BLANKS).filter((word) => word !== "");
  return digest(words.join(" ")).slice(0, MARK_CHARS);
}
