"""The MCP surface: the model-facing operations over streamable HTTP at ``/mcp``."""
