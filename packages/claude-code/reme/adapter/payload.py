"""What Claude Code reports, in the contract's words."""

from reme_hooks.observation import Observation, text_at

_NOTIFICATION = "<task-notification>"


def observe(event: str, payload: "dict[str, object]") -> "Observation | None":
    """What happened, or None for the host's own summary. StopFailure's closing text is the provider's error.

    A notification of a background task comes as a prompt, sometimes with the id of the person's own.
    """
    prompt: "str | None" = None
    answer: "str | None" = None
    no_person = False
    if event == "UserPromptSubmit":
        prompt = text_at(payload, "prompt")
        if prompt.lstrip().startswith(_NOTIFICATION):
            prompt, no_person = None, True
    elif event == "SubagentStop":
        if not text_at(payload, "agent_type"):
            # The conversation summarised before a compaction.
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
        no_person=no_person,
    )
