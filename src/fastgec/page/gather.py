"""A part of the page: a corpus scored by a metric, and all that the page says of it.

The corpus is read once. While its blocks go by, what sections are made of is kept: samples for
intervals and tests, edits, errors, buckets. Then sentences are picked, and lists made of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.base import Reading
from fastgec.metrics.spec import Asked, measure_name
from fastgec.page.commands import commands
from fastgec.page.corpus import Corpus
from fastgec.page.edits import CodedSentences, MatchedSentences
from fastgec.page.sections import (
    Stage,
    buckets_content,
    overview,
    pairs,
)
from fastgec.page.telling import cut_note, most_telling
from fastgec.page.texts import ParallelSentences
from fastgec.page.wishes import Wishes
from fastgec.study.bucketed import QUANTILES, BucketTally
from fastgec.study.interval import plan_of, resamples_of
from fastgec.study.run import Request, name_of, run_request
from fastgec.study.table import AnyRun
from fastgec.study.together import told_of

if TYPE_CHECKING:  # few runs need it
    from fastgec.convert.retokenize import Projection

METRICS = ("m2", "errant", "green", "gleu", "imeasure")  # whose sentences a page can show


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
    sentences = sentences_of(asked, n_systems)
    kinds = ["length", *(["edits"] if metric.reads != "references" else [])]
    buckets = {
        by: BucketTally(metric, parameters, scoring, n_systems, by)
        for by in kinds
        if metric.choose(scoring).kind != "drawn"
    }
    with stage(None, "sentences") as progress:
        request = Request(
            *(metric, corpus.systems, given.systems, given.gold, parameters, [scoring]),
            reading=Reading(jobs=wishes.jobs, progress=progress, projection=projection),
            keeps_samples=True,
            observers=[sentences, *buckets.values()],
        )
        run = run_request(request)
    run = told_of(run, given.warnings)
    plan = plan_of(run, wishes.resamples, wishes.seed)
    drawn = resamples_of(run, wishes.seed, jobs=wishes.jobs)
    tests = pairs(
        run,
        drawn[0],
        resamples=wishes.tests,
        seed=wishes.seed,
        level=wishes.level,
        jobs=wishes.jobs,
        stage=stage,
    )
    few = tests["warnings"] if tests else []
    content: dict[str, Any] = {
        "metric": metric.name,
        "label": asked.label,
        "title": asked.heading or name_of(run),
        "measure": measure_name(metric, scoring, run.scores[0][0]),
        "warnings": [*run.warnings, *run.found.suspicions, *few],
        "notes": [*run.found.notes],
        **overview(run, plan, drawn),
        "pairs": tests,
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
    content |= {"kind": sentences.kind, "sentences": lists}
    note = None if numbers is None else cut_note(len(numbers), n_all, n_systems)
    return Part(run, content, sources, numbers, note, projection)


def require_shown(asked: Asked) -> None:
    """Raise ValueError for a metric whose sentences a page cannot show."""
    name = asked.metric.name
    if name not in METRICS:
        why = "a page shows the edits of sentences"
        expected = ", ".join(METRICS)
        raise ValueError(f"metric {asked.label} found, expected one of {expected}: {why}")
    if name == "errant" and asked.parameters.mode == "dt":
        raise ValueError(f"metric {asked.label} found, expected ds, cs or cse: a page shows edits")


def sentences_of(
    asked: Asked, n_systems: int
) -> MatchedSentences | CodedSentences | ParallelSentences:
    """Return what keeps the sentences of a metric.

    Raises:
        ValueError: a metric whose sentences a page cannot show.
    """
    require_shown(asked)
    name, parameters, scoring = asked.metric.name, asked.parameters, asked.scoring
    if name == "m2":
        return MatchedSentences(n_systems, parameters, scoring)
    if name == "errant":
        return CodedSentences(n_systems, parameters, scoring)
    return ParallelSentences(asked.metric, n_systems, parameters, scoring)


def _projection() -> Projection:
    from fastgec.convert.retokenize import Projection

    return Projection()
