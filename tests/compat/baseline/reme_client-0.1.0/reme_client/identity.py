"""How this package names itself to servers."""

from __future__ import annotations

from typing import Final

NAME: Final = "reme-client"
__version__ = "0.1.0"
