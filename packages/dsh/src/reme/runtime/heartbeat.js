// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/heartbeat.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** What fired last and how it went, for `reme doctor`: a host says nothing about listeners that it skips. */

import { REFUSAL_MS, SILENCE_LONGEST_MS, SILENCE_MS } from "../generated/v1/hooks.js";
import { API_VERSION } from "../generated/v1/operations.js";
import { isObject } from "./jsonText.js";
import { timestamp, wholeMilliseconds } from "./moments.js";
import { readObject, writeObject } from "./privateFile.js";

/** The file of one host; changes are merged into it one after the other. */
export class HeartbeatFile {
  #path;
  #version;
  #now;
  #names;
  #last = Promise.resolve();

  /**
   * @param {string} path empty where nothing can be kept
   * @param {string} version of the package
   * @param {() => number} now milliseconds since 1970
   * @param {import("./files.js").UniqueNames} names
   */
  constructor(path, version, now, names) {
    this.#path = path;
    this.#version = version;
    this.#now = now;
    this.#names = names;
  }

  /** @returns {Promise<Record<string, unknown>>} */
  async read() {
    return this.#path === "" ? {} : readObject(this.#path);
  }

  /** @returns {Promise<Heartbeat>} of one event or delivery */
  async open() {
    await this.#last;
    return new Heartbeat(await this.read(), this.#version, this.#now);
  }

  /**
   * Merge an event's changes into the file. A heartbeat that can't be written is no reason to fail.
   * @param {Heartbeat} heartbeat
   */
  async write(heartbeat) {
    const changes = heartbeat.take();
    if (this.#path === "" || Object.keys(changes).length === 0) return;
    this.#last = this.#last.then(() => this.#merge(changes, heartbeat.url)).catch(() => {});
    await this.#last;
  }

  /**
   * @param {Record<string, any>} changes
   * @param {string} url
   */
  async #merge(changes, url) {
    const { event, ...others } = changes;
    // Read again: other processes and events may have written in the meantime.
    const stored = { ...(await this.read()), ...others };
    const events = { ...(isObject(stored.events) ? stored.events : {}), ...event };
    if (url) stored.url = url;
    Object.assign(stored, { events, package: this.#version, api: API_VERSION, node: process.versions.node });
    const entries = Object.entries(stored).filter(([, value]) => value !== null);
    await writeObject(this.#path, Object.fromEntries(entries), this.#names);
  }
}

/** What one event found and changes. */
export class Heartbeat {
  #stored;
  #version;
  #now;
  #changes = {};

  /**
   * @param {Record<string, unknown>} stored
   * @param {string} version
   * @param {() => number} now
   */
  constructor(stored, version, now) {
    this.#stored = stored;
    this.#version = version;
    this.#now = now;
    /** The server that is talked to. */
    this.url = "";
  }

  /** How the delivery before this one ended. */
  get lastResult() {
    return String(member(this.#stored.delivery, "result") ?? "");
  }

  /**
   * Whether this server has just let somebody wait in vain, so that it gets less time.
   * @param {"recall" | "delivery"} lane
   * @returns {boolean}
   */
  isSilent(lane) {
    const silence = this.#silence(lane);
    const age = this.#now() - wholeMilliseconds(silence.ns);
    return age >= 0 && age < silence.ms;
  }

  /**
   * Note that what is noted for a lane was not answered in time. The next silence is twice as long. A short request
   * within one proves nothing and leaves it as it is.
   * @param {"recall" | "delivery"} lane
   */
  fellSilent(lane) {
    const last = this.#silence(lane);
    const ms = Math.min(2 * last.ms || SILENCE_MS, SILENCE_LONGEST_MS);
    const next = { ns: Math.trunc(this.#now()) * 1e6, ms, url: this.url };
    this.#changes[lane].silence = this.isSilent(lane) ? last : next;
  }

  /** Whether this server turned this version of the package away, less than a day ago. */
  get refuses() {
    const refusal = this.#stored.refusal;
    const nanoseconds = member(refusal, "ns");
    if (typeof nanoseconds !== "number") return false;
    const age = this.#now() - wholeMilliseconds(nanoseconds);
    const same = member(refusal, "package") === this.#version && member(refusal, "url") === this.url;
    return same && age >= 0 && age < REFUSAL_MS;
  }

  /**
   * Remember that the server speaks another major version.
   * @param {string} serverVersion
   */
  refused(serverVersion) {
    const known = this.#stored.refusal;
    const told = this.refuses && member(known, "version") === serverVersion && member(known, "told") === true;
    this.#changes.refusal = {
      at: timestamp(this.#now()),
      ns: Math.trunc(this.#now()) * 1e6,
      version: serverVersion,
      package: this.#version,
      url: this.url,
      told,
    };
  }

  /** The server understands us, again. */
  accepted() {
    if ("refusal" in this.#stored) this.#changes.refusal = null;
  }

  /** The server's version, once, when the person has not been told of it yet; else an empty string. */
  untoldRefusal() {
    const refusal = this.#changes.refusal ?? (this.refuses ? this.#stored.refusal : null);
    if (!isObject(refusal) || refusal.told) return "";
    this.#changes.refusal = { ...refusal, told: true };
    return String(refusal.version || "?");
  }

  /**
   * Note an event of the host.
   * @param {string} native
   * @param {string} result
   * @param {number} milliseconds
   */
  fired(native, result, milliseconds) {
    this.#changes.event = { [native]: { at: timestamp(this.#now()), result, ms: milliseconds } };
  }

  /**
   * Note the last `recall`, `delivery` or `problem`.
   * @param {string} name
   * @param {Record<string, unknown>} entry
   */
  note(name, entry) {
    this.#changes[name] = { at: timestamp(this.#now()), ...entry };
  }

  /** The last one of this server; an answer ends it, because it is noted in the place of the timeout. */
  #silence(lane) {
    const silence = member(this.#stored[lane], "silence");
    const [ns, ms] = [Number(member(silence, "ns")), Number(member(silence, "ms"))];
    const known = member(silence, "url") === this.url && Number.isFinite(ns) && Number.isFinite(ms);
    return known ? { ns, ms, url: this.url } : { ns: 0, ms: 0, url: this.url };
  }

  /** @returns {Record<string, any>} what changed since the last time */
  take() {
    const changes = this.#changes;
    this.#changes = {};
    return changes;
  }
}

function member(value, name) {
  return isObject(value) ? value[name] : undefined;
}
