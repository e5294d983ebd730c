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
// By   templates/js-client/schemas.js.jinja
// Edit those and run `nox -s generate`.
/** @file What a validator checks of every request and reply, and which shape belongs to which operation. */

export const SCHEMAS = Object.freeze({
  AppendReply: Object.freeze({
    type: "object",
    required: Object.freeze([
      "appended",
      "duplicate",
      "conflict",
      "filtered",
      "rejected",
      "total",
      "redactions",
      "outcomes",
    ]),
    properties: Object.freeze({
      appended: Object.freeze({ type: "integer", minimum: 0 }),
      duplicate: Object.freeze({ type: "integer", minimum: 0 }),
      conflict: Object.freeze({ type: "integer", minimum: 0 }),
      filtered: Object.freeze({ type: "integer", minimum: 0 }),
      rejected: Object.freeze({ type: "integer", minimum: 0 }),
      total: Object.freeze({ type: "integer", minimum: 0 }),
      redactions: Object.freeze({ type: "integer", minimum: 0 }),
      outcomes: Object.freeze({ type: "array", items: Object.freeze({ ref: "EventOutcome" }) }),
    }),
  }),
  AppendRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["host", "session_id", "events"]),
    properties: Object.freeze({
      host: Object.freeze({ ref: "HostId" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
      session_id: Object.freeze({ ref: "SessionId" }),
      events: Object.freeze({
        type: "array",
        maxItems: 10000,
        items: Object.freeze({ ref: "SessionEvent" }),
      }),
      client: Object.freeze({ ref: "ClientInfo" }),
    }),
  }),
  ClientInfo: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["name", "version"]),
    properties: Object.freeze({
      name: Object.freeze({ type: "string", minLength: 1, maxLength: 100 }),
      version: Object.freeze({ type: "string", minLength: 1, maxLength: 100 }),
    }),
  }),
  ClientStatus: Object.freeze({
    type: "object",
    required: Object.freeze(["host", "name", "version", "last_seen"]),
    properties: Object.freeze({
      host: Object.freeze({ type: "string" }),
      name: Object.freeze({ type: "string" }),
      version: Object.freeze({ type: "string" }),
      last_seen: Object.freeze({ type: "string" }),
    }),
  }),
  ContextPurpose: Object.freeze({ type: "string", enum: Object.freeze(["start", "compact"]) }),
  ContextReply: Object.freeze({
    type: "object",
    required: Object.freeze(["text", "sources", "truncated", "total_chars"]),
    properties: Object.freeze({
      text: Object.freeze({ type: "string" }),
      sources: Object.freeze({ type: "array", items: Object.freeze({ ref: "WorkspacePath" }) }),
      truncated: Object.freeze({ type: "boolean" }),
      total_chars: Object.freeze({ type: "integer", minimum: 0 }),
    }),
  }),
  ContextRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["purpose"]),
    properties: Object.freeze({
      purpose: Object.freeze({ ref: "ContextPurpose" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
      host: Object.freeze({ ref: "HostId" }),
      session_id: Object.freeze({ ref: "SessionId" }),
      max_chars: Object.freeze({ ref: "MaxChars" }),
    }),
  }),
  DailyListReply: Object.freeze({
    type: "object",
    required: Object.freeze(["days", "truncated"]),
    properties: Object.freeze({
      days: Object.freeze({ type: "array", items: Object.freeze({ ref: "MemoryDay" }) }),
      truncated: Object.freeze({ type: "boolean" }),
    }),
  }),
  DailyListRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    properties: Object.freeze({
      date: Object.freeze({ ref: "Date" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
    }),
  }),
  Date: Object.freeze({ type: "string", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
  EmptyRequest: Object.freeze({ type: "object", additionalProperties: false, properties: Object.freeze({}) }),
  EventId: Object.freeze({ type: "string", pattern: "^[!-~]{1,200}$" }),
  EventOutcome: Object.freeze({
    type: "object",
    required: Object.freeze(["outcome"]),
    properties: Object.freeze({
      event_id: Object.freeze({ type: "string" }),
      outcome: Object.freeze({
        type: "string",
        enum: Object.freeze(["appended", "duplicate", "conflict", "filtered", "rejected"]),
      }),
      reason: Object.freeze({
        type: "string",
        enum: Object.freeze([
          "empty",
          "recalled",
          "tool_result",
          "base64",
          "role",
          "private",
          "forgotten",
          "malformed",
        ]),
      }),
      pointer: Object.freeze({ type: "string" }),
      detail: Object.freeze({ type: "string" }),
    }),
  }),
  ExcludeSession: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["host", "session_id"]),
    properties: Object.freeze({
      host: Object.freeze({ ref: "HostId" }),
      session_id: Object.freeze({ ref: "SessionId" }),
      after: Object.freeze({ ref: "Timestamp" }),
    }),
  }),
  FlushReason: Object.freeze({
    type: "string",
    enum: Object.freeze(["turn_end", "pre_compact", "session_end", "shutdown", "manual"]),
  }),
  FlushReply: Object.freeze({
    type: "object",
    required: Object.freeze(["queued", "pending"]),
    properties: Object.freeze({
      queued: Object.freeze({ type: "boolean" }),
      pending: Object.freeze({ type: "integer", minimum: 0 }),
    }),
  }),
  FlushRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["host", "session_id", "reason"]),
    properties: Object.freeze({
      host: Object.freeze({ ref: "HostId" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
      session_id: Object.freeze({ ref: "SessionId" }),
      reason: Object.freeze({ ref: "FlushReason" }),
    }),
  }),
  ForgetReply: Object.freeze({
    type: "object",
    required: Object.freeze(["events", "notes", "documents", "requeued"]),
    properties: Object.freeze({
      events: Object.freeze({ type: "integer", minimum: 0 }),
      notes: Object.freeze({ type: "integer", minimum: 0 }),
      documents: Object.freeze({ type: "integer", minimum: 0 }),
      requeued: Object.freeze({ type: "integer", minimum: 0 }),
    }),
  }),
  ForgetRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    properties: Object.freeze({
      targets: Object.freeze({
        type: "array",
        minItems: 1,
        maxItems: 100,
        items: Object.freeze({ ref: "ForgetTarget" }),
      }),
      session: Object.freeze({ ref: "ForgetSession" }),
    }),
  }),
  ForgetSession: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["host", "session_id"]),
    properties: Object.freeze({
      host: Object.freeze({ ref: "HostId" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
      session_id: Object.freeze({ ref: "SessionId" }),
      event_id: Object.freeze({ ref: "EventId" }),
    }),
  }),
  ForgetTarget: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["path"]),
    properties: Object.freeze({
      path: Object.freeze({ ref: "WorkspacePath" }),
      line_start: Object.freeze({ ref: "LineNumber" }),
      line_end: Object.freeze({ ref: "LineNumber" }),
    }),
  }),
  HealthReply: Object.freeze({
    type: "object",
    required: Object.freeze(["status", "reasons"]),
    properties: Object.freeze({
      status: Object.freeze({
        type: "string",
        enum: Object.freeze(["ok", "rebuilding", "degraded", "stopping"]),
      }),
      reasons: Object.freeze({ type: "array", items: Object.freeze({ type: "string" }) }),
    }),
  }),
  HelpReply: Object.freeze({
    type: "object",
    required: Object.freeze(["operations"]),
    properties: Object.freeze({
      operations: Object.freeze({ type: "array", items: Object.freeze({ ref: "OperationHelp" }) }),
    }),
  }),
  HitId: Object.freeze({ type: "string", pattern: "^[!-~]{1,200}$" }),
  HitLimit: Object.freeze({ type: "integer", minimum: 1, maximum: 100 }),
  HostId: Object.freeze({ type: "string", pattern: "^[a-z0-9_]{1,32}$" }),
  IndexStatus: Object.freeze({
    type: "object",
    required: Object.freeze(["state", "documents", "done", "total"]),
    properties: Object.freeze({
      state: Object.freeze({ type: "string", enum: Object.freeze(["ready", "rebuilding", "failed"]) }),
      documents: Object.freeze({ type: "integer", minimum: 0 }),
      done: Object.freeze({ type: "integer", minimum: 0 }),
      total: Object.freeze({ type: "integer", minimum: 0 }),
      reason: Object.freeze({ type: "string" }),
    }),
  }),
  LineNumber: Object.freeze({ type: "integer", minimum: 1 }),
  MaxChars: Object.freeze({ type: "integer", minimum: 1, maximum: 100000 }),
  MemoryDay: Object.freeze({
    type: "object",
    required: Object.freeze(["date", "notes"]),
    properties: Object.freeze({
      date: Object.freeze({ ref: "Date" }),
      notes: Object.freeze({ type: "array", items: Object.freeze({ ref: "NoteSummary" }) }),
    }),
  }),
  MemoryHit: Object.freeze({
    type: "object",
    required: Object.freeze([
      "id",
      "path",
      "line_start",
      "line_end",
      "snippet",
      "score",
      "kind",
      "created_at",
      "truncated",
    ]),
    properties: Object.freeze({
      id: Object.freeze({ ref: "HitId" }),
      path: Object.freeze({ ref: "WorkspacePath" }),
      line_start: Object.freeze({ ref: "LineNumber" }),
      line_end: Object.freeze({ ref: "LineNumber" }),
      snippet: Object.freeze({ type: "string" }),
      score: Object.freeze({ type: "number", minimum: 0, maximum: 1 }),
      kind: Object.freeze({ ref: "MemoryKind" }),
      created_at: Object.freeze({ ref: "Timestamp" }),
      truncated: Object.freeze({ type: "boolean" }),
    }),
  }),
  MemoryKind: Object.freeze({ type: "string", enum: Object.freeze(["turn", "daily", "digest"]) }),
  MemoryLink: Object.freeze({
    type: "object",
    required: Object.freeze(["path", "name", "direction", "depth", "exists"]),
    properties: Object.freeze({
      path: Object.freeze({ ref: "WorkspacePath" }),
      name: Object.freeze({ type: "string" }),
      direction: Object.freeze({ type: "string", enum: Object.freeze(["out", "in"]) }),
      depth: Object.freeze({ type: "integer", minimum: 1 }),
      exists: Object.freeze({ type: "boolean" }),
    }),
  }),
  MessageRole: Object.freeze({ type: "string", enum: Object.freeze(["user", "assistant"]) }),
  NoteSummary: Object.freeze({
    type: "object",
    required: Object.freeze(["path", "name", "description"]),
    properties: Object.freeze({
      path: Object.freeze({ ref: "WorkspacePath" }),
      name: Object.freeze({ type: "string" }),
      description: Object.freeze({ type: "string" }),
    }),
  }),
  OpenApiReply: Object.freeze({
    type: "object",
    required: Object.freeze(["openapi"]),
    properties: Object.freeze({ openapi: Object.freeze({ type: "string" }) }),
  }),
  OperationHelp: Object.freeze({
    type: "object",
    required: Object.freeze(["name", "method", "path", "title", "audience"]),
    properties: Object.freeze({
      name: Object.freeze({ type: "string" }),
      method: Object.freeze({ type: "string" }),
      path: Object.freeze({ type: "string" }),
      title: Object.freeze({ type: "string" }),
      audience: Object.freeze({ type: "array", items: Object.freeze({ type: "string" }) }),
    }),
  }),
  PendingSession: Object.freeze({
    type: "object",
    required: Object.freeze(["host", "scope_id", "session_id", "pending", "attempts"]),
    properties: Object.freeze({
      host: Object.freeze({ type: "string" }),
      scope_id: Object.freeze({ type: "string" }),
      session_id: Object.freeze({ type: "string" }),
      pending: Object.freeze({ type: "integer", minimum: 0 }),
      attempts: Object.freeze({ type: "integer", minimum: 0 }),
      parked: Object.freeze({ type: "string" }),
    }),
  }),
  Problem: Object.freeze({
    type: "object",
    required: Object.freeze(["type", "title", "status", "code", "detail", "retryable", "hint"]),
    properties: Object.freeze({
      type: Object.freeze({ type: "string" }),
      title: Object.freeze({ type: "string" }),
      status: Object.freeze({ type: "integer", minimum: 400, maximum: 599 }),
      code: Object.freeze({ type: "string" }),
      detail: Object.freeze({ type: "string" }),
      retryable: Object.freeze({ type: "boolean" }),
      hint: Object.freeze({ type: "string" }),
      pointer: Object.freeze({ type: "string" }),
      limit: Object.freeze({ type: "integer" }),
    }),
  }),
  QueryText: Object.freeze({ type: "string", maxLength: 100000 }),
  QueueStatus: Object.freeze({
    type: "object",
    required: Object.freeze(["backend", "extractor", "pending_sessions", "pending_events", "sessions"]),
    properties: Object.freeze({
      backend: Object.freeze({
        type: "string",
        enum: Object.freeze(["sqlite", "postgresql", "off", "starting", "failed"]),
      }),
      extractor: Object.freeze({ type: "string" }),
      pending_sessions: Object.freeze({ type: "integer", minimum: 0 }),
      pending_events: Object.freeze({ type: "integer", minimum: 0 }),
      sessions: Object.freeze({ type: "array", items: Object.freeze({ ref: "PendingSession" }) }),
    }),
  }),
  ReadReply: Object.freeze({
    type: "object",
    required: Object.freeze(["path", "line_start", "line_end", "total_lines", "text", "truncated"]),
    properties: Object.freeze({
      path: Object.freeze({ ref: "WorkspacePath" }),
      line_start: Object.freeze({ type: "integer", minimum: 0 }),
      line_end: Object.freeze({ type: "integer", minimum: 0 }),
      total_lines: Object.freeze({ type: "integer", minimum: 0 }),
      text: Object.freeze({ type: "string" }),
      truncated: Object.freeze({ type: "boolean" }),
    }),
  }),
  ReadRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["path"]),
    properties: Object.freeze({
      path: Object.freeze({ ref: "WorkspacePath" }),
      line_start: Object.freeze({ ref: "LineNumber" }),
      line_end: Object.freeze({ ref: "LineNumber" }),
    }),
  }),
  RecallReply: Object.freeze({
    type: "object",
    required: Object.freeze(["hits", "truncated", "total_chars"]),
    properties: Object.freeze({
      hits: Object.freeze({ type: "array", items: Object.freeze({ ref: "MemoryHit" }) }),
      truncated: Object.freeze({ type: "boolean" }),
      total_chars: Object.freeze({ type: "integer", minimum: 0 }),
    }),
  }),
  RecallRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["query"]),
    properties: Object.freeze({
      query: Object.freeze({ ref: "QueryText" }),
      limit: Object.freeze({ ref: "HitLimit" }),
      max_chars: Object.freeze({ ref: "MaxChars" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
      exclude_session: Object.freeze({ ref: "ExcludeSession" }),
      exclude_ids: Object.freeze({ type: "array", maxItems: 200, items: Object.freeze({ ref: "HitId" }) }),
      min_score: Object.freeze({ type: "number", minimum: 0, maximum: 1 }),
    }),
  }),
  ReindexReply: Object.freeze({
    type: "object",
    required: Object.freeze(["started"]),
    properties: Object.freeze({ started: Object.freeze({ type: "boolean" }) }),
  }),
  RememberMessage: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["role", "content"]),
    properties: Object.freeze({
      role: Object.freeze({ ref: "MessageRole" }),
      content: Object.freeze({ type: "string", minLength: 1, maxLength: 100000 }),
    }),
  }),
  RememberReply: Object.freeze({
    type: "object",
    required: Object.freeze(["outcome", "path", "redactions"]),
    properties: Object.freeze({
      outcome: Object.freeze({ type: "string", enum: Object.freeze(["stored", "duplicate"]) }),
      path: Object.freeze({ ref: "WorkspacePath" }),
      redactions: Object.freeze({ type: "integer", minimum: 0 }),
    }),
  }),
  RememberRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    properties: Object.freeze({
      fact: Object.freeze({ type: "string", minLength: 1, maxLength: 100000 }),
      messages: Object.freeze({
        type: "array",
        minItems: 1,
        maxItems: 100,
        items: Object.freeze({ ref: "RememberMessage" }),
      }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
    }),
  }),
  ScopeId: Object.freeze({ type: "string", minLength: 1, maxLength: 200 }),
  SearchReply: Object.freeze({
    type: "object",
    required: Object.freeze(["hits", "truncated", "total_chars"]),
    properties: Object.freeze({
      hits: Object.freeze({ type: "array", items: Object.freeze({ ref: "MemoryHit" }) }),
      truncated: Object.freeze({ type: "boolean" }),
      total_chars: Object.freeze({ type: "integer", minimum: 0 }),
    }),
  }),
  SearchRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["query"]),
    properties: Object.freeze({
      query: Object.freeze({ ref: "QueryText" }),
      limit: Object.freeze({ ref: "HitLimit" }),
      max_chars: Object.freeze({ ref: "MaxChars" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
    }),
  }),
  SessionEvent: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["event_id", "role", "content", "created_at"]),
    properties: Object.freeze({
      event_id: Object.freeze({ ref: "EventId" }),
      role: Object.freeze({ type: "string", minLength: 1, maxLength: 64 }),
      content: Object.freeze({ type: "string" }),
      created_at: Object.freeze({ ref: "Timestamp" }),
      turn_id: Object.freeze({ ref: "TurnId" }),
    }),
  }),
  SessionId: Object.freeze({ type: "string", minLength: 1, maxLength: 512 }),
  StatusReply: Object.freeze({
    type: "object",
    required: Object.freeze([
      "version",
      "integration_api_version",
      "pid",
      "address",
      "workspace",
      "zone",
      "uptime_seconds",
      "surfaces",
      "health",
      "store",
      "index",
      "queue",
      "clients",
    ]),
    properties: Object.freeze({
      version: Object.freeze({ type: "string" }),
      integration_api_version: Object.freeze({ type: "string" }),
      pid: Object.freeze({ type: "integer", minimum: 1 }),
      address: Object.freeze({ type: "string" }),
      workspace: Object.freeze({ type: "string" }),
      zone: Object.freeze({ type: "string" }),
      uptime_seconds: Object.freeze({ type: "integer", minimum: 0 }),
      surfaces: Object.freeze({ type: "array", items: Object.freeze({ type: "string" }) }),
      health: Object.freeze({ ref: "HealthReply" }),
      store: Object.freeze({ ref: "StoreStatus" }),
      index: Object.freeze({ ref: "IndexStatus" }),
      queue: Object.freeze({ ref: "QueueStatus" }),
      clients: Object.freeze({ type: "array", items: Object.freeze({ ref: "ClientStatus" }) }),
    }),
  }),
  StoreStatus: Object.freeze({
    type: "object",
    required: Object.freeze([
      "sessions",
      "appended",
      "duplicate",
      "conflict",
      "filtered",
      "rejected",
      "redactions",
    ]),
    properties: Object.freeze({
      sessions: Object.freeze({ type: "integer", minimum: 0 }),
      appended: Object.freeze({ type: "integer", minimum: 0 }),
      duplicate: Object.freeze({ type: "integer", minimum: 0 }),
      conflict: Object.freeze({ type: "integer", minimum: 0 }),
      filtered: Object.freeze({ type: "integer", minimum: 0 }),
      rejected: Object.freeze({ type: "integer", minimum: 0 }),
      redactions: Object.freeze({ type: "integer", minimum: 0 }),
    }),
  }),
  Timestamp: Object.freeze({
    type: "string",
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})?$",
  }),
  TraverseDirection: Object.freeze({ type: "string", enum: Object.freeze(["out", "in", "both"]) }),
  TraverseReply: Object.freeze({
    type: "object",
    required: Object.freeze(["path", "links", "truncated"]),
    properties: Object.freeze({
      path: Object.freeze({ ref: "WorkspacePath" }),
      links: Object.freeze({ type: "array", items: Object.freeze({ ref: "MemoryLink" }) }),
      truncated: Object.freeze({ type: "boolean" }),
    }),
  }),
  TraverseRequest: Object.freeze({
    type: "object",
    additionalProperties: false,
    required: Object.freeze(["path"]),
    properties: Object.freeze({
      path: Object.freeze({ ref: "WorkspacePath" }),
      depth: Object.freeze({ type: "integer", minimum: 1, maximum: 5 }),
      limit: Object.freeze({ type: "integer", minimum: 1, maximum: 100 }),
      direction: Object.freeze({ ref: "TraverseDirection" }),
      scope_id: Object.freeze({ ref: "ScopeId" }),
    }),
  }),
  TurnId: Object.freeze({ type: "string", minLength: 1, maxLength: 512 }),
  VersionReply: Object.freeze({
    type: "object",
    required: Object.freeze(["name", "version", "integration_api_version"]),
    properties: Object.freeze({
      name: Object.freeze({ type: "string" }),
      version: Object.freeze({ type: "string" }),
      integration_api_version: Object.freeze({ type: "string", pattern: "^[0-9]+[.][0-9]+$" }),
    }),
  }),
  WorkspacePath: Object.freeze({ type: "string", minLength: 1, maxLength: 1024 }),
});

export const REQUESTS = Object.freeze({
  agent_session_append: "AppendRequest",
  agent_session_flush: "FlushRequest",
  agent_memory_recall: "RecallRequest",
  agent_session_context: "ContextRequest",
  search: "SearchRequest",
  read: "ReadRequest",
  traverse: "TraverseRequest",
  daily_list: "DailyListRequest",
  remember: "RememberRequest",
  forget: "ForgetRequest",
  reindex: "EmptyRequest",
  version: "EmptyRequest",
  health: "EmptyRequest",
  status: "EmptyRequest",
  help: "EmptyRequest",
  openapi: "EmptyRequest",
});

export const REPLIES = Object.freeze({
  agent_session_append: "AppendReply",
  agent_session_flush: "FlushReply",
  agent_memory_recall: "RecallReply",
  agent_session_context: "ContextReply",
  search: "SearchReply",
  read: "ReadReply",
  traverse: "TraverseReply",
  daily_list: "DailyListReply",
  remember: "RememberReply",
  forget: "ForgetReply",
  reindex: "ReindexReply",
  version: "VersionReply",
  health: "HealthReply",
  status: "StatusReply",
  help: "HelpReply",
  openapi: "OpenApiReply",
});
