"""What Codex reports, in the contract's words."""

from reme_hooks.observation import Observation, text_at


def observe(event: str, payload: "dict[str, object]") -> "Observation | None":
    """What happened. Every event has a meaning: the host reports no error texts and no prompts of its own.

    A steered prompt and a second Stop repeat the turn id, which is right: they belong to one turn.
    """
    prompt = answer = None
    if event == "UserPromptSubmit":
        prompt = text_at(payload, "prompt")
    elif event in ("Stop", "SubagentStop"):
        # null after a turn that ended without a closing text
        answer = text_at(payload, "last_assistant_message") or None
    return Observation(
        session_id=text_at(payload, "session_id"),
        turn=text_at(payload, "turn_id"),
        prompt=prompt,
        answer=answer,
        agent_id=text_at(payload, "agent_id"),
        folder=text_at(payload, "cwd"),
    )
