/**
 * The host's own client of a running gateway, for tests: one request per line of standard input.
 *
 * `node client.mjs <folder of the installed host>`; a line is `{"method", "params"}`, its answer
 * `{"payload"}` or `{"error"}`. The host's command line does the same, and reads some thousand modules anew
 * for every request.
 */

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.argv[2]}/`);
const { callGatewayFromCli } = await import(
  pathToFileURL(require.resolve("openclaw/plugin-sdk/gateway-runtime"))
);

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { method, params } = JSON.parse(line);
  try {
    const payload = await callGatewayFromCli(method, { timeout: "120000", expectFinal: true }, params, {
      progress: false,
    });
    console.log(JSON.stringify({ payload }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
});
