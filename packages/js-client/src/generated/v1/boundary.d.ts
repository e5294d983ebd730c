// Generated: do not edit, your change would be lost.
// From contract/v1/boundary.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const RECALL_OPEN: string;
export declare const RECALL_NOTICE: string;
export declare const RECALL_CLOSE: string;
export declare const RECALL_ITEM: string;
export declare const RECALL_CONTINUATION: string;
export declare const RECALL_MIN_SNIPPET: number;
export declare const NEUTRAL_CHARACTERS: { readonly [key: string]: string };
export declare const NEUTRAL_SEQUENCES: { readonly [key: string]: string };
export declare const OPENING_BRACKETS: ReadonlyArray<string>;
export declare const CLOSING_BRACKETS: ReadonlyArray<string>;
export declare const SLASHES: ReadonlyArray<string>;
export declare const NAME_CHARACTERS: string;
export declare const INVISIBLE_CHARACTERS: string;
export declare const SKIPPED_IN_TAG: number;
export declare const ATTRIBUTE_CHARACTERS: number;
export declare const WHITESPACE: string;
export declare const MENTION_FILLER: string;
export declare const CODE_CUT: string;
export declare const ROUNDS: number;
export declare const ELEMENTS: ReadonlyArray<{ readonly name: string; readonly end_name: string; readonly hosts: ReadonlyArray<string>; readonly reason: "recalled" | "private" | "host"; readonly unclosed: "end" | "start" | "keep"; readonly orphan_close: "any" | "line" | "keep"; readonly in_code: "strip" | "keep"; readonly only_at_start: boolean }>;
export declare const LINES: ReadonlyArray<{ readonly id: string; readonly hosts: ReadonlyArray<string>; readonly needle: string; readonly starts: ReadonlyArray<string>; readonly equals: ReadonlyArray<string> }>;
