"""Fields of tab-separated text."""

from __future__ import annotations

from collections.abc import Sequence


def join_fields(fields: Sequence[str]) -> str:
    """Return one line of tab-separated fields."""
    return "\t".join(map(plain, fields)) + "\n"


def plain(value: object) -> str:
    """Return a value as a field: full precision, nothing for None, no tab and no line end."""
    if value is None:
        return ""
    text = repr(value) if isinstance(value, float) else str(value)
    return text.replace("\t", " ").replace("\n", " ")
