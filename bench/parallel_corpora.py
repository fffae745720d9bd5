"""Parallel corpora for the benchmarks of n-gram metrics: seeded, and real where present."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpora import SHARED, WORDS


@dataclass(frozen=True)
class Parallel:
    """A source, references and one system, one sentence a line."""

    name: str
    source: Path
    references: tuple[Path, ...]
    system: Path
    n_sentences: int


def make_parallel(folder: Path, n_sentences: int, *, share: float, seed: int = 2024) -> Parallel:
    """Write a source and two references and a system that each change a share of its tokens."""
    draw = random.Random(seed)
    columns: dict[str, list[str]] = {name: [] for name in ("source", "ref0", "ref1", "system")}
    for _ in range(n_sentences):
        source = draw.choices(WORDS, k=draw.randint(5, 40))
        for name, lines in columns.items():
            changed = share if name != "source" else 0.0
            words = [draw.choice(WORDS) if draw.random() < changed else word for word in source]
            lines.append(" ".join(words))
    return _written(folder, f"seeded-{n_sentences}-{share:g}", columns)


def make_different_copies(folder: Path, corpus: Parallel, n_copies: int) -> Parallel:
    """Write a corpus many times over; in each copy other words bear the number of the copy.

    A quarter of the words change, the same ones in every column, so that each copy has a vocabulary
    of its own and the edits stay what they are.
    """
    paths = (corpus.source, *corpus.references, corpus.system)
    columns = {
        name: list(_copies(path, n_copies))
        for name, path in zip(("source", "ref0", "ref1", "system"), paths, strict=True)
    }
    return _written(folder, f"{corpus.name}-x{n_copies}", columns)


def real_parallel() -> list[Parallel]:
    folder = SHARED / "data" / "conll14"
    if not folder.is_dir():
        return []
    references = (folder / "ref0.txt", folder / "ref1.txt")
    system = folder / "systems" / "official-AMU.txt"
    return [Parallel("conll14-AMU", folder / "source.txt", references, system, 1312)]


def _copies(path: Path, n_copies: int) -> Iterator[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    for copy in range(n_copies):
        known: dict[str, str] = {}
        for line in lines:
            words = []
            for word in line.split(" "):
                if word not in known:
                    is_changed = word.isalpha() and zlib.crc32(f"{word}/{copy}".encode()) % 4 == 0
                    known[word] = f"{word}{copy}" if is_changed else word
                words.append(known[word])
            yield " ".join(words)


def _written(folder: Path, name: str, columns: dict[str, list[str]]) -> Parallel:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for column, lines in columns.items():
        path = folder / f"{name}.{column}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(path)
    source, *references, system = paths
    return Parallel(name, source, tuple(references), system, len(columns["source"]))
