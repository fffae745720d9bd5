"""Functions of every metric over texts and counts, written once; the public functions call these.

Arguments come in one order everywhere: metric, systems, gold, parameters, scoring.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from typing import Any, TypeVar

import numpy as np

from fastgec.counts import Counts, CountsBuilder
from fastgec.diagnostics import tell
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.metrics.base import (
    Block,
    Chosen,
    Floats,
    Integers,
    Metric,
    OwnRows,
    Reading,
    Score,
    System,
)
from fastgec.metrics.block import same
from fastgec.metrics.input_warnings import found_by
from fastgec.metrics.tally import Tally, counted_blocks
from fastgec.read.arguments import require_order, require_paths

S = TypeVar("S", bound=Score)


def require_readable(metric: Metric[Any], gold: Any) -> None:
    """Refuse gold that another kind of metric reads.

    Args:
        metric: that is to read it.
        gold: edits, references, annotations, or a path of them.

    Raises:
        TypeError: the metric cannot read it.
    """
    from fastgec.metrics.texts import References
    from fastgec.read.coders import Annotations
    from fastgec.read.gold import Gold

    kinds: dict[str, tuple[Any, str]] = {
        "edits": (Gold, "a Gold or the path of an M2 file"),
        "references": (References, "References(source, texts)"),
        "pairs": ((Annotations, References), "Annotations, the path of an M2 file or References"),
    }
    own, expected = kinds[metric.reads]
    is_path = isinstance(gold, str | os.PathLike) and metric.reads != "references"
    if not (isinstance(gold, own) or is_path):
        what = "None" if gold is None else type(gold).__name__
        raise TypeError(f"gold: {what}, expected {expected} for {metric.name}")


def with_edits(
    metric: Metric[Any], systems: Sequence[Any], gold: Any, parameters: Any, *, tells: bool = True
) -> tuple[Sequence[Any], Any]:
    """Return systems and gold as a metric reads them: of texts their edits, where it reads edits.

    Raises: as `edit_texts.make_edits`.
    """
    if metric.reads != "pairs":
        return systems, gold
    from fastgec.metrics.edit_texts import make_edits

    made = make_edits(systems, gold, parameters)
    if tells:
        tell(made.warnings)
    return made.systems, made.gold


def tallied_blocks(
    tally: Tally[S], systems: Sequence[System], gold: Any, reading: Reading
) -> Generator[tuple[Block, list[Chosen]]]:
    """Count text, add it to a tally, and yield each block with each scoring's selected rows."""
    metric = tally.metric
    for folded in metric.blocks(systems, gold, tally.parameters, tally.fold, reading):
        yield folded[0], tally.add(folded)


def evaluate(
    metric: Metric[S],
    systems: Sequence[System],
    gold: Any,
    parameters: Any,
    scoring: Any,
    reading: Reading | None = None,
    *,
    tells: bool = True,
) -> list[S]:
    """Score several systems, in memory of a few blocks of sentences.

    Args:
        metric: the metric.
        systems: for each system a path or sentences in memory.
        gold: as the metric reads it.
        parameters: the counting options; None: the metric's defaults.
        scoring: the scoring options.
        reading: threads and the like.
        tells: whether suspicious input gives a warning.

    Raises:
        FormatError: text that cannot be scored, or unequal numbers of sentences.
    """
    made = metric.parameters() if parameters is None else parameters
    systems, gold = with_edits(metric, require_paths(systems, gold), gold, made, tells=tells)
    diagnostics = Diagnostics(len(systems)) if tells else None
    reading = (reading or Reading())._replace(diagnostics=diagnostics)
    tally = Tally(metric, made, [scoring], len(systems), jobs=reading.jobs)
    for _ in tallied_blocks(tally, systems, gold, reading):
        pass
    if diagnostics is not None:
        tell(*found_by(diagnostics, metric, gold, made, [scoring]))
    return [score for (score,) in tally.scores()]


def count(
    metric: Metric[S],
    systems: Sequence[System],
    gold: Any,
    parameters: Any,
    reading: Reading | None = None,
    *,
    tells: bool = True,
) -> list[Counts]:
    """Count several systems; arguments and errors as `evaluate`."""
    made = metric.parameters() if parameters is None else parameters
    systems, gold = with_edits(metric, require_paths(systems, gold), gold, made, tells=tells)
    diagnostics = Diagnostics(len(systems)) if tells else None
    reading = (reading or Reading())._replace(diagnostics=diagnostics)
    builders = [CountsBuilder(len(systems)) for _ in systems]

    for block in metric.blocks(systems, gold, made, same, reading):
        for system, builder in enumerate(builders):
            builder.add(block.counts(system))
    if diagnostics is not None:
        tell(*found_by(diagnostics, metric, gold, made))
    return [builder.build() for builder in builders]


def score_counts(metric: Metric[S], counts: Counts, scoring: Any, *, jobs: int | None = 1) -> S:
    """Score the counts of a system, on so many threads where references are drawn.

    Raises:
        ValueError: counts of another metric.
    """
    tally = tally_of(metric, [counts], [scoring], jobs=jobs)
    for block in counted_blocks([counts], has_own_rows=metric.has_own_rows):
        tally.add(tally.fold(block))
    return tally.scores()[0][0]


def tally_of(
    metric: Metric[S],
    tables: Sequence[Counts],
    scorings: Sequence[Any],
    *,
    jobs: int | None = 1,
) -> Tally[S]:
    """Return an empty tally for the counts of several systems on the same sentences.

    Args:
        metric: the metric.
        tables: counts of each system, at least one.
        scorings: scoring options, at least one set.
        jobs: threads, for drawn references.

    Raises:
        ValueError: counts of another metric, or of unlike sentences.
    """
    for counts in tables:
        metric.require_own(counts)
    return Tally(metric, parameters_of(metric, tables[0]), scorings, len(tables), jobs=jobs)


def parameters_of(metric: Metric[S], counts: Counts) -> Any:
    """Return the parameters that counts were made with; the defaults for counts made by hand.

    Raises:
        ValueError: a value is out of range.
    """
    if not counts.parameters:
        return metric.parameters()
    return metric.parameters(**counts.parameters)


def select(metric: Metric[S], counts: Counts, scoring: Any) -> Integers:
    """Return which row of each sentence counts.

    Args:
        metric: the metric.
        counts: of one system.
        scoring: the scoring options.

    Returns:
        int64[S], indices into counts.table; int64[I, S] where rows are drawn I times.

    Raises:
        ValueError: counts of another metric.
    """
    metric.require_own(counts)
    choice = metric.choose(scoring)
    if choice.kind == "drawn":
        return choice.select(counts.table, counts.offsets)
    tally = tally_of(metric, [counts], [scoring])
    chosen = [np.empty(0, np.int64)]
    for block in counted_blocks([counts], has_own_rows=metric.has_own_rows):
        (found,) = tally.add(tally.fold(block))
        assert found.rows is not None
        chosen.append(found.rows[0] + counts.offsets[block.first])
    return np.concatenate(chosen)


def rows_of(metric: Metric[Any], counts: Counts, rows: Any) -> Integers:
    """Return rows that a caller sums, checked.

    Raises:
        IndexError: a row that there is not.
        TypeError: rows that are no integers in a list.
        ValueError: counts of another metric.
    """
    metric.require_own(counts)
    found = np.asarray(rows)
    if found.ndim != 1 or (found.dtype.kind not in "iu" and len(found)):
        what = f"{found.ndim} dimensions of {found.dtype}"
        raise TypeError(f"rows of {what}: expected 1 dimension of integers")
    if len(found) and not 0 <= found.min() <= found.max() < counts.n_rows:
        raise IndexError(f"rows {found.min()} to {found.max()}: expected 0 to {counts.n_rows - 1}")
    return found.astype(np.int64)


def total(metric: Metric[S], counts: Counts, rows: Any, scoring: Any) -> S:
    """Return the score of some rows of counts, errors as `rows_of`."""
    chosen = rows_of(metric, counts, rows)
    # A corpus whose sentences have no other row.
    alone = counts.table[None, chosen], np.arange(len(chosen) + 1), counts.labels[chosen]
    kind = counts.metric, counts.columns, counts.parameters
    block = Block(0, *alone, kind)
    tally = Tally(metric, parameters_of(metric, counts), [scoring], 1)
    tally.add(tally.fold(OwnRows(0, [block], kind) if metric.has_own_rows else block))
    return tally.scores()[0][0]


def sentence_scores(
    metric: Metric[S],
    hypotheses: System,
    gold: Any,
    parameters: Any,
    scoring: Any,
    reading: Reading | None = None,
) -> Floats:
    """Score each sentence as a corpus of its own.

    Args:
        metric: the metric.
        hypotheses: of one system.
        gold: as the metric reads it.
        parameters: the counting options.
        scoring: the scoring options.
        reading: threads and the like.

    Returns:
        float64[S]: of the row that is best alone, or the mean over rows where rows are drawn.

    Raises:
        FormatError: as `evaluate`.
    """

    def fold(block: Block) -> Floats:
        own = block.of_system(0)
        scores: Floats = alone_scores(metric, own.table, own.offsets, parameters, scoring)[0]
        return scores

    systems = require_paths([hypotheses], gold)
    (hypotheses,), gold = with_edits(metric, systems, gold, parameters)
    blocks = metric.blocks([hypotheses], gold, parameters, fold, reading or Reading())
    return np.concatenate(list(blocks) or [np.empty(0)])


def alone_scores(
    metric: Metric[S], table: Integers, offsets: Integers, parameters: Any, scoring: Any
) -> Floats:
    """Return the scores that `sentence_scores` returns, of rows int64[H, R, K]: float64[H, S]."""
    choice = metric.choose(scoring)
    found: Floats
    if choice.kind == "drawn":
        values = metric.row_values(table, parameters, scoring)
        sizes = np.diff(offsets)
        if len(sizes) and (sizes == sizes[0]).all():
            # To the last bit the mean of numpy's over so many values.
            found = np.mean(values.reshape(len(values), len(sizes), -1), axis=2)
            return found
        found = np.add.reduceat(values, offsets[:-1], axis=1) / sizes
        return found
    if choice.has_scores:
        return np.stack([choice.scores_alone(rows, offsets) for rows in table])
    rows = [of_system[choice.best_alone(of_system, offsets)] for of_system in table]
    return metric.row_values(np.array(rows), parameters, scoring)


def listed(texts: Sequence[str], name: str) -> list[str]:
    """Return texts of one sentence as a list.

    Raises:
        TypeError: a string, whose letters would be texts; or texts without an order.

    Example:
        >>> listed("a b", "candidates")
        Traceback (most recent call last):
        TypeError: candidates is a string ('a b'), expected a list of them
    """
    if isinstance(texts, str):
        raise TypeError(f"{name} is a string ({texts!r}), expected a list of them")
    require_order(texts, name)
    return list(texts)
