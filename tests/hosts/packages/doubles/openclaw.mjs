// A stand-in for OpenClaw: calls the package's hooks in the order and with the shapes recorded of 2026.9.6.
import plugin from "../../../../packages/openclaw/src/plugin/index.js";
import { HOST } from "../../../../packages/openclaw/src/reme/host.js";
import { createRuntime } from "../../../../packages/openclaw/src/reme/runtime/index.js";
import { obey } from "./orders.mjs";

const sessions = new Map();

/** One of the registrations that the host makes; session hooks run in another one than the hooks of runs. */
function registered(registrationMode) {
  const hooks = new Map();
  const tools = new Map();
  plugin.register({
    registrationMode,
    pluginConfig: {},
    logger: { warn() {} },
    on: (name, handler) => hooks.set(name, handler),
    registerTool: (make, { name }) => tools.set(name, make({ sessionId: "s1", workspaceDir: process.cwd() })),
    registerCli() {},
  });
  return { hooks, tools };
}
registered("cli-metadata");
const runs = registered("full");
const ofSessions = registered("discovery");

const sessionKey = (session) => `agent:main:${session}`;
const context = (session) => ({ agentId: "main", sessionId: session, sessionKey: sessionKey(session) });
const runContext = (session, turn) => ({
  ...context(session),
  runId: `${session}:run-${turn}`,
  workspaceDir: process.cwd(),
  trigger: "user",
});

/** The messages of a session's context; a new session is announced as the host does it. */
function messagesOf(session) {
  if (!sessions.has(session)) sessions.set(session, []);
  return sessions.get(session);
}

const tell = (native, event, ctx) => ofSessions.hooks.get(native)(event, ctx);
const user = (text) => ({ role: "user", content: [{ type: "text", text }], timestamp: Date.now() });
const assistant = (text) => ({
  role: "assistant",
  content: [{ type: "text", text }],
  stopReason: "stop",
  timestamp: Date.now(),
});

/** What the host writes into its own log of a run, and its next context shows. */
function settle(session, { runId }) {
  for (const message of messagesOf(session)) {
    if (message.role === "user") message.idempotencyKey ??= `${runId}:user`;
    if (message.role === "assistant") message.__openclaw ??= { runId };
  }
}

await obey(
  {
    async start({ session }) {
      messagesOf(session);
      await tell("session_start", { sessionId: session, sessionKey: sessionKey(session) }, context(session));
    },
    // A prompt up to the moment in which the model is asked.
    async prompt({ session, turn, text }) {
      const messages = messagesOf(session);
      const ctx = runContext(session, turn);
      const answered = await runs.hooks.get("before_prompt_build")(
        { prompt: text, messages: [...messages] },
        ctx,
      );
      messages.push(user(text));
      return answered?.prependContext ?? "";
    },
    async toolResult({ session, text }) {
      const call = { type: "toolCall", id: "c", name: "bash", arguments: {} };
      messagesOf(session).push(
        { role: "assistant", content: [call], stopReason: "toolUse", timestamp: Date.now() },
        {
          role: "toolResult",
          toolCallId: "c",
          toolName: "bash",
          content: [{ type: "text", text }],
          isError: false,
        },
      );
    },
    async answer({ session, turn, text, times = 1 }) {
      const messages = messagesOf(session);
      const ctx = runContext(session, turn);
      messages.push(assistant(text));
      for (let time = 0; time < times; time += 1) {
        await runs.hooks.get("agent_end")({ messages: [...messages], success: true, runId: ctx.runId }, ctx);
      }
      settle(session, ctx);
    },
    async compact({ session }) {
      const messages = messagesOf(session);
      await tell("before_compaction", { messageCount: messages.length }, context(session));
      messages.splice(0, messages.length, {
        role: "compactionSummary",
        summary: "A summary.",
        timestamp: Date.now(),
      });
      await tell("after_compaction", { messageCount: 1, compactedCount: 0 }, context(session));
    },
    async end({ session }) {
      const event = {
        sessionId: session,
        sessionKey: sessionKey(session),
        messageCount: 0,
        reason: "deleted",
      };
      await tell("session_end", event, context(session));
      sessions.delete(session);
    },
    async shutDown() {
      const stopped = tell("gateway_stop", { reason: "gateway stopping" }, { port: 1 });
      const ended = [...sessions.keys()].map((session) => {
        const event = {
          sessionId: session,
          sessionKey: sessionKey(session),
          messageCount: 0,
          reason: "shutdown",
        };
        return tell("session_end", event, context(session));
      });
      await Promise.all([stopped, ...ended]);
    },
    async tools() {
      return [...runs.tools.keys()];
    },
  },
  { createRuntime, HOST },
);
