// Generated: do not edit, your change would be lost.
// From contract/v1/identity.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const SLUG_CHARS: number;
export declare const SLUG_READ_CHARS: number;
export declare const SLUG_FALLBACK: string;
export declare const SLUG_RESERVED: ReadonlyArray<string>;
export declare const HASH_CHARS: number;
export declare const TURN_KEY_CHARS: number;
export declare const HASHED_TURN_KEY_PREFIX: string;
export declare const HASHED_TURN_KEY_CHARS: number;
export declare const ROLE_LETTERS: { readonly [key: string]: string };
