"""Edits of MaxMatch that wait for weights: the sequence against each annotator, and the gold.

The edits are those that the counts of `fastgec m2` count. An edit that makes several gold edits is
correct as many times, as in the published scorer.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fastgec.convert.corrected import with_edit
from fastgec.corpus.blocks import Column
from fastgec.corpus.gold import Gold
from fastgec.corpus.pieces import Source
from fastgec.machine.memory import available_memory
from fastgec.metrics import m2
from fastgec.metrics.block import same
from fastgec.metrics.door import Reading
from fastgec.metrics.edits import GoldText
from fastgec.metrics.m2.counting import COLUMNS, matcher_of, text_edits
from fastgec.metrics.m2.counting import Parameters as M2Parameters
from fastgec.metrics.m2.metric import METRIC
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
        for s, found in enumerate(placed_edits(text, 0, parameters)):
            source = Sentence(text.first + s, text.gold.sources[s])
            made: dict[tuple[int, int, str, int], int] = {}
            writers: dict[int, list[int]] = {}
            for row, (annotator, sequence) in enumerate(found.items(), rows[s]):
                cell = len(COLUMNS) * len(labels)
                labels.append(annotator)
                for edit in sequence:
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
                    correction = text.gold.corrections(number)[0]
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


def placed_edits(
    text: GoldText, system: int, parameters: M2Parameters
) -> Iterator[Mapping[int, Sequence[m2.Edit]]]:
    """Yield the edits of each sentence against each annotator, where they are in the source.

    Release 3.2 gives insertions before the first token the span of their place in the output.

    Raises:
        FormatError: a sentence needs more memory than there is.
    """
    found = text_edits(text, system, parameters)
    if parameters.release != "3.2":
        yield from found
        return
    for sequences, rows in zip(found, _starts(text, system, parameters), strict=True):
        yield {
            annotator: [
                replace(edit, start=start, end=start + len(edit.source.split()))
                for edit, start in zip(sequence, starts, strict=True)
            ]
            for (annotator, sequence), starts in zip(sequences.items(), rows, strict=True)
        }


def _starts(text: GoldText, system: int, parameters: M2Parameters) -> list[list[list[int]]]:
    """Return where each edit of each row of a sentence begins in the source."""
    matcher = matcher_of(text.systems[system], text.gold, parameters)
    cancel, limit = np.zeros(1, np.int32), available_memory()
    rows = text.gold.edits.row_offsets.tolist()

    def starts(sentence: int, row: int) -> Iterator[int]:
        source = text.gold.sources[sentence].split()
        output = text.systems[system][sentence].split()
        for _, _, i, i_end, j, j_end in matcher.edits(row, cancel, limit) or ():
            old, new = "".join(source[i:i_end]), "".join(output[j:j_end])
            if not (parameters.ignore_whitespace_casing and old.lower() == new.lower()):
                yield i

    return [[list(starts(s, row)) for row in range(rows[s], rows[s + 1])] for s in range(len(text))]
