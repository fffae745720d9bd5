"""Input diagnostics of a run as the warnings that a user reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.diagnostics.inputs import Corrected, Diagnostics, input_warnings, notes
from fastgec.metrics.base import Metric
from fastgec.metrics.declarations import as_dict
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines


class Found(NamedTuple):
    """Warnings and notes of a run.

    input_warnings  warnings of suspicious input, a line each
    notes       notes on public gold that was scored by another rule than its benchmark's
    """

    input_warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def found_by(
    diagnostics: Diagnostics,
    metric: Metric[Any],
    gold: Any,
    parameters: Any,
    scorings: Sequence[Any] = (),
) -> Found:
    """Return the warnings and notes of a run, after its last block.

    Args:
        diagnostics: of all blocks.
        metric: the metric of the counts.
        gold: as the metric reads it.
        parameters: the counting options.
        scorings: scoring options; none where only counts are made.
    """
    settings = as_dict(parameters)
    if metric.reads == "references":
        settings = {**settings, "references": len(gold.columns)}
    seen = diagnostics.sentences, diagnostics.n_edits, diagnostics.begins
    about = notes(seen, metric.name, settings, [as_dict(scoring) for scoring in scorings])
    splits = getattr(parameters, "unit", "word") == "word"
    return Found(input_warnings(diagnostics, splits=splits), about)


def corrected_by(read: Callable[[], Gold]) -> Corrected:
    """Return a function that yields the annotators' corrected texts (overlapping edits: the first).

    Args:
        read: returns the gold; called where some sentence has a sign.
    """

    def corrected(sentences: NDArray[np.int64]) -> Iterable[tuple[NDArray[np.int64], Lines]]:
        from fastgec.texts.corrected import row_texts  # few runs have a sentence with a sign

        part = read().take(sentences)
        n_rows = np.diff(part.edits.row_offsets)
        texts = Lines.of(row_texts(part, overlaps="first"), part.name)
        return [(np.repeat(np.arange(len(sentences)), n_rows), texts)]

    return corrected
