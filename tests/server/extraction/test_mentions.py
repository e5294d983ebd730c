from __future__ import annotations

import pytest
from reme_gateway.extraction.mentions import mentions_in


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("look at src/app/main.py and README.md.", ("src/app/main.py", "README.md")),
        (
            "~/.config/reme/config.json, ./run.sh or ../a.ts",
            ("~/.config/reme/config.json", "./run.sh", "../a.ts"),
        ),
        ("in build/Makefile", ("build/Makefile",)),
        ("e.g. this, i.e. that; version 1.2.3 of example.com", ()),
        ("mail me@example.py", ()),
        ("https://example.org/page.html is an address", ()),
        ("a.py twice: a.py", ("a.py",)),
        ("改一下 src/部署.py 和 config.yaml", ("src/部署.py", "config.yaml")),
    ],
)
def test_files_are_listed_as_they_were_written(text: str, files: tuple[str, ...]) -> None:
    assert mentions_in([text]).files == files


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("run `make test` or `git push --tags`", ("make test", "git push --tags")),
        ("```bash\n$ npm ci\n# comment\nnot a command\n```", ("npm ci",)),
        ("```python\npip install x\n```", ()),
        ("the `make` word and `value`", ()),
    ],
)
def test_commands_are_what_calls_a_program(text: str, commands: tuple[str, ...]) -> None:
    assert mentions_in([text]).commands == commands


def test_addresses_lose_the_punctuation_behind_them() -> None:
    assert mentions_in(["(see https://example.org/a?b=c).", "http://x.y/z。"]).addresses == (
        "https://example.org/a?b=c",
        "http://x.y/z",
    )


def test_lists_are_bounded() -> None:
    assert len(mentions_in(f"file{n}.py" for n in range(100)).files) == 12
