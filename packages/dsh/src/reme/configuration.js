// Generated: do not edit, your change would be lost.
// From packages/js-client/src/configuration.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** The settings of a client and where each comes from: flags, environment, files, default. */

import { closeSync, openSync, readSync } from "node:fs";

import { trimBoth, trimStart } from "./characters.js";
import * as rules from "./generated/v1/configuration.js";

const BLANKS = new Set(" \t\r\n");

/** A file or value that cannot be used; `code` is a key of the contract's messages, the text says what to do. */
export class ConfigurationError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string>} parts
   */
  constructor(code, parts) {
    super(fill(rules.MESSAGES[code], parts));
    this.name = "ConfigurationError";
    this.code = code;
  }
}

/**
 * Every setting's effective value and its origin.
 * @param {Record<string, unknown>} flags names of settings to values
 * @param {Record<string, string | undefined>} environment
 * @param {readonly (readonly [layer: string, path: string, text: string])[]} files in the order of their precedence
 * @param {Readonly<Record<string, any>>} [specs] the settings, as generated from the contract
 * @param {readonly (readonly [origin: string, values: Record<string, unknown>])[]} [nearer] wins over all files
 * @returns {Record<string, {value: string | number | boolean, origin: string}>}
 * @throws {ConfigurationError} naming file or origin
 */
export function resolve(flags, environment, files, specs = rules.SETTINGS, nearer = []) {
  const read = files.map(([layer, path, text]) => [origin("file", path), fileValues(layer, path, text)]);
  const layers = [...nearer, ...read];
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [name, setting(name, spec, flags, environment, layers)]),
  );
}

/**
 * Read the files that exist and resolve. A file named by the flag `config_file` or by REME_CONFIG_FILE replaces the
 * user's own and must exist.
 * @param {Record<string, unknown>} flags
 * @param {Record<string, string | undefined>} environment
 * @param {string} home the user's home folder; empty for none
 * @param {{pluginFolder?: string, serverFile?: string, specs?: Readonly<Record<string, any>>,
 *   nearer?: readonly (readonly [string, Record<string, unknown>])[]}} [places]
 * @returns {Record<string, {value: string | number | boolean, origin: string}>}
 * @throws {ConfigurationError} naming file or origin, also for a file that cannot be read
 */
export function load(flags, environment, home, { pluginFolder, serverFile, specs, nearer } = {}) {
  const named = String(flags.config_file || environment[rules.CONFIG_FILE_ENVIRONMENT] || "").trim();
  const paths = [];
  if (pluginFolder) paths.push(["plugin", below(pluginFolder, rules.PLUGIN_FILE), false]);
  if (named || home) paths.push(["user", named || below(home, rules.USER_FILE), named !== ""]);
  if (serverFile) paths.push(["server", serverFile, false]);
  const files = paths
    .map(([layer, path, required]) => [layer, path, fileText(path, required)])
    .filter(([, , text]) => text !== null);
  return resolve(flags, environment, files, specs, nearer);
}

/**
 * The address in the form that requests use: no slash at its end, and loopback for a wildcard host.
 * @param {unknown} value
 * @param {string} origin
 * @returns {string}
 * @throws {ConfigurationError} with code `endpoint_invalid`; the message does not repeat the value
 */
export function endpoint(value, origin) {
  const refuse = (problem) => {
    throw new ConfigurationError("endpoint_invalid", { origin, problem: rules.ENDPOINT_PROBLEMS[problem] });
  };
  if (typeof value !== "string") return refuse("text");
  const text = trimBoth(value, BLANKS);
  const scheme = rules.SCHEMES.find((known) => asciiLower(text.slice(0, known.length)) === known);
  if (scheme === undefined) return refuse("scheme");
  const rest = text.slice(scheme.length);
  if (!/^[!-~]*$/.test(rest) || rest.includes("\\")) return refuse("characters");
  if (/[?#]/.test(rest)) return refuse("query");
  const slash = rest.indexOf("/");
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  if (authority.includes("@")) return refuse("credentials");
  const [host, port] = hostAndPort(authority.toLowerCase(), refuse);
  const loopback = Object.hasOwn(rules.LOOPBACK_HOSTS, host) ? rules.LOOPBACK_HOSTS[host] : host;
  return `${scheme}${loopback}${port}${slash < 0 ? "" : rest.slice(slash)}`.replace(/\/+$/, "");
}

function hostAndPort(authority, refuse) {
  const colon = authority.lastIndexOf(":");
  const split = colon >= 0 && !authority.slice(colon + 1).includes("]");
  const host = split ? authority.slice(0, colon) : authority;
  const port = split ? authority.slice(colon + 1) : "";
  const bracketed = host.startsWith("[") && host.endsWith("]") && host.length > 1;
  if (host === "" || host === "[]" || /[:[\]]/.test(host) !== bracketed) return refuse("host");
  if (split && !(/^[0-9]{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535)) return refuse("port");
  return [host, split ? `:${port}` : ""];
}

function setting(name, spec, flags, environment, layers) {
  const candidates = [
    [flags[name], origin("flag", spec.flag)],
    ...spec.environment.map((key) => [environment[key], origin("environment", key)]),
    ...layers.flatMap(([from, values]) => spec.keys.map((key) => [own(values, key), from])),
  ];
  for (const [value, from] of candidates) {
    if (value !== undefined && value !== null && !(typeof value === "string" && trimBoth(value, BLANKS) === "")) {
      return { value: parsed(name, spec.kind, value, from), origin: from };
    }
  }
  return { value: spec.default, origin: origin("default", "") };
}

function own(values, key) {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function origin(kind, name) {
  return fill(rules.ORIGINS[kind], { name });
}

function parsed(name, kind, value, from) {
  if (kind === "url") return endpoint(value, from);
  const text = typeof value === "string" ? trimBoth(value, BLANKS) : null;
  if (kind === "milliseconds") {
    const number = wholeNumber(value);
    if (number !== null) return Math.min(Math.max(number, rules.TIMEOUT_MIN_MS), rules.TIMEOUT_MAX_MS);
  } else if (kind === "number") {
    const number = wholeNumber(value);
    if (number !== null) return number;
  } else if (kind === "switch") {
    if (value === true || (text !== null && rules.SWITCH_ON.includes(asciiLower(text)))) return true;
    if (value === false || (text !== null && rules.SWITCH_OFF.includes(asciiLower(text)))) return false;
  } else if (text !== null && (kind === "text" || /^[!-~]*$/.test(text))) {
    return text;
  }
  const problem = rules.SETTING_PROBLEMS[text === null && kind === "token" ? "text" : kind];
  throw new ConfigurationError("setting_invalid", { name, origin: from, problem });
}

/** A count of at most nine digits, as number or text; null for anything else. */
function wholeNumber(value) {
  if (typeof value === "string") {
    const text = trimBoth(value, BLANKS);
    return /^[0-9]{1,9}$/.test(text) ? Number(text) : null;
  }
  return Number.isInteger(value) && value >= 0 && value < 1_000_000_000 ? value : null;
}

/**
 * Members of a configuration file's object, comments left out.
 * @param {string} layer `plugin`, `user` or `server`
 * @param {string} path
 * @param {string} text
 * @returns {Record<string, unknown>}
 * @throws {ConfigurationError} naming the file
 */
export function fileValues(layer, path, text) {
  const bare = text
    .replace(/^\ufeff+/, "")
    .split("\n")
    .map((line) => (trimStart(line, BLANKS).startsWith(rules.COMMENT) ? "" : line))
    .join("\n");
  let values;
  try {
    values = JSON.parse(bare);
  } catch {
    values = null;
  }
  if (values === null || typeof values !== "object" || Array.isArray(values)) {
    throw new ConfigurationError("file_invalid", { path });
  }
  return layer === "server" ? serverValues(values) : values;
}

/** The server's settings name where it listens; clients want the address. */
function serverValues(values) {
  const host = own(values, rules.SERVER_HOST_KEY) ?? null;
  const port = own(values, rules.SERVER_PORT_KEY) ?? null;
  if (Object.hasOwn(values, "url") || (host === null && port === null)) return values;
  const name = String(host || rules.SERVER_HOST);
  const bracketed = name.includes(":") && !name.startsWith("[") ? `[${name}]` : name;
  const digits = wholeNumber(port) ?? port;
  return { ...values, url: `http://${bracketed}:${String(digits || rules.SERVER_PORT)}` };
}

function below(folder, name) {
  return `${folder.replace(/[/\\]+$/, "")}/${name}`;
}

/** The file's text; null for one that is missing and may be. */
function fileText(path, required) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fileBytes(path));
  } catch (error) {
    if (!required && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw new ConfigurationError("file_unreadable", { path });
  }
}

/** Bounded, so that no device or log that somebody named by mistake is read to its end. */
function fileBytes(path) {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(rules.FILE_BYTES + 1);
    let length = 0;
    for (let count = -1; count !== 0 && length < bytes.length; length += count) {
      count = readSync(file, bytes, length, bytes.length - length, null);
    }
    if (length > rules.FILE_BYTES) throw new RangeError(`The file is larger than ${rules.FILE_BYTES} bytes.`);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

function asciiLower(text) {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function fill(template, parts) {
  return template.replace(/\{([a-z]+)\}/g, (_, name) => parts[name] ?? "");
}
