# Generated: do not edit, your change would be lost.
# By   templates/server-contract/version.py.jinja
# Edit those and run `nox -s generate`.
"""Contract v1: models, operations, errors, limits and tools."""
