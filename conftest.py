"""Modules that need an extra are not looked into for examples where it is not installed.

Nothing else is: a module of tests that cannot be imported is an error. Tests start without what the
environment says of a screen.
"""

from __future__ import annotations

import os
from importlib.util import find_spec

# A test that cares for the width of a screen sets it. pytest loads readline, which tells all
# processes that it starts of a width, those of pytest-xdist among them.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)

NEEDS = {
    "pyarrow": ("src/fastgec/frames.py", "src/fastgec/corpus/arrow.py"),
    "torchmetrics": (
        "src/fastgec/integrations/torchmetrics.py",
        "tests/torchmetrics_process.py",
    ),
}

collect_ignore = [path for name, paths in NEEDS.items() if not find_spec(name) for path in paths]
