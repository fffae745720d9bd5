"""The one door of all metrics: what a metric says of itself, and what that is good for.

A metric is an object of a class `Metric`: it counts text, says by which rule one row of each
sentence is chosen, and makes scores of sums. Everything else is written once over it, here and in
the rooms above: `evaluate`, `count`, `score_counts`, `select`, `sentence_scores`; intervals,
comparison and parts (`study`); tables and JSON (`report`); Arrow (`frames`); options (`cli`).

    text --blocks, count--> Block --choose, Tally--> Sums --score--> score --describe--> Row

A metric reads one of three kinds of input, and is made from the class of its kind: `GoldMetric`
(texts against edits of annotators, an M2 file), `ReferenceMetric` (texts against a source and texts
that correct it), or `PairMetric` (edits against edits, M2 files both). Its
scores are frozen dataclasses made from `Score` (`metrics.scores`): they say which numbers they have
(`measures`) and which is the score (`main`), and get `value`, `to_dict`, `repr` from it. To add a
metric, write a folder with an object METRIC and a line in the list of `fastgec.metrics`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from fastgec.choice import Chosen, Floats, Integers, Sums, Totals
from fastgec.corpus.span import WHOLE, Span
from fastgec.counts import Counts
from fastgec.machine.memory import available_memory
from fastgec.metrics import METRICS
from fastgec.metrics.block import Block, Kind, OwnRows
from fastgec.metrics.bounds import Bound, require_within
from fastgec.metrics.fields import as_dict, named
from fastgec.metrics.scores import Measure, Row, Score
from fastgec.parameters import whole_number

if TYPE_CHECKING:  # what only type checkers need
    from typing import Protocol

    from fastgec.choice.kinds import Choice
    from fastgec.convert.retokenize import Projection
    from fastgec.corpus.blocks import Column
    from fastgec.corpus.coders import Annotations
    from fastgec.corpus.fingerprint import OutputFingerprint
    from fastgec.guard.watch import Guard

    class Summary(Protocol):
        """What is known of a gold standard once all its sentences have gone by."""

        sentences: int
        tokens: str

        @property
        def fingerprint(self) -> str:
            """A hash of its content; empty where it was not wanted."""

        @property
        def known(self) -> Mapping[str, Any]:
            """What stands in signatures and parts: annotators, or the number of references."""

        @property
        def warnings(self) -> tuple[str, ...]:
            """What the reader left out or had to guess."""


__all__ = [
    "AnyMetric",
    "Block",
    "Bound",
    "Chosen",
    "Floats",
    "Integers",
    "Kind",
    "Measure",
    "Metric",
    "OwnRows",
    "Progress",
    "Reading",
    "Result",
    "Row",
    "Score",
    "ScoreT",
    "Sums",
    "System",
    "Totals",
    "metric_named",
]

Progress = Callable[[int], None]
# What there is of a system: a path or sentences; edits, where they are compared with edits; counts,
# where edits have weights.
System: TypeAlias = "Column | Annotations | Counts"

# What every metric can do from Python, see `functions.BoundMetric`.
FUNCTIONS = (
    *("evaluate", "evaluate_systems", "count", "count_systems"),
    *("score_counts", "select", "total", "sentence_scores"),
)

LARGEST_SUM = float(1 << 62)  # of a column of counts

ScoreT = TypeVar("ScoreT", bound=Score)
Result = TypeVar("Result")


class Reading(NamedTuple):
    """How a corpus is read and counted, whatever the metric.

    span          which sentences are counted
    summary       what is told all gold as it goes by, that outside the span too
    jobs          threads (None: all cores)
    memory_limit  bytes of scratch memory of all threads (None: half of what there is)
    progress      called with the number of sentences done
    projection    what cuts raw output into tokens, of metrics that count text (`convert`)
    guard         what looks at the outputs meanwhile, see `fastgec.guard`; None where nobody asks
    outputs       hashes of each whole output, see `corpus.fingerprint`; empty where nobody asks
    """

    span: Span = WHOLE
    summary: Any = None
    jobs: int | None = 1
    memory_limit: int | None = None
    progress: Progress | None = None
    projection: Projection | None = None
    guard: Guard | None = None
    outputs: Sequence[OutputFingerprint] = ()

    def hash_outputs(self, parts: Sequence[Any]) -> None:
        """Add the next sentences of every output, that outside the span too."""
        for output, part in zip(self.outputs, parts, strict=False):
            output.add(part)

    def memory(self) -> int:
        """Return the bytes of scratch memory of all threads.

        Raises:
            ValueError: a limit that is no whole number from 0.
        """
        if self.memory_limit is None:
            return available_memory()
        return whole_number(self.memory_limit, "memory_limit", 0)


class Metric(ABC, Generic[ScoreT]):
    """What a metric says of itself.

    name        as in `fastgec NAME`
    reads       "edits" (gold is M2), "references" (gold is a source and texts) or "pairs" (gold and
                systems are M2)
    chooses     what is chosen for each sentence, for people: "annotator", "reference"
    parameters  frozen dataclass: what counts depend on; it checks itself
    scoring     frozen dataclass: what scores depend on; it checks itself
    resampled   names of the measures that `values` returns; the last is the score
    several     the field of the scoring of which one run may have several values, or ""
    swept       the field of the scoring whose best value meta-evaluation may look for, or ""
    citations   keys of what to cite for it, see `bibliography`
    facts       what is known of a run beside annotators or references, with examples
    of_edits    parameters of gold in M2 format, of a metric that reads such gold beside references
    only_named  whether a card that names no metrics leaves it out
    has_own_rows  whether systems have rows of their own: blocks are `OwnRows`, labels have two
                columns, and no rows are drawn
    made        the class of its scores
    means_made  the name of the class of its means over sentences, if it has any
    functions   names of its Python functions, which are methods of `functions.BoundMetric`
    corpus_only  fields of the scoring that a sentence alone has no use for
    alone       defaults of the scoring that differ for a sentence alone
    """

    name: ClassVar[str]
    reads: ClassVar[str]
    chooses: ClassVar[str]
    parameters: type[Any]
    scoring: type[Any]
    resampled: ClassVar[tuple[str, ...]]
    several: ClassVar[str] = ""
    swept: ClassVar[str] = ""
    citations: ClassVar[tuple[str, ...]] = ()
    facts: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    of_edits: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    only_named: ClassVar[bool] = False
    has_own_rows: ClassVar[bool] = False
    made: type[ScoreT]
    means_made: ClassVar[str] = ""
    functions: ClassVar[tuple[str, ...]] = FUNCTIONS
    corpus_only: ClassVar[tuple[str, ...]] = ()
    alone: ClassVar[Mapping[str, Any]] = MappingProxyType({})

    def __reduce__(self) -> Any:
        """Pickle a metric of the list by its name: there is one of each."""
        if self.name in METRICS and metric_named(self.name) is self:
            return metric_named, (self.name,)
        return object.__reduce_ex__(self, 2)

    @abstractmethod
    def blocks(
        self,
        systems: Sequence[Any],
        gold: Any,
        parameters: Any,
        fold: Callable[[Block], Result],
        reading: Reading,
    ) -> Generator[Result]:
        """Yield fold(block) for all sentences, some at a time, in order; fold runs on threads."""

    @abstractmethod
    def summarize(self, gold: Any, parameters: Any, *, has_fingerprint: bool) -> Summary:
        """Return an empty summary, which a `Reading` fills."""

    @abstractmethod
    def columns(self, parameters: Any) -> tuple[str, ...]:
        """Return the names of the counts of a row."""

    @abstractmethod
    def choose(self, scoring: Any) -> Choice:
        """Return the rule by which one row of each sentence is chosen."""

    def is_settled(self, parameters: Any) -> bool:
        """Whether rows were chosen while they were counted, so that none is chosen again."""
        return False

    @abstractmethod
    def values(self, totals: Totals, scoring: Any) -> Floats:
        """Return the measures `resampled` of summed rows: int64[..., K] to float64[..., M].

        Sums of weights are float64[..., K].
        """

    def grid_values(self, totals: Totals, scorings: Sequence[Any]) -> Floats:
        """Return the score at each scoring: int64[..., B, K] to float64[..., B].

        Scorings differ in what is `swept`. It is `values` at each; a metric may have a faster way.
        """
        each = (self.values(totals[..., at, :], one)[..., -1] for at, one in enumerate(scorings))
        return np.stack(list(each), axis=-1)

    @abstractmethod
    def score(self, sums: Sums, parameters: Any, scoring: Any) -> ScoreT:
        """Return the score of a corpus."""

    def describe(self, score: ScoreT) -> Row:
        """Return the names and values of a score, for tables and JSON."""
        measures = score.measures()
        return Row(measures, {measure.name: measure.value for measure in measures})

    def renamed(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return parameters by name, as a caller gives them, by their names of today."""
        return values

    def read_gold(self, gold: Any, parameters: Any) -> tuple[Any, Any]:
        """Return gold that `blocks` reads, and the parameters, of which gold may set some."""
        return gold, parameters

    def read_edits(self, path: str, parameters: Any) -> Any:
        """Return gold of an M2 file, for metrics that have `of_edits`."""
        raise NotImplementedError(f"{self.name} reads no references of {path} with {parameters}")

    def row_values(self, rows: Totals, parameters: Any, scoring: Any) -> Floats:
        """Return the score of each row as a corpus of its own: int64[..., K] to float64[...]."""
        return self.values(rows, scoring)[..., -1]

    def settings(self, parameters: Any, scoring: Any, score: ScoreT) -> Mapping[str, Any]:
        """Return what names the score in signatures and JSON."""
        return {**as_dict(parameters), **as_dict(scoring)}

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Any,
        scoring: Any,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield what a file of sentences says of each sentence of the block."""
        setting = {self.several: getattr(scoring, self.several)} if self.several else {}
        block = block.of_system(system)
        if chosen.rows is None:
            values = self.row_values(block.table[0], parameters, scoring)
            means = np.add.reduceat(values, block.offsets[:-1]) / np.diff(block.offsets)
            for value in means.tolist():
                yield {**setting, "score": value}
            return
        rows = chosen.rows[system]
        values = self.row_values(block.table[0][rows], parameters, scoring)
        for label, value in zip(block.labels[rows].tolist(), values.tolist(), strict=True):
            yield {**setting, "chosen": label, "score": value}

    def is_signed(self, column: str, parameters: Any) -> bool:
        """Whether a count of this name may be below 0."""
        return False

    def is_weighted(self, parameters: Any) -> bool:
        """Whether rows are sums of weights, float64, and not counts: see `fastgec.counts`."""
        return False

    def kind(self, parameters: Any) -> Kind:
        """Return what counts with these parameters have in common."""
        return self.name, self.columns(parameters), named(parameters)

    def bounds(self, table: Totals, parameters: Any) -> Iterator[Bound]:
        """Yield the rules that rows [R, K] of counts keep; a metric adds its own."""
        if table.min() >= 0:
            return
        for name, values in zip(self.columns(parameters), table.T, strict=True):
            if not self.is_signed(name, parameters):
                yield Bound({name: values}, "0 or more", values >= 0)

    def require_own(self, counts: Counts, n_before: int = 0, system: str = "") -> None:
        """Raise ValueError for counts of another metric, or such as it does not make.

        Parameters: counts; for messages the number of sentences before them, and whose they are.
        """
        if counts.metric != self.name:
            raise ValueError(f"counts of {counts.metric}, expected counts of {self.name}")
        parameters = self.parameters(**counts.parameters)
        if counts.is_weighted != self.is_weighted(parameters):
            found, expected = ("sums of weights", "counts")[:: 1 if counts.is_weighted else -1]
            raise ValueError(f"{found} of {self.name} found, expected {expected}")
        columns = self.columns(parameters)
        if counts.columns != columns:
            raise ValueError(f"columns that counts of {self.name} do not have")
        if not counts.table.size:
            return
        least, most = float(counts.table.min()), float(counts.table.max())
        if not max(-least, most) * counts.n_sentences < LARGEST_SUM:
            raise ValueError("counts found whose sum no integer of 64 bits holds")
        require_within(partial(self.bounds, parameters=parameters), counts, n_before, system)


AnyMetric = Metric[Any]


def row_contents(
    block: Block, system: int, chosen: Chosen, columns: Sequence[str], places: slice = slice(None)
) -> Iterator[tuple[Any, dict[str, Any], list[tuple[Any, dict[str, Any]]]]]:
    """Yield for each sentence label and counts of the chosen row, then those of all its rows.

    Args:
        block: what was counted.
        system: which of the block.
        chosen: the choice.
        columns: names of the counts.
        places: which columns of the block they are.
    """
    own = block.of_system(system)
    table, labels, offsets = own.table[0][:, places].tolist(), own.labels.tolist(), own.offsets
    rows = [
        (label, dict(zip(columns, row, strict=True)))
        for label, row in zip(labels, table, strict=True)
    ]
    for row, (first, last) in zip(chosen.rows[system], pairwise(offsets.tolist()), strict=True):
        yield *rows[row], rows[first:last]


def metric_named(name: str | AnyMetric) -> AnyMetric:
    """Return the metric of a name; a metric is returned as it is.

    Raises:
        ValueError: no metric has that name.

    Example:
        >>> metric_named("m2").resampled
        ('precision', 'recall', 'f')
    """
    if not isinstance(name, str):
        return name
    if name not in METRICS:
        raise ValueError(f"metric {name!r}, expected {' or '.join(METRICS)}")
    found: AnyMetric = import_module(METRICS[name][0]).METRIC
    return found
