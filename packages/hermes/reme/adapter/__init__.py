"""Hermes' calls and what they return, as pure functions."""
