"""CLEME and CLEME2.0, slowly and plainly, from the specification alone.

A sentence is a list of words, an edit (start, end, words), a target the list of its edits: that of
the hypothesis comes first, then those of references. Nothing of the package is used here.
"""

from __future__ import annotations

import gzip
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

Edit = tuple[int, int, tuple[str, ...]]
CORPUS_WEIGHTS = (0.45, 0.35, 0.15, 0.05)
SENTENCE_WEIGHTS = (0.35, 0.25, 0.20, 0.20)


@dataclass
class Sentence:
    """Words, and the edits of each coder in order of first lines."""

    words: list[str]
    coders: dict[int, list[Edit]] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    """What a target makes of a chunk."""

    is_changed: bool
    words: tuple[str, ...]


@dataclass(frozen=True)
class Chunk:
    """Source words of a chunk, and the cell of each target."""

    n_source: int
    cells: tuple[Cell, ...]


def read(path: Path | str) -> list[Sentence]:
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as file:
        return parse(file.read())


def parse(text: str) -> list[Sentence]:
    found: list[Sentence] = []
    for line in text.splitlines():
        if line.startswith("S"):
            found.append(Sentence(line[2:].split()))
        elif line.startswith("A"):
            place, kind, correction, *_, coder = line[2:].split("|||")
            edits = found[-1].coders.setdefault(int(coder), [])
            if kind != "noop":
                start, end = map(int, place.split())
                edits.append((start, end, tuple(correction.split())))
    for sentence in found:
        if not sentence.coders:
            sentence.coders[0] = []
    return found


def applied(words: Sequence[str], edits: Sequence[Edit], start: int, end: int) -> tuple[str, ...]:
    """Words start to end of a source, with the edits that lie there."""
    made: list[str] = []
    at = start
    for first, last, correction in sorted(edits, key=lambda edit: edit[0]):
        made += [*words[at:first], *correction]
        at = max(at, last)
    return (*made, *words[at:end])


def kept(sentence: Sentence) -> list[int]:
    """Coders whose text is not empty; all of them if all are."""
    words = sentence.words
    full = [c for c, edits in sentence.coders.items() if applied(words, edits, 0, len(words))]
    return full or list(sentence.coders)


def chunks(words: Sequence[str], targets: Sequence[Sequence[Edit]]) -> list[Chunk]:
    intervals: list[list[int]] = []
    for start, end, _ in sorted((e for edits in targets for e in edits), key=lambda e: e[0]):
        if intervals and start <= intervals[-1][1]:
            intervals[-1][1] = max(intervals[-1][1], end)
        else:
            intervals.append([start, end])
    found = []
    at = 0
    for start, end in intervals:
        if start > at:
            found.append(unchanged(words[at:start], len(targets)))
        cells = []
        for edits in targets:
            own = [edit for edit in edits if start <= edit[0] and edit[1] <= end]
            cells.append(Cell(bool(own), applied(words, own, start, end)))
        found.append(Chunk(end - start, tuple(cells)))
        at = end
    if at < len(words) or not intervals:
        found.append(unchanged(words[at:], len(targets)))
    return found


def unchanged(stretch: Sequence[str], n_targets: int) -> Chunk:
    return Chunk(len(stretch), (Cell(False, tuple(stretch)),) * n_targets)


def sentence_chunks(hypothesis: Sentence, gold: Sentence) -> list[Chunk]:
    (own,) = hypothesis.coders.values()
    return chunks(gold.words, [own, *(gold.coders[coder] for coder in kept(gold))])


def kinds(found: Sequence[Chunk], assumption: str) -> list[list[tuple[str, int]]]:
    """For each reference the kind of each chunk (TP, FPn, FPu, FN, TN) and its length."""
    n_references = len(found[0].cells) - 1
    rows: list[list[tuple[str, int]]] = [[] for _ in range(n_references)]
    for chunk in found:
        own, *references = chunk.cells
        length = max(chunk.n_source, len(own.words))
        for row, one in zip(rows, references, strict=True):
            others = references if assumption == "independent" else [one]
            if own.is_changed:
                if own.words in [other.words for other in others]:
                    kind = "TP"
                else:
                    kind = "FPn" if any(other.is_changed for other in others) else "FPu"
            elif assumption == "independent":
                kind = "FN" if all(other.is_changed for other in others) else "TN"
            else:
                kind = "FN" if one.words != own.words else "TN"
            row.append((kind, length))
    return rows


def bias(corpus: Sequence[tuple[Sentence, Sentence]]) -> tuple[int, int]:
    """Sum of lengths and number of the changed chunks of references."""
    total = number = 0
    for hypothesis, gold in corpus:
        for chunk in sentence_chunks(hypothesis, gold):
            for cell in chunk.cells[1:]:
                if cell.is_changed:
                    total += max(chunk.n_source, len(cell.words))
                    number += 1
    return total, number


def weight(kind: str, length: int, middle: float) -> float:
    if kind == "TN":
        return 1.0
    sign = 1 if kind.startswith("FP") else -1
    return min(max(2 / (1 + math.exp(sign * (length - middle))), 0.75), 1.25)


def summed(row: Sequence[tuple[str, int]], middle: float | None) -> dict[str, float]:
    """TP, FP, FPn, FPu, FN and TN of a row; counts for None, else length weights."""
    found = dict.fromkeys(("TP", "FP", "FPn", "FPu", "FN", "TN"), 0.0)
    for kind, length in row:
        value = 1.0 if middle is None else weight(kind, length, middle)
        found[kind] += value
        if kind.startswith("FP"):
            found["FP"] += value
    return found


def table(
    corpus: Sequence[tuple[Sentence, Sentence]], assumption: str, middle: float | None
) -> list[list[dict[str, float]]]:
    """For each sentence the row of each reference."""
    return [
        [summed(row, middle) for row in kinds(sentence_chunks(*pair), assumption)]
        for pair in corpus
    ]


def prf(row: dict[str, float], beta: float = 0.5) -> tuple[float, float, float, float]:
    """P, R, F and Acc."""
    tp, fp, fn, tn = row["TP"], row["FP"], row["FN"], row["TN"]
    p = tp / (tp + fp) if tp + fp else 1.0
    r = tp / (tp + fn) if tp + fn else 1.0
    load = beta**2 * p + r
    f = (1 + beta**2) * p * r / load if load else p if beta == 0 else 0.0
    total = tp + fp + fn + tn
    return p, r, f, (tp + tn) / total if total else 1.0


def rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 4) for value in values]


def add(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    return {name: one[name] + other[name] for name in one}


def nothing() -> dict[str, float]:
    return summed([], None)


def running(
    rows: Sequence[Sequence[dict[str, float]]], beta: float = 0.5
) -> tuple[list[int], dict[str, float]]:
    """Choose in order by F of the corpus so far; return references and totals."""
    so_far = nothing()
    chosen = []
    for sentence in rows:
        keys = []
        for number, row in enumerate(sentence):
            f = round(prf(add(so_far, row), beta)[2], 4)
            keys.append((f, row["TP"], -row["FP"], -row["FN"], row["TN"], -number))
        chosen.append(keys.index(max(keys)))
        so_far = add(so_far, sentence[chosen[-1]])
    return chosen, so_far


def alone(
    rows: Sequence[Sequence[dict[str, float]]], beta: float = 0.5
) -> Iterator[tuple[int, list[float]]]:
    """Choose for each sentence by its own F, P, R, Acc; yield reference and these, rounded."""
    for sentence in rows:
        scores = [rounded(prf(row, beta)) for row in sentence]
        best = max(
            range(len(sentence)),
            key=lambda n: (scores[n][2], scores[n][0], scores[n][1], scores[n][3], -n),
        )
        yield best, scores[best]


def share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def ratios(
    row: dict[str, float], weights: Sequence[float] = CORPUS_WEIGHTS
) -> tuple[float, float, float, float, float]:
    """CLEME2.0: score, hit, wrong, under, over."""
    necessary = row["TP"] + row["FPn"] + row["FN"]
    hit, wrong = share(row["TP"], necessary), share(row["FPn"], necessary)
    under, over = share(row["FN"], necessary), share(row["FPu"], row["TP"] + row["FP"])
    a1, a2, a3, a4 = weights
    score = a1 * hit + a2 * (1 - wrong) + a3 * (1 - under) + a4 * (1 - over)
    return score, hit, wrong, under, over


def running2(
    rows: Sequence[Sequence[dict[str, float]]], weights: Sequence[float] = CORPUS_WEIGHTS
) -> tuple[list[int], dict[str, float]]:
    """Choose in order by the score of CLEME2.0 of the corpus so far."""
    so_far = nothing()
    chosen = []
    for sentence in rows:
        keys = []
        for number, row in enumerate(sentence):
            score = ratios(add(so_far, row), weights)[0]
            keys.append((score, row["TP"], -row["FP"], -row["FN"], row["TN"], -number))
        chosen.append(keys.index(max(keys)))
        so_far = add(so_far, sentence[chosen[-1]])
    return chosen, so_far


def alone2(
    rows: Sequence[Sequence[dict[str, float]]], weights: Sequence[float] = CORPUS_WEIGHTS
) -> Iterator[tuple[int, tuple[float, ...]]]:
    """Choose for each sentence by its own score; yield reference and ratios."""
    for sentence in rows:
        found = [ratios(row, weights) for row in sentence]
        best = max(
            range(len(sentence)),
            key=lambda n: (*found[n][:2], *(-value for value in found[n][2:]), -n),
        )
        yield best, found[best]
