// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/place.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Where one host's files lie, and who looks after each kind of them. */

import * as rules from "../generated/v1/hooks.js";
import { UniqueNames, isFolder } from "./files.js";
import { HeartbeatFile } from "./heartbeat.js";
import { SessionStates } from "./sessionState.js";
import { Spool } from "./spool.js";

/**
 * @typedef {object} Place
 * @property {string} home without a slash at its end; empty where there is none
 * @property {Spool | null} spool
 * @property {SessionStates} states
 * @property {HeartbeatFile} heartbeats
 */

/**
 * @param {import("./descriptor.js").Host} host
 * @param {string} given home folder
 * @param {() => number} now milliseconds since 1970
 * @returns {Promise<Place>}
 */
export async function findPlace(host, given, now) {
  const home = (await isFolder(given)) ? given.replace(/[\\/]+$/, "") : "";
  const folder = home && `${home}/${rules.PRIVATE_FOLDER}/${host.folder}`;
  const below = (name) => folder && `${folder}/${name}`;
  const names = new UniqueNames(now);
  return {
    home,
    spool: folder ? new Spool(below(rules.SPOOL_FOLDER), now) : null,
    states: new SessionStates(host.id, below(rules.STATE_FOLDER), names),
    heartbeats: new HeartbeatFile(below(rules.HEARTBEAT_FILE), host.version, now, names),
  };
}

/**
 * The home folder that an environment names.
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string}
 */
export function homeFolder(environment) {
  return environment[process.platform === "win32" ? "USERPROFILE" : "HOME"] ?? "";
}
