# Generated: do not edit, your change would be lost.
# By   templates/_partials/docstring.py.jinja
# Edit those and run `nox -s generate`.
"""Generated from the contract, one version a folder."""
