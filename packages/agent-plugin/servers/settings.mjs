// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/settings.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file What a person has set, and whether the files that say so have changed since. */

import { statSync } from "node:fs";
import { homedir } from "node:os";

import { load } from "./_vendor/reme-client/configuration.js";
import * as rules from "./_vendor/reme-client/generated/v1/configuration.js";

const OWN = {
  max_in_flight: own("REME_PROXY_MAX_IN_FLIGHT", "proxy_max_in_flight", "number", 16),
  queue_limit: own("REME_PROXY_QUEUE_LIMIT", "proxy_queue_limit", "number", 256),
  total_ms: own("REME_PROXY_TOTAL_TIMEOUT_MS", "proxy_total_timeout_ms", "milliseconds", 600_000),
  message_bytes: own("REME_PROXY_MESSAGE_BYTES", "proxy_message_bytes", "number", 4_194_304),
  allow_plain_http: own("REME_ALLOW_PLAIN_HTTP", "allow_plain_http", "switch", false),
};
const SPECS = { ...rules.SETTINGS, ...OWN };
const IF_THERE = { throwIfNoEntry: false };
// An editor that writes a file in two steps leaves it half for a moment.
const HALF_WRITTEN_MS = [20, 60, 180];
const LOG_FILE = "reme-agent-plugin.log";

/** A server on another machine, without encryption, although nobody allowed that. */
export class PlainHttpRefused extends Error {
  constructor(origin) {
    super(
      `The server address from ${origin} is plain http to another machine. ` +
        "Use https, or allow it with REME_ALLOW_PLAIN_HTTP=1.",
    );
    this.name = "PlainHttpRefused";
  }
}

/** The effective settings of one moment. */
export class Settings {
  /**
   * @param {Record<string, {value: any, origin: string}>} values
   * @param {string} tokenFile where a token belongs
   * @throws {PlainHttpRefused}
   */
  constructor(values, tokenFile) {
    this.url = values.url.value;
    this.urlOrigin = values.url.origin;
    this.token = values.token.value;
    this.tokenOrigin = values.token.origin;
    this.tokenFile = tokenFile;
    this.scope = values.scope.value;
    this.timeoutMs = values.timeout_ms.value;
    this.totalMs = Math.max(values.total_ms.value, this.timeoutMs);
    this.maxInFlight = values.max_in_flight.value;
    this.queueLimit = values.queue_limit.value;
    this.messageBytes = values.message_bytes.value;
    this.debug = values.debug.value;
    this.debugLog = values.debug_log.value;
    if (!values.allow_plain_http.value && !isPrivateEnough(this.url)) throw new PlainHttpRefused(this.urlOrigin);
    Object.freeze(this);
  }

  /** Whether messages go to the same server with the same credential. */
  leadsTo(other) {
    return other !== null && this.url === other.url && this.token === other.token;
  }
}

/** The settings as they are now: files are looked at before every request, and read when they changed. */
export class SettingsSource {
  #environment;
  #home;
  #pluginFolder;
  #paths;
  #seen = null;
  #settings = null;

  /** @param {Record<string, string | undefined>} environment */
  constructor(environment) {
    this.#environment = environment;
    this.#home = environment.HOME || environment.USERPROFILE || accountHome();
    this.#pluginFolder = environment.PLUGIN_DATA || undefined;
    const user = environment[rules.CONFIG_FILE_ENVIRONMENT]?.trim() || this.#below(rules.USER_FILE);
    this.userFile = user;
    this.#paths = [
      this.#pluginFolder && `${this.#pluginFolder}/${rules.PLUGIN_FILE}`,
      user,
      this.#below(rules.SERVER_FILE),
    ].filter(Boolean);
  }

  /** Where the debug log goes unless somebody named another place. */
  get logFile() {
    return this.#home ? this.#below(`.reme/logs/${LOG_FILE}`) : `${this.#pluginFolder ?? "."}/logs/${LOG_FILE}`;
  }

  /** The settings of the last look; null before the first good one. */
  get last() {
    return this.#settings;
  }

  /**
   * @returns {Settings | Promise<Settings>} the same object as long as no file changed
   * @throws {ConfigurationError | PlainHttpRefused}
   */
  current() {
    const now = this.#look();
    return now === this.#seen ? this.#settings : this.#read(now);
  }

  async #read(look) {
    for (const pause of [...HALF_WRITTEN_MS, null]) {
      try {
        const settings = this.#load();
        this.#seen = look;
        this.#settings = settings;
        return settings;
      } catch (error) {
        if (pause === null) throw error;
        if (error.code !== "file_invalid") throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
        look = this.#look();
      }
    }
    throw new Error("unreachable");
  }

  #load() {
    const values = load({}, this.#environment, this.#home, {
      pluginFolder: this.#pluginFolder,
      serverFile: this.#home ? this.#below(rules.SERVER_FILE) : undefined,
      specs: SPECS,
    });
    return new Settings(values, this.userFile || this.#paths[0] || "");
  }

  /** What tells one state of the files from another. */
  #look() {
    return this.#paths.map(mark).join("|");
  }

  #below(path) {
    return this.#home ? `${this.#home.replace(/[/\\]+$/, "")}/${path}` : "";
  }
}

function own(variable, key, kind, value) {
  return { environment: [variable], keys: [key], flag: "", kind, default: value };
}

function mark(path) {
  try {
    const found = statSync(path, IF_THERE);
    return found === undefined ? "" : `${found.mtimeMs}:${found.size}:${found.ino}`;
  } catch (error) {
    return error.code;
  }
}

function accountHome() {
  try {
    return homedir();
  } catch {
    return "";
  }
}

function isPrivateEnough(url) {
  return url.startsWith("https:") || isLoopback(new URL(url).hostname);
}

function isLoopback(host) {
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])\.?$/.test(host);
}
