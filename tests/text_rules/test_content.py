"""Both languages store the same bytes for the same text, and normalising again changes nothing."""

from __future__ import annotations

import base64
import json
import random
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reme_hooks import boundary, content, identity, payloads, redaction, truncation
from vector_files import ROOT, VECTORS, assembled

BLOB = base64.b64encode(random.Random(3).randbytes(500)).decode()
FRAGMENTS = [
    '<reme-context source="auto-recall">',
    "</reme-context>",
    "<private>",
    "</private>",
    "<system-reminder>",
    "</system-reminder>",
    "<skill>",
    "&lt;private&gt;",
    "\uff1cprivate\uff1e",
    "`",
    "```",
    "\n",
    "\r\n",
    "> ",
    " ",
    "<",
    ">",
    "x",
    "\u90e8\u7f72",
    "\U0001f600",
    "\ud800",
    "\udc00",
    "\ud83d",
    "\u0130",
    "\u212a",
    "\u2028",
    "\x85",
    "\ufeff",
    "\u200b",
    "\xa0",
    "password=",
    "hunter" + "22",
    'token: "',
    '"',
    "secret_",
    "sk-" + "a1" * 12,
    "ghp_" + "a1B2" * 9,
    "://u:",
    "@h",
    "-----BEGIN PRIVATE " + "KEY-----",
    "\n-----END PRIVATE " + "KEY-----",
    "AKIA" + "FAKE" * 4,
    "eyJ" + "hbGciOi.",
    "Cookie: a=b",
    "data:image/png;base64,",
    BLOB,
    BLOB[:76] + "\n" + BLOB[76:152] + "\n",
    "\\n",
    "=",
    "[base64 ",
    "[redacted:x]",
    "%3D",
    "[Request interrupted by user]",
    "Stop hook additional context: y",
    "--token ",
    "1",
    "a/b/",
    "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>",
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join)


@settings(deadline=None, max_examples=300)
@given(texts)
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = content.normalise_content(text)
    again = content.normalise_content(once.text)
    assert (again.text, again.redactions) == (once.text, 0)
    assert (once.reason is None) == bool(once.text)


@settings(deadline=None)
@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="<&\\\uff1c\ufe64[:=@_-. "))
)
def test_text_with_nothing_to_find_stays_byte_for_byte(text: str) -> None:
    found = content.normalise_content(text)
    if found.reason is None:
        assert (found.text, found.redactions) == (text, 0)
    else:
        assert found.reason == "empty"


def corpus() -> list[str]:
    """Every text of the vectors, and a thousand random joins of fragments, the same ones each time."""
    found = []
    for path in sorted(VECTORS.glob("*.json")):
        document = json.loads(path.read_text("utf-8"))
        cases = [case for group in document.values() if isinstance(group, list) for case in group]
        found += [assembled(case["text"]) for case in cases if "text" in case]
    generator = random.Random(11)
    found += ["".join(generator.choices(FRAGMENTS, k=generator.randrange(1, 14))) for _ in range(1000)]
    return found


# One process for the whole corpus; surrogates travel as JSON escapes.
_NODE = """
import { readFileSync } from "node:fs";
const source = new URL(process.argv[1]);
const load = (name) => import(new URL(name, source));
const [boundary, content, identity, payloads, redaction, truncation] = await Promise.all(
  ["boundary", "content", "identity", "payloads", "redaction", "truncation"]
    .map((name) => load(`${name}.js`)),
);
const results = JSON.parse(readFileSync(0, "utf8")).map((text) => {
  const whole = truncation.wellFormed(text);
  const { text: kept, reason, redactions } = content.normaliseContent(text);
  const hit = { path: whole, line_start: 1, line_end: 2, kind: "turn", created_at: whole, snippet: whole };
  return [
    whole, kept, reason, redactions,
    boundary.strip(whole), redaction.redact(whole), payloads.replaceBase64(whole),
    truncation.cut(whole, 50), truncation.clip(whole, 20), boundary.wrap([hit], 300),
    identity.sessionKey("codex", text, text), identity.eventId(text, "user", text),
  ];
});
process.stdout.write(JSON.stringify(results));
"""


def in_python(text: str) -> list[object]:
    whole = truncation.well_formed(text)
    found = content.normalise_content(text)
    stripped, reasons = boundary.strip(whole)
    hit = {
        "path": whole,
        "line_start": 1,
        "line_end": 2,
        "kind": "turn",
        "created_at": whole,
        "snippet": whole,
    }
    return [
        whole,
        found.text,
        found.reason,
        found.redactions,
        [stripped, list(reasons)],
        list(redaction.redact(whole)),
        list(payloads.replace_base64(whole)),
        truncation.cut(whole, 50),
        truncation.clip(whole, 20),
        boundary.wrap([hit], 300),
        identity.session_key("codex", text, text),
        identity.event_id(text, "user", text),
    ]


def test_both_languages_give_the_same_for_a_thousand_texts() -> None:
    given_texts = corpus()
    source = (ROOT / "packages/js-client/src").as_uri() + "/"
    command = ["node", "--input-type=module", "-e", _NODE, source]
    done = subprocess.run(
        command, input=json.dumps(given_texts), capture_output=True, text=True, check=True, timeout=300
    )
    answers = json.loads(done.stdout)
    assert len(answers) == len(given_texts)
    for text, theirs in zip(given_texts, answers):  # noqa: B905 - this also runs on Python 3.9
        assert in_python(text) == theirs, ascii(text)


@pytest.mark.parametrize("reason", ["private", "recalled", "base64", "empty"])
def test_no_text_of_the_user_is_shown_by_repr(reason: str) -> None:
    found = content.NormalisedContent("my diary", reason, 0)
    assert "diary" not in repr(found)
    assert reason in repr(found)


def test_equal_outcomes_are_equal_and_other_ones_are_not() -> None:
    one = content.normalise_content("a")
    assert one == content.normalise_content("a")
    assert hash(one) == hash(content.normalise_content("a"))
    assert one != content.normalise_content("b")
    assert one != "a"
