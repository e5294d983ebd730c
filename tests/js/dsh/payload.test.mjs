// DSH's own ways: who speaks, which words are an answer, and the message that brings a recall.
import assert from "node:assert/strict";
import { test } from "node:test";

import { observe } from "../../../packages/dsh/src/adapter/payload.js";
import { reply } from "../../../packages/dsh/src/adapter/reply.js";

const ROOT_SESSION = { id: "session-1", header: { cwd: "/home/dev/project" } };
const CHILD = {
  id: "c1",
  header: { cwd: "/", parentSession: "session-1", origin: "subagent", delegationDepth: 1 },
};
const text = (words) => ({ type: "text", text: words });
const entry = (type, data) => [ROOT_SESSION, { type, seq: 1, time: 1796085347216, data }];

test("a sub-agent's words belong to a child of the session that gave the task", () => {
  for (const header of [
    CHILD.header,
    { ...CHILD.header, origin: undefined },
    { ...CHILD.header, delegationDepth: 0 },
  ]) {
    const said = { source: { kind: "user" }, content: [text("Count the crates.")] };
    const seen = observe(
      "session/event",
      [
        { ...CHILD, header },
        { type: "user/message", data: said },
      ],
      { turn: 3 },
    );
    assert.deepEqual([seen.sessionId, seen.agentId, seen.turn], ["session-1", "c1", "c1:3"]);
  }
});

test("a session that a person forked is a root", () => {
  const forked = {
    id: "session-2",
    header: { parentSession: "session-1", seedLength: 40, delegationDepth: 0 },
  };
  assert.equal(observe("session/created", [forked]).agentId, undefined);
});

test("texts beside a picture or a reasoning are one text, as the model gets them", () => {
  const blocks = [
    text("Look at "),
    { type: "image", attachment: {} },
    text("this."),
    { type: "reasoning", text: "no" },
  ];
  const seen = observe(
    "session/event",
    entry("user/message", { source: { kind: "user" }, content: blocks }),
    { turn: 1 },
  );
  assert.equal(seen.prompt, "Look at this.");
});

test("an answer counts when the turn came to its end", () => {
  for (const [kind, answer] of Object.entries({
    completed: "Done.",
    "max-tokens": "Done.",
    aborted: undefined,
    blocked: undefined,
    error: undefined,
    interrupted: undefined,
    "of-a-newer-host": undefined,
  })) {
    const seen = observe("session/event", entry("turn/end", { turn: 1, reason: { kind } }), {
      answer: "Done.",
    });
    assert.equal(seen.answer, answer, kind);
  }
});

test("a compaction that failed has shortened nothing", () => {
  const ended = (data) =>
    observe("session/event", entry("compaction/end", { compactionId: "c", turn: 1, ...data }));
  assert.equal(ended({}).sessionId, "session-1");
  assert.equal(ended({ error: "summary is not smaller" }), null);
});

test("a prompt is read from what the listeners before ours let in", () => {
  const messages = [
    { source: { kind: "user" }, content: [text("First.")] },
    { source: { kind: "plugin", plugin: "x" }, content: [text("Not said.")] },
    { source: { kind: "user" }, content: [text("Second.")] },
  ];
  const seen = observe("agent/pre-step", [{ agent: { session: ROOT_SESSION }, messages, turn: 2 }]);
  assert.deepEqual([seen.prompt, seen.turn], ["First.\nSecond.", "session-1:2"]);
});

test("a recall is a message of a plugin, and a notice no message", () => {
  assert.deepEqual(reply("agent/pre-step", "<reme-context>", "Upgrade."), {
    role: "user",
    content: [text("<reme-context>")],
    source: { kind: "plugin", plugin: "reme", form: "recall" },
  });
  assert.equal(reply("agent/pre-step", "", "Upgrade."), undefined);
});
