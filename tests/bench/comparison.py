"""The gateway and the echo server under the same load, in turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from tests.bench.load_client import Block, BlockResult
from tests.bench.processes import BenchError, LoadClient
from tests.bench.rounds import measure, middle, ratio

Bodies = Callable[[int], list[bytes]]


@dataclass(frozen=True)
class Compared:
    """Gateway / echo, and what both were in this run."""

    ratio: float
    gateway: float
    echo: float


@dataclass(frozen=True)
class Comparison:
    """One operation against the echo of the same bytes.

    ``share_marked`` is how many of the answers must hold the marker for the result to count.
    """

    client: LoadClient
    gateway_port: int
    echo_port: int
    path: str
    marker: bytes
    share_marked: float
    rounds: int

    def latency(self, bodies: Bodies) -> Compared:
        """Medians in milliseconds, one client. Raises ``BenchError``."""
        return self._compare(bodies, 1, lambda result: median(result.latencies) * 1000)

    def throughput(self, bodies: Bodies, clients: int) -> Compared:
        """Answers per second. Raises ``BenchError``."""
        return self._compare(bodies, clients, lambda result: result.per_second)

    def _compare(self, bodies: Bodies, clients: int, value: Callable[[BlockResult], float]) -> Compared:
        # One round that nobody counts, so that no case is measured cold.
        prepared = [bodies(number) for number in range(self.rounds + 1)]

        def echo(number: int) -> float:
            return value(self.client.run(Block(self.echo_port, "/echo", prepared[number], clients)))

        def gateway(number: int) -> float:
            block = Block(self.gateway_port, self.path, prepared[number], clients, self.marker)
            result = self.client.run(block)
            if result.marked < self.share_marked * len(block.bodies):
                raise BenchError(
                    f"Only {result.marked} of {len(block.bodies)} answers of {self.path} did the work."
                )
            return value(result)

        echo(self.rounds), gateway(self.rounds)
        values = measure({"echo": echo, "gateway": gateway}, self.rounds)
        return Compared(ratio(values, "gateway", "echo"), middle(values["gateway"]), middle(values["echo"]))
