/**
 * What the host's configuration lacks for this plugin to work, as changes that are shown before they are
 * made.
 */

const ENTRY = ["plugins", "entries", "reme"];
const ACCESS = [...ENTRY, "hooks", "allowConversationAccess"];
const INJECTION = [...ENTRY, "hooks", "allowPromptInjection"];
const SLOT = ["plugins", "slots", "memory"];
const DEFAULT_OWNER = "memory-core";

/**
 * @typedef {object} Change
 * @property {readonly string[]} path
 * @property {unknown} value undefined takes the member out
 * @property {string} shown the new value as a person may see it
 * @property {string} reason
 */

/**
 * What has to change, in the order in which it is shown; empty when everything is as wanted.
 * @param {unknown} config the host's
 * @param {{url?: string, tokenFrom?: string}} [wanted] `tokenFrom` names an environment variable; the host
 *   puts in its value
 * @returns {Change[]}
 */
export function missingChanges(config, wanted = {}) {
  const candidates = [
    {
      path: ACCESS,
      value: true,
      reason:
        "lets the plugin read prompts and answers; without it the host silently skips recall and capture",
    },
    ...(memberAt(config, SLOT) === "reme"
      ? [
          {
            path: SLOT,
            value: undefined,
            reason: `names this plugin, which needs no slot; it goes back to ${DEFAULT_OWNER}`,
          },
        ]
      : []),
    ...(wanted.url
      ? [{ path: [...ENTRY, "config", "baseUrl"], value: wanted.url, reason: "address of the memory server" }]
      : []),
    ...(wanted.tokenFrom
      ? [
          {
            path: [...ENTRY, "config", "token"],
            value: `\${${wanted.tokenFrom}}`,
            reason: "token of the memory server",
          },
        ]
      : []),
  ];
  return candidates
    .filter(({ path, value }) => memberAt(config, path) !== value)
    .map((change) => ({ ...change, shown: change.value === undefined ? "(removed)" : String(change.value) }));
}

/**
 * Make the changes in a configuration, in place.
 * @param {Record<string, any>} config
 * @param {readonly Change[]} changes
 */
export function make(config, changes) {
  for (const { path, value } of changes) {
    let place = config;
    for (const name of path.slice(0, -1)) place = place[name] ??= {};
    if (value === undefined) delete place[path.at(-1)];
    else place[path.at(-1)] = value;
  }
}

/**
 * What a person should know of the host's configuration and only they decide.
 * @param {unknown} config
 * @returns {{access: boolean, injection: boolean, slot: string}}
 */
export function permissions(config) {
  return {
    access: memberAt(config, ACCESS) === true,
    injection: memberAt(config, INJECTION) !== false,
    slot: String(memberAt(config, SLOT) ?? DEFAULT_OWNER),
  };
}

function memberAt(value, path) {
  return path.reduce((found, name) => found?.[name], value);
}
