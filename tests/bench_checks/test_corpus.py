"""The made-up talk: the same each time, and as uneven as real talk."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from tests.bench.corpus import Corpus


def test_two_runs_say_the_same() -> None:
    assert [turn.text for turn in Corpus().turns(0, 50)] == [turn.text for turn in Corpus().turns(0, 50)]
    assert Corpus().questions(20, 1000, seed=3) == Corpus().questions(20, 1000, seed=3)


def test_turns_are_numbered_by_session() -> None:
    turns = list(Corpus().turns(18, 22))
    assert [(turn.session, turn.position) for turn in turns] == [(0, 18), (0, 19), (1, 0), (1, 1)]


def test_words_are_spread_as_in_recorded_talk() -> None:
    texts = [turn.text for turn in Corpus().turns(0, 2_700)]
    words = Counter(word for text in texts for word in text.lower().rstrip(".").split())
    total = sum(words.values())
    assert 24 < total / len(texts) < 26
    assert 3_000 < len(words) < 4_500
    assert 0.44 < sum(count for _, count in words.most_common(50)) / total < 0.60
    assert 0.90 < sum(count for _, count in words.most_common(1_000)) / total < 0.97


def test_questions_differ_and_ask_about_a_turn() -> None:
    corpus = Corpus()
    questions = corpus.questions(300, 200)
    assert len(set(questions)) == 300
    turns = [set(turn.text.lower().rstrip(".").split()) for turn in corpus.turns(0, 200)]
    for question in islice(questions, 20):
        words = set(question.lower().rstrip("?").split())
        assert max(len(words & turn) for turn in turns) >= 3


def test_other_rounds_ask_other_questions() -> None:
    corpus = Corpus()
    assert not set(corpus.questions(300, 10_000, seed=1)) & set(corpus.questions(300, 10_000, seed=2))


def test_a_long_text_has_its_size() -> None:
    assert len(Corpus().long_text(7, 1_000)) == 1_000
    assert Corpus().long_text(7, 1_000) != Corpus().long_text(8, 1_000)
