"""Claude Code's payloads and replies, as pure functions."""
