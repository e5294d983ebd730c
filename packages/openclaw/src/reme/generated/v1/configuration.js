// Generated: do not edit, your change would be lost.
// From packages/js-client/src/generated/v1/configuration.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
// Generated: do not edit, your change would be lost.
// From contract/v1/configuration.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
/** @file Where every client, hook and command takes its settings from: flags, environment, files in this order, default. The first that is set and not empty wins. */

export const SETTINGS = Object.freeze({
  url: Object.freeze({
    environment: Object.freeze(["REME_URL", "REME_BASE_URL"]),
    keys: Object.freeze(["url", "base_url"]),
    flag: "--url",
    kind: "url",
    default: "http://127.0.0.1:2333",
  }),
  token: Object.freeze({
    environment: Object.freeze(["REME_TOKEN"]),
    keys: Object.freeze(["token"]),
    flag: "--token",
    kind: "token",
    default: "",
  }),
  scope: Object.freeze({
    environment: Object.freeze(["REME_SCOPE"]),
    keys: Object.freeze(["scope", "scope_id"]),
    flag: "--scope",
    kind: "text",
    default: "default",
  }),
  timeout_ms: Object.freeze({
    environment: Object.freeze(["REME_TIMEOUT_MS"]),
    keys: Object.freeze(["timeout_ms"]),
    flag: "--timeout-ms",
    kind: "milliseconds",
    default: 15000,
  }),
  debug: Object.freeze({
    environment: Object.freeze(["REME_DEBUG"]),
    keys: Object.freeze(["debug"]),
    flag: "--debug",
    kind: "switch",
    default: false,
  }),
  debug_log: Object.freeze({
    environment: Object.freeze(["REME_DEBUG_LOG"]),
    keys: Object.freeze(["debug_log"]),
    flag: "--debug-log",
    kind: "text",
    default: "",
  }),
});
export const CONFIG_FILE_ENVIRONMENT = "REME_CONFIG_FILE";
export const CONFIG_FILE_FLAG = "--config-file";
export const LAYERS = Object.freeze(["plugin", "user", "server"]);
export const PLUGIN_FILE = "config.json";
export const USER_FILE = ".reme/config.json";
export const SERVER_FILE = ".reme/server.json";
export const FILE_BYTES = 1048576;
export const COMMENT = "//";
export const SERVER_HOST_KEY = "host";
export const SERVER_PORT_KEY = "port";
export const SERVER_HOST = "127.0.0.1";
export const SERVER_PORT = 2333;
export const SCHEMES = Object.freeze(["http://", "https://"]);
export const LOOPBACK_HOSTS = Object.freeze({ "0.0.0.0": "127.0.0.1", "[::]": "[::1]", "[0:0:0:0:0:0:0:0]": "[::1]" });
export const TIMEOUT_MIN_MS = 1000;
export const TIMEOUT_MAX_MS = 600000;
export const SWITCH_ON = Object.freeze(["1", "true", "yes", "on"]);
export const SWITCH_OFF = Object.freeze(["0", "false", "no", "off"]);
export const ORIGINS = Object.freeze({
  flag: "flag {name}",
  environment: "environment variable {name}",
  file: "file {name}",
  default: "default",
});
export const MESSAGES = Object.freeze({
  file_unreadable: "The configuration file {path} cannot be read. Make it readable UTF-8 text of at most 1 MiB, or unset what points to it.",
  file_invalid: "The configuration file {path} is not a JSON object. Correct it, or move it away to go on with the defaults.",
  endpoint_invalid: "The server address from {origin} {problem}. Write it like http://127.0.0.1:2333.",
  setting_invalid: "The setting {name} from {origin} {problem}.",
});
export const ENDPOINT_PROBLEMS = Object.freeze({
  text: "is not text",
  scheme: "does not start with http:// or https://",
  characters: "holds blanks or characters that an address cannot have",
  credentials: "holds a user name or password, which belongs into REME_TOKEN",
  query: "has a query or fragment, where only a path may follow the host",
  host: "names no host",
  port: "has a port that is no number from 1 to 65535",
});
export const SETTING_PROBLEMS = Object.freeze({
  text: "is not text; write it in quotes",
  token: "is no token; write printable ASCII without blanks",
  milliseconds: "is no time; write a whole number of milliseconds, like 15000",
  switch: "is no switch; write true or false",
  number: "is no number; write a whole number, like 2000",
});
