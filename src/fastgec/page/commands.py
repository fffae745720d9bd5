"""Commands that print the numbers of a part of the page, to be run again."""

from __future__ import annotations

from typing import Any

from fastgec.metrics.spec import Asked
from fastgec.page.corpus import Corpus
from fastgec.page.wishes import TOP, Wishes

NAMES = ("overview", "pairs", "types", "errors", "length", "edits")
TABLE = ("-f", "table")


def commands(corpus: Corpus, asked: Asked, wishes: Wishes) -> dict[str, Any]:
    """Return commands that print the numbers of a part by name; None where there is none."""
    name, n_systems = asked.metric.name, len(corpus.systems)
    raw = ["--retokenize"] if wishes.projects and asked.metric.reads != "pairs" else []
    drawn = [*raw, *([] if wishes.seed == 0 else [f"--seed={wishes.seed}"])]
    intervals = [f"--ci={wishes.resamples}", *drawn]
    own = ["errant", "compare"] if name == "errant" else [name]
    found: dict[str, Any] = dict.fromkeys(NAMES)
    found["overview"] = corpus.command(asked, *own, *TABLE, *intervals)
    if n_systems > 1:
        metric = [] if name == "m2" else ["--metric", name]
        tests = [] if wishes.tests is None else [f"--resamples={wishes.tests}"]
        level = [] if wishes.level == 0.05 else [f"--level={wishes.level!r}"]
        found["pairs"] = corpus.command(asked, "compare", "--all", *metric, *tests, *level, *drawn)
    if name == "m2":
        found["types"] = corpus.command(asked, name, "--types", *TABLE, *raw)
    if name == "errant":
        found["types"] = corpus.command(asked, *own, "-cat", "3", *TABLE, *intervals)
    if name == "m2" or (name == "errant" and asked.parameters == asked.metric.parameters()):
        metric = [] if name == "m2" else ["--metric", name]
        for by in ("length", "edits"):
            found[by] = corpus.command(asked, "errors", *metric, "--buckets", by, *TABLE, *raw)
        if getattr(asked.parameters, "is_plain", True):
            top = [] if wishes.top == TOP else [f"--top={wishes.top}"]
            each = [
                corpus.command(asked, "errors", *metric, *top, *TABLE, *raw, systems=[number])
                for number in range(n_systems)
            ]
            found["errors"] = each if all(each) else None
    return {key: value or None for key, value in found.items()}
