"""`make demo`: recorded host payloads through real HTTP; what was said in one host comes back in another."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reme_client import Client
from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tests.gateway_process import GatewayProcess

STORIES = Path(__file__).parents[1] / "fixtures" / "hosts"


@dataclass(frozen=True)
class Story:
    """What one host sent, and what is asked elsewhere afterwards."""

    host: str
    requests: list[dict[str, Any]]
    question: dict[str, str]


def stories() -> list[Story]:
    """The five hosts' recorded turns, by folder name."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(STORIES.glob("*/turns.json"))]
    return [Story(story["host"], story["requests"], story["question"]) for story in found]


def capture(client: Client, told: list[Story], console: Console) -> None:
    """Send each host's requests as its hooks would."""
    table = Table("host", "said", "stored", "ms", title="Captured: durable on disk before each reply")
    for story in told:
        for request in story.requests:
            started = time.perf_counter()
            reply = client.agent_session_append(**request)
            elapsed = (time.perf_counter() - started) * 1000
            said = request["events"][-1]["content"]
            table.add_row(story.host, said, f"{reply.appended} of {len(request['events'])}", f"{elapsed:.1f}")
    console.print(table)


def ask(client: Client, told: list[Story], console: Console) -> bool:
    """Ask each question in the host that did not hear the answer; False when one stays unanswered."""
    answered = True
    for story in told:
        question = story.question
        started = time.perf_counter()
        reply = client.agent_memory_recall(query=question["prompt"])
        elapsed = (time.perf_counter() - started) * 1000
        best = next((hit for hit in reply.hits if question["expects"] in hit.snippet), None)
        answered = answered and best is not None
        body = Text(f"{story.host} asks: {question['prompt']}\n")
        if best is None:
            body.append("nothing recalled", style="bold red")
        else:
            source = best.path.split("/")[2]
            body.append(f"recalled from {source}: ", style="bold green")
            body.append(best.snippet)
            body.append(
                f"\n{best.path}:{best.line_start}, score {best.score:.2f}, {elapsed:.1f} ms", style="dim"
            )
        console.print(Panel(body, expand=True))
    return answered


def main() -> int:
    """0 when every question was answered from another host's memory."""
    console = Console()
    told = stories()
    with tempfile.TemporaryDirectory(prefix="reme-demo-") as folder:
        root = Path(folder)
        with (
            GatewayProcess(root / "workspace", root / "home") as gateway,
            Client(gateway.url, environ={}) as client,
        ):
            capture(client, told, console)
            answered = ask(client, told, console)
            unrelated = client.agent_memory_recall(query="What is the capital of Mongolia?")
            console.print(f"An unrelated prompt gets {len(unrelated.hits)} hits.")
    console.print(
        "[bold green]Every question was answered." if answered else "[bold red]A question stayed open."
    )
    return 0 if answered and not unrelated.hits else 1


if __name__ == "__main__":
    sys.exit(main())
