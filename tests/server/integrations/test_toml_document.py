from __future__ import annotations

import tomllib

import pytest
from reme_gateway.integrations.toml_document import comments, parse, restored, without_tables

SHELLS = frozenset({("hooks",), ("hooks", "state"), ("plugins",)})


def is_ours(path: tuple[str, ...]) -> bool:
    return path[:2] == ("plugins", "p@m") or (
        path[:2] == ("hooks", "state") and len(path) > 2 and path[2].startswith("p@m:")
    )


def cut(text: str) -> str:
    return without_tables(text, is_ours, SHELLS)


OURS = '[plugins."p@m"]\nenabled = true\n'


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (OURS, ""),
        (f"a = 1\n\n{OURS}", "a = 1\n"),
        (f"{OURS}\n[b]\nc = 1\n", "[b]\nc = 1\n"),
        (f"a = 1\n\n{OURS}\n[b]\nc = 1\n", "a = 1\n\n[b]\nc = 1\n"),
        (f"{OURS}\n# the end\n", "\n# the end\n"),
        (f'{OURS}[plugins."p@m".tools]\nx = 1\n', ""),
        (f"[plugins]\n\n{OURS}", ""),
        (f"[plugins]\nother = 1\n\n{OURS}", "[plugins]\nother = 1\n"),
        (f"[plugins] # mine\n\n{OURS}", ""),
        (
            '[hooks.state]\n\n[hooks.state."p@m:a"]\nh = 1\n\n[hooks.state."q@m:a"]\nh = 2\n',
            '[hooks.state]\n\n[hooks.state."q@m:a"]\nh = 2\n',
        ),
        ('[hooks]\n[hooks.state]\n[hooks.state."p@m:a"]\nh = 1\n', ""),
        ("[empty]\n\n[plugins]\n", "[empty]\n"),
        (f"[[list]]\na = 1\n\n{OURS}\n[[list]]\na = 2\n", "[[list]]\na = 1\n\n[[list]]\na = 2\n"),
        ('s = """\n[plugins."p@m"]\nenabled = true\n"""\n', None),
        ("s = '''\n[plugins.\"p@m\"]\n'''\nt = \"#\\\"[\"\n", None),
        ('[plugins]\n"p@m" = { enabled = true }\n', None),
    ],
)
def test_our_tables_go_and_the_rest_stays(text: str, left: str | None) -> None:
    assert cut(text) == (text if left is None else left)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("# a\nb = 1 # c\n", ["# a", "# c"]),
        ('a = "# no"\nb = \'# no\'\nc = """\n# no "" \n"""  # yes\n', ["# yes"]),
        ("a = '''x''''\n# yes", ["# yes"]),
        ('a = "\\" # no"\n', []),
        ('a = """x"""""\n# yes\n', ["# yes"]),
    ],
)
def test_comments_are_told_from_strings(text: str, found: list[str]) -> None:
    tomllib.loads(text)
    assert comments(text) == found


def test_bytes_from_before_come_back_when_nothing_else_changed() -> None:
    before = b"\xef\xbb\xbf# mine\r\na=1\r\n"
    assert restored(before, f"# mine\na=1\n\n{OURS}".encode(), is_ours, SHELLS) == before


def test_a_file_that_was_not_there_goes_again() -> None:
    assert restored(None, f"\n{OURS}".encode(), is_ours, SHELLS) is None


@pytest.mark.parametrize("addition", ["b = 2\n", "# a comment\n"])
def test_what_was_added_meanwhile_stays(addition: str) -> None:
    assert restored(b"a=1\r\n", f"a=1\n{addition}\n{OURS}".encode(), is_ours, SHELLS) == (
        f"a=1\n{addition}".encode()
    )


def test_an_inline_entry_of_ours_is_left_rather_than_broken() -> None:
    text = b'plugins = { "p@m" = { enabled = true } }\nb = 2\n'
    assert restored(None, text, is_ours, SHELLS) == text


def test_what_is_no_toml_is_left_alone() -> None:
    assert restored(b"", b"a = \n", is_ours, SHELLS) == b"a = \n"
    assert parse("a = \n") is None


def test_an_earlier_installation_in_the_bytes_from_before_does_not_come_back() -> None:
    before = f"a = 1\n\n{OURS}".encode()
    assert restored(before, before, is_ours, SHELLS) == b"a = 1\n"


def test_text_that_is_no_utf8_survives() -> None:
    current = b"# \xff\na = 1\n\n" + OURS.encode()
    assert restored(b"# \xff\na = 1\n", current, is_ours, SHELLS) == b"# \xff\na = 1\n"
