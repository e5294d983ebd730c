// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/sessionState.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** What the events of one session tell each other: what was put in, when it was compacted, its turns. */

import * as rules from "../generated/v1/hooks.js";
import { EXCLUDE_IDS } from "../generated/v1/limits.js";
import { sessionKey } from "../identity.js";
import { fileNames, modifiedMs, removeFile } from "./files.js";
import { timestamp } from "./moments.js";
import { readObject, sweepTemporary, writeObject } from "./privateFile.js";

const SUFFIX = ".json";
const NO_PERSON = ":-";

/** One session's memory between its events. Losing it costs a repetition, never a turn. */
export class SessionState {
  #file;
  #changed = false;

  /**
   * @param {string} file empty where nothing can be kept
   * @param {Record<string, unknown>} stored
   */
  constructor(file, stored) {
    this.#file = file;
    this.compactedAt = typeof stored.compacted_at === "string" ? stored.compacted_at : "";
    this.scope = typeof stored.scope === "string" ? stored.scope : "";
    this.injected = texts(stored.injected);
    this.marks = texts(stored.marks);
    this.turns = texts(stored.turns);
  }

  /**
   * Remember hits that the agent has in its history from here on.
   * @param {readonly string[]} ids
   */
  injectedNow(ids) {
    if (ids.length === 0) return;
    this.injected = latest(this.injected, ids);
    this.#changed = true;
  }

  /**
   * Remember which lines a brief has shown, so that no recall repeats one.
   * @param {readonly string[]} marks
   */
  markedNow(marks) {
    if (marks.length === 0) return;
    this.marks = latest(this.marks, marks);
    this.#changed = true;
  }

  /**
   * What was put in before is gone from the agent's context.
   * @param {number} now milliseconds since 1970
   */
  compactedNow(now) {
    this.injected = [];
    this.marks = [];
    this.compactedAt = timestamp(now);
    this.#changed = true;
  }

  /**
   * Keep a session in the scope in which it began.
   * @param {string} scope
   */
  settleScope(scope) {
    if (scope === this.scope) return;
    this.scope = scope;
    this.#changed = true;
  }

  /**
   * Whether this prompt is the first of its turn, or the same one again.
   * @param {string} eventId
   * @returns {boolean}
   */
  beginsTurn(eventId) {
    const turn = eventId.slice(0, eventId.lastIndexOf(":") + 1);
    for (const known of this.turns) {
      if (known === eventId) return true;
      if (known.startsWith(turn)) return false;
    }
    this.#addTurn(eventId);
    return true;
  }

  /**
   * Remember that the host itself began this turn, unless a person's prompt did.
   * @param {string} turn
   */
  beginsWithoutPerson(turn) {
    if (!this.#hasPrompt(turn) && !this.turns.includes(turn + NO_PERSON)) this.#addTurn(turn + NO_PERSON);
  }

  /**
   * Whether no person's prompt belongs to this turn, as far as is known.
   * @param {string} turn
   * @returns {boolean}
   */
  isWithoutPerson(turn) {
    return this.turns.includes(turn + NO_PERSON) && !this.#hasPrompt(turn);
  }

  /**
   * Write what changed.
   * @param {import("./files.js").UniqueNames} names
   */
  async save(names) {
    if (!this.#changed || this.#file === "") return;
    this.#changed = false;
    const value = { injected: this.injected, turns: this.turns };
    if (this.compactedAt) value.compacted_at = this.compactedAt;
    if (this.marks.length > 0) value.marks = this.marks;
    if (this.scope) value.scope = this.scope;
    await writeObject(this.#file, value, names);
  }

  #hasPrompt(turn) {
    return this.turns.some((known) => known.startsWith(`${turn}:u:`));
  }

  #addTurn(entry) {
    this.turns = [...this.turns, entry].slice(-rules.STATE_TURNS);
    this.#changed = true;
  }
}

/** The sessions of one host. Events that overlap share a state; between events only the file remembers. */
export class SessionStates {
  #host;
  #folder;
  #names;
  #open = new Map();

  /**
   * @param {string} host
   * @param {string} folder empty where nothing can be kept
   * @param {import("./files.js").UniqueNames} names
   */
  constructor(host, folder, names) {
    this.#host = host;
    this.#folder = folder;
    this.#names = names;
  }

  /**
   * The state of a session, until `release`.
   * @param {string} sessionId
   * @returns {Promise<SessionState>}
   */
  acquire(sessionId) {
    const known = this.#open.get(sessionId);
    if (known) {
      known.users += 1;
      return known.state;
    }
    const file = this.#folder && `${this.#folder}/${sessionKey(this.#host, "", sessionId)}${SUFFIX}`;
    const state = (file ? readObject(file) : Promise.resolve({})).then((stored) => new SessionState(file, stored));
    this.#open.set(sessionId, { state, users: 1, saved: Promise.resolve() });
    return state;
  }

  /**
   * The state of a session that is in use.
   * @param {string} sessionId
   * @returns {Promise<SessionState>}
   */
  get(sessionId) {
    return this.#open.get(sessionId).state;
  }

  /**
   * Save a session's state; the last user closes it.
   * @param {string} sessionId
   */
  async release(sessionId) {
    const entry = this.#open.get(sessionId);
    const state = await entry.state;
    // One after the other, so that an older content never replaces a newer one.
    const saved = entry.saved.then(() => state.save(this.#names));
    entry.saved = saved.catch(() => {});
    try {
      await saved;
    } finally {
      this.drop(sessionId);
    }
  }

  /**
   * Close a session's state without saving it.
   * @param {string} sessionId
   */
  drop(sessionId) {
    const entry = this.#open.get(sessionId);
    entry.users -= 1;
    if (entry.users === 0) this.#open.delete(sessionId);
  }

  /**
   * Remove states of sessions long past, and the oldest when there are too many.
   * @param {number} now milliseconds since 1970
   */
  async sweep(now) {
    if (!this.#folder) return;
    await sweepTemporary(this.#folder, now - rules.TEMPORARY_AGE_MS);
    const paths = (await fileNames(this.#folder))
      .filter((name) => name.endsWith(SUFFIX) && !name.startsWith(rules.TEMPORARY_PREFIX))
      .map((name) => `${this.#folder}/${name}`);
    const aged = await Promise.all(paths.map(async (path) => ({ path, at: await modifiedMs(path) })));
    aged.sort((one, other) => one.at - other.at);
    const tooMany = aged.length - rules.STATE_FILES;
    for (const [position, { path, at }] of aged.entries()) {
      if (at < now - rules.STATE_AGE_MS || position < tooMany) await removeFile(path);
    }
  }
}

function latest(known, added) {
  return [...known.filter((entry) => !added.includes(entry)), ...added].slice(-EXCLUDE_IDS);
}

function texts(value) {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
