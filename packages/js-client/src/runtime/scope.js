/** The scope of a session. */

import { PROJECT_SCOPE } from "../generated/v1/hooks.js";
import { SCOPE_ID_CHARS } from "../generated/v1/limits.js";
import { head } from "../truncation.js";
import { repositoryScope } from "./repository.js";

const NO_PROJECT = "default";

/**
 * The configured scope; `project` is settled at a session's first event, wherever it goes later.
 * @param {string} configured
 * @param {string} folder the session's working directory
 * @param {() => Promise<import("./sessionState.js").SessionState>} state of the session
 * @returns {Promise<string>}
 */
export async function settledScope(configured, folder, state) {
  if (configured !== PROJECT_SCOPE) return head(configured, SCOPE_ID_CHARS);
  const known = await state();
  if (!known.scope) known.settleScope((await repositoryScope(folder)) || NO_PROJECT);
  return known.scope;
}
