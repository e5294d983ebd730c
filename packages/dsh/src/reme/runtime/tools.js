// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/tools.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** The model-facing tools over the server's JSON jobs. */

import { OPERATIONS } from "../generated/v1/operations.js";
import { decodeObject, isObject } from "./jsonText.js";

const PREFIX = "reme_";
/** Operations that a model may ask for, and whether they work within a scope. */
const TOOLS = { search: true, read: false, traverse: true, daily_list: true, remember: true };
const REASONS = {
  unreachable: "Nothing answers",
  timeout: "Nothing answered in time",
  cancelled: "The call was cancelled before an answer came",
  stranger: "Something that is no ReMe Gateway answers",
};

/**
 * The operation behind a tool's name, or null for a name that is none of ours.
 * @param {string} name
 * @returns {string | null}
 */
export function operationOf(name) {
  const operation = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "";
  return Object.hasOwn(TOOLS, operation) ? operation : null;
}

/**
 * @param {string} operation
 * @returns {number} milliseconds
 */
export function toolDeadline(operation) {
  return OPERATIONS[operation].deadline_ms;
}

/**
 * A call's body; the person's scope is filled in where the model names none.
 * @param {string} operation
 * @param {unknown} parameters
 * @param {string} scope
 * @returns {Record<string, unknown>}
 */
export function toolRequest(operation, parameters, scope) {
  const given = isObject(parameters) ? parameters : {};
  return TOOLS[operation] && (given.scope_id ?? "") === "" ? { ...given, scope_id: scope } : given;
}

/**
 * @param {import("./exchange.js").Answer} answer
 * @returns {import("./index.js").ToolResult}
 */
export function toolResult(answer) {
  const value = decodeObject(answer.body);
  if (answer.verdict === "ok" && value !== null) return { ok: true, text: answer.body.toString("utf8"), reply: value };
  if (answer.verdict === "stranger" || value === null) return unanswered("stranger");
  const words = [`${value.code ?? answer.verdict}:`, value.detail ?? value.title, value.hint];
  return { ok: false, text: words.filter((word) => typeof word === "string").join(" "), reply: null };
}

/**
 * @param {string} reason
 * @returns {import("./index.js").ToolResult}
 */
export function unanswered(reason) {
  const what = REASONS[reason] ?? "There is no answer";
  const hint = "Go on without it; the user can start it with `reme start`.";
  return failed(`${what} where the memory server should be. ${hint}`);
}

/**
 * @param {string} text what is wrong and what to do
 * @returns {import("./index.js").ToolResult}
 */
export function failed(text) {
  return { ok: false, text, reply: null };
}
