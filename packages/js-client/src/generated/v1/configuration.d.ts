// Generated: do not edit, your change would be lost.
// From contract/v1/configuration.json
// By   generator/src/reme_generator/render/constants.py
// Edit those and run `nox -s generate`.
export declare const SETTINGS: { readonly [key: string]: { readonly environment: ReadonlyArray<string>; readonly keys: ReadonlyArray<string>; readonly flag: string; readonly kind: "url" | "token" | "text" | "milliseconds" | "switch" | "number"; readonly default: string | number | boolean } };
export declare const CONFIG_FILE_ENVIRONMENT: string;
export declare const CONFIG_FILE_FLAG: string;
export declare const LAYERS: ReadonlyArray<string>;
export declare const PLUGIN_FILE: string;
export declare const USER_FILE: string;
export declare const SERVER_FILE: string;
export declare const FILE_BYTES: number;
export declare const COMMENT: string;
export declare const SERVER_HOST_KEY: string;
export declare const SERVER_PORT_KEY: string;
export declare const SERVER_HOST: string;
export declare const SERVER_PORT: number;
export declare const SCHEMES: ReadonlyArray<string>;
export declare const LOOPBACK_HOSTS: { readonly [key: string]: string };
export declare const TIMEOUT_MIN_MS: number;
export declare const TIMEOUT_MAX_MS: number;
export declare const SWITCH_ON: ReadonlyArray<string>;
export declare const SWITCH_OFF: ReadonlyArray<string>;
export declare const ORIGINS: { readonly [key: string]: string };
export declare const MESSAGES: { readonly [key: string]: string };
export declare const ENDPOINT_PROBLEMS: { readonly [key: string]: string };
export declare const SETTING_PROBLEMS: { readonly [key: string]: string };
