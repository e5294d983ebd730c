/**
 * Runs steps of the JavaScript runtime in a process of its own, for tests that look at it from outside. Reads JSON
 * from standard input: `host`, `environment`, `steps`, and `killAt` to be ended with SIGKILL just before the n-th call
 * that changes anything on disk or on the wire. Prints the steps' results as JSON.
 */

import { readFileSync } from "node:fs";
import fs from "node:fs/promises";
import net from "node:net";
import { fileURLToPath } from "node:url";

const CHANGING = ["open", "rename", "unlink", "mkdir", "utimes"];

const { host, environment, steps, killAt = 0 } = JSON.parse(readFileSync(0, "utf8"));
if (killAt > 0) await dieAt(killAt);
const { createRuntime } = await import("../../../packages/js-client/src/runtime/index.js");
const { repositoryScope } = await import("../../../packages/js-client/src/runtime/repository.js");
const { Said } = await import("../../../packages/js-client/src/runtime/capture.js");
const { Host } = await import("../../../packages/js-client/src/runtime/descriptor.js");
const { HOSTS } = await import("../../../packages/js-client/src/generated/v1/hosts.js");

const runtime = createRuntime(HOSTS[host], { environment });
const DOING = {
  handle: ([native, payload, seen, options]) => runtime.handle(native, payload, seen, options),
  flushTouched: ([reason]) => runtime.flushTouched(reason),
  deliver: () => runtime.deliver(),
  status: () => runtime.status(),
  repositoryScope: ([folder]) => repositoryScope(folder),
  // What one message becomes on disk, and its time replaced by the given one.
  request: ([role, text, turn, sessionId, scope, createdAt]) =>
    new Said(role, text, turn, sessionId, createdAt).request(new Host(HOSTS[host]), scope, sessionId).toString("latin1"),
};
const results = [];
for (const [name, ...given] of steps) results.push(await DOING[name](given));
await runtime.dispose();
process.stdout.write(JSON.stringify(results));

async function dieAt(number) {
  let left = number;
  const count = () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, "SIGKILL");
  };
  const counting = (holder, name) => {
    const original = holder[name];
    holder[name] = function counted(...given) {
      count();
      return original.apply(this, given);
    };
  };
  const handle = await fs.open(fileURLToPath(import.meta.url), "r");
  const handles = Object.getPrototypeOf(handle);
  await handle.close();
  for (const name of CHANGING) counting(fs, name);
  for (const name of ["writeFile", "sync"]) counting(handles, name);
  // Before a connection, before a request, and between request and answer.
  for (const name of ["connect", "_writeGeneric", "push"]) counting(net.Socket.prototype, name);
}
