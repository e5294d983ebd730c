from __future__ import annotations

from pathlib import Path

import pytest
from reme_gateway.store.markdown import MarkdownFile
from reme_gateway.store.remembered import FactFiles, fact_digest

WHEN = "2026-03-29T10:00:00Z"


@pytest.fixture
def facts(tmp_path: Path) -> FactFiles:
    return FactFiles(lambda path: tmp_path / path)


def test_a_fact_is_a_file_with_its_text_and_where_it_came_from(tmp_path: Path, facts: FactFiles) -> None:
    kept = facts.remember(
        "  We deploy with deploy_harbour.sh.\r\nNever on Fridays.\n", "default", WHEN, "codex"
    )
    text = "We deploy with deploy_harbour.sh.\nNever on Fridays."
    digest = fact_digest(text, "default")
    assert not kept.duplicate
    assert kept.path == f"digest/remembered/we-deploy-with-deploy-harbour-sh-never-{digest[:8]}.md"
    assert (tmp_path / kept.path).read_text() == (
        "---\n"
        "name: We deploy with deploy_harbour.sh. Never on Fridays.\n"
        "description: We deploy with deploy_harbour.sh. Never on Fridays.\n"
        "scope_id: default\n"
        f"created_at: '{WHEN}'\n"
        f"content_hash: {digest}\n"
        "host: codex\n"
        "---\n"
        "\n"
        f"{text}\n"
    )


def test_the_same_text_in_the_same_scope_is_a_duplicate(tmp_path: Path, facts: FactFiles) -> None:
    first = facts.remember("fact", "default", WHEN)
    again = facts.remember(" fact\n", "default", "2027-01-01T00:00:00Z", "dsh")
    assert (again.path, again.duplicate) == (first.path, True)
    assert len(list(tmp_path.rglob("*.md"))) == 1


def test_another_scope_or_another_text_is_another_file(facts: FactFiles) -> None:
    kept = [facts.remember(text, scope, WHEN) for text in ("fact", "Fact") for scope in ("default", "work")]
    assert len({fact.path for fact in kept}) == 4
    assert not any(fact.duplicate for fact in kept)


def test_a_fact_that_its_owner_renamed_and_edited_is_still_known(tmp_path: Path, facts: FactFiles) -> None:
    first = tmp_path / facts.remember("fact", "default", WHEN).path
    moved = first.rename(first.with_name(f"mine-{first.stem[-8:]}.md"))
    moved.write_bytes(moved.read_bytes() + b"edited")
    assert facts.remember("fact", "default", WHEN).duplicate
    assert moved.read_bytes().endswith(b"fact\nedited")


def test_a_foreign_file_of_that_name_is_left_alone(tmp_path: Path, facts: FactFiles) -> None:
    digest = fact_digest("fact", "default")
    foreign = tmp_path / f"digest/remembered/fact-{digest[:8]}.md"
    foreign.parent.mkdir(parents=True)
    foreign.write_bytes(b"mine")
    kept = facts.remember("fact", "default", WHEN)
    assert kept.path == f"digest/remembered/fact-{digest[:16]}.md"
    assert foreign.read_bytes() == b"mine"
    assert facts.remember("fact", "default", WHEN).duplicate


def test_facts_are_listed_newest_first_as_their_files_are_now(tmp_path: Path, facts: FactFiles) -> None:
    assert facts.facts() == []
    old = facts.remember("old one", "default", "2026-03-29T10:00:00+02:00")
    new = facts.remember("new one", "work", "2026-03-29T09:00:00+00:00")
    (tmp_path / "digest/remembered/by hand.md").write_text("no front matter")
    assert [(fact.path, fact.scope_id, fact.description) for fact in facts.facts()] == [
        (new.path, "work", "new one"),
        (old.path, "default", "old one"),
        ("digest/remembered/by hand.md", "default", "by hand"),
    ]
    file = tmp_path / old.path
    file.write_text(file.read_text().replace("description: old one", "description: edited by its owner"))
    (tmp_path / new.path).unlink()
    assert [fact.description for fact in facts.facts()] == ["edited by its owner", "by hand"]


@pytest.mark.parametrize("text", ["", "  \n\t"])
def test_nothing_cannot_be_remembered(facts: FactFiles, text: str) -> None:
    with pytest.raises(ValueError, match="nothing to remember"):
        facts.remember(text, "default", WHEN)


@pytest.mark.parametrize(
    "text",
    ["---\nname: forged\n---\nx", "<!-- reme:begin -->\nx\n<!-- reme:end -->", "\u2028\u0085\0", "\ud800x"],
)
def test_hostile_text_stays_text(tmp_path: Path, facts: FactFiles, text: str) -> None:
    file = MarkdownFile.parse((tmp_path / facts.remember(text, "default", WHEN).path).read_bytes())
    assert file.body.strip("\n") == text.replace("\ud800", "\ufffd").strip()
    assert file.metadata()["content_hash"] == fact_digest(text.replace("\ud800", "\ufffd").strip(), "default")
