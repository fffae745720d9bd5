"""What made the numbers of `fastgec meta`: parameters in JSON, and the signature."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

SWEEP = "sweep"


def sweeps(options: argparse.Namespace) -> bool:
    """Whether betas are looked for."""
    is_plain = options.level == "system" and options.aggregate is None
    return is_plain and options.betas in (None, [SWEEP])


def parameters_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return what made the numbers, for JSON."""
    found: dict[str, Any] = {"level": options.level, "set": options.set, "seed": options.seed}
    if sweeps(options):
        found |= {
            "grid": options.grid or "0:5:0.01",
            "folds": options.folds,
            "fold_by": options.fold_by,
            "human_by_fold": options.human_by_fold,
        }
    elif options.betas is not None:
        found["betas"] = options.betas
    for name, value in (
        ("fixed_choice", options.fixed_choice),
        ("aggregate", options.aggregate),
        ("windows", options.windows),
        ("like", options.like),
        ("expanded", options.expanded),
        ("holm", options.holm),
        ("common", options.common),
        ("soft", options.soft),
    ):
        if value:
            found[name] = value
    if options.ci is not None:
        found |= {"resamples": options.ci, "resample": options.resample}
    return found


def signature(found: Sequence[Any], options: argparse.Namespace) -> str:
    """Return a line that names all that made the numbers."""
    from fastgec._version import __version__

    parts = ["fastgec.meta"]
    for one in found:
        facts = one.facts
        metrics = ",".join(judged.metric for judged in one.metrics)
        parts.append(f"corpus:{facts.corpus}|human:{facts.human['name']}|data:{facts.fingerprint}")
        parts.append(f"metrics:{metrics}")
    parts += [
        f"{name.replace('_', '-')}:{_shown(value)}"
        for name, value in parameters_of(options).items()
    ]
    return "|".join([*parts, f"version:{__version__}"])


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(f"{one:g}" for one in value) if isinstance(value, list) else str(value)
