"""The score of recall quality, on conversations made up for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench.locomo import (
    SCORED_CHARS,
    LocomoError,
    Question,
    conversation,
    read_folder,
    score,
    session_start,
    squeezed,
    turn_ids,
)

TEXTS = {(1, 1): "The kettle is green.", (1, 2): "Bring two spare fuses!", (2, 1): "Rowing at dawn."}


def data(**changes: Any) -> dict[str, Any]:
    """A file in LoCoMo's shape."""
    return {
        "speaker_a": "Ada",
        "speaker_b": "Bo",
        "session_2_date_time": "1:05 am on 3 June, 2024",
        "session_2": [{"speaker": "Bo", "dia_id": "D2:1", "text": TEXTS[2, 1]}],
        "session_1_date_time": "11:56 pm on 2 June, 2024",
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": TEXTS[1, 1]},
            {"speaker": "Bo", "dia_id": "D1:2", "text": TEXTS[1, 2], "blip_caption": "a fuse box"},
        ],
        "session_1_summary": "They talk.",
        "session_9_date_time": "1:00 pm on 1 July, 2024",
        "qa": [
            {"question": "Which colour?", "answer": "green", "evidence": ["D1:1"], "category": 1},
            {"question": "Never said?", "adversarial_answer": "x", "evidence": ["D1:1"], "category": 5},
            {"question": "No evidence?", "answer": "y", "evidence": [], "category": 3},
        ],
        **changes,
    }


def test_sessions_come_in_order_with_roles_text_and_time() -> None:
    found = conversation("x", data())
    assert list(found.sessions) == [1, 2]
    first, second = found.sessions[1]
    assert (first.role, first.speaker, first.text) == ("user", "Ada", TEXTS[1, 1])
    assert (second.role, second.text) == ("assistant", TEXTS[1, 2])
    assert first.created_at == "2024-06-02T23:56:00+00:00"
    assert second.created_at > first.created_at
    assert found.text_of() == TEXTS


def test_adversarial_questions_and_those_without_evidence_do_not_count() -> None:
    assert [question.text for question in conversation("x", data()).questions] == ["Which colour?"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12:30 am on 1 May, 2023", "2023-05-01T00:30:00+00:00"),
        ("12:30 pm on 31 December, 2022", "2022-12-31T12:30:00+00:00"),
    ],
)
def test_a_session_starts_when_its_words_say(text: str, expected: str) -> None:
    assert session_start(text).isoformat() == expected


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (["D1:3", "D2:11"], ((1, 3), (2, 11))),
        (["D8:6; D9:17"], ((8, 6), (9, 17))),
        (["D30:05"], ((30, 5),)),
        (["D:11:26"], ((11, 26),)),
        (["D1:3", "D1:3"], ((1, 3),)),
        (["D"], ()),
    ],
)
def test_evidence_is_read_in_every_form_that_occurs(
    evidence: list[str], expected: tuple[tuple[int, int], ...]
) -> None:
    assert turn_ids(evidence) == expected


def test_squeezing_leaves_letters_and_digits() -> None:
    assert squeezed("It's 5_000 Öre, ok?\n") == "its5000öreok"


def test_the_score_is_the_share_of_evidence_that_was_shown() -> None:
    both = Question("?", ((1, 1), (2, 1)))
    assert score(both, ["the KETTLE is green", "Rowing, at dawn"], TEXTS) == 1
    assert score(both, ["… The kettle is green. More."], TEXTS) == 0.5
    assert score(both, ["The kettle was green."], TEXTS) == 0
    assert score(both, [], TEXTS) == 0


def test_what_stands_behind_the_scored_characters_does_not_count() -> None:
    question = Question("?", ((1, 1),))
    filler = "x" * (SCORED_CHARS - len(TEXTS[1, 1]) - 1)
    assert score(question, [filler, TEXTS[1, 1]], TEXTS) == 1
    assert score(question, [filler + "xx", TEXTS[1, 1]], TEXTS) == 0


def test_evidence_that_names_no_turn_is_not_held_against_anyone() -> None:
    assert score(Question("?", ((1, 1), (9, 9))), [TEXTS[1, 1]], TEXTS) == 1
    assert score(Question("?", ((9, 9),)), [TEXTS[1, 1]], TEXTS) is None


def test_a_folder_gives_its_conversations_by_name(tmp_path: Path) -> None:
    for name in ("50", "26"):
        (tmp_path / f"{name}.json").write_text(json.dumps(data()))
    assert [found.name for found in read_folder(tmp_path)] == ["26", "50"]


@pytest.mark.parametrize("content", ["{}", "[]", "not JSON", '{"qa": []}'])
def test_a_file_that_is_no_conversation_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "26.json").write_text(content)
    with pytest.raises(LocomoError, match="LoCoMo conversation"):
        read_folder(tmp_path)


def test_an_empty_or_missing_folder_is_no_result(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(LocomoError, match="no LoCoMo conversations"):
            read_folder(folder)
