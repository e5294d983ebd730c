// Generated: do not edit, your change would be lost.
// From packages/mcp-proxy/src/failures.mjs
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** @file What can go wrong between client and server: numbers, reasons and texts, each with what to do. */

// Outside -32768…-32000, which JSON-RPC and MCP keep for themselves; `data.reason` is what programs go by.
export const CODES = Object.freeze({
  configuration_invalid: 2400,
  auth_refused: 2401,
  access_refused: 2403,
  too_large: 2413,
  busy: 2429,
  shutting_down: 2499,
  upstream_error: 2500,
  redirect_refused: 2501,
  empty_reply: 2502,
  unreachable: 2503,
  timeout: 2504,
  bad_reply: 2505,
  connection_lost: 2506,
  version_unsupported: 2507,
});

const NO_HTTP = "NO_HTTP";
const INTERNAL_ERROR = -32603;
const CONFIGURATION_ERRORS = new Set(["ConfigurationError", "PlainHttpRefused"]);
const EXCERPT_CHARS = 500;

/** A failure of the proxy itself; becomes a JSON-RPC error. */
export class Failure extends Error {
  /**
   * @param {keyof typeof CODES} reason
   * @param {string} message
   * @param {Record<string, unknown>} [data]
   */
  constructor(reason, message, data = {}) {
    super(message);
    this.name = "Failure";
    this.reason = reason;
    this.data = { reason, ...data };
  }

  /** As a JSON-RPC error object. */
  get error() {
    return { code: CODES[this.reason] ?? INTERNAL_ERROR, message: this.message, data: this.data };
  }
}

/**
 * What to tell the client of an error, whatever threw it.
 * @param {any} error
 * @param {import("./settings.mjs").Settings | undefined} settings of the server that was asked
 * @param {boolean} retrySafe
 * @returns {Failure}
 */
export function from(error, settings, retrySafe) {
  if (error instanceof Failure) return error;
  if (error.code === NO_HTTP) return badReply(error.message);
  if (CONFIGURATION_ERRORS.has(error.name)) return configurationInvalid(error);
  if (error.name === "ExchangeFailed" && !error.sent) return unreachable(settings, error);
  if (error.name === "ExchangeFailed" || error.name === "ReplyBroken") return connectionLost(error, retrySafe);
  return new Failure("internal", `The proxy has a fault (${error.name}).`);
}

export function configurationInvalid(error) {
  return new Failure("configuration_invalid", error.message, error.code ? { problem: error.code } : {});
}

/** @param {import("./settings.mjs").Settings} settings */
export function authRefused(settings, status, body) {
  const missing = settings.token === "";
  const file = settings.tokenFile || "the configuration file";
  const hint = `Put the server's token into REME_TOKEN, or as "token" into ${file}.`;
  const from = missing ? "No token is set." : `The token comes from ${settings.tokenOrigin}.`;
  return new Failure("auth_refused", `The ReMe server refused access (HTTP ${status}). ${from} ${hint}`, {
    status,
    credentialSource: missing ? null : settings.tokenOrigin,
    hint,
    ...excerpt(body, settings),
  });
}

export function accessRefused(settings, status, body) {
  const message =
    `The ReMe server does not serve this host name or origin (HTTP ${status}). ` +
    "Call it by its loopback address, or add the name to its allowed hosts.";
  return new Failure("access_refused", message, { status, ...excerpt(body, settings) });
}

export function upstreamError(settings, status, body) {
  const said = problemText(body);
  const message = `The ReMe server answered HTTP ${status}.${said ? ` ${redacted(said, settings)}` : ""}`;
  return new Failure("upstream_error", message, { status, ...excerpt(body, settings) });
}

export function redirectRefused(settings, status, location) {
  const message =
    `The ReMe server redirects to ${redacted(location, settings)}, which is not followed: ` +
    "another origin must not see the credential. Set REME_URL to the address that is meant.";
  return new Failure("redirect_refused", message, { status });
}

export function emptyReply(status) {
  return new Failure("empty_reply", `The server accepted the request (HTTP ${status}) and answered nothing.`, {
    status,
  });
}

export function unreachable(settings, error) {
  const endpoint = redacted(settings.url, settings);
  const cause = error.code ?? error.name;
  const message =
    `Nothing answers at ${endpoint} (${cause}). Start the server with \`reme start\`, ` +
    `or correct the address, which comes from ${settings.urlOrigin}.`;
  return new Failure("unreachable", message, { endpoint, cause });
}

export function timedOut(settings, { phase, elapsedMs, limitMs, total, retrySafe }) {
  const mayStillRun = phase !== "queue" && phase !== "connect";
  const still = mayStillRun ? " It may still be running there." : "";
  const raise = total ? "REME_PROXY_TOTAL_TIMEOUT_MS (REME_TIMEOUT_MS limits each silence)" : "REME_TIMEOUT_MS";
  const message =
    `No answer within ${limitMs} ms.${still} Look at ${redacted(settings.url, settings)}/health; ` +
    `if the server is only slow, raise ${raise}.`;
  return new Failure("timeout", message, { phase, elapsedMs, limitMs, mayStillRun, retrySafe });
}

export function badReply(problem, contentType) {
  return new Failure("bad_reply", `The server's reply cannot be used: ${problem}.`, { contentType });
}

export function connectionLost(error, retrySafe) {
  const cause = error.code ?? error.message;
  const message = `The connection ended before the answer came (${cause}). The request may have been carried out.`;
  return new Failure("connection_lost", message, { mayHaveRun: true, retrySafe });
}

export function tooLarge(what, bytes, limitBytes) {
  const message = `The ${what} has ${bytes} bytes; ${limitBytes} are allowed. Send less, or raise REME_PROXY_MESSAGE_BYTES.`;
  return new Failure("too_large", message, { bytes, limitBytes });
}

export function busy(depth) {
  return new Failure("busy", `${depth} requests wait already. Try again when some were answered.`, { depth });
}

export function shuttingDown() {
  return new Failure("shutting_down", "The proxy is being stopped; the request was given up.");
}

export function versionUnsupported(supported, cause) {
  const spoken = supported.join(", ");
  const message = `This server speaks MCP ${spoken} only, which has no initialize. Use a client that speaks it.`;
  return new Failure("version_unsupported", message, { supported, cause });
}

/** Text without the token, without user names and passwords in addresses, and without queries. */
export function redacted(text, settings) {
  const bare = settings.token === "" ? text : text.replaceAll(settings.token, "[token]");
  return bare
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']*@/gi, "$1")
    .replace(/(\bhttps?:\/\/[^\s?#"']*)[?#][^\s"']*/gi, "$1");
}

function excerpt(body, settings) {
  return body === "" ? {} : { body: redacted(body, settings).slice(0, EXCERPT_CHARS) };
}

/** Detail and hint of a problem document (RFC 9457). */
function problemText(body) {
  try {
    const { detail, hint } = JSON.parse(body);
    return [detail, hint]
      .filter((part) => typeof part === "string")
      .join(" ")
      .slice(0, EXCERPT_CHARS);
  } catch {
    return "";
  }
}
