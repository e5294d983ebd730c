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
/** The address in the form that requests use. Throws ConfigurationError with code `endpoint_invalid`. */
export function endpoint(value: unknown, origin: string): string;
