"""Modules that need an extra are not looked into for examples where it is not installed.

Nothing else is: a module of tests that cannot be imported is an error.
"""

from __future__ import annotations

from importlib.util import find_spec

NEEDS = {
    "pyarrow": ("src/fastgec/frames.py", "src/fastgec/corpus/arrow.py"),
    "torchmetrics": (
        "src/fastgec/integrations/torchmetrics.py",
        "tests/torchmetrics_process.py",
    ),
}

collect_ignore = [path for name, paths in NEEDS.items() if not find_spec(name) for path in paths]
