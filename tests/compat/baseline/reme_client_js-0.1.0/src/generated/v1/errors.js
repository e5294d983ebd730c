// Generated: do not edit, your change would be lost.
// From contract/v1/errors.json
// By   templates/js-client/errors.js.jinja
// Edit those and run `nox -s generate`.
/** @file One class per error code of the contract, below one root. */

/**
 * The server refused, or could not be asked. `message` says what happened, `hint` what to do; `pointer`
 * names the value that is to blame and `limit` the limit that was passed, where there is one.
 */
export class RemeError extends Error {
  static code = "unknown";
  static status = 0;
  static retryable = false;
  static hint = "";

  /**
   * @param {string} message
   * @param {import("./errors.js").RemeErrorFields} [fields] what differs from the code's own values
   */
  constructor(message, fields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    const own = new.target;
    this.name = own.name;
    this.code = fields.code ?? own.code;
    this.status = fields.status ?? own.status;
    this.retryable = fields.retryable ?? own.retryable;
    this.hint = fields.hint ?? own.hint;
    this.detail = fields.detail ?? message;
    this.pointer = fields.pointer;
    this.limit = fields.limit;
  }
}

/** Another major version of the integration API. */
export class ApiVersionUnsupportedError extends RemeError {
  static code = "api_version_unsupported";
  static status = 400;
  static retryable = false;
  static hint = "Upgrade the older side: `reme version` shows what the server speaks, the package's README what it needs.";
}

/** The user did not confirm. */
export class ConfirmationMissingError extends RemeError {
  static code = "confirmation_missing";
  static status = 403;
  static retryable = false;
  static hint = "Ask the user; use a client that supports MCP elicitation, or run `reme forget` in a terminal.";
}

/** The answer took too long. */
export class DeadlineExceededError extends RemeError {
  static code = "deadline_exceeded";
  static status = 504;
  static retryable = true;
  static hint = "Try again later; `reme status` shows whether the index is being rebuilt.";
}

/** No such file in the workspace. */
export class FileNotFoundError extends RemeError {
  static code = "file_not_found";
  static status = 404;
  static retryable = false;
  static hint = "Use a path that search, daily_list or traverse returned.";
}

/** The Host header is not one of this server's names. */
export class HostRefusedError extends RemeError {
  static code = "host_refused";
  static status = 403;
  static retryable = false;
  static hint = "Call the server by its loopback address, or add the name to `allowed_hosts`.";
}

/** The index cannot answer. */
export class IndexUnavailableError extends RemeError {
  static code = "index_unavailable";
  static status = 503;
  static retryable = true;
  static hint = "It is rebuilt by itself; `reme status` shows the progress, `reme reindex` starts it by hand.";
}

/** A fault in the server. */
export class InternalError extends RemeError {
  static code = "internal_error";
  static status = 500;
  static retryable = false;
  static hint = "Look into the server's log for the request id, and report it.";
}

/** The body is not JSON. */
export class InvalidJsonError extends RemeError {
  static code = "invalid_json";
  static status = 400;
  static retryable = false;
  static hint = "Send one JSON object encoded in UTF-8.";
}

/** The request does not match its schema. */
export class InvalidRequestError extends RemeError {
  static code = "invalid_request";
  static status = 400;
  static retryable = false;
  static hint = "Correct the value that `pointer` names; /openapi.json has the schema.";
}

/** The body's media type is not JSON. */
export class MediaTypeUnsupportedError extends RemeError {
  static code = "media_type_unsupported";
  static status = 415;
  static retryable = false;
  static hint = "Send `Content-Type: application/json`.";
}

/** The operation exists, but not for this HTTP method. */
export class MethodNotAllowedError extends RemeError {
  static code = "method_not_allowed";
  static status = 405;
  static retryable = false;
  static hint = "Use the method that /help lists.";
}

/** Nothing is left to store. */
export class NothingToRememberError extends RemeError {
  static code = "nothing_to_remember";
  static status = 422;
  static retryable = false;
  static hint = "The text was empty, private or recalled; send a fact in its own words.";
}

/** No such operation. */
export class OperationUnknownError extends RemeError {
  static code = "operation_unknown";
  static status = 404;
  static retryable = false;
  static hint = "Use a path that /help lists; a newer client may need a newer server.";
}

/** A web page of another origin asked. */
export class OriginRefusedError extends RemeError {
  static code = "origin_refused";
  static status = 403;
  static retryable = false;
  static hint = "Browsers may not call this server; add the origin to `allowed_origins` when it is yours.";
}

/** The path leaves the workspace or is no memory file. */
export class PathRefusedError extends RemeError {
  static code = "path_refused";
  static status = 400;
  static retryable = false;
  static hint = "Use a path relative to the workspace that search, daily_list or traverse returned.";
}

/** The body is larger than the limit. */
export class RequestTooLargeError extends RemeError {
  static code = "request_too_large";
  static status = 413;
  static retryable = false;
  static hint = "Split the batch; `limit` is the largest body in bytes.";
}

/** The server is shutting down. */
export class ServerStoppingError extends RemeError {
  static code = "server_stopping";
  static status = 503;
  static retryable = true;
  static hint = "Try again when it is back; keep the event until then.";
}

/** The workspace cannot be written or read. */
export class StoreUnavailableError extends RemeError {
  static code = "store_unavailable";
  static status = 503;
  static retryable = true;
  static hint = "Check free space and permissions of the workspace; nothing was acknowledged.";
}

/** The JSON is nested too deeply. */
export class TooDeepError extends RemeError {
  static code = "too_deep";
  static status = 400;
  static retryable = false;
  static hint = "Send plain text as content; `limit` is the deepest nesting.";
}

/** More events than one request may carry. */
export class TooManyEventsError extends RemeError {
  static code = "too_many_events";
  static status = 413;
  static retryable = false;
  static hint = "Split the batch; `limit` is the largest number of events.";
}

/** The token is missing or wrong. */
export class UnauthorizedError extends RemeError {
  static code = "unauthorized";
  static status = 401;
  static retryable = false;
  static hint = "Send `Authorization: Bearer <token>`; `reme config show` tells where the token comes from.";
}

/** Class of each code. */
export const ERRORS = Object.freeze({
  api_version_unsupported: ApiVersionUnsupportedError,
  confirmation_missing: ConfirmationMissingError,
  deadline_exceeded: DeadlineExceededError,
  file_not_found: FileNotFoundError,
  host_refused: HostRefusedError,
  index_unavailable: IndexUnavailableError,
  internal_error: InternalError,
  invalid_json: InvalidJsonError,
  invalid_request: InvalidRequestError,
  media_type_unsupported: MediaTypeUnsupportedError,
  method_not_allowed: MethodNotAllowedError,
  nothing_to_remember: NothingToRememberError,
  operation_unknown: OperationUnknownError,
  origin_refused: OriginRefusedError,
  path_refused: PathRefusedError,
  request_too_large: RequestTooLargeError,
  server_stopping: ServerStoppingError,
  store_unavailable: StoreUnavailableError,
  too_deep: TooDeepError,
  too_many_events: TooManyEventsError,
  unauthorized: UnauthorizedError,
});

/**
 * The error for a problem document; a code that this client doesn't know yet becomes a plain RemeError.
 * @param {Record<string, unknown>} problem
 * @returns {RemeError}
 */
export function errorFromProblem(problem) {
  const code = typeof problem.code === "string" ? problem.code : "unknown";
  const detail = [problem.detail, problem.title, code].find((text) => typeof text === "string" && text !== "");
  const Known = Object.hasOwn(ERRORS, code) ? ERRORS[code] : RemeError;
  return new Known(detail, {
    code,
    detail,
    status: Number.isInteger(problem.status) ? problem.status : undefined,
    retryable: typeof problem.retryable === "boolean" ? problem.retryable : undefined,
    hint: typeof problem.hint === "string" ? problem.hint : undefined,
    pointer: typeof problem.pointer === "string" ? problem.pointer : undefined,
    limit: Number.isInteger(problem.limit) ? problem.limit : undefined,
  });
}
