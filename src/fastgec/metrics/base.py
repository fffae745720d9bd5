"""Base classes of metrics and of their scores.

A metric is an object of a class `Metric`: it counts text, says by which rule one row of each
sentence is chosen, and makes scores of sums. Everything else is written once over it, here and in
packages above: `evaluate`, `count`, `score_counts`, `select`, `sentence_scores`; intervals,
comparison and parts (`study`); tables and JSON (`report`); Arrow (`frames`); options (`cli`).

    text --blocks, count--> Block --choose, Tally--> Sums --score--> score --describe--> Row

A metric reads one of three kinds of input, and is made from the class of its kind: `GoldMetric`
(texts against edits of annotators, an M2 file), `ReferenceMetric` (texts against a source and texts
that correct it), or `PairMetric` (edits against edits, M2 files both). To add a metric, write a
file with its class and an object METRIC, and a line in the list of `fastgec.metrics`.

A score is a frozen dataclass made from `Score`. It says which numbers it has (`measures`) and which
of them is the score (`main`); then it has a `value`, a `to_dict` for loggers, a short `repr` and a
table for notebooks. A score that is made of sums of a few columns, as of MaxMatch, ERRANT and
CLEME, is a `SumScore`: its class has one formula, for numbers and for arrays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from importlib import import_module
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Chosen, Floats, Integers, Sums, Totals
from fastgec.counts import Counts, sealed
from fastgec.diagnostics.inputs import Diagnostics, input_warnings, notes
from fastgec.fscore import (
    Measure,
    Vacuous,
    checked_beta,
    count_measures,
    f_measures,
    precision_recall_f,
)
from fastgec.machine import available_memory
from fastgec.metrics import METRICS
from fastgec.metrics.declarations import Checked, as_dict, named, option
from fastgec.read.lines import WHOLE, Span
from fastgec.values import html_table, short, whole_number

if TYPE_CHECKING:
    from fastgec.choose.rules import ChoiceSums


# A block: the counts of some sentences of all systems.


# Metric, columns and parameters, which all counts of a run share, see `Counts`.
Kind = tuple[str, tuple[str, ...], Mapping[str, Any]]


@dataclass(slots=True, eq=False)
class Block:
    """Counts of the same sentences of H systems, which have the same rows.

    first    number of sentences of the corpus before them
    table    int64[H, R, K], float64[H, R, K] of weights
    offsets  int64[S+1]: sentence s owns the rows offsets[s] to offsets[s+1] of each system
    labels   int32[R]: annotator id or index of the reference of each row
    kind     metric, columns and parameters
    text     the counted text, for views of it; None if only counts are known
    """

    first: int
    table: Totals
    offsets: Integers
    labels: NDArray[np.int32]
    kind: Kind
    text: Any = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def counts(self, system: int) -> Counts:
        """Return the counts of a system."""
        metric, columns, parameters = self.kind
        arrays = self.table[system], self.offsets, self.labels
        for array in arrays:
            sealed(array)  # nobody writes to it any more
        is_weighted = self.table.dtype.kind == "f"
        return Counts(*arrays, columns, metric, parameters, is_weighted=is_weighted)

    @property
    def apart(self) -> Sequence[Block]:
        """The block, or a block of each system where each has rows of its own."""
        return (self,)

    def of_system(self, system: int) -> Block:
        """Return the block of a system alone."""
        table = self.table[system : system + 1]
        return Block(self.first, table, self.offsets, self.labels, self.kind, self.text)


class OwnRows(Block):
    """Counts of the same sentences of H systems, each of which has rows of its own.

    It has no table of all systems: whoever reads rows asks for those `of_system`.

    each  a block of each system alone
    """

    __slots__ = ("each",)

    def __init__(self, first: int, each: Sequence[Block], kind: Kind, text: Any = None) -> None:
        self.first = first
        self.each = each
        self.kind = kind
        self.text = text

    def __len__(self) -> int:
        return len(self.each[0])

    @property
    def apart(self) -> Sequence[Block]:
        """A block of each system."""
        return self.each

    def counts(self, system: int) -> Counts:
        """Return the counts of a system."""
        return self.each[system].counts(0)

    def of_system(self, system: int) -> Block:
        """Return the block of a system alone."""
        return self.each[system]


def same(block: Block) -> Block:
    """Return the block: the fold of `Metric.blocks` where blocks themselves are wanted."""
    return block


__all__ = ["Measure"]  # which scores are made of


class Row(NamedTuple):
    """A score as names and values, of which the report makes text.

    measures  the columns of a table
    content   names and values for JSON; intervals follow
    details   further values for JSON after the intervals, such as a list of parts
    note      a note below the table
    """

    measures: tuple[Measure, ...]
    content: Mapping[str, Any]
    details: Mapping[str, Any] = MappingProxyType({})
    note: str = ""

    def measure(self, name: str) -> Measure:
        """Return the measure of a name."""
        return next(measure for measure in self.measures if measure.name == name)


class Result(ABC):
    """Base class of results of scores and comparisons: a number, names and values, a table."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> float:
        """The main number."""

    @abstractmethod
    def to_dict(self, prefix: str = "") -> dict[str, Any]:
        """Names and values, flat."""

    def __float__(self) -> float:
        return float(self.value)

    def to_pandas(self) -> Any:
        """A `pandas.DataFrame` of one row, with the columns of `to_dict`.

        Raises:
            ImportError: pandas is not installed.
        """
        return data_frame([self.to_dict()])


def data_frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return a `pandas.DataFrame` of rows.

    Raises:
        ImportError: pandas is not installed.
    """
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError(f"to_pandas needs {error.name}: pip install pandas") from error
    return pandas.DataFrame(list(rows))


class Score(Result):
    """The base of every metric's score.

    main   the attribute that is the score, such as "f"
    shown  attributes that tell scores of the metric apart, for `repr`
    """

    __slots__ = ()

    main: ClassVar[str]
    shown: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        """Keep the short `repr`: a dataclass makes its own only where a class has none yet."""
        super().__init_subclass__(**more)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Score.__repr__  # type: ignore[method-assign]

    @abstractmethod
    def measures(self) -> tuple[Measure, ...]:
        """The numbers of the score, in the order of a table."""

    @property
    def value(self) -> float:
        """The score, at most 1: the same name whatever the metric.

        Example:
            >>> from fastgec import m2
            >>> score = m2.M2Score(correct=4, proposed=5, gold=8, beta=0.5)
            >>> score.value == score.f
            True
        """
        return float(getattr(self, self.main))

    def to_dict(self, prefix: str = "") -> dict[str, float]:
        """Names and numbers, flat, as loggers of training and sheets take them.

        Args:
            prefix: the prefix of each name, such as "m2/".

        Returns:
            Scores and spreads as fractions, and counts; without settings, and without absent values
            (bounds of GLEU where nothing was drawn).

        Example:
            >>> from fastgec import m2
            >>> m2.M2Score(correct=4, proposed=5, gold=8, beta=0.5).to_dict("dev/")["dev/precision"]
            0.8
        """
        return {
            prefix + measure.name: float(value) if isinstance(value, Vacuous) else value
            for measure in self.measures()
            if measure.kind != "setting" and (value := measure.value) is not None
        }

    def __eq__(self, other: object) -> bool:
        """Whether two scores are made of the same numbers; arrays are compared as a whole."""
        if type(other) is not type(self):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[Any, ...]:
        values = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return tuple(
            (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
            for value in values
        )

    def __repr__(self) -> str:
        numbers = self.to_dict()
        first = {self.main: numbers.pop(self.main)}
        settings = {name: getattr(self, name) for name in self.shown}
        return short(type(self).__name__, {**first, **numbers, **settings})

    def _repr_html_(self) -> str:
        settings = ", ".join(f"{name} {getattr(self, name)}" for name in self.shown)
        caption = f"{type(self).__name__}{f' ({settings})' if settings else ''}, scores in per cent"
        measures = [measure for measure in self.measures() if measure.kind != "setting"]
        row = [_cell(measure) for measure in measures]
        return html_table(caption, [measure.heading for measure in measures], [row])


def _cell(measure: Measure) -> str:
    if measure.value is None or isinstance(measure.value, Vacuous):
        return "-"
    if measure.kind == "count":
        return f"{measure.value:.2f}" if isinstance(measure.value, float) else str(measure.value)
    return f"{100 * measure.value:.2f}"


ROWS = 1 << 14  # processed together, so that intermediate arrays stay small


class Bound(NamedTuple):
    """A rule.

    found     the numbers that it compares, by name: a number for each row
    expected  the rule in words
    holds     bool[R]: the rows that keep it
    """

    found: Mapping[str, NDArray[Any]]
    expected: str
    holds: NDArray[np.bool_]


def require_within(
    bounds: Callable[[NDArray[Any]], Iterable[Bound]],
    counts: Counts,
    n_before: int = 0,
    system: str = "",
) -> None:
    """Raise ValueError for the first row that breaks a rule, naming its sentence.

    Args:
        bounds: the rules of some rows.
        counts: whose rows they are.
        n_before: number of sentences of the corpus before these.
        system: whose counts they are, or "".

    Example:
        >>> counts = Counts(np.array([[1, 2], [3, 2]]), [0, 1, 2], [0, 0], ("part", "whole"), "m")
        >>> def bounds(table):
        ...     part, whole = table.T
        ...     yield Bound({"part": part, "whole": whole}, "part <= whole", part <= whole)
        >>> require_within(bounds, counts)
        Traceback (most recent call last):
        ValueError: sentence 2: part 3, whole 2: expected part <= whole
    """
    for first in range(0, counts.n_rows, ROWS):
        for bound in bounds(counts.table[first : first + ROWS]):
            if bound.holds.all():
                continue
            row = int(np.argmin(bound.holds))
            sentence = n_before + int(np.searchsorted(counts.offsets, first + row, "right"))
            found = ", ".join(f"{name} {values[row]}" for name, values in bound.found.items())
            place = f"{system}, sentence {sentence}" if system else f"sentence {sentence}"
            raise ValueError(f"{place}: {found}: expected {bound.expected}")


if TYPE_CHECKING:  # only type checkers need these
    from typing import Protocol

    from fastgec.choose.rules import Choice
    from fastgec.read.coders import Annotations
    from fastgec.read.lines import Column, OutputFingerprint
    from fastgec.texts.retokenize import Projection

    class Summary(Protocol):
        """A summary of a gold standard, complete after its last batch."""

        sentences: int
        tokens: str

        @property
        def fingerprint(self) -> str:
            """A hash of its content; empty where it was not wanted."""

        @property
        def known(self) -> Mapping[str, Any]:
            """The text in signatures and parts: annotators, or the number of references."""

        @property
        def warnings(self) -> tuple[str, ...]:
            """Warnings of the reader, a line each: edits left out or guessed."""


Progress = Callable[[int], None]
Fold: TypeAlias = Callable[[Block], Any]
# Input of a system: a path or sentences; edits, where they are compared with edits; counts,
# where edits have weights.
System: TypeAlias = "Column | Annotations | Counts"

# Python functions that every metric has, see `functions.BoundMetric`.
FUNCTIONS = (
    *("evaluate", "evaluate_systems", "count", "count_systems"),
    *("score_counts", "select", "total", "sentence_scores"),
)

LARGEST_SUM = float(1 << 62)  # of a column of counts

ScoreT = TypeVar("ScoreT", bound=Score)


class Reading(NamedTuple):
    """How a corpus is read and counted, whatever the metric.

    span          which sentences are counted
    summary       gets all gold batch by batch, gold outside the span included
    jobs          threads (None: all cores)
    memory_limit  bytes of scratch memory of all threads (None: half of the free memory)
    progress      called with the number of sentences done
    projection    the tokenizer of raw outputs, for metrics that count text (`texts`)
    diagnostics         input diagnostics of the outputs, see `fastgec.diagnostics`; None: none
    outputs       hashes of each whole output, see `read.lines`; empty where unused
    """

    span: Span = WHOLE
    summary: Any = None
    jobs: int | None = 1
    memory_limit: int | None = None
    progress: Progress | None = None
    projection: Projection | None = None
    diagnostics: Diagnostics | None = None
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


class SentenceView(NamedTuple):
    """Sentences that one system's file of them describes one by one.

    block       their counts, of the system alone
    system      which of the text it is
    rows        int64[S], the chosen row of each; None where rows are drawn
    values      float64[S], the last key of each chosen row, where each sentence chooses alone
    parameters  the counting options
    scoring     the scoring options
    """

    block: Block
    system: int
    rows: Any
    values: Any
    parameters: Any
    scoring: Any

    def contents(
        self, columns: Sequence[str], places: slice = slice(None)
    ) -> Iterator[tuple[Any, dict[str, Any], list[tuple[Any, dict[str, Any]]]]]:
        """Yield label and counts of each chosen row, then of all rows of its sentence.

        Parameters: names of the counts, and which columns they are.
        """
        own = self.block
        table, labels = own.table[0][:, places].tolist(), own.labels.tolist()
        rows = [
            (label, dict(zip(columns, row, strict=True)))
            for label, row in zip(labels, table, strict=True)
        ]
        for row, (first, last) in zip(self.rows, pairwise(own.offsets.tolist()), strict=True):
            yield *rows[row], rows[first:last]


class Metric(ABC, Generic[ScoreT]):
    """The declaration of a metric.

    name        as in `fastgec NAME`
    shown_name  as people read it; "": the name in capitals
    reads       "edits" (gold is M2), "references" (gold is a source and texts), "pairs" (gold and
                systems are M2) or "scores" (of sentences, made by another tool)
    chooses     a word for the rows selected from: "annotator", "reference"; "" where nothing is
    parameters  frozen dataclass of the counting options; it checks itself
    scoring     frozen dataclass of the scoring options; it checks itself
    resampled   names of the measures that `values` returns; the last is the score
    several     the field of the scoring of which one run may have several values, or ""
    swept       the field of the scoring whose best value meta-evaluation may look for, or ""
    citations   keys of the publications to cite, see `bibliography`
    facts       facts of a run beside annotators or references, with examples
    of_edits    parameters of gold in M2 format, of a metric that reads such gold beside references
    only_named  whether a config that names no metrics leaves it out
    has_own_rows  whether systems have rows of their own: blocks are `OwnRows`, labels have two
                columns, and no rows are drawn
    made        the class of its scores
    means_made  the name of the class of its means over sentences, if it has any
    functions   names of its Python functions, which are methods of `functions.BoundMetric`
    corpus_only  fields of the scoring that a sentence alone has no use for
    alone       defaults of the scoring that differ for a sentence alone
    """

    name: ClassVar[str]
    shown_name: ClassVar[str] = ""
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
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
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
        """The measures `resampled` of summed rows: int64[..., K] to float64[..., M].

        Sums of weights are float64[..., K].
        """

    def grid_values(self, totals: Totals, scorings: Sequence[Any]) -> Floats:
        """Return the score at each scoring: int64[..., B, K] to float64[..., B].

        Scorings differ in what is `swept`. It is `values` at each; a metric may have a faster one.
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

    def read_gold(
        self, gold: Any, parameters: Any, given: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[Any, Any]:
        """Return gold that `blocks` reads, and the parameters, of which gold may set some.

        Parameters: gold, parameters, and those by name that a caller gave.
        """
        return gold, parameters

    def read_edits(self, path: str, parameters: Any) -> Any:
        """Return gold of an M2 file, for metrics that have `of_edits`."""
        raise TypeError(f"{self.name} reads no M2 file: gold {path!r} with {parameters}")

    def row_values(self, rows: Totals, parameters: Any, scoring: Any) -> Floats:
        """Return the score of each row as a corpus of its own: int64[..., K] to float64[...]."""
        return self.values(rows, scoring)[..., -1]

    def title(self, parameters: Any) -> str:
        """Return its display name, where it is not its name in capitals."""
        return ""

    def settings(self, parameters: Any, scoring: Any, score: ScoreT) -> Mapping[str, Any]:
        """Return the settings that name the score in signatures and JSON."""
        return {**as_dict(parameters), **as_dict(scoring)}

    def sentences(
        self, block: Block, system: int, chosen: Chosen, parameters: Any, scoring: Any
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the record of each sentence of the block for a file of sentences."""
        rows = None if chosen.rows is None else chosen.rows[system]
        values = None if chosen.values is None else chosen.values[system]
        own = block.of_system(system)
        return self.sentence_contents(SentenceView(own, system, rows, values, parameters, scoring))

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield the record of each sentence of a view for a file of sentences."""
        setting = {self.several: getattr(view.scoring, self.several)} if self.several else {}
        table, offsets = view.block.table[0], view.block.offsets
        if view.rows is None:
            values = self.row_values(table, view.parameters, view.scoring)
            for value in (np.add.reduceat(values, offsets[:-1]) / np.diff(offsets)).tolist():
                yield {**setting, "score": value}
            return
        values = self.row_values(table[view.rows], view.parameters, view.scoring)
        labels = view.block.labels[view.rows].tolist()
        for label, value in zip(labels, values.tolist(), strict=True):
            yield {**setting, "chosen": label, "score": value}

    def is_signed(self, column: str, parameters: Any) -> bool:
        """Whether a count of this name may be below 0."""
        return False

    def is_weighted(self, parameters: Any) -> bool:
        """Whether rows are sums of weights, float64, and not counts: see `fastgec.counts`."""
        return False

    def kind(self, parameters: Any) -> Kind:
        """Return the common fields of counts with these parameters."""
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
            raise ValueError(f"counts of {counts.metric}: expected counts of {self.name}")
        parameters = self.parameters(**counts.parameters)
        if counts.is_weighted != self.is_weighted(parameters):
            found, expected = ("sums of weights", "counts")[:: 1 if counts.is_weighted else -1]
            raise ValueError(f"{found} of {self.name}: expected {expected}")
        columns = self.columns(parameters)
        if counts.columns != columns:
            raise ValueError(f"columns that counts of {self.name} do not have")
        if not counts.table.size:
            return
        least, most = float(counts.table.min()), float(counts.table.max())
        if not max(-least, most) * counts.n_sentences < LARGEST_SUM:
            raise ValueError("the sum of counts exceeds 64 bits")
        require_within(partial(self.bounds, parameters=parameters), counts, n_before, system)


AnyMetric = Metric[Any]


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
        raise ValueError(f"metric {name!r}: expected {' or '.join(METRICS)}")
    return import_module(METRICS[name][0]).METRIC


DEFAULT_BETA = 0.5


@dataclass(frozen=True, slots=True)
class Scoring(Checked):
    """Scoring options of F.

    beta  how many times as much recall weighs as precision

    Raises:
        ValueError: a beta that is negative, too large or not finite.
    """

    beta: float = option(
        DEFAULT_BETA, "weight of recall", flags=("-b", "--beta"), reads="finite_beta", metavar="B"
    )

    @property
    def weights(self) -> float:
        """Arguments of the formula besides sums."""
        return self.beta


class SumScore(Score):
    """A score of sums: fields are the sums in the order of a row, then their weights.

    columns   names of the sums
    headings  their headings in tables
    """

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]]
    headings: ClassVar[tuple[str, ...]]

    @staticmethod
    @abstractmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """The ratios of sums, of which the last is the score: of numbers or of arrays."""

    @classmethod
    def of(cls, totals: Totals, weights: Any) -> Self:
        """The score of an array of sums [K]."""
        return cls(*(*totals.tolist(), weights))

    @classmethod
    def values(cls, totals: Totals, weights: Any) -> Floats:
        """The ratios of sums [..., K], bit for bit as in a score: float64[..., M]."""
        sums = [totals[..., column] for column in range(len(cls.columns))]
        return np.stack(cls.ratios(sums, weights), axis=-1)

    @property
    @abstractmethod
    def weights(self) -> Any:
        """Arguments of the formula besides sums."""

    def own_ratios(self) -> tuple[float, ...]:
        """The ratios of this score."""
        return self.ratios([getattr(self, name) for name in self.columns], self.weights)

    def count_measures(self) -> Iterator[Measure]:
        """Return the sums."""
        headings = dict(zip(self.columns, self.headings, strict=True))
        return count_measures(headings, (getattr(self, name) for name in self.columns))


class FScore(SumScore):
    """A score of sums and a beta."""

    __slots__ = ()

    main: ClassVar[str] = "f"
    shown: ClassVar[tuple[str, ...]] = ("beta",)

    beta: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "beta", checked_beta(self.beta))

    @property
    @abstractmethod
    def denominators(self) -> tuple[float, float]:
        """What is proposed and what is expected: the denominators of precision and recall."""

    @property
    def weights(self) -> float:
        """Arguments of the formula besides sums."""
        return self.beta

    @property
    def precision(self) -> float:
        """Share of proposed changes that are right, in [0, 1]."""
        return self.own_ratios()[0]

    @property
    def recall(self) -> float:
        """Share of expected changes that are made, in [0, 1]."""
        return self.own_ratios()[1]

    @property
    def f(self) -> float:
        """F-beta of precision and recall, in [0, 1]."""
        return self.own_ratios()[-1]

    def measures(self) -> tuple[Measure, ...]:
        """The sums, then precision, recall and F."""
        precision, recall, *_, f = self.own_ratios()
        ratios = precision, recall, f
        return f_measures(self.count_measures(), ratios, self.beta, *self.denominators)


class AgreementScore(FScore):
    """A score whose sums begin with tp, fp and fn (correct, wrong and missed)."""

    __slots__ = ()

    columns: ClassVar[tuple[str, ...]] = ("tp", "fp", "fn")
    headings: ClassVar[tuple[str, ...]] = ("TP", "FP", "FN")

    tp: float
    fp: float
    fn: float

    @property
    def denominators(self) -> tuple[float, float]:
        """Of precision and of recall."""
        return self.tp + self.fp, self.tp + self.fn

    @staticmethod
    def ratios(sums: Sequence[Any], weights: Any) -> tuple[Any, ...]:
        """Precision, recall and F; F is precision where recall and beta are 0."""
        tp, fp, fn = sums[:3]
        # ERRANT's program squares beta so; a product may differ in the last bit.
        return precision_recall_f(tp, tp + fp, tp + fn, weights**2, empty=None)


SumScoreT = TypeVar("SumScoreT", bound=SumScore)


class FMetric(Metric[SumScoreT]):
    """A metric whose score is made of sums, and of the `weights` of its scoring."""

    scoring: type[Any] = Scoring
    resampled: ClassVar[tuple[str, ...]] = ("precision", "recall", "f")
    made: type[SumScoreT]

    def columns(self, parameters: Any) -> tuple[str, ...]:
        """Return the names of the sums."""
        return self.made.columns

    def values(self, totals: Totals, scoring: Any) -> Floats:
        """The ratios of sums."""
        return self.made.values(totals, scoring.weights)

    def score(self, sums: Sums, parameters: Any, scoring: Any) -> SumScoreT:
        """Return the score of a corpus."""
        return self.made.of(sums.totals, scoring.weights)

    def settings(self, parameters: Any, scoring: Any, score: SumScoreT) -> Mapping[str, Any]:
        """Return the settings that name the score: beta first."""
        return {**as_dict(scoring), **as_dict(parameters)}


# Sums over blocks of counts, from which scores are made: memory does not grow with the corpus.
#
# A block is folded on the thread that counted it, as far as that needs no other block, and added
# in the order of the corpus. How much is folded depends on the kind of choice:
#
#     alone    rows are chosen and summed on the thread, for all scorings at once
#     running  rows are chosen in order, for each system by the totals of the sentences before
#     drawn    rows are drawn in order, the same ones for all systems, and summed for each drawing


SENTENCES = 2048  # of a table of counts, at a time

# A block with its sums made on its thread: a list for each scoring.
Folded = tuple[Block, list[list[Any]]]


class Tally(Generic[ScoreT]):
    r"""Scores of H systems by several scorings, block by block.

    Example:
        >>> from fastgec import Counts, Gold, m2
        >>> counts = m2.count(["c b"], Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"))
        >>> tally = Tally(m2.METRIC, m2.Parameters(), [m2.Scoring(0.5), m2.Scoring(1.0)], 1)
        >>> for block in counted_blocks([counts]):
        ...     _ = tally.add(tally.fold(block))
        >>> [score.f for score in tally.scores()[0]]
        [1.0, 1.0]
    """

    def __init__(
        self,
        metric: Metric[ScoreT],
        parameters: Any,
        scorings: Sequence[Any],
        n_systems: int,
        *,
        jobs: int | None = 1,
    ) -> None:
        """Take sizes, and threads for drawn references.

        Raises:
            ValueError: no scoring.
        """
        if not scorings:
            raise ValueError("no scoring, expected at least 1")
        self.metric = metric
        self.parameters = parameters
        self.scorings = tuple(scorings)
        self.n_systems = n_systems
        self.n_sentences = 0
        width = len(metric.columns(parameters))
        is_weighted = metric.is_weighted(parameters)
        # By scoring: the sums of all systems, or of each where systems have rows of their own.
        n_apart = n_systems if metric.has_own_rows else 1
        n_each = 1 if metric.has_own_rows else n_systems
        self._sums = [
            [choice.sums(n_each, width, jobs, is_weighted=is_weighted) for _ in range(n_apart)]
            for choice in map(metric.choose, scorings)
        ]

    def fold(self, block: Block) -> Folded:
        """Return the block with the sums that need no other block; on any thread."""
        return block, [
            [sums.fold(own.table, own.offsets) for sums, own in zip(each, block.apart, strict=True)]
            for each in self._sums
        ]

    def add(self, folded: Folded) -> list[Chosen]:
        """Add the next block; return the rows that each scoring selected."""
        block, made = folded
        self.n_sentences += len(block)
        found = []
        for each, parts in zip(self._sums, made, strict=True):
            chosen = [
                sums.add(own.table, own.offsets, part)
                for sums, own, part in zip(each, block.apart, parts, strict=True)
            ]
            is_one = len(chosen) == 1
            found.append(chosen[0] if is_one else Chosen(np.concatenate([c.rows for c in chosen])))
        return found

    def scores(self) -> list[tuple[ScoreT, ...]]:
        """Return for each system its score by each scoring."""
        return [
            tuple(
                self.metric.score(self._sums_of(each, h), self.parameters, scoring)
                for each, scoring in zip(self._sums, self.scorings, strict=True)
            )
            for h in range(self.n_systems)
        ]

    def _sums_of(self, each: Sequence[ChoiceSums], system: int) -> Sums:
        sums, number = (each[system], 0) if self.metric.has_own_rows else (each[0], system)
        return sums.sums(number, self.n_sentences)


def counted_blocks(tables: Sequence[Counts], *, has_own_rows: bool = False) -> Iterator[Block]:
    """Yield the counts of several systems on the same sentences, some sentences at a time.

    Args:
        tables: counts of each system, with the same rows.
        has_own_rows: whether they may have rows of their own: blocks are then `OwnRows`.

    Yields:
        Blocks without text.

    Raises:
        ValueError: tables have other rows than the first, or counts of another kind.
    """
    one = tables[0]
    kind = one.metric, one.columns, one.parameters
    for table in tables[1:]:
        if (table.metric, table.columns, table.parameters) != kind:
            found = table.described()
            raise ValueError(f"counts with {found} and {one.described()}: expected the same")
        has_same_rows = has_own_rows or np.array_equal(table.offsets, one.offsets)
        if table.n_sentences != one.n_sentences or not has_same_rows:
            raise ValueError("counts of different sentences")
    for first in range(0, one.n_sentences, SENTENCES):
        last = min(first + SENTENCES, one.n_sentences)
        if has_own_rows:
            parts = [table.sentences(first, last) for table in tables]
            each = [Block(first, own.table[None], own.offsets, own.labels, kind) for own in parts]
            yield OwnRows(first, each, kind)
            continue
        low, high = int(one.offsets[first]), int(one.offsets[last])
        rows = [table.table[low:high] for table in tables]
        yield Block(
            first,
            rows[0][None] if len(rows) == 1 else np.stack(rows),
            one.offsets[first : last + 1] - low,
            one.labels[low:high],
            kind,
        )


def parameters_of(metric: Metric[Any], counts: Counts) -> Any:
    """Return the parameters that counts were made with; the defaults for counts made by hand.

    Raises:
        ValueError: a value is out of range.
    """
    return metric.parameters(**counts.parameters)


# Input diagnostics of a run as the warnings that a user reads.


class Found(NamedTuple):
    """Warnings and notes of a run.

    input_warnings  warnings of suspicious input, a line each
    notes       notes on public gold that was scored by another rule than its benchmark's
    """

    input_warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def found_by(
    diagnostics: Diagnostics,
    metric: Metric[Any],
    gold: Any,
    parameters: Any,
    scorings: Sequence[Any] = (),
) -> Found:
    """Return the warnings and notes of a run, after its last block.

    Args:
        diagnostics: of all blocks.
        metric: the metric of the counts.
        gold: as the metric reads it.
        parameters: the counting options.
        scorings: scoring options; none where only counts are made.
    """
    settings = as_dict(parameters)
    if metric.reads == "references":
        settings = {**settings, "references": len(gold.columns)}
    seen = diagnostics.sentences, diagnostics.n_edits, diagnostics.begins
    about = notes(seen, metric.name, settings, [as_dict(scoring) for scoring in scorings])
    splits = getattr(parameters, "unit", "word") == "word"
    return Found(input_warnings(diagnostics, splits=splits), about)
