"""Sentences of metrics that compare texts: references and hypotheses, which is chosen, the score.

All texts of a sentence are next to each other: they are alike, so they pack well. N-grams in their
places are made of the texts by the page, for the visible sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen
from fastgec.machine.memory import require_holdable
from fastgec.metrics.base import AnyMetric, Block
from fastgec.metrics.references import ParallelText
from fastgec.read.lines import Lines
from fastgec.show.page.corpus import Selection
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


class _TextBlock(NamedTuple):
    """Sentences of a block that may be in the page.

    numbers  of the sentences, from 0 in the corpus
    sources  their sources
    texts    references and outputs of each sentence
    values   float64[H, S], scores
    chosen   [H, S], references; None where they are drawn
    """

    numbers: Integers
    sources: list[str]
    texts: list[tuple[str, ...]]
    values: Floats
    chosen: Integers | None

    def taken(self, picked: Integers) -> _TextBlock:
        """Return some of the sentences."""
        return _TextBlock(
            self.numbers[picked],
            [self.sources[number] for number in picked.tolist()],
            [self.texts[number] for number in picked.tolist()],
            self.values[:, picked],
            None if self.chosen is None else self.chosen[:, picked],
        )

    @property
    def nbytes(self) -> int:
        """About how many bytes it holds."""
        n_letters = sum(map(len, self.sources)) + sum(len("".join(each)) for each in self.texts)
        return n_letters + 2 * self.values.nbytes


class TextSentences:
    """Sentences of all systems that may be in the page, block by block."""

    kind = "texts"

    def __init__(
        self,
        metric: AnyMetric,
        n_systems: int,
        parameters: Any,
        scoring: Any,
        selection: Selection,
    ) -> None:
        """Take the metric, with its counting and scoring options, and what is selected."""
        self._metric = metric
        self._n_systems = n_systems
        self._parameters = parameters
        self._scoring = scoring
        self._selection = selection
        self._blocks: list[_TextBlock] = []
        self._n_bytes = 0
        self._n_references = 0

    def __call__(self, block: Block, chosen: Sequence[Chosen]) -> None:
        """Add a block, with the rows that the first scoring chose."""
        values = np.array([self._scores(block, system, chosen[0]) for system in self._systems])
        rows = chosen[0].rows
        text: ParallelText = block.text
        values = values.reshape(self._n_systems, len(text))
        picked = self._selection.add(text.first, -values)
        unit = getattr(self._parameters, "unit", "word")
        columns = [_lines(one, picked, unit) for one in (*text.references, *text.systems)]
        self._n_references = len(text.references)
        self._blocks.append(
            _TextBlock(
                picked + text.first,
                _lines(text.source, picked, unit),
                list(zip(*columns, strict=True)),
                values[:, picked],
                None if rows is None else block.labels[rows][:, picked].astype(np.int64),
            )
        )
        self._n_bytes += self._blocks[-1].nbytes
        if self._selection.is_cut():
            self._cut()
        require_holdable(self._n_bytes, "texts")

    def _cut(self) -> None:
        """Drop sentences that are not selected."""
        self._blocks = taken(self._blocks, self._selection.numbers)
        self._n_bytes = sum(one.nbytes for one in self._blocks)

    @property
    def _systems(self) -> range:
        return range(self._n_systems)

    def _scores(self, block: Block, system: int, chosen: Chosen) -> list[float]:
        """Return the score of each sentence, as files of sentences have it."""
        name = self._metric.resampled[-1]
        contents = self._metric.sentences(block, system, chosen, self._parameters, self._scoring)
        return [float(content.get(name, content.get("score"))) for content in contents]

    def sections(self, run: AnyRun, plan: Plan, top: int, jobs: int | None) -> dict[str, Any]:
        """Return further sections: none, since there are no edits."""
        del run, plan, top, jobs
        return {"mode": None, "types": None, "errors": None}

    def content(self) -> tuple[list[str], dict[str, Any]]:
        """Return sources, and sentences as data for the page."""
        if self._selection.is_cut(at_end=True):
            self._cut()
        scores = Texts()
        sources: list[str] = []
        texts: list[str] = []
        is_drawn = any(one.chosen is None for one in self._blocks)
        systems: list[dict[str, Any]] = [
            {"chosen": None if is_drawn else [], "score": []} for _ in self._systems
        ]
        for one in self._blocks:
            sources += one.sources
            texts += [line for sentence in one.texts for line in sentence]
            for system, lists in enumerate(systems):
                shown = map(score_text, one.values[system].tolist())
                lists["score"] += [scores.number(value) for value in shown]
                if one.chosen is not None:
                    lists["chosen"] += one.chosen[system].tolist()
        return sources, {
            "references": self._n_references,
            "texts": texts,
            "unit": getattr(self._parameters, "unit", "word"),
            "order": getattr(self._parameters, "order", None),
            "scores": scores.all,
            "systems": systems,
        }


class _Kept(Protocol):
    @property
    def numbers(self) -> Integers: ...

    def taken(self, picked: Integers) -> Self: ...


BlockT = TypeVar("BlockT", bound=_Kept)


def taken(blocks: Iterable[BlockT], numbers: Integers | None) -> list[BlockT]:
    """Return blocks without the sentences that are not among some.

    Args:
        blocks: kept sentences.
        numbers: of sentences, from 0 in the corpus, ascending; None: all.
    """
    if numbers is None:
        return list(blocks)
    found = [one.taken(np.flatnonzero(np.isin(one.numbers, numbers))) for one in blocks]
    return [one for one in found if len(one.numbers)]


def _lines(lines: Lines, picked: Integers, unit: str) -> list[str]:
    """Return lines: their words, or where characters are compared the line as it is."""
    found = [lines[number] for number in picked.tolist()]
    return found if unit == "char" else [tokens_of(line) for line in found]
