/** From an HTTP answer to a reply or an error. Pure: whole answers in, no I/O. */

import { REPLY_MEMBERS } from "../generated/v1/calls.js";
import { API_MAJOR, API_VERSION, VERSION_HEADER } from "../generated/v1/operations.js";
import {
  ApiVersionUnsupportedError,
  ERRORS,
  InvalidReplyError,
  RefusedError,
  ServerFaultError,
  errorFromProblem,
} from "./errors.js";

const PROBLEM_CODE_CHARS = 100;
const OBJECT = { pointer: "", detail: "a JSON object is needed" };
const KINDS = Object.freeze({
  array: Array.isArray,
  boolean: (value) => typeof value === "boolean",
  integer: Number.isInteger,
  number: Number.isFinite,
  object: isObject,
  string: (value) => typeof value === "string",
});

/**
 * The reply that an answer carries.
 * @param {string} operation
 * @param {{status: number, headers: Record<string, unknown>, body: Uint8Array}} answer header names are lower-case
 * @param {import("./index.js").Validators} [validators]
 * @returns {Record<string, unknown>}
 * @throws {RemeError} for any other answer
 */
export function readReply(operation, answer, validators) {
  const { status } = answer;
  checkVersion(answer);
  if (status >= 300 && status < 400) {
    throw new InvalidReplyError(`The server redirects (status ${status}), and redirects are not followed.`, {
      status,
      hint: "Set REME_URL to the final address.",
    });
  }
  if (status >= 400) throw refusal(answer);
  if (status !== 200) throw new InvalidReplyError(`The server answered with status ${status}.`, { status });
  const document = parsed(answer);
  const fault = membersFault(operation, document) ?? validated(operation, document, validators);
  if (fault === null) return document;
  throw new InvalidReplyError(`The reply breaks its schema at ${fault.pointer || "its root"}: ${fault.detail}.`, {
    status,
    pointer: fault.pointer,
  });
}

/** What tells a reply from any other JSON; `validators` look at the rest. */
function membersFault(operation, document) {
  if (!isObject(document)) return OBJECT;
  for (const [name, type] of Object.entries(REPLY_MEMBERS[operation])) {
    const pointer = `/${name}`;
    if (!Object.hasOwn(document, name)) return { pointer, detail: "this member is required" };
    if (!KINDS[type](document[name])) return { pointer, detail: `the JSON type ${type} is needed` };
  }
  return null;
}

function validated(operation, document, validators) {
  // Losing a whole reply for one word of a newer server would be worse than showing it.
  const verdict = validators?.validateReply(operation, document, { newerWords: true });
  return verdict === undefined || verdict.ok ? null : verdict;
}

function checkVersion({ status, headers }) {
  const version = headers[VERSION_HEADER.toLowerCase()];
  if (version === undefined || String(version).trim().split(".")[0] === String(API_MAJOR)) return;
  const shown = String(version).trim().slice(0, 20);
  throw new ApiVersionUnsupportedError(
    `The server speaks integration API '${shown}', this client speaks ${API_VERSION}.`,
    { status },
  );
}

function parsed({ status, headers, body }) {
  if (String(headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity") {
    throw new InvalidReplyError("The reply is compressed, which was not asked for.", { status });
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    // No cause: the parser's errors quote the text.
    throw new InvalidReplyError(`The reply (${body.length} bytes) is not JSON.`, { status });
  }
}

function refusal(answer) {
  const { status } = answer;
  const problem = problemOf(answer);
  const { code } = problem;
  if (typeof code === "string" && Object.hasOwn(ERRORS, code)) return errorFromProblem({ ...problem, status });
  const Kind = status >= 500 ? ServerFaultError : RefusedError;
  const told = text(problem.detail) ?? text(problem.title);
  return new Kind(told ?? `The server answered with status ${status} and no problem document.`, {
    code: (text(code)?.length ?? Infinity) <= PROBLEM_CODE_CHARS ? code : undefined,
    status,
    retryable: problem.retryable === true,
    hint: text(problem.hint) ?? "See the server's log; a newer server may need a newer client.",
    pointer: typeof problem.pointer === "string" ? problem.pointer : undefined,
    limit: Number.isInteger(problem.limit) ? problem.limit : undefined,
  });
}

function problemOf(answer) {
  try {
    const document = parsed(answer);
    return isObject(document) ? document : {};
  } catch {
    return {};
  }
}

function text(value) {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
