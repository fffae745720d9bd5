r"""ERRANT: F-beta of a system's edits that are those of a reference, by token, span, or type.

Definition: Bryant, Felice and Briscoe (2017), "Automatic Annotation and Evaluation of Error Types
for Grammatical Error Correction", ACL. Counts and scores are those of `errant_compare` 3.0.2. Both
sides are M2 files of edits; each pair of a hypothesis coder and a reference coder is counted, then
one pair per sentence is chosen, in order, by the F of the corpus so far, rounded to four digits.

Empty sets: precision is 1 when nothing wrong is proposed, recall is 1 when nothing is missed, F is
0 when both are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from fastgec.choice import Floats, Integers
from fastgec.corpus.coders import Annotations
from fastgec.corpus.pieces import Source
from fastgec.counts import Counts
from fastgec.lazy import imported_at_first_use
from fastgec.metrics import evaluation
from fastgec.metrics.door import Reading
from fastgec.metrics.errant.counting import MODES, Parameters
from fastgec.metrics.errant.metric import METRIC
from fastgec.metrics.errant.score import ErrantScore
from fastgec.metrics.fmeasure import DEFAULT_BETA, Scoring

if TYPE_CHECKING:  # who only compares edits need not load what makes them
    from fastgec.annotation.analyser import Analyser
    from fastgec.metrics.errant.texts import annotate

__all__ = [
    "DEFAULT_BETA",
    "METRIC",
    "MODES",
    "Analyser",
    "Annotations",
    "ErrantScore",
    "Parameters",
    "Scoring",
    "annotate",
    "count",
    "count_systems",
    "evaluate",
    "evaluate_systems",
    "score_counts",
    "select",
    "sentence_scores",
    "total",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(
        __name__,
        {
            "fastgec.annotation.analyser": "Analyser",
            "texts": "annotate",
        },
    )


def evaluate(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    mode: str = "cs",
    single: bool = False,
    multi: bool = False,
    without: str | Iterable[str] = "",
) -> ErrantScore:
    r"""Score a system's edits against those of a reference.

    Args:
        hypotheses: the path of an M2 file, or Annotations.
        gold: likewise.
        beta: weight of recall.
        jobs: threads (None: all cores).
        mode: what must agree: "dt" tokens, "ds" spans, "cs" spans and corrections, "cse" types too.
        single: only edits of at most one token on either side.
        multi: only edits of two tokens or more on a side.
        without: types of edits that are left out.

    Raises:
        FormatError: files that cannot be read, or do not fit.
        TypeError: text that is neither a path nor Annotations.
        ValueError: parameters out of range.

    Example:
        >>> source = "S The cat sat at mat .\n"
        >>> edit = "A 3 4|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
        >>> gold = Annotations.parse(source + edit + edit.replace("3 4", "4 4"))
        >>> score = evaluate(Annotations.parse(source + edit), gold)
        >>> score.tp, score.fp, score.fn, round(score.f, 4)
        (1, 0, 1, 0.8333)
    """
    return evaluate_systems(
        [hypotheses], gold, parameters_of(mode, single, multi, without), beta=beta, jobs=jobs
    )[0]


def evaluate_systems(
    systems: Sequence[Annotations | Source],
    gold: Annotations | Source,
    parameters: Parameters | None = None,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[ErrantScore]:
    """Score several systems at once; the reference is read once for all.

    Arguments and errors as `evaluate`; `progress` is called with the number of sentences done.
    """
    reading = Reading(jobs=jobs, progress=progress)
    return evaluation.evaluate(METRIC, systems, gold, parameters, Scoring(beta), reading)


def score_counts(counts: Counts, *, beta: float = DEFAULT_BETA) -> ErrantScore:
    r"""Choose pairs of coders and sum: the cheap step, for any number of betas.

    Raises:
        ValueError: counts of another metric, or an unusable beta.

    Example:
        >>> gold = Annotations.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n")
        >>> counts = count(gold, gold)
        >>> [score_counts(counts, beta=beta).f for beta in (0.5, 1.0)]
        [1.0, 1.0]
    """
    return evaluation.score_counts(METRIC, counts, Scoring(beta))


def sentence_scores(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    mode: str = "cs",
    single: bool = False,
    multi: bool = False,
    without: str | Iterable[str] = "",
) -> Floats:
    r"""Score each sentence alone: float64[S], F of the pair of coders that is best for it.

    Each number is the F of `evaluate` for that sentence as a corpus of its own. Arguments and
    errors as `evaluate`.

    Example:
        >>> text = "S a b\nA 0 1|||R|||c|||||||||0\n\nS a\nA 0 1|||R|||{}|||||||||0\n"
        >>> gold = Annotations.parse(text.format("x"))
        >>> sentence_scores(Annotations.parse(text.format("y")), gold).tolist()
        [1.0, 0.0]
    """
    return evaluation.sentence_scores(
        METRIC,
        hypotheses,
        gold,
        parameters_of(mode, single, multi, without),
        Scoring(beta),
        Reading(jobs=jobs),
    )


def select(counts: Counts, *, beta: float = DEFAULT_BETA) -> Integers:
    """Return the row of each sentence that counts: int64[S], indices into counts.table.

    Raises:
        ValueError: counts of another metric, or an unusable beta.
    """
    return evaluation.select(METRIC, counts, Scoring(beta))


def total(counts: Counts, rows: Integers, *, beta: float = DEFAULT_BETA) -> ErrantScore:
    """Return the score of some rows, one per sentence: of a choice, a resample, a coder."""
    return evaluation.total(METRIC, counts, rows, Scoring(beta))


def count(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
    mode: str = "cs",
    single: bool = False,
    multi: bool = False,
    without: str | Iterable[str] = "",
) -> Counts:
    r"""Count tp, fp and fn of every pair of a hypothesis coder and a reference coder.

    Args:
        hypotheses: the path of an M2 file, or Annotations.
        gold: likewise.
        jobs: threads (None: all cores).
        progress: called with the number of sentences done.
        memory_limit: bytes of scratch memory for all threads (None: half of what there is).
        mode: as in `evaluate`, and so are the rest.
        single: see `evaluate`.
        multi: see `evaluate`.
        without: see `evaluate`.

    Returns:
        Counts with columns tp, fp, fn, and labels int32[R, 2]: the coder of the hypothesis and that
        of the reference.

    Raises:
        FormatError: files that do not fit, or sentences that need more memory than the limit.
        ValueError: parameters out of range.

    Example:
        >>> gold = Annotations.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R||||||||||||1\n")
        >>> counts = count(Annotations.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), gold)
        >>> counts.table.tolist(), counts.labels.tolist()
        ([[1, 0, 0], [0, 1, 1]], [[0, 0], [0, 1]])
    """
    parameters = parameters_of(mode, single, multi, without)
    return count_systems(
        [hypotheses], gold, parameters, jobs=jobs, progress=progress, memory_limit=memory_limit
    )[0]


def count_systems(
    systems: Sequence[Annotations | Source],
    gold: Annotations | Source,
    parameters: Parameters | None = None,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
) -> list[Counts]:
    """Count several systems at once, as `count`; the reference is read once for all."""
    reading = Reading(jobs=jobs, progress=progress, memory_limit=memory_limit)
    return evaluation.count(METRIC, systems, gold, parameters, reading)


def parameters_of(mode: str, single: bool, multi: bool, without: str | Iterable[str]) -> Parameters:
    """Return parameters; types that are left out may be several strings.

    Raises:
        ValueError: a value out of range, or a type that has a comma.
    """
    if isinstance(without, str):
        return Parameters(mode, single, multi, without)
    types = list(without)
    for kind in types:
        if "," in kind:
            raise ValueError(f"type {kind!r} to leave out, expected one without a comma")
    return Parameters(mode, single, multi, ",".join(types))
