"""Categories of Python warnings that scoring raises: suspicious input, and public benchmarks."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable


class InputWarning(UserWarning):
    """Suspicious input: its score is likely wrong, or proves nothing.

    To have it as an error: `warnings.simplefilter("error", fastgec.InputWarning)`.
    """


class BenchmarkNote(UserWarning):
    """The gold is a public benchmark's, which reports another number than this score."""


def tell(suspicions: Iterable[str], notes: Iterable[str] = ()) -> None:
    """Issue Python warnings that point to the calling line outside this package."""
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
