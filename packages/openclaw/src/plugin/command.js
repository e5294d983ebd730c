/** `openclaw reme setup` and `openclaw reme status`. */

import { createInterface } from "node:readline/promises";

import { HOST } from "../reme/host.js";
import { memoryOfProcess } from "./memory.js";
import { make, missingChanges, permissions } from "./setup.js";
import { statusText } from "./status.js";

const NAME = "reme";
const DESCRIPTION = "Memory shared by all of your coding agents: set it up, see how it is.";

/** @param {any} api the host's */
export function registerCommand(api) {
  api.registerCli(({ program, config }) => addCommands(program, api, config), {
    descriptors: [{ name: NAME, description: DESCRIPTION, hasSubcommands: true }],
  });
}

function addCommands(program, api, config) {
  const command = program.command(NAME).description(DESCRIPTION);
  command
    .command("status")
    .description(
      "Server, switches, permissions and what waits; exit status 1 when recall and capture can't work.",
    )
    .option("--json", "print one JSON object")
    .action(({ json }) => showStatus(api, config, json));
  command
    .command("setup")
    .description("Show what the host's configuration lacks for the plugin, ask, and change it.")
    .option("--url <address>", "address of the memory server, if it is not the default")
    .option("--token-from <variable>", "environment variable with its token; the file gets only the name")
    .option("--yes", "do not ask")
    .action((options) => setUp(api, config, options));
}

async function showStatus(api, config, json) {
  const memory = memoryOfProcess(HOST);
  memory.configure(api.pluginConfig);
  const [status, probed] = await Promise.all([memory.runtime.status(), memory.runtime.probe()]);
  const allowed = permissions(config);
  const { text, working } = statusText(status, probed, allowed);
  say(json ? JSON.stringify({ working, ...status, server: probed, permissions: allowed }) : text);
  if (!working) process.exitCode = 1;
}

async function setUp(api, config, { url, tokenFrom, yes }) {
  const changes = missingChanges(config, { url, tokenFrom });
  say(`The memory slot belongs to ${permissions(config).slot}; this plugin needs none and works beside it.`);
  if (changes.length === 0) return say("Everything is set up.");
  for (const { path, shown, reason } of changes) say(`${path.join(".")} = ${shown}\n    ${reason}`);
  if (!yes && !(await agreed())) {
    say("Nothing was changed.");
    process.exitCode = 1;
    return undefined;
  }
  await api.runtime.config.mutateConfigFile({
    afterWrite: { mode: "auto" },
    mutate: (draft) => make(draft, changes),
  });
  return say("Done. A running gateway takes it over by itself; see `openclaw reme status`.");
}

/** The host sends what is logged to standard error where JSON is asked for. */
function say(line) {
  process.stdout.write(`${line}\n`);
}

async function agreed() {
  if (!process.stdin.isTTY) {
    say("Nobody can be asked here: --yes makes these changes.");
    return false;
  }
  const dialog = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await dialog.question("Change it? [y/N] ");
  dialog.close();
  return /^y(es)?$/i.test(answer.trim());
}
