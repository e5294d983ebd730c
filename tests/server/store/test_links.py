from __future__ import annotations

from pathlib import Path

import pytest
from reme_gateway.store.links import Link, LinkMap, link_to, links_in

FILES = {
    "daily/2026-03-29.md": "[[daily/2026-03-29/harbour-1.md|Harbour]]",
    "daily/2026-03-29/harbour-1.md": "---\nsource: '[[session/dialog/codex/k.jsonl]]'\n---\n[[harbour]]",
    "digest/topics/harbour.md": "[[daily/2026-03-29/harbour-1]] and [[../people/mia|Mia]]",
    "digest/people/mia.md": "[[Harbour#Who runs it|the harbour]] [[nowhere]] [[#above]]",
    "digest/people/harbour.md": "",
}


@pytest.fixture
def links(tmp_path: Path) -> LinkMap:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "session/dialog/codex").mkdir(parents=True)
    (tmp_path / "session/dialog/codex/k.jsonl").write_text("{}\n")

    def resolve(path: str) -> Path:
        if not (tmp_path / path).resolve().is_relative_to(tmp_path):
            raise ValueError(path)
        return tmp_path / path

    return LinkMap(resolve)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[a/b.md]]", [Link("a/b.md")]),
        ("[[a/b.md|Title here]]", [Link("a/b.md", title="Title here")]),
        ("[[a#Heading|T]] [[a#^block]]", [Link("a", "Heading", "T"), Link("a", "^block")]),
        ("![[picture.png]]", [Link("picture.png")]),
        ("| [[a\\|T]] |", [Link("a", title="T")]),
        ("[[ a ]] [[a]] [[a]]", [Link("a")]),
        ("[[]] [[ ]] [[a\nb]] [a]] [[a] [[[a]]]", [Link("a")]),
        ("`[[code]]` ``[[x]] ` [[y]]`` [[real]]", [Link("real")]),
        ("an ` alone\n\n[[real]] ` ", [Link("real")]),
        ("```\n[[code]]\n```\n[[real]]\n~~~\n[[code]]", [Link("real")]),
        ("````\n```\n[[code]]\n````\n[[real]]", [Link("real")]),
        ("---\nup: '[[parent]]'\n---\ntext", [Link("parent")]),
        ("\\[\\[not a link\\]\\]", []),
        ("[[部署/脚本.md|部署]]", [Link("部署/脚本.md", title="部署")]),
    ],
)
def test_links_are_read_as_obsidian_reads_them(text: str, expected: list[Link]) -> None:
    assert links_in(text.encode()) == expected


def test_outgoing_links_lead_where_obsidian_would_lead(links: LinkMap) -> None:
    def leads(path: str) -> list[str | None]:
        return [target for _, target in links.outgoing(path)]

    assert leads("daily/2026-03-29.md") == ["daily/2026-03-29/harbour-1.md"]
    assert leads("daily/2026-03-29/harbour-1.md") == [
        "session/dialog/codex/k.jsonl",
        "digest/people/harbour.md",
    ]
    assert leads("digest/topics/harbour.md") == ["daily/2026-03-29/harbour-1.md", "digest/people/mia.md"]
    # same folder first, whatever the case; a heading alone is this file
    assert leads("digest/people/mia.md") == ["digest/people/harbour.md", None, "digest/people/mia.md"]
    assert leads("digest/people/missing.md") == []


def test_incoming_links_name_their_files(links: LinkMap) -> None:
    assert [source for source, _ in links.incoming("daily/2026-03-29/harbour-1.md")] == [
        "daily/2026-03-29.md",
        "digest/topics/harbour.md",
    ]
    assert [source for source, _ in links.incoming("session/dialog/codex/k.jsonl")] == [
        "daily/2026-03-29/harbour-1.md"
    ]


def test_a_link_that_appears_or_goes_is_noticed(tmp_path: Path, links: LinkMap) -> None:
    assert links.incoming("digest/topics/harbour.md") == []
    (tmp_path / "digest/people/harbour.md").write_text("[[topics/harbour]]")
    assert [source for source, _ in links.incoming("digest/topics/harbour.md")] == [
        "digest/people/harbour.md"
    ]
    (tmp_path / "digest/people/harbour.md").unlink()
    assert next(target for _, target in links.outgoing("digest/people/mia.md")) == "digest/topics/harbour.md"


@pytest.mark.parametrize(
    "target", ["../../../etc/passwd", "/etc/passwd", "..", "a/../../../x", "\0", "x" * 5000]
)
def test_a_link_out_of_the_workspace_leads_nowhere(tmp_path: Path, links: LinkMap, target: str) -> None:
    (tmp_path / "digest/evil.md").write_text(f"[[{target}]]")
    assert [found for _, found in links.outgoing("digest/evil.md")] == [None]


@pytest.mark.parametrize("title", ["plain", "a|b", "x]] [[evil]]", "<b>x</b>", "line\nline", "", "#tag ^id"])
def test_a_link_we_write_is_one_link_to_that_path(title: str) -> None:
    assert [link.target for link in links_in(f"before {link_to('daily/a.md', title)} after".encode())] == [
        "daily/a.md"
    ]
    assert "<" not in link_to("daily/a.md", title)
