// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/httpReply.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file One HTTP/1.1 response out of a connection's bytes (RFC 9112). */

const HEAD_BYTES = 65_536;
const HEAD_END = Buffer.from("\r\n\r\n");
const LINE_END = Buffer.from("\r\n");
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: |$)/;
const WITHOUT_BODY = new Set([204, 304]);

/** What came is no HTTP, or more than a head may have. */
export class NoHttp extends Error {
  code = "NO_HTTP";
}

/** Takes bytes, tells of head, body and end. Whoever reads may come later: until then nothing is lost. */
export class HttpReply {
  statusCode = 0;
  /** Names in lower case; repeated ones joined. */
  headers = {};
  /** Whether all of it was there. */
  complete = false;
  /** Whether the connection can carry another request afterwards. */
  reusable = false;
  #events;
  #rest = Buffer.alloc(0);
  #step = this.#head;
  // Bytes of the body, or of the chunk, that are still to come; Infinity until the connection ends.
  #left = 0;
  #reader = null;
  #kept = [];
  #error = null;

  /**
   * @param {{head(): void, end(): void, destroy(): void}} events `head` once it is complete, `end` after the last
   *   byte of the body, `destroy` when nobody wants the rest
   */
  constructor(events) {
    this.#events = events;
  }

  /**
   * Bytes of the connection.
   * @param {Buffer} chunk
   * @throws {NoHttp}
   */
  feed(chunk) {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (this.#step !== null && this.#step());
  }

  /** The connection ended: the end of a body that has no other, and a break in any other place. */
  close(error) {
    if (this.complete) return;
    if (this.#left === Infinity && error === null) {
      this.#finish();
    } else {
      this.#error = error ?? Object.assign(new Error("the connection was closed"), { code: "ECONNRESET" });
      this.#reader?.broken(this.#error);
    }
  }

  /**
   * Read the body: what came already and what comes.
   * @param {{data(chunk: Buffer): void, end(): void, broken(error: Error): void}} reader
   */
  read(reader) {
    this.#reader = reader;
    for (const chunk of this.#kept) reader.data(chunk);
    this.#kept = [];
    if (this.complete) reader.end();
    else if (this.#error !== null) reader.broken(this.#error);
  }

  /** Take the rest of the body and forget it. */
  drain() {
    this.read({ data() {}, end() {}, broken() {} });
  }

  /** Close the connection, unless all of it was there. */
  destroy() {
    if (!this.complete) this.#events.destroy();
  }

  #head() {
    const end = this.#rest.indexOf(HEAD_END);
    if (end < 0) {
      if (this.#rest.length > HEAD_BYTES) throw new NoHttp("the head is too long");
      return false;
    }
    const [first, ...lines] = this.#rest.toString("latin1", 0, end).split("\r\n");
    this.#rest = this.#rest.subarray(end + HEAD_END.length);
    const status = STATUS_LINE.exec(first);
    if (status === null) throw new NoHttp("it does not begin with a status line");
    this.statusCode = Number(status[2]);
    // An interim response: the one that counts is still to come.
    if (this.statusCode < 200) return true;
    this.headers = headersOf(lines);
    this.#delimit(status[1] === "1");
    this.#events.head();
    if (this.#left === 0 && this.#step === this.#body) this.#finish();
    return true;
  }

  #delimit(persistent) {
    const { connection = "", "transfer-encoding": coding, "content-length": length } = this.headers;
    this.reusable = persistent && !/\bclose\b/i.test(connection);
    this.#step = this.#body;
    if (WITHOUT_BODY.has(this.statusCode)) {
      this.#left = 0;
    } else if (coding !== undefined) {
      if (!/(?:^|,)\s*chunked\s*$/i.test(coding)) throw new NoHttp("its transfer coding is unknown");
      this.#step = this.#chunkSize;
    } else if (length !== undefined) {
      if (!/^\d{1,15}$/.test(length)) throw new NoHttp("its length is no number");
      this.#left = Number(length);
    } else {
      this.#left = Infinity;
      this.reusable = false;
    }
  }

  #body() {
    if (this.#rest.length === 0) return false;
    this.#take();
    if (this.#left === 0) this.#finish();
    return false;
  }

  #chunkSize() {
    const line = this.#line();
    if (line === null) return false;
    const size = /^[0-9a-f]{1,12}(?=\s*(?:;|$))/i.exec(line);
    if (size === null) throw new NoHttp("the size of a chunk is no number");
    this.#left = Number.parseInt(size[0], 16);
    this.#step = this.#left === 0 ? this.#trailers : this.#chunk;
    return true;
  }

  #chunk() {
    if (this.#left > 0 && this.#rest.length > 0) this.#take();
    if (this.#left > 0 || this.#rest.length < LINE_END.length) return false;
    if (!this.#rest.subarray(0, LINE_END.length).equals(LINE_END)) throw new NoHttp("a chunk has another size");
    this.#rest = this.#rest.subarray(LINE_END.length);
    this.#step = this.#chunkSize;
    return true;
  }

  #trailers() {
    const line = this.#line();
    if (line === "") this.#finish();
    return line !== null && line !== "";
  }

  #line() {
    const end = this.#rest.indexOf(LINE_END);
    if (end < 0) {
      if (this.#rest.length > HEAD_BYTES) throw new NoHttp("a line is too long");
      return null;
    }
    const line = this.#rest.toString("latin1", 0, end);
    this.#rest = this.#rest.subarray(end + LINE_END.length);
    return line;
  }

  #take() {
    const part = this.#rest.length <= this.#left ? this.#rest : this.#rest.subarray(0, this.#left);
    this.#rest = this.#rest.subarray(part.length);
    this.#left -= part.length;
    if (this.#reader === null) this.#kept.push(part);
    else this.#reader.data(part);
  }

  #finish() {
    this.complete = true;
    this.#step = null;
    // Nobody asked for more: such a connection is not trusted with another request.
    if (this.#rest.length > 0) this.reusable = false;
    this.#reader?.end();
    this.#events.end();
  }
}

function headersOf(lines) {
  const headers = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1) throw new NoHttp("a header has no name");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = Object.hasOwn(headers, name) && headers[name] !== value ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
