"""A runtime."""
