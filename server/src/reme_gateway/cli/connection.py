"""One request to the gateway: address, token, proxy, deadline; every refusal becomes one line."""

from __future__ import annotations

import http.client
import json
import ssl
from typing import Any
from urllib.parse import unquote, urlsplit

from reme_gateway.cli.configuration import ClientConfiguration
from reme_gateway.cli.outcome import CONFIGURATION, FAILED, UNREACHABLE, CommandFailed
from reme_gateway.cli.refusals import what_happened, what_to_do
from reme_gateway.cli.wire import API_VERSION, GET_OPERATIONS, VERSION_HEADER, is_loopback_name

_MOST_REPLY_BYTES = 64 * 1024 * 1024


class Connection:
    """Calls operations of one gateway. Opens a connection per call: a command makes one or two."""

    def __init__(self, configuration: ClientConfiguration) -> None:
        self._configuration = configuration
        try:
            self._url = urlsplit(configuration.url)
            self._port = self._url.port
        except ValueError as error:
            raise self._bad_address(str(error)) from None
        if self._url.scheme not in ("http", "https") or not self._url.hostname:
            raise self._bad_address("it needs http:// or https:// and a host")

    def call(self, operation: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """The operation's reply. Raises ``CommandFailed`` for a refusal and when nobody answers."""
        method = "GET" if operation in GET_OPERATIONS else "POST"
        payload = None if method == "GET" else json.dumps(body or {}).encode()
        try:
            status, reply = self._exchange(method, f"/{operation}", payload)
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from error
        return self._understand(status, reply)

    def _exchange(self, method: str, path: str, payload: bytes | None) -> tuple[int, bytes]:
        connection, target, headers = self._open()
        headers |= {VERSION_HEADER: API_VERSION, "Accept": "application/json"}
        if payload is not None:
            headers["Content-Type"] = "application/json"
        if self._configuration.token:
            headers["Authorization"] = f"Bearer {self._configuration.token}"
        try:
            connection.request(method, target + self._url.path.rstrip("/") + path, payload, headers)
            response = connection.getresponse()
            return response.status, response.read(_MOST_REPLY_BYTES)
        finally:
            connection.close()

    def _open(self) -> tuple[http.client.HTTPConnection, str, dict[str, str]]:
        """A connection, what stands before the path in the request line, and headers for the proxy."""
        host, timeout = self._url.hostname or "", self._configuration.timeout_ms / 1000
        proxy = None if is_loopback_name(host) else _proxy_for(self._url.scheme, host, self._port)
        name, port, headers = proxy or (host, self._port, {})
        if self._url.scheme == "http":
            target = f"http://{self._url.netloc}" if proxy else ""
            return http.client.HTTPConnection(name, port, timeout=timeout), target, headers
        secure = http.client.HTTPSConnection(
            name, port, timeout=timeout, context=ssl.create_default_context()
        )
        if proxy:
            secure.set_tunnel(host, self._port, headers)
        return secure, "", {}

    def _understand(self, status: int, reply: bytes) -> dict[str, Any]:
        try:
            document = json.loads(reply)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict):
            raise self._stranger(f"status {status} and no JSON object")
        if status == http.client.OK:
            return document
        if "code" not in document:
            raise self._stranger(f"status {status} and no problem document")
        code, remedy = str(document["code"]), what_to_do(document)
        if code == "unauthorized" and self._configuration.token:
            remedy = (
                f"the token comes from {self._configuration.origins['token']}, and this server has another"
            )
        elif code == "unauthorized":
            remedy = "set REME_TOKEN, or write the token into the file that `reme config path` names"
        raise CommandFailed(what_happened(document, status), remedy, exit_code=FAILED, code=code)

    def _stranger(self, answered: str) -> CommandFailed:
        return CommandFailed(
            f"what answers at {self._configuration.url} is no ReMe Gateway ({answered})",
            f"the address comes from {self._configuration.origins['url']}; correct it or stop that program",
            exit_code=UNREACHABLE,
        )

    def _unreachable(self, error: OSError | http.client.HTTPException) -> CommandFailed:
        where = self._configuration.url
        if isinstance(error, http.client.HTTPException):
            return self._stranger(f"its answer is not HTTP: {type(error).__name__}")
        if isinstance(error, ssl.SSLError):
            return CommandFailed(
                f"no secure connection to {where}: {error.reason or error}",
                "check the address and the certificate",
                exit_code=UNREACHABLE,
            )
        if isinstance(error, TimeoutError):
            what = f"no answer from {where} within {self._configuration.timeout_ms} ms"
            return CommandFailed(what, "wait longer with --timeout-ms", exit_code=UNREACHABLE)
        reason = error.strerror or type(error).__name__
        remedy = "start one with `reme start`, or set REME_URL"
        if not is_loopback_name(self._url.hostname or ""):
            remedy = f"the address comes from {self._configuration.origins['url']}"
        return CommandFailed(f"no ReMe Gateway at {where}: {reason}", remedy, exit_code=UNREACHABLE)

    def _bad_address(self, why: str) -> CommandFailed:
        origin = self._configuration.origins["url"]
        return CommandFailed(
            f"the address {self._configuration.url!r} cannot be used: {why}",
            f"it comes from {origin}; write it as http://127.0.0.1:2333",
            exit_code=CONFIGURATION,
        )


def _proxy_for(scheme: str, host: str, port: int | None) -> tuple[str, int, dict[str, str]] | None:
    # typeshed knows only one of the two.
    from urllib.request import getproxies_environment, proxy_bypass_environment  # type: ignore[attr-defined]

    proxies = getproxies_environment()
    address = proxies.get(scheme)
    if not address or proxy_bypass_environment(f"{host}:{port}" if port else host, proxies):
        return None
    try:
        proxy = urlsplit(address if "://" in address else f"http://{address}")
        name, proxy_port = proxy.hostname, proxy.port or 80
    except ValueError:
        name = None
    if not name or proxy.scheme != "http":
        raise CommandFailed(
            f"the {scheme} proxy {proxy_name(address)} cannot be used",
            f"write {scheme.upper()}_PROXY as http://host:port",
            exit_code=CONFIGURATION,
        )
    if proxy.username is None:
        return name, proxy_port, {}
    from base64 import b64encode

    credentials = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return name, proxy_port, {"Proxy-Authorization": "Basic " + b64encode(credentials.encode()).decode()}


def proxy_name(address: str) -> str:
    """A proxy's address without its user and password."""
    scheme, separator, rest = address.partition("://")
    return f"{scheme}{separator}{rest.rpartition('@')[2]}"
