"""ReMe Gateway: one durable memory for all of a developer's coding agents."""

__version__ = "0.1.0"
