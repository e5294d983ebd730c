// One order a line on standard input, a JSON object; one reply a line on standard output, in the same order.
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';

export const name = 'dsh-test-driver';
// Of the services it uses, those that every profile has: a row that waits for one stops the host's start.
export const inject = ['agents', 'sessions', 'agentDefaultModel'];

export function apply(ctx) {
  const exit = ctx.get('appExit');
  obey(ctx).then(
    () => exit(0),
    (error) => {
      process.stderr.write(`driver: ${error.stack}\n`);
      exit(1);
    },
  );
}

async function obey(ctx) {
  await ctx.get('loader')?.await();
  const { provider, model } = ctx.agentDefaultModel.currentSelection();
  const agentOptions = { provider, model };
  let handle;

  const orders = {
    async start() {
      const meta = { cwd: process.cwd() };
      handle = await ctx.agents.create({ sessionId: `session-${randomUUID()}`, meta, agentOptions });
      return { session: handle.agent.id };
    },
    async resume({ session }) {
      handle = await ctx.agents.resume({ resumeSessionId: session, agentOptions });
      return { session: handle.agent.id };
    },
    // Puts a prompt in without waiting for its turn; while a turn runs it is the next one, or steers it.
    async say({ text, steer }) {
      const content = [{ type: 'text', text }];
      const message = Object.freeze({ id: randomUUID(), role: 'user', content, source: { kind: 'user' } });
      if (steer) handle.agent.steer(message);
      else handle.agent.followup(message);
      return {};
    },
    async idle() {
      await handle.agent.whenIdle();
      await ctx.sessions.flush(handle.agent.session);
      return {};
    },
    async compact() {
      const made = await ctx.get('compaction').compactNow(handle.agent, new AbortController().signal);
      return { compacted: made !== null };
    },
    async abort() {
      handle.agent.cancel({ kind: 'user' });
      return {};
    },
    async command({ line }) {
      const done = await ctx.get('commands').execute(handle.agent, line, [], new AbortController().signal);
      return { text: done?.result.text ?? '' };
    },
    async dispose() {
      await handle.dispose();
      return {};
    },
  };

  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    const reply = await orders[order.do](order);
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}
