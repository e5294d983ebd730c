// Generated: do not edit, your change would be lost.
// From packages/js-client/src/stripping.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Takes recalled, private and host-made passages out of a text. */

import { trimBoth } from "./characters.js";
import { CodeRegions } from "./codeRegions.js";
import * as rules from "./generated/v1/boundary.js";
import { EMPTY, OPEN, findTags, matchTags } from "./tags.js";

const NOTICE_START = rules.RECALL_NOTICE.slice(0, 24);
const NOTICE_WITHIN = 64;
const WHITESPACE = new Set(rules.WHITESPACE);
const MENTION_FILLER = new Set(rules.MENTION_FILLER);
const LINE_EDGE = new Set(" \t\r>");

/**
 * Repeat until nothing more goes. Text that never settles was built to deceive and is dropped whole.
 * @param {string} text
 * @returns {[string, string[]]}
 */
export function stripPassages(text) {
  const reasons = new Set();
  let current = text;
  for (let round = 0; round < rules.ROUNDS; round += 1) {
    const stripped = withoutHostLines(new Strip(current, reasons).run(), reasons);
    if (stripped === current) return [current, [...reasons].sort()];
    current = stripped;
  }
  return ["", [...reasons].sort()];
}

/** One pass from left to right over the tags of a text. */
class Strip {
  constructor(text, reasons) {
    this.text = text;
    this.reasons = reasons;
    this.tags = findTags(text);
    this.partners = matchTags(this.tags);
    this.pieces = [];
    this.cursor = 0;
    this.firstContent = 0;
    // Whether what follows the cursor starts a line of the result.
    this.opensLine = true;
  }

  run() {
    if (this.tags.length === 0) return this.text;
    const code = new CodeRegions(this.text);
    while (this.firstContent < this.text.length && WHITESPACE.has(this.text[this.firstContent])) this.firstContent += 1;
    this.tags.forEach((tag, index) => {
      if (tag.start < this.cursor || tag.kind === EMPTY) return;
      const codeEnd = code.endAt(tag.start, this.cursor);
      if (codeEnd >= 0) this.inCode(index, codeEnd);
      else if (tag.kind === OPEN) this.opening(index);
      else if (!this.partners.has(index)) this.orphan(index);
    });
    return this.pieces.join("") + this.text.slice(this.cursor);
  }

  /** A tag alone in code is a mention. A pair around something, or recall's own first lines, is the real thing. */
  inCode(index, codeEnd) {
    const tag = this.tags[index];
    const element = rules.ELEMENTS[tag.element];
    if (element.in_code !== "strip" || tag.kind !== OPEN) return;
    const partner = this.tags[this.partners.get(index)];
    if (partner !== undefined && partner.start < codeEnd) {
      if (trimBoth(this.text.slice(tag.end, partner.start), MENTION_FILLER) !== "") {
        this.remove(tag.start, partner.end, element.reason, rules.CODE_CUT);
      }
    } else if (!this.text.slice(tag.end, Math.min(codeEnd, tag.end + NOTICE_WITHIN)).includes(NOTICE_START)) {
      return;
    } else if (partner !== undefined) {
      // What seems to end the code is a fence inside the recalled text.
      this.removeOutside(tag.start, partner.end, element);
    } else {
      this.remove(tag.start, codeEnd, element.reason, rules.CODE_CUT);
    }
  }

  opening(index) {
    const tag = this.tags[index];
    const element = rules.ELEMENTS[tag.element];
    const first = this.firstContent >= tag.start && this.pieces.length === 0;
    if (element.only_at_start && !first) return;
    const partner = this.tags[this.partners.get(index)];
    if (partner !== undefined) {
      this.removeOutside(tag.start, partner.end, element);
    } else if ((element.unclosed === "end" && !tag.word) || (element.unclosed === "start" && first)) {
      this.removeOutside(tag.start, this.text.length, element);
    }
  }

  /** A closing tag whose opening was in an earlier part: what stands before it is the rest of the passage. */
  orphan(index) {
    const tag = this.tags[index];
    const element = rules.ELEMENTS[tag.element];
    const rule = element.orphan_close;
    if (rule === "keep" || (rule === "line" && !this.aloneOnLine(tag.start, tag.end))) return;
    this.removeOutside(this.cursor, tag.end, element);
  }

  aloneOnLine(tagStart, tagEnd) {
    const { text } = this;
    let start = tagStart;
    let end = tagEnd;
    while (start > this.cursor && " \t>".includes(text[start - 1])) start -= 1;
    while (end < text.length && " \t".includes(text[end])) end += 1;
    return (start === this.cursor || text[start - 1] === "\n") && (end === text.length || "\r\n".includes(text[end]));
  }

  /** Remove a passage and what it leaves behind: its quote marks, its empty line, its brackets. */
  removeOutside(from, to, element) {
    const { text } = this;
    let start = from;
    let end = to;
    if (element.end_name !== "") {
      while (start > this.cursor && text[start - 1] === "<") start -= 1;
      while (end < text.length && text[end] === ">") end += 1;
    }
    let lineStart = start;
    while (lineStart > this.cursor && " \t>".includes(text[lineStart - 1])) lineStart -= 1;
    const opensLine = lineStart === this.cursor ? this.opensLine : text[lineStart - 1] === "\n";
    if (opensLine) {
      start = lineStart;
      while (end < text.length && " \t".includes(text[end])) end += 1;
      if (text.startsWith("\r\n", end)) end += 2;
      else if (text.startsWith("\n", end)) end += 1;
    }
    const inside = start > this.cursor && end < text.length;
    const glued = !opensLine && inside && !WHITESPACE.has(text[start - 1]) && !WHITESPACE.has(text[end]);
    this.remove(start, end, element.reason, glued ? " " : "");
    this.opensLine = opensLine;
  }

  remove(start, end, reason, mark) {
    this.pieces.push(this.text.slice(this.cursor, start) + mark);
    this.cursor = end;
    this.opensLine = false;
    this.reasons.add(reason);
  }
}

function withoutHostLines(text, reasons) {
  const active = rules.LINES.filter((rule) => text.includes(rule.needle));
  if (active.length === 0) return text;
  const code = new CodeRegions(text);
  let position = 0;
  const kept = text.split("\n").filter((line) => {
    const drop = isHostLine(line, active) && code.endAt(position, 0) < 0;
    position += line.length + 1;
    if (drop) reasons.add("host");
    return !drop;
  });
  return kept.join("\n");
}

function isHostLine(line, active) {
  const bare = trimBoth(line, LINE_EDGE);
  return active.some((rule) => rule.equals.includes(bare) || rule.starts.some((start) => bare.startsWith(start)));
}
