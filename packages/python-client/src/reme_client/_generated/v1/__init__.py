# Generated: do not edit, your change would be lost.
# By   templates/python-client/version.py.jinja
# Edit those and run `nox -s generate`.
"""Contract v1: models, operations, errors and limits."""
