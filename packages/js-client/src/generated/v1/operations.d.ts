// Generated: do not edit, your change would be lost.
// From contract/v1/operations.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const API_VERSION: string;
export declare const API_MAJOR: number;
export declare const API_MINOR: number;
export declare const VERSION_HEADER: string;
export declare const OPERATIONS: { readonly [key: string]: { readonly method: "GET" | "POST"; readonly path: string; readonly deadline_ms: number; readonly retry_safe: boolean; readonly token_required: boolean } };
