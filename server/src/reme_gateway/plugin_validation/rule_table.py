"""All rules, in the order in which a package is read. Ids are those that documents and tests use."""

from __future__ import annotations

from reme_gateway.plugin_validation import (
    house_rules,
    manifest_rules,
    mcp_rules,
    package_rules,
    remote_rules,
    skill_rules,
)
from reme_gateway.plugin_validation.rule import Rule

RULES: tuple[Rule, ...] = (
    *package_rules.RULES,
    *manifest_rules.RULES,
    *mcp_rules.RULES,
    *remote_rules.RULES,
    *skill_rules.RULES,
    *house_rules.RULES,
)
