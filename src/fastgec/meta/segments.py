"""Ratings of sentences by people: a table of systems and sentences, as GMEG publishes them.

A file is comma-separated text: labels of the systems, then a line for each sentence in the order of
the corpus. Cells are numbers (means over raters), or all empty: such a sentence was not rated, so
it counts for no human score, yet metrics score it.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import made_from_fields, sealed
from fastgec.corpus.errors import FormatError, counted, visible
from fastgec.corpus.lines import Lines
from fastgec.corpus.pieces import Source
from fastgec.corpus.tomltable import hint
from fastgec.glimpse import short
from fastgec.machine.memory import require_holdable
from fastgec.meta.scorefiles import LONGEST, finite_number


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """Ratings of the outputs of systems, sentence by sentence.

    name     the file, or files
    systems  labels of the systems
    ratings  float64[S, H]; a sentence that was not rated is a line of NaN
    """

    name: str
    systems: tuple[str, ...]
    ratings: NDArray[np.float64]

    def __post_init__(self) -> None:
        array = np.array(self.ratings, np.float64, order="C")
        is_missing = np.isnan(array)
        if array.ndim != 2 or array.shape[1] != len(self.systems) or np.isinf(array).any():
            shape = f"{array.shape}, expected finite numbers of {len(self.systems)} systems"
            raise ValueError(f"{self.name}: ratings of shape {shape}")
        if (is_missing.any(axis=1) != is_missing.all(axis=1)).any():
            raise ValueError(f"{self.name}: a sentence of which some ratings are missing")
        object.__setattr__(self, "ratings", sealed(array))

    __reduce__ = made_from_fields

    def __len__(self) -> int:
        return len(self.ratings)

    def __repr__(self) -> str:
        facts = {"systems": len(self.systems), "sentences": len(self)}
        return short("Segments", {"name": self.name, **facts})

    @property
    def n_judgments(self) -> int:
        """Number of pairs of outputs that were rated."""
        n_systems = len(self.systems)
        return int(self.is_rated.sum()) * n_systems * (n_systems - 1) // 2

    @property
    def n_ties(self) -> int:
        """Number of pairs of outputs with equal ratings."""
        ordered = np.sort(self.ratings[self.is_rated], axis=1)
        steps = range(1, len(self.systems))
        return sum(int((ordered[:, one:] == ordered[:, :-one]).sum()) for one in steps)

    @property
    def is_rated(self) -> NDArray[np.bool_]:
        """Whether each sentence was rated, bool[S]."""
        if not self.systems:
            return np.zeros(len(self), bool)
        return ~np.isnan(self.ratings[:, 0])

    def of_systems(self, labels: Sequence[str]) -> Segments:
        """Return the ratings of some systems, in the order that is given.

        Raises:
            ValueError: a label that is no system.
        """
        for label in labels:
            if label not in self.systems:
                raise ValueError(f"{self.name}: {label!r}, {hint(label, self.systems)}")
        places = [self.systems.index(label) for label in labels]
        return Segments(self.name, tuple(labels), self.ratings[:, places])

    def of_sentences(self, numbers: NDArray[np.int64]) -> Segments:
        """Return the ratings of some sentences, from 0, in the order that is given."""
        return Segments(self.name, self.systems, self.ratings[numbers])


def read_segments(
    path: Source | Sequence[Source], *, systems: Sequence[str] | None = None
) -> Segments:
    """Read ratings of sentences (CSV).

    Args:
        path: of the file, or of several that are joined; the first one's order of systems holds.
        systems: labels in the order that is wanted (None: all but "ref", as they stand).

    Raises:
        FormatError: a file is bad, or has other systems than the one before it.
        ValueError: a label that is no system.
    """
    whole = read_ratings(path)
    wanted = [label for label in whole.systems if label != "ref"] if systems is None else systems
    return whole.of_systems(wanted)


def read_ratings(path: Source | Sequence[Source]) -> Segments:
    """Read ratings with all columns that there are; the rest as `read_segments`."""
    paths = [path] if isinstance(path, str | os.PathLike) else list(path)
    parts = [_read(one) for one in paths]
    name = " + ".join(part.name for part in parts)
    labels = parts[0].systems
    for part in parts[1:]:
        if set(part.systems) != set(labels):
            others = " ".join(sorted(set(part.systems) ^ set(labels)))
            reason = f"other systems than {parts[0].name} ({visible(others)}), expected the same"
            raise FormatError(part.name, 1, reason)
    ratings = [part.of_systems(labels).ratings for part in parts]
    return Segments(name, labels, np.concatenate(ratings))


def _read(path: Source) -> Segments:
    lines = Lines.read(path)
    if not len(lines):
        raise FormatError(lines.name, None, "empty file found, expected a line of systems")
    labels = tuple(label.strip() for label in lines[0].split(","))
    for label in labels:
        if not label or len(label) > LONGEST or not label.isprintable():
            raise FormatError(lines.name, 1, "an empty or bad name found, expected systems")
        if labels.count(label) > 1:
            reason = f'system "{label}" found twice, expected it once'
            raise FormatError(lines.name, 1, reason)
    require_holdable(8 * len(labels) * len(lines), f"ratings of {lines.name}")
    ratings = np.full((len(lines) - 1, len(labels)), math.nan)
    for number in range(1, len(lines)):
        cells = [cell.strip() for cell in lines[number].split(",")]
        if len(cells) != len(labels):
            reason = f"{counted(len(cells), 'cell')} found, expected {len(labels)} as in line 1"
            raise FormatError(lines.name, number + 1, reason)
        for column, cell in enumerate(cells if any(cells) else ()):
            ratings[number - 1, column] = value = finite_number(cell)
            if math.isnan(value):
                found = f"{labels[column]}: {visible(cell[:40]) or 'an empty cell'} found"
                reason = f"{found}, expected a number in each cell"
                raise FormatError(lines.name, number + 1, reason)
    if np.isnan(ratings).all():
        raise FormatError(lines.name, None, "no rating found, expected some")
    return Segments(lines.name, labels, ratings)
