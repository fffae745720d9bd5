"""Functions of the NUS scorer for one sentence, or for gold of one annotator: a list of edits.

Their numbers are those of `batch_multi_pre_rec_f1`. The scorer's own functions of these names had
another lattice, one table in which a substitution costs 2, and could differ from its published
scores. Where a function takes options, they are those of `batch_pre_rec_f1`, in its order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastgec.compat.lists import GoldEdit, Scores, gold_of, scored
from fastgec.metrics import m2


def batch_pre_rec_f1(
    candidates: Sequence[str],
    sources: Sequence[str],
    gold_edits: Sequence[Sequence[GoldEdit]],
    max_unchanged_words: int = 2,
    beta: float = 0.5,
    ignore_whitespace_casing: bool = False,
    verbose: bool = False,
    very_verbose: bool = False,
) -> Scores:
    """Score a system against one annotator, whose edits are a list for each sentence.

    Arguments and errors as `batch_multi_pre_rec_f1`.

    Example:
        >>> batch_pre_rec_f1(["c b"], ["a b"], [[(0, 1, "a", ["c"]), (1, 2, "b", [""])]])
        (1.0, 0.5, 0.8333333333333334)
    """
    gold = gold_of(candidates, sources, [{0: edits} for edits in gold_edits])
    parameters = m2.Parameters(max_unchanged_words, ignore_whitespace_casing)
    return scored(candidates, gold, parameters, beta, verbose or very_verbose)


def batch_precision(
    candidates: Sequence[str],
    sources: Sequence[str],
    gold_edits: Sequence[Sequence[GoldEdit]],
    *options: Any,
    **named: Any,
) -> float:
    """Return the precision of `batch_pre_rec_f1`."""
    return batch_pre_rec_f1(candidates, sources, gold_edits, *options, **named)[0]


def batch_recall(
    candidates: Sequence[str],
    sources: Sequence[str],
    gold_edits: Sequence[Sequence[GoldEdit]],
    *options: Any,
    **named: Any,
) -> float:
    """Return the recall of `batch_pre_rec_f1`."""
    return batch_pre_rec_f1(candidates, sources, gold_edits, *options, **named)[1]


def batch_f1(
    candidates: Sequence[str],
    sources: Sequence[str],
    gold_edits: Sequence[Sequence[GoldEdit]],
    *options: Any,
    **named: Any,
) -> float:
    """Return the F of `batch_pre_rec_f1`."""
    return batch_pre_rec_f1(candidates, sources, gold_edits, *options, **named)[2]


def f1_suffstats(
    candidate: str,
    source: str,
    gold_edits: Sequence[GoldEdit],
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
) -> tuple[int, int, int]:
    """Count the correct, proposed and gold edits of one sentence.

    Example:
        >>> f1_suffstats("c b", "a b", [(0, 1, "a", ["c"]), (1, 2, "b", [""])])
        (1, 1, 2)
    """
    gold = gold_of([candidate], [source], [{0: gold_edits}])
    parameters = m2.Parameters(max_unchanged_words, ignore_whitespace_casing)
    (counts,) = m2.count_systems([[candidate]], gold, parameters)
    correct, proposed, n_gold = counts.table[0].tolist()
    return correct, proposed, n_gold


def pre_rec_f1(
    candidate: str, source: str, gold_edits: Sequence[GoldEdit], *options: Any, **named: Any
) -> Scores:
    """Return precision, recall and F of one sentence.

    Example:
        >>> pre_rec_f1("c b", "a b", [(0, 1, "a", ["c"]), (1, 2, "b", [""])], beta=1.0)
        (1.0, 0.5, 0.6666666666666666)
    """
    return batch_pre_rec_f1([candidate], [source], [gold_edits], *options, **named)


def precision(
    candidate: str, source: str, gold_edits: Sequence[GoldEdit], *options: Any, **named: Any
) -> float:
    """Return the precision of one sentence."""
    return pre_rec_f1(candidate, source, gold_edits, *options, **named)[0]


def recall(
    candidate: str, source: str, gold_edits: Sequence[GoldEdit], *options: Any, **named: Any
) -> float:
    """Return the recall of one sentence."""
    return pre_rec_f1(candidate, source, gold_edits, *options, **named)[1]


def f1(
    candidate: str, source: str, gold_edits: Sequence[GoldEdit], *options: Any, **named: Any
) -> float:
    """Return the F of one sentence."""
    return pre_rec_f1(candidate, source, gold_edits, *options, **named)[2]
