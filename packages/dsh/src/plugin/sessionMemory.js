/** What later events of a session need and the host tells only once. */

import { entriesOf } from "./hostShapes.js";

/** Notes of the sessions that live in this process. */
export class SessionMemory {
  #notes = new Map();

  /**
   * A session's notes. When the package was loaded in the middle of a turn they are made from the session's own log.
   * @param {{id: string}} session
   * @returns {{turn?: number, answer: string, recalledTurn?: number}}
   */
  of(session) {
    let notes = this.#notes.get(session.id);
    if (notes === undefined) {
      notes = { answer: "" };
      this.#notes.set(session.id, notes);
      for (const entry of openTurn(entriesOf(session) ?? [])) this.note(session, entry, answerOf(entry));
    }
    return notes;
  }

  /**
   * Take in an entry of the log.
   * @param {{id: string}} session
   * @param {{type: string, data: any}} entry
   * @param {string} [answer] what the assistant says in it
   */
  note(session, { type, data }, answer) {
    const notes = this.of(session);
    if (type === "turn/start") Object.assign(notes, { turn: data.turn, answer: "" });
    // One message per step: the last one that holds text is the answer.
    if (type === "assistant/message" && answer) notes.answer = answer;
  }

  /** @param {{id: string}} session */
  forget(session) {
    this.#notes.delete(session.id);
  }
}
