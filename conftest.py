"""Examples in docstrings of modules that need an extra are left out where it is not installed.

Nothing else is: a module of tests that cannot be imported is an error.
"""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = (
    [] if find_spec("pyarrow") else ["src/fastgec/frames.py", "src/fastgec/corpus/arrow.py"]
)
