"""remember: keep a fact for good, redacted, durable and searchable when it returns."""

from __future__ import annotations

from datetime import UTC, datetime

from reme_gateway._contract.v1.models import RememberReply, RememberRequest
from reme_gateway.errors import GatewayError
from reme_gateway.jobs.content import ContentRules
from reme_gateway.jobs.services import Services


async def run(request: RememberRequest, services: Services) -> RememberReply:
    """Raises ``nothing_to_remember`` when nothing is left after recalled and private text is taken out."""
    if (request.fact is None) == (request.messages is None):
        raise GatewayError("invalid_request", "Send exactly one of fact and messages.", pointer="")
    text, redactions = _clean(request, services.rules)
    if not text:
        raise GatewayError(
            "nothing_to_remember", "The text holds nothing but recalled, private or empty parts."
        )
    created_at = datetime.now(UTC).isoformat(timespec="seconds")
    kept = services.notes.remember(text, request.scope_id, created_at)
    services.index.reindex_file(kept.path)
    return RememberReply(
        outcome="duplicate" if kept.duplicate else "stored", path=kept.path, redactions=redactions
    )


def _clean(request: RememberRequest, rules: ContentRules) -> tuple[str, int]:
    if request.messages is None:
        content = rules.clean(request.fact or "")
        return ("" if content.reason else content.text), content.redactions
    parts: list[str] = []
    redactions = 0
    for message in request.messages:
        content = rules.clean(message.content)
        redactions += content.redactions
        if content.reason is None:
            parts.append(f"**{message.role}:** {content.text}")
    return "\n\n".join(parts), redactions
