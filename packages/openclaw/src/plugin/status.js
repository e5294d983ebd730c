/** The status as a person reads it. */

/**
 * @param {import("../reme/runtime/index.js").Status} status
 * @param {import("../reme/runtime/index.js").Probed} probed
 * @param {ReturnType<typeof import("./setup.js").permissions>} allowed
 * @returns {{text: string, working: boolean}} `working`: recall and capture are possible now
 */
export function statusText(status, probed, allowed) {
  const { settings, spool } = status;
  const reached = probed.result === "ok";
  const lines = [`ReMe memory ${status.version}`];
  if (settings === null) lines.push(status.problem);
  else {
    const server = reached
      ? `answers (ReMe Gateway ${probed.serverVersion})`
      : `can't be used: ${probed.result}`;
    const switches = ["recall", "capture"].map(
      (key) => `${key} ${settings.hooks && settings[key] ? "on" : "off"}`,
    );
    lines.push(
      `The server at ${settings.url} ${server}.`,
      `${switches.join(", ")}, scope ${settings.scope}.`,
    );
  }
  if (!allowed.access) lines.push("The host blocks recall and capture: run `openclaw reme setup`.");
  else if (!allowed.injection) lines.push("The host blocks recall: hooks.allowPromptInjection is false.");
  lines.push(`The memory slot belongs to ${allowed.slot}; this plugin works beside it.`);
  if (spool.waiting) lines.push(`${spool.waiting} events wait for the server.`);
  if (spool.rejected)
    lines.push(`${spool.rejected} events were refused for good: see \`reme doctor openclaw\`.`);
  return { text: lines.join("\n"), working: reached && settings !== null && allowed.access };
}
