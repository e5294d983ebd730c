/** The model's tools, registered natively. */

import { TOOLS } from "../reme/tools.js";

/**
 * @param {any} api the host's
 * @param {import("./memory.js").Memory} memory
 */
export function registerTools(api, memory) {
  for (const tool of TOOLS) api.registerTool((ctx) => definition(tool, memory, ctx), { name: tool.name });
}

/** @param {any} tool @param {import("./memory.js").Memory} memory @param {any} ctx the host's */
function definition({ name, title, description, parameters }, memory, ctx) {
  const { sessionId, workspaceDir } = ctx ?? {};
  return {
    name,
    label: title,
    description,
    parameters,
    // Otherwise the host hides it behind its search for tools.
    catalogMode: "direct-only",
    async execute(_call, given, signal) {
      const { ok, text } = await memory.runtime.callTool(name, given, {
        signal,
        sessionId,
        folder: workspaceDir,
      });
      // `ok` tells the host whether the call failed. Its log keeps the details beside the text.
      return { content: [{ type: "text", text }], details: { ok } };
    },
  };
}
