"""Keys of the sentences of a gold standard: a user's own ids, such as names of essays."""

from __future__ import annotations

from collections.abc import Hashable, Iterable


def keys_of(ids: Iterable[Hashable] | None) -> list[Hashable] | None:
    """Return ids as a list.

    Args:
        ids: of all sentences; None: they have none of their own.

    Raises:
        TypeError: a string, whose letters would be ids.

    Example:
        >>> keys_of(("essay 1", "essay 2"))
        ['essay 1', 'essay 2']
    """
    if isinstance(ids, str | bytes):
        raise TypeError(f"ids: {type(ids).__name__}, expected a list, one for each sentence")
    return None if ids is None else list(ids)


def require_key(key: object, place: str) -> None:
    """Refuse what cannot be an id, such as a list.

    Args:
        key: the id.
        place: what errors call it.

    Raises:
        ValueError: it cannot be one.

    Example:
        >>> require_key(["a"], "row 2")
        Traceback (most recent call last):
        ...
        ValueError: row 2: id ['a']: expected a number, a string or a tuple
    """
    try:
        hash(key)
    except TypeError:
        found = repr(key)[:60]
        raise ValueError(f"{place}: id {found}: expected a number, a string or a tuple") from None
