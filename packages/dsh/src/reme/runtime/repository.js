// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/repository.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Which repository a folder belongs to, read from Git's own files without starting Git. */

import { PROJECT_LEVELS } from "../generated/v1/hooks.js";
import { digest, slug } from "../identity.js";
import { fileSize, isFolder, parents, readFile } from "./files.js";

const FILE_BYTES = 1 << 20;
const POINTER = "gitdir:";
const HASH_CHARS = 16;

/**
 * A scope's name for the repository around `folder`, or an empty string outside of one. The same for every worktree;
 * with a remote named origin also for every clone and after a move, else tied to the place of the shared Git folder.
 * A submodule is a repository of its own.
 * @param {string} folder
 * @returns {Promise<string>}
 */
export async function repositoryScope(folder) {
  const common = await commonFolder(folder);
  if (common === "") return "";
  const identity = (await remote(common)) || `path:${common}`;
  const name = withoutEnd(lastPart(withoutEnd(identity, "/.git")), ".git");
  return `${slug(name)}-${digest(identity).slice(0, HASH_CHARS)}`;
}

async function commonFolder(folder) {
  for (const parent of parents(folder, PROJECT_LEVELS)) {
    const path = `${parent}/.git`;
    if (await isFolder(path)) return path;
    if ((await fileSize(path)) >= 0) {
      const first = await firstLine(path);
      if (!first.startsWith(POINTER)) return "";
      const own = joined(parent, first.slice(POINTER.length).trim());
      const shared = await firstLine(`${own}/commondir`);
      return shared === "" ? own : joined(own, shared);
    }
  }
  return "";
}

/** The address of `origin` in one form for all ways to write it, without credentials. */
async function remote(common) {
  let section = "";
  for (const line of (await text(`${common}/config`)).split("\n")) {
    const bare = line.trim();
    if (bare.startsWith("[")) {
      section = bare.toLowerCase().replaceAll("\t", " ");
    } else if (section === '[remote "origin"]') {
      const [key, value] = halves(bare, "=");
      if (value !== null && key.trim().toLowerCase() === "url") return oneForm(value.trim().replace(/^"+|"+$/g, ""));
    }
  }
  return "";
}

function oneForm(url) {
  const [scheme, rest] = halves(url, "://");
  let authority;
  let path;
  if (rest !== null) {
    if (scheme.toLowerCase() === "file") return "";
    [authority, path] = halves(rest, "/");
  } else {
    [authority, path] = halves(url, ":");
    // A path on this machine says nothing that another clone could share.
    if (path === null || authority.includes("/") || authority.length <= 1) return "";
  }
  const host = halves(authority.slice(authority.lastIndexOf("@") + 1), ":")[0].toLowerCase();
  const name = withoutEnd((path ?? "").replace(/^\/+|\/+$/g, ""), ".git");
  return host !== "" && name !== "" ? `remote:${host}/${name}` : "";
}

/** A path as seen from a folder, without `.` and `..`. */
function joined(folder, given) {
  const path = given.slice(1, 3) === ":\\" ? given.replaceAll("\\", "/") : given;
  const whole = path.startsWith("/") || path.slice(1, 3) === ":/" ? path : `${folder}/${path}`;
  const kept = [];
  for (const part of whole.split("/")) {
    if (part === ".." && kept.at(-1)) kept.pop();
    else if (part !== "." && (part !== "" || kept.length === 0)) kept.push(part);
  }
  return kept.join("/");
}

async function firstLine(path) {
  return halves(await text(path), "\n")[0].trim();
}

async function text(path) {
  const content = await readFile(path, FILE_BYTES).catch(() => null);
  return content?.toString("utf8") ?? "";
}

function halves(whole, separator) {
  const at = whole.indexOf(separator);
  return at < 0 ? [whole, null] : [whole.slice(0, at), whole.slice(at + separator.length)];
}

function lastPart(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

function withoutEnd(whole, end) {
  return whole.endsWith(end) ? whole.slice(0, -end.length) : whole;
}
