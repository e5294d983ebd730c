// Generated: do not edit, your change would be lost.
// From packages/js-client/src/runtime/remoteConnection.js
// By   generator/src/reme_generator/render/vendor.py
// Edit those and run `nox -s generate`.
/** Requests to another machine: names, TLS and proxies. Loaded only where the address is no loopback. */

import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";
import tls from "node:tls";

import { exchange, isLoopback } from "./exchange.js";

const DEFAULT_PORTS = { "http:": 80, "https:": 443 };

/**
 * Ask another machine, over TLS for https, through a proxy where the environment asks for one.
 * @param {URL} url
 * @param {Parameters<typeof exchange>[1]} request
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {Promise<import("./exchange.js").Answer>}
 * @throws {Error} when that fails, also for a certificate or a proxy that can't be used
 */
export async function exchangeRemotely(url, request, environment) {
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || DEFAULT_PORTS[url.protocol]);
  // Server names of TLS are never addresses.
  const names = secure && isIP(host) === 0 ? { servername: host } : {};
  const given = proxyFor(url.protocol.slice(0, -1), host, port, environment);
  if (given === "") return exchange({ host, port, ...names }, request, secure ? https.request : http.request);
  const proxy = parseProxy(given);
  const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (!secure) {
    const headers = { ...request.headers, ...proxy.headers };
    const path = `http://${authority}${request.path}`;
    return exchange({ host: proxy.host, port: proxy.port }, { ...request, headers, path });
  }
  const socket = await tunnel(proxy, authority, request.signal);
  const createConnection = () => tls.connect({ socket, host, ...names });
  return exchange({ host, port, createConnection }, request, https.request);
}

/**
 * The proxy that the environment names for an address, or an empty string.
 * @param {string} scheme
 * @param {string} host without brackets
 * @param {number} port
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string}
 */
export function proxyFor(scheme, host, port, environment) {
  if (isLoopback(host)) return "";
  const exceptions = variable("no_proxy", environment).split(",").map((rule) => rule.trim().toLowerCase());
  if (exceptions.some((rule) => rule !== "" && matches(host.toLowerCase(), port, rule))) return "";
  return variable(`${scheme}_proxy`, environment) || variable("all_proxy", environment);
}

function variable(name, environment) {
  // A CGI server turns a request's header `Proxy` into HTTP_PROXY: its sender could choose the proxy.
  const upper = name === "http_proxy" && "REQUEST_METHOD" in environment ? "" : environment[name.toUpperCase()];
  return (environment[name] ?? upper ?? "").trim();
}

function matches(host, port, given) {
  if (given === "*") return true;
  if (given.includes("/")) return isInNetwork(host, given);
  let rule = given;
  const colon = rule.lastIndexOf(":");
  const name = rule.slice(0, Math.max(colon, 0));
  const wanted = rule.slice(colon + 1);
  if (colon >= 0 && /^[0-9]+$/.test(wanted) && (!name.includes(":") || name.endsWith("]"))) {
    if (Number(wanted) !== port) return false;
    rule = name;
  }
  rule = rule.replace(/^\[|\]$/g, "").replace(/^\*/, "").replace(/^\.+/, "");
  return host === rule || host.endsWith(`.${rule}`);
}

function isInNetwork(host, network) {
  const family = { 4: "ipv4", 6: "ipv6" }[isIP(host)];
  if (family === undefined) return false;
  const [address, bits] = network.split("/");
  const list = new BlockList();
  try {
    list.addSubnet(address, Number(bits), { 4: "ipv4", 6: "ipv6" }[isIP(address)]);
    return list.check(host, family);
  } catch {
    return false;
  }
}

function parseProxy(given) {
  const address = new URL(given.includes("://") ? given : `http://${given}`);
  if (address.protocol !== "http:") throw new TypeError("Only proxies with an http address are known.");
  const credentials = `${decoded(address.username)}:${decoded(address.password)}`;
  const encoded = Buffer.from(credentials).toString("base64");
  return {
    host: address.hostname.replace(/^\[|\]$/g, ""),
    port: Number(address.port || DEFAULT_PORTS["http:"]),
    headers: credentials === ":" ? {} : { "Proxy-Authorization": `Basic ${encoded}` },
  };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function tunnel({ host, port, headers }, authority, signal) {
  return new Promise((resolve, reject) => {
    const request = http.request({
      host,
      port,
      method: "CONNECT",
      path: authority,
      headers: { Host: authority, ...headers },
      agent: false,
    });
    const stop = () => {
      reject(signal.reason);
      request.destroy();
    };
    signal.addEventListener("abort", stop, { once: true });
    request.on("close", () => signal.removeEventListener("abort", stop));
    request.on("socket", (socket) => socket.unref());
    request.on("error", reject);
    request.on("response", (response) => {
      response.destroy();
      reject(new Error("The proxy answered without a tunnel."));
    });
    request.on("connect", (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      return reject(new Error("The proxy refused the tunnel."));
    });
    request.end();
  });
}
