/**
 * ReMe in DSH: a bundle inside the host's process.
 *
 * Nothing of the host is imported, and no service of it has to be there: a release without one of its parts
 * loses what hangs on that part, and no more.
 */

import { fileURLToPath } from "node:url";

import { HOST } from "../reme/host.js";
import { createRuntime } from "../reme/runtime/index.js";
import { SKILL } from "../reme/skill.js";
import { listen } from "./capture.js";
import { Faults } from "./faults.js";
import { statusText } from "./status.js";
import { registerTools } from "./tools.js";

export const name = "reme";

/** All disposers of the host have 5 s together. */
const SHUTDOWN_MS = 2500;
const SKILL_FOLDER = fileURLToPath(new URL("../../skills/reme-memory/", import.meta.url));
const NO_REMEMBER = "\nStoring by hand is switched off in this host: there is no `reme_remember`.\n";

/**
 * Called when the host mounts the bundle's row. An exception here would stop its start, so there is none.
 * @param {any} ctx
 * @param {unknown} [config] the row's `config`, whatever the person wrote there
 */
export function apply(ctx, config) {
  /** @type {Record<string, unknown>} */
  const options = typeof config === "object" && config !== null ? Object(config) : {};
  const runtime = createRuntime(HOST, { options });
  const faults = new Faults(runtime, (message) => ctx.root?.logger?.(name)?.warn?.(message));
  const tools = { registered: [], taken: [] };
  const rest = listen(ctx, runtime, faults, options);
  faults.contain(() => ctx.effect(() => faults.contain(shutDown)))();
  for (const [service, offer] of Object.entries({
    tools: offerTools,
    skills: offerSkill,
    commands: offerStatus,
  })) {
    faults.contain(() => ctx.inject([service], faults.contain(offer)))();
  }

  async function shutDown() {
    rest();
    // A signal in the middle of a turn brings no end of it: what was said so far is in the spool.
    await runtime.flushTouched("shutdown", { deadlineMs: SHUTDOWN_MS });
    await runtime.dispose();
  }

  function offerTools(inner) {
    let done = false;
    const once = faults.contain(() => {
      if (done) return;
      done = true;
      Object.assign(tools, registerTools(inner, runtime, options));
    });
    inner.on("session/created", once);
    // Loaded anew in the middle of a session.
    if (inner.get("agents")?.list?.().length > 0) once();
  }

  function offerSkill(inner) {
    inner.skills.register({
      name: SKILL.name,
      description: SKILL.description,
      source: "bundled",
      resourceBase: { kind: "directory", path: SKILL_FOLDER },
      content: options.remember === true ? SKILL.content : SKILL.content + NO_REMEMBER,
    });
  }

  function offerStatus(inner) {
    inner.commands.register({
      name,
      description: "What ReMe's memory does in this session, and what keeps it from it.",
      handler: async () => ({
        kind: "success",
        text: statusText(await runtime.status(), await runtime.probe(), tools, faults.lines),
      }),
    });
  }
}
