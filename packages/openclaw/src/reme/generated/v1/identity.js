// Generated: do not edit, your change would be lost.
// From packages/js-client/src/generated/v1/identity.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
// Generated: do not edit, your change would be lost.
// From contract/v1/identity.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
/** @file How session keys, event ids and file-name slugs are made. Frozen for v1: changing a value renames everything stored. */

export const SLUG_CHARS = 40;
export const SLUG_READ_CHARS = 256;
export const SLUG_FALLBACK = "session";
export const SLUG_RESERVED = Object.freeze([
  "con",
  "prn",
  "aux",
  "nul",
  "com0",
  "com1",
  "com2",
  "com3",
  "com4",
  "com5",
  "com6",
  "com7",
  "com8",
  "com9",
  "lpt0",
  "lpt1",
  "lpt2",
  "lpt3",
  "lpt4",
  "lpt5",
  "lpt6",
  "lpt7",
  "lpt8",
  "lpt9",
]);
export const HASH_CHARS = 16;
export const TURN_KEY_CHARS = 181;
export const HASHED_TURN_KEY_PREFIX = "h-";
export const HASHED_TURN_KEY_CHARS = 32;
export const ROLE_LETTERS = Object.freeze({ user: "u", assistant: "a" });
