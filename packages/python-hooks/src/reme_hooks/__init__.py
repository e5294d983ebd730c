"""Text rules and runtime of the hooks: standard library only, Python 3.9 and later, vendored as it is."""
