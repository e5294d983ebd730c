"""What the command line of the bench says and ends with. Nothing is measured here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench.locomo import LocomoError
from tests.bench.options import Options
from tests.bench.processes import BenchError
from tests.bench.rows import Row, at_most


def good(_: Options) -> Iterator[Row]:
    yield Row("quick", 1.0, "x echo", at_most(2))


def slow(_: Options) -> Iterator[Row]:
    yield Row("slow", 3.0, "x echo", at_most(2))


def broken(_: Options) -> Iterator[Row]:
    yield Row("half", 1.0, "x echo", at_most(2))
    raise BenchError("It fell over.")


def not_locomo(_: Options) -> Iterator[Row]:
    yield from ()
    raise LocomoError("That folder holds none.")


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    quality = bench.BENCHMARKS["quality"]
    found = {
        "quality": bench.Benchmark(not_locomo, quality.summary, quality.needs),
        "good": bench.Benchmark(good, "works"),
        "slow": bench.Benchmark(slow, "misses"),
        "broken": bench.Benchmark(broken, "fails"),
    }
    monkeypatch.setattr(bench, "BENCHMARKS", found)


def test_bars_that_hold_end_with_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["good"]) == 0
    assert "pass" in capsys.readouterr().out


def test_a_missed_bar_ends_with_one_and_everything_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["slow", "good"]) == 1
    out = capsys.readouterr().out
    assert "MISS" in out
    assert "pass" in out


def test_quality_asked_for_without_its_data_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["quality"]) == bench.USAGE
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert "--locomo FOLDER" in captured.err
    assert captured.out == ""


def test_without_data_the_rest_runs_and_the_run_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(bench.BENCHMARKS, "slow")
    monkeypatch.delitem(bench.BENCHMARKS, "broken")
    assert bench.main([]) == 1
    out = capsys.readouterr().out
    assert "pass" in out
    assert "left out: quality" in " ".join(out.split())


def test_one_that_fails_keeps_its_rows_and_stops_no_other(tmp_path: Path) -> None:
    report = tmp_path / "bench.json"
    assert bench.main(["broken", "good", "--json", str(report)]) == 1
    result = json.loads(report.read_text())
    assert [row["what"] for row in result["rows"]] == ["half", "quick"]
    assert result["left_out"] == [{"name": "broken", "reason": "failed: It fell over."}]


def test_a_folder_without_conversations_is_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main(["quality", "--locomo", str(tmp_path)]) == 1
    assert "That folder holds none." in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["nonsense"], ["--turns", "0"], ["--rounds", "-1"]])
def test_a_wrong_command_line_ends_with_two(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(arguments)
    assert ended.value.code == bench.USAGE
