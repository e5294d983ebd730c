// Generated: do not edit, your change would be lost.
// By   templates/js-client/validators.js.jinja
// Edit those and run `nox -s generate`.
/** @file Says whether a document is a valid request or reply, and if not, which value is to blame. */

import { REPLIES, REQUESTS, SCHEMAS } from "./schemas.js";

const VALID = Object.freeze({ ok: true });
const patterns = new Map();

/**
 * Check a request before it is sent. Throws a TypeError for an operation that the contract doesn't have.
 * @param {string} operation
 * @param {unknown} document what JSON.parse gave, or what JSON.stringify will take
 * @returns {import("./validators.js").Verdict}
 */
export function validateRequest(operation, document) {
  return verdict(shapeOf(REQUESTS, operation), document);
}

/**
 * Check a reply; members that the contract doesn't know are fine. Throws a TypeError for an unknown operation.
 * @param {string} operation
 * @param {unknown} document
 * @param {object} [options]
 * @param {boolean} [options.newerWords] let an enumeration have words that this version doesn't list
 * @returns {import("./validators.js").Verdict}
 */
export function validateReply(operation, document, { newerWords = false } = {}) {
  return verdict(shapeOf(REPLIES, operation), document, newerWords);
}

/**
 * Check one shape by its name, for instance a single `SessionEvent`. Throws a TypeError for an unknown one.
 * @param {string} name
 * @param {unknown} document
 * @returns {import("./validators.js").Verdict}
 */
export function validateShape(name, document) {
  if (!Object.hasOwn(SCHEMAS, name)) throw new TypeError(`the contract has no shape ${name}`);
  return verdict(name, document);
}

function shapeOf(table, operation) {
  if (!Object.hasOwn(table, operation)) throw new TypeError(`the contract has no operation ${operation}`);
  return table[operation];
}

function verdict(name, document, newerWords = false) {
  const fault = check(SCHEMAS[name], document, "", newerWords);
  return fault === null ? VALID : { ok: false, code: "invalid_request", ...fault };
}

function check(schema, value, pointer, newerWords) {
  if (schema.ref !== undefined) return check(SCHEMAS[schema.ref], value, pointer, newerWords);
  return CHECKS[schema.type](schema, value, pointer, newerWords);
}

const CHECKS = {
  object(schema, value, pointer, newerWords) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return fault(pointer, "a JSON object is needed");
    }
    return checkMembers(schema, value, pointer, newerWords) ?? checkUnknown(schema, value, pointer);
  },
  array(schema, value, pointer, newerWords) {
    if (!Array.isArray(value)) return fault(pointer, "a list is needed");
    if (value.length < (schema.minItems ?? 0)) return fault(pointer, `at least ${schema.minItems} entries are needed`);
    if (value.length > (schema.maxItems ?? Infinity)) return fault(pointer, `at most ${schema.maxItems} entries are allowed`);
    for (const [index, entry] of value.entries()) {
      const found = check(schema.items, entry, `${pointer}/${index}`, newerWords);
      if (found !== null) return found;
    }
    return null;
  },
  string(schema, value, pointer, newerWords) {
    if (typeof value !== "string") return fault(pointer, "a string is needed");
    if (schema.enum !== undefined && !newerWords && !schema.enum.includes(value)) {
      return fault(pointer, `one of ${schema.enum.join(", ")} is needed`);
    }
    return checkLength(schema, value, pointer) ?? checkPattern(schema, value, pointer);
  },
  boolean(_schema, value, pointer) {
    return typeof value === "boolean" ? null : fault(pointer, "true or false is needed");
  },
  integer(schema, value, pointer) {
    return Number.isInteger(value) ? checkRange(schema, value, pointer) : fault(pointer, "an integer is needed");
  },
  number(schema, value, pointer) {
    return Number.isFinite(value) ? checkRange(schema, value, pointer) : fault(pointer, "a number is needed");
  },
};

function checkMembers(schema, value, pointer, newerWords) {
  for (const [name, member] of Object.entries(schema.properties)) {
    const at = `${pointer}/${name}`;
    if (isPresent(value, name)) {
      const found = check(member, value[name], at, newerWords);
      if (found !== null) return found;
    } else if (schema.required?.includes(name)) {
      return fault(at, "this member is required");
    }
  }
  return null;
}

function checkUnknown(schema, value, pointer) {
  if (schema.additionalProperties !== false) return null;
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(schema.properties, name) && isPresent(value, name)) {
      return fault(`${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, "no such member is known");
    }
  }
  return null;
}

/** JSON.stringify leaves out what is undefined, so it counts as absent. */
function isPresent(value, name) {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

function checkLength(schema, value, pointer) {
  if (schema.minLength === undefined && schema.maxLength === undefined) return null;
  const length = codePoints(value);
  if (length < (schema.minLength ?? 0)) return fault(pointer, `at least ${schema.minLength} characters are needed`);
  if (length > (schema.maxLength ?? Infinity)) return fault(pointer, `at most ${schema.maxLength} characters are allowed`);
  return null;
}

function checkPattern(schema, value, pointer) {
  if (schema.pattern === undefined) return null;
  let pattern = patterns.get(schema.pattern);
  if (pattern === undefined) {
    pattern = new RegExp(schema.pattern, "u");
    patterns.set(schema.pattern, pattern);
  }
  return pattern.test(value) ? null : fault(pointer, `the value must match ${schema.pattern}`);
}

function checkRange(schema, value, pointer) {
  if (value < (schema.minimum ?? -Infinity)) return fault(pointer, `at least ${schema.minimum} is needed`);
  if (value > (schema.maximum ?? Infinity)) return fault(pointer, `at most ${schema.maximum} is allowed`);
  return null;
}

function codePoints(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function fault(pointer, detail) {
  return { pointer, detail };
}
