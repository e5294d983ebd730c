"""The memory provider that lives in Hermes' process, and the commands beside it."""
