"""Which test proves what of which package. A package that exists has every cell; a missing one fails.

To add a package: give it a row in ``PROVEN`` that names a test for each cell of ``CELLS``. Only a package
that the host never calls may leave one out, with its reason in ``NOT_APPLICABLE``.
"""

from __future__ import annotations

# Packages whose hooks are processes that a host starts for each event.
PROCESS_PACKAGES = ("claude-code", "codex")
# Packages whose listeners run inside the host's own process; `packages/doubles/` has their stand-ins.
IN_PROCESS_PACKAGES = ("dsh", "openclaw")

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

_GENERIC = "tests/hosts/agent_plugin/test_package.py"
_GENERIC_TOOLS = "tests/hosts/agent_plugin/test_tools.py"
_AGENT_PLUGIN = {
    "defaults": f"{_GENERIC_TOOLS}::test_defaults_need_no_configuration",
    "environment override": f"{_GENERIC_TOOLS}::test_the_environment_wins_over_the_plugins_file",
    "bad endpoint": f"{_GENERIC_TOOLS}::test_a_bad_endpoint_is_said_to_the_model",
    "other API major": f"{_GENERIC_TOOLS}::test_another_api_major_is_said_to_the_model",
    "empty result": f"{_GENERIC_TOOLS}::test_an_empty_result_is_no_error",
    "timeout": f"{_GENERIC_TOOLS}::test_a_silent_server_costs_the_time_limit_and_says_so",
    "server down": f"{_GENERIC_TOOLS}::test_without_a_server_the_client_lives_and_the_tools_come_back",
    "budget": f"{_GENERIC_TOOLS}::test_a_search_stays_within_its_budget",
    "normal turn": f"{_GENERIC_TOOLS}::test_nothing_is_captured_by_itself",
    "empty message": f"{_GENERIC_TOOLS}::test_an_empty_fact_is_refused",
    "duplicate": f"{_GENERIC_TOOLS}::test_the_same_fact_twice_is_one_note",
    "recalled text": f"{_GENERIC_TOOLS}::test_recalled_text_is_not_remembered_again",
    "shutdown": f"{_GENERIC_TOOLS}::test_a_server_ends_with_its_client",
    "two sessions at once": f"{_GENERIC_TOOLS}::test_clients_side_by_side_keep_apart",
    "huge payload": f"{_GENERIC_TOOLS}::test_a_huge_message_is_refused_and_the_next_one_answered",
    "content-free logs": f"{_GENERIC_TOOLS}::test_no_log_holds_content",
    "no delete tool": f"{_GENERIC_TOOLS}::test_no_tool_deletes_unless_it_was_switched_on",
    "manifest": f"{_GENERIC}::test_the_manifest_and_the_servers_entry_hold_what_the_descriptor_says",
    "install entry": f"{_GENERIC}::test_the_install_steps_lead_to_the_package",
    "runtime files only": f"{_GENERIC}::test_the_package_holds_runtime_files_only",
    "no absolute path": f"{_GENERIC}::test_no_file_of_the_package_names_a_place_of_a_machine",
}

_INSIDE = "tests/hosts/packages/test_in_process.py"
_IN_PROCESS = {
    "defaults": f"{_INSIDE}::test_in_a_host_defaults_need_no_configuration",
    "environment override": f"{_INSIDE}::test_in_a_host_the_environment_wins_over_the_persons_file",
    "bad endpoint": f"{_INSIDE}::test_in_a_host_a_bad_endpoint_is_silent_and_visible_to_doctor",
    "other API major": f"{_INSIDE}::test_in_a_host_another_api_major_keeps_everything",
    "empty result": f"{_INSIDE}::test_in_a_host_an_empty_result_puts_nothing_in",
    "timeout": f"{_INSIDE}::test_in_a_host_a_silent_server_costs_the_deadline_and_no_turn",
    "server down": f"{_INSIDE}::test_in_a_host_without_a_server_turns_wait_and_arrive_in_order",
    "budget": f"{_INSIDE}::test_in_a_host_a_block_stays_within_the_configured_budget",
    "boundary escape": f"{_INSIDE}::test_in_a_host_a_memory_cannot_leave_its_wrapper",
    "normal turn": f"{_INSIDE}::test_in_a_host_a_turn_is_stored_when_it_ends",
    "empty message": f"{_INSIDE}::test_in_a_host_an_empty_message_is_no_event",
    "duplicate": f"{_INSIDE}::test_in_a_host_what_is_told_twice_is_stored_once",
    "tool result": f"{_INSIDE}::test_in_a_host_a_tool_result_is_never_stored",
    "recalled text": f"{_INSIDE}::test_in_a_host_recalled_text_is_never_stored_again",
    "compaction": f"{_INSIDE}::test_in_a_host_a_compaction_flushes_and_lets_hits_come_back",
    "session end": f"{_INSIDE}::test_in_a_host_the_end_of_a_session_delivers_and_flushes",
    "shutdown": f"{_INSIDE}::test_in_a_host_a_shutdown_delivers_and_a_kill_loses_nothing",
    "two sessions at once": f"{_INSIDE}::test_in_a_host_sessions_side_by_side_keep_apart",
    "resume and switch": f"{_INSIDE}::test_in_a_host_a_resumed_session_gets_nothing_twice_and_a_new_one_all",
    "hostile session id": f"{_INSIDE}::test_in_a_host_a_hostile_session_id_names_no_file",
    "huge payload": f"{_INSIDE}::test_in_a_host_a_huge_message_is_cut",
    "content-free logs": f"{_INSIDE}::test_in_a_host_no_log_and_no_file_of_ours_holds_content",
    "no delete tool": f"{_INSIDE}::test_in_a_host_nothing_can_delete",
    "manifest": f"{_INSIDE}::test_in_a_host_a_manifest_holds_what_the_descriptor_says",
    "install entry": f"{_INSIDE}::test_in_a_host_the_install_lines_stand_in_the_readme_and_name_the_package",
    "runtime files only": f"{_INSIDE}::test_in_a_host_a_package_holds_runtime_files_only",
    "no absolute path": f"{_INSIDE}::test_in_a_host_no_file_names_a_place_of_a_machine",
}

_PROVIDER = "tests/hosts/packages/test_hermes_provider.py"
_HERMES = {
    "defaults": f"{_PROVIDER}::test_hermes_needs_no_configuration",
    "environment override": f"{_PROVIDER}::test_hermes_takes_the_environment_before_any_file",
    "bad endpoint": f"{_PROVIDER}::test_hermes_is_silent_about_a_bad_endpoint_and_tells_doctor",
    "other API major": f"{_PROVIDER}::test_hermes_tells_another_api_major_once_and_keeps_everything",
    "empty result": f"{_PROVIDER}::test_hermes_gets_nothing_for_an_unrelated_prompt",
    "timeout": f"{_PROVIDER}::test_a_silent_server_costs_hermes_one_deadline_and_no_turn",
    "server down": f"{_PROVIDER}::test_hermes_turns_wait_without_a_server_and_arrive_in_order",
    "budget": f"{_PROVIDER}::test_hermes_block_stays_within_the_configured_budget",
    "boundary escape": f"{_PROVIDER}::test_a_memory_cannot_leave_its_wrapper_in_hermes",
    "normal turn": f"{_PROVIDER}::test_a_turn_of_hermes_is_stored_when_it_is_reported",
    "empty message": f"{_PROVIDER}::test_an_empty_message_of_hermes_is_no_event",
    "duplicate": f"{_PROVIDER}::test_a_turn_that_hermes_tells_twice_is_stored_once",
    "tool result": f"{_PROVIDER}::test_a_tool_result_in_hermes_is_never_stored",
    "recalled text": f"{_PROVIDER}::test_recalled_text_in_hermes_is_never_stored_again",
    "compaction": f"{_PROVIDER}::test_a_compaction_of_hermes_flushes_and_lets_hits_come_back",
    "session end": f"{_PROVIDER}::test_the_end_of_a_hermes_session_delivers_and_flushes",
    "shutdown": f"{_PROVIDER}::test_a_shutdown_of_hermes_delivers_and_a_kill_loses_nothing",
    "two sessions at once": f"{_PROVIDER}::test_hermes_sessions_side_by_side_keep_apart",
    "resume and switch": f"{_PROVIDER}::test_a_resumed_hermes_session_gets_nothing_twice_and_a_new_one_all",
    "hostile session id": f"{_PROVIDER}::test_a_hostile_session_id_in_hermes_names_no_file",
    "huge payload": f"{_PROVIDER}::test_a_huge_message_in_hermes_is_cut",
    "content-free logs": f"{_PROVIDER}::test_no_log_and_no_file_of_hermes_holds_content",
    "no delete tool": f"{_PROVIDER}::test_nothing_in_hermes_can_delete",
    "manifest": f"{_PROVIDER}::test_the_hermes_manifest_holds_what_the_descriptor_says",
    "install entry": f"{_PROVIDER}::test_the_hermes_install_lines_lead_to_the_package",
    "runtime files only": f"{_PROVIDER}::test_the_hermes_package_holds_runtime_files_only",
    "no absolute path": f"{_PROVIDER}::test_no_file_of_the_hermes_package_names_a_place_of_a_machine",
}

PROVEN: dict[str, dict[str, str]] = {
    **dict.fromkeys(PROCESS_PACKAGES, _PROCESS),
    **dict.fromkeys(IN_PROCESS_PACKAGES, _IN_PROCESS),
    "hermes": _HERMES,
    "agent-plugin": _AGENT_PLUGIN,
}

# Cells about what a host tells a package: a client of this one starts a server and calls tools, no more.
NOT_APPLICABLE: dict[str, dict[str, str]] = {
    "agent-plugin": {
        "boundary escape": "memories come as a tool's result: there is no wrapper to leave",
        "tool result": "nothing is captured, so no tool result can be",
        "compaction": "no event tells of it",
        "session end": "no event tells of it",
        "resume and switch": "nothing is put in, so nothing has to come back or stay away",
        "hostile session id": "a client's sessions are not known here",
    }
}
