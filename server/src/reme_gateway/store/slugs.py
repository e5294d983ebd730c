"""Readable file names from titles: letters, digits and hyphens, in any script, safe on every file system."""

from __future__ import annotations

import unicodedata

_LONGEST = 40


def slug_of(title: str, otherwise: str) -> str:
    """At most 40 characters of the title, in whole words if possible; ``otherwise`` when nothing is left."""
    spelled = unicodedata.normalize("NFC", title).lower()
    words = "".join(char if _belongs_to_a_word(char) else " " for char in spelled).split()
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word
        if len(longer) > _LONGEST:
            slug = slug or word[:_LONGEST]
            break
        slug = longer
    return slug or otherwise


def _belongs_to_a_word(char: str) -> bool:
    # Vowel signs of many scripts are marks, and a word without them is another word.
    return char.isalnum() or unicodedata.category(char)[0] == "M"
