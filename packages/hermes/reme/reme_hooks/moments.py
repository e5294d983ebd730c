# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/moments.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Points in time as the contract writes them."""

from time import gmtime, strftime, time_ns


def timestamp(nanoseconds: int = 0) -> str:
    """RFC 3339 in UTC with milliseconds, of now or of nanoseconds since 1970."""
    moment = nanoseconds or time_ns()
    seconds, rest = divmod(moment, 1_000_000_000)
    return strftime("%Y-%m-%dT%H:%M:%S", gmtime(seconds)) + ".%03dZ" % (rest // 1_000_000)
