// What holds for every adapter in JavaScript: the descriptor's fixtures, pointers and filters.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { HOSTS } from "../../../packages/js-client/src/generated/v1/hosts.js";

const ROOT = new URL("../../../", import.meta.url);
const FOLDERS = ["dsh", "openclaw"];
const FIELDS = {
  session_id: "sessionId",
  turn: "turn",
  prompt: "prompt",
  answer: "answer",
  created_at: "createdAt",
};
// What earlier events of the recorded sessions brought.
const KEPT = { session_id: "s", turn: 1, prompt: "asked", answer: "said" };

/** Recorded payloads of a host's events, by the name of their file. */
function recorded(folder, natives) {
  const place = new URL(`tests/fixtures/hosts/${folder}/`, ROOT);
  const named = (file) =>
    natives.find((native) => file.split(/[.]|(?<=_[a-z]+)-/)[0] === native.replaceAll("/", "-"));
  const files = readdirSync(place).filter((file) => named(file) !== undefined);
  return files.map((file) => [file, named(file), JSON.parse(readFileSync(new URL(file, place), "utf8"))]);
}

const applies = ({ native, select = {} }, event, payload) =>
  native === event &&
  Object.entries(select).every(([pointer, values]) => values.includes(at(payload, pointer)));

function matches(rule, event, payload) {
  const start = rule.last_assistant_of ? lastAssistant(at(payload, rule.last_assistant_of)) : payload;
  const value = at(start, rule.pointer);
  if (rule.native !== event || value === undefined) return false;
  return Boolean(
    rule.equals?.includes(value) ||
    rule.contains?.some((part) => value.includes(part)) ||
    rule.starts_with?.some((part) => value.startsWith(part)) ||
    (rule.not_equals && !rule.not_equals.includes(value)) ||
    value > rule.above,
  );
}

/** The value a JSON pointer leads to. */
function at(payload, pointer) {
  const names = pointer.split("/").slice(1);
  return names.reduce((found, name) => found?.[name.replaceAll("~1", "/").replaceAll("~0", "~")], payload);
}

const lastAssistant = (messages) => messages?.findLast(({ role }) => role === "assistant");

/** What a field's form makes of the payload's value. */
function formed(form, value) {
  const texts = (blocks) =>
    blocks
      .filter(({ type }) => type === "text")
      .map(({ text }) => text)
      .join("");
  if (form === "text-blocks") return texts(value);
  if (form === "user-messages") {
    return value
      .filter(({ source }) => source.kind === "user")
      .map(({ content }) => texts(content))
      .join("\n");
  }
  if (form === "last-assistant-text") return texts(lastAssistant(value).content);
  if (form === "last-assistant-time") return lastAssistant(value).timestamp;
  return value;
}

for (const folder of FOLDERS) {
  const host = HOSTS[folder.replaceAll("-", "_")];
  const { observe } = await import(new URL(`packages/${folder}/src/adapter/payload.js`, ROOT));
  const { reply } = await import(new URL(`packages/${folder}/src/adapter/reply.js`, ROOT));
  const turnKey = (session, turn) =>
    host.turn_key.template.replace("{session_id}", session).replace("{turn}", String(turn));

  const natives = [...new Set(host.events.map(({ native }) => native))];
  for (const [file, native, payload] of recorded(folder, natives)) {
    const seen = observe(native, payload, KEPT);
    const rules = host.filters.filter((rule) => matches(rule, native, payload));
    for (const rule of rules) {
      test(`${folder}: the filter ${rule.name} drops ${file}`, () => {
        if (rule.drops === "session") assert.ok(seen === null || seen.agentId);
        else if (rule.drops === "event") assert.equal(seen, null);
        else if (rule.drops === "answer") assert.equal(seen.answer, undefined);
        // A sub-agent's words are dropped by the runtime, unless a person wants them.
        else assert.ok(seen === null || seen.noPerson || (rule.name === "subagent" && seen.agentId));
      });
    }
    if (rules.some(({ drops }) => drops !== "answer")) continue;
    test(`${folder}: ${native} reads what the descriptor points at in ${file}`, () => {
      const rows = host.events.filter((row) => applies(row, native, payload));
      assert.equal(rows.length, 1);
      const [{ read = {}, forms = {}, kept = {} }] = rows;
      const wanted = {};
      for (const [field, pointer] of Object.entries(read))
        wanted[field] = formed(forms[field], at(payload, pointer));
      // What the earlier event has put into the spool is not said again.
      const spooled = (native) =>
        host.events.some(
          (row) => row.native === native && row.actions.some(({ delivery }) => delivery === "spool"),
        );
      for (const [field, from] of Object.entries(kept)) if (!spooled(from)) wanted[field] = KEPT[field];
      if (rules.length > 0) for (const field of ["answer", "created_at"]) delete wanted[field];
      for (const [field, value] of Object.entries(wanted)) {
        if (!(field in FIELDS)) continue;
        const expected = field === "turn" ? turnKey(seen.sessionId, value) : value;
        assert.equal(seen[FIELDS[field]], expected, field);
      }
    });
  }

  test(`${folder}: nothing is read of payloads of another shape`, () => {
    const odd = [
      null,
      undefined,
      3,
      "x",
      [],
      [null],
      [3, "x"],
      {},
      [{}, {}],
      [{ id: 3, header: 7 }, { type: "user/message" }],
    ];
    for (const { native } of host.events) {
      for (const payload of odd) {
        const seen = observe(native, payload, {});
        assert.ok(seen === null || seen.sessionId === "", `${native} ${JSON.stringify(payload)}`);
      }
    }
  });

  test(`${folder}: nothing to say is nothing`, () => {
    for (const { native } of host.events) assert.equal(reply(native, "", ""), undefined);
  });
}
