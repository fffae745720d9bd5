"""Input diagnostics: warnings of input that would give a plausible wrong number.

A scorer scores whatever it is given: an output whose punctuation is glued to its words, or that
lacks a line, gets a score like any other, as a worse system would. So outputs are compared with
their source while they are counted, in little time and memory, and the gold with public benchmarks.
A warning is one line a file; no count changes. `docs/warnings.md` has when each warning is raised,
and how far real outputs are from it.

    texts      bytes of a text (for kernels)
    ends       common prefix and suffix of two texts, and missing spaces (for kernels)
    grams      the share of n-grams that two texts have in common (for kernels)
    leftovers  cut ends, frames, capitals alone, characters of programs (for kernels)
    equal      the sentences in which texts are equal (for kernels)
    flags      outputs beside their sources, sentence by sentence (kernel)
    inputs     Diagnostics: collected of each system, batch by batch; signs of sentences, runs
               that fit the source of another line, outputs that are one text under two names;
               the warnings, raised by their thresholds; public gold, and the score that its
               benchmark reports; files in the wrong place, by their names or after reading
               failed
    rules      rules of warnings: thresholds, which sentences are checked, texts that are
               copies, files in each other's place by their names

`benchmarks.json` has public gold, `leftovers.tsv` the words of warnings about marks of programs.
Metrics call it where blocks go by, `texts` and studies where a run ends; it imports `read`.
Here are the categories of Python warnings (`InputWarning`, `BenchmarkNote`), which `tell` issues.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable


class InputWarning(UserWarning):
    """Warning category: input whose score is probably wrong or meaningless.

    To have it as an error: `warnings.simplefilter("error", fastgec.InputWarning)`.
    """


class BenchmarkNote(UserWarning):
    """Warning category: the gold is a public benchmark that reports a different score."""


def emit_warnings(input_warnings: Iterable[str], notes: Iterable[str] = ()) -> None:
    """Issue Python warnings that point to the calling line outside this package."""
    for category, lines in ((InputWarning, input_warnings), (BenchmarkNote, notes)):
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
