// Generated: do not edit, your change would be lost.
// From contract/v1/errors.json
// By   templates/js-client/errors.d.ts.jinja
// Edit those and run `nox -s generate`.
export type ErrorCode =
  | "api_version_unsupported"
  | "confirmation_missing"
  | "deadline_exceeded"
  | "file_not_found"
  | "host_refused"
  | "index_unavailable"
  | "internal_error"
  | "invalid_json"
  | "invalid_request"
  | "media_type_unsupported"
  | "method_not_allowed"
  | "nothing_to_remember"
  | "operation_unknown"
  | "origin_refused"
  | "path_refused"
  | "request_too_large"
  | "server_stopping"
  | "store_unavailable"
  | "too_deep"
  | "too_many_events"
  | "unauthorized";

export interface RemeErrorFields {
  code?: string;
  status?: number;
  retryable?: boolean;
  hint?: string;
  detail?: string;
  pointer?: string;
  limit?: number;
  cause?: unknown;
}

export declare class RemeError extends Error {
  static code: string;
  static status: number;
  static retryable: boolean;
  static hint: string;
  code: string;
  status: number;
  retryable: boolean;
  hint: string;
  detail: string;
  pointer?: string;
  limit?: number;
  constructor(message: string, fields?: RemeErrorFields);
}
export declare class ApiVersionUnsupportedError extends RemeError {}
export declare class ConfirmationMissingError extends RemeError {}
export declare class DeadlineExceededError extends RemeError {}
export declare class FileNotFoundError extends RemeError {}
export declare class HostRefusedError extends RemeError {}
export declare class IndexUnavailableError extends RemeError {}
export declare class InternalError extends RemeError {}
export declare class InvalidJsonError extends RemeError {}
export declare class InvalidRequestError extends RemeError {}
export declare class MediaTypeUnsupportedError extends RemeError {}
export declare class MethodNotAllowedError extends RemeError {}
export declare class NothingToRememberError extends RemeError {}
export declare class OperationUnknownError extends RemeError {}
export declare class OriginRefusedError extends RemeError {}
export declare class PathRefusedError extends RemeError {}
export declare class RequestTooLargeError extends RemeError {}
export declare class ServerStoppingError extends RemeError {}
export declare class StoreUnavailableError extends RemeError {}
export declare class TooDeepError extends RemeError {}
export declare class TooManyEventsError extends RemeError {}
export declare class UnauthorizedError extends RemeError {}

export declare const ERRORS: Readonly<Record<ErrorCode, typeof RemeError>>;

export declare function errorFromProblem(problem: Record<string, unknown>): RemeError;
