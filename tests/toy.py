"""A metric that proves the base classes: the share of a hypothesis' words in a reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fastgec.choose.rules import KeyRank, Running
from fastgec.metrics import base
from fastgec.metrics.base import Floats, Integers, Sums
from fastgec.metrics.declarations import Checked, option
from fastgec.metrics.references import ParallelText, ReferenceMetric


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """What counts depend on.

    lower  whether words are compared without case
    """

    lower: bool = option(False, "compare without case")


@dataclass(frozen=True, slots=True)
class Scoring(Checked):
    """What scores depend on.

    least  words that are scored at least
    """

    least: int = option(0, "words that are scored at least", reads="natural")


@dataclass(frozen=True, slots=True)
class Score(base.Score):
    """Words that are in the reference, of all."""

    main = "share"
    found: int
    words: int

    @property
    def share(self) -> float:
        return self.found / self.words if self.words else 1.0

    def measures(self) -> tuple[base.Measure, ...]:
        return (base.Measure("share", "Share", self.share),)


class Toy(ReferenceMetric[Score]):
    """The metric."""

    name = "toy"
    parameters = Parameters
    scoring = Scoring
    made = Score
    resampled = ("share",)

    def count(self, text: ParallelText, parameters: Parameters, *_: Any) -> Integers:
        table = np.zeros((len(text.systems), len(text), len(text.references), 2), np.int64)
        for h, s, n in np.ndindex(table.shape[:3]):
            words, known = text.systems[h][s].split(), text.references[n][s].split()
            if parameters.lower:
                words, known = ([word.lower() for word in each] for each in (words, known))
            table[h, s, n] = sum(word in known for word in words), len(words)
        return table

    def columns(self, parameters: Parameters) -> tuple[str, ...]:
        return "found", "words"

    def choose(self, scoring: Scoring) -> Running:
        return Running(KeyRank(lambda totals: self.values(totals, scoring)))

    def values(self, totals: Integers, scoring: Scoring) -> Floats:
        found, words = totals[..., :1], np.maximum(totals[..., 1:], scoring.least)
        return np.where(words == 0, 1.0, found / np.maximum(words, 1))

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> Score:
        return Score(*sums.totals.tolist())


METRIC = Toy()
