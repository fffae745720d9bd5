"""Edits of MaxMatch that wait for weights: the sequence against each annotator, and the gold.

The edits are those that the counts of `fastgec m2` count. An edit that makes several gold edits is
correct as many times, as in the published scorer.
"""

from __future__ import annotations

from array import array
from typing import Any

import numpy as np

from fastgec.convert.corrected import with_edit
from fastgec.corpus.blocks import Column
from fastgec.corpus.gold import Gold
from fastgec.corpus.pieces import Source
from fastgec.metrics.base import Reading
from fastgec.metrics.block import same
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.counting import COLUMNS
from fastgec.metrics.m2.counting import Parameters as M2Parameters
from fastgec.metrics.m2.metric import METRIC
from fastgec.metrics.m2.words import found_edits
from fastgec.weights.table import Edit, Edits, require_room

CORRECT, PROPOSED, GOLD = range(3)
ANYBODY = -1  # in the place of an annotator: an edit weighs the same against all


class Terms:
    """Terms of sums as they are found, see `Edits`; items of gold edits are told apart by sign."""

    def __init__(self) -> None:
        self.cells, self.items, self.times = array("q"), array("q"), array("q")

    def add(self, cell: int, item: int, times: int = 1) -> None:
        """Add a term; the item of gold edit g is -1 - g."""
        self.cells.append(cell)
        self.items.append(item)
        self.times.append(times)

    def columns(self, n_proposed: int) -> dict[str, Any]:
        """Return cells, items and times as `Edits` has them."""
        items = np.array(self.items, np.int64)
        items = np.where(items < 0, n_proposed - 1 - items, items)
        return {
            "cells": np.array(self.cells, np.int64),
            "items": items,
            "times": np.array(self.times, np.int64),
        }


def m2_edits(
    hypotheses: Column,
    gold: Gold | Source,
    parameters: M2Parameters,
    reading: Reading,
    *,
    per_annotator: bool = False,
) -> Edits:
    """Return the edits of one system and of the gold, see `weights.edits`.

    Raises:
        FormatError: files that do not fit, or a sentence that needs more memory than there is.
        ValueError: parameters of another mode than correction: weights are those of repairs.
    """
    if not parameters.is_plain:
        of = f"mode {parameters.mode}, optional {parameters.optional}"
        raise ValueError(f"{of} found, expected correction and required: weights are of repairs")

    terms = Terms()
    proposed: list[Edit] = []
    golden: list[Edit] = []
    offsets, labels = [0], array("i")
    n_bytes = 0
    for block in METRIC.blocks([hypotheses], gold, parameters, same, reading):
        text: GoldText = block.text
        table = text.gold.edits
        rows, firsts = table.row_offsets.tolist(), table.edit_offsets.tolist()
        n_proposed, n_gold = len(proposed), len(golden)
        sequences = found_edits(text, 0, parameters).in_words(is_placed=True)
        annotators, corrections = table.annotator.tolist(), text.corrections
        for s in range(len(text)):
            source = Sentence(text.first + s, text.gold.sources[s])
            made: dict[tuple[int, int, str, int], int] = {}
            writers: dict[int, list[int]] = {}
            for row in range(rows[s], rows[s + 1]):
                annotator = annotators[row]
                cell = len(COLUMNS) * len(labels)
                labels.append(annotator)
                for edit in next(sequences):
                    whose = annotator if per_annotator else ANYBODY
                    key = edit.start, edit.end, edit.correction, whose
                    item = made.setdefault(key, len(proposed) + len(made))
                    writers.setdefault(item, []).append(annotator)
                    if edit.gold:
                        terms.add(cell + CORRECT, item, len(edit.gold))
                    terms.add(cell + PROPOSED, item)
                for number in range(firsts[row], firsts[row + 1]):
                    terms.add(cell + GOLD, -1 - len(golden))
                    span = int(table.start[number]), int(table.end[number])
                    correction = corrections[number][0]
                    golden.append(source.edit((annotator,), span, correction))
            for (start, end, correction, _), item in made.items():
                who = tuple(dict.fromkeys(writers[item]))
                proposed.append(source.edit(who, (start, end), correction))
            offsets.append(len(labels))
        new = [*proposed[n_proposed:], *golden[n_gold:]]
        n_bytes = require_room(new, n_bytes, len(terms.cells))
    return Edits(
        "m2",
        tuple(proposed),
        tuple(golden),
        np.array(offsets),
        np.array(labels, np.int32),
        COLUMNS,
        **terms.columns(len(proposed)),
        parameters=METRIC.kind(parameters)[2],
    )


class Sentence:
    """A sentence whose edits stand with what they make of it; all of them share its text."""

    __slots__ = ("number", "text", "tokens")

    def __init__(self, number: int, line: str) -> None:
        """Take a sentence and its number, from 0."""
        self.number = number
        self.tokens = line.split()
        self.text = " ".join(self.tokens)

    def edit(self, annotators: tuple[int, ...], span: tuple[int, int], correction: str) -> Edit:
        """Return an edit; one that lies outside the sentence makes nothing of it."""
        start, end = span
        replaced, made = "", self.text
        if 0 <= start <= end <= len(self.tokens):
            replaced = " ".join(self.tokens[start:end])
            made = with_edit(self.tokens, start, end, correction)
        return Edit(self.number, annotators, start, end, replaced, correction, self.text, made)
