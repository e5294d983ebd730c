/** @file What the client reads: one JSON-RPC message a line, and nothing else. */

/** Writes whole lines in the order of the calls. */
export class HostOutput {
  #write;
  #stream;
  #broken = false;

  /**
   * @param {import("node:stream").Writable} stream
   * @param {() => void} onBroken called once when nobody reads any more
   */
  constructor(stream, onBroken) {
    this.#stream = stream;
    this.#write = stream.write.bind(stream);
    const broken = () => {
      if (!this.#broken) {
        this.#broken = true;
        onBroken();
      }
    };
    stream.on("error", broken);
    stream.on("close", broken);
  }

  /**
   * Pass a message on as the server wrote it, so that no number or escape changes on the way.
   * @param {string} text JSON; line breaks in it can only stand between tokens
   */
  pass(text) {
    this.#line(/[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, " ") : text);
  }

  /** @param {object} message of our own */
  send(message) {
    this.#line(JSON.stringify(message));
  }

  #line(text) {
    if (!this.#broken) this.#write(`${text}\n`);
  }

  /** @param {() => void} done called when everything was written, or cannot be */
  flush(done) {
    if (this.#broken || this.#stream.writableLength === 0) done();
    else this.#write("", () => done());
  }
}
