/** ReMe in OpenClaw: hooks, tools and a command inside the host's process. Nothing of it is imported. */

import { HOST } from "../reme/host.js";
import { registerCommand } from "./command.js";
import { listen } from "./hooks.js";
import { memoryOfProcess } from "./memory.js";
import { registerTools } from "./tools.js";

export default {
  id: "reme",
  name: "ReMe",
  description: "One memory for all of your coding agents.",

  /**
   * Called several times in a process, in several modes and by more than one instance of this module, and
   * again whenever the configuration changes. It only registers: no file, timer or socket before the first
   * event.
   * @param {any} api the host's
   */
  register(api) {
    registerCommand(api);
    // Only descriptions are wanted; the rest of the host's interface throws in this mode.
    if (api.registrationMode === "cli-metadata") return;
    const memory = memoryOfProcess(HOST);
    memory.configure(api.pluginConfig);
    registerTools(api, memory);
    listen(api, memory);
  },
};
