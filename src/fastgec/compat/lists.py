"""Gold as the lists of the NUS scorer, checked and made a `Gold` again; and its scores, printed.

Scripts change such lists between reading and scoring. What they hold is checked as a file is: an
edit outside its sentence, or on other words than it says, stops with the number of the sentence.
"""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np

from fastgec.convert.m2write import edit_line
from fastgec.corpus.arguments import require_paths
from fastgec.corpus.gold import Gold
from fastgec.corpus.m2lines import BETWEEN, NOOP, NOTHING
from fastgec.guard.category import tell
from fastgec.guard.watch import Guard
from fastgec.machine.spool import TextSpool
from fastgec.metrics import evaluation, m2
from fastgec.metrics.base import Reading
from fastgec.metrics.guarded import found_by
from fastgec.metrics.m2.words import found_edits
from fastgec.metrics.tally import Tally
from fastgec.report.m2 import scorer_summary, scorer_verbose

GoldEdit = tuple[int, int, str, Sequence[str]]
Scores = tuple[float, float, float]
LARGEST_ID = 0x7FFFFFFE


def gold_of(
    candidates: Sequence[str],
    sources: Sequence[str],
    gold_edits: Sequence[Any],
) -> Gold:
    """Return the gold that lists hold.

    Args:
        candidates: the system's sentences; only their number counts here.
        sources: the source sentences.
        gold_edits: for each a mapping from annotator to its `GoldEdit`s.

    Raises:
        AssertionError: lists of unequal length, as the scorer's.
        TypeError: something else than such lists.
        ValueError: an edit outside its sentence, on other words, or that M2 cannot hold.
    """
    lengths = len(candidates), len(sources), len(gold_edits)
    if len(set(lengths)) > 1:  # no assert statement: it would be gone under -O
        found = "{} candidates, {} sources, {} gold edits".format(*lengths)
        raise AssertionError(f"{found} found, expected equally many")
    if not lengths[0]:
        raise ValueError("no sentence found, expected at least one")
    text = []
    for number, (source, of_annotators) in enumerate(zip(sources, gold_edits, strict=True), 1):
        place = f"sentence {number}"
        if not isinstance(of_annotators, Mapping):
            kind = type(of_annotators).__name__
            raise TypeError(f"{place}: {kind} found, expected a dict from annotator to its edits")
        if not of_annotators:
            raise ValueError(f"{place}: no annotator found, expected at least one, as in {{0: []}}")
        one_line = _text(place, "source", source).replace("\n", " ").strip()
        text.append(f"S {one_line}\n")
        words = source.split()
        for annotator, edits in sorted(of_annotators.items(), key=partial(_annotator, place)):
            if isinstance(edits, str) or not isinstance(edits, Sequence):
                raise TypeError(f"{place}: {edits!r} found, expected a list of edits")
            text += [_line(place, words, edit, annotator) for edit in edits]
            if not edits:
                text.append(edit_line(-1, -1, NOOP, [""], annotator, nothing=NOTHING))
        text.append("\n")
    return Gold.parse("".join(text))


def _text(place: str, what: str, text: Any) -> str:
    """Return text that a file could hold. Raises: TypeError; ValueError, a lone surrogate."""
    if not isinstance(text, str):
        raise TypeError(f"{place}: {what} {text!r} found, expected str")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{place}: a lone surrogate in {what} {text!a}, expected text") from None
    return text


def _annotator(place: str, item: tuple[Any, Any]) -> int:
    """Return the annotator of an item of a dict. Raises: TypeError or ValueError: it is none."""
    number = item[0]
    if not hasattr(number, "__index__"):
        raise TypeError(f"{place}: annotator {number!r} found, expected a whole number")
    if not 0 <= operator.index(number) <= LARGEST_ID:
        raise ValueError(f"{place}: annotator {number}, expected 0 to {LARGEST_ID}")
    return operator.index(number)


def _line(place: str, words: Sequence[str], edit: Any, annotator: int) -> str:
    try:
        start, end, original, corrections = edit
        start, end = operator.index(start), operator.index(end)
    except (TypeError, ValueError) as error:
        wanted = "(start, end, original, corrections)"
        raise type(error)(f"{place}: edit {edit!r} found, expected {wanted}") from None
    _text(place, "original", original)
    if not 0 <= start <= end <= len(words):
        span = f"span {start} {end} found, expected one within {len(words)} source tokens"
        raise ValueError(f"{place}: {span}")
    if original.split() != words[start:end]:
        there = " ".join(words[start:end])
        raise ValueError(f"{place}: {original!r} found at {start} {end}, expected {there!r}")
    if isinstance(corrections, str) or not corrections:
        raise ValueError(f"{place}: corrections {corrections!r} found, expected a list of str")
    for correction in corrections:
        _text(place, "correction", correction)
        if correction == NOTHING or BETWEEN in correction or "\n" in correction:
            wanted = f"one that M2 can hold: not {NOTHING!r}, no {BETWEEN!r} and no line end"
            raise ValueError(f"{place}: correction {correction!r} found, expected {wanted}")
    return edit_line(start, end, "UNK", list(corrections), annotator)


def scored(
    hypotheses: str | os.PathLike[str] | Sequence[str],
    gold: Gold,
    parameters: m2.Parameters,
    beta: float,
    is_shown: bool,
) -> Scores:
    """Return precision, recall and F; print what the scorer prints with -v if that is wanted.

    What is suspicious is told as by `m2.evaluate`: an `InputWarning`.
    """
    require_paths([hypotheses], gold)
    scoring, guard = m2.Scoring(beta), Guard(1)
    tally = Tally(m2.METRIC, parameters, [scoring], 1)
    totals, reading = np.zeros(3, np.int64), Reading(guard=guard)
    with ExitStack() as stack:
        # A later line may be bad, so nothing is printed before all is known.
        spool = stack.enter_context(TextSpool()) if is_shown else None
        for block, chosen in evaluation.tallied_blocks(tally, [hypotheses], gold, reading):
            rows = chosen[0].rows
            assert rows is not None
            if spool is not None:
                sequences = found_edits(block.text, 0, parameters).in_words()
                spool.add(scorer_verbose(block, 0, rows[0], sequences, totals, beta))
            totals += block.table[0][rows[0]].sum(axis=0)
        ((score,),) = tally.scores()
        tell(*found_by(guard, m2.METRIC, gold, parameters, [scoring]))
        if spool is not None:
            sys.stdout.writelines(spool.texts())
            sys.stdout.write(scorer_summary(score))
    return score.precision, score.recall, score.f
