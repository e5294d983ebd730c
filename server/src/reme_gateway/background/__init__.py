"""Keeping the server running: the user's service managers behind one protocol."""
