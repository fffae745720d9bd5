"""What the guard found while a metric counted, as the lines that a user reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fastgec.guard.benchmarks import notes
from fastgec.guard.suspicion import suspicions
from fastgec.guard.watch import Guard
from fastgec.metrics.door import Metric
from fastgec.metrics.fields import as_dict


class Found(NamedTuple):
    """What is to be told of a run.

    suspicions  input that is likely not what it is taken for, a line each
    notes       public gold that was scored by another rule than its benchmark's
    """

    suspicions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def found_by(
    guard: Guard,
    metric: Metric[Any, Any, Any, Any],
    gold: Any,
    parameters: Any,
    scorings: Sequence[Any] = (),
) -> Found:
    """Return what a guard found, all of whose blocks have gone by.

    Args:
        guard: what looked at the systems.
        metric: what counted.
        gold: as the metric reads it.
        parameters: what counts depend on.
        scorings: what scores depend on; none where only counts are made.
    """
    settings = as_dict(parameters)
    if metric.reads == "references":
        settings = {**settings, "references": len(gold.columns)}
    seen = guard.sentences, guard.n_edits, guard.begins
    about = notes(seen, metric.name, settings, [as_dict(scoring) for scoring in scorings])
    return Found(suspicions(guard), about)
