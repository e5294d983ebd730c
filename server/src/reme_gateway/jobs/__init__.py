"""The operations: one module each, knowing no transport."""
