// Reads {operation: [documents]} from stdin and prints what the validators under the given folder say of each.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/src/generated/v1/`);
const { validateReply } = await import(new URL("validators.js", folder));
const { errorFromProblem } = await import(new URL("errors.js", folder));

const { replies, problems } = JSON.parse(readFileSync(0, "utf8"));
const verdicts = replies.map(([operation, document]) => validateReply(operation, document));
const errors = problems.map((problem) => {
  const error = errorFromProblem(problem);
  return [error.constructor.name, error.code, error.status, error.retryable];
});
process.stdout.write(JSON.stringify({ verdicts, errors }));
