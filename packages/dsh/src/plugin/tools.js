/** The model's tools, registered natively. */

import { TOOLS } from "../reme/tools.js";

/** Above the runtime's own limit of a request, which says more about what went wrong. */
const TIMEOUT_MS = 65_000;

/**
 * Register what is switched on, once all other plugins have had their turn.
 *
 * A name that is taken stays with whoever took it. The host refuses a second one by an exception, and if
 * another plugin met one because of us, the host would not start: so this happens with the first session.
 * @param {any} ctx a context that has the service `tools`
 * @param {import("../reme/runtime/index.js").Runtime} runtime
 * @param {{remember?: unknown}} config
 * @returns {{registered: string[], taken: string[]}}
 */
export function registerTools(ctx, runtime, config) {
  const registered = [];
  const taken = [];
  for (const tool of TOOLS) {
    // Storing is the person's decision; reading is not asked about.
    if (!tool.readOnly && config.remember !== true) continue;
    if (ctx.tools.get(tool.name) !== undefined) {
      taken.push(tool.name);
      continue;
    }
    ctx.tools.register(definition(tool, runtime));
    registered.push(tool.name);
  }
  return { registered, taken };
}

function definition({ name, description, parameters, readOnly }, runtime) {
  return {
    name,
    description,
    parameters,
    output: { schema: { type: "string" }, render: (_given, value) => [{ type: "text", text: value }] },
    timeoutMs: TIMEOUT_MS,
    isConcurrencySafe: () => readOnly,
    /** @param {any} given @param {any} [call] */
    async execute(given, call) {
      const { agent, signal } = call ?? {};
      const session = { sessionId: agent?.id, folder: agent?.session?.header?.cwd };
      const { ok, text } = await runtime.callTool(name, given, { signal, ...session });
      // The host shows the model an exception's words as the call's error.
      if (!ok) throw new Error(text);
      return text;
    },
  };
}
