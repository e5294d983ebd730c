// Reads one order a line, a JSON object whose `do` names it, and prints one reply a line in the same order.
import { createInterface } from "node:readline";

/**
 * @param {Record<string, (order: any) => Promise<unknown>>} orders
 * @param {{createRuntime: Function, HOST: object}} own the package's own runtime
 */
export async function obey(orders, { createRuntime, HOST }) {
  const common = {
    async environment({ variables }) {
      Object.assign(process.env, variables);
    },
    async settings() {
      return (await createRuntime(HOST).status()).settings;
    },
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    const reply = await { ...common, ...orders }[order.do](order);
    process.stdout.write(`${JSON.stringify(reply ?? null)}\n`);
  }
}
