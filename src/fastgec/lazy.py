"""Names of a package that are imported at first use: who needs few of them waits for few."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def imported_at_first_use(
    package: str, homes: Mapping[str, str], renamed: Mapping[str, str] | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package that lists its names in `__all__`.

    Type checkers read imports under `TYPE_CHECKING` instead, and must not see these two: of a
    package that has `__getattr__` they believe that it has every name.

    Args:
        package: its `__name__`.
        homes: by module, one of the package or a whole path, the names that are there, in a row.
        renamed: by old name the new one; the old one works, with a DeprecationWarning.

    Example:
        >>> find, _ = imported_at_first_use("fastgec.study", {"comparison": "compare holm"})
        >>> find("holm")([0.5])
        [0.5]
        >>> find("hohm")
        Traceback (most recent call last):
        AttributeError: module 'fastgec.study' has no attribute 'hohm'
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        if renamed and name in renamed:
            text = f"{package}.{name} is deprecated: write {package}.{renamed[name]}"
            warnings.warn(text, DeprecationWarning, stacklevel=2)
            return find(renamed[name])
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = home_of[name]
        value = getattr(import_module(home if "." in home else f"{package}.{home}"), name)
        setattr(sys.modules[package], name, value)  # the next time nobody asks here
        return value

    def known() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return find, known
