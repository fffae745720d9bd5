r"""Edits to a file, a JSON object a line, and weights from one, a line for each edit.

Edits of the system come first, then those of the gold. A line of weights is a number, or the line
of the edit itself with a "weight" more: then it must be the edit that stands in that place.

    {"side": "system", "sentence": 1, "annotators": [0], "start": 3, "end": 4, "replaced": "at",
     "correction": "on", "source": "The cat sat at mat .", "text": "The cat sat on mat ."}
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np

from fastgec.corpus.errors import FormatError, counted, visible
from fastgec.corpus.pieces import Source, read_utf8
from fastgec.counts import LARGEST_COUNT
from fastgec.machine.jsontext import RepeatedKeyError, loads
from fastgec.weights.table import RANGE, Edit, Edits, Floats

DIGITS = 16  # of a fingerprint
MOST_SHOWN = 40  # characters of a line that is no weight
# What a line of an edit is known by; the texts may have been left out.
KEYS = ("side", "sentence", "annotators", "start", "end", "correction")


def edit_rows(edits: Edits) -> Iterator[dict[str, Any]]:
    r"""Yield what a file says of each edit; sentences count from 1.

    Example:
        >>> from fastgec import Gold, weights
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n")
        >>> [(row["side"], row["text"]) for row in edit_rows(weights.edits(["c b"], gold))]
        [('system', 'c b'), ('gold', 'c b')]
    """
    for side, group in (("system", edits.proposed), ("gold", edits.gold)):
        for edit in group:
            yield {"side": side, **edit._asdict(), "sentence": edit.sentence + 1}


def read_weights(path: Source, edits: Edits) -> Floats:
    """Return the weights of all edits, the proposed ones first: float64[P + G].

    Args:
        path: a file with a line for each edit, as `edit_rows` has them; "-" is standard input.
        edits: whose weights they are.

    Raises:
        FormatError: other than a number from 0 for each edit; it names the line.
    """
    name = str(path)
    lines = read_utf8(path).decode().split("\n")
    if lines and not lines[-1].strip():
        lines.pop()
    weights = np.empty(len(lines))
    sides = chain((("system", edit) for edit in edits.proposed), (("gold", e) for e in edits.gold))
    number = 0
    for number, (line, (side, edit)) in enumerate(zip(lines, sides, strict=False), 1):
        weights[number - 1] = _weight(line.strip(), side, edit, name, number)
    n_edits = len(edits.proposed) + len(edits.gold)
    if len(lines) != n_edits:
        proposed = counted(len(edits.proposed), "edit")
        found = counted(len(lines), "weight")
        reason = f"{found} found, expected {n_edits}: {proposed} of the system, then the gold's"
        raise FormatError(name, min(len(lines), n_edits) + 1, reason)
    return weights


def fingerprint_of(weights: Floats) -> str:
    """Return what names weights in signatures.

    Example:
        >>> fingerprint_of(np.array([0.5]))
        '4cfa5b42ca669328'
    """
    return hashlib.sha256(np.ascontiguousarray(weights, "<f8").tobytes()).hexdigest()[:DIGITS]


def _weight(line: str, side: str, edit: Edit, name: str, number: int) -> float:
    text: Any = line
    if line.startswith("{"):
        text = _weight_of_row(line, side, edit, name, number)
    try:
        is_number = isinstance(text, int | float) or (isinstance(text, str) and "_" not in text)
        value = float(text) if is_number else math.nan
    except (ValueError, OverflowError):
        value = math.nan
    if isinstance(text, bool) or not 0 <= value < LARGEST_COUNT:
        shown = text if isinstance(text, str) else str(text)
        shown = visible(shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}...")
        raise FormatError(name, number, f"{shown or 'nothing'} found, expected {RANGE}")
    return value


def _weight_of_row(line: str, side: str, edit: Edit, name: str, number: int) -> Any:
    """Return the weight in the line of an edit, which must be this one."""
    try:
        row = loads(line)
        weight = row["weight"]
    except RepeatedKeyError as error:
        raise FormatError(name, number, str(error)) from None
    except (ValueError, RecursionError, KeyError):
        reason = 'no JSON object with a "weight" found, expected a number, or an edit with its own'
        raise FormatError(name, number, reason) from None
    places = {"sentence": edit.sentence + 1, "annotators": list(edit.annotators)}
    own = {"side": side, **edit._asdict(), **places}
    for key in KEYS:
        if row.get(key, own[key]) != own[key]:
            found, expected = (visible(str(value))[:MOST_SHOWN] for value in (row[key], own[key]))
            reason = f'"{key}" {found} found, expected {expected}: the edits of these files'
            raise FormatError(name, number, reason)
    if missing := [key for key in KEYS if key not in row]:
        reason = f'"weight" without the "{missing[0]}" of its edit, expected the edit\'s own line'
        raise FormatError(name, number, f"{reason} with a weight, or a number alone")
    return weight
