"""Measure and compare with the bars: ``python -m tests.bench [WHAT …] [--locomo FOLDER] [--json FILE]``.

Everything is a ratio within one run. Exit codes: 0 every bar holds, 1 a bar is missed or something was left
out, 2 the command line is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from tests.bench import (
    command_line,
    durable_append,
    generator_speed,
    hook_speed,
    index_choice,
    proxy_speed,
    recall_quality,
    recall_speed,
    server_start,
)
from tests.bench.locomo import LocomoError
from tests.bench.options import Options
from tests.bench.processes import can_inspect
from tests.bench.report import machine, print_report
from tests.bench.rows import LeftOut, Row, as_json, exit_code

USAGE = 2
NO_LOCOMO = "needs the LoCoMo conversations: name their folder with --locomo FOLDER."


@dataclass(frozen=True)
class Benchmark:
    """What can be asked for by name."""

    rows: Callable[[Options], Iterator[Row]]
    summary: str
    needs: Callable[[Options], str | None] = lambda _: None


BENCHMARKS = {
    "quality": Benchmark(
        recall_quality.rows,
        "LoCoMo evidence over HTTP",
        lambda options: None if options.locomo else NO_LOCOMO,
    ),
    "start": Benchmark(server_start.start_rows, "exec to first answer"),
    "idle": Benchmark(
        server_start.idle_rows,
        "memory and processor time at rest",
        lambda _: None if can_inspect() else "reads /proc, which this system does not have.",
    ),
    "append": Benchmark(durable_append.rows, "durable append over HTTP"),
    "recall": Benchmark(recall_speed.rows, "recall over HTTP"),
    "hooks": Benchmark(
        hook_speed.rows, "whole hook processes of Codex and Claude Code", hook_speed.missing_python
    ),
    "proxy": Benchmark(
        proxy_speed.rows, "the MCP proxy of the generic package, and mcp-remote", proxy_speed.missing_programs
    ),
    "cli": Benchmark(command_line.rows, "whole `reme` processes"),
    "generator": Benchmark(generator_speed.rows, "generate and check everything"),
    "index": Benchmark(index_choice.rows, "FTS5, tantivy and ours on the same turns"),
}


def parser() -> argparse.ArgumentParser:
    """Options of the bench."""
    lines = "\n".join(f"  {name:<10} {benchmark.summary}" for name, benchmark in BENCHMARKS.items())
    command = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=f"Measure and compare with the bars.\n\n{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("what", nargs="*", metavar="WHAT", help="all of the above unless some are named")
    command.add_argument("--locomo", type=Path, metavar="FOLDER", help="folder with LoCoMo conversations")
    command.add_argument(
        "--turns", type=_positive, default=100_000, help="size of the large workspace (100000)"
    )
    command.add_argument("--rounds", type=_positive, default=7, help="rounds of each comparison (7)")
    command.add_argument(
        "--pythons",
        type=lambda text: tuple(filter(None, text.split(","))),
        default=(),
        metavar="LIST",
        help="more interpreters for hooks, such as python3.9,python3.13",
    )
    command.add_argument("--json", type=Path, metavar="FILE", help="write the result there as well")
    return command


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmarks; returns the exit code."""
    command = parser()
    asked = command.parse_args(arguments)
    unknown = [name for name in asked.what if name not in BENCHMARKS]
    if unknown:
        command.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    console = Console()
    with tempfile.TemporaryDirectory(prefix="reme-bench-") as folder:
        options = Options(Path(folder), asked.locomo, asked.turns, asked.rounds, asked.pythons)
        for name in asked.what:
            reason = BENCHMARKS[name].needs(options)
            if reason is not None:
                print(f"{name} {reason}", file=sys.stderr)
                return USAGE
        rows, left_out = run(asked.what or list(BENCHMARKS), options, Console(stderr=True))
    print_report(console, rows, left_out)
    if asked.json is not None:
        result = as_json(rows, left_out, machine())
        asked.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return exit_code(rows, left_out)


def run(names: list[str], options: Options, progress: Console) -> tuple[list[Row], list[LeftOut]]:
    """Rows of the named benchmarks; one that cannot run is left out, and the others go on."""
    rows: list[Row] = []
    left_out: list[LeftOut] = []
    for number, name in enumerate(names, 1):
        reason = BENCHMARKS[name].needs(options)
        if reason is not None:
            left_out.append(LeftOut(name, reason))
            continue
        progress.print(
            f"[{number}/{len(names)}] {name}: {BENCHMARKS[name].summary}", markup=False, style="dim"
        )
        try:
            rows.extend(BENCHMARKS[name].rows(options))
        except LocomoError as error:
            left_out.append(LeftOut(name, str(error)))
        except Exception as error:
            progress.print_exception()
            left_out.append(LeftOut(name, f"failed: {error}"))
    return rows, left_out


if __name__ == "__main__":
    sys.exit(main())
