// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/turn.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** What one event of a session asks for, step by step: keep, recall, close. */

import { ConfigurationError } from "../configuration.js";
import { LEAST_CHARS, PROBE_MS } from "../generated/v1/hooks.js";
import { RECALL_DEADLINE_MAX_MS, SESSION_ID_CHARS } from "../generated/v1/limits.js";
import { API_VERSION } from "../generated/v1/operations.js";
import { head } from "../truncation.js";
import { Said } from "./capture.js";
import { Unanswered } from "./exchange.js";
import { logPath } from "./journal.js";
import { encode } from "./jsonText.js";
import { momentOr } from "./moments.js";
import { Size, contextRequest, readContext, readRecall, recallRequest } from "./recall.js";
import { settledScope } from "./scope.js";
import { SpoolFull } from "./spool.js";

const RECALL = "agent_memory_recall";
const CONTEXT = "agent_session_context";
const STARTED = "session-started";
// The server answered, though not as wished: it is worth asking something else.
const WORKING = ["refused", "too_large", "failed"];

/** One event. `keep` it, `recall` for it where `keep` said so, and `close` it whatever happened. */
export class Turn {
  #host;
  #row;
  #seen;
  #place;
  #journal;
  #now;
  #heartbeat = null;
  #settings = null;
  #stateIsOpen = false;
  #recalled = null;

  /**
   * @param {import("./descriptor.js").Host} host
   * @param {import("./descriptor.js").Row} row
   * @param {Required<import("./index.js").Observation>} seen
   * @param {import("./place.js").Place} place
   * @param {import("./journal.js").Journal} journal
   * @param {() => number} now milliseconds since 1970
   */
  constructor(host, row, seen, place, journal, now) {
    this.#host = host;
    this.#row = row;
    this.#seen = seen;
    this.#place = place;
    this.#journal = journal;
    this.#now = now;
    // Child sessions keep a sub-agent's words apart from the person's.
    this.sessionId = head(seen.sessionId + (seen.agentId ? `/${seen.agentId}` : ""), SESSION_ID_CHARS);
    this.scope = "";
    /** @type {Said[]} */
    this.said = [];
    /** Names of the spool's files that hold what was said. */
    this.kept = [];
    /** Requests that no file could hold. */
    this.unkept = [];
    /** Whether the server is worth another request of this event. */
    this.isReachable = true;
    /** Whether the server has answered this event. */
    this.hasAnswer = false;
  }

  /** Null until `keep`, and where the settings can't be used. */
  get settings() {
    return this.#settings;
  }

  /**
   * Read the settings and put what is to be captured on disk.
   * @param {import("./line.js").Line} line
   * @returns {Promise<boolean>} whether the server is to be asked
   * @throws {ConfigurationError}
   */
  async keep(line) {
    this.#heartbeat = await this.#place.heartbeats.open();
    const settings = await line.settings(this.#place.home, this.#seen.folder);
    this.#settings = settings;
    if (!settings.hooks) return false;
    this.#journal.path = logPath(settings, this.#place.home, this.#host.client);
    this.#heartbeat.url = settings.url;
    if (this.#seen.agentId && !settings.subagents) return false;
    if (this.#row.event === "compacted") (await this.#state()).compactedNow(this.#now());
    this.said = await this.#saidNow();
    this.scope = await settledScope(settings.scope, this.#seen.folder, () => this.#state());
    if (this.#row.append && settings.capture) await this.#keepOnDisk();
    // A new session is the moment to try again: the person may have upgraded the server.
    return !this.#heartbeat.refuses || this.#row.event === STARTED;
  }

  /**
   * The block for the prompt, or an empty string.
   * @param {(operation: string, body: string, milliseconds: number) => Promise<import("./exchange.js").Answer>} ask
   * @returns {Promise<string>}
   */
  async recall(ask) {
    const prompts = this.said.filter((message) => message.role === "user").map((message) => message.text);
    const wanted = this.#row.context || (this.#row.recall && prompts.length > 0);
    const size = new Size(this.#host, this.#settings.maxChars);
    if (!this.#settings.recall || this.#seen.agentId || !wanted || size.maxChars < LEAST_CHARS) return "";
    try {
      this.#recalled = this.#row.context
        ? await this.#context(ask, size)
        : await this.#recallFor(prompts[0], ask, size);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      return this.#withoutContext(error.reason);
    }
    const { block, ids } = this.#recalled;
    this.#journal.note("recall", { hits: ids.length, chars: block.length });
    this.#heartbeat.note("recall", { result: "ok", chars: block.length });
    return block;
  }

  /** The host waits no longer for the delivery; whether it succeeds, the delivery notes itself. */
  deliveryIsLate() {
    this.#heartbeat.note("delivery", { result: "timeout" });
    this.#heartbeat.fellSilent("delivery");
  }

  /** One sentence for the person, the first time that the server speaks another version; else an empty string. */
  async notice() {
    const server = this.#settings.hooks ? this.#heartbeat.untoldRefusal() : "";
    if (server === "") return "";
    // At once: the next event may be here before this one is closed.
    await this.#place.heartbeats.write(this.#heartbeat);
    return (
      `ReMe's automatic memory is off: the server speaks integration API ${server}, this plugin ${API_VERSION}. ` +
      "Upgrade the older one."
    );
  }

  /**
   * Keep what the next event and a person's doctor have to know. Failing at it is no reason to fail.
   * @param {string} result
   * @param {number} milliseconds
   */
  async close(result, milliseconds) {
    // Where the host drops it after one request, the agent does not know it the next time.
    if (this.#recalled !== null && this.#host.staysInHistory) {
      const state = await this.#state();
      state.injectedNow(this.#recalled.ids);
      state.markedNow(this.#recalled.marks);
    }
    try {
      if (this.#stateIsOpen) await this.#place.states.release(this.#seen.sessionId);
      if (this.#row.event === STARTED) await this.#place.states.sweep(this.#now());
    } catch (error) {
      this.#journal.error("state", String(error.code ?? error.name));
    }
    if (this.#settings !== null && !this.#settings.hooks) return;
    this.#journal.note("done", { result, ms: milliseconds });
    this.#heartbeat?.fired(this.#row.native, result, milliseconds);
    if (this.#heartbeat !== null) await this.#place.heartbeats.write(this.#heartbeat);
    await this.#journal.write();
  }

  /**
   * What stopped it, as the heartbeat's word.
   * @param {Error & {code?: string}} error
   * @returns {string}
   */
  failed(error) {
    if (!(error instanceof ConfigurationError)) return error.name;
    this.#heartbeat.note("problem", { code: error.code });
    return error.code;
  }

  /** The prompt and the answer of this event, as far as there are any and they count. */
  async #saidNow() {
    const { agentId, answer, noPerson, prompt, sessionId, turn } = this.#seen;
    if (noPerson && turn) (await this.#state()).beginsWithoutPerson(turn);
    /** @type {["user" | "assistant", string][]} */
    const texts = [];
    // An agent wrote a sub-agent's task, so it never counts as the person's words.
    if (prompt !== null && (this.#row.append || this.#row.recall)) texts.push([agentId ? "assistant" : "user", prompt]);
    if (answer !== null && this.#row.append) texts.push(["assistant", answer]);
    const at = momentOr(this.#seen.createdAt, this.#now());
    const said = texts.map(([role, text]) => new Said(role, text, turn, sessionId, at));
    const counting = [];
    for (const message of said) if (await this.#counts(message)) counting.push(message);
    return counting;
  }

  async #counts(message) {
    if (message.reason !== null) {
      this.#journal.note("skipped", { reason: message.reason, role: message.role });
      return false;
    }
    if (!message.turn || this.#seen.agentId) return true;
    const state = await this.#state();
    const counts =
      message.role === "user"
        ? state.beginsTurn(message.eventId) || this.#host.steering
        : !state.isWithoutPerson(message.turn);
    if (!counts) this.#journal.note("skipped", { reason: "turn", role: message.role });
    return counts;
  }

  async #keepOnDisk() {
    for (const message of this.said) {
      const body = message.request(this.#host, this.scope, this.sessionId);
      try {
        if (this.#place.spool === null) throw new Error("There is no home folder.");
        this.kept.push(await this.#place.spool.add(body));
        this.#journal.note("kept", { event_id: message.eventId, bytes: body.length });
      } catch (error) {
        const code = error instanceof SpoolFull ? "spool_full" : "spool_unwritable";
        this.#journal.error("spool", code);
        this.#heartbeat.note("problem", { code });
        this.unkept.push(body);
      }
    }
  }

  async #withoutContext(reason) {
    this.#journal.error("recall", reason);
    this.#heartbeat.note("recall", { result: reason });
    // A server that has just failed would only cost more waiting.
    this.isReachable = WORKING.includes(reason);
    if (reason === "timeout") {
      this.#heartbeat.fellSilent("recall");
      // At once: the next event may be here before this one is closed.
      await this.#place.heartbeats.write(this.#heartbeat);
    }
    return "";
  }

  /** Milliseconds that recall may take; less of a server that has just let one wait in vain. */
  get #patience() {
    return this.#heartbeat.isSilent("recall") ? PROBE_MS : RECALL_DEADLINE_MAX_MS;
  }

  /**
   * @returns {Promise<import("./recall.js").Recalled>}
   * @throws {Unanswered} also for an answer that can't be used
   */
  async #context(ask, size) {
    const body = contextRequest(this.#row.context, size, this.scope, this.#host.id, this.sessionId);
    return this.#read(await ask(CONTEXT, encode(body), this.#patience), (answer) => readContext(answer, size));
  }

  async #recallFor(prompt, ask, size) {
    const state = await this.#state();
    const known = this.#host.staysInHistory ? state : { compactedAt: state.compactedAt, injected: [], marks: [] };
    const { recallLimit } = this.#settings;
    const body = recallRequest(prompt, size, recallLimit, this.scope, this.#host.id, this.sessionId, known);
    return this.#read(await ask(RECALL, encode(body), this.#patience), (answer) => readRecall(answer, size, known.marks));
  }

  #read(answer, reading) {
    const { verdict } = answer;
    if (verdict === "version") this.#heartbeat.refused(answer.version);
    if (verdict !== "ok") throw new Unanswered(verdict);
    const recalled = reading(answer.body);
    if (recalled === null) throw new Unanswered("stranger");
    this.hasAnswer = true;
    this.#heartbeat.accepted();
    return recalled;
  }

  async #state() {
    if (this.#stateIsOpen) return this.#place.states.get(this.#seen.sessionId);
    this.#stateIsOpen = true;
    return this.#place.states.acquire(this.#seen.sessionId);
  }
}
