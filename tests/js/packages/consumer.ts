// A user's program: what it uses must have the types that it gets at run time. Marked lines must not compile.
import {
  ConnectionFailedError,
  FileNotFoundError,
  ReMeClient,
  RemeError,
  VERSION,
  type AppendReply,
  type ClientOptions,
  type RecallReply,
} from "@agentscope-ai/reme-client";
import * as contract from "@agentscope-ai/reme-client/contract";
import { OPERATIONS } from "@agentscope-ai/reme-client/contract/operations";
import type { SessionEvent } from "@agentscope-ai/reme-client/contract/types";
import * as validators from "@agentscope-ai/reme-client/contract/validators";
import { createRuntime, type HostSlice, type Runtime } from "@agentscope-ai/reme-client/runtime";

const options: ClientOptions = { url: "http://127.0.0.1:2333", retry: { attempts: 2 }, validators, timeoutMs: 2000 };
const memory = new ReMeClient(options);
const version: string = VERSION;

export async function recalled(prompt: string, signal: AbortSignal): Promise<string[]> {
  const reply: RecallReply = await memory.agentMemoryRecall({ query: prompt, limit: 3 }, { signal, timeoutMs: 500 });
  return reply.hits.map((hit) => `${hit.path}:${hit.line_start} ${hit.score.toFixed(2)} ${hit.snippet}`);
}

export async function stored(events: SessionEvent[]): Promise<AppendReply> {
  await memory.agentSessionAppend({ host: "my_agent", session_id: version, events });
  for await (const reply of memory.iterAppend(events, { host: "my_agent", session_id: "s" })) reply.appended.toFixed();
  return memory.appendInBatches(events, { host: "my_agent", session_id: "s", scope_id: "work" });
}

export async function text(path: string): Promise<string> {
  try {
    const { days } = await memory.dailyList();
    const { links } = await memory.call("traverse", { path, direction: "both" });
    const found = await memory.read({ path });
    return `${days.length} ${links.length} ${found.text}`;
  } catch (error) {
    if (error instanceof FileNotFoundError) return error.hint;
    if (error instanceof ConnectionFailedError && error.retryable) return error.code;
    if (error instanceof RemeError) return `${error.status} ${error.pointer ?? ""} ${error.limit ?? 0}`;
    throw error;
  }
}

export function runtimeOf(host: HostSlice): Runtime {
  return createRuntime(host, { environment: { REME_SCOPE: "work" } });
}

export async function wrong(): Promise<void> {
  // @ts-expect-error a query is text
  await memory.search({ query: 5 });
  // @ts-expect-error a query is needed
  await memory.search({ limit: 5 });
  // @ts-expect-error no such member
  await memory.search({ query: "q", limits: 5 });
  // @ts-expect-error no such operation
  await memory.call("agent_session_delete", {});
  // @ts-expect-error read has no scope
  await memory.read({ path: "a.md", scope_id: "work" });
  // @ts-expect-error one of two words
  await memory.agentSessionContext({ purpose: "later" });
  // @ts-expect-error read only
  memory.config.url = "http://elsewhere.example";
}

export const limits: number = contract.limits.REQUEST_BYTES + (OPERATIONS["search"]?.deadline_ms ?? 0);
memory.close();
