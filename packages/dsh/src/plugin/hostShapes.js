/** Whether the host still hands over what this package reads: a renamed member must not go unnoticed. */

const isText = (value) => typeof value === "string" && value !== "";
const isObject = (value) => typeof value === "object" && value !== null;
const isNumber = Number.isInteger;
const { isArray } = Array;

const SESSION = [
  ["id", isText],
  ["header", isObject],
];
const ENTRIES = {
  "turn/start": [["turn", isNumber]],
  "user/message": [
    ["source.kind", isText],
    ["content", isArray],
  ],
  "assistant/message": [
    ["turn", isNumber],
    ["message.content", isArray],
  ],
  "turn/end": [
    ["turn", isNumber],
    ["reason.kind", isText],
  ],
  "compaction/start": [],
  "compaction/end": [],
};
const STEP = [
  ["turn", isNumber],
  ["agent.session.id", isText],
  ["agent.session.header", isObject],
];

/**
 * Whether an entry of a session's log is one of those that this package reads; there are many more.
 * @param {{type?: any} | undefined} entry
 */
export function isRead(entry) {
  return Object.hasOwn(ENTRIES, entry?.type);
}

/**
 * The first member of a session or of its log's entry that is not there, such as `session.header`; or "".
 * @param {unknown} session
 * @param {{type: string, data?: unknown}} entry one that `isRead`
 */
export function missingOfSession(session, entry) {
  const lacking = missing("session", session, SESSION);
  if (lacking) return lacking;
  return missing(`${entry.type} data`, entry.data, ENTRIES[entry.type]);
}

/**
 * The same for a step and what the listeners before us decided about it.
 * @param {unknown} step
 * @param {{kind?: unknown} | undefined} decision
 */
export function missingOfStep(step, decision) {
  const entered = decision?.kind === "enter" ? [["messages", isArray]] : [["kind", isText]];
  return missing("step", step, STEP) || missing("decision", decision, entered);
}

/**
 * The session's log so far, whichever way this release of the host gives it; undefined when it gives none.
 * @param {any} session
 * @returns {readonly any[] | undefined}
 */
export function entriesOf(session) {
  const entries = typeof session?.snapshotEvents === "function" ? session.snapshotEvents() : session?.events;
  return isArray(entries) ? entries : undefined;
}

function missing(what, value, wanted) {
  for (const [path, fits] of wanted) {
    let found = value;
    for (const name of path.split(".")) found = isObject(found) ? found[name] : undefined;
    if (!fits(found)) return `${what}.${path}`;
  }
  return "";
}
