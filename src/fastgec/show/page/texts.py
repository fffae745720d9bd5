"""Sentences of metrics that compare texts: references and hypotheses, which is chosen, the score.

All texts of a sentence are next to each other: they are alike, so they pack well. N-grams in their
places are made of the texts by the page, for the visible sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen
from fastgec.machine.memory import require_holdable
from fastgec.metrics.base import AnyMetric, Block
from fastgec.metrics.references import ParallelText
from fastgec.read.lines import Lines
from fastgec.show.page.sections import score_text
from fastgec.study.resampling import Plan
from fastgec.study.table import AnyRun


class Texts:
    """Texts in the order of their first use, each once.

    Example:
        >>> texts = Texts()
        >>> [texts.number(text) for text in ("a", "b", "a")], texts.all
        ([0, 1, 0], ['a', 'b'])
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text, from 0."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def all(self) -> list[str]:
        """The texts, by number."""
        return list(self._numbers)


def tokens_of(line: str) -> str:
    r"""Return a line with one space between its tokens.

    >>> tokens_of(" a\tb ")
    'a b'
    """
    return " ".join(line.split())


Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


class TextSentences:
    """All sentences of all systems, block by block."""

    kind = "texts"

    def __init__(self, metric: AnyMetric, n_systems: int, parameters: Any, scoring: Any) -> None:
        """Take the metric, with its counting and scoring options."""
        self._metric = metric
        self._n_systems = n_systems
        self._parameters = parameters
        self._scoring = scoring
        self._texts: list[ParallelText] = []
        self._values: list[Floats] = []  # [H, S] of each block
        self._chosen: list[Integers | None] = []  # in the same order
        self._n_bytes = 0

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        values = np.array([self._scores(block, system, chosen[0]) for system in self._systems])
        rows = chosen[0].rows
        text: ParallelText = block.text
        self._texts.append(text)
        self._values.append(values.reshape(self._n_systems, len(text)))
        self._chosen.append(None if rows is None else block.labels[rows].astype(np.int64))
        columns = (text.source, *text.references, *text.systems)
        letters = sum(int((one.ends - one.starts).sum()) for one in columns)
        self._n_bytes += letters + 16 * len(text) * (len(columns) + self._n_systems)
        require_holdable(self._n_bytes, "texts")

    @property
    def _systems(self) -> range:
        return range(self._n_systems)

    def _scores(self, block: Block, system: int, chosen: Chosen) -> list[float]:
        """Return the score of each sentence, as files of sentences have it."""
        name = self._metric.resampled[-1]
        contents = self._metric.sentences(block, system, chosen, self._parameters, self._scoring)
        return [float(content.get(name, content.get("score"))) for content in contents]

    def errors(self) -> Floats:
        """Return how bad sentences are: float64[H, S], less their scores."""
        return -np.concatenate([*self._values, np.zeros((self._n_systems, 0))], axis=1)

    def sections(self, run: AnyRun, plan: Plan, top: int, jobs: int | None) -> dict[str, Any]:
        """Return further sections: none, since there are no edits."""
        del run, plan, top, jobs
        return {"mode": None, "types": None, "errors": None}

    def content(self, numbers: Integers | None) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as data for the page.

        Args:
            numbers: of the sentences in the page, from 0, ascending; None: all.
        """
        scores = Texts()
        sources: list[str] = []
        texts: list[str] = []
        is_drawn = any(chosen is None for chosen in self._chosen)
        systems: list[dict[str, Any]] = [
            {"chosen": None if is_drawn else [], "score": []} for _ in self._systems
        ]
        unit = getattr(self._parameters, "unit", "word")
        n_references = 0
        for text, values, chosen in zip(self._texts, self._values, self._chosen, strict=True):
            picked = selected_in(numbers, text.first, len(text))
            n_references = len(text.references)
            sources += _lines(text.source, picked, unit)
            columns = [_lines(one, picked, unit) for one in (*text.references, *text.systems)]
            texts += [line for sentence in zip(*columns, strict=True) for line in sentence]
            for system, lists in enumerate(systems):
                shown = map(score_text, values[system][picked].tolist())
                lists["score"] += [scores.number(one) for one in shown]
                if chosen is not None:
                    lists["chosen"] += chosen[system][picked].tolist()
        return sources, {
            "references": n_references,
            "texts": texts,
            "unit": unit,
            "order": getattr(self._parameters, "order", None),
            "scores": scores.all,
            "systems": systems,
        }


def selected_in(numbers: Integers | None, first: int, size: int) -> Integers:
    """Return the sentences of a block that are in the page, from 0 in the block.

    Args:
        numbers: of the sentences in the page, from 0 in the corpus, ascending; None: all.
        first: number of sentences before the block.
        size: of the block.

    Example:
        >>> selected_in(np.array([1, 4, 5, 9]), 4, 4).tolist()
        [0, 1]
    """
    if numbers is None:
        return np.arange(size)
    low, high = np.searchsorted(numbers, (first, first + size))
    found: Integers = numbers[low:high] - first
    return found


def _lines(lines: Lines, picked: Integers, unit: str) -> list[str]:
    """Return lines: their words, or where characters are compared the line as it is."""
    found = [lines[number] for number in picked.tolist()]
    return found if unit == "char" else [tokens_of(line) for line in found]
