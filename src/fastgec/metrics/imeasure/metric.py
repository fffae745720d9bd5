"""The I-measure as a metric, and the alignment of three texts for people to read."""

from __future__ import annotations

import os
import warnings
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats, Integers, Sums
from fastgec.choose.rules import KeyRank, PerSentence, Running, by_keys
from fastgec.counts import joined
from fastgec.kernels.tokens import Vocabulary, encode_words
from fastgec.machine import Cancel, available_memory
from fastgec.metrics import functions as evaluation
from fastgec.metrics.base import FUNCTIONS, Bound, Fold, Reading, Row, SentenceView
from fastgec.metrics.declarations import Checked, as_dict, option
from fastgec.metrics.imeasure.counter import count_columns, moves_of
from fastgec.metrics.imeasure.gold import CORRECTION_TOKENS, Annotations, read_m2, split
from fastgec.metrics.imeasure.score import COLUMNS, KINDS, IMeasureScore, Scoring, keys, values
from fastgec.metrics.references import ParallelText, ReferenceMetric, SharedMetric, shared_blocks
from fastgec.read import FormatError
from fastgec.read.files import Source
from fastgec.read.lines import Column, Lines, References, require_column

# Lines of a block as the kernel takes them: one table of token ids, texts one after the other.


def encode(columns: Sequence[Lines]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Turn columns of text into ids int32[T] and offsets int64[X+1], with words of their own.

    The published program cuts at ASCII white space alone: a no-break space is part of a token.

    Example:
        >>> ids, offsets = encode([Lines.of(["a b"]), Lines.of(["b"])])
        >>> ids.tolist(), offsets.tolist()
        ([0, 1, 1], [0, 2, 3])
    """
    vocabulary = Vocabulary()
    return joined(
        [encode_words(one.data, one.starts, one.ends, vocabulary, is_ascii=True) for one in columns]
    )


def require_sources(source: Lines, offsets: NDArray[np.int64], first: int) -> None:
    """Raise FormatError for a source without a token.

    Args:
        source: the lines.
        offsets: of texts, of which the sources are the first.
        first: number of sentences before them.
    """
    is_empty = np.diff(offsets[: len(source) + 1]) == 0
    if is_empty.any():
        line = first + int(is_empty.argmax()) + 1
        raise FormatError(source.name, line, "no token: expected a source sentence")


# Which texts give a token: source, hypothesis, reference, by the number of the move.
GIVES = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))


class AlignedColumn(NamedTuple):
    """A column: a token of each text, or None for a gap.

    kind  TP, TN, FP, FN; FPN where all three differ (detection: TP; correction: FP and FN)
    """

    source: str | None
    hypothesis: str | None
    reference: str | None
    kind: str


class Alignment(NamedTuple):
    """The columns of the preferred alignment, and its cost."""

    columns: tuple[AlignedColumn, ...]
    cost: int


def align(source: str, hypothesis: str, reference: str) -> Alignment:
    """Align three texts as the I-measure does.

    Args:
        source: tokens between ASCII white space.
        hypothesis: its hypothesis, in the same form.
        reference: its reference, in the same form; taken as it is, also where it is empty.

    Raises:
        MemoryError: texts that are too long and too unlike.

    Example:
        >>> for column in align("a cat sat", "the cat sat .", "the cat sits .").columns:
        ...     print(*column)
        a the the TP
        cat cat cat TN
        sat sat sits FN
        None . . TP
    """
    texts = [Lines.of([text], "text") for text in (source, hypothesis, reference)]
    ids, offsets = encode(texts)
    first, second, third = (ids[offsets[k] : offsets[k + 1]] for k in range(3))
    never = np.zeros(1, np.int32)
    cost, moves = moves_of(first, second, third, never, available_memory())
    tokens = [iter(split(text)) for text in (source, hypothesis, reference)]
    columns = []
    for move in moves.tolist():
        s, h, r = (
            next(own) if gives else None for own, gives in zip(tokens, GIVES[move], strict=True)
        )
        columns.append(AlignedColumn(s, h, r, kind_of(s, h, r)))
    return Alignment(tuple(columns), cost)


def kind_of(source: str | None, hypothesis: str | None, reference: str | None) -> str:
    """Return the class of a column, such as "TP".

    Example:
        >>> kind_of("a", "b", None)
        'FPN'
    """
    if source == hypothesis:
        return "TN" if source == reference else "FN"
    if source == reference:
        return "FP"
    return "TP" if hypothesis == reference else "FPN"


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Counting options of the I-measure.

    correction_tokens  how corrections were cut, "space" or "treebank"; functions take it with the
                       path of an M2 file (None: "treebank")
    mixed              in mix mode, what candidates were chosen by (`Scoring.words`), else ""

    Raises:
        ValueError: a value out of range.
    """

    correction_tokens: str = option(
        "space", "how corrections of --gold are cut (there: treebank)", choices=CORRECTION_TOKENS
    )
    mixed: str = ""

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if self.mixed:
            Scoring.of(self.mixed)


class IMeasure(ReferenceMetric[IMeasureScore]):
    """Weighted accuracy of a system, relative to the unchanged source's."""

    name = "imeasure"
    chooses = "candidate"
    parameters = Parameters
    scoring = Scoring
    made = IMeasureScore
    functions = (*FUNCTIONS, "candidate_scores")
    corpus_only = ("optimise",)
    resampled = ("precision", "recall", "f", "wacc", "i")
    citations = ("felice-briscoe-2015-towards",)
    of_edits: ClassVar[Mapping[str, Any]] = MappingProxyType({"correction_tokens": "treebank"})

    def count(
        self, text: ParallelText, parameters: Parameters, cancel: Cancel, limit: int
    ) -> Integers:
        """Count the columns of alignments."""
        columns = [text.source, *text.references, *text.systems]
        ids, offsets = encode(columns)
        size = len(text)
        require_sources(text.source, offsets, text.first)
        n_systems, n_references = len(text.systems), len(text.references)
        table = np.empty((n_systems, size, n_references, len(COLUMNS)), np.int64)
        system, sentence, _ = count_columns(
            ids, offsets, size, n_references, n_systems, table, cancel, limit
        )
        if system >= 0:
            reason = f"the alignment needs more than {limit / 1e9:.1f} GB of memory"
            raise FormatError(text.systems[system].name, text.first + sentence + 1, reason)
        return table

    def read_gold(
        self, gold: Any, parameters: Parameters, given: Mapping[str, Any] = MappingProxyType({})
    ) -> tuple[References, Parameters]:
        """Return references; of an M2 file, or of annotations, with how corrections were cut.

        Raises:
            ValueError: `correction_tokens` is given, and gold is no file.
        """
        own = {name: given[name] for name in self.of_edits if name in given}
        if isinstance(gold, str | os.PathLike):
            require_column(gold, is_gold=True)
            gold = self.read_edits(os.fspath(gold), replace(parameters, **{**self.of_edits, **own}))
        elif own:
            raise ValueError("correction_tokens requires the path of an M2 file")
        if isinstance(gold, Annotations):
            parameters = replace(parameters, correction_tokens=gold.correction_tokens)
        return gold, parameters

    def read_edits(self, path: str, parameters: Parameters) -> References:
        """Return the candidates that the annotators of an M2 file make."""
        return read_m2(path, correction_tokens=parameters.correction_tokens)

    def blocks(
        self, systems: Sequence[Any], gold: Any, parameters: Any, fold: Fold, reading: Reading
    ) -> Generator[Any]:
        """Count and fold, see `ReferenceMetric.blocks`; in mix mode gold must be `Annotations`.

        Raises:
            TypeError: mix mode, and no annotations.
        """
        if not parameters.mixed:
            yield from super().blocks(systems, gold, parameters, fold, reading)
            return
        if not isinstance(gold, Annotations):
            raise TypeError("mix mode requires Annotations (read_m2, read_xml)")
        from fastgec.metrics.imeasure.mixed import MixedCounter

        scoring = Scoring.of(parameters.mixed)
        counter = MixedCounter(gold, scoring, len(systems))
        if scoring.optimise == "corpus":  # each choice depends on all before it
            if not reading.span.is_whole:
                raise FormatError(gold.name, None, "mix mode of the corpus requires all sentences")
            reading = reading._replace(jobs=1)
        asked = [SharedMetric(self, parameters, fold, counter.count)]
        for (result,) in shared_blocks(asked, systems, gold, reading):
            yield result
        if reading.summary is not None:
            reading.summary.warnings = (*reading.summary.warnings, *counter.warnings())

    def columns(self, parameters: Parameters) -> tuple[str, ...]:
        """Return the names of the counts."""
        return COLUMNS

    def bounds(self, table: Integers, parameters: Parameters) -> Iterator[Bound]:
        """Yield the rules of rows: both aspects count the columns of one alignment."""
        yield from super().bounds(table, parameters)
        columns = dict(zip(COLUMNS, table.T, strict=True))
        fpn = columns["correction_fpn"]
        for kind, difference in (("tp", -fpn), ("tn", 0), ("fp", fpn), ("fn", fpn)):
            names = f"detection_{kind}", f"correction_{kind}"
            one, other = (columns[name] for name in names)
            found = {**dict(zip(names, (one, other), strict=True)), "correction_fpn": fpn}
            yield Bound(found, "columns of one alignment", one + difference == other)
        found = {"detection_fpn": columns["detection_fpn"]}
        yield Bound(found, "0", columns["detection_fpn"] == 0)

    def choose(self, scoring: Scoring) -> Any:
        """Return the choice of a candidate: for each sentence, or for the corpus so far."""
        if scoring.optimise == "corpus":
            return Running(KeyRank(partial(keys, scoring=scoring)))
        return PerSentence(by_keys(partial(keys, scoring=scoring)))

    def is_settled(self, parameters: Parameters) -> bool:
        """Whether candidates were chosen while they were counted."""
        return bool(parameters.mixed)

    def values(self, totals: Integers, scoring: Scoring) -> Floats:
        """Return precision, recall, F, WAcc and I of the correction."""
        return values(totals, scoring)

    def score(self, sums: Sums, parameters: Parameters, scoring: Scoring) -> IMeasureScore:
        """Return the score of a corpus."""
        if parameters.mixed not in ("", scoring.words):
            found = f"candidates mixed for {parameters.mixed}"
            raise FormatError("imeasure", None, f"{found} cannot be scored by {scoring.words}")
        return IMeasureScore(sums.totals, scoring, sums.n_sentences)

    def describe(self, score: IMeasureScore) -> Row:
        """Return names and values of a score; JSON has all of both aspects."""
        row = super().describe(score)
        details = {"detection": score.detection, "correction": score.correction}
        return row._replace(details={name: own._asdict() for name, own in details.items()})

    def settings(
        self, parameters: Parameters, scoring: Scoring, score: IMeasureScore
    ) -> Mapping[str, Any]:
        """Return the settings that name the score."""
        mode = "mix" if parameters.mixed else "plain"
        return {"mode": mode, "correction_tokens": parameters.correction_tokens, **as_dict(scoring)}

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield candidate, counts of both aspects and I of each sentence.

        A candidate is the number of a reference; in mix mode its text, which parts do not have.
        """
        block = view.block
        table = block.table[0][view.rows]
        scores = values(table, view.scoring)[:, -1].tolist()
        named = [{"candidate": label} for label in block.labels[view.rows].tolist()]
        if view.parameters.mixed:
            candidates = [] if block.text is None else block.text.candidates[view.system]
            named = [{"candidate": text} for text in candidates] or [{}] * len(table)
        for name, row, score in zip(named, table.tolist(), scores, strict=True):
            yield {
                **name,
                "detection": dict(zip(KINDS, row[:5], strict=True)),
                "correction": dict(zip(KINDS, row[5:10], strict=True)),
                "i": score,
            }


METRIC = IMeasure()


def evaluate_mixed(
    hypotheses: Column,
    gold: Annotations | Source,
    *,
    maximise: str = "cwacc",
    weight: float = 2.0,
    beta: float = 1.0,
    optimise: str = "sentence",
    correction_tokens: str | None = None,
    jobs: int | None = 1,
) -> IMeasureScore:
    r"""The score of one system in mix mode: against the best mixture of annotators' edits.

    Args:
        hypotheses: a path, or sentences in memory.
        gold: the path of an M2 file, or the result of `read_m2`, `parse_m2` or `read_xml`.
        maximise: as `evaluate`, like the rest.
        weight: of true and false positives.
        beta: weight of recall in F.
        optimise: "sentence" or "corpus".
        correction_tokens: how corrections of an M2 file are cut, "treebank" (None) or "space".
        jobs: threads (None: all cores).

    Raises:
        FormatError: text that cannot be scored, or a sentence with too many combinations.
        TypeError: gold that has no annotators.
        ValueError: parameters out of range.

    Example:
        >>> from fastgec.metrics.imeasure import evaluate, parse_m2
        >>> gold = parse_m2("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
        >>> evaluate_mixed(["c d"], gold).i, evaluate(["c d"], gold).i
        (1.0, 0.0)
    """
    given: Any = hypotheses
    if isinstance(given, References):  # the order until version 0.1
        text = "imeasure.evaluate_mixed(gold, hypotheses) is deprecated: write gold last"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        hypotheses, gold = cast("Column", gold), cast("Annotations", given)
    scoring = Scoring(maximise, weight, beta, optimise)
    given = {} if correction_tokens is None else {"correction_tokens": correction_tokens}
    read, parameters = METRIC.read_gold(gold, Parameters(mixed=scoring.words), given)
    evaluation.require_readable(METRIC, read)
    reading = Reading(jobs=jobs)
    return evaluation.evaluate(METRIC, [hypotheses], read, parameters, scoring, reading)[0]
