"""Corpora x systems x metrics at one go.

A corpus is read once, however many metrics want its files, and n-grams that several metrics have
in common are counted once. Scores, intervals and tests are those of the metrics' own commands and
of `compare`, to the last digit: the same code makes them of the same counts and the same draws.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

from fastgec.corpus.card import Card, read_cards
from fastgec.corpus.cardtext import CardText, read_edits, read_text
from fastgec.corpus.lines import Lines
from fastgec.corpus.pieces import Source
from fastgec.guard.category import tell
from fastgec.guard.watch import Guard
from fastgec.metrics import METRICS
from fastgec.metrics.door import Reading
from fastgec.metrics.guarded import found_by
from fastgec.metrics.references import Asked as Counted
from fastgec.metrics.references import ReferenceMetric, References, shared_blocks
from fastgec.metrics.spec import Asked, asked_for
from fastgec.metrics.tally import Tally
from fastgec.parameters import MAX_RESAMPLES, whole_number
from fastgec.study.interval import bounds_of, plan_of
from fastgec.study.run import Work, facts_of, run_text
from fastgec.study.table import AnyRun, CorpusResult, MetricResult, best_group

Group = tuple[Asked, ...]  # metrics that differ in scoring alone: one count serves them

# What metrics read, and the keys of a card that have it.
KEYS = {
    "edits": ("gold",),
    "references": ("source", "references"),
    "pairs": ("errant", "errant_systems"),
}


class Wishes(NamedTuple):
    """What is wanted beside scores, and how work is done.

    resamples        for intervals; None: there are none
    tests            resamples of each test against the best; 0: 1000, or as many as so many
                     systems need; None: there are none
    seed             of all draws
    level            at or below which a p is called significant
    jobs             threads; None: all cores
    has_fingerprint  whether facts have a hash of the gold
    progress         called with the number of sentences done, of all metrics and corpora
    """

    resamples: int | None = None
    tests: int | None = None
    seed: int = 0
    level: float = 0.05
    jobs: int | None = None
    has_fingerprint: bool = False
    progress: Callable[[int], None] | None = None


def run_cards(
    cards: Source | Card | Iterable[Source | Card],
    metrics: Sequence[str] | None = None,
    *,
    resamples: int | None = None,
    tests: int | None = None,
    seed: int = 0,
    level: float = 0.05,
    jobs: int | None = None,
) -> list[CorpusResult]:
    """Score all systems of some corpora by all metrics.

    Args:
        cards: files of cards (a path, or several), or cards.
        metrics: such as "m2" or "green:char,beta=2"; None: those that the cards name, of a card
            that names none all that its files allow.
        resamples: for intervals; None: there are none.
        tests: resamples of the paired tests of each system against the best of a metric; 0: 1000,
            or as many as so many systems need; None: there are none.
        seed: of all draws.
        level: at or below which a p is called significant.
        jobs: threads (all cores); results are the same for any number.

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
        raise ValueError(f"level {level!r}, expected a number between 0 and 1")
    if isinstance(metrics, str):
        raise TypeError("metrics is a str, expected a list of metrics")
    named = None if metrics is None else [("", metric) for metric in metrics]
    wishes = Wishes(resamples, tests, seed, level, jobs)
    results = list(run_each(plan_cards(read, named), wishes))
    for result in results:
        tell(result.suspicions, result.notes)
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
        named: heading and words of the metrics; None: those of the cards.

    Raises:
        FormatError: a card asks for what is no metric, no metric fits a corpus, or one fits none.
        ValueError: no card; `named` has what is no metric.
    """
    if not cards:
        raise ValueError("no card found, expected at least 1")
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
    """Return all metrics, with their defaults, for which the card names what they read."""
    every = asked_for([("", name) for name in METRICS])
    return [("", one.label) for one in every if not _missing(card, one)]


def _missing(card: Card, one: Asked) -> list[str]:
    """Return the keys that a card lacks for a metric."""
    keys = KEYS[one.metric.reads]
    return [key.replace("_", "-") for key in keys if not getattr(card, key)]


def _unfit(card: Card, wanted: Sequence[Asked]) -> Exception:
    if not wanted:
        return card.refusal("no gold found, expected gold, or source and references")
    keys = " and ".join(_missing(card, wanted[0]))
    return card.refusal(f"no {keys} found, which {wanted[0].metric.name} reads")


def run_each(plans: Iterable[Planned], wishes: Wishes) -> Iterator[CorpusResult]:
    """Yield the result of each corpus; its texts are forgotten before the next is read.

    Raises:
        FormatError: a file is bad.
        LimitError: a corpus does not fit into memory.
    """
    n_done = 0
    for plan in plans:
        text = read_text(plan.card, {one.metric.reads for one in plan.asked})
        groups = _groups(plan.asked)
        shared = [group for group in groups if _shares_blocks(group[0])]
        runs: dict[str, tuple[AnyRun, int]] = {}
        for together in ([shared] if shared else []) + [
            [one] for one in groups if one not in shared
        ]:
            reading = Reading(jobs=wishes.jobs)
            if wishes.progress:
                reading = reading._replace(progress=partial(_tell, wishes.progress, n_done))
            count = _run_shared if together is shared else _run_alone
            found = count(together, text, plan.card, reading, wishes)
            for group, run in zip(together, found, strict=True):
                runs |= {one.label: (run, number) for number, one in enumerate(group)}
            n_done += found[0].facts.sentences
        yield _result(plan, [runs[one.label] for one in plan.asked], wishes)


def _groups(asked: Sequence[Asked]) -> list[Group]:
    """Return metrics whose counts are the same together."""
    groups: dict[tuple[str, Any], list[Asked]] = {}
    for one in asked:
        groups.setdefault((one.metric.name, one.parameters), []).append(one)
    return [tuple(group) for group in groups.values()]


def _shares_blocks(one: Asked) -> bool:
    """Whether a metric reads blocks of text as all of its kind do."""
    return type(one.metric).blocks is ReferenceMetric.blocks


def _run_alone(
    groups: Sequence[Group], text: CardText, card: Card, reading: Reading, wishes: Wishes
) -> list[AnyRun]:
    """Count text by one metric."""
    (group,) = groups
    gold: Any = text.gold
    systems: Any = text.systems
    if group[0].metric.reads == "references":
        gold = _references(text)
    elif group[0].metric.reads == "pairs":
        gold, systems = read_edits(card)
    run = run_text(
        group[0].metric,
        [*card.systems],
        systems,
        gold,
        group[0].parameters,
        [one.scoring for one in group],
        reading=reading,
        keeps_samples=_keeps_samples(wishes),
        has_fingerprint=wishes.has_fingerprint,
    )
    return [run]


def _run_shared(
    groups: Sequence[Group], text: CardText, card: Card, reading: Reading, wishes: Wishes
) -> list[AnyRun]:
    """Count text by several metrics that read references, block by block."""
    gold = _references(text)
    summaries: dict[str, Any] = {}
    works = []
    for group in groups:
        metric, parameters = group[0].metric, group[0].parameters
        assert isinstance(metric, ReferenceMetric)
        unit = metric.unit(parameters)
        if unit not in summaries:  # a fingerprint goes by the unit, and by nothing else
            summaries[unit] = metric.summarize(
                gold, parameters, has_fingerprint=wishes.has_fingerprint
            )
        scorings = [one.scoring for one in group]
        tally = Tally(metric, parameters, scorings, len(text.systems), jobs=wishes.jobs)
        work = Work(tally, keeps_samples=_keeps_samples(wishes))
        works.append((Counted(metric, parameters, work.fold), work, summaries[unit]))
    guard = Guard(len(text.systems))
    reading = reading._replace(summary=_Told(list(summaries.values())), guard=guard)
    counted = [one for one, _, _ in works]
    with closing(shared_blocks(counted, text.systems, gold, reading)) as blocks:
        for results in blocks:
            for (_, work, _), folded in zip(works, results, strict=True):
                work.add(folded)
    runs = []
    for (one, work, summary), group in zip(works, groups, strict=True):
        run = work.run([*card.systems], facts_of(summary), summary.warnings)
        scorings = [asked.scoring for asked in group]
        found = found_by(guard, one.metric, gold, one.parameters, scorings)
        runs.append(run._replace(found=found))
    return runs


class _Told:
    """Several summaries of the same text, as one."""

    def __init__(self, summaries: Sequence[Any]) -> None:
        self._summaries = summaries

    def add(self, columns: Sequence[Lines]) -> None:
        """Add the next sentences to all of them."""
        for summary in self._summaries:
            summary.add(columns)


def _references(text: CardText) -> References:
    assert text.source is not None
    return References(text.source, text.references)


def _keeps_samples(wishes: Wishes) -> bool:
    return wishes.resamples is not None or wishes.tests is not None


def _tell(progress: Callable[[int], None], n_before: int, n_done: int) -> None:
    progress(n_before + n_done)


def _result(plan: Planned, runs: Sequence[tuple[AnyRun, int]], wishes: Wishes) -> CorpusResult:
    """Resample what was counted."""
    bounds: dict[int, Any] = {}
    metrics = []
    for asked, (run, number) in zip(plan.asked, runs, strict=True):
        resampling = group = found = None
        if wishes.resamples is not None:
            # The rule of choice may be that of this scoring alone.
            own = run._replace(scorings=(run.scorings[number],))
            resampling = plan_of(own, wishes.resamples, wishes.seed)
            if id(run) not in bounds:
                bounds[id(run)] = bounds_of(run, resampling, jobs=wishes.jobs)
            found = bounds[id(run)][number]
        if wishes.tests is not None:
            group = best_group(
                run,
                number,
                n=wishes.tests,
                seed=wishes.seed,
                level=wishes.level,
                jobs=wishes.jobs,
            )
        metrics.append(MetricResult(asked, run, number, found, resampling, group))
    warnings = dict.fromkeys(
        line for run, _ in runs for line in (*run.warnings, *run.found.suspicions)
    )
    notes = dict.fromkeys(line for run, _ in runs for line in run.found.notes)
    return CorpusResult(
        plan.card,
        tuple(plan.card.systems),
        tuple(metrics),
        plan.absent,
        tuple(warnings),
        tuple(notes),
    )
