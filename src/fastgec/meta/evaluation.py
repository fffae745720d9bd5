"""Metrics judged by people, on corpora that cards name: everything from one call.

    cards --read, count--> metrics and people --sweep, correlate, resample, test--> Judgments

A corpus is read once; counts are made once, and all betas, folds, resamples and tests use them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.card import Card
from fastgec.corpus.errors import counted
from fastgec.meta.bands import bands
from fastgec.meta.correlation import correlations, pearson, soft_pairwise_accuracy
from fastgec.meta.folds import fold_of
from fastgec.meta.interval import (
    SENTENCES,
    Resamples,
    difference,
    intervals,
    score_bounds,
)
from fastgec.meta.judged import CountedMetric, Draws, GivenMetric, JudgedMetric
from fastgec.meta.judgment import (
    Judged,
    Judgment,
    Result,
    SentenceLevel,
    Tested,
    reversed_scores,
)
from fastgec.meta.reading import Corpus, read_corpus
from fastgec.meta.significance import permutation, williams
from fastgec.meta.soft import people_p
from fastgec.meta.sweeping import CHOSEN_BY, Sweep
from fastgec.meta.wanted import Wanted, wanted
from fastgec.meta.window import windows
from fastgec.meta.wishes import Wishes
from fastgec.study.comparison import holm, too_few

Floats = NDArray[np.float64]

LEAST_SYSTEMS = 3
LEVEL = 0.05  # of significance, where warnings are about tests


def judge(
    cards: Sequence[Card],
    metrics: Sequence[Wanted] | Sequence[str] | None = None,
    wishes: Wishes | None = None,
) -> Iterator[Judgment]:
    """Judge metrics by people, one corpus after the other.

    Args:
        cards: of the corpora, with human scores.
        metrics: in words such as "green:char", or what `wanted` makes of them; None:
            those that a card names, or all that its files allow.
        wishes: what is wanted.

    Raises:
        FormatError: a card or a file is bad, or fits no metric; fewer than three systems, or human
            scores that are all equal.
        LimitError: a corpus does not fit into memory.
        ValueError: a number that is out of range.

    Example:
        >>> list(judge([], ["m2", "green:char"]))
        []
    """
    wishes = wishes or Wishes()
    words = [one for one in metrics or () if isinstance(one, str)]
    named = [one for one in metrics or () if not isinstance(one, str)]
    asked = None if metrics is None else [*wanted(words), *named]
    n_done = 0
    for card in cards:
        corpus = read_corpus(card, asked, wishes, n_done)
        n_done = corpus.n_done
        yield _judged(corpus, wishes)


def _judged(corpus: Corpus, wishes: Wishes) -> Judgment:
    """Judge all metrics of a corpus."""
    human, card = corpus.judges.scores, corpus.card
    if len(human) < LEAST_SYSTEMS:
        found = counted(len(human), "system")
        raise card.refusal(f"{found} found, expected {LEAST_SYSTEMS} or more to correlate")
    if human.max() == human.min():
        name = corpus.judges.human.name
        raise card.refusal(f'human score "{name}" is the same for all systems, expected a spread')
    if wishes.windows is not None and wishes.windows > len(human):
        found = counted(len(human), "system")
        raise card.refusal(f"{found} found, expected {wishes.windows} or more, as --windows says")
    if wishes.group is not None and corpus.judges.human.segments is None:
        found = f'human score "{corpus.judges.human.name}" is of rankings'
        raise card.refusal(f"{found}, expected ratings of sentences, as --group says")
    resamples = None
    if wishes.resamples is not None:
        draws = Draws(wishes.resamples, wishes.seed, corpus.facts.sentences, wishes.jobs)
        resamples = Resamples(corpus.judges, draws)
    people = None
    if wishes.soft is not None:
        judges = corpus.judges
        people = people_p(judges.human, judges.systems, wishes.soft, wishes.seed)
    judged = [
        _judged_metric(corpus, metric, wishes, resamples, people) for metric in corpus.metrics
    ]
    tests = _tests(corpus, judged, wishes, resamples) if wishes.tests else None
    warnings = [*corpus.warnings, *_too_few(card.name, tests or (), is_corrected=wishes.holm)]
    for one in judged:
        if all(result.correlations["pearson"] is None for result in one.results):
            warnings.append(
                f"{card.name}: {one.metric} has the same score for all systems, so no correlation"
            )
    given = [one.name for one in corpus.metrics if isinstance(one, GivenMetric)]
    warnings += reversed_scores(card.name, corpus.judges.human.name, judged, given)
    facts = corpus.facts
    if (
        resamples is not None
        and SENTENCES & set(wishes.kinds)
        and corpus.judges.human.has_sentences
    ):
        bounds = score_bounds(resamples.by_sentence)
        if bounds is not None:
            facts = replace(facts, human={**facts.human, "intervals": bounds})
    return Judgment(
        facts,
        tuple(judged),
        tests,
        tuple(warnings),
        tuple(corpus.judges.human.notes),
        resamples.n_redrawn if resamples else 0,
    )


def _judged_metric(
    corpus: Corpus,
    metric: JudgedMetric,
    wishes: Wishes,
    resamples: Resamples | None,
    people: Floats | None,
) -> Judged:
    """Judge a metric: at the betas that are asked for, or at those that are best."""
    swept: Sweep | None = None
    places: list[tuple[float | None, str | None]] = [(None, None)]
    betas = wishes.betas_of.get(metric.name, wishes.betas)
    if metric.is_swept and betas is not None:
        places = [(beta, None) for beta in betas]
    elif isinstance(metric, CountedMetric) and metric.is_swept and wishes.sweeps:
        swept = _swept(corpus, metric, wishes)
        best = [(swept.best(measure).rounded, measure) for measure in CHOSEN_BY]
        places = [(beta, by) for beta, by in best if beta is not None] or places
    results = []
    known: dict[float | None, Result] = {}
    for beta, by in places:
        if beta not in known:
            known[beta] = _result(corpus, metric, beta, wishes, resamples)
            if wishes.soft is not None and wishes.aggregate is None:
                machine = metric.pair_p(wishes.soft, wishes.seed, beta)
                soft = None
                if people is not None and machine is not None:
                    soft = soft_pairwise_accuracy(people, machine)
                both = {**known[beta].correlations, "soft_pairwise_accuracy": soft}
                known[beta] = replace(known[beta], correlations=both)
        results.append(replace(known[beta], chosen_by=by))
    more = _near_betas(swept, results)
    found = None
    if isinstance(metric, CountedMetric) and swept is not None and resamples is not None:
        judged = [result.beta for result in results if result.beta is not None]
        found = bands(resamples, metric, swept, wishes.kinds, judged)
    if found is not None:
        for measure, interval in found.best.items():
            more[measure] = {"interval": interval, **more.get(measure, {})}
    return Judged(metric.name, tuple(results), swept, more, found)


def _near_betas(swept: Sweep | None, results: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """Return by measure the betas that resamples cannot tell from the best one.

    Their correlations are within half the width of the interval of the best.
    """
    found: dict[str, dict[str, Any]] = {}
    for result in results:
        bounds = ((result.intervals or {}).get(result.chosen_by or "") or {}).values()
        first = next(iter(bounds), None)
        if swept is not None and result.chosen_by and first:
            near = swept.near(result.chosen_by, (first[1] - first[0]) / 2)
            found[result.chosen_by] = {"indistinguishable": near}
    return found


def _swept(corpus: Corpus, metric: CountedMetric, wishes: Wishes) -> Sweep:
    """Return the scores of a metric at every beta of the grid."""
    judges, n_folds = corpus.judges, wishes.folds
    n_sentences = corpus.facts.sentences
    if n_folds > n_sentences:
        found = counted(n_sentences, "sentence")
        raise corpus.card.refusal(f"{found} found, expected {n_folds} or more, as --folds says")
    by_fold = None
    if wishes.human_by_fold and n_folds:
        folds = fold_of(n_sentences, n_folds, wishes.fold_by, wishes.seed)
        weights = np.stack([folds != fold for fold in range(n_folds)]).astype(np.float64)
        by_fold = judges.human.of_sentences(weights)[:, judges.places]
    return metric.sweep(
        judges.scores,
        wishes.grid,
        folds=n_folds,
        fold_by=wishes.fold_by,
        seed=wishes.seed,
        human_by_fold=by_fold,
        fixed_choice=wishes.fixed_choice,
    )


def _result(
    corpus: Corpus,
    metric: JudgedMetric,
    beta: float | None,
    wishes: Wishes,
    resamples: Resamples | None,
) -> Result:
    """Judge a metric at a beta."""
    human = corpus.judges.scores
    of_sentences = None
    if wishes.level == "sentence" or wishes.aggregate is not None:
        of_sentences = metric.sentences(beta)
        assert of_sentences is not None  # the reader has refused what has none
    scores = metric.scores(beta)
    if wishes.aggregate is not None:
        from fastgec.meta.aggregation import aggregate

        assert of_sentences is not None
        scores = aggregate(of_sentences, wishes.aggregate)
    found = Result(
        metric.own_beta if beta is None else beta,
        None,
        scores,
        correlations(human, scores),
    )
    if resamples is not None and wishes.aggregate is None:
        found = replace(found, intervals=intervals(resamples, metric, beta, wishes.kinds))
        if SENTENCES & set(wishes.kinds):
            drawn = metric.resampled(resamples.draws, beta)
            found = replace(found, score_intervals=score_bounds(drawn))
    if wishes.windows is not None:
        found = replace(found, windows=tuple(windows(human, scores, wishes.windows)))
    if wishes.level == "sentence":
        found = replace(found, sentence=_sentence_level(corpus, of_sentences, wishes))
    return found


def _sentence_level(corpus: Corpus, scores: Any, wishes: Wishes) -> SentenceLevel:
    """Compare scores of sentences with judgments."""
    from fastgec.meta.agreement import sentence_agreement
    from fastgec.meta.distance import by_ranks
    from fastgec.meta.groups import grouped

    human, labels = corpus.judges.human, corpus.judges.systems
    if human.rankings is not None:
        rankings = human.rankings.of_systems(labels)
        agreement = sentence_agreement(
            rankings, scores, collapsed=not wishes.expanded, like=wishes.like
        )
        collapsed = agreement.counting == "collapsed"
        return SentenceLevel(agreement, tuple(by_ranks(rankings, scores, collapsed=collapsed)))
    segments = human.segments
    assert segments is not None  # the reader has refused what has none
    rated = segments.of_systems(labels)
    agreement = sentence_agreement(rated, scores, like=wishes.like)
    by_group = None if wishes.group is None else grouped(rated, scores, wishes.group)
    return SentenceLevel(agreement, (), by_group)


def _tests(
    corpus: Corpus, judged: Sequence[Judged], wishes: Wishes, resamples: Resamples | None
) -> tuple[Tested, ...]:
    """Test each pair of metrics, each at its first result."""
    human = corpus.judges.scores
    resampled: list[Floats | None] = [None] * len(judged)
    if resamples is not None:
        resampled = [
            metric.resampled(resamples.draws, _given_beta(metric, one))
            for metric, one in zip(corpus.metrics, judged, strict=True)
        ]
    tests = []
    for (a, of_a), (b, of_b) in combinations(zip(judged, resampled, strict=True), 2):
        first, second = a.results[0], b.results[0]
        one, other = first.correlations["pearson"], second.correlations["pearson"]
        both = pearson(first.scores, second.scores)
        found = Tested(a.metric, first.beta, b.metric, second.beta, one, other, both)
        if one is not None and other is not None and both is not None:
            apart = williams(one, other, both, len(human))
            exchanged = permutation(human, first.scores, second.scores, seed=wishes.seed)
            found = replace(
                found,
                williams=apart and apart.to_dict(),
                perm_both=exchanged and {**exchanged.to_dict(), "exact": exchanged.is_exact},
            )
            if resamples is not None and of_a is not None and of_b is not None:
                drawn = difference(resamples, one - other, of_a, of_b)
                found = replace(found, bootstrap=drawn._asdict())
        tests.append(found)
    return _corrected(tests) if wishes.holm else tuple(tests)


def _too_few(name: str, tests: Sequence[Tested], *, is_corrected: bool) -> Iterator[str]:
    """Yield warnings of tests whose p cannot be as small as the level, whatever the scores are."""
    for kind, called in (("perm_both", "permutation"), ("bootstrap", "paired bootstrap")):
        contents = [content for one in tests if (content := getattr(one, kind)) is not None]
        if not contents:
            continue
        n, comparisons = contents[0]["n"], len(contents) if is_corrected else 1
        lines = too_few(n, comparisons, LEVEL)
        if contents[0].get("exact") and comparisons * 2 / n > LEVEL:
            of = f" for {comparisons} comparisons" * (comparisons > 1)
            lines = [f"so few systems{of} give no significant p at level {LEVEL:g}"]
        yield from (f"{name}, {called}: {line}" for line in lines)


def _given_beta(metric: JudgedMetric, judged: Judged) -> float | None:
    """Return the beta that a metric is asked for, to have the scores of its first result."""
    return judged.results[0].beta if metric.is_swept else None


def _corrected(tests: Sequence[Tested]) -> tuple[Tested, ...]:
    """Correct p for the number of pairs, each kind of test alone (Holm, 1979)."""
    found = list(tests)
    for kind in ("williams", "perm_both", "bootstrap"):
        places = [place for place, one in enumerate(found) if getattr(one, kind) is not None]
        for key in ("p_one_sided", "p_two_sided"):
            values = [getattr(found[place], kind).get(key) for place in places]
            if not values or None in values:
                continue
            for place, p in zip(places, holm(values), strict=True):
                more: dict[str, Any] = {kind: {**getattr(found[place], kind), f"{key}_holm": p}}
                found[place] = replace(found[place], **more)
    return tuple(found)
