"""Comparing cases fairly: all of them in every round, in alternating order; medians over the rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median

Case = Callable[[int], float]


def measure(cases: Mapping[str, Case], rounds: int) -> dict[str, list[float]]:
    """Run each case once per round with the round's number; values by case, in round order.

    Every other round runs backwards, so that no case always comes right after the same neighbour.
    """
    values: dict[str, list[float]] = {name: [] for name in cases}
    for number in range(rounds):
        order = list(cases)[:: 1 if number % 2 == 0 else -1]
        for name in order:
            values[name].append(cases[name](number))
    return values


def ratio(values: Mapping[str, list[float]], case: str, base: str) -> float:
    """Median over the rounds of case / base within the same round: a slow minute hits both."""
    return median(one / other for one, other in zip(values[case], values[base], strict=True))


def middle(values: list[float]) -> float:
    """Median."""
    return median(values)
