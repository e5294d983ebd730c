# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/__init__.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# By   templates/_partials/docstring.py.jinja
# Edit those and run `nox -s generate`.
"""Generated from the contract, one version a folder."""
