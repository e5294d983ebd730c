/** A host's memory inside the host's own process. */

import { ConfigurationError } from "../configuration.js";
import { RECALL_DEADLINE_MAX_MS } from "../generated/v1/limits.js";
import { API_VERSION, OPERATIONS } from "../generated/v1/operations.js";
import { wellFormed } from "../truncation.js";
import { CoolDown } from "./coolDown.js";
import { Courier } from "./courier.js";
import { Deadline } from "./deadline.js";
import { APPEND, Delivery } from "./delivery.js";
import { Host } from "./descriptor.js";
import { Server, Unanswered } from "./exchange.js";
import { Journal, logPath } from "./journal.js";
import { decodeObject, encode } from "./jsonText.js";
import { findPlace, homeFolder } from "./place.js";
import { loadSettings, recallMs } from "./settings.js";
import { settledScope } from "./scope.js";
import { failed, operationOf, toolDeadline, toolRequest, toolResult, unanswered } from "./tools.js";
import { Touched } from "./touched.js";
import { Turn } from "./turn.js";

const FLUSH = "agent_session_flush";
const NOTHING = Object.freeze({ context: "", notice: "" });
const DELIVER_MS = 2500;
const PROBE_MS = 1500;
const DISPOSE_MS = 500;
// What no file could hold is kept in memory, not for ever.
const UNKEPT = 64;
const AFTER_FAILURE = ["failed", "timeout"];

export class Runtime {
  #host;
  #options;
  #environment;
  #home;
  #now;
  #cool;
  #coolUrl = "";
  #courier;
  #place = null;
  /** @type {Promise<unknown>} events are kept one after the other, in the order of the calls */
  #order = Promise.resolve();
  #working = new Set();
  #touched = new Touched();
  /** Names of prompts that wait for their answers. */
  #held = new Set();
  #unkept = [];
  #disposal = null;
  #end = new AbortController();

  /**
   * @param {import("./index.js").HostSlice} slice
   * @param {import("./index.js").RuntimeOptions} options
   */
  constructor(slice, { options, environment, home, now } = {}) {
    this.#host = new Host(slice);
    this.#options = options ?? {};
    this.#environment = environment ?? process.env;
    this.#home = home;
    this.#now = now ?? Date.now;
    this.#cool = new CoolDown(this.#now);
    this.#courier = new Courier((healthy) => this.#round(healthy));
  }

  /** @type {import("./index.js").Runtime["handle"]} */
  async handle(native, payload, seen, { signal, deadlineMs } = {}) {
    try {
      if (this.#disposal !== null) return NOTHING;
      const row = this.#host.row(native, payload);
      const observation = row === undefined || row.isIdle ? null : observed(seen);
      if (observation === null) return NOTHING;
      const allowed = (row.recall && recallMs(this.#options)) || row.milliseconds;
      const deadline = new Deadline(atMost(deadlineMs, allowed), signal);
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
  async deliver(options = {}) {
    return this.#bringNow(options, null);
  }

  /** @type {import("./index.js").Runtime["flushTouched"]} */
  async flushTouched(reason, options = {}) {
    return this.#bringNow(options, reason);
  }

  /** @type {import("./index.js").Runtime["probe"]} */
  async probe({ signal, deadlineMs } = {}) {
    /** @type {import("./index.js").Probed} */
    const unknown = { result: "misconfigured", url: "", apiVersion: "", serverVersion: "", health: "", ms: 0 };
    const probed = { ...unknown };
    const deadline = new Deadline(atMost(deadlineMs ?? PROBE_MS, RECALL_DEADLINE_MAX_MS), signal);
    try {
      const { settings, server } = await this.#line("");
      probed.url = settings.url;
      const ask = (operation) => this.#ask(server, operation, "", DELIVER_MS, deadline.signal);
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
  async callTool(name, parameters, { signal, sessionId = "", folder = "" } = {}) {
    const operation = operationOf(String(name));
    if (operation === null) return failed(`There is no tool ${String(name).slice(0, 100)}.`);
    const deadline = new Deadline(toolDeadline(operation), signal);
    try {
      const { settings, server, place } = await this.#line(folder);
      const scope = await this.#scope(settings, place, sessionId, folder);
      const body = encode(toolRequest(operation, parameters, scope));
      return toolResult(await this.#ask(server, operation, body, toolDeadline(operation), deadline.signal));
    } catch (error) {
      if (error instanceof ConfigurationError) return failed(error.message);
      return unanswered(error instanceof Unanswered ? error.reason : "unreachable");
    } finally {
      deadline.close();
    }
  }

  /** @type {import("./index.js").Runtime["report"]} */
  async report(code) {
    await this.#start(
      (async () => {
        const place = await this.#findPlace();
        const heartbeat = await place.heartbeats.open();
        heartbeat.note("problem", { code: String(code) });
        await place.heartbeats.write(heartbeat);
      })(),
    );
  }

  /** @type {import("./index.js").Runtime["status"]} */
  async status() {
    const { version, client } = this.#host;
    const known = { package: client, version, api: API_VERSION, settings: null, problem: "", heartbeat: {} };
    const counted = { spool: { waiting: 0, bytes: 0, rejected: 0 }, touched: this.#touched.size };
    try {
      const place = await this.#findPlace();
      known.heartbeat = await place.heartbeats.read();
      if (place.spool !== null) counted.spool = await place.spool.count();
      const { url, scope, hooks, recall, capture, subagents } = (await this.#line("")).settings;
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
      const context = asking ? await this.#recall(turn, row, settings, deadline) : "";
      if (row.hasReply) answer({ context, notice: await turn.notice() });
      if (asking && settings.capture) await this.#bring(turn, row, deadline);
    } catch (error) {
      result = turn.failed(error);
    }
    const expired = deadline.isOver && deadline.signal.reason === "timeout";
    await turn.close(expired ? "expired" : result, deadline.spent);
  }

  async #keep(row, turn) {
    const asking = await turn.keep(this.#options, this.#environment);
    this.#noteKept(row, turn);
    return asking;
  }

  /** What later events and deliveries have to know of what was kept. */
  #noteKept(row, turn) {
    if (row.append === "spool") turn.kept.forEach((name) => this.#held.add(name));
    else if (row.append) this.#held.clear();
    this.#unkept = [...this.#unkept, ...turn.unkept].slice(-UNKEPT);
    if (turn.kept.length + turn.unkept.length > 0) this.#touched.touch(turn.sessionId, turn.scope);
  }

  async #recall(turn, row, settings, deadline) {
    const server = this.#server(settings);
    return turn.recall((operation, body) => {
      if (this.#isCooling(settings.url)) throw new Unanswered("timeout");
      return this.#ask(server, operation, body, RECALL_DEADLINE_MAX_MS, deadline.signal);
    });
  }

  /** Start what is to be brought to the server, and wait for it as long as the host does. */
  async #bring(turn, row, deadline) {
    if (row.flush) this.#touched.wantFlush(turn.sessionId, turn.scope, row.flush);
    if (!row.append || !turn.isReachable) return;
    const cooling = this.#isCooling(turn.settings.url);
    if (cooling && !this.#courier.isRunning) return;
    const brought = this.#courier.send(turn.hasAnswer);
    if (row.hasReply || row.append === "spool" || cooling) return;
    await Promise.race([brought, deadline.over]);
    if (deadline.isOver && deadline.signal.reason === "timeout" && this.#courier.isRunning) this.#cool.timedOut();
  }

  /**
   * @param {import("./index.js").HandleOptions} options
   * @param {import("./index.js").FlushReason | null} reason null to flush nothing
   */
  async #bringNow({ signal, deadlineMs }, reason) {
    if (this.#disposal !== null) return "cancelled";
    const deadline = new Deadline(atMost(deadlineMs ?? DELIVER_MS, RECALL_DEADLINE_MAX_MS), signal);
    const work = this.#start(this.#bringAll(reason));
    const result = await Promise.race([work, deadline.over.then(() => deadline.signal.reason)]);
    deadline.close();
    return result;
  }

  async #bringAll(reason) {
    try {
      // What is just being kept comes along.
      await this.#order;
      const { settings, place } = await this.#line("");
      if (!settings.capture) return "delivered";
      const heartbeat = await place.heartbeats.open();
      heartbeat.url = settings.url;
      if (heartbeat.refuses) return "version";
      if (reason !== null) this.#touched.wantAll(reason);
      this.#held.clear();
      return (await this.#courier.send()) || "delivered";
    } catch {
      return "unreachable";
    }
  }

  /** One delivery of what waits, and the nudges after it. */
  async #round(healthy) {
    try {
      const { settings, server, place } = await this.#line("");
      const heartbeat = await place.heartbeats.open();
      heartbeat.url = settings.url;
      const journal = new Journal("delivery", this.#now);
      journal.path = logPath(settings, place.home, this.#host.client);
      const post = (body) => this.#ask(server, APPEND, body, settings.milliseconds, this.#end.signal);
      const delivery = new Delivery(place.spool, post, journal);
      await this.#deliver(delivery, place, AFTER_FAILURE.includes(heartbeat.lastResult), healthy);
      if (delivery.result === "version") heartbeat.refused(delivery.serverVersion);
      else if (delivery.result === "delivered") heartbeat.accepted();
      if (delivery.result) heartbeat.note("delivery", { result: delivery.result, sent: delivery.sent });
      if (!delivery.result || delivery.result === "delivered") await this.#flush(server, settings, heartbeat, journal);
      await place.heartbeats.write(heartbeat);
      await journal.write();
      return delivery.result;
    } catch {
      return "unreachable";
    }
  }

  async #deliver(delivery, place, careful, healthy) {
    while (this.#unkept.length > 0) {
      const body = this.#unkept[0];
      if (!(await delivery.send(body))) return;
      this.#unkept = this.#unkept.filter((other) => other !== body);
    }
    if (place.spool === null) return;
    const list = async () => (await place.spool.names()).filter((name) => !this.#held.has(name));
    await delivery.deliver(list, careful, healthy);
  }

  /** Tell the server that now would be a good time; it comes by itself if this is lost. */
  async #flush(server, settings, heartbeat, journal) {
    for (const { sessionId, scope, reason } of this.#touched.takeFlushes()) {
      const body = {
        host: this.#host.id,
        scope_id: wellFormed(scope),
        session_id: wellFormed(sessionId),
        reason,
      };
      let verdict;
      try {
        const milliseconds = Math.min(settings.milliseconds, OPERATIONS[FLUSH].deadline_ms);
        const answer = await this.#ask(server, FLUSH, encode(body), milliseconds, this.#end.signal);
        verdict = answer.verdict;
        if (verdict === "version") heartbeat.refused(answer.version);
      } catch (error) {
        verdict = error instanceof Unanswered ? error.reason : "unreachable";
      }
      journal.note("flush", { reason, verdict });
      if (verdict !== "ok") this.#touched.notFlushed(sessionId, scope);
      if (verdict !== "ok" && verdict !== "refused") return;
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

  /** Settings and server for a session in `folder`. */
  async #line(folder) {
    const place = await this.#findPlace();
    const settings = await loadSettings(this.#options, this.#environment, place.home, folder);
    return { place, settings, server: this.#server(settings) };
  }

  #server({ url, token }) {
    return new Server(url, token, `${this.#host.client}/${this.#host.version}`, this.#environment);
  }

  async #ask(server, operation, body, milliseconds, signal) {
    try {
      const answer = await server.ask(operation, body, milliseconds, signal);
      this.#cool.answered();
      return answer;
    } catch (error) {
      if (error instanceof Unanswered && error.reason === "timeout") this.#cool.timedOut();
      throw error;
    }
  }

  #isCooling(url) {
    if (url !== this.#coolUrl) {
      this.#coolUrl = url;
      this.#cool.answered();
    }
    return this.#cool.isActive;
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
  if (seen === null || typeof seen !== "object" || typeof seen.sessionId !== "string" || seen.sessionId === "") {
    return null;
  }
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
