"""Today's rules for text, as one server applies them: the contract's, and its own token's literal value."""

from __future__ import annotations

from dataclasses import dataclass

from reme_gateway._vendor.reme_hooks.content import NormalisedContent, normalise_content
from reme_gateway.jobs.suspects import find_suspects

# A shorter token would be found inside ordinary words.
SHORTEST_TOKEN = 8
TOKEN_PLACEHOLDER = "[redacted:gateway-token]"  # noqa: S105


@dataclass(frozen=True, slots=True)
class ContentRules:
    """What every text goes through before it is written anywhere."""

    token: str | None

    def clean(self, text: str) -> NormalisedContent:
        """Strip, redact and cut. The server's token is taken out in whatever shape its owner chose."""
        token = self.token
        if token is None or len(token) < SHORTEST_TOKEN or token not in text:
            return normalise_content(text, find_suspects)
        content = normalise_content(text.replace(token, TOKEN_PLACEHOLDER), find_suspects)
        return NormalisedContent(content.text, content.reason, content.redactions + text.count(token))

    def text(self, text: str) -> str:
        """Only the text, for comparing what is stored with what comes."""
        return self.clean(text).text
