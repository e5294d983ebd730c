// Generated: do not edit, your change would be lost.
// From contract/v1/placeholders.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const TRUNCATION_MARKER: string;
export declare const CLIP_MARK: string;
export declare const BASE64_MARKER: string;
export declare const BASE64_MARKER_START: string;
export declare const BASE64_ALPHABET: string;
export declare const BASE64_MIN_CHARS: number;
export declare const BASE64_MIN_LINE_CHARS: number;
export declare const BASE64_SAMPLE_CHARS: number;
export declare const BASE64_SURE_CHARS: number;
export declare const BASE64_LINE_BREAKS: ReadonlyArray<string>;
export declare const BASE64_INDENT_CHARS: number;
export declare const DATA_URL_START: string;
export declare const DATA_URL_MARKER: string;
export declare const DATA_URL_TYPE_CHARACTERS: string;
export declare const DATA_URL_TYPE_CHARS: number;
export declare const DATA_URL_MIN_CHARS: number;
export declare const UNKNOWN_TYPE: string;
export declare const MAGIC: { readonly [key: string]: string };
