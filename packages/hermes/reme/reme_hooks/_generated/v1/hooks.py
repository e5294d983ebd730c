# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/hooks.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/hooks.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
"""What every hook runtime does alike: its switches, its files and how much it reads, keeps and sends."""

SETTINGS = {
    "hooks": {
        "environment": ("REME_HOOKS",),
        "keys": ("hooks",),
        "flag": "--hooks",
        "kind": "switch",
        "default": True,
    },
    "recall": {
        "environment": ("REME_RECALL",),
        "keys": ("recall",),
        "flag": "--recall",
        "kind": "switch",
        "default": True,
    },
    "capture": {
        "environment": ("REME_CAPTURE",),
        "keys": ("capture",),
        "flag": "--capture",
        "kind": "switch",
        "default": True,
    },
    "subagents": {
        "environment": ("REME_SUBAGENTS",),
        "keys": ("subagents",),
        "flag": "--subagents",
        "kind": "switch",
        "default": False,
    },
    "max_chars": {
        "environment": ("REME_MAX_CHARS",),
        "keys": ("max_chars",),
        "flag": "--max-chars",
        "kind": "number",
        "default": 0,
    },
}
PROJECT_FILE = ".reme"
PROJECT_FILE_BYTES = 65536
PROJECT_LEVELS = 64
PROJECT_SWITCHES = ("hooks", "recall", "capture")
PROJECT_SCOPE = "project"
PRIVATE_FOLDER = ".reme/integrations"
LOG_FOLDER = ".reme/logs"
LOG_BYTES = 4194304
SPOOL_FOLDER = "spool"
REJECTED_FOLDER = "rejected"
STATE_FOLDER = "state"
HEARTBEAT_FILE = "heartbeat.json"
TEMPORARY_PREFIX = ".tmp-"
TEMPORARY_AGE_MS = 600000
STDIN_BYTES = 33554432
STDIN_MS = 1000
HEADER_BYTES = 65536
REPLY_BYTES = 8388608
BATCH_EVENTS = 500
BATCH_BYTES = 4194304
POSTPONED_MS = 3600000
REFUSAL_MS = 86400000
PROBE_MS = 300
SILENCE_MS = 30000
SILENCE_LONGEST_MS = 300000
STATE_FILES = 512
STATE_AGE_MS = 2592000000
STATE_TURNS = 32
START_CHARS = 2000
LEAST_CHARS = 300
