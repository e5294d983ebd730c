// Generated: do not edit, your change would be lost.
// From contract/v1/redaction.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const MARK: string;
export declare const ROUNDS: number;
export declare const PATTERNS: ReadonlyArray<{ readonly id: string; readonly needles: ReadonlyArray<ReadonlyArray<string>>; readonly ignore_case?: boolean; readonly pattern: string }>;
