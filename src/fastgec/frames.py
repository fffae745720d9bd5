r"""Arrow record batches in, record batches of counts out: for every engine that maps batches.

A batch has a row for each sentence: the columns source, hypothesis, and edits (MaxMatch) or
references (GREEN, GLEU); see `read.arrow` for their types. `count`, with any metric, and its like
for one, `count_m2`, `count_green`, `count_gleu`, return a batch with one row for each sentence, in
the same order:

    labels  list<int32>: annotator ids, or indices of references
    correct, proposed, gold or what else the metric counts
            list<int64>: the count of each label; list<double> of weights

so that it joins with the batch it came from, and engines can sum and store it. `counts_of` makes
`Counts` of such batches, in order: scores are then those of one process that read everything.

>>> import pyarrow as pa
>>> from fastgec import m2
>>> batch = pa.record_batch({
...     "source": ["The cat sat at mat .", "A dog ."],
...     "hypothesis": ["The cat sat on the mat .", "A dog ."],
...     "edits": [[{"start": 3, "end": 4, "corrections": ["on"], "annotator": 0}], []],
... })
>>> counted = count_m2(batch)
>>> counted.to_pylist()[0]
{'labels': [0], 'correct': [1], 'proposed': [2], 'gold': [1]}
>>> m2.score_counts(counts_of([counted, counted])).precision
0.5

Needs pyarrow (`pip install fastgec[arrow]`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from inspect import Parameter, Signature, signature
from typing import Any

import numpy as np
import pyarrow as pa

from fastgec.counts import Counts, sealed
from fastgec.machine import loads
from fastgec.metrics import METRICS, functions, gleu, green, m2
from fastgec.metrics.base import AnyMetric, Reading, metric_named
from fastgec.read import FormatError
from fastgec.read.arrow import (
    gold_column,
    integers,
    list_column,
    reference_columns,
    text_column,
    weights,
)
from fastgec.read.gold import LARGEST, Gold
from fastgec.read.lines import Lines, References
from fastgec.values import whole_number

HEADER = b"fastgec"  # key of the metadata of a schema: metric, columns and parameters, as JSON


def count(
    metric: str | AnyMetric,
    batch: Any,
    parameters: Any = None,
    *,
    source: str = "source",
    hypothesis: str = "hypothesis",
    edits: str = "edits",
    references: str | Sequence[str] = "references",
    keep: Sequence[str] = (),
    annotators: Sequence[int] | None = None,
    jobs: int | None = 1,
) -> Any:
    """Count a batch with any metric.

    Args:
        metric: its name or its METRIC.
        batch: a RecordBatch, a Table, or what exports one (a frame of Polars or DuckDB).
        parameters: the counting options.
        source: name of the column of sources.
        hypothesis: name of the column of outputs.
        edits: name of the column of gold edits, for a metric that reads edits.
        references: for other metrics a column of lists, all equally long, or names of columns.
        keep: columns to pass on with the counts.
        annotators: ids of all annotators of the corpus, which `implicit_noop` needs.
        jobs: threads (None: all cores).

    Returns:
        A RecordBatch for a RecordBatch, else a Table; one row for each sentence.

    Raises:
        FormatError: a batch that cannot be counted, naming column and row.
        ValueError: parameters, or a column that is missing, or there twice.
    """
    known = metric_named(metric)
    if known.reads == "pairs":
        raise ValueError(f"metric {known.name!r}: expected one that reads text, not files of edits")
    made = known.parameters() if parameters is None else parameters
    reading = Reading(jobs=jobs)

    def counted(part: pa.RecordBatch) -> Counts:
        sources, hypotheses = (
            text_column(_column(part, name), name) for name in (source, hypothesis)
        )
        if known.reads == "edits":
            gold = _gold(sources, _column(part, edits), edits, annotators)
            return functions.count(known, [hypotheses], gold, made, reading)[0]
        if isinstance(references, str):
            columns = reference_columns(_column(part, references), references)
        else:
            columns = [text_column(_column(part, name), name) for name in references]
        # Engines try functions on empty batches; for the commands, no sentence is an error.
        if not len(part):
            columns = [sources := (hypotheses := Lines.of([""]))]
        texts = [hypotheses], References(sources, columns)
        return functions.count(known, *texts, made, reading)[0].sentences(0, len(part))

    return _mapped(batch, counted, keep)


def _counter(metric: AnyMetric, name: str, example: str) -> Callable[..., Any]:
    """Return `count` for one metric: it takes the parameters of the metric as keywords."""
    has_edits = metric.reads == "edits"
    left_out = {"metric", "parameters", *(["references"] if has_edits else ["edits", "annotators"])}
    known = [one for one in signature(count).parameters.values() if one.name not in left_out]
    own = {one.name: one for one in fields(metric.parameters) if "option" in one.metadata}
    made = [
        Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
        for one in own.values()
    ]
    takes = Signature([*known, *made], return_annotation="Any")

    def function(*given: Any, **named: Any) -> Any:
        arguments = takes.bind(*given, **named).arguments
        parameters = {key: arguments.pop(key) for key in own if key in arguments}
        if parameters.get("implicit_noop") and arguments.get("annotators") is None:
            raise ValueError("implicit_noop requires annotators, of the whole corpus")
        return count(metric, parameters=metric.parameters(**parameters), **arguments)

    function.__name__ = function.__qualname__ = name
    function.__signature__ = takes  # type: ignore[attr-defined]
    function.__doc__ = f"""Count a batch with {metric.name}.

    Arguments and errors as `count` and `fastgec.{metric.name}.count`.
    {example}"""
    return function


count_m2 = _counter(m2.METRIC, "count_m2", "")
count_green = _counter(
    green.METRIC,
    "count_green",
    """
    Example:
        >>> batch = pa.record_batch(
        ...     {"source": ["a b"], "hypothesis": ["a c"], "references": [["a c"]]}
        ... )
        >>> count_green(batch, order=1).column("true_insert_1").to_pylist()
        [[1]]
    """,
)
count_gleu = _counter(
    gleu.METRIC,
    "count_gleu",
    """
    Example:
        >>> batch = pa.record_batch({"source": ["a b"], "hypothesis": ["a b"], "ref0": ["a c"]})
        >>> count_gleu(batch, references=["ref0"], order=1).to_pylist()[0]["numerator_1"]
        [0]
    """,
)


def batch_of(counts: Counts) -> pa.RecordBatch:
    r"""Return counts as a batch with one row for each sentence.

    Metric, columns and parameters are in the metadata of its schema.

    >>> counts = m2.count(["c b"], m2.Gold.parse("S a b\nA 0 1|||R|||c|||||||||3\n"))
    >>> batch_of(counts).to_pylist()
    [{'labels': [3], 'correct': [1], 'proposed': [1], 'gold': [1]}]
    """
    offsets = pa.array(counts.offsets, pa.int32())
    values = [counts.labels, *counts.table.T]
    columns = [pa.ListArray.from_arrays(offsets, pa.array(column)) for column in values]
    batch = pa.record_batch(columns, names=["labels", *counts.columns])
    return batch.replace_schema_metadata({HEADER: json.dumps(counts.header)})


def counts_of(batches: Iterable[Any], *, like: pa.Schema | None = None) -> Counts:
    r"""Return the counts in batches that `batch_of` or the functions above made, in their order.

    Args:
        batches: RecordBatches, Tables or what exports them; columns without counts are left out.
        like: the schema of any such batch, where an engine has lost the metadata of schemas.

    Raises:
        ValueError: no batch; unlike metrics or parameters; a column missing, twice, not of counts;
            counts that the metric cannot have made, naming batch and sentence.

    >>> gold = m2.Gold.parse("S a b\nA 0 1|||R|||c|||||||||3\n")
    >>> counts = m2.count(["c b"], gold)
    >>> counts_of([batch_of(counts), batch_of(counts)]) == Counts.concat([counts, counts])
    True
    """
    parts = []
    for number, exported in enumerate(batches, 1):
        for batch in _batches(exported):
            header = (batch.schema.metadata or {}).get(HEADER)
            if like is not None:
                header = header or (like.metadata or {}).get(HEADER)
            if header is None:
                raise ValueError(
                    f"batch {number} does not say what it counts in the metadata of its schema, "
                    "expected a batch of count_m2 or another count, or its schema in like="
                )
            part = _unpacked(batch, loads(header))
            if part.metric in METRICS:  # counts of any other are checked when they are scored
                try:
                    metric_named(part.metric).require_own(part)
                except ValueError as error:
                    raise ValueError(f"batch {number}: {error}") from None
            parts.append(part)
    return Counts.concat(parts)


def _unpacked(batch: pa.RecordBatch, header: dict[str, Any]) -> Counts:
    rows = np.arange(batch.num_rows)
    is_weighted = header.get("weighted", False) is True
    columns: list[Any] = []
    offsets = np.zeros(1, np.int64)
    for name in ("labels", *header["columns"]):
        found, values = list_column(_column(batch, name), name, rows)
        if columns and not np.array_equal(found, offsets):
            raise FormatError(name, None, "lists and labels of different lengths")
        offsets = found
        reader = weights if is_weighted and columns else integers
        columns.append(reader(values, name, np.repeat(rows, np.diff(found))))
    labels, *table = columns
    return Counts(
        sealed(np.stack(table, axis=1)),
        offsets,
        labels.astype(np.int32),
        tuple(header["columns"]),
        header["metric"],
        header["parameters"],
        is_weighted,
    )


def _gold(sources: Lines, column: pa.Array, edits: str, annotators: Sequence[int] | None) -> Gold:
    """Return the gold in a column, of the annotators that there are in the corpus."""
    gold = gold_column(sources, column, edits)
    if annotators is None:
        return gold
    ids = (whole_number(annotator, "annotator", 0, LARGEST - 1) for annotator in annotators)
    known = tuple(sorted(set(ids)))
    # A row of annotator 0 without edits may stand for a sentence without any line.
    is_someone = (gold.edits.annotator > 0) | (np.diff(gold.edits.edit_offsets) > 0)
    unknown = set(gold.edits.annotator[is_someone].tolist()) - set(known)
    if unknown:
        reason = f"annotator {min(unknown)}: expected one of {known}"
        raise FormatError(edits, None, reason)
    return replace(gold, annotators=known)


def _mapped(
    batch: Any, fold: Callable[[pa.RecordBatch], Counts], keep: Sequence[str]
) -> pa.RecordBatch | pa.Table:
    """Count each batch in what an engine hands over, and return what it takes back."""
    for name in keep:
        if keep.count(name) > 1:
            raise ValueError(f"keep: {name!r} is given {keep.count(name)} times: expected it once")
    results = []
    first = 0
    for part in _batches(batch):
        try:
            counted = batch_of(fold(part))
        except FormatError as error:  # which knows the row of the part
            line = None if error.line is None else first + error.line
            raise FormatError(error.path, line, error.reason) from None
        for name in keep:
            if name in counted.schema.names:
                raise ValueError(f"column {name!r} cannot be kept beside counts of that name")
            column = _column(part, name)
            counted = counted.append_column(part.schema.field(name), column)
        results.append(counted)
        first += len(part)
    return results[0] if isinstance(batch, pa.RecordBatch) else pa.Table.from_batches(results)


def _batches(batch: Any) -> Iterator[pa.RecordBatch]:
    """Yield the record batches of a batch or of a table, at least one, without copying them."""
    if isinstance(batch, pa.RecordBatch):
        yield batch
        return
    table = batch if isinstance(batch, pa.Table) else pa.table(batch)
    yield from table.to_batches() or [pa.RecordBatch.from_pylist([], table.schema)]


def _column(batch: pa.RecordBatch, name: str) -> pa.Array:
    names = batch.schema.names
    if name not in names:
        raise ValueError(f"no column {name!r}, only {', '.join(names)}")
    if names.count(name) > 1:
        raise ValueError(f"{names.count(name)} columns {name!r}: expected one of that name")
    return batch.column(name)
