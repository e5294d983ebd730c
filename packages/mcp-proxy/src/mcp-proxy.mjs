/** @file The program that a client starts: MCP on standard input and output, a ReMe gateway on the other side. */

import { HostInput, HostOutput } from "./hostStreams.mjs";
import { Proxy } from "./proxy.mjs";

// One of these runs beside every client, for hours, and mostly waits: memory matters, and speed comes from elsewhere.
const SMALL = ["--semi-space-growth-factor=1", "--no-opt"];
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const output = new HostOutput(process.stdout, () => proxy.stop(0));
// Whatever else prints must not reach the client: one stray line on standard output breaks the connection.
process.stdout.write = (...printed) => process.stderr.write(...printed);

const proxy = new Proxy(process.env, output, (code) => {
  input.close();
  output.flush(() => process.exit(code));
});
const input = new HostInput(process.stdin, proxy);
for (const [signal, code] of Object.entries(SIGNALS)) process.on(signal, () => proxy.stop(code));
process.on("uncaughtException", (error) => proxy.fault(error));
process.on("unhandledRejection", (error) => proxy.fault(error));
await proxy.open();
input.start();
// Not before the first message is on its way.
const { setFlagsFromString } = await import("node:v8");
SMALL.forEach((flag) => setFlagsFromString(flag));
