/** One identity for a repository, the same as the hooks give (`tests/hosts/js_runtime` compares them). */

import assert from "node:assert/strict";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { repositoryScope } from "../../../packages/js-client/src/runtime/repository.js";
import { homeFolder } from "./memory.mjs";

function shop(t) {
  const folder = path.join(homeFolder(t), "the shop");
  mkdirSync(path.join(folder, ".git"), { recursive: true });
  return folder;
}

function setOrigin(folder, url) {
  writeFileSync(path.join(folder, ".git", "config"), `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`);
  return repositoryScope(folder);
}

test("folders below share it, and a worktree does", async (t) => {
  const folder = shop(t);
  mkdirSync(path.join(folder, "src"));
  const scope = await repositoryScope(folder);
  assert.match(scope, /^the-shop-[0-9a-f]{16}$/);
  assert.equal(await repositoryScope(path.join(folder, "src")), scope);
  const own = path.join(folder, ".git", "worktrees", "feature");
  const worktree = path.join(path.dirname(folder), "feature");
  mkdirSync(own, { recursive: true });
  mkdirSync(worktree);
  writeFileSync(path.join(own, "commondir"), "../..\n");
  writeFileSync(path.join(worktree, ".git"), `gitdir: ${own}\n`);
  assert.equal(await repositoryScope(worktree), scope);
});

test("a moved checkout keeps it only with an origin", async (t) => {
  const folder = shop(t);
  const moved = path.join(path.dirname(folder), "moved");
  const before = [await repositoryScope(folder), await setOrigin(folder, "https://forge.example/team/shop.git")];
  renameSync(folder, moved);
  assert.equal(await repositoryScope(moved), before[1]);
  writeFileSync(path.join(moved, ".git", "config"), "");
  assert.notEqual(await repositoryScope(moved), before[0]);
});

for (const url of [
  "https://forge.example/team/shop.git",
  "https://forge.example/team/shop/",
  "https://user:secret@Forge.Example/team/shop.git",
  "ssh://git@forge.example:2222/team/shop.git",
  "git@forge.example:team/shop.git",
  "git://forge.example/team/shop",
]) {
  test(`every way to write an origin is the same one: ${url}`, async (t) => {
    const folder = shop(t);
    const scope = await setOrigin(folder, url);
    assert.equal(scope, await setOrigin(folder, "https://forge.example/team/shop"));
    assert.match(scope, /^shop-[0-9a-f]{16}$/);
  });
}

for (const url of ["/srv/git/shop.git", "../shop.git", "file:///srv/git/shop.git", ""]) {
  test(`an origin on this machine says nothing: ${url}`, async (t) => {
    const folder = shop(t);
    const plain = await repositoryScope(folder);
    assert.equal(await setOrigin(folder, url), plain);
  });
}

for (const content of ["", "gitdir:", "nonsense", "gitdir: /nonexistent/place", "gitdir: ../gone\n"]) {
  test(`a broken pointer does not fail: ${JSON.stringify(content)}`, async (t) => {
    const folder = homeFolder(t);
    writeFileSync(path.join(folder, ".git"), content);
    assert.equal(typeof (await repositoryScope(folder)), "string");
  });
}

test("outside of a repository there is none", async () => {
  for (const folder of ["", "/", "relative", "/nonexistent/folder", "/\0"]) assert.equal(await repositoryScope(folder), "");
});
