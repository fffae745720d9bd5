r"""The score of a corpus from outputs in any order: what harnesses hand over at their end.

A harness collects one item for each sentence, in the order of its processes and batches, and scores
them all at once. Items here are pairs of an id and a text. They are put into the order of the gold
before they are scored, since MaxMatch chooses annotators in that order. A sentence that comes twice
with the same text, to fill a last batch, counts once.

Example:
    >>> from fastgec import Gold
    >>> score = CorpusScore("m2", gold=Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS d\n"))
    >>> score([(1, "d"), (0, "c b")])
    M2Score(f=1, correct=1, proposed=1, gold=1, precision=1, recall=1, beta=0.5)
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from typing import Any

from fastgec.bridges.standards import EditMaker, Known, as_edits, maker_of, read_gold, text_of
from fastgec.metrics import functions
from fastgec.metrics.base import Reading, Score
from fastgec.metrics.spec import metric_spec
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines, References


class CorpusScore:
    """Scores items of a corpus, see the module.

    Args:
        metric: words of a metric, such as "m2" or "green:char".
        gold: a Gold or the path of an M2 file, for metrics that read edits.
        references: for metrics that read texts.
        ids: the id of each sentence; None: numbers from 0.
        edits: what makes edits of texts, for ERRANT and CLEME: see `reward.Reward`.
        jobs: threads (None: all cores).

    Raises:
        ValueError: no such metric, or not the gold that it reads.
        FormatError: gold that cannot be read.
    """

    def __init__(
        self,
        metric: str = "m2",
        *,
        gold: Gold | str | os.PathLike[str] | None = None,
        references: References | None = None,
        ids: Iterable[Hashable] | None = None,
        edits: str | EditMaker | None = None,
        jobs: int | None = 1,
    ) -> None:
        """Read the gold."""
        self._asked = metric_spec(metric)
        given: Gold | References | None = references
        reads = "references"
        if self._asked.metric.reads != "references":
            reads, given = "gold", None if gold is None else read_gold(gold)
        if given is None:
            raise ValueError(f"{self._asked.metric.name} requires {reads}=")
        self._known = Known(given, ids)
        self._edits = maker_of(edits, [self._asked.metric])
        self._jobs = jobs

    def __call__(self, items: Iterable[tuple[Hashable, Any]]) -> Score:
        """Return the score of the sentences that there are.

        Args:
            items: id and output of each: a string, or messages.

        Raises:
            ValueError: no item, an unknown id, or one with two different texts.
            FormatError: text that cannot be scored.
        """
        pairs: list[Any] = list(items)
        if not pairs:
            raise ValueError("no items: expected an output for each sentence")
        for number, pair in enumerate(pairs):
            if not (isinstance(pair, tuple | list) and len(pair) == 2):
                what = repr(pair)[:60]
                raise ValueError(f"item {number}: {what}, expected a pair of id and output")
        part = self._known.part({"id": [one for one, _ in pairs]}, len(pairs))
        if len(part.rows) < len(pairs):
            raise ValueError("an item without id: expected the id of each sentence")
        texts: dict[int, str] = {}
        for number, (key, output) in zip(part.numbers, pairs, strict=True):
            text = text_of(output, f"output of {key!r}")
            if texts.setdefault(number, text) != text:
                raise ValueError(f"id {key!r} has two outputs: expected one")
        numbers = sorted(texts)
        hypotheses: Any = Lines.of([texts[number] for number in numbers], "outputs")
        standard: Any
        one = self._asked
        if one.metric.reads == "pairs":
            assert self._edits is not None  # metrics of pairs have one
            hypotheses, standard = as_edits(self._edits, part.pool, numbers, hypotheses)
        else:
            standard = part.pool.take(numbers)
        return functions.evaluate(
            *(one.metric, [hypotheses], standard, one.parameters, one.scoring),
            Reading(jobs=self._jobs),
        )[0]
