"""Base class of metrics whose gold is a source and corrected texts; reads blocks of lines.

Files are read in step; a block of lines is counted and folded by one thread. So memory depends on
the block and not on the corpus, and blocks are worked at in parallel.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec._ngram import N_REGIONS, count_lines, count_texts
from fastgec.choose import Floats, Integers
from fastgec.diagnostics.inputs import corrected_of, explaining
from fastgec.machine import Cancel, available_memory, count_threads, map_ordered
from fastgec.metrics.base import FUNCTIONS, Block, Fold, Metric, Reading, ScoreT
from fastgec.read import FormatError
from fastgec.read.files import most_lines, out_of_memory_in
from fastgec.read.lines import Block as FileBlock
from fastgec.read.lines import (
    Column,
    Fingerprint,
    Lines,
    References,
    encoded_texts,
    is_same_text,
    listed,
    read_blocks,
    stream_columns,
)


class Wanted(NamedTuple):
    """N-grams that a metric wants counted: order, unit and absent as `count_text` has them."""

    order: int
    unit: str
    absent: bool = False


def count_text(
    first: int,
    source: Lines,
    references: Sequence[Lines],
    systems: Sequence[Lines],
    *,
    order: int,
    unit: str,
    absent: bool = False,
    cancel: Cancel | None = None,
    limit: int = 1 << 40,
) -> NDArray[np.int64]:
    """Count some sentences of several systems: int64[H, S, N, order, 7], or 8 with `absent`.

    See `fastgec._ngram.count_lines` for the columns.

    Args:
        first: number of sentences before them, for messages.
        source: Lines of the source.
        references: Lines of each reference.
        systems: Lines of each system.
        order: the highest order of n-grams.
        unit: "word" or "char".
        absent: whether to count a region more.
        cancel: int32[1], 0 until work must stop.
        limit: bytes of scratch memory.

    Raises:
        FormatError: a sentence needs too much memory.
        ValueError: parameters out of range.

    Example:
        >>> lines = Lines.of(["a b", "c d"])
        >>> count_text(0, lines, [lines], [lines], order=1, unit="word")[0, :, 0, 0, 0].tolist()
        [2, 2]
    """
    columns = [source, *references, *systems]
    cancel = np.zeros(1, np.int32) if cancel is None else cancel
    ranges = [(lines.data, lines.starts, lines.ends) for lines in columns]
    how = (order, unit == "char", absent)
    table, stopped = count_lines(ranges, len(references), *how, cancel, limit)
    if stopped >= 0:
        texts = [lines[stopped] for lines in columns]
        sizes = [len(text if unit == "char" else text.split()) for text in texts]
        n_tokens = max(sizes)
        reason = f"{n_tokens} tokens need more than {limit / 1e9:.1f} GB of memory"
        raise FormatError(columns[sizes.index(n_tokens)].name, first + stopped + 1, reason)
    return np.asarray(table)


def count_candidates(
    source: str, references: Sequence[str], candidates: Sequence[str], wanted: Wanted
) -> NDArray[np.int64]:
    """Count candidates for one source: int64[n, N, order, 7], or 8 with `absent`.

    Raises:
        FormatError: text that is not valid Unicode.
        TypeError: an item that is no string.

    Example:
        >>> count_candidates("a", ["b", "a"], ["a"], Wanted(1, "word"))[0, :, 0, 0].tolist()
        [0, 1]
    """
    named = {"source": [source], "references": references, "candidates": candidates}
    texts = [text for name, given in named.items() for text in encoded_texts(given, name)]
    order, unit, absent = wanted
    return count_texts(texts, len(references), order, unit == "char", absent)


@dataclass(slots=True, eq=False)
class ParallelText:
    """The same sentences of source, references and systems.

    first       number of sentences of the corpus before them
    source      Lines
    references  Lines of each reference
    systems     Lines of each system
    wanted      n-grams that will be wanted of it, where that is known
    candidates  for each system the text compared with each sentence, if not a reference
    counted     n-grams by their unit, where several metrics want them

    N-grams that several metrics want of it are counted once; it is the text of one thread.
    """

    first: int
    source: Lines
    references: tuple[Lines, ...]
    systems: tuple[Lines, ...]
    wanted: Sequence[Wanted] = ()
    candidates: Sequence[Sequence[str]] = ()
    counted: dict[str, Integers] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.source)

    def is_unchanged(self, system: int) -> bool:
        """Whether a system leaves all sentences as they are."""
        return is_same_text(self.systems[system], self.source)

    def count_ngrams(self, wanted: Wanted, cancel: Cancel, limit: int) -> Integers:
        """Count n-grams: int64[H, S, N, order, 7], or 8 with `absent`, see `count_text`.

        Args:
            wanted: which n-grams.
            cancel: int32[1], 0 until work must stop.
            limit: bytes of scratch memory.

        Raises:
            FormatError: a sentence needs too much memory.
        """
        table = self.counted.get(wanted.unit)
        if table is None:
            # The first orders are the same whatever the highest, the first seven regions as well.
            alike = [wanted, *(other for other in self.wanted if other.unit == wanted.unit)]
            table = count_text(
                *(self.first, self.source, self.references, self.systems),
                order=max(other.order for other in alike),
                unit=wanted.unit,
                absent=any(other.absent for other in alike),
                cancel=cancel,
                limit=limit,
            )
            if len(alike) > 2:  # somebody else wants them too
                self.counted[wanted.unit] = table
        return table[..., : wanted.order, : N_REGIONS + wanted.absent]

    def forget_ngrams(self) -> None:
        """Free the n-grams: every metric has counted."""
        self.counted.clear()


class ReferenceSummary:
    """A summary of a source and its references, complete after the last batch."""

    def __init__(self, gold: References, fingerprint: Fingerprint | None) -> None:
        self.sentences = 0
        self.tokens = ""
        self.warnings: tuple[str, ...] = getattr(gold, "warnings", ())  # of annotations
        self._n_references = len(gold.columns)
        self._fingerprint = fingerprint

    @property
    def known(self) -> Mapping[str, Any]:
        """The text in signatures and parts."""
        tokens = {"tokens": self.tokens} if self.tokens else {}
        return {"references": self._n_references, **tokens}

    @property
    def fingerprint(self) -> str:
        """Fingerprint of the sentences so far; "" where it is not wanted."""
        return self._fingerprint.hexdigest() if self._fingerprint else ""

    def add(self, columns: Sequence[Lines]) -> None:
        """Add the next sentences of the source and of every reference."""
        self.sentences += len(columns[0])
        if self._fingerprint:
            self._fingerprint.add(columns)


class ReferenceMetric(Metric[ScoreT]):
    """Base class of metrics that compare texts; subclasses define `count`, see `Metric`."""

    reads = "references"
    chooses = "reference"

    @abstractmethod
    def count(self, text: ParallelText, parameters: Any, cancel: Cancel, limit: int) -> Integers:
        """Count some sentences: int64[H, S, N, K] of H systems and N references.

        Args:
            text: the sentences.
            parameters: the counting options.
            cancel: int32[1], 0 until work must stop.
            limit: bytes of scratch memory.
        """

    def count_candidates(
        self, source: str, references: Sequence[str], candidates: Sequence[str], parameters: Any
    ) -> Integers:
        """Count many candidates for one source against the same references: int64[n, N, K]."""
        n_candidates = len(candidates)
        text = ParallelText(
            0,
            Lines.of([source] * n_candidates, "source"),
            tuple(Lines.of([one] * n_candidates, "references") for one in references),
            (Lines.of(candidates, "candidates"),),
        )
        return self.count(text, parameters, np.zeros(1, np.int32), available_memory())[0]

    def candidate_scores(
        self,
        source: str,
        references: Sequence[str],
        candidates: Sequence[str],
        parameters: Any,
        scoring: Any,
    ) -> Floats:
        """Score many candidates for one source against the same references: float64[n]."""
        from fastgec.metrics.functions import alone_scores  # commands use none of the functions

        references, candidates = listed(references, "references"), listed(candidates, "candidates")
        if not references:
            raise ValueError("no references, expected at least 1")
        if not candidates:
            return np.empty(0)
        table = self.count_candidates(source, references, candidates, parameters)
        n, k = table.shape[:2]
        offsets = np.arange(n + 1) * k
        return alone_scores(self, table.reshape(1, n * k, -1), offsets, parameters, scoring)[0]

    def candidate_matrix(
        self, source: str, candidates: Sequence[str], parameters: Any, scoring: Any
    ) -> Floats:
        """Score every candidate against every other as its reference: float64[n, n]."""
        candidates = listed(candidates, "candidates")
        if not candidates:
            return np.empty((0, 0))
        table = self.count_candidates(source, candidates, candidates, parameters)
        return self.row_values(table, parameters, scoring)

    def candidate_matrices(
        self, text: ParallelText, parameters: Any, scoring: Any, cancel: Cancel, limit: int
    ) -> Floats:
        """Score the systems of a text, its candidates, against its references: float64[S, H, N]."""
        table = self.count(text, parameters, cancel, limit)
        return self.row_values(table, parameters, scoring).transpose(1, 0, 2)

    def ngrams(self, parameters: Any) -> Wanted | None:
        """Return which n-grams `count` wants of a text, if it wants any."""
        return None

    def width(self, parameters: Any) -> int:
        """Return how many numbers are made of a row while it is counted."""
        return len(self.columns(parameters))

    def unit(self, parameters: Any) -> str:
        """Return the unit of a fingerprint of text: "word" or "char"."""
        return str(getattr(parameters, "unit", "word"))

    def summarize(
        self, gold: References, parameters: Any, *, has_fingerprint: bool
    ) -> ReferenceSummary:
        """Return an empty summary."""
        fingerprint = Fingerprint(self.unit(parameters)) if has_fingerprint else None
        return ReferenceSummary(gold, fingerprint)

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Read columns in step, count and fold blocks on threads, see `Metric.blocks`.

        Raises:
            FormatError: text that cannot be scored, an empty source, unequal numbers of lines, a
                span that leaves the files, or a sentence that needs too much memory.
            ValueError: no reference.
        """
        asked = [SharedMetric(self, parameters, fold)]
        with closing(shared_blocks(asked, systems, gold, reading)) as blocks:
            for (result,) in blocks:
                yield result


class NgramMetric(ReferenceMetric[ScoreT]):
    """Base class of metrics that count n-grams; subclasses define `rows_of`."""

    functions = (*FUNCTIONS, "candidate_scores", "candidate_matrix")

    @abstractmethod
    def rows_of(self, regions: Integers, parameters: Any) -> Integers:
        """Return rows of counts, of regions as `count_text` has them: int64[..., order, 7 or 8]."""

    def count(self, text: ParallelText, parameters: Any, cancel: Cancel, limit: int) -> Integers:
        """Count some sentences, see `ReferenceMetric.count`."""
        regions = text.count_ngrams(self.ngrams(parameters), cancel, limit)
        return self.rows_of(regions, parameters)

    def count_candidates(
        self, source: str, references: Sequence[str], candidates: Sequence[str], parameters: Any
    ) -> Integers:
        """Count candidates for one source."""
        regions = count_candidates(source, references, candidates, self.ngrams(parameters))
        return self.rows_of(regions, parameters)

    def ngrams(self, parameters: Any) -> Wanted:
        """Return which n-grams are counted."""
        return Wanted(parameters.order, parameters.unit)

    def width(self, parameters: Any) -> int:
        """Return how many numbers are made of a row."""
        return 8 * int(parameters.order)


class SharedMetric(NamedTuple):
    """One of several metrics that count the same text.

    metric      of the counts
    parameters  the counting options
    fold        called with each block
    counter     counts sentences, as `ReferenceMetric.count`; None: the metric's own
    """

    metric: ReferenceMetric[Any]
    parameters: Any
    fold: Callable[[Block], Any]
    counter: Callable[..., Any] | None = None


def shared_blocks(
    asked: Sequence[SharedMetric], systems: Sequence[Column], gold: References, reading: Reading
) -> Generator[tuple[Any, ...]]:
    """Read columns in step, once for several metrics; count and fold blocks on threads.

    Args:
        asked: the metrics, at least one; common n-grams are counted once.
        systems: outputs, for each a path or sentences in memory.
        gold: source and references.
        reading: which sentences, threads and the like.

    Yields:
        For each block the results of the metrics' folds.

    Raises:
        FormatError: as `ReferenceMetric.blocks`.
        ValueError: no reference.
    """
    n_systems, n_references = len(systems), len(gold.columns)
    if not n_references:
        raise ValueError("no references, expected at least 1")
    n_threads = count_threads(reading.jobs)
    limit = reading.memory() // n_threads
    kinds = [one.metric.kind(one.parameters) for one in asked]
    ngrams = [one.metric.ngrams(one.parameters) for one in asked]
    wanted = [one for one in ngrams if one is not None]
    summary, projection, diagnostics = reading.summary, reading.projection, reading.diagnostics

    def work(block: FileBlock, cancel: Cancel) -> tuple[int, tuple[Any, ...], Any, Any]:
        source, *others = block.columns
        references, outputs = tuple(others[:n_references]), tuple(others[n_references:])
        changes: Any = ()
        if projection is not None:
            outputs, changes = projection.project(
                source, outputs, n_before=block.first, cancel=cancel, limit=limit
            )
        text = ParallelText(block.first, source, references, outputs, wanted)
        rows = n_references * len(block)
        offsets = np.arange(0, rows + 1, n_references)
        labels = np.tile(np.arange(n_references, dtype=np.int32), len(block))
        with out_of_memory_in(source.name, block.first, len(block)):
            tables = [
                (one.counter or one.metric.count)(text, one.parameters, cancel, limit)
                for one in asked
            ]
        text.forget_ngrams()
        counted = (
            Block(
                block.first,
                table.reshape(n_systems, rows, table.shape[-1]),
                *(offsets, labels, kind, text),
            )
            for table, kind in zip(tables, kinds, strict=True)
        )
        known: Any = {"references": references}
        if gold.repeats:  # gold: annotators agree, and have no files
            known = {"corrected": corrected_of(references)}
        block_flags = diagnostics and diagnostics.inspect(block.first, source, outputs, **known)
        folded = tuple(one.fold(part) for one, part in zip(asked, counted, strict=True))
        return len(block), folded, changes, block_flags

    def watch(block: FileBlock) -> None:
        if summary is not None:
            summary.add(block.columns[: 1 + n_references])
        reading.hash_outputs(block.columns[1 + n_references :])

    names = [
        "source",
        *(f"references[{k}]" for k in range(n_references)),
        *(f"hypotheses[{h}]" if n_systems > 1 else "hypotheses" for h in range(n_systems)),
    ]
    streams = stream_columns([gold.source, *gold.columns, *systems], names)
    if projection is not None:
        projection.learn(streams[0].peek(), streams[0].name)
        if summary is not None:
            summary.tokens = "projected"
    width = max(one.metric.width(one.parameters) for one in asked)
    n_lines = most_lines(n_systems * n_references * width)
    n_done = 0
    with (
        explaining(None, [gold.source, *gold.columns, *systems]),
        closing(read_blocks(streams, n_lines, span=reading.span, watch=watch)) as blocks,
        closing(map_ordered(work, blocks, jobs=n_threads)) as counted,
    ):
        for size, results, changes, block_flags in counted:
            if projection is not None:
                projection.add(changes)
            if diagnostics is not None:
                diagnostics.add(block_flags)
            yield results
            n_done += size
            if reading.progress:
                reading.progress(n_done)
