"""The warnings of Python that scoring gives: of suspicious input, and of public benchmarks."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable


class InputWarning(UserWarning):
    """Input is likely not what its user takes it for, and so is its score, or it proves nothing.

    To have it as an error: `warnings.simplefilter("error", fastgec.InputWarning)`.
    """


class BenchmarkNote(UserWarning):
    """The gold is that of a public benchmark, which reports another number than this one."""


def tell(suspicions: Iterable[str], notes: Iterable[str] = ()) -> None:
    """Give warnings, of the place outside this package that called it."""
    for category, lines in ((InputWarning, suspicions), (BenchmarkNote, notes)):
        for line in lines:
            warnings.warn(line, category, stacklevel=_level_outside())


def _level_outside() -> int:
    """Return the level, as `warnings.warn` counts, of the first frame of another package."""
    package = __name__.partition(".")[0]
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] != package:
            break
        level += 1
        frame = frame.f_back
    return level
