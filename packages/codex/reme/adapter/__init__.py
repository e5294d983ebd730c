"""Codex's payloads and replies, as pure functions."""
