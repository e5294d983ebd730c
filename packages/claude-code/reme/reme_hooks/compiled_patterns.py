# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/compiled_patterns.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Regular expressions that outlive a process: importing ``re`` and compiling take longer than a whole hook.

``re`` turns a pattern into numbers that the interpreter's own matcher, ``_sre``, works by. They are kept
beside the modules, in a file for this very interpreter, and handed to the matcher without ``re``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

    # What `_sre.compile` takes: pattern, flags, numbers, groups, and the names of groups both ways.
    Code = tuple[str, int, list[int], int, dict[str, int], tuple[str | None, ...]]

# By pattern. Whoever has a place between processes puts its own here; without one nothing is kept.
kept: "dict[str, Code] | None" = None


def compiled(pattern: str) -> "Pattern[str]":
    """The pattern, ready to match with the flag ``re.ASCII``."""
    if kept is not None:
        try:
            if pattern not in kept:
                kept[pattern] = code_of(pattern)
            return matcher(kept[pattern])
        except Exception:  # noqa: BLE001
            # Another interpreter may name its parts differently; the public way always works.
            kept.pop(pattern, None)
    import re

    return re.compile(pattern, re.ASCII)


def matcher(code: "Code") -> "Pattern[str]":
    """The compiled pattern. Raises for what is no code of this interpreter."""
    from _sre import compile as build  # type: ignore[import-not-found, unused-ignore]

    found: Pattern[str] = build(*code)
    return found


def code_of(pattern: str) -> "Code":
    """What ``re.compile`` hands to the matcher, with the flag ``re.ASCII``."""
    import re

    try:
        from re import _compiler, _parser  # type: ignore[attr-defined, unused-ignore]
    except ImportError:  # before Python 3.11
        import sre_compile as _compiler  # type: ignore[no-redef, unused-ignore]
        import sre_parse as _parser  # type: ignore[no-redef, unused-ignore]

    flags = int(re.ASCII)
    parsed = _parser.parse(pattern, flags)
    numbers = _compiler._code(parsed, flags)
    by_name = dict(parsed.state.groupdict)
    names = [None] * parsed.state.groups
    for name, number in by_name.items():
        names[number] = name
    groups = parsed.state.groups - 1
    return pattern, flags | int(parsed.state.flags), list(map(int, numbers)), groups, by_name, tuple(names)
