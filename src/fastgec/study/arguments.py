"""Arguments of the functions of `study`, checked before anything is counted.

Parameters of another metric may have fields of the same names, and a string is a sequence of
strings: an argument not checked here would give a plausible wrong number.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from fastgec.diagnostics import emit_warnings
from fastgec.metrics.base import AnyMetric, Metric, Reading, System, metric_named
from fastgec.metrics.functions import require_readable, with_edits
from fastgec.read.lines import require_order, require_paths
from fastgec.study.resampling import Clusters
from fastgec.study.run import Request, Run, run_request
from fastgec.values import MAX_RESAMPLES, flag, whole_number

T = TypeVar("T")


def checked_metric(
    metric: str | AnyMetric, gold: Any, parameters: Any, scoring: Any
) -> tuple[AnyMetric, Any, Any]:
    r"""Return the metric, its parameters and its scoring; the defaults for None.

    Args:
        metric: its name, or the METRIC of its module.
        gold: gold of the kind that the metric reads.
        parameters: the counting options.
        scoring: the scoring options.

    Raises:
        TypeError: gold, parameters or scoring of another metric.
        ValueError: no metric has that name.

    Example:
        >>> from fastgec import Gold
        >>> checked_metric("m2", Gold.parse("S a\n"), None, None)[2].beta
        0.5
    """
    if not isinstance(metric, str | Metric):
        raise TypeError(f"metric is {_kind(metric)}, expected a name or the METRIC of a module")
    known = metric_named(metric)
    require_readable(known, gold)
    for name, value, kind in (
        ("parameters", parameters, known.parameters),
        ("scoring", scoring, known.scoring),
    ):
        if value is not None and not isinstance(value, kind):
            expected = f"{kind.__module__}.{kind.__name__}"
            raise TypeError(f"{name} is {_kind(value)}, expected {expected} for {known.name}")
    return (
        known,
        known.parameters() if parameters is None else parameters,
        known.scoring() if scoring is None else scoring,
    )


def checked_systems(systems: Sequence[T], *, least: int = 1) -> list[T]:
    """Return the systems.

    Args:
        systems: for each a path or sentences in memory.
        least: how many there must be.

    Raises:
        TypeError: one path, or something that has none.
        ValueError: too few.

    Example:
        >>> checked_systems("system.txt")
        Traceback (most recent call last):
        TypeError: systems is a str, expected a list of paths or of lists of sentences
    """
    if isinstance(systems, str | bytes | os.PathLike) or not hasattr(systems, "__iter__"):
        kind = _kind(systems)
        raise TypeError(f"systems is {kind}, expected a list of paths or of lists of sentences")
    require_order(systems, "systems")
    found = list(systems)
    if len(found) < least:
        raise ValueError(f"{len(found)} systems, expected at least {least}")
    return found


def require_plan(
    metric: AnyMetric,
    scoring: Any,
    resamples: int,
    seed: int,
    *,
    share: tuple[str, float],
    fixed_choice: bool,
) -> None:
    """Raise ValueError for an invalid number of resamples, seed or level.

    Args:
        metric: the metric.
        scoring: the scoring options.
        resamples: how many.
        seed: of the draws.
        share: a name, and what must lie between 0 and 1.
        fixed_choice: whether the choice of the whole corpus is kept, which must be a running one.
    """
    whole_number(resamples, "resamples", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    name, value = share
    try:
        is_share = 0 < value < 1
    except TypeError:
        is_share = False
    if not is_share:
        raise ValueError(f"{name} {value!r}: expected a number between 0 and 1")
    if flag(fixed_choice, "fixed_choice") and metric.choose(scoring).kind != "running":
        raise ValueError(f"fixed_choice requires a metric that chooses in order, not {metric.name}")


def sampled_run(
    metric: str | AnyMetric,
    systems: Sequence[System],
    gold: Any,
    parameters: Any,
    scoring: Any,
    *,
    names: Sequence[str] = (),
    resamples: int,
    seed: int,
    share: tuple[str, float],
    fixed_choice: bool,
    clusters: Any = None,
    jobs: int | None,
) -> Run:
    """Count systems for resamples, all arguments checked before; warns of suspicious input.

    Args:
        metric: its name, or the METRIC of its module.
        systems: for each a path or sentences in memory.
        gold: as the metric reads it.
        parameters: the counting options.
        scoring: the scoring options.
        names: of the systems, for errors; "system 1" and so on.
        resamples: how many.
        seed: of the draws.
        share: a name, and what must lie between 0 and 1.
        fixed_choice: whether the choice of the whole corpus is kept.
        clusters: ids of sentences that resamples take as a whole, see `Clusters.of`; None: none.
        jobs: threads (all cores).

    Returns:
        Scores and samples of each system.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the counts do not fit into memory.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: parameters out of range.
    """
    known, used, by = checked_metric(metric, gold, parameters, scoring)
    require_plan(known, by, resamples, seed, share=share, fixed_choice=fixed_choice)
    systems = require_paths(systems, gold)
    request = Request(
        *(known, names, systems, gold, used, [by], Reading(jobs=jobs)),
        keeps_samples=True,
        is_fixed=fixed_choice,
        clusters=None if clusters is None else Clusters.of(clusters),
    )
    return observed_run(request)


def observed_run(request: Request) -> Run:
    """Count and score systems as `run_request`, and give Python warnings of suspicious input.

    Systems without names are "system 1" and so on.
    """
    metric, systems, gold = request.metric, request.systems, request.gold
    systems, gold = with_edits(metric, systems, gold, request.parameters)
    names = request.names or [f"system {number}" for number in range(1, len(systems) + 1)]
    request = replace(request, names=names, systems=systems, gold=gold, has_fingerprint=False)
    done = run_request(request)
    emit_warnings(*done.found)
    if request.clusters is not None:
        emit_warnings(request.clusters.warnings)
    return done


def _kind(value: object) -> str:
    return "None" if value is None else f"a {type(value).__name__}"
