"""Scores of systems made of judgments: expected wins, means, TrueSkill; how sure their order is.

**Expected wins**: how often people, or a metric, put a system before each other one. Definition:
Bojar et al. (2013), as in the scripts of WMT: EW(a) is the sum over systems b of w(a, b) / (w(a, b)
+ w(b, a)), divided by the number of other systems; w(a, b) is how often a was put before b. Ties
are thrown away. A pair without a decided judgment adds 0, and still counts among the others. Sums
are made in the order of systems.

Ratings of sentences give judgments as well: of each pair the larger number wins, and equal ones tie
(Koyama et al. 2024).

**Rank ranges and clusters** of systems: how sure their order by people is. Judgments are drawn
again, as many as there are, with replacement (of ratings, sentences), and systems are ranked by
each resample; the range of a system is what its ranks lie between when the smallest and the largest
2.5 % are left out (Bojar et al. 2013; Grundkiewicz et al. 2015). A system begins a new cluster if
its range begins after all ranges before it end.

**Judges** against one another: how well one agrees with all others, a ceiling for metrics. The
expected wins that one judge gives the systems are correlated with those that all others give them,
over the systems that both sides have judged.

**TrueSkill** scores of systems, from judgments of people as Sakaguchi et al. (2014) ran it. All
systems begin at mean 0 with the same variance. A run takes as many judgments as there are, and one:
each is between the system with the largest variance and another one, drawn by how near its mean is,
and is one of the judgments of these two at random. With beta = sigma n / 40 for n judgments, single
ones hardly count. The score is the mean at the end.

It depends on what is drawn; so the score is the mean of many runs, with their standard deviation.
Run i has a generator of its own, made from (seed, i), and systems are taken in the order of names:
results are the same for any number of threads and any order of systems.

**Of metrics**: scores of sentences made into scores of systems as human scores are (Goto et al.).
`mean` is the mean of sentences. `wins` and `trueskill` compare all pairs of systems in each
sentence: expected wins of them, or one pass of TrueSkill over sentences in order and, in each, over
pairs in the order of systems, equal scores being draws (mean 0, sigma 0.5, beta 0.25, draws 0.25).

**Of a file** of human judgments: scores, how sure their order is, and counts. Rankings give
expected wins and TrueSkill, ratings expected wins and means; published scores are taken as they
stand. Each has the range of ranks of its resamples, or of its runs, and clusters.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastgec.choose import Floats, Integers
from fastgec.counts import freeze, made_from_fields, sealed
from fastgec.machine import Cancel, map_ordered, require_holdable
from fastgec.meta.agreement import pearson, spearman
from fastgec.meta.judgments import (
    TIE,
    WIN,
    Rankings,
    Segments,
    facts_of,
    read_rankings,
    read_scores,
    read_segments,
    repeated_judgments,
)
from fastgec.meta.skills import MOST_SYSTEMS, WORDS, pass_scores, run_judgments
from fastgec.meta.sweeping import generator
from fastgec.read import FormatError, counted, visible
from fastgec.read.config import listed
from fastgec.read.files import Source
from fastgec.values import MAX_RESAMPLES, whole_number


def expected_wins(judgments: Rankings | Segments) -> Floats:
    """The expected wins of each system.

    Args:
        judgments: rankings, which count expanded, or ratings of sentences.

    Returns:
        float64[H], in the order of its systems.

    Raises:
        ValueError: fewer than two systems.

    Example:
        >>> found = Rankings.of(["A", "B"], [(0, [(1, ["A"]), (2, ["B"])]), (1, [(1, ["B", "A"])])])
        >>> expected_wins(found).tolist()
        [1.0, 0.0]
    """
    return wins_to_scores(win_matrix(judgments))


def mean_ratings(segments: Segments) -> Floats:
    """The mean of each system over the sentences that were rated, float64[H]."""
    return segments.ratings[segments.is_rated].mean(axis=0)


def wins_to_scores(wins: NDArray[Any]) -> Floats:
    """Return expected wins of matrices of wins: number[..., H, H] to float64[..., H].

    Raises:
        ValueError: fewer than two systems.
    """
    n_systems = wins.shape[-1]
    if n_systems < 2:
        raise ValueError(f"{counted(n_systems, 'system')}, expected 2 or more")
    decided = wins + np.swapaxes(wins, -1, -2)
    shares = np.divide(wins, decided, out=np.zeros(wins.shape), where=decided > 0)
    total = np.zeros(wins.shape[:-1])
    for other in range(n_systems):
        total += shares[..., other]
    return total / (n_systems - 1)


def win_matrix(judgments: Rankings | Segments) -> NDArray[np.int64]:
    """Return how often the first system was put before the second, int64[H, H]."""
    if isinstance(judgments, Segments):
        return wins_of(judgments.ratings)
    return _counted(judgments, np.zeros(len(judgments), np.int64), 1)[0]


def wins_of(scores: Floats) -> NDArray[np.int64]:
    """Return in how many lines the first of two columns is larger: float64[S, H] to int64[H, H]."""
    n_systems = scores.shape[1]
    rows = [(column[:, np.newaxis] > scores).sum(axis=0) for column in scores.T]
    return np.array(rows, np.int64).reshape(n_systems, n_systems)


def wins_by_sentence(judgments: Rankings | Segments, n_sentences: int) -> Floats:
    """Return the wins of each sentence, so that those of resamples are a matrix product.

    Args:
        judgments: of sentences that count from 0.
        n_sentences: how many there are.

    Returns:
        float64[S, H, H]: how often the first system was put before the second.

    Raises:
        LimitError: more than memory holds.
    """
    n_systems = len(judgments.systems)
    require_holdable(24 * n_sentences * n_systems**2, f"wins of {judgments.name}")
    if isinstance(judgments, Segments):
        ratings = judgments.ratings
        return (ratings[:, :, np.newaxis] > ratings[:, np.newaxis, :]).astype(np.float64)
    return _counted(judgments, judgments.sentence, n_sentences).astype(np.float64)


def wins_by_item(rankings: Rankings) -> Floats:
    """Return the wins of each item, float64[I, H, H], as `wins_by_sentence`."""
    size = 24 * len(rankings.items) * len(rankings.systems) ** 2
    require_holdable(size, f"wins of {rankings.name}")
    return _counted(rankings, rankings.item, len(rankings.items)).astype(np.float64)


def _counted(rankings: Rankings, place: NDArray[np.int64], n_places: int) -> NDArray[np.int64]:
    """Return how often each system won against each other one at each place, int64[N, H, H]."""
    n_systems = len(rankings.systems)
    is_win = rankings.kind == WIN
    cells = (place * n_systems + rankings.winner) * n_systems + rankings.loser
    counts = np.bincount(cells[is_win], minlength=n_places * n_systems**2)
    return counts.astype(np.int64).reshape(n_places, n_systems, n_systems)


DEFAULT_RESAMPLES = 1000
CUT = 40  # one of so many resamples is left out at each end
_STREAM = 8  # of generators; others belong to other draws
_CELLS_AT_ONCE = 1 << 20


def resampled_wins(
    judgments: Rankings | Segments, resamples: int = DEFAULT_RESAMPLES, seed: int = 0
) -> Floats:
    """Expected wins of resamples of the judgments, or of rated sentences.

    Args:
        judgments: of people, expanded.
        resamples: how many.
        seed: of the draws; resample i has a generator of its own.

    Returns:
        float64[N, H].

    Raises:
        ValueError: fewer than two systems, no judgment, or a number that is none.
    """
    if isinstance(judgments, Rankings):
        wins = win_matrix(judgments)
        counts = np.append(wins.ravel(), judgments.n_ties)
        drawn = _drawn(counts, resamples, seed)[:, : wins.size]
        return _scores(drawn.reshape(-1, *wins.shape))
    wins_of_lines = wins_by_sentence(judgments, len(judgments))[judgments.is_rated]
    weights = _drawn(np.ones(len(wins_of_lines), np.int64), resamples, seed)
    sums = weights.astype(np.float64) @ wins_of_lines.reshape(len(wins_of_lines), -1)
    return _scores(sums.reshape(-1, *wins_of_lines.shape[1:]))


def resampled_means(
    segments: Segments, resamples: int = DEFAULT_RESAMPLES, seed: int = 0
) -> Floats:
    """Return mean ratings of resamples of the rated sentences; the rest as `resampled_wins`."""
    ratings = segments.ratings[segments.is_rated]
    weights = _drawn(np.ones(len(ratings), np.int64), resamples, seed)
    return weights.astype(np.float64) @ ratings / max(len(ratings), 1)


def _scores(wins: NDArray[np.generic]) -> Floats:
    """Return expected wins of many matrices, some at a time."""
    step = max(1, _CELLS_AT_ONCE // wins[0].size)
    return np.concatenate(
        [wins_to_scores(wins[first : first + step]) for first in range(0, len(wins), step)]
    )


def _drawn(counts: Integers, resamples: int, seed: int) -> Integers:
    """Draw units again: of kinds with so many units, how many of each, int64[N, kinds]."""
    whole_number(resamples, "resamples", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    n_units = int(counts.sum())
    if not n_units:
        raise ValueError("no judgment, expected at least 1")
    shares = counts / n_units
    found = np.empty((resamples, len(counts)), np.int64)
    for number in range(resamples):
        found[number] = generator(seed, _STREAM, number).multinomial(n_units, shares)
    return found


def rank_ranges(scores: Floats) -> Integers:
    """The first and the last rank of each system, without the ends.

    Args:
        scores: float64[N, H], of resamples or runs; systems with equal scores share the best rank.

    Returns:
        int64[H, 2], ranks from 1.

    Example:
        >>> rank_ranges(np.array([[0.9, 0.5, 0.1], [0.8, 0.1, 0.5]])).tolist()
        [[1, 1], [2, 3], [2, 3]]
    """
    ordered = np.sort(scores, axis=1)
    ranks = np.empty(scores.shape, np.int64)
    for row, values in enumerate(scores):
        ranks[row] = 1 + len(values) - np.searchsorted(ordered[row], values, side="right")
    ranks.sort(axis=0)
    cut = len(scores) // CUT
    return np.stack([ranks[cut], ranks[len(ranks) - 1 - cut]], axis=1)


def clusters(scores: Floats, ranges: Integers) -> Integers:
    """The cluster of each system, from 1.

    Args:
        scores: float64[H], larger is better.
        ranges: int64[H, 2], of ranks.

    Example:
        >>> clusters(np.array([0.1, 0.9, 0.5]), np.array([[2, 3], [1, 1], [2, 3]])).tolist()
        [2, 1, 2]
    """
    found = np.empty(len(scores), np.int64)
    number, last = 0, 0
    for place in np.argsort(-scores, kind="stable").tolist():
        if not number or ranges[place, 0] > last:
            number += 1
        last = max(last, int(ranges[place, 1]))
        found[place] = number
    return found


class Judge(NamedTuple):
    """One judge beside the others.

    name       of the judge
    items      how many they ranked
    judgments  of two systems, expanded
    ties       those of them that are ties
    systems    that both sides judged
    pearson    correlation of expected wins with those of the others; None where undefined
    spearman   the same of ranks
    """

    name: str
    items: int
    judgments: int
    ties: int
    systems: int
    pearson: float | None
    spearman: float | None


def judges(rankings: Rankings) -> list[Judge]:
    """Return each judge who ranked something, by name.

    Example:
        >>> found = Rankings.of(["A", "B"], [(0, [(1, ["A"]), (2, ["B"])])])
        >>> [(one.name, one.judgments, one.pearson) for one in judges(found)]
        [('', 1, None)]
    """
    found = []
    for number, name in enumerate(rankings.users):
        if not (rankings.items.user == number).any():
            continue
        own = rankings.of_users([name])
        rest = rankings.of_users([user for user in rankings.users if user != name])
        seen = _judged(own) & _judged(rest)
        both = [label for place, label in enumerate(rankings.systems) if place in seen]
        r = rho = None
        if len(both) > 1:
            scores = [expected_wins(one.of_systems(both)) for one in (own, rest)]
            r, rho = pearson(*scores), spearman(*scores)
        found.append(Judge(name, len(own.items), len(own), own.n_ties, len(both), r, rho))
    return found


def _judged(rankings: Rankings) -> set[int]:
    """Return the systems that were judged beside another one."""
    return {*np.unique(rankings.winner).tolist(), *np.unique(rankings.loser).tolist()}


DEFAULT_RUNS = 1000
SIGMA = 0.5  # of the prior of each system
DRAW = 0.25  # how probable a tie is between equals
TRUST = 40  # beta is sigma n / TRUST
_STREAM_OF_RUNS = 7  # of generators; others belong to resamples
_RUNS_AT_ONCE = 8


@dataclass(frozen=True, slots=True, eq=False)
class TrueSkill:
    """Scores of many runs.

    runs  float64[R, H]: the mean of each system at the end of each run
    seed  of the draws
    """

    runs: Floats
    seed: int

    def __post_init__(self) -> None:
        freeze(self, runs=np.float64)

    __reduce__ = made_from_fields

    @property
    def scores(self) -> Floats:
        """The mean of each system over the runs, float64[H]."""
        return self.runs.mean(axis=0)

    @property
    def spreads(self) -> Floats | None:
        """The standard deviation of each system over the runs, float64[H]; None of one run."""
        if len(self.runs) < 2:
            return None
        return self.runs.std(axis=0, ddof=1)


def margin_of(beta: float, draw: float = DRAW) -> float:
    """Return how near two performances are for a draw of a probability, between equals."""
    from statistics import NormalDist  # few runs need it

    return math.sqrt(2.0) * beta * NormalDist().inv_cdf((draw + 1) / 2)


def trueskill(
    rankings: Rankings,
    runs: int = DEFAULT_RUNS,
    seed: int = 0,
    *,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> TrueSkill:
    """TrueSkill scores of the systems that people ranked, expanded.

    Args:
        rankings: of people.
        runs: how many.
        seed: of the draws.
        jobs: threads (None: all cores); scores are the same for any number.
        progress: called with the number of runs done.

    Raises:
        ValueError: fewer than two systems, or one that is in no judgment.

    Example:
        >>> found = Rankings.of(["A", "B"], [(0, [(1, ["A"]), (2, ["B"])])] * 9)
        >>> trueskill(found, runs=2).scores.round(2).tolist()
        [0.53, -0.53]
    """
    whole_number(runs, "runs", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    order = sorted(range(len(rankings.systems)), key=lambda place: rankings.systems[place])
    ordered = np.ix_(order, order)
    wins, ties = (np.ascontiguousarray(table[ordered]) for table in _tables(rankings))
    n_judged = (wins + wins.T + ties).sum(axis=1)
    if len(order) > 1 and not n_judged.all():
        label = rankings.systems[order[int(n_judged.argmin())]]
        raise ValueError(f"{rankings.name}: no judgment of {visible(label)}")
    n_steps = len(rankings) + 1
    beta = SIGMA * n_steps / TRUST
    margin = margin_of(beta)
    found = np.empty((runs, len(order)))
    states = np.stack([_state(seed, number) for number in range(runs)])

    def work(first: int, cancel: Cancel) -> int:
        last = min(first + _RUNS_AT_ONCE, runs)
        settings = (SIGMA * SIGMA, beta, margin, cancel)
        run_judgments(wins, ties, states, found, first, last, n_steps, *settings)
        return last

    # A run of very many judgments may take longer than a user waits for Ctrl-C.
    for done in map_ordered(work, range(0, runs, _RUNS_AT_ONCE), jobs=jobs, is_long=True):
        if progress:
            progress(done)
    scores = np.empty_like(found)
    scores[:, order] = found
    return TrueSkill(sealed(scores), seed)


def _tables(rankings: Rankings) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return wins and ties of each pair, int64[H, H]; ties are symmetric."""
    n_systems = len(rankings.systems)
    is_tie = rankings.kind == TIE
    cells = rankings.winner[is_tie] * n_systems + rankings.loser[is_tie]
    half = np.bincount(cells, minlength=n_systems**2).reshape(n_systems, n_systems)
    return win_matrix(rankings), (half + half.T).astype(np.int64)


def _state(seed: int, number: int) -> NDArray[np.uint64]:
    """Return the state of the generator of a run."""
    sequence = np.random.SeedSequence(seed, spawn_key=(_STREAM_OF_RUNS, number))
    return sequence.generate_state(WORDS, np.uint64).astype(np.uint64, copy=False)


AGGREGATES = ("mean", "wins", "trueskill")
BETA = 0.25


def aggregate(scores: ArrayLike, kind: str) -> Floats:
    """A score for each system.

    Args:
        scores: float64[S, H], a metric's scores of sentences.
        kind: "mean", "wins" or "trueskill".

    Returns:
        float64[H].

    Raises:
        ValueError: another word, no sentence, fewer than two systems, or what is no number.

    Example:
        >>> aggregate([[0.5, 0.25, 0.25], [0.5, 0.75, 0.0]], "wins").tolist()
        [0.75, 0.75, 0.0]
    """
    if kind not in AGGREGATES:
        raise ValueError(
            f"aggregate {kind!r}: expected {', '.join(AGGREGATES[:-1])} or {AGGREGATES[-1]}"
        )
    table = np.ascontiguousarray(scores, np.float64)
    if table.ndim != 2 or table.shape[0] < 1 or not 2 <= table.shape[1] <= MOST_SYSTEMS:
        shape = f"scores of shape {table.shape}"
        raise ValueError(f"{shape}, expected sentences x 2 to {MOST_SYSTEMS} systems")
    if not np.isfinite(table).all():
        raise ValueError("NaN, expected a score of each sentence and system")
    if kind == "mean":
        return table.mean(axis=0)
    if kind == "wins":
        return wins_to_scores(wins_of(table))
    found = np.empty(table.shape[1])
    settings = (SIGMA * SIGMA, BETA, margin_of(BETA))

    def work(rows: Floats, cancel: Cancel) -> None:
        pass_scores(rows, found, *settings, cancel)

    list(map_ordered(work, [table], jobs=1, is_long=True))
    return found


KINDS = ("rankings", "segments", "scores")
NAMES = {"wins": "expected wins", "mean": "mean", "trueskill": "TrueSkill", "scores": "scores"}


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One human score of all systems.

    measure   "wins", "mean", "trueskill" or "scores"
    scores    float64[H], larger is better
    spreads   float64[H], standard deviations over runs; None but for TrueSkill of several runs
    ranges    int64[H, 2], first and last rank; None of published scores
    clusters  int64[H], from 1, or None
    """

    measure: str
    scores: Floats
    spreads: Floats | None = None
    ranges: NDArray[np.int64] | None = None
    clusters: NDArray[np.int64] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Standings:
    """Human scores of the systems of a file, and what they were made of.

    name        the file, or files
    kind        "rankings", "segments" or "scores"
    systems     labels
    found       the scores, the first of which orders systems
    judgments   pairs of outputs, expanded; None of published scores
    ties        those of them that are ties
    facts       more numbers of what was read, by name
    settings    resamples, runs and seed
    warnings    judgments that are given twice
    """

    name: str
    kind: str
    systems: tuple[str, ...]
    found: tuple[Standing, ...]
    judgments: int | None = None
    ties: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """All by name, as JSON has it."""
        human = []
        for one in self.found:
            row: dict[str, Any] = {"name": NAMES[one.measure], "kind": self.kind}
            row["scores"] = one.scores.tolist()
            if one.spreads is not None:
                row["standard_deviations"] = one.spreads.tolist()
            if one.ranges is not None and one.clusters is not None:
                row["rank_ranges"] = one.ranges.tolist()
                row["clusters"] = one.clusters.tolist()
            if self.judgments is not None:
                row |= {"judgments": self.judgments, "ties": self.ties}
            human.append(row)
        found: dict[str, Any] = {"file": self.name, "systems": [*self.systems], "human": human}
        if self.facts:
            found["counts"] = dict(self.facts)
        return found | {"parameters": dict(self.settings)}


def standings(
    path: Source | Sequence[Source],
    *,
    kind: str | None = None,
    base: int = 0,
    annotators: Sequence[str] = (),
    runs: int = 1000,
    resamples: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    jobs: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Standings:
    """Read human judgments and score the systems by them.

    Args:
        path: of a file, or of several that are joined.
        kind: "rankings", "segments" or "scores" (None: as the name and the first line say).
        base: of rankings, the `src-id` of the first sentence.
        annotators: of rankings, only these judges (empty: all).
        runs: of TrueSkill; 0: it is left out.
        resamples: of the judgments, for ranges of ranks.
        seed: of all draws.
        jobs: threads (None: all cores).
        progress: called with the number of runs done.

    Raises:
        FormatError: a file is bad, or has fewer than two systems.
        ValueError: annotators of what is no ranking, or unknown ones; a number that is none.
    """
    whole_number(runs, "runs", 0, MAX_RESAMPLES)
    whole_number(resamples, "resamples", 1, MAX_RESAMPLES)
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    kind = kind or _kind_of(paths[0])
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r}: expected {listed(KINDS)}")
    if annotators and kind != "rankings":
        raise ValueError(f"annotators require rankings, not {kind}")
    if kind == "scores":
        if len(paths) > 1:
            raise ValueError(f"{len(paths)} files of scores, expected 1")
        scores = read_scores(paths[0])
        name, values = os.fspath(paths[0]), np.array([*scores.values()])
        _require_two(name, tuple(scores))
        return Standings(name, kind, tuple(scores), (Standing("scores", values),))
    settings = {"resamples": resamples, "seed": seed}
    source: Rankings | Segments
    facts: dict[str, Any]
    if kind == "segments":
        source = read_segments(paths)
        _require_two(source.name, source.systems)
        means = resampled_means(source, resamples, seed)
        found = [_ranged("mean", mean_ratings(source), means)]
        facts = {"sentences": len(source), "rated_sentences": int(source.is_rated.sum())}
    else:
        source = read_rankings(paths, base=base)
        if annotators:
            source = source.of_users(annotators)
            seen = np.unique(source.items.system).tolist()
            source = source.of_systems([source.systems[place] for place in seen])
        _require_judged(source)
        found = []
        if runs:
            skills = trueskill(source, runs, seed, jobs=jobs, progress=progress)
            found = [_ranged("trueskill", skills.scores, skills.runs, skills.spreads)]
            settings["runs"] = runs
        facts = dict(facts_of(source))
        del facts["judgments"], facts["ties"]
        facts["annotators"] = [one._asdict() for one in judges(source)]
    wins = _ranged("wins", expected_wins(source), resampled_wins(source, resamples, seed))
    repeated = repeated_judgments(paths, source if isinstance(source, Rankings) else None)
    numbers = source.n_judgments, source.n_ties, facts, settings
    return Standings(source.name, kind, source.systems, (wins, *found), *numbers, repeated)


def _ranged(
    measure: str, scores: Floats, resampled: Floats, spreads: Floats | None = None
) -> Standing:
    ranges = rank_ranges(resampled)
    return Standing(measure, scores, spreads, ranges, clusters(scores, ranges))


def _require_two(name: str, systems: Sequence[str]) -> None:
    if len(systems) < 2:
        found = f"only system {visible(systems[0])}" if systems else "no system"
        raise FormatError(name, None, f"{found}, expected 2 or more")


def _require_judged(rankings: Rankings) -> None:
    """Raise FormatError for a system that was never judged beside another one."""
    _require_two(rankings.name, rankings.systems)
    seen = {*rankings.winner.tolist(), *rankings.loser.tolist()}
    for place, label in enumerate(rankings.systems):
        if place not in seen:
            reason = f"{visible(label)} is never judged beside another system"
            raise FormatError(rankings.name, None, reason)


def _kind_of(path: Source) -> str:
    """Return the kind of a file by its name; a table of two columns "system,score" has scores.

    Raises:
        ValueError: standard input, which has no name.
    """
    if path == "-":
        raise ValueError(f"standard input requires --kind {listed(KINDS)}")
    suffixes = [one for one in Path(path).suffixes if one not in (".gz", ".zst")]
    last = suffixes[-1] if suffixes else ""
    if last == ".xml":
        return "rankings"
    if last == ".csv":
        from fastgec.read.lines import Lines

        lines = Lines.read(path)
        return "scores" if len(lines) and lines[0].strip() == "system,score" else "segments"
    return "scores"
