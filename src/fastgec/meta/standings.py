"""All that a file of human judgments says of systems: scores, how sure their order is, and counts.

Rankings give expected wins and TrueSkill, ratings expected wins and means; published scores are
taken as they stand. Each has the range of ranks of its resamples, or of its runs, and clusters.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.corpus.errors import FormatError, visible
from fastgec.corpus.pieces import Source
from fastgec.corpus.tomltable import listed
from fastgec.meta.bases import repeated_judgments
from fastgec.meta.judges import judges
from fastgec.meta.ranges import (
    DEFAULT_RESAMPLES,
    clusters,
    rank_ranges,
    resampled_means,
    resampled_wins,
)
from fastgec.meta.rankings import Rankings, facts_of, read_rankings
from fastgec.meta.scorefiles import read_scores
from fastgec.meta.segments import Segments, read_segments
from fastgec.meta.skillruns import TrueSkill, trueskill
from fastgec.meta.wins import expected_wins, mean_ratings
from fastgec.parameters import MAX_RESAMPLES, whole_number

Floats = NDArray[np.float64]

KINDS = ("rankings", "segments", "scores")
NAMES = {"wins": "expected wins", "mean": "mean", "trueskill": "TrueSkill", "scores": "scores"}


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One human score of all systems.

    measure   "wins", "mean", "trueskill" or "scores"
    scores    float64[H], larger is better
    spreads   float64[H], standard deviations over runs; None but for TrueSkill of several runs
    ranges    int64[H, 2], first and last rank; None of published scores
    clusters  int64[H], from 1; None likewise
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
        """Return all by name, as JSON has it."""
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
        raise ValueError(f"kind {kind!r}, expected {listed(KINDS)}")
    if annotators and kind != "rankings":
        raise ValueError(f"annotators of {kind} found, which only rankings have")
    settings = {"resamples": resamples, "seed": seed}
    if kind == "rankings":
        rankings = read_rankings(paths, base=base)
        if annotators:
            rankings = rankings.of_users(annotators)
            seen = np.unique(rankings.items.system).tolist()
            rankings = rankings.of_systems([rankings.systems[place] for place in seen])
        skills = None
        if runs:
            _require_judged(rankings)
            skills = trueskill(rankings, runs, seed, jobs=jobs, progress=progress)
            settings["runs"] = runs
        found = _of_rankings(rankings, skills, settings)
        return replace(found, warnings=repeated_judgments(paths, rankings))
    if kind == "segments":
        found = _of_segments(read_segments(paths), settings)
        return replace(found, warnings=repeated_judgments(paths))
    if len(paths) > 1:
        raise ValueError(f"{len(paths)} files of scores found, expected 1")
    scores = read_scores(paths[0])
    name = os.fspath(paths[0])
    _require_two(name, tuple(scores))
    return Standings(name, kind, tuple(scores), (Standing("scores", np.array([*scores.values()])),))


def _of_rankings(
    rankings: Rankings, skills: TrueSkill | None, settings: Mapping[str, int]
) -> Standings:
    _require_judged(rankings)
    wins = resampled_wins(rankings, settings["resamples"], settings["seed"])
    found = [_ranged("wins", expected_wins(rankings), wins)]
    if skills is not None:
        one = _ranged("trueskill", skills.scores, skills.runs)
        found.append(Standing("trueskill", one.scores, skills.spreads, one.ranges, one.clusters))
    facts = dict(facts_of(rankings))
    n_judgments, n_ties = facts.pop("judgments"), facts.pop("ties")
    facts["annotators"] = [one._asdict() for one in judges(rankings)]
    name, systems = rankings.name, rankings.systems
    return Standings(name, "rankings", systems, tuple(found), n_judgments, n_ties, facts, settings)


def _of_segments(segments: Segments, settings: Mapping[str, int]) -> Standings:
    _require_two(segments.name, segments.systems)
    draws = settings["resamples"], settings["seed"]
    found = (
        _ranged("wins", expected_wins(segments), resampled_wins(segments, *draws)),
        _ranged("mean", mean_ratings(segments), resampled_means(segments, *draws)),
    )
    return Standings(
        segments.name,
        "segments",
        segments.systems,
        found,
        segments.n_judgments,
        segments.n_ties,
        {"sentences": len(segments), "rated_sentences": int(segments.is_rated.sum())},
        settings,
    )


def _ranged(measure: str, scores: Floats, resampled: Floats) -> Standing:
    ranges = rank_ranges(resampled)
    return Standing(measure, scores, None, ranges, clusters(scores, ranges))


def _require_two(name: str, systems: Sequence[str]) -> None:
    if len(systems) < 2:
        found = f"only system {visible(systems[0])}" if systems else "no system"
        raise FormatError(name, None, f"{found} found, expected 2 or more")


def _require_judged(rankings: Rankings) -> None:
    """Raise FormatError for a system that was never judged beside another one."""
    _require_two(rankings.name, rankings.systems)
    seen = {*rankings.winner.tolist(), *rankings.loser.tolist()}
    for place, label in enumerate(rankings.systems):
        if place not in seen:
            reason = f"{visible(label)} is judged beside no other system, expected a judgment"
            raise FormatError(rankings.name, None, reason)


def _kind_of(path: Source) -> str:
    """Return the kind of a file by its name; a table of two columns "system,score" has scores.

    Raises:
        ValueError: standard input, which has no name.
    """
    if path == "-":
        raise ValueError(f"standard input found, expected its kind: {listed(KINDS)} (--kind)")
    suffixes = [one for one in Path(path).suffixes if one not in (".gz", ".zst")]
    last = suffixes[-1] if suffixes else ""
    if last == ".xml":
        return "rankings"
    if last == ".csv":
        from fastgec.corpus.lines import Lines

        lines = Lines.read(path)
        return "scores" if len(lines) and lines[0].strip() == "system,score" else "segments"
    return "scores"
