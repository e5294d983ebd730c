# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/configuration.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""The settings of a client or hook and where each comes from: flags, environment, files, default."""

from ._generated.v1 import configuration as rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ._generated.v1.configuration import Setting as Spec

_DIGITS = frozenset("0123456789")
_BLANKS = " \t\r\n"


class ConfigurationError(ValueError):
    """A file or value that cannot be used: ``code`` is a key of the contract's messages."""

    def __init__(self, code: str, **parts: str) -> None:
        super().__init__(rules.MESSAGES[code].format(**parts))
        self.code = code


class Setting:
    """An effective value and its origin, such as ``environment variable REME_URL``."""

    __slots__ = ("origin", "value")

    def __init__(self, value: "str | int | bool", origin: str) -> None:
        self.value = value
        self.origin = origin

    def __repr__(self) -> str:
        # The value may be a token.
        return f"Setting(from {self.origin})"


def resolve(
    flags: "dict[str, object]",
    environment: "dict[str, str]",
    files: "list[tuple[str, str, str]]",
    specs: "Mapping[str, Spec]" = rules.SETTINGS,
    nearer: "tuple[tuple[str, dict[str, object]], ...]" = (),
) -> "dict[str, Setting]":
    """Every setting's effective value.

    ``flags`` maps names of settings to values; ``files`` holds (layer, path, text) in the order of their
    precedence, the layer being ``plugin``, ``user`` or ``server``. ``nearer`` holds (origin, values) that win
    over all files. Raises ConfigurationError, naming file or origin.
    """
    layers = list(nearer)
    layers += [(_origin("file", path), file_values(layer, path, text)) for layer, path, text in files]
    return {name: _setting(name, spec, flags, environment, layers) for name, spec in specs.items()}


def load(
    flags: "dict[str, object]",
    environment: "dict[str, str]",
    home: str,
    plugin_folder: "str | None" = None,
    server_file: "str | None" = None,
    specs: "Mapping[str, Spec]" = rules.SETTINGS,
    nearer: "tuple[tuple[str, dict[str, object]], ...]" = (),
    read: "Callable[[str, int], bytes | None] | None" = None,
) -> "dict[str, Setting]":
    """Read the files that exist and resolve. Raises ConfigurationError, also for a file it cannot read.

    ``read`` gives a file's bytes, None for one that is missing, and raises OSError, also for a larger one.

    A file named by the flag ``config_file`` or by REME_CONFIG_FILE replaces the user's own and must exist.
    """
    named = str(flags.get("config_file") or environment.get(rules.CONFIG_FILE_ENVIRONMENT, "") or "").strip()
    paths = []
    if named or home:
        paths.append(("user", named or home.rstrip("/\\") + "/" + rules.USER_FILE, bool(named)))
    if plugin_folder:
        paths.insert(0, ("plugin", plugin_folder.rstrip("/\\") + "/" + rules.PLUGIN_FILE, False))
    if server_file:
        paths.append(("server", server_file, False))
    files = []
    for layer, path, required in paths:
        text = _text(path, required, read or _open_and_read)
        if text is not None:
            files.append((layer, path, text))
    return resolve(flags, environment, files, specs, nearer)


def endpoint(value: object, origin: str) -> str:
    """The address in the form that requests use: no slash at its end, and loopback for a wildcard host.

    Raises ConfigurationError with code ``endpoint_invalid``; the message does not repeat the value.
    """
    if not isinstance(value, str):
        raise _bad_endpoint("text", origin)
    text = value.strip(_BLANKS)
    scheme = next((known for known in rules.SCHEMES if text[: len(known)].lower() == known), "")
    if not scheme:
        raise _bad_endpoint("scheme", origin)
    rest = text[len(scheme) :]
    if not all("!" <= char <= "~" for char in rest) or "\\" in rest:
        raise _bad_endpoint("characters", origin)
    if "?" in rest or "#" in rest:
        raise _bad_endpoint("query", origin)
    authority, slash, path = rest.partition("/")
    if "@" in authority:
        raise _bad_endpoint("credentials", origin)
    host, port = _host_and_port(authority.lower(), origin)
    return (scheme + rules.LOOPBACK_HOSTS.get(host, host) + port + slash + path).rstrip("/")


def _host_and_port(authority: str, origin: str) -> "tuple[str, str]":
    host, colon, port = authority.rpartition(":")
    if not colon or "]" in port:
        host, colon, port = authority, "", ""
    if (
        not host
        or host == "[]"
        or (":" in host or "[" in host or "]" in host) != (host[0] + host[-1] == "[]")
    ):
        raise _bad_endpoint("host", origin)
    if colon and not (0 < len(port) <= 5 and _DIGITS.issuperset(port) and 0 < int(port) <= 65535):
        raise _bad_endpoint("port", origin)
    return host, colon + port


def _bad_endpoint(problem: str, origin: str) -> ConfigurationError:
    return ConfigurationError("endpoint_invalid", origin=origin, problem=rules.ENDPOINT_PROBLEMS[problem])


def _setting(
    name: str,
    spec: "Spec",
    flags: "dict[str, object]",
    environment: "dict[str, str]",
    layers: "list[tuple[str, dict[str, object]]]",
) -> Setting:
    candidates = [(flags.get(name), _origin("flag", str(spec["flag"])))]
    candidates += [(environment.get(key), _origin("environment", key)) for key in spec["environment"]]
    for origin, values in layers:
        candidates += [(values.get(key), origin) for key in spec["keys"]]
    candidates.append((spec["default"], _origin("default", "")))
    for value, origin in candidates:
        if value is not None and not (isinstance(value, str) and not value.strip(_BLANKS)):
            return Setting(_parsed(name, str(spec["kind"]), value, origin), origin)
    return Setting(spec["default"], _origin("default", ""))


def _origin(kind: str, name: str) -> str:
    return str(rules.ORIGINS[kind].format(name=name))


def _parsed(name: str, kind: str, value: object, origin: str) -> "str | int | bool":
    if kind == "url":
        return endpoint(value, origin)
    if kind == "milliseconds":
        number = _whole_number(value)
        if number is not None:
            return min(max(number, rules.TIMEOUT_MIN_MS), rules.TIMEOUT_MAX_MS)
    elif kind == "number":
        number = _whole_number(value)
        if number is not None:
            return number
    elif kind == "switch":
        word = value.strip(_BLANKS).lower() if isinstance(value, str) else value
        if word is True or word in rules.SWITCH_ON:
            return True
        if word is False or word in rules.SWITCH_OFF:
            return False
    elif isinstance(value, str):
        text = value.strip(_BLANKS)
        if kind == "text" or all("!" <= char <= "~" for char in text):
            return text
    problem = rules.SETTING_PROBLEMS[kind if isinstance(value, str) or kind != "token" else "text"]
    raise ConfigurationError("setting_invalid", name=name, origin=origin, problem=problem)


def _whole_number(value: object) -> "int | None":
    """A count of at most nine digits, as number or text; JSON does not tell 5 from 5.0."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        text = value.strip(_BLANKS)
        return int(text) if 0 < len(text) <= 9 and _DIGITS.issuperset(text) else None
    if isinstance(value, (int, float)) and 0 <= value < 1_000_000_000 and value == int(value):
        return int(value)
    return None


def file_values(layer: str, path: str, text: str) -> "dict[str, object]":
    """Members of a configuration file's object, comments left out. Raises ConfigurationError naming it."""
    from .json_text import decode

    lines = text.lstrip("\ufeff").split("\n")
    bare = "\n".join("" if line.lstrip(_BLANKS).startswith(rules.COMMENT) else line for line in lines)
    try:
        values = decode(bare)
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise ConfigurationError("file_invalid", path=path)
    return _server_values(values) if layer == "server" else values


def _server_values(values: "dict[str, object]") -> "dict[str, object]":
    """The server's settings name where it listens; clients want the address."""
    host = values.get(rules.SERVER_HOST_KEY)
    port = values.get(rules.SERVER_PORT_KEY)
    if "url" in values or (host is None and port is None):
        return values
    name = str(host or rules.SERVER_HOST)
    bracketed = "[" + name + "]" if ":" in name and not name.startswith("[") else name
    number = _whole_number(port)
    digits = str(port or rules.SERVER_PORT) if number is None else str(number or rules.SERVER_PORT)
    return {**values, "url": "http://" + bracketed + ":" + digits}


def _text(path: str, required: bool, read: "Callable[[str, int], bytes | None]") -> "str | None":
    try:
        content = read(path, rules.FILE_BYTES)
        if content is not None:
            return content.decode("utf-8")
        if not required:
            return None
    except (OSError, ValueError):
        pass
    raise ConfigurationError("file_unreadable", path=path)


def _open_and_read(path: str, max_bytes: int) -> "bytes | None":
    try:
        with open(path, "rb") as file:
            content = file.read(max_bytes + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(content) > max_bytes:
        raise OSError("The file is larger than " + str(max_bytes) + " bytes.")
    return content
