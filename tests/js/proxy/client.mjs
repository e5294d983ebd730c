/** @file A client of the proxy: the real program in a process of its own, with an explicit environment. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROGRAM =
  process.env.REME_TEST_PROXY ??
  fileURLToPath(new URL("../../../packages/mcp-proxy/src/mcp-proxy.mjs", import.meta.url));
const META = "io.modelcontextprotocol/";

/** A temporary folder that goes when the test ends. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "reme-proxy-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** What a modern client puts into each request. */
export function modernMeta(version = "2026-07-28") {
  return {
    [`${META}protocolVersion`]: version,
    [`${META}clientInfo`]: { name: "test", version: "1" },
    [`${META}clientCapabilities`]: {},
  };
}

/** One running proxy. */
export class Client {
  /** Everything it printed, line by line, parsed; a line that is no JSON fails the test that reads it. */
  lines = [];
  stderr = "";
  #waiting = [];
  #nextId = 1;

  /**
   * @param {import("node:test").TestContext} t
   * @param {Record<string, string>} environment beside PATH and a HOME of its own
   * @param {string[]} [options] of Node.js
   * @param {string} [program]
   */
  constructor(t, environment, options = [], program = PROGRAM) {
    this.home = environment.HOME ?? folder(t);
    const env = { PATH: process.env.PATH, HOME: this.home, ...environment };
    this.process = spawn(process.execPath, [...options, program], { env, stdio: "pipe", cwd: tmpdir() });
    this.exited = new Promise((resolve) => this.process.once("exit", (code, signal) => resolve(signal ?? code)));
    t.after(() => this.process.kill("SIGKILL"));
    this.process.stdin.on("error", () => {});
    this.process.stderr.setEncoding("utf8").on("data", (text) => (this.stderr += text));
    let rest = "";
    this.process.stdout.setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop();
      parts.forEach((line) => this.#line(line));
    });
    this.process.stdout.once("end", () => rest !== "" && this.#line(rest));
  }

  #line(line) {
    const message = JSON.parse(line);
    Object.defineProperty(message, "text", { value: line });
    this.lines.push(message);
    for (const waiter of this.#waiting.filter(({ fits }) => fits(message))) waiter.resolve(message);
    this.#waiting = this.#waiting.filter(({ fits }) => !fits(message));
  }

  write(text) {
    this.process.stdin.write(text);
  }

  send(message) {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** The first line, past or future, that fits. */
  until(fits) {
    const found = this.lines.find(fits);
    if (found) return Promise.resolve(found);
    return new Promise((resolve) => this.#waiting.push({ fits, resolve }));
  }

  /** Send a request; gives its id and a promise of its answer. */
  start(method, params = {}, id = this.#nextId++) {
    this.send({ id, method, params });
    return { id, answer: this.until((line) => line.id === id && line.method === undefined) };
  }

  /** The answer to a request. */
  ask(method, params = {}, id = undefined) {
    return this.start(method, params, id).answer;
  }

  call(name, args = {}) {
    return this.ask("tools/call", { name, arguments: args });
  }

  /** A modern request. */
  askModern(method, params = {}, version = undefined) {
    return this.ask(method, { ...params, _meta: { ...modernMeta(version), ...params._meta } });
  }

  /** The legacy handshake, to its end. */
  async open(protocolVersion = "2025-11-25", capabilities = {}) {
    const answer = await this.ask("initialize", {
      protocolVersion,
      capabilities,
      clientInfo: { name: "test", version: "1" },
    });
    this.notify("notifications/initialized");
    // What follows waits until the server has taken the notification.
    await this.ask("ping");
    return answer;
  }

  /** Close standard input and wait for the end of the process. */
  close() {
    this.process.stdin.end();
    return this.exited;
  }

  /** Exactly one answer to each id, all of them. */
  assertAnsweredOnce(ids) {
    for (const id of ids)
      assert.equal(
        this.lines.filter((line) => line.id === id && line.method === undefined).length,
        1,
        `answers to ${id}`,
      );
  }
}

/** The reason of a failure of the proxy's own. */
export function reason(answer) {
  return answer.error?.data?.reason;
}
