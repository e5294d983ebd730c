/** Listeners that recall, capture and flush. */

import { randomUUID } from "node:crypto";

import { observe } from "../adapter/payload.js";
import { reply } from "../adapter/reply.js";
import { isRead, missingOfSession, missingOfStep } from "./hostShapes.js";
import { SessionMemory } from "./sessionMemory.js";

/** How long an agent rests before notes are made of its session, in milliseconds. */
const REST_MS = 60_000;

/**
 * Put every listener on the host's bus.
 * @param {any} ctx the plugin's context
 * @param {import("../reme/runtime/index.js").Runtime} runtime
 * @param {import("./faults.js").Faults} faults
 * @param {{idleFlushMs?: unknown}} config
 * @returns {() => void} stops what goes on between the host's events
 */
export function listen(ctx, runtime, faults, config) {
  const memory = new SessionMemory();
  const resting = new Map();

  const tell = (native, payload, kept) => runtime.handle(native, payload, observe(native, payload, kept));
  const on = (native, listener) => faults.contain(() => ctx.on(native, faults.contain(listener)))();
  // What the host has called so far: one of them without the other means that it no longer calls it.
  const heard = { entries: 0, steps: 0 };

  on("agent/session-start", (start) => {
    // Nothing here is waited for: the first turn may begin.
    void tell("agent/session-start", [start]);
    void runtime.probe();
    const { session, ctx: scope } = start.agent;
    scope?.effect?.(() => () => end(session));
  });

  on("session/event", (session, entry) => {
    if (!isRead(entry)) return;
    heard.entries += 1;
    const missing = missingOfSession(session, entry);
    if (missing) return faults.report("capture", missing);
    if (entry.type === "turn/end" && heard.steps === 0) faults.report("recall", "agent/pre-step");
    memory.note(session, entry);
    const { turn, answer } = memory.of(session);
    if (entry.type === "user/message" && turn === undefined) return faults.report("capture", "session log");
    void tell("session/event", [session, entry], { turn, answer });
  });

  async function enter(step, next) {
    // Not contained: what the listeners behind ours throw is theirs, and belongs to the host.
    const decision = await next();
    const message = await faults.contain(recalled)(step, decision);
    return message === undefined ? decision : { ...decision, messages: [...decision.messages, message] };
  }
  faults.contain(() => ctx.on("agent/pre-step", enter))();

  async function recalled(step, decision) {
    heard.steps += 1;
    if (heard.steps > 1 && heard.entries === 0) faults.report("capture", "session/event");
    const missing = missingOfStep(step, decision);
    if (missing) return faults.report("recall", missing);
    if (decision.kind !== "enter") return undefined;
    const payload = [{ ...step, messages: decision.messages }];
    const seen = observe("agent/pre-step", payload);
    const notes = memory.of(step.agent.session);
    if (!seen.prompt || notes.recalledTurn === step.turn) return undefined;
    notes.recalledTurn = step.turn;
    const { signal } = step;
    const { context, notice } = await runtime.handle("agent/pre-step", payload, seen, { signal });
    if (notice) faults.notify(notice);
    const message = reply("agent/pre-step", context, notice);
    return message && !signal?.aborted ? Object.freeze({ id: randomUUID(), ...message }) : undefined;
  }

  // Also called before each request and tool call, where waiting would hold up the step.
  on("session/flush", (session) => {
    const agent = ctx.get("agents")?.get?.(session.id);
    return agent?.status === "idle" ? tell("session/flush", [session]).then(() => {}) : undefined;
  });

  on("session/disposed", end);

  on("agent/status", (change) => {
    const { id } = change.agent;
    clearTimeout(resting.get(id));
    resting.delete(id);
    const rest = Number.isFinite(config.idleFlushMs) ? Number(config.idleFlushMs) : REST_MS;
    if (change.status !== "idle" || rest <= 0) return;
    const timer = setTimeout(() => {
      resting.delete(id);
      void tell("agent/status", [change]);
    }, rest);
    // Memory is no reason for a process to go on.
    timer.unref();
    resting.set(id, timer);
  });

  function end(session) {
    void tell("session/disposed", [session]);
    memory.forget(session);
  }

  return () => {
    for (const timer of resting.values()) clearTimeout(timer);
  };
}
