/** A runtime for a made-up host, with a home folder of its own. */

import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { createRuntime } from "../../../packages/js-client/src/runtime/index.js";

const startTimer = globalThis.setTimeout;
const APPEND = { kind: "append", delivery: "send" };

/** One row for everything that a descriptor can ask for. Times are long: nothing here waits for one on purpose. */
export const HOST = {
  id: "shop",
  folder: "shop",
  version: "1.2.3",
  minimum_api_version: "1.0",
  events: [
    row("start", "session-started", [{ kind: "context", purpose: "start" }, APPEND], { reply: "text" }),
    row("resume", "session-started", [APPEND]),
    row("prompt", "prompt-submitted", [{ kind: "recall" }, { kind: "append", delivery: "spool" }], { reply: "text" }),
    row("ask", "prompt-submitted", [{ kind: "recall" }], { reply: "text" }),
    row("said", "prompt-submitted", [{ kind: "append", delivery: "spool" }], { select: { "/0/type": ["said"] } }),
    row("said", "turn-progressed", [{ kind: "none" }]),
    row("stop", "turn-completed", [APPEND, { kind: "flush", reason: "turn_end" }]),
    row("compacting", "compact-pending", [APPEND, { kind: "flush", reason: "pre_compact" }]),
    row("compacted", "compacted", [{ kind: "none" }]),
    row("end", "session-ended", [APPEND, { kind: "flush", reason: "session_end" }]),
    row("shutdown", "session-ended", [APPEND, { kind: "flush", reason: "shutdown" }]),
  ],
  injection: { max_chars: 4000 },
  capabilities: {},
};

/** @param {import("node:test").TestContext} t */
export function homeFolder(t) {
  const home = mkdtempSync(path.join(tmpdir(), "reme-runtime-"));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/**
 * A runtime and what it leaves on disk.
 * @param {import("node:test").TestContext} t
 */
export function memory(t, { url, home = homeFolder(t), host = HOST, environment = {}, options = {}, now } = {}) {
  const variables = { HOME: home, ...(url ? { REME_URL: url } : {}), ...environment };
  const runtime = createRuntime(host, { environment: variables, options, now });
  t.after(() => runtime.dispose());
  const folder = path.join(home, ".reme", "integrations", host.folder);
  const spool = path.join(folder, "spool");
  const names = (place) => (existsSync(place) ? readdirSync(place).sort() : []);
  return {
    runtime,
    home,
    folder,
    spool,
    variables,
    waiting: () => names(spool).filter((name) => name.endsWith(".json")),
    kept: () =>
      names(spool)
        .filter((name) => name.endsWith(".json"))
        .map((name) => readJson(path.join(spool, name)).events[0].content),
    rejected: () => names(path.join(spool, "rejected")),
    heartbeat: () => (names(folder).includes("heartbeat.json") ? readJson(path.join(folder, "heartbeat.json")) : {}),
    states: () => names(path.join(folder, "state")).map((name) => readJson(path.join(folder, "state", name))),
    prompt: (text, turn = "t1", session = "s1", more = {}) =>
      runtime.handle("prompt", {}, { sessionId: session, turn, prompt: text, ...more }),
    stop: (text, turn = "t1", session = "s1", more = {}) =>
      runtime.handle("stop", {}, { sessionId: session, turn, answer: text, ...more }),
    fire: (native, more = {}, session = "s1") => runtime.handle(native, {}, { sessionId: session, ...more }),
  };
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function writeJson(file, value) {
  writeFileSync(file, JSON.stringify(value));
}

/**
 * Until the test is over every deadline is far away: on a machine that stands still for seconds a local answer would
 * come too late otherwise, and what is noted would be a timeout.
 * @param {import("node:test").TestContext} t
 */
export function withoutHurry(t) {
  globalThis.setTimeout = (callback, milliseconds, ...more) => startTimer(callback, 100 * milliseconds, ...more);
  t.after(() => {
    globalThis.setTimeout = startTimer;
  });
}

/** Resolves when `check` gives something; ends a test that would wait for ever. */
export async function eventually(check) {
  for (let round = 0; round < 2000; round += 1) {
    const found = await check();
    if (found) return found;
    await new Promise((resolve) => {
      startTimer(resolve, 10);
    });
  }
  throw new Error("It never happened.");
}

function row(native, event, actions, more = {}) {
  return { native, event, actions, deadline: { inner_ms: 4000 }, ...more };
}
