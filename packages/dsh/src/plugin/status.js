/** The status as a person reads it. */

/**
 * @param {import("../reme/runtime/index.js").Status} status
 * @param {import("../reme/runtime/index.js").Probed} probed
 * @param {{registered: readonly string[], taken: readonly string[]}} tools
 * @param {readonly string[]} faults one line each
 */
export function statusText(status, probed, tools, faults) {
  const { settings, spool } = status;
  const lines = [`ReMe memory ${status.version}`];
  if (settings === null) lines.push(status.problem);
  else lines.push(`The server at ${settings.url} ${serverText(probed)}.`, `${switchesText(settings)}.`);
  if (spool.waiting) lines.push(`${spool.waiting} events wait for the server.`);
  if (spool.rejected) lines.push(`${spool.rejected} events were refused for good: see \`reme doctor dsh\`.`);
  if (tools.registered.length) lines.push(`Tools: ${tools.registered.join(", ")}.`);
  if (tools.taken.length) lines.push(`Not offered, another plugin has them: ${tools.taken.join(", ")}.`);
  return [...lines, ...faults].join("\n");
}

function serverText({ result, serverVersion }) {
  return result === "ok" ? `is there (ReMe Gateway ${serverVersion})` : `is not usable: ${result}`;
}

function switchesText(settings) {
  const { hooks, recall, capture, scope } = settings;
  const word = (on) => (hooks && on ? "on" : "off");
  return `recall ${word(recall)}, capture ${word(capture)}, scope ${scope}`;
}
