// A stand-in for DSH: calls the package's listeners in the order and with the shapes that were recorded of 0.1.0-rc.8.
import { randomUUID } from "node:crypto";

import * as plugin from "../../../../packages/dsh/src/plugin/index.js";
import { HOST } from "../../../../packages/dsh/src/reme/host.js";
import { createRuntime } from "../../../../packages/dsh/src/reme/runtime/index.js";
import { obey } from "./orders.mjs";

const listeners = new Map();
const disposers = [];
const tools = new Map();
const agents = new Map();
const services = {
  tools: { get: (name) => tools.get(name), register: (tool) => tools.set(tool.name, tool) },
  skills: { register() {} },
  commands: { register() {} },
  agents: { get: (id) => agents.get(id), list: () => [...agents.values()] },
};
const ctx = {
  root: {},
  on: (name, listener) => listeners.set(name, [...(listeners.get(name) ?? []), listener]),
  effect: (make) => disposers.push(make()),
  inject: (_names, use) => use({ ...ctx, ...services }),
  get: (name) => services[name],
};
plugin.apply(ctx, undefined);

const emit = (name, ...given) => (listeners.get(name) ?? []).map((listener) => listener(...given));

/** A session's agent; a new one is announced as the host does it. */
function agentOf(id, source = "startup") {
  const known = agents.get(id);
  if (known) return known;
  const header = { version: 0, id, createdAt: Date.now(), cwd: process.cwd() };
  const agent = { id, status: "idle", session: { id, header, events: [] }, ctx: { effect() {} } };
  agents.set(id, agent);
  emit("session/created", agent.session);
  emit("agent/session-start", { agent, source });
  return agent;
}

function log({ session }, type, data) {
  const entry = { type, seq: session.events.length, time: Date.now(), data };
  session.events.push(entry);
  emit("session/event", session, entry);
}

function become(agent, status) {
  agent.status = status;
  emit("agent/status", { agent, status });
}

const message = (source, text) => ({ id: randomUUID(), role: "user", content: [{ type: "text", text }], source });

await obey(
  {
    async start({ session, source }) {
      agentOf(session, source);
    },
    // A prompt up to the moment in which the model is asked.
    async prompt({ session, turn, text }) {
      const agent = agentOf(session);
      become(agent, "running");
      await Promise.all(emit("session/flush", agent.session));
      log(agent, "turn/start", { turn });
      const messages = [message({ kind: "user" }, text)];
      const step = { agent, messages, turn, step: 1, signal: new AbortController().signal };
      let next = async () => ({ kind: "enter", messages });
      for (const listener of listeners.get("agent/pre-step")) {
        const inner = next;
        next = () => listener(step, inner);
      }
      const decision = await next();
      for (const entered of decision.messages) log(agent, "user/message", entered);
      await Promise.all(emit("session/flush", agent.session));
      const recalled = decision.messages.filter(({ source }) => source.kind === "plugin");
      return recalled.map(({ content }) => content[0].text).join("");
    },
    async toolResult({ session, turn, text }) {
      const agent = agentOf(session);
      log(agent, "tool/call", { turn, step: 1, callId: "c", name: "bash", arguments: text });
      const content = [{ type: "tool-result", toolCallId: "c", content: [{ type: "text", text }] }];
      log(agent, "tool/result", { turn, step: 1, message: { role: "user", source: { kind: "tool" }, content } });
    },
    async answer({ session, turn, text, times = 1 }) {
      const agent = agentOf(session);
      const content = [{ type: "text", text }];
      for (let time = 0; time < times; time += 1) {
        log(agent, "assistant/message", { turn, step: 1, message: { role: "assistant", content } });
        log(agent, "turn/end", { turn, reason: { kind: "completed" } });
      }
      become(agent, "idle");
      await Promise.all(emit("session/flush", agent.session));
    },
    async compact({ session }) {
      const agent = agentOf(session);
      log(agent, "compaction/start", { compactionId: "c", turn: null });
      log(agent, "compaction/summary", { compactionId: "c", text: "A summary." });
      log(agent, "user/message", message({ kind: "plugin", plugin: "compact" }, "A summary."));
      log(agent, "compaction/end", { compactionId: "c" });
      await Promise.all(emit("session/flush", agent.session));
    },
    async end({ session }) {
      const agent = agentOf(session);
      agents.delete(session);
      emit("session/disposed", agent.session);
    },
    async shutDown() {
      for (const dispose of disposers.reverse()) await dispose?.();
    },
    async tools() {
      agentOf("asks for tools");
      return [...tools.keys()];
    },
  },
  { createRuntime, HOST },
);
