"""What every event's text goes through before it is written anywhere: spool, session file, note."""

from ._generated.v1 import boundary as boundary_rules
from ._generated.v1 import limits
from .boundary import strip
from .payloads import only_placeholders, replace_base64
from .redaction import redact
from .truncation import cut, well_formed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .redaction import Suspects


class NormalisedContent:
    """The text to store, or why there is none: ``private``, ``recalled``, ``base64`` or ``empty``."""

    __slots__ = ("reason", "redactions", "text")

    def __init__(self, text: str, reason: "str | None", redactions: int) -> None:
        self.text = text
        self.reason = reason
        self.redactions = redactions

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NormalisedContent):
            return NotImplemented
        mine = (self.text, self.reason, self.redactions)
        return mine == (other.text, other.reason, other.redactions)

    def __hash__(self) -> int:
        return hash((self.text, self.reason, self.redactions))

    def __repr__(self) -> str:
        # Text of users has no place in logs and tracebacks.
        size = len(self.text)
        return f"NormalisedContent({size} characters, reason={self.reason!r}, redactions={self.redactions})"


def normalise_content(text: str, suspects: "Suspects | None" = None) -> NormalisedContent:
    """Strip, replace payloads, redact, cut; running it again on its own text changes nothing.

    ``suspects`` as for ``redact``.
    """
    text = well_formed(text)
    removed: set[str] = set()
    redactions = 0
    for _ in range(boundary_rules.ROUNDS):
        before = text
        text, kinds = strip(text)
        if kinds:
            removed.update(kinds)
            text = text.strip(boundary_rules.WHITESPACE)
        text, _payloads = replace_base64(text)
        text, count = redact(text, suspects)
        redactions += count
        text = cut(text, limits.EVENT_BYTES)
        if text == before:
            break
    else:
        # Nothing honest changes at every pass; what is left can't be trusted to be clean.
        return NormalisedContent("", "private", redactions)
    reason = _empty_reason(text, removed)
    return NormalisedContent("" if reason else text, reason, redactions)


def _empty_reason(text: str, removed: "set[str]") -> "str | None":
    if not text.strip(boundary_rules.WHITESPACE):
        return "private" if "private" in removed else "recalled" if "recalled" in removed else "empty"
    return "base64" if only_placeholders(text) else None
