"""All systems against all others: which can be told apart, and which groups they make.

Every pair is tested as `comparison` tests a system against a base, on draws that all pairs share,
and p is corrected for the number of pairs (Holm, 1979). Two systems are told apart where the
corrected p of approximate randomization is at or below the level. A group is a largest set of
systems of which no two are told apart: two systems can be told apart exactly if they have no group
in common (the compact letter display of Piepho, 2004). A system may be in several groups.

With 16 systems and 1,000 resamples no corrected p could be significant, so the number of resamples
grows with that of pairs (`comparison.resamples_for`). If a caller wants fewer, there are no groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import combinations
from typing import Any, TypeVar

import numpy as np

from fastgec.glimpse import html_table, shown_interval, shown_p
from fastgec.guard.category import tell
from fastgec.metrics.base import Metric, Progress, Result, Score, System, data_frame
from fastgec.study.arguments import asked_systems, sampled_run
from fastgec.study.comparison import holm, least_p, n_extreme, p_value, resamples_for, too_few
from fastgec.study.resampled import Resampled
from fastgec.study.resampling import (
    DEFAULT_RESAMPLES,
    Scorer,
    exchanged_totals,
    percentile_interval,
)
from fastgec.study.run import Run, name_of

NUMBERS = 1 << 20  # of totals in memory at once

S = TypeVar("S", bound=Score)


@dataclass(frozen=True, slots=True)
class Pair(Result):
    """Two systems compared.

    first, second         their numbers in the order given, from 0
    difference            score of the first less that of the second
    interval              of the difference, at confidence 1 - level
    p_bootstrap           of the paired bootstrap
    p_randomization       of approximate randomization
    p_bootstrap_holm      the same, corrected for the number of pairs
    p_randomization_holm  likewise: the one to report
    """

    first: int
    second: int
    difference: float
    interval: tuple[float, float]
    p_bootstrap: float
    p_randomization: float
    p_bootstrap_holm: float
    p_randomization_holm: float

    @property
    def value(self) -> float:
        """The difference, which is the main number."""
        return self.difference

    def to_dict(self, prefix: str = "") -> dict[str, float]:
        """Return names and numbers, flat; the interval is "low" and "high".

        Args:
            prefix: what stands before each name.
        """
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        low, high = values.pop("interval")
        return {
            prefix + name: value for name, value in {**values, "low": low, "high": high}.items()
        }


@dataclass(frozen=True, slots=True)
class AllPairs:
    """Systems compared with each other.

    scores     of the systems, in the order given
    pairs      in the order given: (0, 1), (0, 2), ..., (1, 2), ...
    level      at or below which a p is called significant
    resamples  of each test
    measure    name of the scores, with metric and beta: "M2 F0.5"
    """

    scores: tuple[float, ...]
    pairs: tuple[Pair, ...]
    level: float
    resamples: int
    measure: str = "score"

    def _repr_html_(self) -> str:
        rows = [
            [
                *(f"{pair.first + 1}", f"{pair.second + 1}", f"{100 * pair.difference:+.2f}"),
                shown_interval(pair.interval, "+"),
                shown_p(pair.p_randomization_holm, self.level, self.least),
                "yes" if self.is_told_apart(pair) else "no",
            ]
            for pair in self.pairs
        ]
        headings = ["System", "Other", "Difference", "Interval", "p (Holm)", "Told apart"]
        caption = (
            f"All pairs by {self.measure}, differences in points; {self.resamples:,} resamples"
        )
        return html_table(caption, headings, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return all as names and values, for JSON: scores, groups, and a dict for each pair."""
        return {
            "measure": self.measure,
            "level": self.level,
            "resamples": self.resamples,
            "scores": list(self.scores),
            "groups": [list(group) for group in self.groups],
            "pairs": [pair.to_dict() for pair in self.pairs],
        }

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame` with a row for each pair.

        Raises:
            ImportError: pandas is not installed.
        """
        return data_frame([pair.to_dict() for pair in self.pairs])

    @property
    def least(self) -> float:
        """The smallest corrected p that is possible."""
        return least_p(self.resamples, len(self.pairs))

    def is_told_apart(self, pair: Pair) -> bool:
        """Whether the p to report is at or below the level."""
        return pair.p_randomization_holm <= self.level

    @property
    def order(self) -> list[int]:
        """The numbers of the systems, best first."""
        return sorted(range(len(self.scores)), key=lambda number: -self.scores[number])

    @property
    def warnings(self) -> list[str]:
        """That resamples are too few for any difference to be significant, if they are."""
        return too_few(self.resamples, len(self.pairs), self.level)

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """The largest sets of systems of which no two can be told apart, best first.

        There are none where resamples are too few (`warnings`): one group of all systems would look
        like a result.

        Example:
            >>> pairs = [Pair(0, 1, 0.1, (0, 0), 1, 1, 1, 1), Pair(0, 2, 0.2, (0, 0), 0, 0, 0, 0),
            ...          Pair(1, 2, 0.1, (0, 0), 1, 1, 1, 1)]
            >>> AllPairs((0.9, 0.8, 0.7), tuple(pairs), 0.05, 1000).groups
            [(0, 1), (1, 2)]
        """
        if self.warnings:
            return []
        alike: dict[int, set[int]] = {number: set() for number in range(len(self.scores))}
        for pair in self.pairs:
            if not self.is_told_apart(pair):
                alike[pair.first].add(pair.second)
                alike[pair.second].add(pair.first)
        place = {number: rank for rank, number in enumerate(self.order)}
        groups = [sorted(group, key=place.__getitem__) for group in _cliques(alike)]
        groups.sort(key=lambda group: [place[number] for number in group])
        return [tuple(group) for group in groups]


def compare_all(
    metric: str | Metric[S],
    systems: Sequence[System],
    gold: Any,
    *,
    parameters: Any = None,
    scoring: Any = None,
    resamples: int | None = None,
    seed: int = 0,
    level: float = 0.05,
    fixed_choice: bool = False,
    jobs: int | None = None,
) -> AllPairs:
    r"""Compare all systems with each other by both tests, corrected for the number of pairs.

    Args:
        metric: its name, or the METRIC of its module.
        systems: two or more, for each a path or sentences in memory.
        gold: a Gold or a path (MaxMatch), or `References` (GREEN, GLEU).
        parameters: what counts depend on.
        scoring: what scores depend on.
        resamples: of each test (None: 1000, or as many as so many pairs need).
        seed: of the draws.
        level: at or below which a p is called significant.
        fixed_choice: keep the choice of annotator of the whole corpus, see `resampling`.
        jobs: threads (None: all cores).

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the counts do not fit into memory.
        TypeError: gold, parameters or scoring of another metric.
        ValueError: parameters out of range, or fewer than two systems.

    Example:
        >>> import fastgec
        >>> gold = fastgec.Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS a\n")
        >>> found = compare_all("m2", [["a b", "a"], ["c b", "a"]], gold, resamples=99)
        >>> found.scores, found.pairs[0].difference, found.groups
        ((0.0, 1.0), -1.0, [(1, 0)])
    """
    run = sampled_run(
        *(metric, asked_systems(systems, least=2), gold, parameters, scoring),
        resamples=DEFAULT_RESAMPLES if resamples is None else resamples,
        seed=seed,
        share=("level", level),
        fixed_choice=fixed_choice,
        jobs=jobs,
    )
    found = compare_all_run(run, n=resamples, seed=seed, level=level, jobs=jobs)
    tell(found.warnings)
    return found


def compare_all_run(
    run: Run,
    *,
    n: int | None = None,
    seed: int = 0,
    level: float = 0.05,
    jobs: int | None = None,
    progress: Progress | None = None,
    drawn: Resampled | None = None,
) -> AllPairs:
    """Compare the systems of a run, which kept samples, with each other.

    Args:
        run: of two systems or more.
        n: resamples (None: `resamples_for` so many pairs).
        seed: of the draws.
        level: of significance.
        jobs: threads.
        progress: told the number of pairs that are done.
        drawn: resamples of the run by this seed, if others ask for them, too.
    """
    metric, name = run.metric, run.metric.resampled[-1]
    scores = [float(metric.describe(score).measure(name).value) for (score,) in run.scores]
    (samples,) = run.samples
    (scoring,) = run.scorings
    scorer = partial(metric.values, scoring=scoring)
    n = resamples_for(len(scores) * (len(scores) - 1) // 2, level) if n is None else n
    drawn = drawn or Resampled(samples, seed=seed, jobs=jobs)
    return compare_all_samples(
        *(drawn, scores, scorer),
        n=n,
        seed=seed,
        level=level,
        measure=name_of(run),
        jobs=jobs,
        progress=progress,
    )


def compare_all_samples(
    drawn: Resampled,
    scores: Sequence[float],
    score: Scorer,
    *,
    n: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    level: float = 0.05,
    measure: str = "score",
    jobs: int | None = None,
    progress: Progress | None = None,
) -> AllPairs:
    """Compare samples with each other, on draws that all pairs share, as `compare_samples`.

    Parameters: seed and jobs are also those of the samples that are drawn.

    Raises: ValueError for no sentences, n below 1, a level outside (0, 1), unlike samples.
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level}, expected a number between 0 and 1")
    samples = drawn.samples
    if samples[0].n_sentences == 0:
        raise ValueError("no sentences, expected some to compare on")
    values = [score(total)[..., -1] for total in drawn.totals(n)]
    pairs = list(combinations(range(len(samples)), 2))
    observed = np.array([scores[one] - scores[other] for one, other in pairs])
    n_swapped = np.zeros(len(pairs), np.int64)
    most = max(1, NUMBERS // (2 * len(pairs) * samples[0].table.shape[1]))
    for first in range(0, n, most):
        last = min(first + most, n)
        mixed = exchanged_totals(samples, pairs, n=last, n_before=first, seed=seed, jobs=jobs)
        swapped = score(mixed[0])[..., -1] - score(mixed[1])[..., -1]
        n_swapped += n_extreme(swapped, observed[:, None])
        if progress:
            progress(len(pairs) * last // n)
    found: list[tuple[int, int, float, tuple[float, float], float, float]] = []
    for (one, other), difference, n_far in zip(
        pairs, observed.tolist(), n_swapped.tolist(), strict=True
    ):
        differences = values[one] - values[other]
        low, high = percentile_interval(differences, 1 - level).tolist()
        by_bootstrap = p_value(differences - differences.mean(), difference)
        p = by_bootstrap, (n_far + 1) / (n + 1)
        found.append((one, other, difference, (low, high), *p))
    bootstrap = holm([pair[4] for pair in found])
    randomization = holm([pair[5] for pair in found])
    corrected_pairs = (
        Pair(*pair, *corrected)
        for pair, corrected in zip(found, zip(bootstrap, randomization, strict=True), strict=True)
    )
    return AllPairs(tuple(scores), tuple(corrected_pairs), level, n, measure)


def _cliques(alike: dict[int, set[int]]) -> Iterator[set[int]]:
    """Yield the largest sets of which all are alike (Bron and Kerbosch, 1973, with a pivot)."""
    stack: list[tuple[set[int], set[int], set[int]]] = [(set(), set(alike), set())]
    while stack:
        group, open_, done = stack.pop()
        if not open_ and not done:
            yield group
            continue
        pivot = max(open_ | done, key=lambda number: len(alike[number] & open_))
        for number in sorted(open_ - alike[pivot]):
            near = alike[number]
            stack.append((group | {number}, open_ & near, done & near))
            open_ = open_ - {number}
            done = done | {number}
