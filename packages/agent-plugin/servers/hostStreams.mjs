// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/hostStreams.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file What the client writes and reads: one JSON-RPC message a line, and nothing else. */

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const EDGE_BYTES = 4096;
// The last or first members of the outermost object, where clients put the id: enough to say whose message it was.
const ID_FIRST = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")\s*,/;
const ID_LAST = /,\s*"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

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

/** Splits standard input into lines and hands them to the proxy. */
export class HostInput {
  #stream;
  #proxy;
  #parts = [];
  #bytes = 0;
  #tail = Buffer.alloc(0);

  /**
   * @param {import("node:stream").Readable} stream
   * @param {{lineLimit: number, line(text: string): void, oversizeLine(id: unknown, bytes: number): void,
   *   stop(code: number): void}} proxy
   */
  constructor(stream, proxy) {
    this.#stream = stream;
    this.#proxy = proxy;
  }

  /** Begin to read. The end of input, its failure, and an end that came before we looked all stop the proxy. */
  start() {
    const ended = () => this.#proxy.stop(0);
    this.#stream.on("data", (chunk) => this.#feed(chunk));
    this.#stream.on("end", () => {
      this.#finish();
      ended();
    });
    this.#stream.on("error", ended);
    this.#stream.on("close", ended);
    if (this.#stream.readableEnded || this.#stream.destroyed) ended();
  }

  /** Read no more. */
  close() {
    this.#stream.removeAllListeners("data");
    this.#stream.pause();
  }

  #feed(chunk) {
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      this.#take(chunk.subarray(start, at));
      this.#finish();
      start = at + 1;
    }
    if (start < chunk.length) this.#take(chunk.subarray(start));
  }

  #take(part) {
    this.#bytes += part.length;
    if (this.#bytes <= this.#proxy.lineLimit) {
      this.#parts.push(part);
    } else {
      if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts).subarray(0, EDGE_BYTES)];
      if (this.#parts.length === 0) this.#parts = [Buffer.from(part.subarray(0, EDGE_BYTES))];
      this.#tail = Buffer.concat([this.#tail, part.subarray(-EDGE_BYTES)]).subarray(-EDGE_BYTES);
    }
  }

  #finish() {
    const [parts, bytes, tail] = [this.#parts, this.#bytes, this.#tail];
    this.#parts = [];
    this.#bytes = 0;
    this.#tail = Buffer.alloc(0);
    if (bytes > this.#proxy.lineLimit) {
      this.#proxy.oversizeLine(outerId(parts[0].toString(), tail.toString()), bytes);
      return;
    }
    let line = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    if (line[line.length - 1] === CARRIAGE_RETURN) line = line.subarray(0, -1);
    const text = line.toString();
    if (text.trim() !== "") this.#proxy.line(text);
  }
}

function outerId(head, tail) {
  const found = ID_FIRST.exec(head) ?? ID_LAST.exec(tail);
  return found === null ? null : JSON.parse(found[1]);
}
