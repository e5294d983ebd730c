// The shared corpus, read by the generated validators: same verdict and same pointer as in Python.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import * as errors from "../../../packages/js-client/src/generated/v1/errors.js";
import * as tables from "../../../packages/js-client/src/generated/v1/schemas.js";
import * as validators from "../../../packages/js-client/src/generated/v1/validators.js";

const folder = new URL("../../../contract/v1/examples/", import.meta.url);
const read = (kind) =>
  readdirSync(new URL(`${kind}/`, folder))
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(new URL(`${kind}/${name}`, folder), "utf8"))]);

function verdict(example) {
  return "request" in example
    ? validators.validateRequest(example.operation, example.request)
    : validators.validateReply(example.operation, example.reply);
}

for (const [name, example] of read("valid")) {
  test(`valid ${name} is accepted`, () => assert.deepEqual(verdict(example), { ok: true }));
}

for (const [name, example] of read("invalid")) {
  if ("outcome" in example) {
    test(`invalid ${name} is an event that is malformed there`, () => {
      const [good, bad] = example.request.events;
      assert.deepEqual(validators.validateShape("SessionEvent", good), { ok: true });
      const found = validators.validateShape("SessionEvent", bad);
      assert.deepEqual([found.ok, found.pointer, example.reason], [false, example.pointer, "malformed"]);
      assert.equal(verdict(example).pointer, `/events/1${example.pointer}`);
    });
  } else {
    test(`invalid ${name} is refused for the named value`, () => {
      const found = verdict(example);
      assert.deepEqual([found.ok, found.code, found.pointer], [false, example.code, example.pointer]);
      assert.ok(found.detail.length > 5);
    });
  }
}

test("an operation or shape that the contract does not have is a TypeError", () => {
  assert.throws(() => validators.validateRequest("agent_session_delete", {}), TypeError);
  assert.throws(() => validators.validateReply("toString", {}), TypeError);
  assert.throws(() => validators.validateShape("__proto__", {}), TypeError);
});

test("members of the prototype are not members of a document", () => {
  const found = validators.validateRequest("search", Object.create({ query: "inherited" }));
  assert.deepEqual([found.ok, found.pointer], [false, "/query"]);
  const named = JSON.parse('{"query": "q", "__proto__": {"limit": 1}}');
  assert.equal(validators.validateRequest("search", named).pointer, "/__proto__");
});

test("a member that JSON.stringify leaves out counts as absent", () => {
  assert.deepEqual(validators.validateRequest("search", { query: "q", limit: undefined }), { ok: true });
  assert.equal(validators.validateRequest("search", { query: undefined }).pointer, "/query");
});

test("lengths are counted in code points", () => {
  assert.deepEqual(validators.validateRequest("search", { query: "q", scope_id: "😀".repeat(200) }), { ok: true });
  assert.equal(validators.validateRequest("search", { query: "q", scope_id: "😀".repeat(201) }).pointer, "/scope_id");
});

test("every code has its class, and a problem document becomes it", () => {
  const rows = JSON.parse(readFileSync(new URL("../errors.json", folder), "utf8")).errors;
  assert.deepEqual(Object.keys(errors.ERRORS), rows.map((row) => row.code));
  for (const row of rows) {
    const error = errors.errorFromProblem({ code: row.code, detail: "What happened.", limit: 3 });
    assert.ok(error instanceof errors.ERRORS[row.code]);
    assert.ok(error instanceof errors.RemeError);
    assert.deepEqual([error.code, error.status, error.retryable, error.hint], [row.code, row.status, row.retryable, row.hint]);
    assert.deepEqual([error.message, error.limit, error.name], ["What happened.", 3, errors.ERRORS[row.code].name]);
  }
});

test("a code of a newer server becomes the root class", () => {
  const error = errors.errorFromProblem({ code: "constructor", detail: "New.", status: 418, retryable: true });
  assert.equal(error.constructor, errors.RemeError);
  assert.deepEqual([error.code, error.status, error.retryable], ["constructor", 418, true]);
});

test("tables can't be changed by who imports them", () => {
  assert.throws(() => { tables.SCHEMAS.SearchRequest.properties.query.maxLength = 1; }, TypeError);
  assert.throws(() => { tables.REQUESTS.search = "X"; }, TypeError);
});
