/** What OpenClaw reports, in the contract's words. */

const SUBAGENT = ":subagent:";
const ANNOUNCEMENT = "announce:";
/** Where a message comes from that no person wrote, as the host marks it. */
const INTERNAL = new Set(["inter_session", "internal_system"]);
const HOST_CONTEXT = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>";

/**
 * @typedef {import("../reme/runtime/index.js").Observation} Observation
 */

/**
 * What happened, or null where nothing of it may be remembered.
 * @param {string} native the hook's name
 * @param {unknown} payload the handler's two arguments as `event` and `ctx`
 * @param {{prompt?: string | null}} [kept] what the run's prompt hook brought: the person's words, null when
 *   it was nobody's, and nothing when that hook did not run
 * @returns {Observation | null}
 */
export function observe(native, payload, kept = {}) {
  const { event, ctx } = arguments_(payload);
  const session = {
    sessionId: textOf(ctx.sessionId) || textOf(event.sessionId),
    folder: textOf(ctx.workspaceDir),
  };
  if (native === "before_prompt_build") return ofPrompt(session, event, ctx);
  if (native === "agent_end") return ofEnd(session, event, ctx, kept);
  return session;
}

/**
 * What was said in a run before its last answer and has not been told yet, in order. Messages that came while
 * it was active were steered into it, each with an answer of its own, and no other hook tells of them. Its
 * prompt is among them where the prompt hook did not run: a person can switch that off.
 * @param {unknown} payload the arguments of `agent_end`
 * @param {{prompt?: string | null}} [kept] as for `observe`
 * @returns {Observation[]}
 */
export function observeUntold(payload, kept = {}) {
  const { event, ctx } = arguments_(payload);
  const seen = observe("agent_end", payload, kept);
  if (seen === null || seen.noPerson) return [];
  const { answer: _answer, createdAt: _time, ...run } = seen;
  return piecesOfRun(event, ctx)
    .filter(({ isClosing, isPrompt }) => !isClosing && !(isPrompt && kept.prompt !== undefined))
    .map(({ message }) => ({
      ...run,
      [message.role === "user" ? "prompt" : "answer"]: textOfMessage(message),
      ...at(message),
    }));
}

function ofPrompt(session, event, ctx) {
  const seen = { ...session, turn: textOf(ctx.runId), ...child(ctx) };
  // A harness that puts history into the prompt hands the person's words over beside it.
  const prompt =
    typeof event.currentUserMessage === "string" ? event.currentUserMessage : textOf(event.prompt);
  return isPersonsRun(ctx) && prompt.trim() ? { ...seen, prompt } : { ...seen, noPerson: true };
}

function ofEnd(session, event, ctx, kept) {
  const seen = { ...session, turn: textOf(ctx.runId) || textOf(event.runId), ...child(ctx) };
  const [first] = messagesOfRun(event, ctx);
  const isNobodys =
    kept.prompt === undefined ? first?.role === "user" && !isPersons(first) : kept.prompt === null;
  if (isNobodys || !isPersonsRun(ctx)) return { ...seen, noPerson: true };
  // Also a run whose provider failed counts as a success for the host.
  const closing = piecesOfRun(event, ctx).find(({ isClosing }) => isClosing);
  if (event.success === false || !closing) return seen;
  return { ...seen, answer: textOfMessage(closing.message), ...at(closing.message) };
}

/** A person's messages of this run and the answers to them, in order; the closing one ends the run. */
function piecesOfRun(event, ctx) {
  const messages = messagesOfRun(event, ctx);
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  let asked = true;
  const pieces = messages.map((message, index) => {
    if (message.role === "user") asked = isPersons(message);
    return { message, asked, isClosing: index === last, isPrompt: index === 0 && message.role === "user" };
  });
  return pieces.filter(
    ({ message, asked: counts }) =>
      counts && (message.role === "user" || isAnswer(message)) && textOfMessage(message),
  );
}

/**
 * The messages of this run, of the whole context that came. Its prompt is the first, unless it was compacted
 * away.
 */
function messagesOfRun(event, ctx) {
  const run = textOf(ctx.runId) || textOf(event.runId);
  const all = listOf(event.messages);
  const others = all.findLastIndex(
    (message) => message.role === "assistant" && (runOf(message) || run) !== run,
  );
  const later = all.slice(others + 1);
  const own = later.findIndex(
    ({ role, idempotencyKey }) => role === "user" && idempotencyKey === `${run}:user`,
  );
  const unnamed = later.findIndex(({ role, idempotencyKey }) => role === "user" && !idempotencyKey);
  const answered = later.findIndex(({ role }) => role === "assistant");
  const start = [own, unnamed, answered].find((index) => index >= 0);
  return start === undefined ? [] : later.slice(start);
}

/** The run that made an assistant's message; empty for the active one's. */
function runOf({ __openclaw: notes }) {
  return textOf(members(notes).runId);
}

/** Whether a person began the run. Sub-agents and their announcements have the same trigger. */
function isPersonsRun({ trigger, runId, inputProvenance }) {
  return (
    trigger === "user" &&
    !textOf(runId).startsWith(ANNOUNCEMENT) &&
    !INTERNAL.has(members(inputProvenance).kind)
  );
}

/** Whether a person wrote a message that has the role of one. */
function isPersons(message) {
  return !INTERNAL.has(members(message.provenance).kind) && !textOfMessage(message).startsWith(HOST_CONTEXT);
}

/** A sub-agent is known by its session's key alone. */
function child({ sessionKey }) {
  const [, id] = textOf(sessionKey).split(SUBAGENT);
  return id ? { agentId: id } : {};
}

function isAnswer({ role, stopReason }) {
  return role === "assistant" && stopReason === "stop";
}

function textOfMessage({ content }) {
  if (typeof content === "string") return content;
  const parts = listOf(content).filter(({ type }) => type === "text");
  return parts.map(({ text }) => textOf(text)).join("");
}

function at({ timestamp }) {
  return Number.isFinite(timestamp) ? { createdAt: timestamp } : {};
}

function arguments_(payload) {
  const { event, ctx } = members(payload);
  return { event: members(event), ctx: members(ctx) };
}

function listOf(value) {
  return Array.isArray(value) ? value.map(members) : [];
}

function members(value) {
  return typeof value === "object" && value !== null ? value : {};
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}
