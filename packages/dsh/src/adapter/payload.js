/** What DSH reports, in the contract's words. */

/** Reasons of a turn's end after which the assistant's last words are its answer. */
const COMPLETE = new Set(["completed", "max-tokens"]);

/**
 * What happened, or null where nothing of it may be remembered.
 * @param {string} native the event's name on the host's bus
 * @param {unknown} payload the listener's arguments, for a waterfall without its `next`
 * @param {{session_id?: string, turn?: number, answer?: string}} [kept] what earlier events of it brought
 * @returns {import("../reme/runtime/index.js").Observation | null}
 */
export function observe(native, payload, kept = {}) {
  const [first, second] = Array.isArray(payload) ? payload : [];
  if (native === "ctx.effect") return { sessionId: textOf(kept.session_id) };
  if (native === "session/event") return ofLog(whoseSession(first), members(second), kept);
  if (native.startsWith("session/")) return whoseSession(first);
  const { agent, messages, turn } = members(first);
  const seen = whoseSession(members(agent).session);
  if (native !== "agent/pre-step") return seen;
  return { ...seen, turn: turnKey(seen, turn), prompt: promptOf(messages) };
}

/**
 * The texts of the messages that a person wrote, as one; empty when there is none.
 * @param {unknown} messages
 */
export function promptOf(messages) {
  const spoken = (Array.isArray(messages) ? messages : []).map(members).filter(isPersons);
  return spoken.map(({ content }) => textOfBlocks(content)).join("\n");
}

/** An entry of the session's log. */
function ofLog(seen, { type, data, time }, kept) {
  const { turn, content, message, reason } = members(data);
  switch (type) {
    case "turn/start":
      return { ...seen, turn: turnKey(seen, turn) };
    case "user/message":
      if (!isPersons(members(data))) return null;
      return { ...seen, turn: turnKey(seen, kept.turn), prompt: textOfBlocks(content), ...at(time) };
    case "assistant/message":
      return { ...seen, turn: turnKey(seen, turn), answer: textOfBlocks(members(message).content) };
    case "turn/end": {
      const answer = COMPLETE.has(members(reason).kind) ? textOf(kept.answer) : "";
      return { ...seen, turn: turnKey(seen, turn), ...(answer && { answer }), ...at(time) };
    }
    case "compaction/start":
      return seen;
    case "compaction/end":
      // One that failed has shortened nothing.
      return members(data).error === undefined ? seen : null;
    default:
      return null;
  }
}

/** Whose words a session holds: a person's, or those of a sub-agent that works for a session. */
function whoseSession(session) {
  const { id, header } = members(session);
  const { origin, delegationDepth, parentSession, cwd } = members(header);
  const own = textOf(id);
  const folder = { folder: textOf(cwd) };
  // A sub-agent's task says that a user wrote it, so only the header tells.
  if (origin !== "subagent" && !(delegationDepth > 0)) return { sessionId: own, ...folder };
  return { sessionId: textOf(parentSession) || own, agentId: own, ...folder };
}

/**
 * Turns are numbered within a session, a sub-agent's within its own.
 * @param {{sessionId: string, agentId?: string}} whose
 * @param {unknown} turn
 */
function turnKey({ sessionId, agentId }, turn) {
  return Number.isInteger(turn) ? `${agentId ?? sessionId}:${turn}` : "";
}

function isPersons({ source }) {
  return members(source).kind === "user";
}

/** Text blocks follow each other without anything between them, as the host sends them to its model. */
function textOfBlocks(content) {
  const blocks = (Array.isArray(content) ? content : []).map(members);
  return blocks.map(({ type, text }) => (type === "text" ? textOf(text) : "")).join("");
}

function at(time) {
  return Number.isFinite(time) ? { createdAt: time } : {};
}

/** @param {any} value @returns {any} */
function members(value) {
  return typeof value === "object" && value !== null ? value : {};
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}
