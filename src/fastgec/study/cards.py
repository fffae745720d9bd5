"""Corpora x systems x metrics in one call.

A corpus is read once, however many metrics want its files, and n-grams that several metrics have
in common are counted once. Scores, intervals and tests equal the results of the metrics' own
commands and of `compare`, to the last digit: the same code makes them of the same counts and draws.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.diagnostics import tell
from fastgec.metrics import METRICS
from fastgec.metrics.spec import Asked, asked_for
from fastgec.parameters import MAX_RESAMPLES, flag, whole_number
from fastgec.read.card import Card, read_cards
from fastgec.read.pieces import Source
from fastgec.study.interval import bounds_of, plan_of
from fastgec.study.submissions import Skipped, kept_of
from fastgec.study.table import CorpusResult, MetricResult, best_group, told_once
from fastgec.study.together import Counted, RunOptions, count_corpus

if TYPE_CHECKING:  # few runs need it
    from fastgec.annotate.analyses import Analyser

# The kind of gold that a metric reads, and the keys of a config with such files.
KEYS = {
    "edits": ("gold",),
    "references": ("source", "references"),
    "pairs": ("errant",),
    "scores": (),
}


def run_cards(
    cards: Source | Card | Iterable[Source | Card],
    metrics: Sequence[str] | None = None,
    *,
    resamples: int | None = None,
    tests: int | None = None,
    seed: int = 0,
    level: float = 0.05,
    retokenize: bool = False,
    jobs: int | None = None,
    analyser: Analyser | None = None,
) -> list[CorpusResult]:
    """Scores of all systems of some corpora by all metrics.

    Args:
        cards: files of cards (a path, or several), or cards.
        metrics: such as "m2" or "green:char,beta=2"; None: those that the cards name, of a card
            that names none all that its files allow.
        resamples: for intervals; None: there are none.
        tests: resamples of the paired tests of each system against the best of a metric; 0: 1000,
            or as many as so many systems need; None: there are none.
        seed: of all draws.
        level: at or below which a p is called significant.
        retokenize: outputs are raw text, which first gets the tokens of its source.
        jobs: threads (all cores); results are the same for any number.
        analyser: knows, or finds, how sentences are analysed of which ERRANT makes edits (None:
            spaCy).

    Returns:
        A result for each corpus.

    Raises:
        FormatError: a card or a file that it names is bad.
        LimitError: a corpus does not fit into memory.
        ValueError: a metric or a number that is none.

    Example:
        >>> import os, fastgec
        >>> folder = os.path.join(os.path.dirname(fastgec.__file__), "samples")
        >>> found, = run_cards(os.path.join(folder, "eval.toml"), ["m2", "gleu"])
        >>> found.systems, round(found.score("m2", "careful").f, 4)
        (('careful', 'bold', 'INPUT'), 0.8636)
    """
    several = [cards] if isinstance(cards, str | os.PathLike | Card) else cards
    read = [
        card for one in several for card in ([one] if isinstance(one, Card) else read_cards(one))
    ]
    for number, name, least in ((resamples, "resamples", 1), (tests, "tests", 0)):
        if number is not None:
            whole_number(number, name, least, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    if not 0 < level < 1:
        raise ValueError(f"level {level!r}: expected a number between 0 and 1")
    retokenize = flag(retokenize, "retokenize")
    if isinstance(metrics, str):
        raise TypeError("metrics is a str, expected a list of metrics")
    named = None if metrics is None else [("", metric) for metric in metrics]
    options = RunOptions(resamples, tests, seed, level, retokenize, jobs, analyser=analyser)
    results = list(run_each(plan_cards(read, named), options))
    for result in results:
        tell((*result.input_warnings, *result.too_few), result.notes)
    return results


class Planned(NamedTuple):
    """A corpus and the metrics that score it; absent are labels of those that its card lacks."""

    card: Card
    asked: tuple[Asked, ...]
    absent: tuple[str, ...]


def plan_cards(
    cards: Sequence[Card], named: Sequence[tuple[str, str]] | None = None
) -> list[Planned]:
    """Decide which metrics score which corpus, before anything is read.

    Args:
        cards: of the corpora.
        named: heading and words of the metrics; None: the metrics that the configs name.

    Raises:
        FormatError: a config names an unknown metric, or a corpus has no metric or a metric
            no corpus that it can score.
        ValueError: no config, or an unknown metric in `named`.
    """
    if not cards:
        raise ValueError("no config file, expected at least 1")
    given = None if named is None else asked_for(named)
    plans = []
    for card in cards:
        try:
            wanted = asked_for(card.metrics or _fitting(card)) if given is None else given
        except ValueError as error:
            raise card.refusal(str(error)) from None
        fitting = [one for one in wanted if not _missing(card, one)]
        if not fitting:
            raise _unfit(card, wanted)
        absent = tuple(one.label for one in wanted if one not in fitting)
        plans.append(Planned(card, tuple(fitting), absent))
    used = {one.label for plan in plans for one in plan.asked}
    for plan in plans:
        for label in plan.absent:
            if label not in used:
                one = [asked for asked in _wanted(plan.card, given) if asked.label == label]
                raise _unfit(plan.card, one)
    return plans


def _wanted(card: Card, given: Sequence[Asked] | None) -> Sequence[Asked]:
    return asked_for(card.metrics) if given is None else given


def _fitting(card: Card) -> list[tuple[str, str]]:
    """Return all metrics, with their defaults, whose input the config names.

    Metrics that must be named (`only_named`) are left out: a file that they can read may not be
    meant for them.
    """
    every = [
        one for one in asked_for([("", name) for name in METRICS]) if not one.metric.only_named
    ]
    has_edits = card.errant and card.errant_systems.keys() == card.systems.keys()
    return [
        ("", one.label)
        for one in every
        if not _missing(card, one) and (one.metric.reads != "pairs" or has_edits)
    ]


def _missing(card: Card, one: Asked) -> list[str]:
    """Return the keys that a config lacks for a metric; edits are made of texts."""
    keys = KEYS[one.metric.reads]
    if one.metric.reads == "pairs" and (card.gold or (card.source and card.references)):
        keys = ()
    return [key.replace("_", "-") for key in keys if not getattr(card, key)]


def _unfit(card: Card, wanted: Sequence[Asked]) -> Exception:
    if not wanted:
        return card.refusal("gold, or source and references, are required")
    keys = " and ".join(_missing(card, wanted[0]))
    return card.refusal(f"{wanted[0].metric.name} requires {keys}")


def run_each(plans: Iterable[Planned], options: RunOptions) -> Iterator[CorpusResult]:
    """Yield the result of each corpus; its texts are forgotten before the next is read.

    Raises:
        FormatError: a file is bad.
        LimitError: a corpus does not fit into memory.
    """
    n_done = 0
    for plan in plans:
        skipped: Sequence[Skipped] = ()
        if options.skips_bad:
            plan, skipped = without_bad(plan, options)
        counted = count_corpus(plan.card, plan.asked, options, n_done)
        n_done = counted.n_done
        yield replace(_result(plan, counted, options), skipped=tuple(skipped))


def without_bad(plan: Planned, options: RunOptions) -> tuple[Planned, Sequence[Skipped]]:
    """Return a corpus without the systems that cannot be scored, and these with reasons.

    Raises: FormatError if none can.
    """
    card = plan.card
    labels = list(card.systems)
    alone = options._replace(resamples=None, tests=None, progress=None, keeps_counts=False)

    def attempt(number: int) -> None:
        count_corpus(card.of_systems(labels[number : number + 1]), plan.asked, alone)

    kept, skipped = kept_of(labels, attempt)
    return plan._replace(card=card.of_systems([labels[number] for number in kept])), skipped


def _result(plan: Planned, counted: Counted, options: RunOptions) -> CorpusResult:
    """Return the result of a counted corpus, with its resamples."""
    runs = [counted.runs[one.label] for one in plan.asked]
    bounds: dict[int, Any] = {}
    metrics = []
    for asked, (run, number) in zip(plan.asked, runs, strict=True):
        resampling = group = found = None
        if options.resamples is not None:
            # Resample with this scoring alone: others may select annotators differently.
            own = run._replace(scorings=(run.scorings[number],))
            resampling = plan_of(own, options.resamples, options.seed)
            if id(run) not in bounds:
                bounds[id(run)] = bounds_of(run, resampling, jobs=options.jobs)
            found = bounds[id(run)][number]
        if options.tests is not None:
            group = best_group(
                run,
                number,
                n=options.tests,
                seed=options.seed,
                level=options.level,
                jobs=options.jobs,
            )
        metrics.append(MetricResult(asked, run, number, found, resampling, group))
    warnings = told_once(
        line for run, _ in runs for line in (*run.warnings, *run.found.input_warnings)
    )
    notes = dict.fromkeys(line for run, _ in runs for line in run.found.notes)
    return CorpusResult(
        plan.card,
        tuple(plan.card.systems),
        tuple(metrics),
        plan.absent,
        warnings,
        tuple(notes),
        counted.projection,
    )
