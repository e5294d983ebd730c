# Generated: do not edit, your change would be lost.
# By   templates/_partials/docstring.py.jinja
# Edit those and run `nox -s generate`.
"""Contract v1."""
