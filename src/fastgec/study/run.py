"""One run: counts and scores the systems of a request and keeps the counts it wants.

Each block is read once. Resampling and parts need all sentences at the same time: these are kept in
the least memory that will do, and memory is checked before it is taken. At the end, names of scores
as tables, pages and comparisons show them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.choose import Chosen
from fastgec.counts import Counts, CountsBuilder
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.fscore import shown_beta
from fastgec.machine import require_holdable
from fastgec.metrics.base import (
    AnyMetric,
    Block,
    Folded,
    Found,
    Reading,
    Tally,
    counted_blocks,
    found_by,
    parameters_of,
)
from fastgec.metrics.declarations import differing, options_of
from fastgec.read import FormatError
from fastgec.read.lines import WHOLE, OutputFingerprint, Span

if TYPE_CHECKING:  # only parts need it
    from fastgec.metrics.base import Summary
    from fastgec.study.parts import Part
    from fastgec.study.resampling import Clusters

NOTHING_FOUND = Found()
ON_ONE_THREAD = Reading()
Observer = Callable[[Block, Sequence[Chosen]], None]


class Facts(NamedTuple):
    """Facts of a gold standard, or of a range of its sentences.

    sentences    how many were scored
    gold         more of the whole gold by name: its annotators, or how many references there are
    fingerprint  of the whole gold
    first        number of sentences before them
    is_part      whether they are only a range of the sentences
    total        how many the whole gold has, where that is not the same
    """

    sentences: int
    gold: Mapping[str, Any]
    fingerprint: str
    first: int = 0
    is_part: bool = False
    total: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return the facts by name."""
        span = f"{self.first + 1}-{self.first + self.sentences}"
        return {
            "sentences": self.sentences,
            **({"range": span} if self.is_part else {}),
            **self.gold,
            "gold": self.fingerprint,
        }


def facts_of(summary: Summary, span: Span = WHOLE) -> Facts:
    """Return the facts of a run over a span of the sentences."""
    first, last = span.within(0, summary.sentences)
    return Facts(
        last - first,
        dict(summary.known),
        summary.fingerprint,
        span.first,
        not span.is_whole,
        summary.sentences,
    )


@dataclass(frozen=True, slots=True)
class Request:
    """The systems, gold, metric and options of a run, and the counts that it keeps.

    metric           the metric
    names            of the systems
    systems          their outputs
    gold             as the metric reads it
    parameters       the counting options
    scorings         the scoring options
    reading          which sentences, threads and the like; a run adds its summary and diagnostics
    keeps_counts     whether the counts of all sentences are kept, and hashes of whole outputs
    keeps_samples    whether the counts that resampling needs are kept
    clusters         sentences that resampling takes as a whole, see `clusters`
    is_fixed         whether resampling keeps the annotators that the whole corpus selects
    has_fingerprint  whether the facts have a hash of the gold
    observers        called with each block and the rows that each scoring selected in it, in order
    """

    metric: AnyMetric
    names: Sequence[str]
    systems: Sequence[Any]
    gold: Any
    parameters: Any
    scorings: Sequence[Any]
    reading: Reading = ON_ONE_THREAD
    keeps_counts: bool = False
    keeps_samples: bool = False
    clusters: Clusters | None = None
    is_fixed: bool = False
    has_fingerprint: bool = True
    observers: Sequence[Observer] = ()


class Run(NamedTuple):
    """The result of a run.

    metric      the metric
    parameters  the counting options
    scorings    the scoring options
    systems     their names
    scores      for each system, its score by each scoring
    facts       facts of the gold
    warnings    edits that the reader of gold left out or had to guess
    counts      of each system, where they were kept
    samples     for each scoring, a `resampling.Sample` of each system, where they were kept
    unchanged   for each system whether its output is the source; empty where that is not known
    found       diagnostics of the inputs
    outputs     of each system a hash of its whole output, where counts were kept
    clusters    of sentences, that its samples are drawn by
    """

    metric: AnyMetric
    parameters: Any
    scorings: tuple[Any, ...]
    systems: tuple[str, ...]
    scores: list[tuple[Any, ...]]
    facts: Facts
    warnings: tuple[str, ...] = ()
    counts: tuple[Counts, ...] = ()
    samples: tuple[tuple[Any, ...], ...] = ()
    unchanged: tuple[bool, ...] = ()
    found: Found = NOTHING_FOUND
    outputs: tuple[str, ...] = ()
    clusters: Clusters | None = None


def run_request(request: Request) -> Run:
    """Count and score text.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: the counts to keep do not fit into memory.
    """
    metric, parameters, gold = request.metric, request.parameters, request.gold
    summary = metric.summarize(gold, parameters, has_fingerprint=request.has_fingerprint)
    diagnostics = Diagnostics(len(request.systems))
    outputs = [OutputFingerprint() for _ in request.systems] if request.keeps_counts else []
    reading = request.reading._replace(summary=summary, diagnostics=diagnostics, outputs=outputs)
    work = Work(request)
    with closing(metric.blocks(request.systems, gold, parameters, work.fold, reading)) as blocks:
        for folded in blocks:
            work.add(folded)
    done = work.run(facts_of(summary, reading.span), summary.warnings)
    hashes = tuple(output.hexdigest() for output in outputs)
    found = found_by(diagnostics, metric, gold, parameters, request.scorings)
    return done._replace(found=found, outputs=hashes if all(hashes) else ())


def request_of(part: Part, metric: AnyMetric, scorings: Sequence[Any], **kept: Any) -> Request:
    """Return the request to score the counts of a whole corpus, see `run_part`.

    Parameters: part; metric, of which its counts are; scorings; more fields of the request.
    """
    parameters = parameters_of(metric, part.counts[0])
    return Request(metric, part.systems, part.counts, part, parameters, scorings, **kept)


def signed(run: Run, more: Mapping[str, Any]) -> Run:
    """Return a run with further facts, for signatures: what made its edits."""
    return run._replace(facts=run.facts._replace(gold={**run.facts.gold, **more}))


def run_part(request: Request) -> Run:
    """Score the counts of a whole corpus, see `request_of`."""
    part: Part = request.gold
    work = Work(request, part)
    for block in counted_blocks(part.counts, has_own_rows=request.metric.has_own_rows):
        work.add(work.fold(block))
    return work.run(Facts(part.n_total, part.facts, part.fingerprint))


class Work:
    """A run in progress: sums of its blocks, and retained sentences.

    For resampling it keeps, by scoring, the selected rows if a resample selects nothing anew, and
    all rows otherwise, as counts where these are kept.
    """

    def __init__(self, request: Request, part: Part | None = None) -> None:
        """Take the request, and the joined part if the corpus was counted before.

        Raises:
            ValueError: counts of another metric, or of unlike sentences.
        """
        metric, parameters, n_systems = request.metric, request.parameters, len(request.systems)
        self._request = request
        self._counts = () if part is None else part.counts
        for counts in self._counts:
            metric.require_own(counts)
        scorings = request.scorings
        self._tally = Tally(metric, parameters, scorings, n_systems, jobs=request.reading.jobs)
        self.fold = self._tally.fold
        self._unchanged = [True] * n_systems if part is None else list(part.unchanged)
        self._choices = [metric.choose(scoring) for scoring in scorings]
        is_fixed = request.is_fixed or metric.is_settled(parameters)
        is_chosen = [
            request.keeps_samples and (is_fixed or choice.kind == "sentence")
            for choice in self._choices
        ]
        self._builders = []
        if part is None and request.keeps_counts:
            self._builders = [CountsBuilder(n_systems) for _ in range(n_systems)]
        self._rows: list[Any] = [None] * len(scorings)
        self._all_rows: list[Any] = []
        if request.keeps_samples:
            from fastgec.study.resampling import ChosenRows

            width = len(metric.columns(parameters))
            self._rows = [
                [ChosenRows(width) for _ in range(n_systems)] if is_kept else None
                for is_kept in is_chosen
            ]
            if part is None and not (request.keeps_counts or all(is_chosen)):
                self._all_rows = [ChosenRows(width) for _ in range(n_systems)]

    def add(self, folded: Folded) -> None:
        """Add the next block."""
        chosen = self._tally.add(folded)
        block = folded[0]
        self._look(block.text)
        if self._builders or self._all_rows or any(self._rows):
            self._keep(block, chosen)
        for observe in self._request.observers:
            observe(block, chosen)

    def _look(self, text: Any) -> None:
        """Find systems that leave all sentences unchanged: mostly one line decides."""
        if text is None:
            return
        if not hasattr(text, "is_unchanged"):
            self._unchanged = []
        for system, is_unchanged in enumerate(self._unchanged):
            self._unchanged[system] = is_unchanged and text.is_unchanged(system)

    def _keep(self, block: Block, chosen: Sequence[Chosen]) -> None:
        grown = [one.n_bytes_with(len(block)) for rows in self._rows for one in rows or ()]
        own_blocks = [block.of_system(system) for system in range(len(self._all_rows))]
        grown += [
            rows.n_bytes_with(len(own.labels))
            for rows, own in zip(self._all_rows, own_blocks, strict=True)
        ]
        require_holdable(sum(grown), "counts")
        for system, builder in enumerate(self._builders):
            builder.add(block.counts(system))
        for rows, own in zip(self._all_rows, own_blocks, strict=True):
            rows.add(own.table[0], own.offsets)
        for rows, one in zip(self._rows, chosen, strict=True):
            for system, of_system in enumerate(rows or ()):
                assert one.rows is not None
                of_system.add(block.of_system(system).table[0][one.rows[system]])

    def run(self, facts: Facts, warnings: tuple[str, ...] = ()) -> Run:
        """Return the result, once all blocks have been added.

        Raises:
            FormatError: one sentence, of which resamples are to be made.
        """
        request = self._request
        if request.keeps_samples and facts.sentences == 1:
            reason = "1 sentence, expected at least 2 for intervals and tests: resamples of one "
            raise FormatError(str(request.names[0]), None, f"{reason}sentence are all the same")
        clusters = request.clusters
        if clusters is not None:
            clusters.require(facts.sentences)
            warnings = (*warnings, *clusters.warnings)
        counts = tuple(builder.build() for builder in self._builders) or self._counts
        return Run(
            request.metric,
            request.parameters,
            tuple(request.scorings),
            tuple(request.names),
            self._tally.scores(),
            facts,
            warnings,
            counts,
            self._samples(counts),
            tuple(self._unchanged),
            clusters=clusters,
        )

    def _samples(self, counts: tuple[Counts, ...]) -> tuple[tuple[Any, ...], ...]:
        """Return a sample of each system for each scoring, if they were kept."""
        if not self._request.keeps_samples:
            return ()
        from fastgec.study.resampling import sample_of

        samples: list[list[Any]] = []
        for rows, choice in zip(self._rows, self._choices, strict=True):
            if rows is not None:
                samples.append([of_system.sample() for of_system in rows])
            elif self._all_rows:
                samples.append([of_system.sample(choice) for of_system in self._all_rows])
            else:
                samples.append([sample_of(table, choice) for table in counts])
        clusters = self._request.clusters
        return tuple(tuple(replace(one, clusters=clusters) for one in each) for each in samples)


def part_of(done: Run) -> Part:
    """Return the part that a run counted, which kept its counts."""
    from fastgec.study.parts import Part

    facts = done.facts
    return Part(
        done.systems,
        done.counts,
        facts.first,
        facts.total,
        facts.fingerprint,
        facts.gold,
        done.unchanged,
        done.outputs,
    )


def settings_of(done: Run) -> list[Any]:
    """Return the settings that name the scores of a run, for each scoring."""
    metric = done.metric
    return [
        metric.settings(done.parameters, scoring, done.scores[0][number] if done.scores else None)
        for number, scoring in enumerate(done.scorings)
    ]


def measure_name(metric: AnyMetric, scoring: Any, score: Any) -> str:
    """Return the display name of the compared number, with its beta.

    Args:
        metric: of the score.
        scoring: the scoring options of the score.
        score: one of the metric.

    Example:
        >>> from fastgec import References, green
        >>> score = green.evaluate(["a c"], References(["a b"], [["a c"]]), beta=2.0)
        >>> measure_name(green.METRIC, green.Scoring(beta=2.0), score)
        'F2'
    """
    name = str(metric.describe(score).measure(metric.resampled[-1]).heading)
    beta = getattr(scoring, metric.several) if metric.several else None
    return name if beta is None else f"{name}{shown_beta(beta)}"


def metric_name(metric: AnyMetric, parameters: Any, scoring: Any) -> str:
    """Return the display name of a metric: with the parameters that are not its defaults, but beta.

    Example:
        >>> from fastgec import green
        >>> metric_name(green.METRIC, green.Parameters(6, "char"), green.Scoring(beta=2.0))
        'GREEN char n=6'
    """
    if title := metric.title(parameters):
        return title
    words = [metric.shown_name or metric.name.upper()]
    fields = options_of(type(parameters)) | options_of(type(scoring))
    for name, value in differing(metric, parameters, scoring).items():
        if name == "beta" or (name == "weights" and name not in fields):  # their hash
            continue
        if isinstance(value, bool) or name not in fields:
            words.append(name.replace("_", " "))
        else:
            short = "n" if name == "order" else name.replace("_", " ")
            words.append(value if isinstance(value, str) else f"{short}={value:g}")
    return " ".join(words)


def score_name(metric: AnyMetric, parameters: Any, scoring: Any, score: Any) -> str:
    """Return the display name of a score: "M2 F0.5", "GREEN char n=6 F2", "GLEU"."""
    named, measure = metric_name(metric, parameters, scoring), measure_name(metric, scoring, score)
    return named if measure.lower() in (metric.name, named.lower()) else f"{named} {measure}"


def name_of(done: Run) -> str:
    """Return the display name of the scores of a run: "M2 F0.5"; of several betas "GREEN"."""
    metric, scoring = done.metric, done.scorings[0]
    if len(done.scorings) > 1 or not done.scores:  # of no system where annotators alone are scored
        return metric_name(metric, done.parameters, scoring)
    return score_name(metric, done.parameters, scoring, done.scores[0][0])


def values_of(done: Run, number: int) -> list[float]:
    """Return the main number of each system by one of the scorings of a run: F, or GLEU's mean."""
    metric = done.metric
    name = metric.resampled[-1]
    return [float(metric.describe(scores[number]).measure(name).value) for scores in done.scores]
