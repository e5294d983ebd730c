"""Since the last release the contract only grew."""

from __future__ import annotations

from reme_generator.compatibility import compare

from tests.compat.baseline_files import Release, present, present_surface


def test_nothing_that_released_programs_rely_on_is_gone_or_different(release: Release) -> None:
    baseline = release.surface()
    # Nothing compared is nothing found.
    assert len(baseline["operations"]) >= 16
    assert len(baseline["shapes"]) >= 50
    assert sum(len(cases) for groups in baseline["vectors"].values() for cases in groups.values()) >= 250

    found = compare(baseline, present_surface())

    assert not found.findings, "\n".join(str(finding) for finding in found.findings)


def test_a_file_that_did_not_change_is_read_as_it_was_then(release: Release) -> None:
    """Otherwise the reader changed, and a comparison with what it read then says nothing."""
    now, _ = present()
    same = {file for file, digest in release.contract.items() if now.contract.get(file) == digest}
    then, today = release.surface(), present_surface()

    grown = {entry.file for entry in compare(then, today).growth}

    assert grown & same == set()
    if now.contract == release.contract:
        assert today == then
