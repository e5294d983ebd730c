"""Recall over HTTP against the echo of the same request, in a small and a large workspace."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.comparison import Comparison
from tests.bench.corpus import Corpus
from tests.bench.gateway import RECALL, RECALLED, fill, gateway, port_of, recall_body
from tests.bench.options import Options
from tests.bench.processes import LoadClient, echo_server
from tests.bench.rows import Bar, Row, at_least, at_most

SMALL = 10_000
BAR_SIZE = 100_000
_ASKED = 300
_ASKED_BY_MANY = 1_200
_CLIENTS = 8
# A question takes its words from a turn that is there, so hardly one may stay without a hit.
_SHARE_ANSWERED = 0.95


def rows(options: Options) -> Iterator[Row]:
    """Latency at both sizes, throughput at the large one. Every question of a run is another one."""
    corpus = Corpus()
    small = min(SMALL, options.turns)
    with (
        LoadClient() as client,
        echo_server(options.folder / "echo") as echo_port,
        gateway(options.folder / "recall") as server,
    ):
        comparison = Comparison(
            client, port_of(server), echo_port, RECALL, RECALLED, _SHARE_ANSWERED, options.rounds
        )
        fill(server, client, corpus, 0, small)
        yield _latency(comparison, corpus, small)
        seconds = fill(server, client, corpus, small, options.turns)
        if options.turns > small:
            yield _latency(comparison, corpus, options.turns)
        yield _throughput(comparison, corpus, options.turns)
        if seconds:
            rate = (options.turns - small) / seconds
            yield Row("storing turns, 20 per request", rate, "turns/s", note="durable, one client, absolute")


def _bar(turns: int, bar: Bar) -> Bar | None:
    """Other sizes have no bar: the promise is about these."""
    return bar if turns <= BAR_SIZE else None


def _latency(comparison: Comparison, corpus: Corpus, turns: int) -> Row:
    def bodies(number: int) -> list[bytes]:
        return [recall_body(text) for text in corpus.questions(_ASKED, turns, seed=turns + number)]

    found = comparison.latency(bodies)
    note = f"p50 {found.gateway:.2f} ms, echo {found.echo:.2f} ms"
    return Row(
        f"recall, {turns:,} turns, 1 client, p50", found.ratio, "x echo", _bar(turns, at_most(5)), note
    )


def _throughput(comparison: Comparison, corpus: Corpus, turns: int) -> Row:
    def bodies(number: int) -> list[bytes]:
        texts = corpus.questions(_ASKED_BY_MANY, turns, seed=-1 - number)
        return [recall_body(text) for text in texts]

    found = comparison.throughput(bodies, _CLIENTS)
    note = f"{found.gateway:,.0f}/s, echo {found.echo:,.0f}/s"
    what = f"recall, {turns:,} turns, {_CLIENTS} clients, throughput"
    return Row(what, found.ratio, "x echo", _bar(turns, at_least(0.22)), note)
