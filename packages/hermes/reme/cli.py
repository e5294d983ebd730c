# Generated: do not edit, your change would be lost.
# From contract/hosts/hermes.toml
# By   templates/hermes/cli.py.jinja
# Edit those and run `nox -s generate`.
"""`hermes reme …`: the host looks for these two names here."""

from .provider.command import register_cli, run_command

__all__ = ["register_cli", "reme_command"]

reme_command = run_command
