"""The Python functions of every metric, written once: `m2.evaluate`, `gleu.count`, `metric(...)`.

`BoundMetric` is a metric with its parameters; its methods are the metric's functions.
`functions_of` makes of these methods the functions of a metric's module: they take the metric's
parameters as keywords, the fields of the two dataclasses `Metric.parameters` (counting options) and
`Metric.scoring` (further options of the scores). Signatures and docstrings are made of both, and so
are the stubs for type checkers (`tests/stubs.py` writes them).
"""

from __future__ import annotations

import inspect
import os
import re
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from inspect import Parameter, Signature
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fastgec.choose import Chosen, Floats, Integers
from fastgec.choose.rules import PerSentence
from fastgec.counts import Counts, CountsBuilder
from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.metrics import METRICS
from fastgec.metrics.base import (
    AnyMetric,
    Block,
    Metric,
    OwnRows,
    Reading,
    Score,
    System,
    Tally,
    counted_blocks,
    found_by,
    metric_named,
    parameters_of,
    same,
)
from fastgec.metrics.declarations import as_dict, options_of
from fastgec.read.lines import References, require_paths

# Functions of every metric over texts and counts, written once; the public functions call these.
#
# Arguments come in one order everywhere: metric, systems, gold, parameters, scoring.


S = TypeVar("S", bound=Score)


def require_readable(metric: Metric[Any], gold: Any) -> None:
    """Refuse gold that another kind of metric reads.

    Args:
        metric: that is to read it.
        gold: edits, references, annotations, or a path of them.

    Raises:
        TypeError: the metric cannot read it.
    """
    own: Any
    if metric.reads == "edits":
        from fastgec.read.gold import Gold

        own, expected = Gold, "a Gold or the path of an M2 file"
    elif metric.reads == "references":
        own, expected = References, "References(source, texts)"
    else:
        from fastgec.read.coders import Annotations

        own = Annotations | References
        expected = "Annotations, the path of an M2 file or References"
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
        emit_warnings(made.warnings)
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
        emit_warnings(*found_by(diagnostics, metric, gold, made, [scoring]))
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
        emit_warnings(*found_by(diagnostics, metric, gold, made))
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
    metric: Metric[S], tables: Sequence[Counts], scorings: Sequence[Any], *, jobs: int | None = 1
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
        return alone_scores(metric, own.table, own.offsets, parameters, scoring)[0]

    systems = require_paths([hypotheses], gold)
    (hypotheses,), gold = with_edits(metric, systems, gold, parameters)
    blocks = metric.blocks([hypotheses], gold, parameters, fold, reading or Reading())
    return np.concatenate(list(blocks) or [np.empty(0)])


def alone_scores(
    metric: Metric[S], table: Integers, offsets: Integers, parameters: Any, scoring: Any
) -> Floats:
    """Return the scores that `sentence_scores` returns, of rows int64[H, R, K]: float64[H, S]."""
    choice = metric.choose(scoring)
    if choice.kind == "drawn":
        values = metric.row_values(table, parameters, scoring)
        sizes = np.diff(offsets)
        if len(sizes) and (sizes == sizes[0]).all():
            # To the last bit the mean of numpy's over so many values.
            return np.mean(values.reshape(len(values), len(sizes), -1), axis=2)
        return np.add.reduceat(values, offsets[:-1], axis=1) / sizes
    if isinstance(choice, PerSentence) and choice.is_score:
        return np.stack([choice.best(rows, offsets)[1] for rows in table])
    rows = [of_system[choice.best_alone(of_system, offsets)] for of_system in table]
    return metric.row_values(np.array(rows), parameters, scoring)


MOST_COLUMNS = 8  # that a docstring names
SECTION = re.compile(r"(?m)^(\w+):\n((?: {4}.*\n)+)")  # of examples
DESCRIBED = re.compile(r"(?m)^(\w+)  +(\S.*(?:\n {6,}\S.*)*)")  # a field, in two columns


ARGUMENTS = {
    "hypotheses": "the output of a system: {system}",
    "systems": "for each its output: {system}",
    "gold": "{gold}",
    "counts": "as `count` returns them",
    "rows": "int64[S], indices into counts.table",
    "source": "a sentence",
    "references": "sentences that correct it",
    "candidates": "sentences that may correct it",
    "parameters": "an object of `Parameters`, in place of its fields",
    "jobs": "threads (None: all cores); results are the same for any number",
    "progress": "called with the number of sentences done",
    "memory_limit": "bytes of scratch memory of all threads (None: half of what there is)",
}


class Kind(NamedTuple):
    """Inputs of metrics of a kind: types, their words in docstrings, and the first example."""

    system: str
    gold: str
    system_text: str
    gold_text: str
    example: str


PAIRED = "the path of an M2 file, or `Annotations`"
COLUMN = "a path, or sentences in memory, one per source"
EXAMPLES = (
    """from fastgec import Gold, {0}
    >>> gold, system = Gold.parse("S a b\\nA 0 1|||R|||c|||||||||0\\n"), ["c b"]""",
    """from fastgec import References, {0}
    >>> gold, system = References(["a b c d e"], [["a b c d f"]]), ["a b c d f"]""",
    """from fastgec import {0}
    >>> gold = system = {0}.Annotations.parse("S a b\\nA 0 1|||R|||c|||||||||0\\n")""",
)
M2 = "a `Gold`, or the path of an M2 file"
KINDS = {
    "edits": Kind("Column", "Gold | Source", COLUMN, M2, EXAMPLES[0]),
    "references": Kind("Column", "References", COLUMN, "`References(source, texts)`", EXAMPLES[1]),
    "pairs": Kind(
        "Annotations | Column",
        "Annotations | References | Source",
        f"{PAIRED}; or texts, of which edits are made: {COLUMN}",
        f"{PAIRED}, or `References(source, texts)`",
        EXAMPLES[2],
    ),
}
READING = {  # arguments of every function that reads gold, and their types
    "jobs": "int | None",
    "progress": "Progress | None",
    "memory_limit": "int | None",
}


@dataclass(frozen=True, slots=True, repr=False)
class BoundMetric:
    """A metric with its parameters, as `fastgec.metric` returns it.

    metric      the metric
    parameters  the counting options
    scoring     the scoring options besides
    given       parameters that were given, by name
    reading     threads, progress, memory

    Arguments of the methods are described in the functions of the metric's module.
    """

    metric: AnyMetric
    parameters: Any
    scoring: Any
    given: Mapping[str, Any] = field(hash=False)
    reading: Reading

    @property
    def alone(self) -> Any:
        """The scoring of sentences alone; the same, but for defaults of CLEME2.0."""
        metric = self.metric
        if not metric.alone and self.given.keys().isdisjoint(metric.corpus_only):
            return self.scoring
        names = set(metric.scoring.__dataclass_fields__) - {*metric.corpus_only}
        own = {name: value for name, value in self.given.items() if name in names}
        return metric.scoring(**{**metric.alone, **own})

    def evaluate(self, hypotheses: System, gold: Any) -> Any:
        r"""The score of one system; text is read in blocks, so memory stays small.

        For several betas or the like, `count` once and `score_counts` for each.

        Returns:
            The score; `value` is its main number, at most 1.

        Raises:
            FormatError: files that cannot be read or do not fit, or a sentence that needs more
                memory than the limit.
            TypeError: gold that the metric does not read.
            ValueError: parameters out of range.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> m2.evaluate(system, gold).value
            1.0
        """
        return self.evaluate_systems([hypotheses], gold)[0]

    def evaluate_systems(self, systems: Sequence[System], gold: Any) -> list[Any]:
        r"""The scores of several systems; gold is read once for all.

        Returns:
            A score for each system, in order; none of no system.

        Raises:
            FormatError: as `evaluate`, and so are other errors.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> [score.value for score in m2.evaluate_systems([system, system], gold)]
            [1.0, 1.0]
        """
        read, parameters = self._read(gold)
        if not (systems := require_paths(systems, read)):
            return []
        return evaluate(self.metric, systems, read, parameters, self.scoring, self.reading)

    def count(self, hypotheses: System, gold: Any) -> Counts:
        r"""The counts of one system: integers per (sentence, annotator), before selection.

        Returns:
            Counts, for `score_counts` with any scoring.

        Raises:
            FormatError: as `evaluate`, and so are other errors.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> m2.count(system, gold).n_sentences
            1
        """
        return self.count_systems([hypotheses], gold)[0]

    def count_systems(self, systems: Sequence[System], gold: Any) -> list[Counts]:
        r"""The counts of several systems; gold is read once for all.

        Returns:
            Counts of each system, in order, as `count` returns them.

        Raises:
            FormatError: as `evaluate`, and so are other errors.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> m2.count_systems([system], gold) == [m2.count(system, gold)]
            True
        """
        read, parameters = self._read(gold)
        if not (systems := require_paths(systems, read)):
            return []
        return count(self.metric, systems, read, parameters, self.reading)

    def score_counts(self, counts: Counts) -> Any:
        r"""The score of counts: the cheap step, for any number of scorings.

        Returns:
            The score that `evaluate` returns.

        Raises:
            ValueError: counts of another metric, or parameters out of range.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> m2.score_counts(m2.count(system, gold)).value
            1.0
        """
        return score_counts(self.metric, counts, self.scoring)

    def select(self, counts: Counts) -> Integers:
        r"""The row of each sentence that enters the score.

        Returns:
            int64[S], indices into counts.table; int64[I, S] where rows are drawn I times (GLEU).

        Raises:
            ValueError: counts of another metric, or parameters out of range.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> m2.select(m2.count(system, gold)).tolist()
            [0]
        """
        return select(self.metric, counts, self.scoring)

    def total(self, counts: Counts, rows: Integers) -> Any:
        r"""The score of some rows, one per sentence: of a selection, or of a resample.

        Returns:
            A score as of `evaluate`.

        Raises:
            IndexError: a row that does not exist.
            TypeError: rows that are not integers in a list.
            ValueError: counts of another metric, or parameters out of range.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> counts = m2.count(system, gold)
            >>> m2.total(counts, m2.select(counts)).value
            1.0
        """
        return total(self.metric, counts, rows, self.scoring)

    def sentence_scores(self, hypotheses: System, gold: Any) -> Floats:
        r"""The score of each sentence alone, as if it were the whole corpus.

        The row that is best for it counts; of GLEU it is the mean over references.

        Returns:
            float64[S].

        Raises:
            FormatError: as `evaluate`, and so are other errors.

        Example:
            >>> from fastgec import Gold, m2
            >>> gold, system = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"), ["c b"]
            >>> m2.sentence_scores(system, gold).tolist()
            [1.0]
        """
        read, parameters = self._read(gold)
        return sentence_scores(self.metric, hypotheses, read, parameters, self.alone, self.reading)

    def sentence_means(self, hypotheses: System, gold: Any) -> Any:
        """Means over sentences, each of which has the reference that is best for it.

        Numbers equal the authors' program's, which rounds the ratios of a sentence to four
        digits.

        Returns:
            The means; `value` is the main one.

        Raises:
            FormatError: as `evaluate`, and so are other errors.
            TypeError: a metric that has no means.
        """
        means = self._own("sentence_means")
        return means(hypotheses, *self._read(gold), self.alone, self.reading)

    def candidate_scores(
        self, source: str, references: Sequence[str], candidates: Sequence[str]
    ) -> Floats:
        """The scores of many candidates for one source, with the same references.

        Returns:
            float64[n].

        Raises:
            FormatError: text that cannot be scored.
            TypeError: references or candidates that are a string; a metric that reads no
                references.
            ValueError: parameters out of range.
        """
        scores = self._own("candidate_scores")
        return scores(source, references, candidates, self.parameters, self.alone)

    def candidate_matrix(self, source: str, candidates: Sequence[str]) -> Floats:
        """The score of each candidate against each as its reference, for minimum Bayes risk.

        Returns:
            float64[n, n]; element [i, j] is candidate i scored with candidate j as reference.

        Raises:
            FormatError: text that cannot be scored.
            TypeError: candidates that are a string; a metric that reads M2 files only.
            ValueError: parameters out of range.
        """
        return self._own("candidate_matrix")(source, candidates, self.parameters, self.alone)

    def _read(self, gold: Any) -> tuple[Any, Any]:
        """Return gold as the metric reads it, and the parameters, of which gold may set some."""
        read, parameters = self.metric.read_gold(gold, self.parameters, self.given)
        require_readable(self.metric, read)
        return read, parameters

    def _own(self, function: str) -> Callable[..., Any]:
        """Return a method that few metrics have. Raises: TypeError: this one does not."""
        own = self.metric.functions
        if function not in own:
            raise TypeError(f"{self.metric.name} has no {function}: expected {', '.join(own)}")
        return getattr(self.metric, function)

    def __repr__(self) -> str:
        names = [*options_of(type(self.parameters)), *options_of(type(self.scoring))]
        names = [name for name in names if name not in self.metric.of_edits or name in self.given]
        values = as_dict(self.parameters) | as_dict(self.scoring)
        return f"{self.metric.name}({', '.join(f'{name}={values[name]!r}' for name in names)})"


def metric(name: str, **parameters: Any) -> BoundMetric:
    """A metric by name, with its parameters bound.

    Args:
        name: as in `fastgec NAME`: "m2", "errant", "green", "gleu", "imeasure", "cleme" ...
        **parameters: by name, as `evaluate` of the metric takes them, with `jobs` and the like.

    Raises:
        TypeError: a parameter that the metric does not have.
        ValueError: no metric has that name, or a parameter is out of range.

    Example:
        >>> from fastgec import References
        >>> gleu = metric("gleu", order=2)
        >>> gleu
        gleu(variant='official', unit='word', order=2, iterations=500, draws='python2')
        >>> float(gleu.evaluate(["a c"], References(["a b"], [["a c"]])))
        1.0
    """
    if not isinstance(name, str):
        raise TypeError(f"metric is a {type(name).__name__}, expected a name")
    short, colon, _ = name.partition(":")  # as lists of metrics have parameters
    if colon and short in METRICS:
        known = metric_named(short)
        names = ", ".join({**options_of(known.parameters), **options_of(known.scoring)})
        raise ValueError(f"metric {name!r}: expected {short!r} and keywords ({names})")
    found = metric_named(name)
    return _bound(found, "evaluate", parameters, f"metric {name!r}")


def functions_of(
    metric: AnyMetric, module: str, examples: str | None
) -> dict[str, Callable[..., Any]]:
    """Return the Python functions of a metric by name.

    Args:
        metric: whose `functions` they are.
        module: where they stand, such as "fastgec.metrics.m2".
        examples: a text with a section for each function whose docstring has an own example.
    """
    described = _described(metric)
    own = dict(SECTION.findall(examples or ""))
    functions = {name: _function(metric, name) for name in metric.functions}
    for name, function in functions.items():
        function.__name__ = function.__qualname__ = name
        function.__module__ = module
        function.__doc__ = _docstring(metric, name, described, own.get(name, ""))
    return functions


def _function(metric: AnyMetric, name: str) -> Callable[..., Any]:
    method, keywords = getattr(BoundMetric, name), _keywords(metric, name)
    signature = signature_of(metric, name)
    places = [one for one in signature.parameters if one not in keywords]
    takes_object = "parameters" in places
    own = needed = frozenset(places) - {"parameters"}
    had_old_order = metric.reads == "references" and "gold" in places
    title = f"{metric.name}.{name}"

    def function(*given: Any, **named: Any) -> Any:
        if had_old_order and _has_old_order(metric, places[0], given, named):
            given, named = _in_new_order(title, places[0], given, named)
        if len(given) > len(places):
            raise TypeError(f"{title} takes {', '.join(places)} by place, not {len(given)} values")
        for place, one in enumerate(places):
            if place < len(given) and one in named:
                raise TypeError(f"{title}: {one} is given twice")
            if place >= len(given) and one not in named and one in needed:
                raise TypeError(f"{title}: {one} is required")
        if len(given) == 3 and takes_object:
            named["parameters"], given = given[2], given[:2]
        if metric.of_edits and named.get("parameters") is not None:
            gold = given[1] if len(given) > 1 else named["gold"]
            if isinstance(gold, str | os.PathLike):
                raise TypeError(
                    f"{title}: parameters and the path of an M2 file are mutually exclusive"
                )
        values = {key: named.pop(key) for key in [*named] if key not in own}
        return method(_bound(metric, name, values, title), *given, **named)

    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def signature_of(metric: AnyMetric, name: str) -> Signature:
    """Return the signature of a function of a metric: the method's, with the parameters."""
    kind = KINDS[metric.reads]
    types = {
        "hypotheses": kind.system,
        "systems": f"Sequence[{kind.system}]",
        "gold": f"{kind.gold} | Source" if metric.of_edits else kind.gold,
    }
    method = inspect.signature(getattr(BoundMetric, name))
    own = [
        one.replace(annotation=types.get(one.name, one.annotation))
        for one in list(method.parameters.values())[1:]
    ]
    if name.endswith("_systems"):
        object_of = Parameter("parameters", Parameter.POSITIONAL_OR_KEYWORD, default=None)
        own.append(object_of.replace(annotation=f"{metric.parameters.__name__} | None"))
    made = metric.means_made if name == "sentence_means" else metric.made.__name__
    returned = re.sub("Any", made, method.return_annotation)
    return Signature([*own, *_keywords(metric, name).values()], return_annotation=returned)


@cache
def _keywords(metric: AnyMetric, name: str) -> dict[str, Parameter]:
    """Return the keywords of a metric's function: parameters, and options of reading gold."""
    method = getattr(BoundMetric, name)
    defaults = {**metric.alone} if _is_of_sentences(name) else {}
    types: dict[str, Any] = {}
    kinds: list[type[Any]] = [] if name.startswith("count") else [metric.scoring]
    kinds += [] if name in ("score_counts", "select", "total") else [metric.parameters]
    has_gold = "gold" in method.__annotations__
    skipped = {*(metric.corpus_only if _is_of_sentences(name) else ())}
    if has_gold:  # None: of M2 the metric's own, of other gold what it says itself
        defaults |= dict.fromkeys(metric.of_edits)
    else:
        skipped |= {*metric.of_edits}
    for one in (one for kind in kinds for one in fields(kind)):
        if one.name not in skipped and "option" in one.metadata:
            types[one.name] = one.metadata["option"].accepts or one.type
            if one.name in metric.of_edits:
                types[one.name] += " | None"
            defaults.setdefault(one.name, one.default)
    if has_gold:
        types |= READING
        defaults |= Reading._field_defaults
    return {
        key: Parameter(key, Parameter.KEYWORD_ONLY, default=defaults[key], annotation=annotation)
        for key, annotation in types.items()
    }


def _bound(metric: AnyMetric, name: str, values: dict[str, Any], title: str) -> BoundMetric:
    """Return a metric with the parameters of a function's call.

    Args:
        metric: the metric.
        name: of the function; it says which parameters there are.
        values: parameters by name, and perhaps an object of them, "parameters".
        title: of the function, for messages.
    """
    parameters = values.pop("parameters", None) if name.endswith("_systems") else None
    values = metric.renamed(values)
    known, names = _keywords(metric, name), metric.parameters.__dataclass_fields__
    counted: dict[str, Any] = {}
    scored: dict[str, Any] = {}
    read: dict[str, Any] = {}
    for key, value in values.items():
        if key not in known:
            raise TypeError(f"{title}: no parameter {key!r}: expected one of {', '.join(known)}")
        if not (value is None and key in metric.of_edits):
            (read if key in READING else counted if key in names else scored)[key] = value
    if parameters is None:
        parameters = metric.parameters(**counted)
    elif not isinstance(parameters, metric.parameters):
        kind = type(parameters)
        what = f"{kind.__name__} of {kind.__module__}"
        raise TypeError(f"{title}: parameters: {what}, expected {metric.name}.Parameters")
    elif counted:
        raise ValueError(f"{title}: parameters and {min(counted)} are mutually exclusive")
    defaults = metric.alone if _is_of_sentences(name) else {}
    scoring = metric.scoring(**{**defaults, **scored})
    return BoundMetric(metric, parameters, scoring, counted | scored, Reading(**read))


def _is_of_sentences(name: str) -> bool:
    """Whether a function scores sentences alone."""
    return name.startswith(("sentence", "candidate"))


def _has_old_order(
    metric: AnyMetric, first: str, given: tuple[Any, ...], named: Mapping[str, Any]
) -> bool:
    """Whether arguments are source, references and hypotheses, as they were until version 0.1."""
    if any(isinstance(one, References) for one in given):
        return False
    if len(given) == 3:
        is_object = given[2] is None or isinstance(given[2], metric.parameters)
        return not (is_object and first == "systems")
    return "source" in named or "references" in named or (len(given) == 2 and first in named)


def _in_new_order(
    title: str, first: str, given: tuple[Any, ...], named: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return arguments as hypotheses and gold; the old order is deprecated."""
    new = f"{title}({first}, References(source, references))"
    named = dict(zip(("source", "references", first), given, strict=False)) | named
    missing = {"source", "references", first} - named.keys()
    if missing or "gold" in named:
        raise TypeError(f"{title} takes {first} and gold, expected {new}")
    old = f"{title}(source, references, {first})"
    warnings.warn(f"{old} is deprecated: write {new}", DeprecationWarning, stacklevel=3)
    source, references, system = (named.pop(n) for n in ("source", "references", first))
    return (system, References(source, references)), named


def _docstring(
    metric: AnyMetric, name: str, described: Mapping[str, str], example: str
) -> str | None:
    """Return the docstring of a function: the method's, with the metric's own words."""
    text = inspect.getdoc(getattr(BoundMetric, name))
    if text is None:  # python -OO
        return None
    if name == "count":
        columns = metric.columns(metric.parameters())
        shown = ", ".join(columns[:MOST_COLUMNS]) + ", ..." * (len(columns) > MOST_COLUMNS)
        row = f"with columns {shown}; a row for each sentence and {metric.chooses}."
        text = text.replace("with any scoring.", f"with any scoring,\n    {row}")
    usual = KINDS[metric.reads].example.format(metric.name)
    text = re.sub(r"\n    TypeError: a metric that [^.]*\.|; a metric that [^.]*(?=\.)", "", text)
    text, _, last = text.partition("\n\nExample:\n")
    last = re.sub("from .*\n.*", lambda _: usual, last, count=1).replace("m2.", f"{metric.name}.")
    arguments = [f"{one}: {described[one]}." for one in signature_of(metric, name).parameters]
    text = text.replace("\n\nReturns:", "\n    ".join(["\n\nArgs:", *arguments]) + "\n\nReturns:")
    source = f"Source: {', '.join(metric.citations)} (`fastgec cite {metric.name}`)."
    return f"{text}\n\n{source}\n\nExample:\n{example or last}"


def _described(metric: AnyMetric) -> dict[str, str]:
    """Return descriptions of arguments, and of the fields of parameters and scoring."""
    kind = KINDS[metric.reads]
    gold = f"{kind.gold_text}, or the path of an M2 file" if metric.of_edits else kind.gold_text
    found: dict[str, str] = {}
    for dataclass_ in (*reversed(metric.scoring.__mro__), *reversed(metric.parameters.__mro__)):
        for name, text in DESCRIBED.findall(inspect.cleandoc(dataclass_.__doc__ or "")):
            found[name] = " ".join(text.split())
    for name, text in ARGUMENTS.items():
        found[name] = text.format(system=kind.system_text, gold=gold)
    return found
