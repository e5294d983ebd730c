"""Only imported."""

NAME = "n"
