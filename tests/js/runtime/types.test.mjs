/** The runtime's own comments and declarations hold, for its authors and for the packages that use it. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { ROOT, run, temporaryFolder, tool } from "../packages/npmPackage.mjs";

const SOURCE = join(ROOT, "packages", "js-client", "src");
const PLUGIN = `
import { createRuntime, type HostSlice, type Observation, type Result } from "${join(SOURCE, "runtime", "index.js")}";
import { HOSTS } from "${join(SOURCE, "generated", "v1", "hosts.js")}";

export async function use(host: HostSlice, seen: Observation | null, signal: AbortSignal): Promise<string> {
  const runtime = createRuntime(host, { options: { baseUrl: "x" }, environment: process.env, now: Date.now });
  const { context, notice } = await runtime.handle("native", {}, seen, { signal, deadlineMs: 100 });
  const result: Result = await runtime.flushTouched("shutdown");
  const { settings, spool } = await runtime.status();
  const { text } = await runtime.callTool("reme_search", { query: "q" }, { sessionId: "s" });
  const { health } = await runtime.probe();
  await runtime.report("host_api");
  await runtime.dispose();
  // @ts-expect-error no such reason
  await runtime.flushTouched("later");
  // @ts-expect-error a session is needed
  await runtime.handle("native", {}, { turn: "t1" });
  return [context, notice, result, settings?.url, spool.waiting, text, health].join();
}

createRuntime(HOSTS["dsh"] as unknown as HostSlice);
`;

function check(files, strict) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "plugin.ts"), PLUGIN);
  const compilerOptions = {
    noEmit: true,
    strict,
    allowJs: !strict,
    checkJs: !strict,
    target: "es2022",
    module: "nodenext",
    lib: ["es2023"],
    types: ["node"],
    typeRoots: [join(tool("@types/node"), "..")],
  };
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  run(process.execPath, [join(tool("typescript"), "bin", "tsc"), "-p", folder], folder);
}

test("what the modules say of each other's types is true", () => {
  check([join(SOURCE, "runtime", "index.js")], false);
});

test("the declarations hold for a plugin, strictly", () => {
  check(["plugin.ts"], true);
});
