/** The JavaScript modules give what the contract's vectors say. */

import assert from "node:assert/strict";
import test from "node:test";

import { strip, wrap } from "../../packages/js-client/src/boundary.js";
import { ConfigurationError, resolve } from "../../packages/js-client/src/configuration.js";
import { normaliseContent } from "../../packages/js-client/src/content.js";
import { SETTINGS } from "../../packages/js-client/src/generated/v1/hooks.js";
import { eventId, sessionKey } from "../../packages/js-client/src/identity.js";
import { replaceBase64 } from "../../packages/js-client/src/payloads.js";
import { redact } from "../../packages/js-client/src/redaction.js";
import { clip, countChars, cut, wellFormed } from "../../packages/js-client/src/truncation.js";
import { eachVector } from "./vectorFiles.mjs";

eachVector("session_keys", "cases", (given) => {
  assert.equal(sessionKey(given.host, given.scope_id, given.session_id), given.expected);
});

eachVector("event_ids", "cases", (given) => {
  const found = eventId(given.turn_key, given.role, given.text);
  assert.equal(found, given.expected);
  assert.match(found, /^[!-~]{1,200}$/);
});

eachVector("event_ids", "refused", (given) => {
  assert.throws(() => eventId("turn-1", given.role, "hi"), { name: "TypeError", message: /only user and assistant/ });
});

eachVector("boundary", "wrap", (given) => {
  const found = wrap(given.items, given.max_chars);
  assert.equal(found, given.expected);
  assert.ok(countChars(found) <= given.max_chars);
});

eachVector("boundary", "strip", (given) => {
  const [text, reasons] = strip(given.text);
  assert.deepEqual([text, reasons], [given.expected, given.reasons]);
  assert.deepEqual(strip(text), [text, []]);
});

eachVector("redaction", "cases", (given) => {
  const [text, count] = redact(given.text);
  assert.deepEqual([text, count], [given.expected, given.count]);
  assert.deepEqual(redact(text), [text, 0]);
});

eachVector("base64", "cases", (given) => {
  const [text, count] = replaceBase64(given.text);
  assert.deepEqual([text, count], [given.expected, given.count]);
  assert.deepEqual(replaceBase64(text), [text, 0]);
});

eachVector("truncation", "cut", (given) => {
  const found = cut(given.text, given.max_bytes);
  assert.equal(found, given.expected);
  assert.ok(Buffer.byteLength(found) <= given.max_bytes);
  assert.equal(cut(found, given.max_bytes), found);
});

eachVector("truncation", "clip", (given) => {
  assert.equal(clip(given.text, given.max_chars), given.expected);
});

eachVector("truncation", "well_formed", (given) => {
  assert.equal(wellFormed(given.text), given.expected);
});

eachVector("content", "cases", (given) => {
  const { expected: text, reason, redactions } = given;
  assert.deepEqual(normaliseContent(given.text), { text, reason, redactions });
  const again = normaliseContent(text);
  assert.deepEqual([again.text, again.redactions], [text, 0]);
});

eachVector("configuration", "cases", (given) => {
  const found = Object.entries(resolve(given.flags, given.environment, given.files));
  assert.deepEqual(Object.fromEntries(found.map(([name, { value, origin }]) => [name, [value, origin]])), given.expected);
});

eachVector("configuration", "refused", (given) => {
  assert.throws(
    () => resolve(given.flags, given.environment, given.files),
    (error) => {
      assert.ok(error instanceof ConfigurationError);
      assert.deepEqual([error.code, error.message], [given.code, given.message]);
      return true;
    },
  );
});

eachVector("configuration", "hook_cases", (given) => {
  const found = Object.entries(hookSettings(given));
  assert.deepEqual(Object.fromEntries(found.map(([name, { value, origin }]) => [name, [value, origin]])), given.expected);
});

eachVector("configuration", "hook_refused", (given) => {
  assert.throws(() => hookSettings(given), { name: "ConfigurationError", code: given.code, message: given.message });
});

function hookSettings({ flags, environment, files, nearer }) {
  return resolve(flags, environment, files, SETTINGS, nearer);
}

test("surrogates are repaired alike where the language has no toWellFormed", () => {
  const text = "a\ud83d \ude00 \ud83d\ude00 \ud83d";
  const native = Object.getOwnPropertyDescriptor(String.prototype, "toWellFormed");
  const expected = "a\ufffd \ufffd \ud83d\ude00 \ufffd";
  delete String.prototype.toWellFormed;
  try {
    assert.equal(wellFormed(text), expected);
    assert.equal(wellFormed("\ufeffa"), "\ufeffa");
  } finally {
    if (native !== undefined) Object.defineProperty(String.prototype, "toWellFormed", native);
  }
  assert.equal(wellFormed(text), expected);
});

test("no member that every object has is taken for a setting", () => {
  const files = [["user", "/u.json", '{"__proto__": {"url": "http://evil"}, "constructor": 1}']];
  assert.equal(resolve({}, {}, files).url.value, "http://127.0.0.1:2333");
});
