/**
 * Runs steps of the JavaScript runtime in a process of its own, for tests that look at it from outside. Reads JSON
 * from standard input: `host`; `runs`, each with `environment` and `steps`, one after the other; and `killAt` to be
 * ended with SIGKILL just before the n-th call that changes anything on disk or on the wire. Prints the results as JSON.
 */

import { readFileSync } from "node:fs";
import fs from "node:fs/promises";
import net from "node:net";
import { fileURLToPath } from "node:url";

const CHANGING = ["open", "rename", "unlink", "mkdir", "utimes"];

const { host, runs, killAt = 0 } = JSON.parse(readFileSync(0, "utf8"));
if (killAt > 0) await dieAt(killAt);
const { createRuntime } = await import("../../../packages/js-client/src/runtime/index.js");
const { repositoryScope } = await import("../../../packages/js-client/src/runtime/repository.js");
const { Said } = await import("../../../packages/js-client/src/runtime/capture.js");
const { Host } = await import("../../../packages/js-client/src/runtime/descriptor.js");
const { HOSTS } = await import("../../../packages/js-client/src/generated/v1/hosts.js");

const DOING = {
  handle: (runtime, [native, payload, seen, options]) => runtime.handle(native, payload, seen, options),
  flushTouched: (runtime, [reason]) => runtime.flushTouched(reason),
  deliver: (runtime) => runtime.deliver(),
  repositoryScope: (_, [folder]) => repositoryScope(folder),
  // What one message becomes on disk, and its time replaced by the given one.
  request: (_, [role, text, turn, session, scope, createdAt]) =>
    new Said(role, text, turn, session, createdAt).request(new Host(HOSTS[host]), scope, session).toString("latin1"),
};
const results = [];
for (const { environment, steps } of runs) {
  const runtime = createRuntime(HOSTS[host], { environment });
  const found = [];
  for (const [name, ...given] of steps) found.push(await DOING[name](runtime, given));
  await runtime.dispose();
  results.push(found);
}
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
