"""Examples of the docs: code between marks, run by tests as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent.parent / "docs"


def names_of(page: str, *examples: str) -> dict[str, Any]:
    """Run examples of a page one after the other, and return what they define."""
    text = (DOCS / page).read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    for name in examples:
        [code] = re.findall(rf"<!-- example: {name} -->\n```python\n(.*?)```\n", text, re.DOTALL)
        exec(compile(code, f"{page}: {name}", "exec"), names)
    return names
