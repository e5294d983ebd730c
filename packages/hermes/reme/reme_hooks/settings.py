# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/settings.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""What a person has set for the hooks: the common chain, plugin options and the project's file."""

from ._generated.v1 import configuration as common_rules
from ._generated.v1 import hooks as rules
from .configuration import load
from .project_file import project_values
from .system import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._generated.v1.configuration import Setting as Spec
    from .descriptor import Host


class HookSettings:
    """Effective values. ``max_chars`` 0 means the host's own size; ``scope`` may be the word ``project``."""

    __slots__ = (
        "capture",
        "debug",
        "debug_log",
        "hooks",
        "max_chars",
        "recall",
        "scope",
        "seconds",
        "subagents",
        "token",
        "url",
    )

    def __init__(self, values: "dict[str, str | int | bool]", switched_off: "frozenset[str]") -> None:
        self.url = str(values["url"])
        self.token = str(values["token"])
        self.scope = str(values["scope"])
        self.seconds = int(values["timeout_ms"]) / 1000
        self.debug = bool(values["debug"])
        self.debug_log = str(values["debug_log"])
        self.hooks = bool(values["hooks"]) and "hooks" not in switched_off
        self.recall = self.hooks and bool(values["recall"]) and "recall" not in switched_off
        self.capture = self.hooks and bool(values["capture"]) and "capture" not in switched_off
        self.subagents = bool(values["subagents"])
        self.max_chars = int(values["max_chars"])


def load_settings(
    host: "Host",
    variables: "dict[str, str]",
    home: str,
    folder: str,
    host_files: "tuple[tuple[str, dict[str, object]], ...]" = (),
) -> HookSettings:
    """Settings for a session in ``folder``. Raises ConfigurationError, naming file or variable.

    ``host_files`` holds (origin, values) of files that the host keeps for us, nearer than the person's own.

    A project's file may choose the scope and switch things off. It can switch nothing on and can't redirect
    anything: it may have come with a repository that somebody else wrote.
    """
    specs: dict[str, Spec] = {**common_rules.SETTINGS, **rules.SETTINGS}
    path, project = project_values(folder, home)
    nearer: list[tuple[str, dict[str, object]]] = []
    if "scope" in project:
        nearer.append((common_rules.ORIGINS["file"].format(name=path), {"scope": project["scope"]}))
    options = _options(host.option_prefix, variables, specs)
    if options:
        nearer.append(("plugin option", options))
    nearer += host_files
    data = variables.get(host.data_variable, "")
    server_file = home.rstrip("/\\") + "/" + common_rules.SERVER_FILE if home else None
    found = load({}, variables, home, data or None, server_file, specs, tuple(nearer), read_file)
    switched_off = frozenset(name for name in rules.PROJECT_SWITCHES if project.get(name) is False)
    return HookSettings({name: setting.value for name, setting in found.items()}, switched_off)


def _options(prefix: str, variables: "dict[str, str]", specs: "dict[str, Spec]") -> "dict[str, object]":
    """What the host passes on of the options that its own dialogue asked for."""
    if not prefix:
        return {}
    keys = [key for spec in specs.values() for key in spec["keys"]]
    named = {key: variables.get(prefix + key.upper(), "") for key in keys}
    return {key: value for key, value in named.items() if value}
