/** Which requests go through a proxy: the same rules as the hooks'. */

import assert from "node:assert/strict";
import test from "node:test";

import { isLoopback } from "../../../packages/js-client/src/runtime/exchange.js";
import { proxyFor } from "../../../packages/js-client/src/runtime/remoteConnection.js";

const PROXY = "http://proxy:3128";

test("loopback never does", () => {
  const hosts = ["127.0.0.1", "127.9.8.7", "localhost", "LOCALHOST.", "a.localhost", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"];
  for (const host of hosts) {
    assert.ok(isLoopback(host), host);
    assert.equal(proxyFor("http", host, 80, { http_proxy: PROXY, all_proxy: PROXY }), "");
  }
});

test("what only looks like loopback does", () => {
  for (const host of ["127.0.0.1.example", "localhost.example", "12.0.0.1", "128.0.0.1", "127.1.2", "::ffff:7f", "::7f00:1"]) {
    assert.equal(isLoopback(host), false, host);
    assert.equal(proxyFor("http", host, 80, { http_proxy: PROXY }), PROXY);
  }
});

test("no_proxy names exceptions", () => {
  const rules = {
    "": false,
    "*": true,
    "other.example": false,
    "memory.example": true,
    " .example , x": true,
    "*.example": true,
    ample: false,
    "memory.example:8080": true,
    "memory.example:80": false,
    "10.0.0.0/8": false,
  };
  for (const [rule, direct] of Object.entries(rules)) {
    const found = proxyFor("http", "memory.example", 8080, { HTTP_PROXY: PROXY, NO_PROXY: rule });
    assert.equal(found === "", direct, rule);
  }
});

test("no_proxy knows networks", () => {
  const environment = { http_proxy: PROXY, no_proxy: "10.0.0.0/8,fd00::/8,nonsense/x" };
  assert.equal(proxyFor("http", "10.1.2.3", 80, environment), "");
  assert.equal(proxyFor("http", "fd00::1", 80, environment), "");
  assert.equal(proxyFor("http", "11.1.2.3", 80, environment), PROXY);
});

test("lower case wins, and a CGI request chooses no proxy", () => {
  assert.equal(proxyFor("http", "a.b", 80, { http_proxy: PROXY, HTTP_PROXY: "x" }), PROXY);
  assert.equal(proxyFor("http", "a.b", 80, { HTTP_PROXY: PROXY, REQUEST_METHOD: "GET" }), "");
  assert.equal(proxyFor("https", "a.b", 443, { HTTP_PROXY: PROXY }), "");
  assert.equal(proxyFor("https", "a.b", 443, { ALL_PROXY: PROXY }), PROXY);
});
