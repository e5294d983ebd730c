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
 * @param {import("node:http").IncomingMessage} response
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
 * @param {import("node:http").IncomingMessage} response
 * @returns {Promise<string>} empty also when it breaks off
 */
export function readRefusal(response) {
  return new Promise((resolve) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk) => {
      if (text.length < REFUSAL_CHARS) text += chunk;
      else response.destroy();
    });
    response.on("end", () => resolve(text));
    response.on("error", () => resolve(text));
    response.on("close", () => resolve(text));
  });
}

function readStream(response, limit, onMessage, events, type) {
  return new Promise((resolve, reject) => {
    let heardEnough = false;
    response.setEncoding("utf8");
    response.on("data", (chunk) => {
      if (heardEnough) return;
      try {
        heardEnough = events.feed(chunk).some((data) => onMessage(data, parsed(data, type)));
      } catch (error) {
        response.destroy();
        reject(error instanceof EventTooLarge ? tooLarge("server's message", `more than ${limit}`, limit) : error);
        return;
      }
      if (heardEnough) {
        const linger = setTimeout(() => response.destroy(), LINGER_MS);
        linger.unref();
        response.once("close", () => clearTimeout(linger));
        resolve("stream");
      }
    });
    ends(response, () => resolve("stream"), reject);
  });
}

function readWhole(response, limit, onMessage, type) {
  return new Promise((resolve, reject) => {
    const chunks = [];
    let bytes = 0;
    response.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes <= limit) {
        chunks.push(chunk);
      } else {
        response.destroy();
        reject(tooLarge("server's message", `more than ${limit}`, limit));
      }
    });
    const finish = () => {
      const text = Buffer.concat(chunks).toString();
      if (text.trim() === "") return resolve("empty");
      if (!JSON_TYPE.test(type)) return reject(badReply("it is neither JSON nor an event stream", type));
      try {
        const value = parsed(text, type);
        const messages = Array.isArray(value) ? value.map((one) => [JSON.stringify(one), one]) : [[text, value]];
        messages.some(([one, its]) => onMessage(one, its));
        return resolve("json");
      } catch (error) {
        return reject(error);
      }
    };
    ends(response, finish, reject);
  });
}

function ends(response, onEnd, onBroken) {
  response.on("end", onEnd);
  response.on("error", (error) => onBroken(new ReplyBroken(error)));
  response.on("close", () => {
    if (!response.complete) onBroken(new ReplyBroken(new Error("closed")));
  });
}

function parsed(text, type) {
  try {
    return JSON.parse(text);
  } catch {
    throw badReply("a message in it is no JSON", type);
  }
}
