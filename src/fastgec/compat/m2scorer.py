r"""The functions that scripts import from the NUS scorer or from its copies; numbers are `m2`'s.

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

import os
import sys
import warnings
from collections.abc import Mapping, Sequence

from fastgec.compat.lists import GoldEdit, Scores, gold_of, scored
from fastgec.compat.one_annotator import (
    batch_f1,
    batch_pre_rec_f1,
    batch_precision,
    batch_recall,
    f1,
    f1_suffstats,
    pre_rec_f1,
    precision,
    recall,
)
from fastgec.corpus.gold import Gold
from fastgec.metrics import m2
from fastgec.metrics.m2.words import Edit

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
        >>> from fastgec.cli.demo import SAMPLES
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
        >>> from fastgec.cli.demo import SAMPLES
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
