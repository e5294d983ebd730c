"""Which test proves what of which package. A package that exists has every cell; a missing one fails.

To add a package: give it a row in ``PROVEN`` that names a test for each cell of ``CELLS``.
"""

from __future__ import annotations

# Packages whose hooks are processes that a host starts for each event.
PROCESS_PACKAGES = ("claude-code", "codex")

CELLS = {
    "settings": ("defaults", "environment override", "bad endpoint", "other API major"),
    "recall": ("empty result", "timeout", "server down", "budget", "boundary escape"),
    "capture": ("normal turn", "empty message", "duplicate", "tool result", "recalled text"),
    "lifecycle": ("compaction", "session end", "shutdown", "two sessions at once", "resume and switch"),
    "safety": ("hostile session id", "huge payload", "content-free logs", "no delete tool"),
    "contents": ("manifest", "install entry", "runtime files only", "no absolute path"),
}

_SETTINGS = "tests/hosts/packages/test_settings.py"
_RECALL = "tests/hosts/packages/test_recall.py"
_CAPTURE = "tests/hosts/packages/test_capture.py"
_LIFECYCLE = "tests/hosts/packages/test_lifecycle.py"
_SAFETY = "tests/hosts/packages/test_safety.py"
_CONTENTS = "tests/hosts/packages/test_contents.py"

_PROCESS = {
    "defaults": f"{_SETTINGS}::test_defaults_need_no_configuration",
    "environment override": f"{_SETTINGS}::test_the_environment_wins_over_the_persons_file",
    "bad endpoint": f"{_SETTINGS}::test_a_bad_endpoint_is_silent_and_visible_to_doctor",
    "other API major": f"{_SETTINGS}::test_another_api_major_is_told_once_and_keeps_everything",
    "empty result": f"{_RECALL}::test_an_empty_result_prints_nothing",
    "timeout": f"{_RECALL}::test_a_silent_server_costs_the_deadline_and_no_turn",
    "server down": f"{_RECALL}::test_without_a_server_turns_wait_and_arrive_in_order",
    "budget": f"{_RECALL}::test_a_block_stays_within_the_configured_budget",
    "boundary escape": f"{_RECALL}::test_a_memory_cannot_leave_its_wrapper",
    "normal turn": f"{_CAPTURE}::test_a_turn_is_stored_when_it_ends",
    "empty message": f"{_CAPTURE}::test_an_empty_message_is_no_event",
    "duplicate": f"{_CAPTURE}::test_a_repeated_hook_stores_once",
    "tool result": f"{_CAPTURE}::test_a_tool_result_is_never_stored",
    "recalled text": f"{_CAPTURE}::test_recalled_text_is_never_stored_again",
    "compaction": f"{_LIFECYCLE}::test_a_compaction_flushes_and_brings_back_what_was_put_in",
    "session end": f"{_LIFECYCLE}::test_the_end_of_a_session_delivers_and_flushes",
    "shutdown": f"{_LIFECYCLE}::test_a_shutdown_without_a_word_loses_nothing",
    "two sessions at once": f"{_LIFECYCLE}::test_sessions_side_by_side_keep_apart",
    "resume and switch": f"{_LIFECYCLE}::test_a_resumed_session_gets_nothing_twice_and_a_new_one_all",
    "hostile session id": f"{_SAFETY}::test_a_hostile_session_id_names_no_file",
    "huge payload": f"{_SAFETY}::test_a_huge_prompt_is_cut_and_a_monstrous_payload_is_let_pass",
    "content-free logs": f"{_SAFETY}::test_no_log_and_no_file_of_ours_holds_content",
    "no delete tool": f"{_SAFETY}::test_nothing_automatic_can_delete",
    "manifest": f"{_CONTENTS}::test_a_manifest_holds_what_the_descriptor_says",
    "install entry": f"{_CONTENTS}::test_the_install_lines_lead_to_the_plugin",
    "runtime files only": f"{_CONTENTS}::test_a_plugin_holds_runtime_files_only",
    "no absolute path": f"{_CONTENTS}::test_no_file_names_a_place_of_a_machine",
}

PROVEN: dict[str, dict[str, str]] = dict.fromkeys(PROCESS_PACKAGES, _PROCESS)
