"""Templates: model in, text out. Undefined names are errors, and the filters are the ones listed here."""

from __future__ import annotations

from pathlib import Path

import jinja2

from ..errors import ContractError
from .literals import js_literal, json_literal, json_value, python_literal

_SUFFIX = ".jinja"
_FILTERS = {"python": python_literal, "json_python": json_literal, "js": js_literal, "json": json_value}


def environment(root: Path) -> jinja2.Environment:
    """Reads templates below ``root``/templates."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(root / "templates", encoding="utf-8"),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # noqa: S701 - the output is source text, not HTML
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
    )
    env.filters.update(_FILTERS)
    return env


def render(env: jinja2.Environment, source: str, values: dict[str, object]) -> str:
    """Fill one template; ``source`` is its path from the repository. Raises ContractError for a fault."""
    name = source.removeprefix("templates/")
    try:
        return env.get_template(name).render(values)
    except jinja2.TemplateNotFound as error:
        raise ContractError(
            source, "", "the template is missing", "write it, or take its row out of plan.py"
        ) from error
    except jinja2.TemplateSyntaxError as error:
        raise ContractError(
            source, "", f"line {error.lineno}: {error.message}", "correct the template"
        ) from error
    except jinja2.UndefinedError as error:
        fix = "use a variable that templates/README.md lists"
        raise ContractError(source, "", str(error.message), fix) from error
