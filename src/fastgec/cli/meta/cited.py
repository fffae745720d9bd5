"""What `fastgec meta --cite` names: the methods that its options ask for."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from fastgec.cli.cite import cited_methods
from fastgec.cli.meta.settings import signature, sweeps
from fastgec.metrics import METRICS

METHODS = (
    *("wins", "ranges", "trueskill", "pairwise", "soft", "resampling", "williams"),
    *("sentences", "ties", "aggregate"),
)


def cited_judgments(found: Sequence[Any], options: argparse.Namespace) -> str:
    """Return BibTeX of what judged metrics, of the metrics, and the signature.

    Args:
        found: the corpora that were judged.
        options: what was asked for.
    """
    names = [judged.metric.partition("-")[0] for one in found for judged in one.metrics]
    metrics = [name for name in names if name in METRICS]
    if sweeps(options):
        metrics.append("green")  # its paper chooses beta by folds
    return cited_methods(
        list(_methods(found, options)),
        metrics,
        data=["gmeg"] if any(one.facts.measure == "mean" for one in found) else [],
        tests="holm" if options.holm else "",
        signature=signature(found, options),
    )


def _methods(found: Sequence[Any], options: argparse.Namespace) -> Iterator[str]:
    measures = {one.facts.measure for one in found}
    for name, wanted in (
        ("wins", "wins" in measures or options.aggregate == "wins"),
        ("trueskill", "trueskill" in (*measures, options.aggregate)),
        ("pairwise", True),
        ("soft", options.soft is not None),
        ("resampling", options.ci is not None or options.tests),
        ("williams", options.tests),
        ("sentences", options.level == "sentence" or options.windows is not None),
        ("ties", options.level == "sentence"),
        ("aggregate", options.level == "sentence" or options.aggregate is not None),
    ):
        if wanted:
            yield name
