/** Turns what was said into append requests, cleaned of what is never stored. */

import { normaliseContent } from "../content.js";
import { SESSION_ID_CHARS } from "../generated/v1/limits.js";
import { eventId } from "../identity.js";
import { head, wellFormed } from "../truncation.js";
import { encode } from "./jsonText.js";
import { timestamp } from "./moments.js";

/** One message: its id from the host's own text, and the text that may be kept, empty when none may. */
export class Said {
  /**
   * @param {"user" | "assistant"} role
   * @param {string} text
   * @param {string} turn
   * @param {string} sessionId
   * @param {number} createdAt milliseconds since 1970
   */
  constructor(role, text, turn, sessionId, createdAt) {
    const content = normaliseContent(text);
    this.role = role;
    this.turn = turn;
    this.eventId = eventId(turn || sessionId, role, text);
    this.text = content.text;
    this.reason = content.reason;
    this.createdAt = timestamp(createdAt);
  }

  /**
   * The body of a complete append request for this message alone.
   * @param {import("./descriptor.js").Host} host
   * @param {string} scope
   * @param {string} sessionId
   * @returns {Buffer}
   */
  request(host, scope, sessionId) {
    const event = { event_id: this.eventId, role: this.role, content: this.text, created_at: this.createdAt };
    if (this.turn) event.turn_id = wellFormed(head(this.turn, SESSION_ID_CHARS));
    const value = {
      host: host.id,
      scope_id: wellFormed(scope),
      session_id: wellFormed(sessionId),
      events: [event],
      client: { name: host.client, version: host.version },
    };
    return Buffer.from(encode(value), "ascii");
  }
}
