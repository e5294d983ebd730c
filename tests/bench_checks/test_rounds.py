"""Alternation and ratios."""

from __future__ import annotations

from collections.abc import Callable

from tests.bench.rounds import measure, ratio


def test_every_round_has_every_case_and_every_other_runs_backwards() -> None:
    order: list[tuple[str, int]] = []

    def case(name: str) -> Callable[[int], float]:
        def run(number: int) -> float:
            order.append((name, number))
            return float(len(order))

        return run

    values = measure({"a": case("a"), "b": case("b")}, 3)
    assert order == [("a", 0), ("b", 0), ("b", 1), ("a", 1), ("a", 2), ("b", 2)]
    assert values == {"a": [1.0, 4.0, 5.0], "b": [2.0, 3.0, 6.0]}


def test_the_ratio_is_taken_within_each_round() -> None:
    # The second round was ten times slower for both: it must not count.
    values = {"ours": [4.0, 40.0, 4.2], "echo": [1.0, 10.0, 1.0]}
    assert ratio(values, "ours", "echo") == 4.0
