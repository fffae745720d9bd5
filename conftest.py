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
    "pyarrow": ("fastgec/frames.py", "fastgec/corpus/arrow.py"),
    "torchmetrics": ("fastgec/integrations/torchmetrics.py", "tests/torchmetrics_process.py"),
}

# With a wheel the modules are those of the environment, wherever that is.
collect_ignore_glob = [
    f"*{path}" for name, paths in NEEDS.items() if not find_spec(name) for path in paths
]
