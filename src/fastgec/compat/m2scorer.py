"""The functions that scripts import from the NUS scorer or from its copies; numbers are `m2`'s.

A script changes its import and nothing else:

    from fastgec.compat.m2scorer import load_annotation, batch_multi_pre_rec_f1, main

Conventions, those of the scorer: sentences are lists of str, one tokenized sentence each. The gold
edits of a sentence are a dict from annotator to a list of (start, end, original, corrections),
spans half-open in source tokens, original the words of the span, '' a deletion. The scorer is its
development version; `fastgec.m2` has all that is new. With `verbose`, what the scorer printed is
printed, to its last byte.

Functions for gold of one annotator (`f1_suffstats`, `batch_pre_rec_f1` and what is made of them)
give the same numbers as `batch_multi_pre_rec_f1` does. The scorer's own had another lattice (one
table of substitutions that cost 2) and could differ from its published scores.
"""

from __future__ import annotations

import operator
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

import numpy as np

from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.metrics import functions, m2
from fastgec.metrics.base import Reading, Tally, found_by
from fastgec.metrics.m2.words import Edit, found_edits
from fastgec.read.gold import BETWEEN, NOOP, NOTHING, Gold
from fastgec.read.lines import require_paths
from fastgec.show.m2 import compared, scorer_summary, scorer_verbose
from fastgec.spill import TextSpill
from fastgec.texts.m2write import edit_line

__all__ = [
    "batch_f1",
    "batch_multi_pre_rec_f1",
    "batch_pre_rec_f1",
    "batch_precision",
    "batch_recall",
    "f1",
    "f1_suffstats",
    "get_edits",
    "load_annotation",
    "main",
    "matchEdit",
    "pre_rec_f1",
    "precision",
    "recall",
    "shrinkEdit",
]


GoldEdit = tuple[int, int, str, Sequence[str]]
Scores = tuple[float, float, float]
LARGEST_ID = 0x7FFFFFFE


def gold_of(candidates: Sequence[str], sources: Sequence[str], gold_edits: Sequence[Any]) -> Gold:
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
        raise AssertionError(f"{found}, expected equally many")
    if not lengths[0]:
        raise ValueError("no sentence, expected at least 1")
    text = []
    for number, (source, of_annotators) in enumerate(zip(sources, gold_edits, strict=True), 1):
        place = f"sentence {number}"
        if not isinstance(of_annotators, Mapping):
            kind = type(of_annotators).__name__
            raise TypeError(f"{place}: {kind}, expected a dict from annotator to its edits")
        if not of_annotators:
            raise ValueError(f"{place}: no annotator, expected at least one, as in {{0: []}}")
        one_line = _text(place, "source", source).replace("\n", " ").strip()
        text.append(f"S {one_line}\n")
        words = source.split()
        for annotator, edits in sorted(of_annotators.items(), key=partial(_annotator, place)):
            if isinstance(edits, str) or not isinstance(edits, Sequence):
                raise TypeError(f"{place}: {edits!r}: expected a list of edits")
            text += [_line(place, words, edit, annotator) for edit in edits]
            if not edits:
                text.append(edit_line(-1, -1, NOOP, [""], annotator, nothing=NOTHING))
        text.append("\n")
    return Gold.parse("".join(text))


def _text(place: str, what: str, text: Any) -> str:
    """Return text that a file could hold. Raises: TypeError; ValueError, a lone surrogate."""
    if not isinstance(text, str):
        raise TypeError(f"{place}: {what} {text!r}: expected str")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{place}: a lone surrogate in {what} {text!a}: expected text") from None
    return text


def _annotator(place: str, item: tuple[Any, Any]) -> int:
    """Return the annotator of an item of a dict. Raises: TypeError or ValueError: it is none."""
    number = item[0]
    if not hasattr(number, "__index__"):
        raise TypeError(f"{place}: annotator {number!r}: expected a whole number")
    if not 0 <= operator.index(number) <= LARGEST_ID:
        raise ValueError(f"{place}: annotator {number}: expected 0 to {LARGEST_ID}")
    return operator.index(number)


def _line(place: str, words: Sequence[str], edit: Any, annotator: int) -> str:
    try:
        start, end, original, corrections = edit
        start, end = operator.index(start), operator.index(end)
    except (TypeError, ValueError) as error:
        wanted = "(start, end, original, corrections)"
        raise type(error)(f"{place}: edit {edit!r}: expected {wanted}") from None
    _text(place, "original", original)
    if not 0 <= start <= end <= len(words):
        span = f"span {start} {end}: expected one within {len(words)} source tokens"
        raise ValueError(f"{place}: {span}")
    if original.split() != words[start:end]:
        there = " ".join(words[start:end])
        raise ValueError(f"{place}: {original!r} at {start} {end}: expected {there!r}")
    if isinstance(corrections, str) or not corrections:
        raise ValueError(f"{place}: corrections {corrections!r}: expected a list of str")
    for correction in corrections:
        _text(place, "correction", correction)
        if correction == NOTHING or BETWEEN in correction or "\n" in correction:
            wanted = f"one that M2 can hold: not {NOTHING!r}, no {BETWEEN!r} and no line end"
            raise ValueError(f"{place}: correction {correction!r}: expected {wanted}")
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
    scoring, diagnostics = m2.Scoring(beta), Diagnostics(1)
    tally = Tally(m2.METRIC, parameters, [scoring], 1)
    totals, reading = np.zeros(3, np.int64), Reading(diagnostics=diagnostics)
    with ExitStack() as stack:
        # A later line may be bad, so nothing is printed before all is known.
        spill = stack.enter_context(TextSpill()) if is_shown else None
        for block, chosen in functions.tallied_blocks(tally, [hypotheses], gold, reading):
            (rows,) = chosen[0].rows
            if spill is not None:
                sequences = found_edits(block.text, 0, parameters).in_words()
                sentences = compared(block, 0, rows, sequences, totals, beta)
                spill.add(scorer_verbose(sentences))
            totals += block.table[0][rows].sum(axis=0)
        ((score,),) = tally.scores()
        emit_warnings(*found_by(diagnostics, m2.METRIC, gold, parameters, [scoring]))
        if spill is not None:
            sys.stdout.writelines(spill.texts())
            sys.stdout.write(scorer_summary(score))
    return score.precision, score.recall, score.f


def batch_pre_rec_f1(
    candidates: Sequence[str],
    sources: Sequence[str],
    gold_edits: Sequence[Sequence[GoldEdit]],
    *options: Any,
    **named: Any,
) -> Scores:
    """Score a system against one annotator, whose edits are a list for each sentence.

    Arguments and errors as `batch_multi_pre_rec_f1`.

    Example:
        >>> batch_pre_rec_f1(["c b"], ["a b"], [[(0, 1, "a", ["c"]), (1, 2, "b", [""])]])
        (1.0, 0.5, 0.8333333333333334)
    """
    of_annotators = [{0: edits} for edits in gold_edits]
    return batch_multi_pre_rec_f1(candidates, sources, of_annotators, *options, **named)


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


def _only(name: str, function: Callable[..., Scores], number: int) -> Callable[..., float]:
    """Return a function that returns one of the scores of another."""

    def score(*arguments: Any, **named: Any) -> float:
        return function(*arguments, **named)[number]

    score.__name__ = score.__qualname__ = name
    score.__doc__ = f"Return the {name.removeprefix('batch_')} of `{function.__name__}`."
    return score


batch_precision = _only("batch_precision", batch_pre_rec_f1, 0)
batch_recall = _only("batch_recall", batch_pre_rec_f1, 1)
batch_f1 = _only("batch_f1", batch_pre_rec_f1, 2)
precision = _only("precision", pre_rec_f1, 0)
recall = _only("recall", pre_rec_f1, 1)
f1 = _only("f1", pre_rec_f1, 2)

Change = tuple[int, int, str, str]


def load_annotation(
    gold_file: str | os.PathLike[str],
) -> tuple[list[str], list[dict[int, list[tuple[int, int, str, list[str]]]]]]:
    """Read an M2 file.

    Args:
        gold_file: a path; gzip and Zstandard are recognised.

    Returns:
        The source sentences, and for each a dict from annotator to gold edits. An annotator with a
        noop line has no edits; a sentence without any line has annotator 0 without edits.

    Raises:
        FormatError: the file is bad; it names file and line.

    Example:
        >>> from fastgec.cli.texts import SAMPLES
        >>> sources, gold_edits = load_annotation(SAMPLES / "gold.m2")
        >>> sources[0]
        'My cousin Zoë have lived in this city since five years .'
        >>> gold_edits[0][0]
        [(3, 4, 'have', ['has']), (8, 9, 'since', ['for'])]
    """
    gold = Gold.read(gold_file)
    for text in gold.warnings:
        warnings.warn(text, stacklevel=2)
    table = gold.edits
    sources, gold_edits = [], []
    for sentence in range(len(gold)):
        words = gold.sources[sentence].split()
        found: dict[int, list[tuple[int, int, str, list[str]]]] = {}
        for row in range(table.row_offsets[sentence], table.row_offsets[sentence + 1]):
            edits = found.setdefault(int(table.annotator[row]), [])
            for edit in range(table.edit_offsets[row], table.edit_offsets[row + 1]):
                start, end = int(table.start[edit]), int(table.end[edit])
                original = " ".join(words[start:end])
                edits.append((start, end, original, gold.corrections(edit)))
        sources.append(gold.sources[sentence].strip())
        gold_edits.append(found)
    return sources, gold_edits


def batch_multi_pre_rec_f1(
    candidates: Sequence[str],
    sources: Sequence[str],
    gold_edits: Sequence[Mapping[int, Sequence[GoldEdit]]],
    max_unchanged_words: int = 2,
    beta: float = 0.5,
    ignore_whitespace_casing: bool = False,
    verbose: bool = False,
    very_verbose: bool = False,
) -> Scores:
    """Score a system against several annotators: precision, recall and F of the corpus.

    Args:
        candidates: the system's sentences.
        sources: the source sentences.
        gold_edits: as `load_annotation` returns them, or changed or cut since.
        max_unchanged_words: most unchanged words inside an edit.
        beta: weight of recall.
        ignore_whitespace_casing: edits that change white space or case only are not counted.
        verbose: print what `m2scorer -v` prints, without its last three lines.
        very_verbose: the same.

    Raises:
        AssertionError: lists of unequal length.
        ValueError: gold edits that are no such lists, or parameters out of range.

    Example:
        >>> gold_edits = [{0: [(0, 1, "a", ["c"])], 1: []}]
        >>> batch_multi_pre_rec_f1(["c b"], ["a b"], gold_edits)
        (1.0, 1.0, 1.0)
    """
    is_shown = verbose or very_verbose
    parameters = m2.Parameters(max_unchanged_words, ignore_whitespace_casing)
    return scored(candidates, gold_of(candidates, sources, gold_edits), parameters, beta, is_shown)


def get_edits(
    candidate: str,
    source: str,
    gold_edits: Sequence[GoldEdit],
    max_unchanged_words: int = 2,
    ignore_whitespace_casing: bool = False,
) -> list[Change]:
    """Return the edit sequence that is counted, from left to right, not cut.

    Example:
        >>> get_edits("the cat sat on the mat", "the cat sat at mat", [(3, 4, "at", ["on"])])
        [(3, 4, 'at', 'on'), (4, 5, 'mat', 'the mat')]
    """
    gold = gold_of([candidate], [source], [{0: gold_edits}])
    (found,) = m2.edit_sequences(
        [candidate],
        gold,
        max_unchanged_words=max_unchanged_words,
        ignore_whitespace_casing=ignore_whitespace_casing,
    )
    return [(edit.start, edit.end, edit.source, edit.correction) for edit in found[0]]


def shrinkEdit(edit: Change) -> Change:  # noqa: N802, the name that scripts import
    """Return an edit without the words at its ends that do not change, the front first.

    Example:
        >>> shrinkEdit((4, 5, "mat", "the mat"))
        (4, 4, '', 'the')
    """
    cut = Edit(*edit, ()).cut()
    return cut.start, cut.end, cut.source, cut.correction


def matchEdit(edit: Change, gold: GoldEdit) -> bool:  # noqa: N802, likewise
    """Whether an edit has span and original of a gold edit, and one of its corrections.

    Example:
        >>> matchEdit((3, 4, "at", "on"), (3, 4, "at", ["in", "on"]))
        True
    """
    start, end, original, correction = edit
    return (start, end, original) == tuple(gold[:3]) and correction in gold[3]


def main(
    system_output: str | os.PathLike[str] | Sequence[str],
    gold_filename: str | os.PathLike[str],
    max_unchanged_words: int = 2,
    beta: float = 0.5,
    ignore_whitespace_casing: bool = False,
    verbose: bool = False,
    very_verbose: bool = False,
) -> Scores:
    """Score a system against an M2 file: precision, recall and F of the corpus.

    Args:
        system_output: a list of sentences, or a path.
        gold_filename: a path.
        max_unchanged_words: as in `batch_multi_pre_rec_f1`, and so are the rest.
        beta: see there.
        ignore_whitespace_casing: see there.
        verbose: see there.
        very_verbose: see there.

    Raises:
        FormatError: files that do not fit.

    Example:
        >>> from fastgec.cli.texts import SAMPLES
        >>> main(SAMPLES / "careful.txt", SAMPLES / "gold.m2")
        (0.95, 0.6333333333333333, 0.8636363636363636)
    """
    gold = Gold.read(gold_filename)
    for text in gold.warnings:
        warnings.warn(text, stacklevel=2)
    parameters = m2.Parameters(max_unchanged_words, ignore_whitespace_casing)
    return scored(system_output, gold, parameters, beta, verbose or very_verbose)


if __name__ == "__main__":
    from fastgec.compat.programs import run

    sys.exit(run("m2scorer", sys.argv[1:]))
