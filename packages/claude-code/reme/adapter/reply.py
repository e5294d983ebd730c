"""What Claude Code reads on a hook's standard output."""

from reme_hooks.json_text import encode


def reply(event: str, context: str, notice: str) -> str:
    """The host's JSON for a context block and a sentence for the person; nothing for nothing.

    The context stands inside hookSpecificOutput: at the top level the host ignores it.
    """
    answer: dict[str, object] = {}
    if notice:
        answer["systemMessage"] = notice
    if context:
        answer["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": context}
    return encode(answer) if answer else ""
