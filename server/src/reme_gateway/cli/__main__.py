"""`python -m reme_gateway.cli` is `reme`."""

from __future__ import annotations

import sys

from reme_gateway.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
