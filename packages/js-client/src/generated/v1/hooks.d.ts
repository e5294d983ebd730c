// Generated: do not edit, your change would be lost.
// From contract/v1/hooks.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const SETTINGS: { readonly [key: string]: { readonly environment: ReadonlyArray<string>; readonly keys: ReadonlyArray<string>; readonly flag: string; readonly kind: "url" | "token" | "text" | "milliseconds" | "switch" | "number"; readonly default: string | number | boolean } };
export declare const PROJECT_FILE: string;
export declare const PROJECT_FILE_BYTES: number;
export declare const PROJECT_LEVELS: number;
export declare const PROJECT_SWITCHES: ReadonlyArray<string>;
export declare const PROJECT_SCOPE: string;
export declare const PRIVATE_FOLDER: string;
export declare const LOG_FOLDER: string;
export declare const LOG_BYTES: number;
export declare const SPOOL_FOLDER: string;
export declare const REJECTED_FOLDER: string;
export declare const STATE_FOLDER: string;
export declare const HEARTBEAT_FILE: string;
export declare const TEMPORARY_PREFIX: string;
export declare const TEMPORARY_AGE_MS: number;
export declare const STDIN_BYTES: number;
export declare const STDIN_MS: number;
export declare const HEADER_BYTES: number;
export declare const REPLY_BYTES: number;
export declare const BATCH_EVENTS: number;
export declare const BATCH_BYTES: number;
export declare const POSTPONED_MS: number;
export declare const REFUSAL_MS: number;
export declare const PROBE_MS: number;
export declare const SILENCE_MS: number;
export declare const SILENCE_LONGEST_MS: number;
export declare const STATE_FILES: number;
export declare const STATE_AGE_MS: number;
export declare const STATE_TURNS: number;
export declare const START_CHARS: number;
export declare const LEAST_CHARS: number;
