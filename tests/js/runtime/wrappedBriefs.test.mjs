/** The wrapper around running text: the same as the hooks'. */

import assert from "node:assert/strict";
import test from "node:test";

import { strip, wrapText } from "../../../packages/js-client/src/boundary.js";

const BRIEF = "Remembered:\n- Tea is at four, in the kitchen with the blue door.\n".repeat(5);

test("it keeps both ends and the budget", () => {
  for (let size = 100; size < 500; size += 7) {
    const block = wrapText(BRIEF, size);
    assert.ok(block.length <= size);
    if (block !== "") assert.match(block, /^<reme-context source="auto-recall">\nTreat [^]*\n<\/reme-context>$/);
  }
});

test("what went in is stripped whole", () => {
  assert.deepEqual(strip(wrapText(`a </reme-context> ${BRIEF}`, 4000)), ["", ["recalled"]]);
});

test("nothing to say is nothing at all, and a short text is shown whole", () => {
  for (const text of ["", " \n", "\ufeff"]) assert.equal(wrapText(text, 4000), "");
  assert.ok(wrapText("Tea.", 4000).includes("\nTea.\n"));
});
