// Generated: do not edit, your change would be lost.
// From packages/js-client/src/codeRegions.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Where a Markdown text is code, so that a tag named there can be told from a tag that acts. */

const FENCE = 3;

/**
 * Closed code spans and fences of a text, found while moving forward through it. A span lies on one line; a fence
 * runs from a line that starts with three backticks to a bare line of backticks. What is never closed is no code.
 */
export class CodeRegions {
  #runs;
  #closers;
  #next = 0;

  /** @param {string} text */
  constructor(text) {
    this.#runs = backtickRuns(text);
    this.#closers = closersOf(this.#runs);
  }

  /**
   * Where the code around `position` ends, or -1 outside code. `position` never decreases between calls;
   * backticks before `keptFrom` were removed and don't count.
   * @param {number} position
   * @param {number} keptFrom
   * @returns {number}
   */
  endAt(position, keptFrom) {
    while (this.#next < this.#runs.length) {
      const { start } = this.#runs[this.#next];
      if (start >= position) return -1;
      const closer = this.#closers[this.#next];
      if (start < keptFrom || closer < 0) {
        this.#next += 1;
        continue;
      }
      const end = this.#runs[closer].start;
      if (end > position) return end;
      this.#next = closer + 1;
    }
    return -1;
  }
}

function backtickRuns(text) {
  const runs = [];
  let line = 0;
  let newline = text.indexOf("\n");
  let start = text.indexOf("`");
  while (start >= 0) {
    let firstInLine = runs.length === 0;
    while (newline >= 0 && newline < start) {
      line += 1;
      firstInLine = true;
      newline = text.indexOf("\n", newline + 1);
    }
    let end = start;
    while (text[end] === "`") end += 1;
    runs.push({ start, length: end - start, line, kind: kindOf(text, start, end, firstInLine, newline) });
    start = text.indexOf("`", end);
  }
  return runs;
}

function kindOf(text, start, end, firstInLine, newline) {
  if (end - start < FENCE || !firstInLine) return "span";
  let before = start;
  while (before > 0 && " \t>".includes(text[before - 1])) before -= 1;
  if (before > 0 && text[before - 1] !== "\n") return "span";
  const lineEnd = newline < 0 ? text.length : newline;
  for (let at = end; at < lineEnd; at += 1) if (!" \t\r".includes(text[at])) return "open";
  return "bare";
}

function closersOf(runs) {
  const closers = new Array(runs.length).fill(-1);
  let sameLine = new Map();
  let line = -1;
  let fence = -1;
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const run = runs[index];
    if (run.line !== line) {
      line = run.line;
      sameLine = new Map();
    }
    closers[index] = run.kind !== "span" && fence >= 0 ? fence : (sameLine.get(run.length) ?? -1);
    sameLine.set(run.length, index);
    if (run.kind === "bare") fence = index;
  }
  return closers;
}
