import type { Configuration } from "../configuration.js";
import type { RemeError } from "../generated/v1/errors.js";
import type * as shapes from "../generated/v1/types.js";
import type { Operations, Verdict } from "../generated/v1/validators.js";

export * from "../generated/v1/errors.js";
export type * from "../generated/v1/types.js";
export type { Operations };

/** When a failed call is tried again: only where the contract calls it safe, and within the call's deadline. */
export interface RetryPolicy {
  /** Tries in all. Default: 3. */
  readonly attempts: number;
  /** Milliseconds; each further pause doubles. Default: 100. */
  readonly firstPauseMs: number;
  /** Milliseconds. Default: 2000. */
  readonly longestPauseMs: number;
}

/** What of `tls.connect` matters here. */
export interface TlsOptions {
  readonly ca?: string | Uint8Array | ReadonlyArray<string | Uint8Array>;
  readonly cert?: string | Uint8Array;
  readonly key?: string | Uint8Array;
}

/** The module `@agentscope-ai/reme-client/contract/validators`. */
export interface Validators {
  validateRequest(operation: keyof Operations, document: unknown): Verdict;
  validateReply(
    operation: keyof Operations,
    document: unknown,
    options?: { readonly newerWords?: boolean },
  ): Verdict;
}

/** Values that make no sense make the constructor throw a `ConfigurationError`. */
export interface ClientOptions {
  /** Default: `REME_URL`, then the files, then `http://127.0.0.1:2333`. */
  readonly url?: string;
  readonly token?: string;
  /** Sent where a request names no scope. */
  readonly scopeId?: string;
  /** Milliseconds for each call with all its tries, at least 1000. Default: the contract's, per operation. */
  readonly timeoutMs?: number;
  /** `false` switches retries off. */
  readonly retry?: Partial<RetryPolicy> | false | null;
  /** Names the sender of appends. */
  readonly clientInfo?: shapes.ClientInfo;
  /** Replaces `~/.reme/config.json` and must exist. */
  readonly configFile?: string;
  /** Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Settings that were resolved already: nothing is read then. */
  readonly settings?: Configuration;
  readonly tls?: TlsOptions;
  /** With it requests are checked before they are sent, and replies to their last member. */
  readonly validators?: Validators;
}

/** Effective settings; `origins` names for each where it comes from, such as `environment variable REME_URL`. */
export interface ClientConfig {
  readonly url: string;
  /** Not enumerable. */
  readonly token: string | null;
  readonly scopeId: string;
  /** Milliseconds; null unless somebody set it: each operation then has the contract's own deadline. */
  readonly timeoutMs: number | null;
  readonly origins: Readonly<Record<"url" | "token" | "scopeId" | "timeoutMs", string>>;
}

export interface CallOptions {
  /** Deadline of this call over all its tries, in milliseconds. */
  readonly timeoutMs?: number;
  /** The call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Whose events `appendInBatches` and `iterAppend` send. */
export type AppendSession = Omit<shapes.AppendRequest, "events">;

type Events = Iterable<shapes.SessionEvent> | AsyncIterable<shapes.SessionEvent>;

/**
 * A ReMe gateway. An option wins over the environment, which wins over `~/.reme/config.json`, which wins over the
 * default; `config` tells what came from where. Every method rejects with a `RemeError`, or with the signal's reason.
 */
export declare class ReMeClient {
  constructor(options?: ClientOptions);
  /** The effective configuration, with the origin of each value. */
  get config(): ClientConfig;
  /** `direct`, or which proxy the requests go through. */
  get route(): string;
  /**
   * Store what was said in a session: on disk before the reply, each event id once. Events are judged one by one, so a
   * malformed one is rejected alone. Rejects with `TooManyEventsError` or `RequestTooLargeError` where
   * `appendInBatches` would split.
   */
  agentSessionAppend(request: shapes.AppendRequest, options?: CallOptions): Promise<shapes.AppendReply>;
  /** Ask for a session's new turns to be distilled soon; returns at once. An unknown session is fine. */
  agentSessionFlush(request: shapes.FlushRequest, options?: CallOptions): Promise<shapes.FlushReply>;
  /** What is remembered about a prompt; an unrelated one gets no hits. The text is untrusted history. */
  agentMemoryRecall(request: shapes.RecallRequest, options?: CallOptions): Promise<shapes.RecallReply>;
  /** A brief at a session's start, or a session's own continuity after its context was compacted. */
  agentSessionContext(request: shapes.ContextRequest, options?: CallOptions): Promise<shapes.ContextReply>;
  /** Ranked snippets for a text, without recall's floor and exclusions. They are untrusted history. */
  search(request: shapes.SearchRequest, options?: CallOptions): Promise<shapes.SearchReply>;
  /**
   * A note or session by its workspace path, whole or some lines (counted from 1, both included). Rejects with
   * `FileNotFoundError`, or `PathRefusedError` for a path that leaves the workspace.
   */
  read(request: shapes.ReadRequest, options?: CallOptions): Promise<shapes.ReadReply>;
  /** The notes that a note links to or is linked from. Rejects like `read`. */
  traverse(request: shapes.TraverseRequest, options?: CallOptions): Promise<shapes.TraverseReply>;
  /** The daily notes of one day (`YYYY-MM-DD`), or of every day that has notes, newest first. */
  dailyList(request?: shapes.DailyListRequest, options?: CallOptions): Promise<shapes.DailyListReply>;
  /**
   * Durably store a fact, or the few messages that hold it; it is searchable when this resolves. Rejects with
   * `NothingToRememberError` when nothing is left after filtering.
   */
  remember(request: shapes.RememberRequest, options?: CallOptions): Promise<shapes.RememberReply>;
  /** Remove files or lines, or a session or one event of it, for good and everywhere. It cannot be undone. */
  forget(request: shapes.ForgetRequest, options?: CallOptions): Promise<shapes.ForgetReply>;
  /** Start to rebuild the index from the source files; `status` shows the progress. */
  reindex(options?: CallOptions): Promise<shapes.ReindexReply>;
  /** The server's version and the integration API version it speaks; sends no token. */
  version(options?: CallOptions): Promise<shapes.VersionReply>;
  /** Whether the server works, rebuilds its index, is degraded or is stopping; sends no token. */
  health(options?: CallOptions): Promise<shapes.HealthReply>;
  /** Store, index, queue and clients in figures, without any memory's content. */
  status(options?: CallOptions): Promise<shapes.StatusReply>;
  /** The operations that the server offers. */
  help(options?: CallOptions): Promise<shapes.HelpReply>;
  /** The whole OpenAPI 3.1 document of the JSON operations. */
  openapi(options?: CallOptions): Promise<shapes.OpenApiReply>;
  /** Any operation by the contract's name for it. */
  call<Name extends keyof Operations>(
    operation: Name,
    request: Operations[Name]["request"],
    options?: CallOptions,
  ): Promise<Operations[Name]["reply"]>;
  /**
   * Append any number of events, split to the contract's limits; `timeoutMs` holds for each batch. A batch that is
   * refused as too large all the same is halved. When this rejects, earlier batches are stored; sending everything
   * again stores nothing twice.
   */
  appendInBatches(events: Events, session: AppendSession, options?: CallOptions): Promise<shapes.AppendReply>;
  /** The same, giving each batch's reply once it is stored. Events are read as they are needed. */
  iterAppend(events: Events, session: AppendSession, options?: CallOptions): AsyncGenerator<shapes.AppendReply>;
  /** Close the connections that are not in use; without it they close by themselves and keep no process alive. */
  close(): void;
}

/** An address, token, time-out or configuration file that can't be used; nothing was sent. */
export declare class ConfigurationError extends RemeError {}
/** Nobody answered: refused, reset, broken off, or something that doesn't speak HTTP. */
export declare class ConnectionFailedError extends RemeError {}
/** The call's own deadline passed without a whole answer; the server may have carried it out. */
export declare class RequestTimeoutError extends RemeError {}
/** An answer that the contract doesn't know: no JSON, a missing member, a redirect, too large. */
export declare class InvalidReplyError extends RemeError {}
/** A refusal (status 4xx) whose code this version doesn't know, or that has none. */
export declare class RefusedError extends RemeError {}
/** A server's fault (status 5xx) whose code this version doesn't know, or that has none. */
export declare class ServerFaultError extends RemeError {}

/** This package's version. */
export declare const VERSION: string;
