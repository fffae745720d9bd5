"""Scores of sentences that another tool or another metric made, one for each system and sentence.

JSONL, or a folder of numbers. JSONL is what `--sentences` writes, a line for each system and
sentence: `system`, `sentence` (from 1) and the score, which is the first of `score` (any other
tool's), `f` (GREEN, ERRANT), `mean` (GLEU) and `i` (I-measure) that a line has. Lines of MaxMatch
have counts of each annotator instead: the score is that of the annotator who is best alone.

A folder has a file for each system, `SYSTEM.txt`, one number a line (SEEDA's layout).

Where a config leaves sentences out (`drop`, `sentences`), a file numbers what is left, or the whole
corpus: it does the latter if it has a number, or as many lines, that only the whole corpus has.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.fscore import precision_recall_f
from fastgec.machine import RepeatedKeyError, loads, require_holdable
from fastgec.read import FormatError, counted, shortened, visible
from fastgec.read.files import Source
from fastgec.read.lines import Lines

Floats = NDArray[np.float64]

LONGEST = 200  # characters of a number
KEYS = ("score", "f", "mean", "i")
SLACK = 1e-4  # of the range of numbers: programs on other hardware differ in the last digits


def finite_number(text: str) -> float:
    """Return a number as files have it; NaN for anything else."""
    try:
        value = float(text) if len(text) <= LONGEST and "_" not in text else math.nan
    except ValueError:
        return math.nan
    return value if math.isfinite(value) else math.nan


def has_sentences(path: Source) -> bool:
    """Whether a path has scores of sentences, not of systems: JSONL by its name, or a folder."""
    found = Path(path)
    suffixes = [suffix for suffix in found.suffixes if suffix not in (".gz", ".zst")]
    return suffixes[-1:] == [".jsonl"] or found.is_dir()


def read_sentence_scores(
    path: Source,
    systems: Sequence[str],
    n_sentences: int,
    *,
    beta: float = 0.5,
    numbers: NDArray[np.int64] | None = None,
    n_all: int = 0,
) -> Floats:
    """Read the scores of all sentences by all systems.

    Args:
        path: of a JSONL file, or of a folder.
        systems: labels, in the order that is wanted. A file may have others; a label may be the
            name of an output's file, as `--sentences` writes it.
        n_sentences: how many there are.
        beta: of F, where lines are counts of MaxMatch.
        numbers: int64[S], which sentences of a larger corpus these are, from 0 (None: all of it).
        n_all: how many that corpus has.

    Returns:
        float64[S, H].

    Raises:
        FormatError: a score is missing, twice there, or no number.
        LimitError: more scores than memory holds.
    """
    require_holdable(16 * n_sentences * len(systems), "scores")
    if numbers is None:
        numbers, n_all = np.arange(n_sentences), n_sentences
    if Path(path).is_dir():
        return _from_folder(Path(path), systems, numbers, n_all)
    scores = np.full((n_sentences, len(systems)), math.nan)
    lines = Lines.read(path)
    known, largest = _labels(lines, systems)
    rows = {number + 1: row for row, number in enumerate(numbers.tolist())}
    is_of_all = largest > n_sentences
    for number, content in _objects(lines):
        system, sentence = content.get("system"), content.get("sentence")
        if not isinstance(system, str):
            raise FormatError(lines.name, number, "no system: expected the label of one")
        if type(sentence) is not int or not 1 <= sentence <= (n_all if is_of_all else n_sentences):
            reason = f"sentence {str(sentence)[:20]}: expected {_range(n_sentences, n_all)}"
            raise FormatError(lines.name, number, reason)
        row = rows.get(sentence, -1) if is_of_all else sentence - 1
        if system not in known or row < 0:
            continue
        place = row, known[system]
        if not math.isnan(scores[place]):
            reason = f"sentence {sentence} of {visible(system)} is given twice: expected it once"
            raise FormatError(lines.name, number, reason)
        scores[place] = _score(content, beta, lines.name, number)
    for column, label in enumerate(systems):
        if (missing := np.isnan(scores[:, column])).any():
            n_found = n_sentences - int(missing.sum())
            reason = f"{counted(n_found, 'sentence')} of {visible(label)}, expected {n_sentences}"
            row = int(missing.argmax())
            first = (
                f"the first that is missing is {int(numbers[row]) + 1 if is_of_all else row + 1}"
            )
            raise FormatError(lines.name, None, f"{reason}: {first}")
    return scores


def _labels(lines: Lines, systems: Sequence[str]) -> tuple[dict[str, int], int]:
    """Return the place of each name that is a system, by label or by file, and the last sentence.

    Raises:
        FormatError: two names are one system.
    """
    names: dict[str, None] = {}
    largest = 0
    for _, content in _objects(lines):
        system, sentence = content.get("system"), content.get("sentence")
        if isinstance(system, str):
            names[system] = None
        if type(sentence) is int:
            largest = max(largest, sentence)
    known: dict[str, int] = {}
    for place, label in enumerate(systems):
        found = [name for name in names if name == label] or [
            name for name in names if stem(name) == label
        ]
        if len(found) > 1:
            two = f"{visible(found[0])} and {visible(found[1])} are both {visible(label)}"
            raise FormatError(lines.name, None, f"{two}: expected one")
        known |= dict.fromkeys(found, place)
    return known, largest


def stem(name: str) -> str:
    """Return the name of a file without folder and suffix, which begins with a letter.

    >>> stem("out/gpt-3.5.txt.gz"), stem("out/gpt-3.5")
    ('gpt-3.5', 'gpt-3.5')
    """
    path = Path(name)
    if path.suffix in (".gz", ".zst"):
        path = path.with_suffix("")
    return path.stem if path.suffix[1:2].isalpha() else path.name


def _objects(lines: Lines) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield number and content of each line that is not empty. Raises: FormatError."""
    for number in range(1, len(lines) + 1):
        if text := lines[number - 1].strip():
            try:
                content = loads(text)
            except RepeatedKeyError as error:
                raise FormatError(lines.name, number, str(error)) from None
            except (ValueError, RecursionError):
                reason = f"{visible(shortened(text))}: expected a JSON object"
                raise FormatError(lines.name, number, reason) from None
            if not isinstance(content, dict):
                raise FormatError(lines.name, number, "no JSON object: expected one a line")
            yield number, content


def _score(content: Mapping[str, Any], beta: float, name: str, line: int) -> float:
    """Return the score of a line. Raises: FormatError."""
    for key in KEYS:
        if key in content:
            value = content[key]
            try:
                found = math.nan if isinstance(value, bool | str) else float(value)
            except (TypeError, OverflowError):  # an int that no float holds, or no number
                found = math.nan
            if not math.isfinite(found):
                reason = f"{key} {visible(shortened(str(value)))}: expected a number"
                raise FormatError(name, line, reason)
            return found
    if isinstance(content.get("annotators"), dict):
        return max(
            (_f(counts, beta, name, line) for counts in content["annotators"].values()),
            default=_f(content, beta, name, line),
        )
    raise FormatError(name, line, f"no score: expected one of {', '.join(KEYS)}")


def _f(counts: object, beta: float, name: str, line: int) -> float:
    """Return F of the counts of an annotator. Raises: FormatError."""
    keys = ("correct", "proposed", "gold")
    values: list[Any] = [counts.get(key) if isinstance(counts, dict) else None for key in keys]
    if not all(type(value) is int and 0 <= value < 1 << 31 for value in values):
        raise FormatError(name, line, f"bad counts: expected {', '.join(keys)}")
    correct, proposed, gold = map(float, values)
    return precision_recall_f(correct, proposed, gold, beta * beta)[2]


def _range(n_sentences: int, n_all: int) -> str:
    """Return how sentences may be numbered."""
    found = f"1 to {n_sentences}"
    if n_all > n_sentences:
        found += f", or 1 to {n_all} as in the corpus before sentences are left out"
    return found


def _from_folder(
    folder: Path, systems: Sequence[str], numbers: NDArray[np.int64], n_all: int
) -> Floats:
    """Read a file of numbers for each system. Raises: FormatError."""
    columns = []
    for label in systems:
        found = [
            path
            for path in (folder / f"{label}.txt", folder / label, folder / f"{label}.txt.gz")
            if path.is_file()
        ]
        if not found:
            raise FormatError(f"{folder}", None, f"no file {visible(label)}.txt")
        lines = Lines.read(found[0])
        if len(lines) not in (len(numbers), n_all):
            wanted = " or ".join(map(str, dict.fromkeys((len(numbers), n_all))))
            reason = f"{counted(len(lines), 'line')}, expected {wanted}"
            raise FormatError(lines.name, None, reason)
        places = numbers.tolist() if len(lines) == n_all else range(len(lines))
        values = [finite_number(lines[place].strip()) for place in places]
        for place, value in zip(places, values, strict=True):
            if math.isnan(value):
                text = visible(shortened(lines[place].strip())) or "an empty line"
                raise FormatError(lines.name, place + 1, f"{text}, expected a number")
        columns.append(values)
    return np.array(columns, np.float64).T.copy()


def unequal_numbers(
    values: Floats, systems: Mapping[str, Lines], numbers: NDArray[np.int64], what: str
) -> str | None:
    """Say where equal outputs have unlike numbers: ratings, or scores by a metric.

    Args:
        values: float64[S, H]; NaN for sentences that have none.
        systems: the H outputs by label, of the same sentences.
        numbers: int64[S], which sentences of the corpus these are, from 0.
        what: the numbers are.

    Returns:
        The first such place and how many there are, "" for none; None where no outputs are equal.
    """
    labels, outputs = [*systems], [*systems.values()]
    rows = np.flatnonzero(~np.isnan(values[:, 0]))
    values = values[rows]
    first = np.empty(values.shape, np.int64)  # the first system with the same output
    for line, row in zip(first, rows.tolist(), strict=True):
        seen: dict[tuple[str, ...], int] = {}
        for place, lines in enumerate(outputs):
            line[place] = seen.setdefault(tuple(lines[row].split()), place)
    is_repeated = first != np.arange(len(labels))
    if not is_repeated.any():
        return None
    slack = SLACK * np.ptp(values)

    def unlike(table: Floats) -> NDArray[np.bool_]:
        return np.abs(table - np.take_along_axis(table, first, 1)) > slack

    found = unlike(values)
    if not found.any():
        return ""
    row, place = (int(one[0]) for one in np.nonzero(found))
    other = int(first[row, place])
    two = f"{values[row, other]:g} and {values[row, place]:g}"
    names = f"{visible(labels[other])} and {visible(labels[place])} have the same output"
    n = int(is_repeated.sum())
    line = (
        f"sentence {int(numbers[rows[row]]) + 1}: {names} and unlike {what}, {two} "
        f"({n - int(found.sum())} of {n} repeated outputs have equal {what})"
    )
    for a, b in combinations(range(len(labels)), 2):
        order = np.arange(len(labels))
        order[[a, b]] = b, a
        if not unlike(values[:, order]).any():
            two = f"{visible(labels[a])} and {visible(labels[b])}"
            return f"{line}; all have if {two} change places"
    return line
