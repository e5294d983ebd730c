"""An append over HTTP, answered once the turn is on disk and searchable, against the echo of its bytes."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bench.comparison import Comparison
from tests.bench.corpus import Corpus
from tests.bench.gateway import APPEND, append_body, gateway, port_of
from tests.bench.options import Options
from tests.bench.processes import LoadClient, echo_server
from tests.bench.rows import Row, at_least, at_most
from tests.gateway_process import event

_CHARS = 1_000
_APPENDS = 300
_APPENDS_BY_MANY = 2_560
_WRITERS = 32


class Writers:
    """Append requests of one event each; every event is new, every writer has a session of its own."""

    def __init__(self, corpus: Corpus, writers: int, count: int) -> None:
        self._corpus, self._writers, self._count = corpus, writers, count

    def bodies(self, number: int) -> list[bytes]:
        """The requests of one round; request i belongs to writer i modulo the writers."""
        first = number * self._count
        return [self._body(first + at, at % self._writers) for at in range(self._count)]

    def _body(self, number: int, writer: int) -> bytes:
        text = self._corpus.long_text(number, _CHARS)
        name = f"writer-{self._writers}-{writer}"
        return append_body(name, [event(f"{self._writers}.{number}", text)])


def rows(options: Options) -> Iterator[Row]:
    """One event of 1,000 characters per request."""
    corpus = Corpus(seed=21)
    with (
        LoadClient() as client,
        echo_server(options.folder / "echo") as echo_port,
        gateway(options.folder / "append") as server,
    ):
        comparison = Comparison(
            client, port_of(server), echo_port, APPEND, b'"appended":1', 1.0, options.rounds
        )
        one = comparison.latency(Writers(corpus, 1, _APPENDS).bodies)
        note = f"p50 {one.gateway:.2f} ms, echo {one.echo:.2f} ms"
        yield Row("durable append of 1 KB, 1 client, p50", one.ratio, "x echo", at_most(4.5), note)
        many = comparison.throughput(Writers(corpus, _WRITERS, _APPENDS_BY_MANY).bodies, _WRITERS)
        note = f"{many.gateway:,.0f}/s, echo {many.echo:,.0f}/s"
        what = f"durable append of 1 KB, {_WRITERS} writers, throughput"
        yield Row(what, many.ratio, "x echo", at_least(0.28), note)
