/** Splitting a long list of events into append requests that keep the contract's limits. */

import { EVENTS_PER_REQUEST, REQUEST_BYTES } from "../generated/v1/limits.js";
import { encode } from "./documents.js";
import { RequestTooLargeError, TooManyEventsError } from "./errors.js";

const CLOSING = "]}";
const COUNTS = ["appended", "duplicate", "conflict", "filtered", "rejected", "redactions"];

/**
 * An append request up to its events.
 * @param {Record<string, unknown>} document without its events, and with at least one member
 * @returns {string}
 */
export function envelopeOf(document) {
  return `${encode(document).slice(0, -1)},"events":[`;
}

/**
 * The append of events that are encoded already.
 * @param {string} envelope
 * @param {readonly string[]} events
 * @returns {string}
 */
export function appendBody(envelope, events) {
  return envelope + events.join(",") + CLOSING;
}

/**
 * Send any number of events, read as they are needed; a batch that is refused as too large is halved.
 * @param {string} envelope
 * @param {Iterable<unknown> | AsyncIterable<unknown>} events
 * @param {(body: string) => Promise<import("../generated/v1/types.js").AppendReply>} send
 * @returns {AsyncGenerator<import("../generated/v1/types.js").AppendReply>} one reply for each batch
 * @throws {RemeError} what `send` throws, also for a single event that is refused
 */
export async function* sendInBatches(envelope, events, send) {
  for await (const batch of fullBatches(envelope, events)) {
    const waiting = [batch];
    while (waiting.length > 0) {
      const next = waiting.shift();
      let reply;
      try {
        reply = await send(appendBody(envelope, next));
      } catch (refusal) {
        waiting.unshift(...halves(next, refusal));
        continue;
      }
      yield reply;
    }
  }
}

/**
 * One reply for all batches: counts and outcomes added up, `total` as of the last one.
 * @param {AsyncIterable<import("../generated/v1/types.js").AppendReply>} replies
 * @returns {Promise<import("../generated/v1/types.js").AppendReply>}
 */
export async function summed(replies) {
  const sum = { ...Object.fromEntries(COUNTS.map((name) => [name, 0])), total: 0, outcomes: [] };
  for await (const reply of replies) {
    for (const name of COUNTS) sum[name] += reply[name];
    sum.total = reply.total;
    for (const outcome of reply.outcomes) sum.outcomes.push(outcome);
  }
  return sum;
}

function halves(events, refusal) {
  const tooMuch = refusal instanceof RequestTooLargeError || refusal instanceof TooManyEventsError;
  if (!tooMuch || events.length < 2) throw refusal;
  const middle = Math.floor(events.length / 2);
  return [events.slice(0, middle), events.slice(middle)];
}

async function* fullBatches(envelope, events) {
  const room = REQUEST_BYTES - Buffer.byteLength(envelope) - CLOSING.length;
  let batch = [];
  let size = 0;
  let index = 0;
  for await (const event of events) {
    const encoded = encode(event, `/events/${index}`);
    const bytes = Buffer.byteLength(encoded);
    if (batch.length > 0 && (batch.length === EVENTS_PER_REQUEST || size + 1 + bytes > room)) {
      yield batch;
      batch = [];
      size = 0;
    }
    size += bytes + (batch.length > 0 ? 1 : 0);
    batch.push(encoded);
    index += 1;
  }
  if (batch.length > 0) yield batch;
}
