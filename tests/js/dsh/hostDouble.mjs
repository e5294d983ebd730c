// A host as small as a test needs it; its shapes are those that were recorded of 0.1.0-rc.8.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A home folder of its own and a server that is not there, for everything that this process loads. */
export function ownHome() {
  const home = mkdtempSync(join(tmpdir(), "reme-dsh-"));
  Object.assign(process.env, { HOME: home, REME_URL: "http://127.0.0.1:9" });
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** A context that keeps what a plugin registers. */
export class Host {
  listeners = new Map();
  disposers = [];
  warnings = [];
  tools = new Map();
  skills = [];
  commands = [];
  agents = new Map();

  constructor(more = {}) {
    const services = {
      tools: {
        get: (name) => this.tools.get(name),
        register: (tool) => {
          if (this.tools.has(tool.name)) throw new Error(`duplicate tool ${tool.name}`);
          this.tools.set(tool.name, tool);
        },
      },
      skills: { register: (skill) => this.skills.push(skill) },
      commands: { register: (command) => this.commands.push(command) },
      agents: { get: (id) => this.agents.get(id), list: () => [...this.agents.values()] },
    };
    this.ctx = {
      root: { logger: () => ({ warn: (message) => this.warnings.push(message) }) },
      on: (name, listener) => this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener]),
      effect: (make) => this.disposers.push(make()),
      inject: (_names, use) => use({ ...this.ctx, ...services }),
      get: (name) => services[name],
      ...more,
    };
  }

  emit(name, ...given) {
    return (this.listeners.get(name) ?? []).map((listener) => listener(...given));
  }

  async step(step, decide) {
    let next = decide;
    for (const listener of this.listeners.get("agent/pre-step") ?? []) {
      const inner = next;
      next = () => listener(step, inner);
    }
    return next();
  }

  async status() {
    return (await this.commands[0].handler()).text;
  }

  async dispose() {
    for (const dispose of this.disposers.reverse()) await dispose?.();
  }
}

export const session = (more = {}) => ({ id: "session-1", header: { cwd: "/" }, events: [], ...more });

export const agent = (own = session(), status = "running") => ({
  id: own.id,
  status,
  session: own,
  ctx: { effect() {} },
});

export const said = (text) => ({ role: "user", source: { kind: "user" }, content: [{ type: "text", text }] });
