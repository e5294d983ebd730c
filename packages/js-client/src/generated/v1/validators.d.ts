// Generated: do not edit, your change would be lost.
// From contract/v1/memory-recall.schema.json
// From contract/v1/memory-views.schema.json
// From contract/v1/memory-write.schema.json
// From contract/v1/operations.json
// From contract/v1/primitives.schema.json
// From contract/v1/problem.schema.json
// From contract/v1/service-info.schema.json
// From contract/v1/session-append.schema.json
// From contract/v1/session-context.schema.json
// From contract/v1/session-flush.schema.json
// From contract/v1/session-line.schema.json
// By   templates/js-client/validators.d.ts.jinja
// Edit those and run `nox -s generate`.
import type * as shapes from "./types.js";

/** Why a document is invalid; `pointer` is a JSON Pointer, `detail` one sentence without the value. */
export interface Fault {
  readonly ok: false;
  readonly code: "invalid_request";
  readonly pointer: string;
  readonly detail: string;
}

export type Verdict = { readonly ok: true } | Fault;

/** Request and reply of each operation. */
export interface Operations {
  agent_session_append: { request: shapes.AppendRequest; reply: shapes.AppendReply };
  agent_session_flush: { request: shapes.FlushRequest; reply: shapes.FlushReply };
  agent_memory_recall: { request: shapes.RecallRequest; reply: shapes.RecallReply };
  agent_session_context: { request: shapes.ContextRequest; reply: shapes.ContextReply };
  search: { request: shapes.SearchRequest; reply: shapes.SearchReply };
  read: { request: shapes.ReadRequest; reply: shapes.ReadReply };
  traverse: { request: shapes.TraverseRequest; reply: shapes.TraverseReply };
  daily_list: { request: shapes.DailyListRequest; reply: shapes.DailyListReply };
  remember: { request: shapes.RememberRequest; reply: shapes.RememberReply };
  forget: { request: shapes.ForgetRequest; reply: shapes.ForgetReply };
  reindex: { request: shapes.EmptyRequest; reply: shapes.ReindexReply };
  version: { request: shapes.EmptyRequest; reply: shapes.VersionReply };
  health: { request: shapes.EmptyRequest; reply: shapes.HealthReply };
  status: { request: shapes.EmptyRequest; reply: shapes.StatusReply };
  help: { request: shapes.EmptyRequest; reply: shapes.HelpReply };
  openapi: { request: shapes.EmptyRequest; reply: shapes.OpenApiReply };
}

export declare function validateRequest(operation: keyof Operations, document: unknown): Verdict;
export declare function validateReply(
  operation: keyof Operations,
  document: unknown,
  options?: { readonly newerWords?: boolean },
): Verdict;
export declare function validateShape(name: string, document: unknown): Verdict;
