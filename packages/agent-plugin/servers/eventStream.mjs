// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/eventStream.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file Server-sent events, parsed as they arrive (WHATWG HTML, section 9.2). */

const LINE_END = /\r\n|\n|\r/g;

/** More characters in one event than may be. */
export class EventTooLarge extends Error {}

/** Text in, data of complete events out. Comments and unknown fields are skipped. */
export class EventStream {
  /** The id to resume after. */
  lastEventId = "";
  /** What the server asked to wait before coming back, in milliseconds. */
  retryMs = null;
  #limit;
  #rest = "";
  #searched = 0;
  #begun = false;
  #afterReturn = false;
  #id = null;
  #name = "";
  #data = [];
  #size = 0;

  /** @param {number} limit most characters of one event */
  constructor(limit) {
    this.#limit = limit;
  }

  /**
   * @param {string} text decoded without breaking characters
   * @returns {string[]} data of the events that ended in it; an event without data gives none
   * @throws {EventTooLarge}
   */
  feed(text) {
    const events = [];
    let buffer = this.#rest + this.#unmarked(text);
    if (this.#afterReturn && buffer !== "") {
      if (buffer[0] === "\n") buffer = buffer.slice(1);
      this.#afterReturn = false;
    }
    let start = 0;
    LINE_END.lastIndex = this.#searched;
    for (let end = LINE_END.exec(buffer); end !== null; end = LINE_END.exec(buffer)) {
      this.#line(buffer.slice(start, end.index), events);
      start = LINE_END.lastIndex;
      // The line feed that belongs to it may come with the next chunk: the line is complete without it.
      this.#afterReturn = end[0] === "\r" && start === buffer.length;
    }
    this.#rest = buffer.slice(start);
    this.#searched = this.#rest.length;
    if (this.#size + this.#rest.length > this.#limit) throw new EventTooLarge();
    return events;
  }

  #unmarked(text) {
    if (this.#begun || text === "") return text;
    this.#begun = true;
    return text.startsWith("\ufeff") ? text.slice(1) : text;
  }

  #line(line, events) {
    if (line === "") {
      this.#dispatch(events);
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const from = line[colon + 1] === " " ? colon + 2 : colon + 1;
    const value = colon < 0 ? "" : line.slice(from);
    if (field === "data") {
      this.#data.push(value);
      this.#size += value.length;
    } else if (field === "event") {
      this.#name = value;
    } else if (field === "id") {
      if (!value.includes("\0")) this.#id = value;
    } else if (field === "retry" && /^\d+$/.test(value)) {
      this.retryMs = Number(value);
    }
  }

  #dispatch(events) {
    if (this.#id !== null) this.lastEventId = this.#id;
    if (this.#size > 0 && (this.#name === "" || this.#name === "message")) events.push(this.#data.join("\n"));
    this.#id = null;
    this.#name = "";
    this.#data = [];
    this.#size = 0;
  }
}
