/** The host's hooks. What one of them throws, the host logs with its words; so none throws. */

import { observe, observeUntold } from "../adapter/payload.js";
import { reply } from "../adapter/reply.js";

/** Hooks that tell of a session and need no more than that. */
const SESSION_HOOKS = [
  "session_start",
  "before_compaction",
  "after_compaction",
  "before_reset",
  "session_end",
];

/**
 * @param {any} api the host's
 * @param {import("./memory.js").Memory} memory
 */
export function listen(api, memory) {
  const on = (native, listener) => api.on(native, contained(listener, native, api.logger));

  on("before_prompt_build", async (event, ctx) => {
    const native = "before_prompt_build";
    const seen = observe(native, { event, ctx });
    const run = memory.run(ctx?.runId);
    const prompt = seen.noPerson ? null : seen.prompt;
    // The host repeats the hook with every attempt of a run, and puts nothing in that an earlier attempt had.
    if (run.handled === undefined || run.prompt !== prompt) {
      run.prompt = prompt;
      run.handled = memory.runtime.handle(native, { event, ctx }, seen);
    }
    const { context, notice } = await run.handled;
    if (notice) api.logger?.warn?.(notice);
    return reply(native, context, notice);
  });

  on("agent_end", async (event, ctx) => {
    const payload = { event, ctx };
    const kept = memory.run(ctx?.runId ?? event?.runId);
    const said = [...observeUntold(payload, kept), observe("agent_end", payload, kept)];
    await Promise.all(said.map((seen) => memory.runtime.handle("agent_end", payload, seen)));
  });

  for (const native of SESSION_HOOKS) {
    on(native, async (event, ctx) => {
      await memory.runtime.handle(native, { event, ctx }, observe(native, { event, ctx }));
    });
  }

  // Comes before the ends of the sessions that this process began, and instead of those of all others.
  on("gateway_stop", () => memory.end());
}

/** A listener whose exceptions end here. Their words may quote what was said, so only the kind is logged. */
function contained(listener, native, logger) {
  return async (event, ctx) => {
    try {
      return await listener(event, ctx);
    } catch (error) {
      logger?.warn?.(`${native} failed: ${error?.name ?? typeof error}`);
      return undefined;
    }
  };
}
