"""A reward for each sample: the score of its sentence alone, by one metric or a weighted sum.

A reward is a metric's `sentence_scores`: what the metric would say of that sentence as a corpus of
its own. So it depends on the sample and on its gold alone, never on the rest of the batch. Metrics
that cannot have that are refused: CLEME with length weights, whose unit is a mean over the corpus
(give it a bias), GoToScorer, which weighs by what several systems do, `implicit-noop` where gold
comes with the rows, since it asks for all annotators of the corpus.

Samples that are equal are scored once, and the samples of a source share its gold: a group of a
trainer costs its different texts. Several threads may call one reward.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from fastgec.bridges.standards import (
    NAMES,
    Answer,
    Columns,
    EditMaker,
    Known,
    Part,
    as_edits,
    keys_of,
    maker_of,
    parts_of,
    read_gold,
    texts_of,
)
from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import (
    NOT_CLEANED,
    Diagnostics,
    corrected_of,
    framed,
    spaces,
    unlike,
)
from fastgec.metrics import functions
from fastgec.metrics.base import Reading
from fastgec.metrics.edits import corrected_by
from fastgec.metrics.m2.counting import PreparedGold
from fastgec.metrics.m2.metric import METRIC
from fastgec.metrics.spec import MetricSpec, metric_spec, metric_specs
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines, References, first_of_lines, read_lines
from fastgec.texts.clean import clean_lines
from fastgec.texts.retokenize import Projection
from fastgec.values import flag, number

LOOKED_AT = 1000  # samples of which the first are looked at for tokens that are not the source's
ANSWER = "answer= takes a function that returns the corrected sentence alone"
ADVICE = f"clean=True removes it; {ANSWER}"
PLACE = "do id or source name the sentence that was corrected? id counts from 0"
CURE = "retokenize=True (the default from 0.3 on; False: text stays as it is)"
Weighted = str | Mapping[str, float]


class Rewards(NamedTuple):
    """A reward for each sample.

    values  the reward of each; None: its row has no gold
    parts   by the words of each metric its score of each sample, not weighted
    """

    values: list[float | None]
    parts: dict[str, list[float | None]]


class Reward:
    r"""Scores samples, see the module; made once, called for each batch.

    Args:
        metric: words of one metric, such as "m2" or "green:char,beta=2" (docs/run.md), or of
            several with their weights: {"m2": 0.7, "green": 0.3} is 0.7 of one plus 0.3 of the
            other.
        gold: edits of all sentences (a Gold, or the path of an M2 file), for metrics that read
            edits; None: each row has its own.
        references: texts of all sentences, for metrics that read texts; None: as gold.
        ids: what the rows call the sentences of gold and references, in their order; None: numbers
            from 0.
        columns: what the columns of the batch are called, where not "id", "source", "references"
            and "gold": {"source": "text"}. None for a name: that column is not read.
        answer: takes the corrected text out of a completion; None for it: nothing was answered.
        no_answer: the reward of that, and of messages without content of the assistant; in a
            mixture the score of each metric, too.
        retokenize: cut completions into tokens as the sources of gold or references are, or else as
            the source of the row is, where models write raw text. False
            leaves them as they are, without warnings; None (the default) as well, with one warning
            where the first samples are raw. With fastgec 0.3 None will cut such samples.
        clean: remove what a language model writes around its correction, by the rules of
            `retokenize(..., clean=True)`.
        edits: what makes edits of texts for metrics that compare edits (ERRANT, CLEME): "errant"
            (spaCy), "align" (changed words, without types), or a function of sources and texts that
            returns M2 text.
        jobs: threads: 1 unless said; None is all cores.

    Raises:
        ValueError: no such metric, one that cannot reward a sample alone, weights that are none.
        FormatError: gold that cannot be read.

    Example:
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS d\n")
        >>> Reward("m2", gold=gold)(["c b", "d", "e"], {"id": [0, 1, None]}).values
        [1.0, 1.0, None]
    """

    def __init__(
        self,
        metric: Weighted = "m2",
        *,
        gold: Gold | str | os.PathLike[str] | None = None,
        references: References | None = None,
        ids: Iterable[Hashable] | None = None,
        columns: Mapping[str, str | None] | None = None,
        answer: Answer | None = None,
        no_answer: float = 0.0,
        retokenize: bool | None = None,
        clean: bool = False,
        edits: str | EditMaker | None = None,
        jobs: int | None = 1,
    ) -> None:
        """Read the gold; nothing is counted yet."""
        self._asked, self._weights = _understood(metric)
        self.name = "_".join(one.metric.name for one in self._asked)
        keys = keys_of(ids)
        known = None if gold is None else read_gold(gold)
        self._gold = None if known is None else Known(known, keys)
        self._references = None if references is None else Known(references, keys)
        if keys is not None and gold is None and references is None:
            raise ValueError("ids require gold or references")
        self._require_read(gold=gold is not None, references=references is not None)
        for one in self._asked:
            require_alone(one, has_gold=gold is not None)
        self.names = _names_of(columns or {})
        self._answer, self._no_answer = answer, number(no_answer, "no_answer", -1e9, 1e9)
        is_cut = retokenize is not None and flag(retokenize, "retokenize")
        self._cleans = flag(clean, "clean")
        self._edits = maker_of(edits, [one.metric for one in self._asked])
        self._cuts = is_cut
        self._projection = _projection(self._gold or self._references) if is_cut else None
        # The memory of the machine is looked up once, not for each batch.
        self._reading = Reading(jobs=jobs, memory_limit=Reading().memory())
        self._prepared: dict[str, PreparedGold | None] = {}
        for one in self._asked:
            is_as_given = not (self._cuts or self._cleans)
            if one.metric is METRIC and known is not None and is_as_given:
                options = one.parameters, one.scoring, self._reading.memory()
                self._prepared[one.label] = METRIC.prepared(known, *options)
        self._diagnostics = None if retokenize is not None and not is_cut else Diagnostics(1)
        if known is not None and known is not gold:  # who read it himself has its warnings
            emit_warnings(known.warnings)

    def _require_read(self, **given: bool) -> None:
        """Raise ValueError for gold or references, where no metric reads what is given."""
        reads = {one.metric.reads for one in self._asked}
        kinds = {"gold": {"edits", "pairs"}, "references": {"references"}}
        names = [name for name, is_given in given.items() if is_given]
        if names and not any(kinds[name] & reads for name in names):
            name = names[0]
            other = "references=References(source, texts)" if name == "gold" else "gold=GOLD"
            raise ValueError(f"{self._asked[0].label} reads no {name}: expected {other}")

    def __repr__(self) -> str:
        parts = [
            f"{weight:g} {one.label}" if len(self._asked) > 1 else one.label
            for one, weight in zip(self._asked, self._weights, strict=True)
        ]
        return f"Reward({' + '.join(parts)})"

    @property
    def columns(self) -> set[str]:
        """Names of the columns of a batch that are read where they are there."""
        return {name for name in self.names.values() if name is not None}

    @property
    def standard(self) -> str:
        """Which column of ours the first metric is held against: "gold" or "references"."""
        return "references" if self._asked[0].metric.reads == "references" else "gold"

    def __call__(self, completions: Sequence[Any], columns: Columns) -> Rewards:
        """Score a batch.

        Args:
            completions: strings, or lists of messages.
            columns: by the names of the batch; each as long as completions. Others are left aside.

        Raises:
            TypeError: completions that are no text.
            ValueError: columns that are missing, of another length, or hold what is not expected;
                it names the row, from 0.
            FormatError: text or gold that cannot be scored.
        """
        texts = texts_of(completions, self._answer)
        own = self._columns(columns, len(texts))
        cache: dict[str, list[Part]] = {}
        parts: dict[str, list[float | None]] = {}
        for at, one in enumerate(self._asked):
            reads = "references" if one.metric.reads == "references" else "edits"
            if reads not in cache:
                cache[reads] = self._parts(own, len(texts), reads)
            scores: list[float | None] = [None] * len(texts)
            for part in cache[reads]:
                self._score(one, part, texts, scores, looks=at == 0)
            parts[one.label] = scores
        self._tell()
        values: list[float | None] = []
        for row in zip(*parts.values(), strict=True):
            total: float | None = 0.0
            for weight, score in zip(self._weights, row, strict=True):
                total = None if total is None or score is None else total + weight * score
            values.append(total)
        for row_number, text in enumerate(texts):
            if text is None and values[row_number] is not None:
                # A metric would score no words at all, which may be worth something.
                for found in (values, *parts.values()):
                    found[row_number] = self._no_answer
        return Rewards(values, parts)

    def _columns(self, columns: Columns, n_rows: int) -> dict[str, Any]:
        """Return the columns by our names, checked for length."""
        own: dict[str, Any] = {}
        for name, theirs in self.names.items():
            column = None if theirs is None else columns.get(theirs)
            if column is None:
                if theirs is not None and theirs != name:
                    known = ", ".join(map(repr, columns)) or "none"
                    raise ValueError(f"no column {theirs!r} (for {name}), only {known}")
                continue
            if isinstance(column, str) or not hasattr(column, "__len__") or len(column) != n_rows:
                found = len(column) if hasattr(column, "__len__") else type(column).__name__
                raise ValueError(
                    f"column {theirs!r}: {found}, expected a list of {n_rows}, one for each "
                    "completion"
                )
            own[name] = column
        return own

    def _parts(self, columns: Columns, n_rows: int, reads: str) -> list[Part]:
        known = self._references if reads == "references" else self._gold
        if known is not None:
            return [known.part(columns, n_rows)]
        parts = parts_of(columns, n_rows, reads)
        for part in parts:
            if part.pool.gold is not None:
                emit_warnings(part.pool.gold.warnings)
        return parts

    def _score(
        self,
        one: MetricSpec,
        part: Part,
        texts: Sequence[str | None],
        scores: list[float | None],
        *,
        looks: bool,
    ) -> None:
        """Write the score of each row of a part to its place."""
        seen: dict[tuple[int, str], int] = {}
        places = []
        for row, sentence in zip(part.rows, part.numbers, strict=True):
            text = texts[row]
            # What was not answered is given its reward later; its score is that of no words.
            places.append(seen.setdefault((sentence, text or ""), len(seen)))
        if not seen:
            return
        numbers = [sentence for sentence, _ in seen]
        distinct = [text for _, text in seen]
        prepared = self._prepared.get(one.label)
        found = prepared.scores(distinct, numbers) if prepared else None
        if found is None or (looks and self._diagnostics is not None):
            outputs = Lines.of(distinct, "completions")
            hypotheses: Any = outputs
            standard: Any = part.pool.take(numbers)
            if self._cleans:
                outputs, _ = clean_lines(outputs, part.pool.take_sources(numbers))
                hypotheses = outputs
            if self._cuts:
                outputs = self._cut(part.pool.take_sources(numbers), outputs)
                hypotheses = outputs
            if looks:
                self._look(outputs, standard)
            if one.metric.reads == "pairs":
                assert self._edits is not None  # metrics of pairs have one
                hypotheses, standard = as_edits(self._edits, part.pool, numbers, outputs)
            if found is None:
                found = functions.sentence_scores(
                    *(one.metric, hypotheses, standard, one.parameters, one.scoring),
                    self._reading,
                ).tolist()
        for row, place in zip(part.rows, places, strict=True):
            scores[row] = found[place]

    def _cut(self, sources: Lines, outputs: Lines) -> Lines:
        """Return outputs in the tokens of their sources."""
        if self._projection is not None:
            (outputs,), _ = self._projection.project(sources, [outputs])
            return outputs
        cut: list[str] = []
        for source, group in groupby(range(len(sources)), sources.__getitem__):
            lines = Lines.of([outputs[number] for number in group])
            alone = Projection()
            alone.learn([source])  # not the others of the batch: a reward depends on its row
            (lines,), _ = alone.project(Lines.of([source] * len(lines)), [lines], n_before=len(cut))
            cut += (lines[number] for number in range(len(lines)))
        return Lines.of(cut, outputs.name)

    def _look(self, outputs: Lines, standard: Gold | References) -> None:
        """Look at the first samples: their tokens, and text around the corrections."""
        diagnostics = self._diagnostics
        if diagnostics is None or diagnostics.sentences >= LOOKED_AT:
            return
        if isinstance(standard, Gold):
            sources = standard.sources
            corrected = corrected_by(lambda: standard)
        else:
            sources = read_lines(standard.source, "source")
            corrected = corrected_of([read_lines(one, "reference") for one in standard.columns])
        diagnostics.add(
            diagnostics.inspect(diagnostics.sentences, sources, [outputs], corrected=corrected)
        )

    def _tell(self) -> None:
        """Warn, once, of samples of other sources, with other tokens, or text around them."""
        diagnostics = self._diagnostics
        if diagnostics is None:
            return
        advice = f"{NOT_CLEANED}; {ANSWER}" if self._cleans else ADVICE
        lines = unlike(diagnostics, PLACE) or framed(diagnostics, advice)
        if not self._cuts:
            lines += spaces(diagnostics, CURE)
        if lines or diagnostics.sentences >= LOOKED_AT:
            self._diagnostics = None
        emit_warnings(lines)


def _understood(metric: Weighted) -> tuple[list[MetricSpec], list[float]]:
    if isinstance(metric, str):
        return [metric_spec(metric)], [1.0]
    if not isinstance(metric, Mapping) or not metric:
        raise ValueError(
            f"metric {metric!r}: expected the words of one, such as 'm2', or a dict of words and "
            "weights"
        )
    found = metric_specs([("", words) for words in metric])
    return found, [number(one, f"weight of {words!r}", -1e9, 1e9) for words, one in metric.items()]


def require_alone(one: MetricSpec, *, has_gold: bool) -> None:
    """Raise ValueError for a metric that scores no sentence alone."""
    name, parameters = one.metric.name, one.parameters
    if name == "gotoscorer":
        raise ValueError(
            "gotoscorer cannot score one sample: its weights depend on several systems"
        )
    if name == "cleme" and parameters.weights == "length" and not parameters.bias:
        raise ValueError(
            "cleme: its weights depend on the batch, by the mean length of the corpus: "
            "expected 'cleme:none' or a bias, such as 'cleme:bias=1.5'"
        )
    if getattr(parameters, "implicit_noop", False) and not has_gold:
        raise ValueError(
            "implicit-noop requires gold given beforehand: it depends on all annotators"
        )


def _names_of(columns: Mapping[str, str | None]) -> dict[str, str | None]:
    unknown = [name for name in columns if name not in NAMES]
    if unknown:
        expected = ", ".join(map(repr, NAMES))
        raise ValueError(f"columns: {unknown[0]!r}: expected {expected}")
    return {name: columns.get(name, name) for name in NAMES}


def _projection(known: Known | None) -> Projection | None:
    """Return a projection that knows the tokens of the gold; None where rows have their own."""
    if known is None:
        return None
    projection = Projection()
    projection.learn(first_of_lines(known.pool.sources))
    return projection
