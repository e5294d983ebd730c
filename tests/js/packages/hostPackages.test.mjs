/** What a host gets of our packages for it: published files only, and nothing that a host would have to fetch. */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";

import { pack, ROOT, run, temporaryFolder, tool } from "./npmPackage.mjs";

const FOLDERS = ["dsh", "openclaw"];
const IMPORTS = /^(?:import|export)\s(?:[^"';]*\sfrom\s)?"([^"]+)"|\bimport\(\s*"([^"]+)"/gm;

for (const name of FOLDERS) {
  const folder = join(ROOT, "packages", name);
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const project = temporaryFolder();
  writeFileSync(join(project, "package.json"), '{"private": true, "type": "module"}');
  const { file, paths } = pack(folder, project);

  test(`${name}: publint finds nothing to say`, () => {
    run(process.execPath, [join(tool("publint"), "src", "cli.js"), "--strict", "--pack", "npm"], folder);
  });

  test(`${name}: modules import Node.js and each other, and every one of them is published`, () => {
    const modules = paths.filter((path) => path.endsWith(".js"));
    for (const path of modules) {
      for (const [, still, later] of readFileSync(join(folder, path), "utf8").matchAll(IMPORTS)) {
        const wanted = still ?? later;
        if (wanted.startsWith("node:")) continue;
        assert.ok(wanted.startsWith("."), `${path} imports ${wanted}`);
        assert.ok(paths.includes(join(dirname(path), wanted)), `${path} imports ${wanted}`);
      }
    }
  });

  test(`${name}: what the plugin's own modules say of types is true`, () => {
    const compilerOptions = {
      noEmit: true,
      allowJs: true,
      checkJs: true,
      strict: false,
      target: "es2022",
      module: "nodenext",
      lib: ["es2023"],
      types: ["node"],
      typeRoots: [join(tool("@types/node"), "..")],
    };
    const files = [join(folder, manifest.main)];
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    run(process.execPath, [join(tool("typescript"), "bin", "tsc"), "-p", project], project);
  });

  test(`${name}: the archive installs without a network, and its module loads without the host`, () => {
    run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", file], project);
    const script = `import(${JSON.stringify(manifest.name)}).then((loaded) => console.log(Object.keys(loaded)))`;
    assert.ok(run(process.execPath, ["--input-type=module", "-e", script], project).length > 0);
    const tree = JSON.parse(run("npm", ["ls", "--all", "--json"], project));
    assert.deepEqual(Object.keys(tree.dependencies), [manifest.name]);
    // An optional peer is listed, but only the host brings one.
    const below = Object.values(tree.dependencies[manifest.name].dependencies ?? {});
    assert.deepEqual(
      below.filter(({ version }) => version !== undefined),
      [],
    );
  });
}
