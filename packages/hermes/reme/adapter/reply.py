"""What Hermes makes of a call's return value."""

from __future__ import annotations


def reply(event: str, context: str) -> str:
    """The text for the prompt; what `on_pre_compress` returned would be quoted in the summary's request."""
    return context if event == "prefetch" else ""
