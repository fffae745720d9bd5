"""What people and metrics say: the first byte says of which kind the file is."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from fastgec import FormatError, meta
from fastgec.machine import LimitError
from fastgec.read.scores import read_sentence_scores

SYSTEMS = ("a", "b")
N_SENTENCES = 2


def human_judgments(data: bytes) -> None:
    """Read a file; what was read can be scored, or it is refused in one line."""
    kinds: tuple[tuple[str, Callable[[Path], None]], ...] = (
        ("judgments.xml", rankings),
        ("ratings.csv", ratings),
        ("scores.tsv", scores),
        ("scores.jsonl", sentences),
    )
    name, read = kinds[data[0] % len(kinds) if data else 0]
    folder = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=folder) as place:
        path = Path(place) / name
        path.write_bytes(data[1:])
        try:
            read(path)
        except (FormatError, LimitError) as error:
            require_one_line(error)


def require_one_line(error: ValueError) -> None:
    assert len(str(error).splitlines()) == 1, str(error)


def rankings(path: Path) -> None:
    """Rankings are judgments whose wins and ties are all of them."""
    found = meta.read_rankings(path)
    assert len(found) == sum(size * (size - 1) // 2 for size in np.diff(found.items.offsets))
    if 1 < len(found.systems) < 50:
        scores = meta.expected_wins(found)
        assert ((scores >= 0) & (scores <= 1)).all()
        assert (meta.expected_wins(found.of_systems(found.systems[::-1]))[::-1] == scores).all()


def ratings(path: Path) -> None:
    """Ratings have wins between 0 and 1."""
    found = meta.read_segments(path)
    if len(found.systems) > 1:
        scores = meta.expected_wins(found)
        assert ((scores >= 0) & (scores <= 1)).all()


def scores(path: Path) -> None:
    """Scores of systems are finite."""
    assert np.isfinite([*meta.read_scores(path, SYSTEMS).values()]).all()


def sentences(path: Path) -> None:
    """Scores of sentences are all there."""
    found = read_sentence_scores(path, SYSTEMS, N_SENTENCES)
    assert found.shape == (N_SENTENCES, len(SYSTEMS))
    assert np.isfinite(found).all()
