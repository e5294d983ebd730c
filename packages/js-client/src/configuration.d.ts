export interface Setting<Value> {
  readonly value: Value;
  /** Such as `environment variable REME_URL`. */
  readonly origin: string;
}
export interface Configuration {
  readonly url: Setting<string>;
  readonly token: Setting<string>;
  readonly scope: Setting<string>;
  readonly timeout_ms: Setting<number>;
  readonly debug: Setting<boolean>;
  readonly debug_log: Setting<string>;
}
/** One setting of the contract: which variables, keys and flag name it, what it may be, and its default. */
export interface SettingSpec {
  readonly environment: readonly string[];
  readonly keys: readonly string[];
  readonly flag: string;
  readonly kind: "url" | "token" | "text" | "milliseconds" | "switch" | "number";
  readonly default: string | number | boolean;
}
export type SettingSpecs = Readonly<Record<string, SettingSpec>>;
export type SettingsOf<Specs extends SettingSpecs> = {
  readonly [Name in keyof Specs]: Setting<string | number | boolean>;
};
/** Values that win over all files, with the words that name where they come from. */
export type NearerLayer = readonly [origin: string, values: Readonly<Record<string, unknown>>];
export type ConfigurationFile = readonly [layer: "plugin" | "user" | "server", path: string, text: string];
/** A file or value that cannot be used; the message says what to do. */
export class ConfigurationError extends Error {
  constructor(code: string, parts: Record<string, string>);
  readonly code: string;
}
/** Every setting's effective value. Throws ConfigurationError, naming file or origin. */
export function resolve(
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  files: readonly ConfigurationFile[],
): Configuration;
export function resolve<Specs extends SettingSpecs>(
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  files: readonly ConfigurationFile[],
  specs: Specs,
  nearer?: readonly NearerLayer[],
): SettingsOf<Specs>;
export interface Places<Specs extends SettingSpecs> {
  /** Holds a `config.json` of the plugin's own. */
  readonly pluginFolder?: string;
  readonly serverFile?: string;
  readonly specs?: Specs;
  readonly nearer?: readonly NearerLayer[];
}
/**
 * Reads the files that exist and resolves. A file named by the flag `config_file` or by REME_CONFIG_FILE replaces the
 * user's own and must exist. Throws ConfigurationError, also for a file that cannot be read.
 */
export function load(
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
  places?: Omit<Places<SettingSpecs>, "specs">,
): Configuration;
export function load<Specs extends SettingSpecs>(
  flags: Readonly<Record<string, unknown>>,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
  places: Places<Specs> & { readonly specs: Specs },
): SettingsOf<Specs>;
/** Members of a configuration file's object, comments left out. Throws ConfigurationError, naming the file. */
export function fileValues(layer: string, path: string, text: string): Record<string, unknown>;
/** The address in the form that requests use. Throws ConfigurationError with code `endpoint_invalid`. */
export function endpoint(value: unknown, origin: string): string;
