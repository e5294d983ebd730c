/**
 * OpenClaw's own ways: which runs are a person's, which messages belong to one, the block before a prompt.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { observe, observeUntold } from "../../../packages/openclaw/src/adapter/payload.js";
import { reply } from "../../../packages/openclaw/src/adapter/reply.js";

const FIXTURES = new URL("../../fixtures/hosts/openclaw/", import.meta.url);

const recorded = (name) => JSON.parse(readFileSync(new URL(name, FIXTURES), "utf8"));
const said = (observations) =>
  observations.map(({ prompt, answer }) => (prompt === undefined ? ["a", answer] : ["u", prompt]));

test("every filter that drops a turn also holds where the run ends", () => {
  const ended = recorded("agent_end.json");
  for (const changed of [
    { trigger: "heartbeat" },
    { runId: "announce:v1:x" },
    { inputProvenance: { kind: "internal_system" } },
  ]) {
    const payload = { event: ended.event, ctx: { ...ended.ctx, ...changed } };
    assert.equal(observe("agent_end", payload, { prompt: "asked" }).noPerson, true, JSON.stringify(changed));
    assert.deepEqual(observeUntold(payload, { prompt: "asked" }), []);
  }
  assert.equal(
    observe("agent_end", ended, { prompt: null }).noPerson,
    true,
    "what its prompt hook said counts",
  );
});

test("the answer is the run's last text, with its own time", () => {
  const seen = observe("agent_end", recorded("agent_end.json"), { prompt: "asked" });
  assert.equal(seen.answer, "TOOL-SAID RECALLED-FACT likes tea");
  assert.equal(seen.createdAt, 1796085266797);
  assert.deepEqual(observeUntold(recorded("agent_end.json"), { prompt: "asked" }), []);
});

test("words before a tool's call and words of a failed request are no answer", () => {
  const kept = { prompt: "asked" };
  const payload = recorded("agent_end.json");
  payload.event.messages.at(-3).content.unshift({ type: "text", text: "Let me look." });
  assert.deepEqual(observeUntold(payload, kept), []);
  for (const stopReason of ["error", "aborted", "toolUse", "length"]) {
    payload.event.messages.at(-1).stopReason = stopReason;
    assert.equal(observe("agent_end", payload, kept).answer, undefined, stopReason);
  }
});

test("messages steered into a run are told between its first answer and its last", () => {
  const payload = recorded("agent_end-steered.json");
  const kept = { prompt: "WAIT think about it" };
  assert.deepEqual(said(observeUntold(payload, kept)), [
    ["a", "Understood, answer 2."],
    ["u", "and steer this too"],
  ]);
  assert.equal(observe("agent_end", payload, kept).answer, "Understood, answer 3.");
  assert.deepEqual([...new Set(observeUntold(payload, kept).map(({ turn }) => turn))], ["k1"]);
});

test("what the host steers into a run itself is nobody's word, nor is its answer", () => {
  for (const marked of [
    { provenance: { kind: "inter_session" } },
    { content: "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nnone" },
  ]) {
    const payload = recorded("agent_end-steered.json");
    Object.assign(payload.event.messages.at(-2), marked);
    const kept = { prompt: "WAIT think about it" };
    assert.deepEqual(said(observeUntold(payload, kept)), [["a", "Understood, answer 2."]]);
    assert.equal(observe("agent_end", payload, kept).answer, undefined);
  }
});

test("without its prompt hook a run's prompt is taken from its messages", () => {
  assert.deepEqual(said(observeUntold(recorded("agent_end.json"))), [
    ["u", 'use [[tool:reme_search {"query":"tea"}]]'],
  ]);
  assert.deepEqual(said(observeUntold(recorded("agent_end-webchat.json"))), [["u", "webchat hello"]]);
});

test("the messages of earlier runs are never told again", () => {
  const payload = recorded("agent_end.json");
  const [prompt, answer] = payload.event.messages;
  payload.event.messages = [
    prompt,
    answer,
    { ...prompt, content: "interrupted", idempotencyKey: "other:user" },
  ];
  assert.deepEqual(observeUntold(payload, {}), []);
  assert.equal(observe("agent_end", payload, { prompt: "asked" }).answer, undefined);
});

test("an aborted run has no answer and keeps what was steered into it", () => {
  const payload = recorded("agent_end-steered.json");
  payload.event.success = false;
  const kept = { prompt: "WAIT think about it" };
  assert.equal(observe("agent_end", payload, kept).answer, undefined);
  assert.equal(said(observeUntold(payload, kept)).length, 2);
});

test("the person's own words win over a prompt with history in it", () => {
  const payload = recorded("before_prompt_build.json");
  payload.event.currentUserMessage = "only this";
  assert.equal(observe("before_prompt_build", payload).prompt, "only this");
  payload.event.currentUserMessage = "";
  assert.equal(observe("before_prompt_build", payload).noPerson, true, "an image alone is no question");
});

test("messages of any other shape are survived", () => {
  for (const messages of [
    undefined,
    "x",
    [null, 3, { role: 1 }],
    [{ role: "assistant", stopReason: "stop", content: [7] }],
  ]) {
    const payload = { event: { messages }, ctx: { sessionId: "s", runId: {}, trigger: "user" } };
    assert.equal(observe("agent_end", payload).answer, undefined);
    assert.deepEqual(observeUntold(payload), []);
  }
});

test("a block goes before the prompt, and nothing into nothing", () => {
  const block = '<reme-context source="auto-recall">\n第一\n</reme-context>';
  assert.deepEqual(reply("before_prompt_build", block, ""), { prependContext: block });
  assert.equal(reply("before_prompt_build", "", "Upgrade it."), undefined);
  assert.equal(reply("agent_end", block, ""), undefined);
});
