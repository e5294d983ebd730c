# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/__init__.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Text rules and runtime of the hooks: standard library only, Python 3.9 and later, vendored as it is."""
