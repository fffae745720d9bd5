"""Edits of ERRANT's comparison that wait for weights: M2 files of edits on both sides.

What agrees in what the mode compares is one edit, as in the counts of `fastgec errant compare`: a
correct one counts once for each of its types in the reference, a wrong or missed one once for each
of its own. A noop is no edit. Correct edits have the weights of the system's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from fastgec.metrics.base import OwnRows, Reading
from fastgec.metrics.block import own_rows
from fastgec.metrics.errant.metric import COLUMNS, METRIC, Compared, Parameters, Side
from fastgec.read.coders import Annotations, CodedEdits
from fastgec.read.pieces import Source
from fastgec.weights.table import ANYBODY, Edit, Edits, Sentence, Terms

MODES = ("cs", "cse")  # in which an edit has one text
TP, FP, FN = range(3)
NONE = "-NONE-"

Against = Sequence[tuple[int, int]]  # rows, each with its coder


def errant_edits(
    hypotheses: Annotations | Source,
    gold: Annotations | Source,
    parameters: Parameters,
    reading: Reading,
    *,
    per_annotator: bool = False,
) -> Iterator[Edits]:
    """Yield the edits of one system and of the reference, some sentences at a time.

    Raises:
        FormatError: files that do not fit.
        ValueError: a mode in which edits of several texts are one.
    """
    if parameters.mode not in MODES:
        raise ValueError(f"mode {parameters.mode!r} with weights: expected {' or '.join(MODES)}")

    for block in METRIC.blocks([hypotheses], gold, parameters, own_rows, reading):
        yield _edits_of(block, per_annotator=per_annotator, parameters=METRIC.kind(parameters)[2])


def _edits_of(block: OwnRows, *, per_annotator: bool, parameters: Mapping[str, Any]) -> Edits:
    """Return the edits of a block."""
    compared: Compared = block.text
    own = block.of_system(0)
    system, reference = compared.systems[0], compared.reference
    sides = _keys(system, compared.noop), _keys(reference, compared.noop)
    pairs = compared.pairs[0].tolist()
    coders = reference.edits.coder.tolist()
    held: dict[int, list[tuple[int, int]]] = {}  # against what each row of the system is held
    for h, r in pairs if per_annotator else ():
        held.setdefault(h, []).append((r, coders[r]))
    all_proposed: list[Edit] = []
    all_gold: list[Edit] = []
    proposed = _edits(all_proposed, block.first, system, compared, held)
    golden = _edits(all_gold, block.first, reference, compared, {})
    terms = Terms()
    for number, (h, r) in enumerate(pairs):
        cell = len(COLUMNS) * number
        whose = r if per_annotator else ANYBODY
        ours, theirs = sides[0][h], sides[1][r]
        for key, (size, is_noop) in ours.items():
            if is_noop:
                continue
            if key in theirs:
                terms.add(cell + TP, proposed[h, key, whose], theirs[key][0])
            else:
                terms.add(cell + FP, proposed[h, key, whose], size)
        for key, (size, is_noop) in theirs.items():
            if not is_noop and key not in ours:
                terms.add(cell + FN, -1 - golden[r, key, ANYBODY], size)
    return Edits(
        "errant",
        tuple(all_proposed),
        tuple(all_gold),
        own.offsets,
        own.labels.reshape(-1, 2),
        COLUMNS,
        **terms.columns(len(all_proposed)),
        parameters=parameters,
    )


def _edits(
    edits: list[Edit],
    n_before: int,
    side: Side,
    compared: Compared,
    held: Mapping[int, Against],
) -> dict[tuple[int, int, int], int]:
    """Add the edits of a side; return the number of each by its row, its key and against whom.

    Parameters: held, the rows against which a row is held with their coders, if that matters.
    """
    columns = compared.table.tolist()
    numbers = {}
    coded: CodedEdits = side.edits
    rows, coders = coded.row_offsets.tolist(), coded.coder.tolist()
    keys = _keys(side, compared.noop)
    for s, (first, last) in enumerate(pairwise(rows)):
        source = Sentence(n_before + s, coded.sources[s])
        for row in range(first, last):
            for whose, coder in held.get(row, [(ANYBODY, coders[row])]):
                for key, (_, is_noop) in keys[row].items():
                    if is_noop:
                        continue
                    numbers[row, key, whose] = len(edits)
                    start, end, _, correction = columns[key]
                    text = compared.text.corrections[correction].decode()
                    text = "" if text == NONE else text
                    edits.append(source.edit((coder,), (start, end), text))
    return numbers


def _keys(side: Side, noop: int) -> list[dict[int, tuple[int, bool]]]:
    """Return for each row its keys, each with how many types it has and whether it is a noop."""
    sizes = np.diff(side.kind_offsets).tolist()
    firsts = (side.kinds[side.kind_offsets[:-1]] == noop).tolist()
    keys = side.keys.tolist()
    return [
        {keys[at]: (sizes[at], firsts[at]) for at in range(first, last)}
        for first, last in pairwise(side.key_offsets.tolist())
    ]
