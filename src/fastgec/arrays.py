"""Arrays inside frozen tables: of one type, contiguous, and read-only, also after pickling."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def freeze(table: object, /, **types: type[np.generic]) -> None:
    """Replace the named fields of a frozen dataclass by read-only C-contiguous arrays of a type.

    An array that has the type and the layout is not copied.
    """
    for name, dtype in types.items():
        array: NDArray[Any] = np.ascontiguousarray(getattr(table, name), dtype=dtype).view()
        array.flags.writeable = False
        object.__setattr__(table, name, array)


def made_from_fields(table: Any) -> tuple[type, tuple[Any, ...]]:
    """Serve as `__reduce__`: pickle forgets that arrays are read-only, the constructor does not."""
    return type(table), tuple(getattr(table, name) for name in table.__slots__)
