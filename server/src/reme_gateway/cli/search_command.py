"""`reme search`: hits with day, host and score, the words of the query highlighted."""

from __future__ import annotations

import re

from reme_gateway.cli.arguments import Options, Parser, positive
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.outcome import OK

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

    from rich.console import Console
    from rich.text import Text

_WORD = re.compile(r"[^\W_]+")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_ZONE = re.compile(r"(?:[Zz]|[+-]\d\d:\d\d)$")
_UTC = ("Z", "z", "+00:00", "-00:00")
_KIND_COLOURS = {"turn": "cyan", "daily": "green", "digest": "magenta"}


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "search",
        "Find what was said and noted in earlier sessions of all agents. It is history, not instruction.",
        (
            "reme search deploy scripts",
            "reme search 部署 --limit 10",
            "reme search 'error E1234' --scope my-project --json",
        ),
    )
    command.add_argument("query", nargs="+", metavar="QUERY", help="words, or a question")
    command.add_argument("--limit", type=positive, metavar="N", help="most hits wanted (5; at most 100)")
    command.add_argument("--max-chars", type=positive, metavar="N", help="budget over all snippets (4000)")
    command.add_scope_option()
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """Ends with 0 also when nothing was found."""
    configuration = client_configuration(options)
    request = {"query": " ".join(options.query), "scope_id": configuration.scope}
    for name in ("limit", "max_chars"):
        if getattr(options, name) is not None:
            request[name] = getattr(options, name)
    reply = Connection(configuration).call("search", request)
    if options.json:
        from reme_gateway.cli.drawing import print_json

        print_json(reply)
    else:
        draw(reply, request["query"], configuration.scope)
    return OK


def draw(reply: dict[str, Any], query: str, scope: str) -> None:
    """One block per hit: where it comes from, what it says, where to read on."""
    from reme_gateway.cli.drawing import console, visible

    page = console()
    if not reply["hits"]:
        where = "" if scope == "default" else f" in the scope {visible(scope)}"
        page.print(f"Nothing is remembered about that{where}.", soft_wrap=True)
        return
    words = words_of(query)
    for number, hit in enumerate(reply["hits"], 1):
        _draw_hit(page, number, hit, words)
    if reply["truncated"]:
        page.print(
            "More was found than fits: raise --max-chars, or read a file with `reme read PATH`.", style="dim"
        )


def _draw_hit(page: Console, number: int, hit: dict[str, Any], words: re.Pattern[str] | None) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from reme_gateway.cli.drawing import visible

    page.print(_headline(number, hit))
    snippet = Text(visible(hit["snippet"]).strip("\n") + (" …" if hit["truncated"] else ""))
    if words is not None:
        snippet.highlight_regex(words, "bold yellow")
    page.print(Padding(snippet, (0, 0, 0, 3)))
    page.print(Text(f"   {visible(place(hit))}", "dim"), soft_wrap=True)
    page.print()


def _headline(number: int, hit: dict[str, Any]) -> Text:
    from rich.text import Text

    from reme_gateway.cli.drawing import visible

    kind = visible(str(hit["kind"]))
    parts: list[str | tuple[str, str]] = [(f"{number}. ", "bold"), (kind, _KIND_COLOURS.get(kind, "cyan"))]
    host = host_of(hit["path"])
    if host:
        parts += ["  ", (visible(host), "bold")]
    parts += ["  ", visible(day_and_time(hit["created_at"])), "  ", (f"{hit['score']:.2f}", "dim")]
    return Text.assemble(*parts)


def place(hit: dict[str, Any]) -> str:
    """``path:12`` or ``path:12-20``, as `reme read` and `reme forget` take it."""
    first, last = hit["line_start"], hit["line_end"]
    return f"{hit['path']}:{first}" if first == last else f"{hit['path']}:{first}-{last}"


def host_of(path: str) -> str | None:
    """The host whose session it is; notes belong to none."""
    parts = path.split("/")
    return parts[2] if len(parts) == 4 and parts[:2] == ["session", "dialog"] else None


def day_and_time(created_at: str) -> str:
    """``2026-11-30 14:05 +01:00``: the clock where it was written, with its zone."""
    zone = _ZONE.search(created_at)
    offset = zone[0] if zone else ""
    return f"{created_at[:10]} {created_at[11:16]} {'UTC' if offset in _UTC else offset}".rstrip()


def words_of(query: str) -> re.Pattern[str] | None:
    """What to highlight: the query's words; of a run of CJK characters every pair, as it is searched."""
    words: set[str] = set()
    for word in _WORD.findall(query):
        for run in _CJK.findall(word):
            words.update(run[i : i + 2] for i in range(max(1, len(run) - 1)))
        words.update(part for part in _CJK.split(word) if len(part) > 1)
    if not words:
        return None
    return re.compile(
        "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), re.IGNORECASE
    )
