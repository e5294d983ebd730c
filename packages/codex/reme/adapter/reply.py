"""What Codex reads on a hook's standard output."""

from reme_hooks.json_text import encode


def reply(event: str, context: str, notice: str) -> str:
    """The host's JSON for a context block and a sentence for the person; nothing for nothing.

    Only members that the host knows: an unknown one makes it drop the whole reply.
    """
    answer: dict[str, object] = {}
    if notice:
        answer["systemMessage"] = notice
    if context:
        answer["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": context}
    return encode(answer) if answer else ""
