// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/runtime.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** A host's memory inside the host's own process. */

import { ConfigurationError } from "../configuration.js";
import { RECALL_DEADLINE_MAX_MS } from "../generated/v1/limits.js";
import { API_VERSION } from "../generated/v1/operations.js";
import { Backlog } from "./backlog.js";
import { Courier } from "./courier.js";
import { Deadline } from "./deadline.js";
import { Host } from "./descriptor.js";
import { Unanswered } from "./exchange.js";
import { Journal } from "./journal.js";
import { decodeObject, encode } from "./jsonText.js";
import { Line } from "./line.js";
import { findPlace, homeFolder } from "./place.js";
import { settledScope } from "./scope.js";
import { recallMs } from "./settings.js";
import { failed, operationOf, toolDeadline, toolRequest, toolResult, unanswered } from "./tools.js";
import { Turn } from "./turn.js";

const NOTHING = Object.freeze({ context: "", notice: "" });
const DELIVER_MS = 2500;
const PROBE_MS = 1500;
const DISPOSE_MS = 500;

export class Runtime {
  #host;
  #options;
  #environment;
  #home;
  #now;
  #line;
  #backlog;
  #courier;
  #place = null;
  /** @type {Promise<unknown>} events are kept one after the other, in the order of the calls */
  #order = Promise.resolve();
  #working = new Set();
  #disposal = null;
  #end = new AbortController();

  /**
   * @param {import("./index.js").HostSlice} slice
   * @param {import("./index.js").RuntimeOptions} [given]
   */
  constructor(slice, given) {
    this.#host = new Host(slice);
    this.#options = given?.options ?? {};
    this.#environment = given?.environment ?? process.env;
    this.#home = given?.home;
    this.#now = given?.now ?? Date.now;
    this.#line = new Line(this.#host, this.#options, this.#environment);
    this.#backlog = new Backlog(this.#host, this.#line, this.#now);
    this.#courier = new Courier((healthy) => this.#round(healthy));
  }

  /** @type {import("./index.js").Runtime["handle"]} */
  async handle(native, payload, seen, options) {
    try {
      if (this.#disposal !== null) return NOTHING;
      const row = this.#host.row(native, payload);
      const observation = row === undefined || row.isIdle ? null : observed(seen);
      if (observation === null) return NOTHING;
      const allowed = (row.recall && recallMs(this.#options)) || row.milliseconds;
      const deadline = new Deadline(atMost(options?.deadlineMs, allowed), options?.signal);
      let answer;
      const answered = new Promise((resolve) => {
        answer = resolve;
      });
      this.#start(this.#event(row, observation, deadline, answer).finally(() => answer(NOTHING)));
      const handled = await Promise.race([answered, deadline.over.then(() => NOTHING)]);
      deadline.close();
      return handled;
    } catch {
      return NOTHING;
    }
  }

  /** @type {import("./index.js").Runtime["deliver"]} */
  async deliver(options) {
    return this.#bringNow(options, null);
  }

  /** @type {import("./index.js").Runtime["flushTouched"]} */
  async flushTouched(reason, options) {
    return this.#bringNow(options, reason);
  }

  /** @type {import("./index.js").Runtime["probe"]} */
  async probe(options) {
    /** @type {import("./index.js").Probed} */
    const unknown = { result: "misconfigured", url: "", apiVersion: "", serverVersion: "", health: "", ms: 0 };
    const probed = { ...unknown };
    const deadline = new Deadline(atMost(options?.deadlineMs ?? PROBE_MS, RECALL_DEADLINE_MAX_MS), options?.signal);
    try {
      const { settings } = await this.#settings("");
      probed.url = settings.url;
      const ask = (operation) => this.#line.ask(settings, operation, "", RECALL_DEADLINE_MAX_MS, deadline.signal);
      const [version, health] = await Promise.all([ask("version"), ask("health")]);
      probed.apiVersion = version.version;
      probed.result = version.verdict;
      if (version.verdict === "ok") {
        probed.serverVersion = String(decodeObject(version.body)?.version ?? "");
        probed.health = String(decodeObject(health.body)?.status ?? "");
      }
      await this.#noteVersion(settings.url, version);
    } catch (error) {
      if (error instanceof Unanswered) probed.result = error.reason;
      else if (!(error instanceof ConfigurationError)) probed.result = "unreachable";
    } finally {
      deadline.close();
    }
    return { ...probed, ms: deadline.spent };
  }

  /** @type {import("./index.js").Runtime["callTool"]} */
  async callTool(name, parameters, call) {
    const operation = operationOf(String(name));
    if (operation === null) return failed(`There is no tool ${String(name).slice(0, 100)}.`);
    const milliseconds = toolDeadline(operation);
    const deadline = new Deadline(milliseconds, call?.signal);
    const folder = call?.folder ?? "";
    try {
      const { settings, place } = await this.#settings(folder);
      const scope = await this.#scope(settings, place, call?.sessionId ?? "", folder);
      const body = encode(toolRequest(operation, parameters, scope));
      return toolResult(await this.#line.ask(settings, operation, body, milliseconds, deadline.signal));
    } catch (error) {
      if (error instanceof ConfigurationError) return failed(error.message);
      return unanswered(error instanceof Unanswered ? error.reason : "unreachable");
    } finally {
      deadline.close();
    }
  }

  /** @type {import("./index.js").Runtime["report"]} */
  async report(code) {
    await this.#start(this.#noteProblem(String(code)));
  }

  /** @type {import("./index.js").Runtime["status"]} */
  async status() {
    const { version, client } = this.#host;
    const known = { package: client, version, api: API_VERSION, settings: null, problem: "", heartbeat: {} };
    const counted = { spool: { waiting: 0, bytes: 0, rejected: 0 }, touched: this.#backlog.touched.size };
    try {
      const place = await this.#findPlace();
      known.heartbeat = await place.heartbeats.read();
      if (place.spool !== null) counted.spool = await place.spool.count();
      const { url, scope, hooks, recall, capture, subagents } = (await this.#settings("")).settings;
      known.settings = { url, scope, hooks, recall, capture, subagents };
    } catch (error) {
      known.problem = error instanceof ConfigurationError ? error.message : `Its files cannot be read: ${error.code}.`;
    }
    return { ...known, ...counted };
  }

  /** @type {import("./index.js").Runtime["dispose"]} */
  async dispose() {
    this.#disposal ??= this.#settle();
    return this.#disposal;
  }

  async #settle() {
    this.#end.abort("cancelled");
    const deadline = new Deadline(DISPOSE_MS);
    await Promise.race([Promise.allSettled([...this.#working, this.#courier.settled()]), deadline.over]);
    deadline.close();
  }

  /** All of an event; rejects never. `answer` is told what the host waits for. */
  async #event(row, seen, deadline, answer) {
    const journal = new Journal(row.native, this.#now);
    /** @type {Turn} */
    let turn;
    let result = "ok";
    try {
      const asking = await this.#inOrder(async () => {
        turn = new Turn(this.#host, row, seen, await this.#findPlace(), journal, this.#now);
        return this.#keep(row, turn);
      });
      const { settings } = turn;
      deadline.shorten(settings.milliseconds);
      const context = asking ? await turn.recall(this.#asking(settings, deadline)) : "";
      if (row.hasReply) answer({ context, notice: await turn.notice() });
      if (asking && settings.capture) await this.#bring(turn, row, deadline);
    } catch (error) {
      result = turn.failed(error);
    }
    await turn.close(deadline.hasTimedOut ? "expired" : result, deadline.spent);
  }

  async #keep(row, turn) {
    const asking = await turn.keep(this.#line);
    this.#backlog.add(row, turn);
    return asking;
  }

  #asking(settings, deadline) {
    return (operation, body, milliseconds) =>
      this.#line.ask(settings, operation, body, milliseconds, deadline.signal);
  }

  /** Start what is to be brought to the server, and wait for it as long as the host does. */
  async #bring(turn, row, deadline) {
    if (row.flush) this.#backlog.touched.wantFlush(turn.sessionId, turn.scope, row.flush);
    if (!row.append || !turn.isReachable) return;
    const brought = this.#courier.send(turn.hasAnswer);
    if (row.hasReply || row.append === "spool" || this.#courier.isLate) return;
    await Promise.race([brought, deadline.over]);
    if (!deadline.hasTimedOut) return;
    this.#courier.waitedInVain();
    turn.deliveryIsLate();
  }

  /**
   * @param {import("./index.js").HandleOptions | undefined} options
   * @param {import("./index.js").FlushReason | null} reason null to flush nothing
   */
  async #bringNow(options, reason) {
    if (this.#disposal !== null) return "cancelled";
    const deadline = new Deadline(atMost(options?.deadlineMs ?? DELIVER_MS, RECALL_DEADLINE_MAX_MS), options?.signal);
    const work = this.#start(this.#bringAll(reason));
    const result = await Promise.race([work, deadline.over.then(() => deadline.signal.reason)]);
    deadline.close();
    return result;
  }

  async #bringAll(reason) {
    try {
      // What is just being kept comes along.
      await this.#order;
      const { settings, place } = await this.#settings("");
      if (!settings.capture) return "delivered";
      const heartbeat = await place.heartbeats.open();
      heartbeat.url = settings.url;
      if (heartbeat.refuses) return "version";
      if (reason !== null) this.#backlog.touched.wantAll(reason);
      this.#backlog.releasePrompts();
      return (await this.#courier.send()) || "delivered";
    } catch {
      return "unreachable";
    }
  }

  async #round(healthy) {
    try {
      return await this.#backlog.bring(await this.#findPlace(), healthy, this.#end.signal);
    } catch {
      return "unreachable";
    }
  }

  async #noteVersion(url, answer) {
    const { heartbeats } = await this.#findPlace();
    const heartbeat = await heartbeats.open();
    heartbeat.url = url;
    if (answer.verdict === "version") heartbeat.refused(answer.version);
    else if (answer.verdict === "ok") heartbeat.accepted();
    await heartbeats.write(heartbeat);
  }

  async #noteProblem(code) {
    const { heartbeats } = await this.#findPlace();
    const heartbeat = await heartbeats.open();
    heartbeat.note("problem", { code });
    await heartbeats.write(heartbeat);
  }

  async #scope(settings, place, sessionId, folder) {
    const state = place.states.acquire(sessionId);
    try {
      return await settledScope(settings.scope, folder, () => state);
    } finally {
      // A call without a session settles nothing.
      if (sessionId) await place.states.release(sessionId).catch(() => {});
      else place.states.drop(sessionId);
    }
  }

  /** Settings for a session in `folder`, and where its files lie. */
  async #settings(folder) {
    const place = await this.#findPlace();
    return { place, settings: await this.#line.settings(place.home, folder) };
  }

  async #findPlace() {
    this.#place ??= findPlace(this.#host, this.#home ?? homeFolder(this.#environment), this.#now);
    const place = await this.#place;
    // A home folder may come later.
    if (place.home === "") this.#place = null;
    return place;
  }

  /**
   * @template Done
   * @param {() => Promise<Done>} work
   * @returns {Promise<Done>}
   */
  #inOrder(work) {
    const done = this.#order.then(work);
    this.#order = done.catch(() => {});
    return done;
  }

  #start(work) {
    const done = work.catch(() => {});
    this.#working.add(done);
    done.finally(() => this.#working.delete(done));
    return done;
  }
}

/** An observation with every member, or null where there is nothing to remember. */
function observed(seen) {
  if (typeof seen?.sessionId !== "string" || seen.sessionId === "") return null;
  const text = (value) => (typeof value === "string" ? value : "");
  const words = (value) => (typeof value === "string" ? value : null);
  return {
    sessionId: seen.sessionId,
    turn: text(seen.turn),
    prompt: words(seen.prompt),
    answer: words(seen.answer),
    agentId: text(seen.agentId),
    noPerson: seen.noPerson === true,
    folder: text(seen.folder),
    createdAt: seen.createdAt,
  };
}

function atMost(milliseconds, most) {
  return Number.isFinite(milliseconds) ? Math.min(Math.max(milliseconds, 0), most) : most;
}
