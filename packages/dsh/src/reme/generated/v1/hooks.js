// Generated: do not edit, your change would be lost.
// From packages/js-client/src/generated/v1/hooks.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
// Generated: do not edit, your change would be lost.
// From contract/v1/hooks.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
/** @file What every hook runtime does alike: its switches, its files and how much it reads, keeps and sends. */

export const SETTINGS = Object.freeze({
  hooks: Object.freeze({
    environment: Object.freeze(["REME_HOOKS"]),
    keys: Object.freeze(["hooks"]),
    flag: "--hooks",
    kind: "switch",
    default: true,
  }),
  recall: Object.freeze({
    environment: Object.freeze(["REME_RECALL"]),
    keys: Object.freeze(["recall"]),
    flag: "--recall",
    kind: "switch",
    default: true,
  }),
  capture: Object.freeze({
    environment: Object.freeze(["REME_CAPTURE"]),
    keys: Object.freeze(["capture"]),
    flag: "--capture",
    kind: "switch",
    default: true,
  }),
  subagents: Object.freeze({
    environment: Object.freeze(["REME_SUBAGENTS"]),
    keys: Object.freeze(["subagents"]),
    flag: "--subagents",
    kind: "switch",
    default: false,
  }),
  max_chars: Object.freeze({
    environment: Object.freeze(["REME_MAX_CHARS"]),
    keys: Object.freeze(["max_chars"]),
    flag: "--max-chars",
    kind: "number",
    default: 0,
  }),
});
export const PROJECT_FILE = ".reme";
export const PROJECT_FILE_BYTES = 65536;
export const PROJECT_LEVELS = 64;
export const PROJECT_SWITCHES = Object.freeze(["hooks", "recall", "capture"]);
export const PROJECT_SCOPE = "project";
export const PRIVATE_FOLDER = ".reme/integrations";
export const LOG_FOLDER = ".reme/logs";
export const LOG_BYTES = 4194304;
export const SPOOL_FOLDER = "spool";
export const REJECTED_FOLDER = "rejected";
export const STATE_FOLDER = "state";
export const HEARTBEAT_FILE = "heartbeat.json";
export const TEMPORARY_PREFIX = ".tmp-";
export const TEMPORARY_AGE_MS = 600000;
export const STDIN_BYTES = 33554432;
export const STDIN_MS = 1000;
export const HEADER_BYTES = 65536;
export const REPLY_BYTES = 8388608;
export const BATCH_EVENTS = 500;
export const BATCH_BYTES = 4194304;
export const POSTPONED_MS = 3600000;
export const REFUSAL_MS = 86400000;
export const PROBE_MS = 300;
export const SILENCE_MS = 30000;
export const SILENCE_LONGEST_MS = 300000;
export const STATE_FILES = 512;
export const STATE_AGE_MS = 2592000000;
export const STATE_TURNS = 32;
export const START_CHARS = 2000;
export const LEAST_CHARS = 300;
