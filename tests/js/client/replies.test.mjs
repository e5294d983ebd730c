/** What counts as an answer, and how a client lives with a newer or another server. */

import assert from "node:assert/strict";
import test from "node:test";

import { ERRORS, RemeError } from "../../../packages/js-client/src/client/index.js";
import * as validators from "../../../packages/js-client/src/generated/v1/validators.js";
import { clientOf, rejection, VERSION_REPLY } from "./asking.mjs";
import { answer, problem, raw, serve } from "./stubServer.mjs";

const HIT = {
  id: "h1",
  path: "digest/a.md",
  line_start: 1,
  line_end: 2,
  snippet: "tabs",
  score: 0.5,
  kind: "weekly",
  created_at: "2026-11-30T10:00:00Z",
  truncated: false,
};

async function refusal(t, act, options = {}) {
  const server = await serve(t, act);
  return [await rejection(clientOf(t, { url: server.url, ...options }).version()), server];
}

for (const version of ["1.0", "1.99", "1", " 1.3 ", null]) {
  test(`the version ${version} and its new fields are fine`, async (t) => {
    const reply = { ...VERSION_REPLY, future: { x: null } };
    const server = await serve(t, answer(200, reply, { "Reme-Api-Version": version }));
    for (const given of [{}, { validators }]) {
      assert.deepEqual(await clientOf(t, { url: server.url, ...given }).version(), reply);
    }
  });
}

for (const version of ["2.0", "0.9", "10.0", "one", "11"]) {
  for (const status of [200, 404, 500]) {
    test(`version ${version} with status ${status} is another major, whatever it says`, async (t) => {
      const [error, server] = await refusal(t, answer(status, VERSION_REPLY, { "Reme-Api-Version": version }));
      assert.deepEqual(
        [error.name, error.code, error.status, error.retryable],
        ["ApiVersionUnsupportedError", "api_version_unsupported", status, false],
      );
      assert.ok(error.message.includes(`'${version}'`) && error.message.includes("1.0"));
      assert.match(error.hint, /Upgrade the older side/);
      assert.equal(server.requests.length, 1);
    });
  }
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a redirect ${status} is an error and takes no token along`, async (t) => {
    const elsewhere = await serve(t, answer(200, VERSION_REPLY));
    const server = await serve(t, answer(status, "", { Location: `${elsewhere.url}/version` }));
    const error = await rejection(clientOf(t, { url: server.url, token: "hush" }).status());
    assert.deepEqual([error.name, error.code, error.status], ["InvalidReplyError", "invalid_reply", status]);
    assert.match(error.message, /redirects are not followed/);
    assert.match(error.hint, /REME_URL/);
    assert.deepEqual([elsewhere.requests.length, server.requests.length], [0, 1]);
  });
}

test("cookies are not kept", async (t) => {
  const server = await serve(t, answer(200, VERSION_REPLY, { "Set-Cookie": "id=1; Path=/" }));
  const client = clientOf(t, { url: server.url });
  await client.version();
  await client.version();
  assert.equal(server.requests[1].headers.cookie, undefined);
});

for (const body of [
  "",
  "<html>It works!</html>",
  "{",
  "[]",
  "null",
  '{"name": "x"}',
  '{"name": NaN}',
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  "\ufeff{}",
  "[".repeat(100_000),
  '{"name": "x", "version": 1, "integration_api_version": "1.0"}',
  '{"name": "x", "version": null, "integration_api_version": "1.0"}',
  '{"name": "x", "__proto__": {"version": "1"}, "integration_api_version": "1.0"}',
]) {
  test(`an answer that breaks the contract is named: ${JSON.stringify(String(body).slice(0, 40))}`, async (t) => {
    const [error, server] = await refusal(t, answer(200, body));
    assert.deepEqual(
      [error.name, error.code, error.status, error.retryable],
      ["InvalidReplyError", "invalid_reply", 200, false],
    );
    assert.match(error.hint, /REME_URL/);
    assert.equal(error.cause, undefined);
    assert.equal(server.requests.length, 1);
  });
}

test("the place of a fault is named without its value, and how deep is looked depends on the validators", async (t) => {
  const reply = { hits: [{ ...HIT, kind: "turn" }, { ...HIT, score: "a secret" }], truncated: false, total_chars: 4 };
  const server = await serve(t, answer(200, reply));
  const request = { query: "tabs or spaces" };
  const error = await rejection(clientOf(t, { url: server.url, validators }).agentMemoryRecall(request));
  assert.deepEqual([error.name, error.pointer], ["InvalidReplyError", "/hits/1/score"]);
  assert.doesNotMatch(error.message, /secret/);
  assert.deepEqual(await clientOf(t, { url: server.url }).agentMemoryRecall(request), reply);
});

test("an unknown word of a newer minor is kept", async (t) => {
  const reply = { hits: [HIT, { ...HIT, kind: "turn" }], truncated: false, total_chars: 8 };
  const server = await serve(t, answer(200, reply));
  for (const given of [{}, { validators }]) {
    assert.deepEqual(await clientOf(t, { url: server.url, ...given }).search({ query: "tabs" }), reply);
  }
  const odd = await serve(t, answer(200, { ...reply, hits: [{ ...HIT, kind: 5 }] }));
  const error = await rejection(clientOf(t, { url: odd.url, validators }).search({ query: "tabs" }));
  assert.equal(error.pointer, "/hits/0/kind");
});

for (const status of [201, 204, 206]) {
  test(`status ${status} is no reply`, async (t) => {
    const [error] = await refusal(t, answer(status, status === 204 ? "" : VERSION_REPLY));
    assert.deepEqual([error.name, error.status], ["InvalidReplyError", status]);
  });
}

test("a compression that was not asked for is refused", async (t) => {
  const [error] = await refusal(t, answer(200, Buffer.from([0x1f, 0x8b]), { "Content-Encoding": "gzip" }));
  assert.equal(error.name, "InvalidReplyError");
  assert.match(error.message, /compressed/);
});

test("a chunked answer after an interim one is read", async (t) => {
  const content = [
    "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    '2d\r\n{"name": "x", "version": "9.9", "integration_\r\n',
    '18\r\napi_version": "1.0"}    \r\n0\r\n\r\n',
  ];
  const server = await serve(t, raw(content.join("")));
  assert.equal((await clientOf(t, { url: server.url }).version()).version, "9.9");
});

for (const [code, Kind] of Object.entries(ERRORS)) {
  const { status, retryable, hint } = Kind;

  test(`${code} has an error of its own, with what the server says`, async (t) => {
    const members = { pointer: "/query", limit: 7, hint: "Do that." };
    const [error, server] = await refusal(t, problem(code, status, members));
    assert.equal(error.constructor, Kind);
    assert.ok(error instanceof RemeError);
    assert.deepEqual([error.code, error.status, error.retryable], [code, status, false]);
    assert.deepEqual([error.hint, error.pointer, error.limit], ["Do that.", "/query", 7]);
    assert.equal(error.message, `Something about ${code}.`);
    assert.equal(server.requests.length, 1);
  });

  test(`${code} alone is filled in from the contract, and tried again if that says so`, async (t) => {
    const [error, server] = await refusal(t, answer(status, { code }));
    assert.equal(error.constructor, Kind);
    assert.deepEqual([error.hint, error.retryable], [hint, retryable]);
    assert.equal(server.requests.length, retryable ? 3 : 1);
  });
}

for (const [status, name, retryable, tries] of [
  [429, "RefusedError", true, 3],
  [451, "RefusedError", false, 1],
  [507, "ServerFaultError", false, 1],
]) {
  test(`a code of a newer server with status ${status} is kept`, async (t) => {
    const [error, server] = await refusal(
      t,
      problem("quota_of_2031", status, { retryable, limit: true, pointer: 3 }),
    );
    assert.deepEqual(
      [error.name, error.code, error.status, error.retryable],
      [name, "quota_of_2031", status, retryable],
    );
    assert.deepEqual([error.limit, error.pointer], [undefined, undefined]);
    assert.equal(server.requests.length, tries);
  });
}

for (const [status, name, code] of [
  [404, "RefusedError", "refused"],
  [500, "ServerFaultError", "server_fault"],
]) {
  for (const body of ["", "null", "[]", '"text"', "{", '{"code": 5}', '{"code": "", "detail": []}', "\xff\xfe"]) {
    test(`${status} ${JSON.stringify(body)} goes by its status`, async (t) => {
      const [error] = await refusal(t, answer(status, Buffer.from(body, "latin1")));
      assert.deepEqual([error.name, error.code, error.status], [name, code, status]);
    });
  }
}
