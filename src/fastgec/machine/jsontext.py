"""JSON text to values, under one rule more than Python's: no object has a key twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


class RepeatedKeyError(ValueError):
    """An object has a key twice: which value is meant, the text does not say."""


def loads(text: str | bytes, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """Return what JSON text holds; arguments and errors as `json.loads`.

    Raises:
        RepeatedKeyError: an object has a key twice.

    Example:
        >>> loads('{"weight": 1, "weight": 2}')
        Traceback (most recent call last):
        fastgec.machine.jsontext.RepeatedKeyError: key "weight" is there twice in an object
    """
    return json.loads(text, object_pairs_hook=_object, parse_constant=parse_constant)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise RepeatedKeyError(f"key {json.dumps(twice)} is there twice in an object")
    return found
