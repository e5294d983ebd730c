/** Neither token nor content shows up where a developer would print or log it. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import test from "node:test";
import { promisify, inspect } from "node:util";

import { ReMeClient } from "../../../packages/js-client/src/client/index.js";
import * as validators from "../../../packages/js-client/src/generated/v1/validators.js";
import { clientOf, homeOf, rejection } from "./asking.mjs";
import { answer, problem, raw, reset, serve } from "./stubServer.mjs";

const TOKEN = "hush-token-4711";
const SECRET = "canary 4711";
const HITS = { hits: [{ snippet: SECRET }], truncated: false, total_chars: 11 };
const CLIENT = new URL("../../../packages/js-client/src/client/index.js", import.meta.url);

test("a client shows everything but the token", (t) => {
  const environment = { HOME: homeOf(t), REME_TOKEN: TOKEN };
  const client = new ReMeClient({ url: "http://127.0.0.1:4711", environment, scopeId: "work" });
  assert.equal(inspect(client), "<ReMeClient http://127.0.0.1:4711 (direct) scope=work token=set retry=on>");
  assert.ok(inspect(new ReMeClient({ environment: {}, retry: false })).endsWith("token=none retry=off>"));
  assert.equal(client.config.token, TOKEN);
  for (const shown of [inspect(client.config), JSON.stringify(client), JSON.stringify({ ...client.config })]) {
    assert.ok(!shown.includes(TOKEN));
  }
});

for (const [what, act] of [
  ["a good reply", answer(200, HITS)],
  ["a malformed reply", answer(200, { ...HITS, hits: SECRET })],
  ["no JSON", answer(200, `${SECRET} is no JSON`)],
  ["no problem document", answer(500, SECRET)],
  ["no HTTP", raw(`${SECRET}\r\n\r\n`)],
  ["a refusal that is retried", problem("index_unavailable", 503, { retryable: true })],
  ["a reset", reset],
  ["a hang-up", raw("")],
]) {
  test(`nothing that was sent or received is logged or thrown: ${what}`, async (t) => {
    const server = await serve(t, act);
    const script = `
      import { inspect } from "node:util";
      import { ReMeClient } from ${JSON.stringify(CLIENT.href)};
      const client = new ReMeClient({ url: process.env.URL, token: ${JSON.stringify(TOKEN)} });
      try {
        await client.agentMemoryRecall({ query: ${JSON.stringify(SECRET)}, scope_id: ${JSON.stringify(SECRET)} });
      } catch (error) {
        console.log(inspect(error, { depth: null, showHidden: true }));
      }`;
    const env = { PATH: process.env.PATH, HOME: homeOf(t), URL: server.url, NODE_DEBUG: "reme_client" };
    const node = promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { env });
    const { stdout, stderr } = await node;
    assert.ok(server.requests.length > 0);
    assert.match(stderr, /agent_memory_recall try 1/);
    assert.ok(!(stdout + stderr).includes("4711"), stdout + stderr);
  });
}

for (const [operation, request] of [
  ["search", { query: SECRET, limit: SECRET }],
  ["remember", { messages: [{ role: SECRET, content: SECRET }] }],
  ["agent_session_append", { host: "codex", session_id: SECRET, events: [{ a: [Symbol(SECRET)] }] }],
]) {
  test(`a refused argument of ${operation} is not repeated`, async (t) => {
    const error = await rejection(clientOf(t, { validators }).call(operation, request));
    assert.equal(error.name, "InvalidRequestError");
    assert.doesNotMatch(inspect(error, { depth: null, showHidden: true }), /4711/);
  });
}

test("the token goes only where it is needed", async (t) => {
  const server = await serve(t, answer(200, { status: "ok", reasons: [] }), answer(200, HITS));
  const client = clientOf(t, { url: server.url, token: TOKEN });
  await client.health();
  await client.search({ query: "q" });
  assert.deepEqual(server.requests.map(({ headers }) => headers.authorization), [undefined, `Bearer ${TOKEN}`]);
});
