"""False positives that somebody judged: which to judge, and scores that count the valid ones.

An edit is judged in its place: sentence, span and correction. The same words elsewhere are another
edit. References do not list every good correction, so some false positives are good; one that was
judged valid is a true positive. It is no gold edit that was missed before, so the missed ones stay,
and it counts among the gold edits of that system alone:

    precision  (TP + valid) / (TP + FP)
    recall     (TP + valid) / (TP + valid + FN)

Where a valid edit stands for a gold edit of the same place, that one still counts as missed: recall
is a lower bound. Edits that nobody judged stay wrong. Annotators are those that the score without
judgments chose, also in resamples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen
from fastgec.metrics.base import AnyMetric, Block
from fastgec.read.errors import FormatError, shortened
from fastgec.read.lines import Lines
from fastgec.study.mistakes import CodedTally, ErrorTally, Example, MatchedTally
from fastgec.study.resampling import ChosenRows, Resampled

FIELDS = ("judged", "systems", "sentence", "start", "end", "source", "correction", "context")
VERDICTS = {"": None, "yes": True, "1": True, "no": False, "0": False}
# What a valid edit adds to the counts of its sentence, by metric.
SHIFTS = {"m2": (1, 0, 1), "errant": (1, -1, 0)}  # correct, proposed, gold; tp, fp, fn


class Place(NamedTuple):
    """An edit in its place: number of the sentence from 1, span in source tokens, correction."""

    sentence: int
    start: int
    end: int
    correction: str


class ToJudge(NamedTuple):
    """A false positive to be judged.

    place    where, and what is written there
    source   the words that it replaces
    systems  how many systems propose it
    context  the sentence, with the edit in brackets
    """

    place: Place
    source: str
    systems: int
    context: str


class Judged(NamedTuple):
    """A system's score, and that with valid edits.

    wrong     how many false positives it has
    judged    how many of these were judged
    valid     how many of these are valid
    values    precision, recall and F
    bounds    float64[3, 2], their interval
    accepted  the same where valid edits are correct
    accepted_bounds  their interval
    """

    wrong: int
    judged: int
    valid: int
    values: tuple[float, ...]
    bounds: NDArray[np.float64]
    accepted: tuple[float, ...]
    accepted_bounds: NDArray[np.float64]


class WrongEdits:
    """Observer of blocks: the false positives of a system, and the counts of each sentence."""

    def __init__(self, metric: str, system: int, parameters: Any) -> None:
        """Take the name of the metric, the number of the system, and the counting options."""
        tally: ErrorTally
        tally = CodedTally(system) if metric == "errant" else MatchedTally(system, parameters)
        self.found: dict[Place, int] = {}
        self.examples: dict[Place, Example] = {}
        tally.watch = self._watch
        self._tally = tally
        self.rows: list[NDArray[Any]] = []

    def _watch(self, sentence: int, example: Example) -> None:
        place = Place(sentence + 1, example.start, example.end, example.correction)
        self.found[place] = self.found.get(place, 0) + 1
        self.examples.setdefault(place, example)

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        self._tally(block, chosen)
        rows = chosen[0].rows
        assert rows is not None
        number = self._tally.system
        self.rows.append(block.of_system(number).table[0][rows[number]])


def edits_to_judge(systems: Sequence[WrongEdits], most: int) -> list[ToJudge]:
    """Return distinct false positives: those of most systems first, then of the commonest words."""
    proposed: Counter[Place] = Counter()
    texts: Counter[tuple[str, str]] = Counter()
    examples: dict[Place, Example] = {}
    for one in systems:
        proposed.update(one.found.keys())
        examples |= one.examples
    words = {place: (example.replaced, place.correction) for place, example in examples.items()}
    texts.update(words.values())
    order = sorted(examples, key=lambda place: (-proposed[place], -texts[words[place]], place))
    return [
        ToJudge(place, words[place][0], proposed[place], examples[place].marked())
        for place in order[:most]
    ]


def read_judgments(path: str) -> dict[Place, tuple[bool | None, str]]:
    """Return the verdict about each edit of a file (None: not judged), and the words it replaces.

    Raises:
        FormatError: a file of another form, or two verdicts about an edit.
    """
    lines = Lines.read(path)
    if not len(lines) or tuple(lines[0].split("\t")) != FIELDS:
        raise FormatError(lines.name, 1, f"expected the header of --to-judge: {' '.join(FIELDS)}")
    found: dict[Place, tuple[bool | None, str]] = {}
    for number in range(1, len(lines)):
        fields = lines[number].split("\t")
        if len(fields) != len(FIELDS):
            reason = f"{len(fields)} columns, expected {len(FIELDS)}"
            raise FormatError(lines.name, number + 1, reason)
        verdict = fields[0].strip().lower()
        if verdict not in VERDICTS:
            reason = f"judged {shortened(fields[0])!r}: expected yes, no or nothing"
            raise FormatError(lines.name, number + 1, reason)
        if not all(field.isascii() and field.isdigit() for field in fields[2:5]):
            reason = "expected numbers under sentence, start and end"
            raise FormatError(lines.name, number + 1, reason)
        sentence, start, end = map(int, fields[2:5])
        place = Place(sentence, start, end, fields[6])
        if place in found:
            raise FormatError(lines.name, number + 1, "the edit of an earlier line")
        found[place] = VERDICTS[verdict], fields[5]
    return found


def judged_scores(
    metric: AnyMetric,
    scoring: Any,
    systems: Sequence[WrongEdits],
    judgments: Mapping[Place, tuple[bool | None, str]],
    *,
    resamples: int,
    seed: int,
    jobs: int | None = None,
) -> list[Judged]:
    """Return for each system its score, and that with valid edits, both by the same resamples."""
    values = partial(metric.values, scoring=scoring)
    plain, accepted, numbers = [], [], []
    for one in systems:
        table = np.concatenate(one.rows).astype(np.int64)
        shifted = table.copy()
        n_judged = n_valid = 0
        for place, times in one.found.items():
            verdict = judgments.get(place, (None, ""))[0]
            n_judged += times * (verdict is not None)
            if verdict:
                n_valid += times
                shifted[place.sentence - 1, :3] += np.multiply(SHIFTS[metric.name], times)
        numbers.append((sum(one.found.values()), n_judged, n_valid))
        plain.append(table)
        accepted.append(shifted)
    bounds = []
    for tables in (plain, accepted):
        samples = []
        for table in tables:
            rows = ChosenRows(table.shape[1])
            rows.add(table)
            samples.append(rows.sample())
        drawn = Resampled(samples, seed=seed, jobs=jobs)
        found = drawn.intervals(values, n=resamples)
        assert found is not None  # of no sentence
        bounds.append(found)
    return [
        Judged(
            *numbers[h],
            *(tuple(values(plain[h].sum(axis=0)).tolist()), bounds[0][h]),
            *(tuple(values(accepted[h].sum(axis=0)).tolist()), bounds[1][h]),
        )
        for h in range(len(systems))
    ]
