/** What later events of a session need and the host tells only once. */

import { observe } from "../adapter/payload.js";
import { entriesOf } from "./hostShapes.js";

/** Notes of the sessions that live in this process. */
export class SessionMemory {
  #notes = new Map();

  /**
   * A session's notes. Where the package was loaded in the middle of a turn, they are made of its log.
   * @param {{id: string}} session
   * @returns {{turn?: number, answer: string, recalledTurn?: number}}
   */
  of(session) {
    const known = this.#notes.get(session.id);
    if (known !== undefined) return known;
    const notes = { answer: "" };
    this.#notes.set(session.id, notes);
    const entries = entriesOf(session) ?? [];
    for (const entry of entries.slice(entries.findLastIndex(({ type }) => type === "turn/start"))) {
      take(notes, session, entry);
    }
    return notes;
  }

  /**
   * Take in an entry of the session's log.
   * @param {{id: string}} session
   * @param {{type: string, data: any}} entry
   */
  note(session, entry) {
    take(this.of(session), session, entry);
  }

  /** @param {{id: string}} session */
  forget(session) {
    this.#notes.delete(session.id);
  }
}

function take(notes, session, entry) {
  if (entry.type === "turn/start") Object.assign(notes, { turn: entry.data.turn, answer: "" });
  // One message per step: the last one that holds text is the answer.
  if (entry.type !== "assistant/message") return;
  notes.answer = observe("session/event", [session, entry]).answer || notes.answer;
}
