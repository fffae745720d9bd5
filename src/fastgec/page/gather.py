"""A part of the page: a corpus scored by a metric, and all that the page says of it.

The corpus is read once. While its blocks go by, what sections are made of is kept: samples for
intervals and tests, edits, errors, buckets. Then sentences are picked, and lists made of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.door import Reading
from fastgec.metrics.spec import Asked
from fastgec.page.corpus import Corpus
from fastgec.page.matched import MatchedSentences
from fastgec.page.sections import (
    Stage,
    buckets_content,
    measure_of,
    overview,
    pairs,
)
from fastgec.page.telling import MOST, cut_note, most_telling
from fastgec.study.bucketed import QUANTILES, BucketTally
from fastgec.study.interval import plan_of
from fastgec.study.resampling import DEFAULT_RESAMPLES
from fastgec.study.run import run_text
from fastgec.study.table import AnyRun

if TYPE_CHECKING:  # few runs need it
    from fastgec.convert.retokenize import Projection

TOP = 20  # rows of frequent errors, as `fastgec errors` has them


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a page is to say.

    resamples  for intervals
    tests      resamples of each paired test; None: 1000, or as many as so many pairs need
    seed       of all draws
    level      at or below which a p is called significant
    top        rows of frequent errors
    most       sentences of a corpus in the page; 0: all
    projects   whether outputs are raw text, which gets the tokens of its source
    jobs       threads; None: all cores
    """

    resamples: int = DEFAULT_RESAMPLES
    tests: int | None = None
    seed: int = 0
    level: float = 0.05
    top: int = TOP
    most: int = MOST
    projects: bool = False
    jobs: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A corpus scored by a metric.

    run         what was scored
    content     of the page, but for the number of its sources
    sources     of the sentences in the page
    numbers     of these sentences, from 0; None: all
    note        what was left out, in plain words; None: nothing
    projection  what cut raw text into tokens, if that was wanted
    """

    run: AnyRun
    content: dict[str, Any]
    sources: list[str]
    numbers: NDArray[np.int64] | None
    note: str | None
    projection: Projection | None


def part_of(
    corpus: Corpus, asked: Asked, wishes: Wishes, stage: Stage, earlier: Part | None = None
) -> Part:
    """Score a corpus by a metric, and gather what the page says of it.

    Args:
        corpus: names systems and gold.
        asked: the metric.
        wishes: what the page is to say.
        stage: of the work, see `sections.Stage`.
        earlier: the first part of this corpus, which has the same sentences.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the corpus does not fit into memory.
    """
    metric, parameters, scoring = asked.metric, asked.parameters, asked.scoring
    n_systems = len(corpus.systems)
    given = corpus.given(asked)
    projection = _projection() if wishes.projects and metric.reads != "pairs" else None
    sentences = MatchedSentences(n_systems, parameters, scoring)
    kinds = ["length", *(["edits"] if metric.reads != "references" else [])]
    buckets = {
        by: BucketTally(metric, parameters, scoring, n_systems, by)
        for by in kinds
        if metric.choose(scoring).kind != "drawn"
    }
    with stage(None, "sentences") as progress:
        run: AnyRun = run_text(
            metric,
            corpus.systems,
            given.systems,
            given.gold,
            parameters,
            [scoring],
            reading=Reading(jobs=wishes.jobs, progress=progress, projection=projection),
            keeps_samples=True,
            watchers=[sentences, *buckets.values()],
        )
    plan = plan_of(run, wishes.resamples, wishes.seed)
    content: dict[str, Any] = {
        "metric": metric.name,
        "label": asked.label,
        "title": asked.heading or f"{metric.name.upper()} {measure_of(run)}",
        "measure": measure_of(run),
        "warnings": [*run.warnings, *run.found.suspicions],
        "notes": [*run.found.notes],
        **overview(run, plan, wishes.jobs),
        "pairs": pairs(
            run,
            resamples=wishes.tests,
            seed=wishes.seed,
            level=wishes.level,
            jobs=wishes.jobs,
            stage=stage,
        ),
        **sentences.sections(run, plan, wishes.top, wishes.jobs),
        "commands": commands(corpus, asked, wishes),
    }
    content["buckets"] = {
        by: buckets_content(run, tally.buckets(None, QUANTILES), by)
        for by, tally in buckets.items()
    }
    n_all = run.facts.sentences
    numbers = earlier.numbers if earlier else most_telling(sentences.errors(), wishes.most)
    sources, lists = sentences.content(numbers)
    content |= {"kind": "edits", "sentences": lists}
    note = None if numbers is None else cut_note(len(numbers), n_all, n_systems)
    return Part(run, content, sources, numbers, note, projection)


def commands(corpus: Corpus, asked: Asked, wishes: Wishes) -> dict[str, Any]:
    """Return commands that print the numbers of a part; None where there is none."""
    name = asked.metric.name
    seed = [] if wishes.seed == 0 else [f"--seed={wishes.seed}"]
    raw = ["--retokenize"] if wishes.projects and asked.metric.reads != "pairs" else []
    table = ["-f", "table"]
    found: dict[str, Any] = dict.fromkeys(
        ("overview", "pairs", "types", "errors", "length", "edits")
    )
    found["overview"] = corpus.command(asked, name, *table, f"--ci={wishes.resamples}", *seed, *raw)
    if len(corpus.systems) > 1:
        own = [] if name in ("m2", "green") else ["--metric", name]
        tests = [] if wishes.tests is None else [f"--resamples={wishes.tests}"]
        level = [] if wishes.level == 0.05 else [f"--level={wishes.level!r}"]
        found["pairs"] = corpus.command(
            asked, "compare", "--all", *own, *tests, *level, *seed, *raw
        )
    if name in ("m2", "errant"):
        own = [] if name == "m2" else ["--metric", name]
        for by in ("length", "edits"):
            found[by] = corpus.command(asked, "errors", *own, "--buckets", by, *table, *raw)
        if getattr(asked.parameters, "is_plain", True):
            top = [] if wishes.top == TOP else [f"--top={wishes.top}"]
            found["errors"] = [
                corpus.command(asked, "errors", *own, *top, *table, *raw, systems=[number])
                for number in range(len(corpus.systems))
            ]
            if not any(found["errors"]):
                found["errors"] = None
    if name == "m2":
        found["types"] = corpus.command(asked, "m2", "--types", *table, *raw)
    return {key: value or None for key, value in found.items()}


def _projection() -> Projection:
    from fastgec.convert.retokenize import Projection

    return Projection()
