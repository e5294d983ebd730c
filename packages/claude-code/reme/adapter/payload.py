"""What Claude Code reports, in the contract's words."""

from reme_hooks.observation import Observation, text_at

_NOTIFICATION = "<task-notification>"


def observe(event: str, payload: "dict[str, object]") -> "Observation | None":
    """What happened, or None for what no person and no answering agent said.

    A notification may carry the prompt id of the person's own prompt: dropping the event, and not the id,
    keeps that turn whole. StopFailure's closing text is the provider's error.
    """
    prompt = answer = None
    if event == "UserPromptSubmit":
        prompt = text_at(payload, "prompt")
        if prompt.lstrip().startswith(_NOTIFICATION):
            return None
    elif event == "SubagentStop":
        if not text_at(payload, "agent_type"):
            # The host's own summary of the conversation, before a compaction.
            return None
        answer = text_at(payload, "last_assistant_message") or None
    elif event == "Stop":
        answer = text_at(payload, "last_assistant_message") or None
    return Observation(
        session_id=text_at(payload, "session_id"),
        turn=text_at(payload, "prompt_id"),
        prompt=prompt,
        answer=answer,
        agent_id=text_at(payload, "agent_id"),
        folder=text_at(payload, "cwd"),
    )
