r"""A metric for torchmetrics, whose states processes join: the score of a corpus, not of batches.

`update` counts a batch and keeps its counts; `compute` scores the counts of all processes at once.
So a mean over batches, which is another number, is never made. MaxMatch chooses annotators sentence
by sentence, on top of those before: the order of sentences matters to the last digit. Give `ids`,
the number of each sentence in the corpus: then counts are put into that order, whatever process had
them, and a sentence that a sampler repeats to fill its last batch counts once. Without ids the
order is that of the processes, each with its batches.

    from fastgec.bridges.torchmetrics import GECMetric
    metric = GECMetric("m2", prefix="dev/")
    metric.update(texts, gold.take(numbers), ids=numbers)
    metric.compute()  # {"dev/f": tensor(0.52, dtype=torch.float64), ...}

A `MetricCollection` updates only one of those metrics whose states are equal after the first batch.
So a state says what is counted: M2 in two modes, say, may count a small batch alike and the next
differently. Metrics that differ in beta alone do share their counts.

Counts of a metric whose rows are weighted sums (CLEME with length weights and a bias) are float64,
others int64. Scores are float64, on the CPU. Needs torchmetrics (`pip install torchmetrics`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

try:
    import torch
    import torchmetrics
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"fastgec.bridges.torchmetrics needs {error.name}: pip install torchmetrics",
        name=error.name,
    ) from None

from fastgec.bridges.reward import require_alone
from fastgec.counts import Counts, offsets_of
from fastgec.metrics import functions
from fastgec.metrics.base import Reading
from fastgec.metrics.functions import require_readable
from fastgec.metrics.spec import MetricSpec, metric_spec
from fastgec.values import whole_number

LARGEST_ID = (1 << 63) - 1
UNNUMBERED = -1  # the id of sentences that were given none


class GECMetric(torchmetrics.Metric):  # type: ignore[misc]
    r"""The score of a corpus by one metric, see the module.

    Args:
        metric: its words, such as "m2" or "green:char,beta=2".
        prefix: the prefix of each name of `compute`.
        jobs: threads (None: all cores).
        **kwargs: those of `torchmetrics.Metric`.

    Raises:
        ValueError: no such metric, or one whose counts depend on the batch.

    Example:
        >>> from fastgec import Gold
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS d\n")
        >>> metric = GECMetric("m2")
        >>> metric.update(["d"], gold.take([1]), ids=[1])
        >>> metric.update(["c b"], gold.take([0]), ids=[0])
        >>> round(float(metric.compute()["f"]), 2)
        1.0
    """

    full_state_update = False
    is_differentiable = False
    higher_is_better = True

    table: list[torch.Tensor]
    labels: list[torch.Tensor]
    sizes: list[torch.Tensor]
    ids: list[torch.Tensor]
    counted: torch.Tensor

    def __init__(
        self, metric: str = "m2", *, prefix: str = "", jobs: int | None = 1, **kwargs: Any
    ) -> None:
        """Understand the metric; see the class."""
        super().__init__(**kwargs)
        self.asked = metric_spec(metric)
        require_alone(self.asked, has_gold=True)
        self.prefix = prefix
        self.jobs = jobs
        for name in ("table", "labels", "sizes", "ids"):
            self.add_state(name, default=[], dist_reduce_fx="cat")
        self.add_state("counted", default=_digest(self.asked), dist_reduce_fx="max")

    def update(
        self, hypotheses: Any, gold: Any, ids: Sequence[int] | torch.Tensor | None = None
    ) -> None:
        """Count a batch.

        Args:
            hypotheses: texts of the batch (for ERRANT and CLEME: Annotations).
            gold: of these sentences, as the metric reads it: a Gold (`Gold.take`), References, or
                Annotations.
            ids: the number of each sentence in the corpus; for every batch, or for none.

        Raises:
            FormatError: text that cannot be scored.
            TypeError: gold of another kind of metric.
            ValueError: not one id for each sentence.
        """
        one = self.asked
        require_readable(one.metric, gold)
        [counts] = functions.count(
            *(one.metric, [hypotheses], gold, one.parameters),
            Reading(jobs=self.jobs),
            tells=False,
        )
        n = len(counts.offsets) - 1
        numbers = [UNNUMBERED] * n if ids is None else _whole(ids)
        if len(numbers) != n:
            raise ValueError(f"{len(numbers)} ids, expected {n}, one for each sentence")
        for state, array in (
            (self.table, counts.table),
            (self.labels, counts.labels.astype(np.int64)),
            (self.sizes, np.diff(counts.offsets)),
            (self.ids, np.array(numbers, np.int64)),
        ):
            state.append(torch.from_numpy(np.array(array)).to(self.device))

    def _sync_dist(self, *args: Any, **kwargs: Any) -> None:
        """Join states; a process that was given no batch joins with none, of the others' kinds."""
        if not self.table:
            one = self.asked
            n_columns = len(one.metric.kind(one.parameters)[1])
            kind = torch.float64 if one.metric.is_weighted(one.parameters) else torch.int64
            self.table = [torch.empty((0, n_columns), dtype=kind, device=self.device)]
            for name in ("labels", "sizes", "ids"):
                setattr(self, name, [torch.empty(0, dtype=torch.int64, device=self.device)])
        super()._sync_dist(*args, **kwargs)

    def counts(self) -> Counts:
        """Return the counts of all sentences so far, in the order of their ids.

        Raises:
            ValueError: no sentence, ids for some of them only, one with counts that differ, or
                `implicit-noop` with batches whose gold has different annotators.
        """
        table, labels, sizes, ids = map(_joined, (self.table, self.labels, self.sizes, self.ids))
        if not len(sizes):
            raise ValueError("no sentence was counted: update() comes first")
        is_numbered = ids != UNNUMBERED
        if is_numbered.any() != is_numbered.all():
            raise ValueError("ids of some sentences: expected ids of all, or of none")
        order = np.arange(len(ids))
        if is_numbered.all():
            # The first of those that are repeated; of the others every count must be the same.
            _, order, place = np.unique(ids, return_index=True, return_inverse=True)
        starts = offsets_of(sizes)
        spans = [slice(*pair) for pair in pairwise(starts.tolist())]
        if len(order) < len(ids):
            for number, first in enumerate(order[place].tolist()):
                if first != number and not (
                    np.array_equal(table[spans[number]], table[spans[first]])
                    and np.array_equal(labels[spans[number]], labels[spans[first]])
                ):
                    raise ValueError(
                        f"id {ids[number]} has two different outputs: expected one for "
                        "each sentence, or reset() before the next epoch"
                    )
        one = self.asked
        if getattr(one.parameters, "implicit_noop", False):
            _require_same_annotators([labels[span].tolist() for span in spans])
        rows = np.concatenate([np.arange(starts[s], starts[s + 1]) for s in order.tolist()])
        _, columns, parameters = one.metric.kind(one.parameters)
        return Counts(
            table[rows],
            offsets_of(sizes[order]),
            labels[rows],
            columns,
            one.metric.name,
            parameters,
            one.metric.is_weighted(one.parameters),
        )

    def compute(self) -> dict[str, torch.Tensor]:
        """Return the numbers of the score by name: those of `to_dict`.

        Raises:
            ValueError: as `counts`.
        """
        one = self.asked
        score = functions.score_counts(one.metric, self.counts(), one.scoring, jobs=self.jobs)
        return {
            name: torch.tensor(value, dtype=torch.float64)
            for name, value in score.to_dict(self.prefix).items()
        }


def _require_same_annotators(annotators: list[list[int]]) -> None:
    """Raise ValueError unless each sentence has a row of every annotator, as a whole gold gives."""
    everyone = sorted({one for of_sentence in annotators for one in of_sentence})
    for found in annotators:
        if found != everyone:
            raise ValueError(
                f"implicit-noop: annotators {', '.join(map(str, found))} of a sentence and "
                f"{', '.join(map(str, everyone))} in all: expected batches taken of the whole gold "
                "(gold.take)"
            )


def _digest(one: MetricSpec) -> torch.Tensor:
    """Return numbers that tell what is counted from anything else: metric and parameters."""
    found = hashlib.sha256(repr((one.metric.name, one.parameters)).encode()).digest()
    return torch.tensor(list(found))


def _whole(ids: Sequence[int] | torch.Tensor) -> list[int]:
    found = ids.tolist() if hasattr(ids, "tolist") else list(ids)
    return [whole_number(one, "id", 0, LARGEST_ID) for one in found]


def _joined(state: list[torch.Tensor] | torch.Tensor) -> Any:
    """Return a state as an array: a list of batches, or what processes have joined."""
    if not isinstance(state, torch.Tensor):
        if not state:
            return np.empty(0, np.int64)
        state = torch.cat(state)
    return state.cpu().numpy()
