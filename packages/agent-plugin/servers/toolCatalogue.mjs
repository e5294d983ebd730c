// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/toolCatalogue.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file What the last tools/list said that a proxy has to know: hints, mirrored parameters, a scope. */

const ANNOTATION = "x-mcp-header";
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const MIRRORED_TYPES = new Set(["string", "integer", "boolean"]);
const SCOPE = "scope_id";
// Where a schema may stand besides `properties`; none of them leads to a parameter that has one fixed place.
const SINGLE = [
  "items",
  "contains",
  "unevaluatedItems",
  "additionalProperties",
  "propertyNames",
  "unevaluatedProperties",
  "not",
  "if",
  "then",
  "else",
  "contentSchema",
];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["patternProperties", "dependentSchemas", "$defs", "definitions"];

/** Tools by name, from the pages of the last list. */
export class ToolCatalogue {
  #tools = new Map();

  /**
   * Remember a page, and tell which of its tools may not be passed on: those with an invalid `x-mcp-header`.
   * @param {any} result of tools/list
   * @param {boolean} first whether it is the first page
   * @returns {string[]} names
   */
  learn(result, first) {
    if (first) this.#tools.clear();
    const refused = [];
    for (const tool of Array.isArray(result?.tools) ? result.tools : []) {
      const headers = mirrored(tool?.inputSchema);
      if (headers === null) refused.push(tool.name);
      this.#tools.set(tool?.name, {
        headers: headers ?? [],
        safe: tool?.annotations?.readOnlyHint === true || tool?.annotations?.idempotentHint === true,
        scoped: Object.hasOwn(tool?.inputSchema?.properties ?? {}, SCOPE),
      });
    }
    return refused;
  }

  knows(name) {
    return this.#tools.has(name);
  }

  /** @returns {[path: string[], header: string][]} */
  headersOf(name) {
    return this.#tools.get(name)?.headers ?? [];
  }

  /** Whether doing it twice is the same as doing it once. */
  isSafe(name) {
    return this.#tools.get(name)?.safe === true;
  }

  /** Whether it works in a scope that the caller may name. */
  isScoped(name) {
    return this.#tools.get(name)?.scoped === true;
  }
}

/** Paths of the annotated parameters and their headers; null when an annotation breaks the rules. */
function mirrored(schema) {
  const found = [];
  const seen = new Set();
  const waiting = [[[], schema]];
  while (waiting.length > 0) {
    const [path, node] = waiting.pop();
    if (node === null || typeof node !== "object" || Array.isArray(node)) continue;
    if (Object.hasOwn(node, ANNOTATION)) {
      const header = node[ANNOTATION];
      const named = typeof header === "string" && TOKEN.test(header) && !seen.has(header.toLowerCase());
      if (path === null || path.length === 0 || !named || !MIRRORED_TYPES.has(node.type)) return null;
      seen.add(header.toLowerCase());
      found.push([path, header]);
    }
    waiting.push(...below(path, node));
  }
  return found;
}

function* below(path, node) {
  for (const [name, child] of entries(node.properties)) yield [path === null ? null : [...path, name], child];
  for (const key of SINGLE) if (Object.hasOwn(node, key)) yield [null, node[key]];
  for (const key of LISTS) for (const child of Array.isArray(node[key]) ? node[key] : []) yield [null, child];
  for (const key of MAPS) for (const [, child] of entries(node[key])) yield [null, child];
}

function entries(value) {
  return value && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
}
