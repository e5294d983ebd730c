"""Talk that nobody said: turns and questions with the word statistics of real talk, the same in every run.

Half of the words are the fifty commonest of English, the others are made up and drawn by a flattened
Zipf law: among the first 67,000 words are some 3,600 different ones, and the commonest thousand make 95 %
of the talk, as in recorded conversations. Turns have 9 to 50 words, 25 on average; questions have ten, of
which three to five come from one turn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

_COMMON = [
    "the",
    "you",
    "I",
    "to",
    "a",
    "and",
    "it",
    "that",
    "of",
    "for",
    "in",
    "is",
    "so",
    "was",
    "on",
    "with",
    "have",
    "my",
    "but",
    "be",
    "about",
    "we",
    "just",
    "your",
    "at",
    "me",
    "are",
    "this",
    "do",
    "what",
    "not",
    "like",
    "they",
    "can",
    "how",
    "get",
    "all",
    "been",
    "from",
    "up",
    "some",
    "if",
    "or",
    "an",
    "out",
    "when",
    "as",
    "there",
    "know",
    "really",
]
_CONSONANTS = (
    "b",
    "br",
    "c",
    "d",
    "dr",
    "f",
    "g",
    "gl",
    "h",
    "k",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "st",
    "t",
    "v",
)
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea", "oo")
_ENDINGS = ("", "n", "r", "l", "nd", "rk", "t", "m")
_VOCABULARY = 20_000
_FLATTENED, _STEEPNESS = 30, 1.6
_TURNS_PER_SESSION = 20


@dataclass(frozen=True, slots=True)
class Turn:
    """One event to be."""

    session: int
    position: int
    text: str


class Corpus:
    """``count`` turns by number; asking again gives the same."""

    def __init__(self, seed: int = 20) -> None:
        self._seed = seed
        self._words = _made_up_words(random.Random(seed))
        self._weights = list(
            accumulate((rank + _FLATTENED) ** -_STEEPNESS for rank in range(1, len(self._words) + 1))
        )

    def turns(self, first: int, last: int) -> Iterator[Turn]:
        """The turns ``first`` up to, not with, ``last``; twenty of each session follow each other."""
        for number in range(first, last):
            session, position = divmod(number, _TURNS_PER_SESSION)
            yield Turn(session, position, self.text(number))

    def text(self, number: int) -> str:
        """What is said in turn ``number``."""
        chance = random.Random(f"turn {self._seed} {number}")
        length = max(9, min(50, round(chance.gauss(25, 10))))
        own = iter(chance.choices(self._words, cum_weights=self._weights, k=length))
        words = [chance.choice(_COMMON) if chance.random() < 0.48 else next(own) for _ in range(length)]
        return " ".join(words).capitalize() + "."

    def long_text(self, number: int, size: int) -> str:
        """``size`` characters, of as many turns as that takes."""
        text = ""
        while len(text) < size:
            text += self.text(number * 100 + len(text)) + " "
        return text[:size]

    def questions(self, count: int, turns: int, seed: int = 0) -> list[str]:
        """``count`` different questions, each about one of the first ``turns`` turns."""
        chance = random.Random(f"questions {self._seed} {seed}")
        asked: dict[str, None] = {}
        while len(asked) < count:
            words = self.text(chance.randrange(turns)).rstrip(".").lower().split()
            telling = [word for word in words if word not in _COMMON]
            about = chance.sample(telling, min(len(telling), chance.randint(3, 5)))
            around = chance.sample(_COMMON, 10 - len(about))
            mixed = about + around
            chance.shuffle(mixed)
            asked[" ".join(mixed).capitalize() + "?"] = None
        return list(asked)


def telling_words(question: str) -> str:
    """A question without the commonest words."""
    return " ".join(word for word in question.rstrip("?").lower().split() if word not in _COMMON)


def _made_up_words(chance: random.Random) -> list[str]:
    words: dict[str, None] = {}
    while len(words) < _VOCABULARY:
        syllables = (chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in range(chance.randint(1, 3)))
        word = "".join(syllables) + chance.choice(_ENDINGS)
        if word not in _COMMON:
            words[word] = None
    return list(words)
