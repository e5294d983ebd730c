// Generated: do not edit, your change would be lost.
// From contract/v1/memory-recall.schema.json
// From contract/v1/memory-views.schema.json
// From contract/v1/memory-write.schema.json
// From contract/v1/primitives.schema.json
// From contract/v1/problem.schema.json
// From contract/v1/service-info.schema.json
// From contract/v1/session-append.schema.json
// From contract/v1/session-context.schema.json
// From contract/v1/session-flush.schema.json
// From contract/v1/session-line.schema.json
// By   templates/js-client/types.d.ts.jinja
// Edit those and run `nox -s generate`.
/** The five counts add up to the number of events sent. */
export interface AppendReply {
  appended: number;
  duplicate: number;
  conflict: number;
  filtered: number;
  rejected: number;
  /** Events now stored in this session; tombstones are not counted. */
  total: number;
  /** How many credential-shaped strings were replaced before anything was written. */
  redactions: number;
  /** One per event, in the order sent. */
  outcomes: Array<EventOutcome>;
  [unknown: string]: unknown;
}

export interface AppendRequest {
  host: HostId;
  /** Default: "default". */
  scope_id?: ScopeId;
  session_id: SessionId;
  /** Judged one by one: a bad event is rejected alone and its neighbours are stored. */
  events: Array<SessionEvent>;
  client?: ClientInfo;
}

/** Which package sends this; shown by status, never stored with the events. */
export interface ClientInfo {
  name: string;
  version: string;
}

export interface ClientStatus {
  host: string;
  name: string;
  version: string;
  last_seen: string;
  [unknown: string]: unknown;
}

/** start: a short brief of what is remembered in this scope; compact: this session's own continuity. */
export type ContextPurpose = "start" | "compact";

export interface ContextReply {
  /** Untrusted historical text; empty when there is nothing to say. */
  text: string;
  /** Files that the text was taken from. */
  sources: Array<WorkspacePath>;
  truncated: boolean;
  total_chars: number;
  [unknown: string]: unknown;
}

export interface ContextRequest {
  purpose: ContextPurpose;
  /** Default: "default". */
  scope_id?: ScopeId;
  host?: HostId;
  /** With host: the session to continue. Needed for `compact`. */
  session_id?: SessionId;
  /** Default: 2000. */
  max_chars?: MaxChars;
}

export interface DailyListReply {
  days: Array<MemoryDay>;
  truncated: boolean;
  [unknown: string]: unknown;
}

export interface DailyListRequest {
  /** One day; without it every day that has notes, newest first. */
  date?: Date;
  /** Default: "default". */
  scope_id?: ScopeId;
}

/** A calendar day in the workspace's zone. */
export type Date = string;

export interface EmptyRequest {
}

/** Identifies one message of one host for ever: printable ASCII without blanks. */
export type EventId = string;

export interface EventOutcome {
  /** As sent; absent when the event had none that could be read. */
  event_id?: string;
  outcome: "appended" | "duplicate" | "conflict" | "filtered" | "rejected";
  /** Why an event was filtered, or `malformed` when it was rejected. */
  reason?: "empty" | "recalled" | "tool_result" | "base64" | "role" | "private" | "forgotten" | "malformed";
  /** JSON Pointer, from the event on, to what is wrong in a rejected one. */
  pointer?: string;
  /** One sentence about a rejected event. */
  detail?: string;
  [unknown: string]: unknown;
}

/** The asking session: its turns and daily notes are still in that agent's own context. */
export interface ExcludeSession {
  host: HostId;
  session_id: SessionId;
  /** Time of the session's last compaction: turns up to it may come back. */
  after?: Timestamp;
}

/** turn_end is coalesced; the others run at once. manual also resumes a parked session. */
export type FlushReason = "turn_end" | "pre_compact" | "session_end" | "shutdown" | "manual";

export interface FlushReply {
  /** Whether an extraction is now waiting or running. */
  queued: boolean;
  /** Events of this session that no note covers yet; 0 for an unknown session. */
  pending: number;
  [unknown: string]: unknown;
}

export interface FlushRequest {
  host: HostId;
  /** Default: "default". */
  scope_id?: ScopeId;
  session_id: SessionId;
  reason: FlushReason;
}

/** What is gone. Forgetting the same thing again finds nothing left and is no error. */
export interface ForgetReply {
  /** Events replaced by tombstones. */
  events: number;
  /** Notes removed, or rewritten without the forgotten text. */
  notes: number;
  /** Entries purged from the index. */
  documents: number;
  /** Sessions whose notes are made again from what is left. */
  requeued: number;
  [unknown: string]: unknown;
}

/** Exactly one of targets and session. */
export interface ForgetRequest {
  /** Files, or lines of files. */
  targets?: Array<ForgetTarget>;
  session?: ForgetSession;
}

/** A whole session, or one event of it. */
export interface ForgetSession {
  host: HostId;
  /** Default: "default". */
  scope_id?: ScopeId;
  session_id: SessionId;
  event_id?: EventId;
}

export interface ForgetTarget {
  path: WorkspacePath;
  line_start?: LineNumber;
  line_end?: LineNumber;
}

export interface HealthReply {
  /** rebuilding: recall works on what is indexed so far; degraded: see reasons. */
  status: "ok" | "rebuilding" | "degraded" | "stopping";
  reasons: Array<string>;
  [unknown: string]: unknown;
}

export interface HelpReply {
  operations: Array<OperationHelp>;
  [unknown: string]: unknown;
}

/** Stable id of a hit: the same content at the same place has the same id. */
export type HitId = string;

/** Most hits wanted. */
export type HitLimit = number;

/** Which agent program speaks: codex, dsh, openclaw, claude_code, hermes, agent_plugin, or a third party's own. */
export type HostId = string;

export interface IndexStatus {
  state: "ready" | "rebuilding" | "failed";
  documents: number;
  /** Source files that are searchable. */
  done: number;
  /** Source files there are. */
  total: number;
  /** Why the index is being rebuilt or has failed. */
  reason?: string;
  [unknown: string]: unknown;
}

/** Line in a file, counted from 1. */
export type LineNumber = number;

/** Budget in Unicode code points. */
export type MaxChars = number;

export interface MemoryDay {
  date: Date;
  notes: Array<NoteSummary>;
  [unknown: string]: unknown;
}

export interface MemoryHit {
  id: HitId;
  path: WorkspacePath;
  line_start: LineNumber;
  line_end: LineNumber;
  /** Untrusted historical text. */
  snippet: string;
  score: number;
  kind: MemoryKind;
  created_at: Timestamp;
  truncated: boolean;
  [unknown: string]: unknown;
}

/** turn: something said; daily: a note about one session and day; digest: a fact or topic kept for good. */
export type MemoryKind = "turn" | "daily" | "digest";

export interface MemoryLink {
  path: WorkspacePath;
  /** The note's name, or its file name. */
  name: string;
  direction: "out" | "in";
  depth: number;
  /** False for a link whose file isn't there. */
  exists: boolean;
  [unknown: string]: unknown;
}

/** Who said it. */
export type MessageRole = "user" | "assistant";

export interface NoteSummary {
  path: WorkspacePath;
  name: string;
  description: string;
  [unknown: string]: unknown;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiReply {
  openapi: string;
  [unknown: string]: unknown;
}

export interface OperationHelp {
  name: string;
  method: string;
  path: string;
  title: string;
  audience: Array<string>;
  [unknown: string]: unknown;
}

export interface PendingSession {
  host: string;
  scope_id: string;
  session_id: string;
  pending: number;
  attempts: number;
  /** Why it is not being tried; `reme flush` tries again. */
  parked?: string;
  [unknown: string]: unknown;
}

export interface Problem {
  /** `urn:reme:error:<code>`. */
  type: string;
  title: string;
  status: number;
  /** One of errors.json; a client must accept codes it does not know. */
  code: string;
  /** What happened, in one sentence. */
  detail: string;
  retryable: boolean;
  /** What to do, in one sentence. */
  hint: string;
  /** JSON Pointer into the request, where one value is to blame. */
  pointer?: string;
  /** The limit that was passed. */
  limit?: number;
  [unknown: string]: unknown;
}

/** The user's prompt or a search text; at most 100,000 characters, of which the server uses what helps. */
export type QueryText = string;

export interface QueueStatus {
  backend: "sqlite" | "postgresql" | "off" | "starting" | "failed";
  extractor: string;
  pending_sessions: number;
  pending_events: number;
  /** Sessions with turns that no note covers yet; at most 100. */
  sessions: Array<PendingSession>;
  [unknown: string]: unknown;
}

export interface ReadReply {
  path: WorkspacePath;
  /** 0 when the file is empty. */
  line_start: number;
  line_end: number;
  total_lines: number;
  /** Untrusted historical text. Turns are shown as `role: text`. */
  text: string;
  /** Whether lines were left out to stay within the answer's limit. */
  truncated: boolean;
  [unknown: string]: unknown;
}

export interface ReadRequest {
  path: WorkspacePath;
  line_start?: LineNumber;
  line_end?: LineNumber;
}

/** Deterministic bytes for an unchanged store. */
export interface RecallReply {
  hits: Array<MemoryHit>;
  /** Whether a snippet was cut or a hit left out for the budget. */
  truncated: boolean;
  /** Code points over all snippets. */
  total_chars: number;
  [unknown: string]: unknown;
}

export interface RecallRequest {
  query: QueryText;
  /** Default: 5. */
  limit?: HitLimit;
  /** Default: 4000. */
  max_chars?: MaxChars;
  /** Default: "default". */
  scope_id?: ScopeId;
  exclude_session?: ExcludeSession;
  /** Hits that were injected before and are still in the agent's history. */
  exclude_ids?: Array<HitId>;
  /** Relevance floor; without it the server's own floor holds. */
  min_score?: number;
}

/** The rebuild runs on; status shows its progress. */
export interface ReindexReply {
  /** False when a rebuild was running already. */
  started: boolean;
  [unknown: string]: unknown;
}

export interface RememberMessage {
  role: MessageRole;
  content: string;
}

export interface RememberReply {
  /** duplicate: the same text is remembered in this scope already. */
  outcome: "stored" | "duplicate";
  path: WorkspacePath;
  redactions: number;
  [unknown: string]: unknown;
}

/** Exactly one of fact and messages. */
export interface RememberRequest {
  /** One durable fact, preference, decision or procedure, in a sentence or a few. */
  fact?: string;
  /** The few messages that hold the fact, marked with who said them. */
  messages?: Array<RememberMessage>;
  /** Default: "default". */
  scope_id?: ScopeId;
}

/** A filter over memories, not a security border. Recall without one searches `default` only. */
export type ScopeId = string;

export interface SearchReply {
  hits: Array<MemoryHit>;
  truncated: boolean;
  total_chars: number;
  [unknown: string]: unknown;
}

export interface SearchRequest {
  query: QueryText;
  /** Default: 5. */
  limit?: HitLimit;
  /** Default: 4000. */
  max_chars?: MaxChars;
  /** Default: "default". */
  scope_id?: ScopeId;
}

export interface SessionEvent {
  event_id: EventId;
  /** user and assistant are stored; any other role is filtered. */
  role: string;
  /** Plain text. Cut at 1 MiB of UTF-8 with a marker. */
  content: string;
  created_at: Timestamp;
  turn_id?: TurnId;
}

/** The host's own session id, as it came. Never used as a file name. */
export type SessionId = string;

export interface SessionLine {
  event_id: EventId;
  host: HostId;
  scope_id: ScopeId;
  session_id: SessionId;
  turn_id?: string | null;
  role: MessageRole;
  created_at: Timestamp;
  received_at: Timestamp;
  /** Equals event_id; the name that ReMe reads. */
  id: string;
  /** Equals role; the name that ReMe reads. */
  name: string;
  content: Array<TextBlock>;
  [unknown: string]: unknown;
}

export interface StatusReply {
  version: string;
  integration_api_version: string;
  pid: number;
  address: string;
  /** Absolute path of the workspace folder. */
  workspace: string;
  /** Time zone in which this workspace counts its days. */
  zone: string;
  uptime_seconds: number;
  /** What is mounted: json, mcp. */
  surfaces: Array<string>;
  health: HealthReply;
  store: StoreStatus;
  index: IndexStatus;
  queue: QueueStatus;
  /** Packages that sent events since the start. */
  clients: Array<ClientStatus>;
  [unknown: string]: unknown;
}

export interface StoreStatus {
  /** Sessions on disk. */
  sessions: number;
  /** Events since the start of the server, as are the following. */
  appended: number;
  duplicate: number;
  conflict: number;
  filtered: number;
  rejected: number;
  redactions: number;
  [unknown: string]: unknown;
}

export interface TextBlock {
  type: "text";
  text: string;
  [unknown: string]: unknown;
}

/** RFC 3339 date and time. Without an offset it is read in the workspace's zone. */
export type Timestamp = string;

/** Stands where a forgotten line stood, so that line numbers hold and no resend brings it back. */
export interface Tombstone {
  event_id: EventId;
  forgotten_at: Timestamp;
  [unknown: string]: unknown;
}

/** out: what the file links to; in: what links to it. */
export type TraverseDirection = "out" | "in" | "both";

export interface TraverseReply {
  path: WorkspacePath;
  links: Array<MemoryLink>;
  truncated: boolean;
  [unknown: string]: unknown;
}

export interface TraverseRequest {
  path: WorkspacePath;
  /** How many links to follow. Default: 1. */
  depth?: number;
  /** Most files wanted. Default: 20. */
  limit?: number;
  /** Default: "both". */
  direction?: TraverseDirection;
  /** Default: "default". */
  scope_id?: ScopeId;
}

/** The host's own turn id, as it came. */
export type TurnId = string;

export interface VersionReply {
  name: string;
  version: string;
  integration_api_version: string;
  [unknown: string]: unknown;
}

/** POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused. */
export type WorkspacePath = string;

