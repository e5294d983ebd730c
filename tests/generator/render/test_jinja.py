"""Templates: undefined names and syntax errors stop the run and name the template."""

from __future__ import annotations

from pathlib import Path

import pytest
from reme_generator.errors import ContractError
from reme_generator.render.jinja import environment, render


def template(root: Path, text: str) -> str:
    (root / "templates").mkdir(exist_ok=True)
    (root / "templates" / "x.jinja").write_text(text)
    return render(environment(root), "templates/x.jinja", {"name": "a"})


def test_a_value_is_printed_as_it_is(tmp_path: Path) -> None:
    assert template(tmp_path, '{{ name }} <&> {{ ["a"] | python }}\n') == 'a <&> ("a",)\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{{ nome }}", "nome"),
        ("{{ name.first }}", "first"),
        ("\n{% for %}", "line 2"),
        ("{{ name | tojson2 }}", "tojson2"),
    ],
)
def test_a_faulty_template_is_an_error_that_names_it(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(ContractError, match=problem) as caught:
        template(tmp_path, text)
    assert caught.value.file == "templates/x.jinja"


def test_a_missing_template_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="missing"):
        render(environment(tmp_path), "templates/gone.jinja", {})
