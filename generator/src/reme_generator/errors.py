"""What stops a run: a wrong contract, or a tool that isn't the pinned one.

GeneratorError
├── ContractError   the contract or a template is wrong; names file, pointer, problem and fix
└── ToolError       datamodel-code-generator is missing, of another version, or failed
"""

from __future__ import annotations


class GeneratorError(Exception):
    """Root; nothing has been written when it is raised."""


class ContractError(GeneratorError):
    """One fault in one place of the contract. There is no weaker level: every fault stops the run."""

    def __init__(self, file: str, json_pointer: str, problem: str, fix: str) -> None:
        super().__init__(f"{file}#{json_pointer}: {problem}\n  fix: {fix}")
        self.file = file
        self.json_pointer = json_pointer
        self.problem = problem
        self.fix = fix


class ToolError(GeneratorError):
    """A pinned tool could not do its work."""
