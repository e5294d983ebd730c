// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/index.d.ts
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** One descriptor's slice, as the generator writes it into a package's `src/reme/host.js`. */
export interface HostSlice {
  readonly id: string;
  readonly folder: string;
  readonly version: string;
  readonly minimum_api_version: string;
  readonly events: readonly HostEvent[];
  readonly injection: {
    readonly max_chars: number;
    readonly host_limit?: { readonly amount: number; readonly unit: string };
    readonly dropped_by_compaction?: boolean;
    /** False where the host drops a block after one request: it may then be recalled again. */
    readonly stays_in_history?: boolean;
  };
  readonly capabilities: { readonly steering?: boolean };
}
/** One row of the descriptor's events. */
export interface HostEvent {
  readonly native: string;
  /** JSON pointer into the payload to the values for which the row holds. */
  readonly select?: Readonly<Record<string, readonly unknown[]>>;
  readonly event: string;
  readonly actions: readonly Readonly<Record<string, string>>[];
  readonly reply?: string;
  readonly deadline: { readonly inner_ms: number };
}
/** Something that happened in a session, in the contract's words. What did not come is left out. */
export interface Observation {
  /** The host's own, untouched; an empty one drops the event. */
  readonly sessionId: string;
  /** The host's turn key; empty where the event has none. */
  readonly turn?: string;
  /** What the person typed; blank or left out: nothing to recall for or to capture. */
  readonly prompt?: string | null;
  /** The assistant's closing text; left out for an error text. */
  readonly answer?: string | null;
  /** Set when a sub-agent said it: dropped, or with the switch on captured as a child session. */
  readonly agentId?: string;
  /** The host itself began the turn: its answers are not captured, unless a person's prompt has the same turn key. */
  readonly noPerson?: boolean;
  /** The session's working directory, for `.reme` files and the scope `project`. */
  readonly folder?: string;
  /** When it was said, in milliseconds since 1970; left out: now. */
  readonly createdAt?: number;
}
export interface RuntimeOptions {
  /** What the host's own configuration says for the plugin; the README lists the names. Others are ignored. */
  readonly options?: Readonly<Record<string, unknown>> | null;
  /** Defaults to `process.env`, read at each event. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The person's home folder. Defaults to the one that the environment names. */
  readonly home?: string;
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: () => number;
}
export interface HandleOptions {
  /** The host's: nothing is recalled once it is aborted. What was kept is delivered all the same. */
  readonly signal?: AbortSignal;
  /** Milliseconds, to wait less than the descriptor's row allows. */
  readonly deadlineMs?: number;
}
/** What the adapter's `reply` gets. Both members are empty strings when there is nothing to say. */
export interface Handled {
  /** The finished block, wrapper included and within the size limits. */
  readonly context: string;
  /** One sentence for the person; only ever set once: the server speaks another API version. */
  readonly notice: string;
}
export type FlushReason = "turn_end" | "pre_compact" | "session_end" | "shutdown" | "manual";
/** How an exchange with the server went; everything but `ok` and `delivered` is a way to fail. */
export type Result =
  | "ok"
  | "delivered"
  | "unreachable"
  | "timeout"
  | "cancelled"
  | "stranger"
  | "unauthorized"
  | "busy"
  | "failed"
  | "too_large"
  | "refused"
  | "version";
export interface Probed {
  readonly result: Result | "misconfigured";
  /** Empty when nothing of ours answered. */
  readonly url: string;
  readonly apiVersion: string;
  readonly serverVersion: string;
  /** What the server says of its own health; empty when it did not answer. */
  readonly health: string;
  readonly ms: number;
}
export interface ToolCall {
  readonly signal?: AbortSignal;
  /** Both settle the scope `project`; a call's own `scope_id` wins. */
  readonly sessionId?: string;
  readonly folder?: string;
}
export interface ToolResult {
  readonly ok: boolean;
  /** For the model: the reply as JSON, or what went wrong and what to do. */
  readonly text: string;
  /** The server's reply, or null. */
  readonly reply: Readonly<Record<string, unknown>> | null;
}
export interface Status {
  readonly package: string;
  readonly version: string;
  readonly api: string;
  /** Settings that hold where no project says otherwise; a token is never among them. */
  readonly settings: {
    readonly url: string;
    readonly scope: string;
    readonly hooks: boolean;
    readonly recall: boolean;
    readonly capture: boolean;
    readonly subagents: boolean;
  } | null;
  /** Why there are no settings: the sentence names the file or variable to correct. Empty otherwise. */
  readonly problem: string;
  /** The members of `heartbeat.json`. */
  readonly heartbeat: Readonly<Record<string, unknown>>;
  readonly spool: { readonly waiting: number; readonly bytes: number; readonly rejected: number };
  /** Sessions of which something was kept since their last flush. */
  readonly touched: number;
}
/** Everything that happens at run time: no method throws, rejects, or outlasts its deadline. */
export interface Runtime {
  /**
   * One native event. Nothing is done for an event without a row, without an observation, or after `dispose`.
   * It resolves at the deadline at the latest; where the row has a reply, as soon as the reply is known.
   */
  handle(
    native: string,
    payload: unknown,
    seen: Observation | null | undefined,
    options?: HandleOptions | null,
  ): Promise<Handled>;
  /** Deliver what waits. `delivered` also when nothing did. */
  deliver(options?: HandleOptions): Promise<Result>;
  /** Deliver what waits, then flush every session of which something was kept since its last flush. */
  flushTouched(reason: FlushReason, options?: HandleOptions): Promise<Result>;
  /** Ask the server for its health and version. */
  probe(options?: HandleOptions): Promise<Probed>;
  /** Run a tool of the contract by its model-facing name, such as `reme_search`. */
  callTool(name: string, parameters: unknown, call?: ToolCall): Promise<ToolResult>;
  /** Note a problem for `reme doctor`, such as an event in a form that the package can't read. A word, no sentence. */
  report(code: string): Promise<void>;
  status(): Promise<Status>;
  /** No event is taken any more. Resolves when what is being written is on disk, at the latest after 500 ms. */
  dispose(): Promise<void>;
}
/** A runtime of its own for one host. Starts no timer, opens no file and no socket. */
export function createRuntime(host: HostSlice, options?: RuntimeOptions): Runtime;
