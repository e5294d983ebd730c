# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/configuration.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/configuration.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
"""Where every client, hook and command takes its settings from: flags, environment, files in this order, default. The first that is set and not empty wins."""

SETTINGS = {
    "url": {
        "environment": ("REME_URL", "REME_BASE_URL"),
        "keys": ("url", "base_url"),
        "flag": "--url",
        "kind": "url",
        "default": "http://127.0.0.1:2333",
    },
    "token": {
        "environment": ("REME_TOKEN",),
        "keys": ("token",),
        "flag": "--token",
        "kind": "token",
        "default": "",
    },
    "scope": {
        "environment": ("REME_SCOPE",),
        "keys": ("scope", "scope_id"),
        "flag": "--scope",
        "kind": "text",
        "default": "default",
    },
    "timeout_ms": {
        "environment": ("REME_TIMEOUT_MS",),
        "keys": ("timeout_ms",),
        "flag": "--timeout-ms",
        "kind": "milliseconds",
        "default": 15000,
    },
    "debug": {
        "environment": ("REME_DEBUG",),
        "keys": ("debug",),
        "flag": "--debug",
        "kind": "switch",
        "default": False,
    },
    "debug_log": {
        "environment": ("REME_DEBUG_LOG",),
        "keys": ("debug_log",),
        "flag": "--debug-log",
        "kind": "text",
        "default": "",
    },
}
CONFIG_FILE_ENVIRONMENT = "REME_CONFIG_FILE"
CONFIG_FILE_FLAG = "--config-file"
LAYERS = ("plugin", "user", "server")
PLUGIN_FILE = "config.json"
USER_FILE = ".reme/config.json"
SERVER_FILE = ".reme/server.json"
FILE_BYTES = 1048576
COMMENT = "//"
SERVER_HOST_KEY = "host"
SERVER_PORT_KEY = "port"
SERVER_HOST = "127.0.0.1"
SERVER_PORT = 2333
SCHEMES = ("http://", "https://")
LOOPBACK_HOSTS = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]", "[0:0:0:0:0:0:0:0]": "[::1]"}
TIMEOUT_MIN_MS = 1000
TIMEOUT_MAX_MS = 600000
SWITCH_ON = ("1", "true", "yes", "on")
SWITCH_OFF = ("0", "false", "no", "off")
ORIGINS = {
    "flag": "flag {name}",
    "environment": "environment variable {name}",
    "file": "file {name}",
    "default": "default",
}
MESSAGES = {
    "file_unreadable": "The configuration file {path} cannot be read. Make it readable UTF-8 text of at most 1 MiB, or unset what points to it.",
    "file_invalid": "The configuration file {path} is not a JSON object. Correct it, or move it away to go on with the defaults.",
    "endpoint_invalid": "The server address from {origin} {problem}. Write it like http://127.0.0.1:2333.",
    "setting_invalid": "The setting {name} from {origin} {problem}.",
}
ENDPOINT_PROBLEMS = {
    "text": "is not text",
    "scheme": "does not start with http:// or https://",
    "characters": "holds blanks or characters that an address cannot have",
    "credentials": "holds a user name or password, which belongs into REME_TOKEN",
    "query": "has a query or fragment, where only a path may follow the host",
    "host": "names no host",
    "port": "has a port that is no number from 1 to 65535",
}
SETTING_PROBLEMS = {
    "text": "is not text; write it in quotes",
    "token": "is no token; write printable ASCII without blanks",
    "milliseconds": "is no time; write a whole number of milliseconds, like 15000",
    "switch": "is no switch; write true or false",
    "number": "is no number; write a whole number, like 2000",
}
