# Generated: do not edit, your change would be lost.
# By   templates/python-client/package.py.jinja
# Edit those and run `nox -s generate`.
"""Generated from the contract; one subpackage per major version."""
