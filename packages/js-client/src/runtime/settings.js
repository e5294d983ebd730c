/** What a person has set for the runtime: the common chain, the host's own configuration and the project's file. */

import { load } from "../configuration.js";
import * as commonRules from "../generated/v1/configuration.js";
import * as rules from "../generated/v1/hooks.js";
import { HITS, RECALL_DEADLINE_MAX_MS } from "../generated/v1/limits.js";
import { projectValues } from "./projectFile.js";

const SPECS = { ...commonRules.SETTINGS, ...rules.SETTINGS };
const KEYS = Object.values(SPECS).flatMap((spec) => spec.keys);
/** How JavaScript hosts spell what a person writes into their configuration. */
const SPELLINGS = {
  baseUrl: "url",
  autoRecall: "recall",
  autoCapture: "capture",
  maxChars: "max_chars",
  timeoutMs: "timeout_ms",
  debugLog: "debug_log",
};
const RECALL_MIN_MS = 100;

/**
 * @typedef {object} HookSettings
 * @property {string} url
 * @property {string} token
 * @property {string} scope may be the word `project`
 * @property {number} milliseconds longest time of a request
 * @property {number} recallLimit most hits; 0 for the server's own
 * @property {boolean} debug
 * @property {string} debugLog
 * @property {boolean} hooks
 * @property {boolean} recall
 * @property {boolean} capture
 * @property {boolean} subagents
 * @property {number} maxChars 0 for the host's own size
 */

/**
 * Settings for a session in `folder`. A project's file may choose the scope and switch things off. It can switch
 * nothing on and can't redirect anything: it may have come with a repository that somebody else wrote.
 * @param {Readonly<Record<string, unknown>>} options of the host's own configuration
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} home
 * @param {string} folder empty for none
 * @returns {Promise<HookSettings>}
 * @throws {import("../configuration.js").ConfigurationError} naming file or variable
 */
export async function loadSettings(options, environment, home, folder) {
  const { path, values: project } = await projectValues(folder, home);
  /** @type {import("../configuration.js").NearerLayer[]} */
  const nearer = [];
  if ("scope" in project) {
    nearer.push([commonRules.ORIGINS.file.replace("{name}", () => path), { scope: project.scope }]);
  }
  nearer.push(["plugin option", known(options)]);
  const serverFile = home === "" ? undefined : `${home}/${commonRules.SERVER_FILE}`;
  const found = load({}, environment, home, { serverFile, specs: SPECS, nearer });
  /** @type {(name: string) => any} */
  const value = (name) => found[name].value;
  const allowed = (name) => value("hooks") && project.hooks !== false && value(name) && project[name] !== false;
  return {
    url: value("url"),
    token: value("token"),
    scope: value("scope"),
    milliseconds: value("timeout_ms"),
    recallLimit: Math.trunc(within(options.recallLimit, 1, HITS)),
    debug: value("debug"),
    debugLog: value("debug_log"),
    hooks: allowed("hooks"),
    recall: allowed("recall"),
    capture: allowed("capture"),
    subagents: value("subagents"),
    maxChars: value("max_chars"),
  };
}

/**
 * The deadline of rows that recall.
 * @param {Readonly<Record<string, unknown>>} options
 * @returns {number} milliseconds; 0 for the descriptor's
 */
export function recallMs(options) {
  return within(options.recallTimeoutMs, RECALL_MIN_MS, RECALL_DEADLINE_MAX_MS);
}

function known(options) {
  const entries = Object.entries(options).map(([name, value]) => [SPELLINGS[name] ?? name, value]);
  return Object.fromEntries(entries.filter(([name]) => KEYS.includes(name)));
}

/** A number moved into its bounds, or 0 for what is none. */
function within(value, least, most) {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return Number.isFinite(number) ? Math.min(Math.max(number, least), most) : 0;
}
