/** Servers on loopback that behave as told, well or badly, and remember what they were asked. */

import { once } from "node:events";
import http from "node:http";
import net from "node:net";

export const OURS = { "Reme-Api-Version": "1.0", "Content-Type": "application/json" };

/**
 * Answers like the gateway; `decide(operation, value)` may give `[status, value]` for some requests, or something falsy, and
 * may be asynchronous. Closed when the test is over.
 * @param {import("node:test").TestContext} t
 */
export async function gateway(t, { decide = () => undefined, hits = [], version = "1.0", port = 0 } = {}) {
  const requests = [];
  const server = http.createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const operation = request.url.slice(1);
    const body = Buffer.concat(parts).toString("utf8");
    const value = body === "" ? {} : JSON.parse(body);
    requests.push({ operation, value, body, headers: request.headers });
    const [status, reply] = (await decide(operation, value)) || [200, usual(operation, value, hits)];
    if (response.destroyed) return;
    response.writeHead(status, { ...OURS, "Reme-Api-Version": version });
    response.end(JSON.stringify(reply));
  });
  const opened = await opening(t, server, port);
  return {
    ...opened,
    requests,
    operations: () => requests.map(({ operation }) => operation),
    asked: (operation) => requests.filter((request) => request.operation === operation).map(({ value }) => value),
    said: () =>
      requests
        .filter(({ operation }) => operation === "agent_session_append")
        .flatMap(({ value }) => value.events.map(({ content }) => content)),
  };
}

/**
 * Hands every connection to `behave(socket, request)`; `request` resolves to the whole request's text.
 * @param {import("node:test").TestContext} t
 * @param {(socket: net.Socket, request: Promise<string>) => void | Promise<void>} behave
 */
export async function strangeServer(t, behave) {
  const sockets = new Set();
  let count = 0;
  const server = net.createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    Promise.resolve(behave(socket, wholeRequest(socket))).catch(() => socket.destroy());
  });
  const opened = await opening(t, server, 0, () => sockets.forEach((socket) => socket.destroy()));
  return { ...opened, connections: () => count };
}

/** A port on which nothing listens. */
export async function closedPort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export function appended(events, outcome = "appended") {
  return { outcomes: events.map(() => ({ outcome })) };
}

export function hit(id, snippet) {
  return {
    id,
    path: "daily/2026-11-30/tea.md",
    line_start: 3,
    line_end: 3,
    snippet,
    score: 0.8,
    kind: "daily",
    created_at: "2026-11-30T10:00:00Z",
    truncated: false,
  };
}

async function opening(t, server, port, close = () => server.closeAllConnections()) {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const end = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    close();
    await closed;
  };
  t.after(end);
  return { url: `http://127.0.0.1:${server.address().port}`, port: server.address().port, close: end };
}

function usual(operation, value, hits) {
  if (operation === "agent_session_append") return appended(value.events);
  if (operation === "agent_memory_recall") {
    const known = value.exclude_ids ?? [];
    return { hits: hits.filter(({ id }) => !known.includes(id)), truncated: false, total_chars: 0 };
  }
  if (operation === "agent_session_context") return { text: `Brief for ${value.purpose}: tea is at four.` };
  if (operation === "version") return { name: "reme-gateway", version: "9.9.9", integration_api_version: "1.0" };
  if (operation === "health") return { status: "ok", reasons: [] };
  return { queued: true, pending: 0 };
}

function wholeRequest(socket) {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (part) => {
      text += part.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/content-length: *([0-9]+)/i.exec(text)?.[1] ?? 0);
      if (end >= 0 && text.length >= end + 4 + length) resolve(text);
    });
  });
}
