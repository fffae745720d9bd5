"""MaxMatch (M2): F-beta of the system edits that best overlap one annotator's gold edits.

Definition: Dahlmeier and Ng (2012), "Better Evaluation for Grammatical Error Correction", NAACL.
Counts and scores are those of the NUS scorer, development version or release 3.2, which made the
published numbers. Of all edit sequences that turn the source into the hypothesis, with at most
`max_unchanged_words` unchanged words inside an edit, the one that matches most gold edits is
counted, against each annotator; then one annotator per sentence is chosen, in order.

Empty sets: precision is 1 when nothing is proposed, recall is 1 when there is no gold edit, F is 0
when both are 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fastgec.choice import Floats, Integers
from fastgec.corpus.blocks import Column
from fastgec.corpus.gold import Gold
from fastgec.corpus.pieces import Source
from fastgec.counts import Counts
from fastgec.lazy import imported_at_first_use
from fastgec.metrics import evaluation
from fastgec.metrics.door import Reading
from fastgec.metrics.fmeasure import DEFAULT_BETA, Scoring
from fastgec.metrics.m2.candidates import candidate_matrix
from fastgec.metrics.m2.counting import MODES, REGIMES, RELEASES, Parameters
from fastgec.metrics.m2.metric import METRIC
from fastgec.metrics.m2.score import M2Score
from fastgec.metrics.m2.sequences import edit_sequences, edits, statuses

if TYPE_CHECKING:
    from fastgec.metrics.m2.words import Edit

__all__ = [
    "DEFAULT_BETA",
    "METRIC",
    "MODES",
    "REGIMES",
    "RELEASES",
    "Edit",
    "Gold",
    "M2Score",
    "Parameters",
    "Scoring",
    "candidate_matrix",
    "count",
    "count_systems",
    "edit_sequences",
    "edits",
    "evaluate",
    "evaluate_systems",
    "score_counts",
    "select",
    "sentence_scores",
    "statuses",
    "total",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(__name__, {"words": "Edit"})


def evaluate(
    hypotheses: Column,
    gold: Gold | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
    mode: str = "correction",
    optional: str = "required",
) -> M2Score:
    r"""Score hypotheses against gold.

    Args:
        hypotheses: a path or sentences in memory, one per source.
        gold: a Gold or a path.
        beta: weight of recall.
        jobs: threads: 1 unless said; None, the command line's default, is all cores.
        max_unchanged_words: most unchanged words inside an edit.
        ignore_whitespace_casing: edits that change white space or case only are not counted.
        release: "development" or "3.2": the version of the NUS scorer to agree with.
        implicit_noop: an annotator without a line for a sentence had nothing to correct.
        mode: "correction", "recognition" (the annotator's words were changed, whatever was written)
            or "detection" (the place was touched).
        optional: "required", or "bonus": optional edits that are missed count as made.

    Raises:
        FormatError: files that do not fit.
        ValueError: parameters out of range.

    Example:
        >>> gold = Gold.parse("S The cat sat at mat .\nA 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0\n")
        >>> score = evaluate(["The cat sat on the mat ."], gold)
        >>> score.correct, score.proposed, score.gold, round(score.f, 4)
        (1, 2, 1, 0.5556)
    """
    parameters = Parameters(
        *(max_unchanged_words, ignore_whitespace_casing, release, implicit_noop, mode, optional)
    )
    return evaluate_systems([hypotheses], gold, parameters, beta=beta, jobs=jobs)[0]


def evaluate_systems(
    systems: Sequence[Column],
    gold: Gold | Source,
    parameters: Parameters | None = None,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
) -> list[M2Score]:
    """Score several systems at once; gold is read once for all.

    Arguments and errors as `evaluate`; `progress` is called with the number of sentences done.
    """
    reading = Reading(jobs=jobs, progress=progress)
    return evaluation.evaluate(METRIC, systems, gold, parameters, Scoring(beta), reading)


def score_counts(counts: Counts, *, beta: float = DEFAULT_BETA) -> M2Score:
    r"""Choose annotators and sum: the cheap step, for any number of betas.

    Raises:
        ValueError: counts of another metric, or an unusable beta.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n")
        >>> counts = count(["c b"], gold)
        >>> [score_counts(counts, beta=beta).f for beta in (0.5, 1.0)]
        [1.0, 1.0]
    """
    return evaluation.score_counts(METRIC, counts, Scoring(beta))


def sentence_scores(
    hypotheses: Column,
    gold: Gold | Source,
    *,
    beta: float = DEFAULT_BETA,
    jobs: int | None = 1,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
    mode: str = "correction",
    optional: str = "required",
) -> Floats:
    r"""Score each sentence alone: float64[S], F against the annotator who is best for it.

    Each number is the F of `evaluate` for that sentence as a corpus of its own. A sentence without
    gold edits scores 1 if nothing is proposed, otherwise 0. For many hypotheses of each source, see
    `Gold.repeat` and `Gold.take`. Arguments and errors as `evaluate`.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> sentence_scores(["c b", "a d", "a e", "c e"], gold.repeat(4)).round(4).tolist()
        [1.0, 1.0, 0.0, 0.5556]
    """
    parameters = Parameters(
        *(max_unchanged_words, ignore_whitespace_casing, release, implicit_noop, mode, optional)
    )
    return evaluation.sentence_scores(
        METRIC, hypotheses, gold, parameters, Scoring(beta), Reading(jobs=jobs)
    )


def select(counts: Counts, *, beta: float = DEFAULT_BETA) -> Integers:
    """Return the row of each sentence that counts: int64[S], indices into counts.table.

    The annotator is chosen in order, to maximise the F of the corpus so far: see
    `fastgec.choice.running`.

    Raises:
        ValueError: counts of another metric, or an unusable beta.
    """
    return evaluation.select(METRIC, counts, Scoring(beta))


def total(counts: Counts, rows: Integers, *, beta: float = DEFAULT_BETA) -> M2Score:
    """Return the score of some rows, one per sentence: of a choice, a resample, an annotator."""
    return evaluation.total(METRIC, counts, rows, Scoring(beta))


def count(
    hypotheses: Column,
    gold: Gold | Source,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
    release: str = "development",
    implicit_noop: bool = False,
    mode: str = "correction",
    optional: str = "required",
) -> Counts:
    r"""Count correct, proposed and gold edits of every (sentence, annotator).

    Args:
        hypotheses: a path or sentences in memory, one per source.
        gold: a Gold or a path.
        jobs: threads: 1 unless said; None, the command line's default, is all cores.
        progress: called with the number of sentences done.
        memory_limit: bytes of scratch memory for all threads (None: half of what there is).
        max_unchanged_words: as in `evaluate`, and so are the rest.
        ignore_whitespace_casing: see `evaluate`.
        release: see `evaluate`.
        implicit_noop: see `evaluate`.
        mode: see `evaluate`.
        optional: see `evaluate`.

    Returns:
        Counts with columns correct, proposed, gold; the same for any number of threads.

    Raises:
        FormatError: files that do not fit, or a sentence that needs more memory than the limit.
        ValueError: parameters out of range.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R||||||||||||1\n")
        >>> count(["c b"], gold).table.tolist()
        [[1, 1, 1], [0, 1, 1]]
    """
    parameters = Parameters(
        *(max_unchanged_words, ignore_whitespace_casing, release, implicit_noop, mode, optional)
    )
    return count_systems(
        [hypotheses], gold, parameters, jobs=jobs, progress=progress, memory_limit=memory_limit
    )[0]


def count_systems(
    systems: Sequence[Column],
    gold: Gold | Source,
    parameters: Parameters | None = None,
    *,
    jobs: int | None = 1,
    progress: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
) -> list[Counts]:
    r"""Count several systems at once, as `count`; gold is read once for all.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n")
        >>> [counts.table.tolist() for counts in count_systems([["c b"], ["a b"]], gold)]
        [[[1, 1, 1]], [[0, 0, 1]]]
    """
    reading = Reading(jobs=jobs, progress=progress, memory_limit=memory_limit)
    return evaluation.count(METRIC, systems, gold, parameters, reading)
