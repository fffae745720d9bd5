"""Scores of sentences that another tool made, beside those of the metrics here.

`scores:NAME=FILE` names such a metric: a neural or reference-free metric, a judge, BLEU. A row of
counts is the score of a sentence and 1, so intervals and paired tests are made of means as those of
any metric are made of sums. Nothing is counted; `read.scores` has the layouts of files.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats, Integers, Sums, Totals
from fastgec.choose.rules import PerSentence
from fastgec.metrics.base import SENTENCES, Block, Bound, Fold, Measure, Metric, Reading, Score
from fastgec.metrics.declarations import Checked
from fastgec.metrics.references import ParallelText
from fastgec.read import FormatError, counted
from fastgec.read.lines import Lines
from fastgec.read.scores import has_sentences, read_sentence_scores, unequal_numbers

DIGITS = 16  # of a fingerprint
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Whose scores these are, and the file, or folder, that has them."""

    name: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class Scoring(Checked):
    """Scoring options: there are none."""


@dataclass(frozen=True, slots=True)
class GivenScore(Score):
    """The mean of given scores of sentences.

    total      their sum
    sentences  how many there are
    name       of the metric that made them
    """

    main = "mean"
    shown = ("name",)
    total: float
    sentences: float
    name: str

    @property
    def mean(self) -> float:
        """The mean; 0 of no sentence."""
        return self.total / max(self.sentences, 1.0)

    def measures(self) -> tuple[Measure, ...]:
        """Return the mean."""
        return (Measure("mean", self.name, self.mean),)


class GivenText(NamedTuple):
    """Scores of all sentences, with the texts that they are of.

    scores      float64[S, H]
    source      of the sentences; empty lines where it is not known
    references  texts that correct it, if they are known
    """

    scores: Floats
    source: Lines
    references: tuple[Lines, ...] = ()


def first_rows(table: Totals, offsets: Integers) -> tuple[Integers, Floats]:
    """Return the one row of each sentence, and its score."""
    rows = offsets[:-1]
    return rows, table[rows, 0].astype(np.float64)


class Given(Metric[GivenScore]):
    """The mean of given scores."""

    name = "scores"
    reads = "scores"
    chooses = ""
    parameters = Parameters
    scoring = Scoring
    made = GivenScore
    resampled = ("mean",)

    def blocks(
        self, systems: Sequence[Any], gold: GivenText, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Fold blocks of scores: systems are `Lines`."""
        n_systems, kind = len(systems), self.kind(parameters)
        first, last = reading.span.within(0, len(gold.scores))
        for start in range(first, last, SENTENCES):
            end = min(start + SENTENCES, last)
            table = np.ones((n_systems, end - start, 2))
            table[..., 0] = gold.scores[start:end].T
            text = ParallelText(
                start,
                gold.source.slice(start, end),
                tuple(one.slice(start, end) for one in gold.references),
                tuple(one.slice(start, end) for one in systems),
            )
            labels = np.zeros(end - start, np.int32)
            yield fold(Block(start, table, np.arange(end - start + 1), labels, kind, text))
            if reading.progress:
                reading.progress(end - first)

    def summarize(self, gold: GivenText, parameters: Any, *, has_fingerprint: bool) -> Any:
        """Return the summary, which is complete."""
        digits = ""
        if has_fingerprint:
            data = np.ascontiguousarray(gold.scores).tobytes()
            digits = hashlib.sha256(data).hexdigest()[:DIGITS]
        known: Any = {"tokens": "", "known": {}, "warnings": ()}
        return SimpleNamespace(sentences=len(gold.scores), fingerprint=digits, **known)

    def title(self, parameters: Parameters) -> str:
        """Return the name of the metric that made the scores."""
        return parameters.name

    def columns(self, parameters: Any) -> tuple[str, ...]:
        """Return the names of the numbers of a row."""
        return "score", "sentences"

    def is_weighted(self, parameters: Any) -> bool:
        """Whether rows are float64: scores are."""
        return True

    def bounds(self, table: Totals, parameters: Any) -> Iterator[Bound]:
        """Yield no rule: scores were checked when they were read."""
        yield from ()

    def choose(self, scoring: Scoring) -> PerSentence:
        """Return the choice of the one row."""
        return PerSentence(first_rows, is_score=True)

    def values(self, totals: Totals, scoring: Scoring) -> Floats:
        """Return means."""
        return totals[..., :1] / np.maximum(totals[..., 1:], 1.0)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> GivenScore:
        """Return the score of a corpus."""
        return GivenScore(math.fsum(sums.values), float(sums.totals[1]), parameters.name)

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: GivenScore
    ) -> Mapping[str, Any]:
        """Return whose scores they are; their hash is a fact of the run."""
        return {"name": parameters.name}


METRIC = Given()


def read_given(
    parameters: Parameters,
    labels: Sequence[str],
    outputs: Sequence[Lines],
    source: Lines | None = None,
    references: Sequence[Lines] = (),
    *,
    numbers: NDArray[np.int64] | None = None,
    n_all: int = 0,
) -> tuple[GivenText, tuple[str, ...]]:
    """Read scores of sentences.

    Args:
        parameters: name the file.
        labels: of the systems, by which the file names them.
        outputs: of each system.
        source: of the sentences, for pages.
        references: the same.
        numbers: int64[S], which sentences of a corpus these are, from 0 (None: all of it).
        n_all: how many that corpus has.

    Returns:
        The scores, and a warning where equal outputs have unlike scores.

    Raises:
        FormatError: a file that cannot be read, that has scores of systems, or lacks some, or a
            score that is no number from -1 to 1.
    """
    name, file = parameters.name, parameters.file
    if not has_sentences(file):
        Lines.read(file)  # which says that there is none
        reason = f"{name}: a score for each system in files of this kind"
        expected = "scores of sentences, JSON lines (a name that ends in .jsonl) or a folder"
        raise FormatError(file, None, f"{reason}: expected {expected}")
    n = len(outputs[0])
    for lines in outputs[1:]:
        if len(lines) != n:
            found = f"{counted(len(lines), 'line')}, expected {n} as in {outputs[0].name}"
            raise FormatError(lines.name, None, found)
    scores = read_sentence_scores(file, labels, n, numbers=numbers, n_all=n_all)
    if (far := np.abs(scores) > 1 + ROUNDING).any():
        cure = "divide them by the largest possible score (BLEU by 100)"
        raise FormatError(file, None, f"score {scores[far][0]:g}: expected -1 to 1: {cure}")
    places = np.arange(n) if numbers is None else numbers
    unlike = unequal_numbers(scores, dict(zip(labels, outputs, strict=True)), places, "scores")
    warnings = (f"{name}: {unlike}",) if unlike else ()
    source = Lines.of([""] * n, "source") if source is None else source
    return GivenText(scores, source, tuple(references)), warnings
