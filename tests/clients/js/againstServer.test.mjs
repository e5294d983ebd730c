/** The client against the real gateway, which `test_against_server.py` starts. */

import assert from "node:assert/strict";
import test from "node:test";

import { ReMeClient } from "../../../packages/js-client/src/client/index.js";
import { EVENTS_PER_REQUEST } from "../../../packages/js-client/src/generated/v1/limits.js";
import { API_VERSION } from "../../../packages/js-client/src/generated/v1/operations.js";
import * as validators from "../../../packages/js-client/src/generated/v1/validators.js";

const { REME_TEST_URL: url, REME_TEST_TOKEN: token } = process.env;

/** A test whose client has a scope of its own; a busy machine gets time. */
function inScope(name, check) {
  test(name, async () => {
    const options = { url, token, scopeId: name, timeoutMs: 60_000, environment: {}, validators };
    const client = new ReMeClient(options);
    try {
      await check(client, options);
    } finally {
      client.close();
    }
  });
}

function event(event_id, content, role = "user") {
  return { event_id, role, content, created_at: "2026-11-30T10:00:00+00:00" };
}

inScope("what one host said is recalled by another", async (memory) => {
  const session = { host: "codex", session_id: "morning" };
  const events = [
    event("t1:u:1", "Where do the deploy scripts live?"),
    event("t1:a:1", "我们把部署脚本放在仓库根目录, in scripts/ship.sh.", "assistant"),
  ];

  const appended = await memory.agentSessionAppend({ ...session, events });
  const again = await memory.agentSessionAppend({ ...session, events });
  const recalled = await memory.agentMemoryRecall({ query: "部署" });
  const unrelated = await memory.agentMemoryRecall({ query: "zebra crossing etiquette in Lisbon" });
  const excluded = await memory.agentMemoryRecall({ query: "部署", exclude_session: session });

  assert.deepEqual([appended.appended, appended.total, again.duplicate, again.total], [2, 2, 2, 2]);
  assert.match(recalled.hits[0].snippet, /ship\.sh/);
  assert.equal(recalled.hits[0].kind, "turn");
  assert.deepEqual([unrelated.hits, excluded.hits], [[], []]);
});

inScope("a scope keeps to itself", async (memory, options) => {
  await memory.remember({ fact: "The staging database is called heron." });

  assert.equal((await memory.search({ query: "heron" })).hits.length, 1);
  const elsewhere = new ReMeClient({ ...options, scopeId: "elsewhere" });
  assert.deepEqual((await elsewhere.search({ query: "heron" })).hits, []);
});

inScope("a fact is remembered, found, read and forgotten", async (memory) => {
  const fact = "Releases are cut on Thursdays by the kestrel script.";
  const stored = await memory.remember({ fact });
  const again = await memory.remember({ fact });
  const [hit] = (await memory.search({ query: "kestrel" })).hits;
  const { text } = await memory.read({ path: hit.path });
  const links = await memory.traverse({ path: hit.path });
  const gone = await memory.forget({ targets: [{ path: hit.path }] });

  assert.deepEqual([stored.outcome, again.outcome], ["stored", "duplicate"]);
  assert.deepEqual([hit.path, links.path], [stored.path, stored.path]);
  assert.match(text, /Thursdays/);
  assert.equal(gone.notes, 1);
  assert.deepEqual((await memory.search({ query: "kestrel" })).hits, []);
  await assert.rejects(memory.read({ path: hit.path }), { name: "FileNotFoundError", code: "file_not_found", status: 404 });
});

inScope("one bad event does not sink its neighbours", async (memory) => {
  const events = [
    event("good-1", "The linter is ruff."),
    { event_id: "bad", role: "user" },
    event("good-2", "a lone \ud800 half"),
    event("tool", "output", "tool"),
    event("good-1", "The linter is something else."),
  ];

  const { outcomes } = await memory.agentSessionAppend({ host: "hermes", session_id: "s", events });

  const found = outcomes.map(({ outcome }) => outcome);
  assert.deepEqual(found, ["appended", "rejected", "appended", "filtered", "conflict"]);
  assert.deepEqual([outcomes[1].event_id, outcomes[1].reason, outcomes[3].reason], ["bad", "malformed", "tool_result"]);
});

inScope("more events than a request may carry arrive in batches", async (memory) => {
  const events = Array.from({ length: EVENTS_PER_REQUEST + 3 }, (_, number) => event(`e${number}`, `note ${number}`));

  const reply = await memory.appendInBatches(events, { host: "dsh", session_id: "long" });

  assert.deepEqual([reply.appended, reply.total], [events.length, events.length]);
  assert.equal(reply.outcomes.at(-1).event_id, events.at(-1).event_id);
});

inScope("a body over the limit is a named refusal and no reset", async (memory) => {
  const events = Array.from({ length: 20 }, (_, number) => event(`e${number}`, "x".repeat(1_000_000)));
  const session = { host: "dsh", session_id: "big" };

  await assert.rejects(memory.agentSessionAppend({ ...session, events }), {
    name: "RequestTooLargeError",
    code: "request_too_large",
    status: 413,
    limit: 16 * 1024 * 1024,
  });
  assert.equal((await memory.appendInBatches(events, session)).appended, 20);
});

for (const path of ["../outside.md", "/etc/passwd", "daily/../../x.md", "daily/a\x00.md"]) {
  inScope(`the path ${JSON.stringify(path)} is refused`, async (memory) => {
    await assert.rejects(memory.read({ path }), { name: "PathRefusedError", code: "path_refused" });
  });
}

inScope("the server judges what no schema here did", async (memory, options) => {
  const request = { fact: "a fact", messages: [{ role: "user", content: "and messages" }] };
  const refusal = { name: "InvalidRequestError", code: "invalid_request", status: 400 };
  await assert.rejects(memory.remember(request), refusal);
  const unchecked = new ReMeClient({ ...options, validators: undefined });
  await assert.rejects(unchecked.search({ query: "q", limit: 0 }), { ...refusal, pointer: "/limit" });
});

inScope("a flush and a context answer at once", async (memory) => {
  const session = { host: "codex", session_id: "s" };
  const flushed = await memory.agentSessionFlush({ host: "codex", session_id: "never heard of", reason: "manual" });
  await memory.agentSessionAppend({ ...session, events: [event("e1", "We chose PostgreSQL.")] });
  const context = await memory.agentSessionContext({ purpose: "compact", ...session });

  assert.deepEqual([flushed.queued, flushed.pending], [false, 0]);
  assert.match(context.text, /PostgreSQL/);
});

inScope("the service tells about itself", async (memory) => {
  const version = await memory.version();
  const health = await memory.health();
  const status = await memory.status();
  const offered = await memory.help();
  const document = await memory.openapi();

  assert.deepEqual([version.integration_api_version, status.integration_api_version], [API_VERSION, API_VERSION]);
  assert.ok(["ok", "rebuilding"].includes(health.status));
  assert.equal(status.address, url);
  const names = offered.operations.map(({ name }) => name);
  assert.ok(names.includes("search") && names.includes("forget"));
  assert.ok("/search" in document.paths);
  assert.deepEqual((await memory.dailyList()).days, []);
});

inScope("an index is rebuilt on demand", async (memory) => {
  await memory.remember({ fact: "The pelican bucket holds backups." });
  assert.equal(typeof (await memory.reindex()).started, "boolean");
});

inScope("a wrong token is refused, and an open operation needs none", async (memory, options) => {
  const wrong = new ReMeClient({ ...options, token: "wrong" });
  const refusal = { name: "UnauthorizedError", code: "unauthorized", status: 401 };
  await assert.rejects(wrong.search({ query: "anything" }), refusal);
  const without = new ReMeClient({ ...options, token: undefined });
  assert.equal((await without.version()).name, "reme-gateway");
});

inScope("an aborted call leaves the client usable", async (memory) => {
  const controller = new AbortController();
  const pending = memory.search({ query: "anything" }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(pending, { name: "AbortError" });
  assert.deepEqual((await memory.search({ query: "anything" })).hits, []);
});
