// Generated: do not edit, your change would be lost.
// From contract/v1/limits.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const REQUEST_BYTES: number;
export declare const EVENTS_PER_REQUEST: number;
export declare const EVENT_BYTES: number;
export declare const JSON_DEPTH: number;
export declare const DRAIN_BYTES: number;
export declare const DRAIN_SECONDS: number;
export declare const QUERY_CHARS: number;
export declare const QUERY_TERMS: number;
export declare const EVENT_ID_CHARS: number;
export declare const SESSION_ID_CHARS: number;
export declare const SCOPE_ID_CHARS: number;
export declare const HITS: number;
export declare const EXCLUDE_IDS: number;
export declare const READ_CHARS: number;
export declare const RECALL_DEADLINE_MS: number;
export declare const RECALL_DEADLINE_MAX_MS: number;
export declare const SPOOL_BYTES: number;
