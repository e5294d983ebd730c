/** The client's settings and where each comes from. */

import { homedir } from "node:os";
import { join } from "node:path";

import { ConfigurationError as ChainError, load } from "../configuration.js";
import { SERVER_FILE, SETTINGS } from "../generated/v1/configuration.js";
import { ConfigurationError } from "./errors.js";

const DEFAULT_ORIGIN = "default";
// Names of options, by the names that the chain has for them.
const OPTIONS = Object.freeze({ url: "url", token: "token", scope: "scopeId", timeout_ms: "timeoutMs" });

/**
 * The first that is set: option, environment, user's file, server's own settings, default.
 * @param {import("./index.js").ClientOptions} options
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {import("./index.js").ClientConfig}
 * @throws {ConfigurationError} for a file or value that can't be used, naming it without repeating a value
 */
export function clientConfig(options, environment) {
  const settings = options.settings ?? fromChain(options, environment);
  const timeout = settings.timeout_ms;
  const config = {
    url: settings.url.value,
    scopeId: settings.scope.value,
    timeoutMs: timeout.origin === DEFAULT_ORIGIN ? null : timeout.value,
    origins: Object.freeze(
      Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) => [option, inOptions(settings[name].origin)])),
    ),
  };
  // Not enumerable: whoever prints or spreads the configuration doesn't get it.
  return Object.freeze(Object.defineProperty(config, "token", { value: settings.token.value || null }));
}

/**
 * The scope that somebody chose, or null: the contract's default is then left to the server.
 * @param {import("./index.js").ClientConfig} config
 * @returns {string | null}
 */
export function chosenScope(config) {
  return config.origins.scopeId === DEFAULT_ORIGIN ? null : config.scopeId;
}

function fromChain(options, environment) {
  const flags = Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) => [name, options[option]]));
  const home = environment.HOME || environment.USERPROFILE || homedir();
  try {
    return load({ ...flags, config_file: options.configFile }, environment, home, {
      serverFile: join(home, SERVER_FILE),
    });
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    throw new ConfigurationError(inOptions(error.message));
  }
}

/** The chain speaks of command-line flags; here they are options. */
function inOptions(text) {
  const renamed = Object.entries(OPTIONS).map(([name, option]) => [`flag ${SETTINGS[name].flag}`, `option ${option}`]);
  return renamed.reduce((words, [flag, option]) => words.replace(flag, option), text);
}
