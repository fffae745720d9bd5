"""Modules that need an extra are not looked into for examples where it is not installed.

Nothing else is: a module of tests that cannot be imported is an error. Tests start without what the
environment says of a screen, and with Python's bytecode kept.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

# A test that cares for the width of a screen sets it. pytest loads readline, which tells all
# processes that it starts of a width, those of pytest-xdist among them.
for name in ("COLUMNS", "LINES"):
    os.environ.pop(name, None)

# Tests start hundreds of processes. Where the environment, as that of many containers, says that no
# bytecode is kept, each would compile all modules that it imports: 1.0 s instead of 0.2 s. Here and
# in the processes that start from here it is kept, in the usual folders, which git ignores.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

NEEDS = {
    "gec_metrics": ("fastgec/bridges/gec_metrics.py",),
    "pyarrow": ("fastgec/frames.py", "fastgec/read/arrow.py"),
    "torchmetrics": ("fastgec/bridges/torchmetrics.py", "tests/torchmetrics_process.py"),
}

# With a wheel the modules are those of the environment, wherever that is.
collect_ignore_glob = [
    f"*{path}" for name, paths in NEEDS.items() if not find_spec(name) for path in paths
]
