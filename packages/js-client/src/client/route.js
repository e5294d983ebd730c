/** How to reach an origin: directly, or through the proxy that the environment names. */

import { BlockList, isIP } from "node:net";

import { ConfigurationError } from "./errors.js";

const DEFAULT_PORTS = Object.freeze({ "http:": 80, "https:": 443 });
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/**
 * Whether a host name or address (brackets allowed) can only be this machine.
 * @param {string} host
 * @returns {boolean}
 */
export function isLoopback(host) {
  const name = host.replace(/^\[|\]$/g, "").replace(/\.$/, "").toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return isIP(name) > 0 && LOOPBACK.check(name, family(name));
}

/**
 * The proxy for an origin, or null for a direct connection. Loopback is always direct; others obey HTTP_PROXY,
 * HTTPS_PROXY, ALL_PROXY and NO_PROXY, where a lower-case variable wins over its upper-case twin.
 * @param {URL} origin
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {{origin: string, url: URL, authorization: string | null} | null} `origin` is without credentials
 * @throws {ConfigurationError} for a proxy that can't be used
 */
export function proxyFor(origin, environment) {
  if (isLoopback(origin.hostname)) return null;
  const proxy = variable(environment, `${origin.protocol.slice(0, -1)}_proxy`) || variable(environment, "all_proxy");
  if (proxy === "" || bypassed(origin, variable(environment, "no_proxy"))) return null;
  return parsed(proxy);
}

function variable(environment, name) {
  // A CGI server turns a request's header `Proxy` into HTTP_PROXY: its sender could choose the proxy.
  const upper = name === "http_proxy" && "REQUEST_METHOD" in environment ? "" : environment[name.toUpperCase()];
  return (environment[name] || upper || "").trim();
}

function parsed(proxy) {
  try {
    const url = new URL(proxy.includes("://") ? proxy : `http://${proxy}`);
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    const authorization = url.username ? `Basic ${Buffer.from(credentials).toString("base64")}` : null;
    if (Object.hasOwn(DEFAULT_PORTS, url.protocol)) {
      return { origin: `${url.protocol}//${url.hostname}:${portOf(url)}`, url, authorization };
    }
  } catch {
    // The error names the address with its credentials.
  }
  throw new ConfigurationError("The proxy variables can't be used: no http:// or https:// address of a proxy.", {
    hint: "Correct them, or set NO_PROXY.",
  });
}

function portOf(url) {
  return url.port ? Number(url.port) : DEFAULT_PORTS[url.protocol];
}

function bypassed(origin, rules) {
  const host = origin.hostname.replace(/^\[|\]$/g, "");
  return rules
    .split(",")
    .map((rule) => rule.trim().toLowerCase())
    .some((rule) => rule !== "" && matches(host, portOf(origin), rule));
}

function matches(host, port, rule) {
  if (rule === "*") return true;
  if (rule.includes("/")) return inNetwork(host, rule);
  const [, name, wanted] = /^(.*):([0-9]+)$/.exec(rule) ?? [];
  const hasPort = name !== undefined && (!name.includes(":") || name.endsWith("]"));
  if (hasPort && Number(wanted) !== port) return false;
  const bare = (hasPort ? name : rule).replace(/^\[|\]$/g, "").replace(/^\*/, "").replace(/^\.+/, "");
  return host === bare || host.endsWith(`.${bare}`);
}

function inNetwork(host, rule) {
  const [address, bits] = rule.split("/");
  const network = new BlockList();
  try {
    network.addSubnet(address, Number(bits), family(address));
  } catch {
    return false;
  }
  return isIP(host) > 0 && network.check(host, family(host));
}

function family(address) {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
