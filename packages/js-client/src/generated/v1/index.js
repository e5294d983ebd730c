// Generated: do not edit, your change would be lost.
// By   templates/js-client/index.js.jinja
// Edit those and run `nox -s generate`.
/** @file Everything that is generated from contract v1. */

export * from "./errors.js";
export * from "./validators.js";
export * as boundary from "./boundary.js";
export * as configuration from "./configuration.js";
export * as events from "./events.js";
export * as hooks from "./hooks.js";
export * as hosts from "./hosts.js";
export * as identity from "./identity.js";
export * as limits from "./limits.js";
export * as operations from "./operations.js";
export * as placeholders from "./placeholders.js";
export * as redaction from "./redaction.js";
