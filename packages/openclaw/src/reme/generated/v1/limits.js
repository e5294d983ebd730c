// Generated: do not edit, your change would be lost.
// From packages/js-client/src/generated/v1/limits.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
// Generated: do not edit, your change would be lost.
// From contract/v1/limits.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
/** @file Limits of the contract. */

export const REQUEST_BYTES = 16777216;  // bytes: a larger batch is split by its sender
export const EVENTS_PER_REQUEST = 10000;  // events: bounds the work of one request
export const EVENT_BYTES = 1048576;  // bytes: longer content is cut with a marker
export const JSON_DEPTH = 64;  // levels: checked before parsing: parsers fail late and differently
export const DRAIN_BYTES = 268435456;  // bytes: an oversize body is read to its end, so that the sender sees the 413
export const DRAIN_SECONDS = 20;  // seconds: the same, in time
export const QUERY_CHARS = 100000;  // code points: a whole prompt fits
export const QUERY_TERMS = 64;  // terms: what recall uses of a long prompt
export const EVENT_ID_CHARS = 200;  // characters: ids of third parties too
export const SESSION_ID_CHARS = 512;  // code points: hosts' own ids
export const SCOPE_ID_CHARS = 200;  // code points: a name or a repository identity
export const HITS = 100;  // hits: most hits of one answer
export const EXCLUDE_IDS = 200;  // ids: what a session can have had injected
export const READ_CHARS = 100000;  // code points: largest text of one read
export const RECALL_DEADLINE_MS = 2500;  // milliseconds: what a hook waits for recall unless its descriptor says less
export const RECALL_DEADLINE_MAX_MS = 5000;  // milliseconds: never more, whatever is configured
export const SPOOL_BYTES = 67108864;  // bytes: a full spool refuses and logs
