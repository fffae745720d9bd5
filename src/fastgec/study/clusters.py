"""Clusters of sentences, such as documents or writers, that resamples take as a whole.

Sentences of one document, or of one writer, are alike: they have the same topic, the same errors
and the same annotator. Resamples of single sentences take them as independent, so their intervals
are too narrow and their p too small. The cluster bootstrap draws as many clusters as there are,
with replacement, each with all its sentences (Cameron, Gelbach and Miller, 2008); a paired test
exchanges the outputs of all sentences of a cluster at once. Resamples of clusters then differ in
their number of sentences.

What is known of the variation between clusters rests on their number, not on that of the sentences:
with few, intervals are too narrow again (`FEW`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import freeze, gather, offsets_of
from fastgec.choose import Integers
from fastgec.read.errors import FormatError, counted
from fastgec.read.lines import Lines, read_lines
from fastgec.read.pieces import Source

FEW = 30  # clusters, below which one is warned


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Which sentences belong together.

    numbers  int64[S]: the cluster of each sentence, from 0, in order of the first of each
    name     of the ids in messages: a path as typed, or a description

    Example:
        >>> clusters = Clusters.of(["ann", "bob", "ann"])
        >>> clusters.numbers.tolist(), len(clusters)
        ([0, 1, 0], 2)
    """

    numbers: Integers
    name: str = "clusters"
    _order: Integers = None  # type: ignore[assignment]  # made of the numbers
    _offsets: Integers = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        numbers = np.asarray(self.numbers, np.int64)
        object.__setattr__(self, "_order", np.argsort(numbers, kind="stable"))
        object.__setattr__(self, "_offsets", offsets_of(np.bincount(numbers)))
        freeze(self, numbers=np.int64, _order=np.int64, _offsets=np.int64)

    @classmethod
    def of(cls, ids: Source | Lines | Iterable[object]) -> Clusters:
        """Return the clusters of ids: a path with an id on each line, or the ids of all sentences.

        Sentences with equal ids are one cluster, wherever they stand.

        Raises:
            FormatError: a file that cannot be read, an empty id, or fewer than two clusters.
        """
        is_text = isinstance(ids, str | bytes | Lines) or hasattr(ids, "__fspath__")
        lines = read_lines(ids if is_text else map(str, ids), "clusters")  # type: ignore[arg-type]
        known: dict[str, int] = {}
        numbers = np.empty(len(lines), np.int64)
        for number in range(len(lines)):
            one = lines[number].strip()
            if not one:
                raise FormatError(
                    lines.name, number + 1, "empty line: expected the id of a cluster"
                )
            numbers[number] = known.setdefault(one, len(known))
        if len(known) < 2:
            reason = "expected at least 2: resamples of one are all the same"
            raise FormatError(lines.name, None, f"{counted(len(known), 'cluster')}, {reason}")
        return cls(numbers, lines.name)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    @property
    def most_drawn(self) -> int:
        """The most sentences that a resample can have."""
        return len(self) * int(np.diff(self._offsets).max())

    @property
    def fingerprint(self) -> str:
        """A hash of which sentences belong together, the same for any ids."""
        data = self.numbers.astype("<i8").tobytes()
        return hashlib.blake2b(data, digest_size=8).hexdigest()

    @property
    def warnings(self) -> tuple[str, ...]:
        """A warning of few clusters, or of such as change nothing."""
        if len(self) == len(self.numbers):
            return (
                f"{self.name}: {len(self):,} ids, each found once: every sentence is a cluster of "
                "its own, as without clusters",
            )
        if len(self) >= FEW:
            return ()
        return (
            f"{self.name}: {len(self)} clusters, fewer than {FEW}: so few do not show how much "
            "clusters vary, so intervals are too narrow, and p too small",
        )

    def require(self, n_sentences: int) -> None:
        """Raise FormatError unless there is an id for each sentence."""
        if len(self.numbers) != n_sentences:
            reason = f"expected {n_sentences:,}: one for each sentence"
            raise FormatError(self.name, None, f"{len(self.numbers):,} ids, {reason}")

    def drawn(self, generator: np.random.Generator) -> NDArray[np.int32]:
        """Return the sentences of as many clusters as there are, drawn with replacement."""
        picked = generator.integers(0, len(self), len(self), np.int32)
        found: NDArray[np.int32] = self._order[gather(self._offsets, picked)[0]].astype(np.int32)
        return found

    def exchanged(self, generator: np.random.Generator) -> NDArray[np.uint8]:
        """Return which sentences are exchanged: those of a random half of the clusters."""
        return generator.integers(0, 2, len(self), np.uint8)[self.numbers]
