// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/replyReader.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file Messages out of an HTTP answer, JSON or event stream, each as soon as it is complete. */

import { EventStream, EventTooLarge } from "./eventStream.mjs";
import { badReply, tooLarge } from "./failures.mjs";

export { EventStream };

const JSON_TYPE = /^application\/json\b/i;
const STREAM_TYPE = /^text\/event-stream\b/i;
// After its last message a server should end the stream; one that does not costs its connection.
const LINGER_MS = 1000;
const REFUSAL_CHARS = 65_536;

/** The answer broke off. */
export class ReplyBroken extends Error {
  constructor(error) {
    super(error.message);
    this.name = "ReplyBroken";
    this.code = error.code;
  }
}

/**
 * Read an answer until it ends or `onMessage` says that it heard enough.
 * @param {import("./httpReply.mjs").HttpReply} response
 * @param {number} limit most characters of one message
 * @param {(text: string, value: any) => boolean} onMessage true: no more, please
 * @param {EventStream} [events] keeps the last event id, also when this rejects
 * @returns {Promise<"json" | "stream" | "empty">} what it was
 * @throws {import("./failures.mjs").Failure | ReplyBroken}
 */
export function readReply(response, limit, onMessage, events = new EventStream(limit)) {
  const type = response.headers["content-type"] ?? "";
  if (STREAM_TYPE.test(type)) return readStream(response, limit, onMessage, events, type);
  return readWhole(response, limit, onMessage, type);
}

/**
 * The body of a refusal, up to a length that no refusal needs.
 * @param {import("./httpReply.mjs").HttpReply} response
 * @returns {Promise<string>} empty also when it breaks off
 */
export function readRefusal(response) {
  return new Promise((resolve) => {
    const decoder = new TextDecoder();
    let text = "";
    response.read({
      data(chunk) {
        if (text.length < REFUSAL_CHARS) text += decoder.decode(chunk, { stream: true });
        else response.destroy();
      },
      end: () => resolve(text),
      broken: () => resolve(text),
    });
  });
}

function readStream(response, limit, onMessage, events, type) {
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let heardEnough = false;
    let linger = null;
    response.read({
      data(chunk) {
        if (heardEnough) return;
        try {
          const text = decoder.decode(chunk, { stream: true });
          heardEnough = events.feed(text).some((data) => onMessage(data, parsed(data, type)));
        } catch (error) {
          response.destroy();
          reject(error instanceof EventTooLarge ? tooLarge("server's message", `more than ${limit}`, limit) : error);
          return;
        }
        if (heardEnough) {
          linger = setTimeout(() => response.destroy(), LINGER_MS);
          linger.unref();
          resolve("stream");
        }
      },
      end() {
        clearTimeout(linger);
        resolve("stream");
      },
      broken(error) {
        clearTimeout(linger);
        reject(new ReplyBroken(error));
      },
    });
  });
}

function readWhole(response, limit, onMessage, type) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let bytes = 0;
    response.read({
      data(chunk) {
        bytes += chunk.length;
        if (bytes <= limit) {
          chunks.push(chunk);
        } else {
          response.destroy();
          reject(tooLarge("server's message", `more than ${limit}`, limit));
        }
      },
      end() {
        try {
          resolve(whole(Buffer.concat(chunks).toString(), onMessage, type));
        } catch (error) {
          reject(error);
        }
      },
      broken: (error) => reject(new ReplyBroken(error)),
    });
  });
}

function whole(text, onMessage, type) {
  if (text.trim() === "") return "empty";
  if (!JSON_TYPE.test(type)) throw badReply("it is neither JSON nor an event stream", type);
  const value = parsed(text, type);
  const messages = Array.isArray(value) ? value.map((one) => [JSON.stringify(one), one]) : [[text, value]];
  messages.some(([one, its]) => onMessage(one, its));
  return "json";
}

function parsed(text, type) {
  try {
    return JSON.parse(text);
  } catch {
    throw badReply("a message in it is no JSON", type);
  }
}
