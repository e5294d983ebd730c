/**
 * Every error of the client: the contract's, one class per code, and the ones of a client that got no good answer.
 * All have `RemeError` as their root and carry `code`, `status` (0 without an answer), `retryable`, `hint`, `pointer`
 * and `limit`. None repeats what was sent or remembered.
 */

import { RemeError } from "../generated/v1/errors.js";

export * from "../generated/v1/errors.js";

/** An address, token, time-out or configuration file that can't be used; nothing was sent. */
export class ConfigurationError extends RemeError {
  static code = "configuration_invalid";
  static hint = "Correct the setting; `reme config show` tells where each value comes from.";
}

/** Nobody answered: refused, reset, broken off, or something that doesn't speak HTTP. */
export class ConnectionFailedError extends RemeError {
  static code = "connection_failed";
  static retryable = true;
  static hint = "Start the server with `reme start`, or correct REME_URL.";
}

/** The call's own deadline passed without a whole answer; the server may have carried it out. */
export class RequestTimeoutError extends RemeError {
  static code = "request_timeout";
  static retryable = true;
  static hint = "Try again later, or raise REME_TIMEOUT_MS; `reme status` shows whether the server is busy.";
}

/** An answer that the contract doesn't know: no JSON, a missing member, a redirect, too large. */
export class InvalidReplyError extends RemeError {
  static code = "invalid_reply";
  static hint = "Check that a ReMe gateway, and nothing else, listens at REME_URL.";
}

/** A refusal (status 4xx) whose code this version doesn't know, or that has none. */
export class RefusedError extends RemeError {
  static code = "refused";
}

/** A server's fault (status 5xx) whose code this version doesn't know, or that has none. */
export class ServerFaultError extends RemeError {
  static code = "server_fault";
}
