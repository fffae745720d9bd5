"""A run: systems are counted and scored, and what else is wanted of their sentences is kept.

Blocks go by once. What needs all sentences at the same time (resampling, parts) has them kept, in
the least room that will do, and memory is asked for before it is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from fastgec.choice import Chosen
from fastgec.corpus.errors import FormatError
from fastgec.corpus.fingerprint import OutputFingerprint
from fastgec.corpus.span import WHOLE, Span
from fastgec.counts import Counts, CountsBuilder
from fastgec.guard.watch import Guard
from fastgec.machine.memory import require_holdable
from fastgec.metrics.door import Block, Metric, Reading, Score, System
from fastgec.metrics.evaluation import tally_of
from fastgec.metrics.guarded import Found, found_by
from fastgec.metrics.spec import metric_name, score_name
from fastgec.metrics.tally import Folded, Tally, counted_blocks

if TYPE_CHECKING:  # only parts need it
    from fastgec.metrics.door import Summary
    from fastgec.study.parts import Part

S = TypeVar("S", bound=Score)
NOTHING_FOUND = Found()
Watcher = Callable[[Block, Sequence[Chosen]], None]


class Facts(NamedTuple):
    """What is known of a gold standard, or of a range of its sentences.

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
    """Return what a summary says, of a run over a span of the sentences."""
    first, last = span.within(0, summary.sentences)
    return Facts(
        last - first,
        dict(summary.known),
        summary.fingerprint,
        span.first,
        not span.is_whole,
        summary.sentences,
    )


class Run(NamedTuple, Generic[S]):
    """What became of systems.

    metric      what scored them
    parameters  what counts depend on
    scorings    what scores depend on
    systems     their names
    scores      for each system, its score by each scoring
    facts       what is known of the data
    warnings    what the reader of gold left out or had to guess
    counts      of each system, where they were kept
    samples     for each scoring, a `resampling.Sample` of each system, where they were kept
    unchanged   for each system whether its output is the source; empty where that is not known
    found       what the guard found
    outputs     of each system a hash of its whole output, where counts were kept
    """

    metric: Metric[S]
    parameters: Any
    scorings: tuple[Any, ...]
    systems: tuple[str, ...]
    scores: list[tuple[S, ...]]
    facts: Facts
    warnings: tuple[str, ...] = ()
    counts: tuple[Counts, ...] = ()
    samples: tuple[tuple[Any, ...], ...] = ()
    unchanged: tuple[bool, ...] = ()
    found: Found = NOTHING_FOUND
    outputs: tuple[str, ...] = ()


def run_text(
    metric: Metric[S],
    names: Sequence[str],
    systems: Sequence[System],
    gold: Any,
    parameters: Any,
    scorings: Sequence[Any],
    *,
    reading: Reading | None = None,
    keeps_counts: bool = False,
    keeps_samples: bool = False,
    is_fixed: bool = False,
    watchers: Sequence[Watcher] = (),
    has_fingerprint: bool = True,
) -> Run[S]:
    """Count and score text.

    Args:
        metric: what scores.
        names: of the systems.
        systems: their outputs.
        gold: as the metric reads it.
        parameters: what counts depend on.
        scorings: what scores depend on.
        reading: which sentences, threads and the like; its summary is made here.
        keeps_counts: whether the counts of all sentences are kept, and hashes of whole outputs.
        keeps_samples: whether what resampling needs is kept.
        is_fixed: whether resampling keeps the choice of the whole corpus.
        watchers: told each block, and what each scoring chose in it, in order.
        has_fingerprint: whether the facts have a hash of the gold.

    Raises:
        FormatError: text that cannot be scored.
        LimitError: what is to be kept does not fit into memory.
    """
    summary = metric.summarize(gold, parameters, has_fingerprint=has_fingerprint)
    guard = Guard(len(systems))
    outputs = [OutputFingerprint() for _ in systems] if keeps_counts else []
    reading = (reading or Reading())._replace(summary=summary, guard=guard, outputs=outputs)
    work = Work(
        Tally(metric, parameters, scorings, len(systems), jobs=reading.jobs),
        keeps_counts=keeps_counts,
        keeps_samples=keeps_samples,
        is_fixed=is_fixed,
        watchers=watchers,
    )
    with closing(metric.blocks(systems, gold, parameters, work.fold, reading)) as blocks:
        for folded in blocks:
            work.add(folded)
    run = work.run(names, facts_of(summary, reading.span), summary.warnings)
    hashes = tuple(output.hexdigest() for output in outputs)
    found = found_by(guard, metric, gold, parameters, scorings)
    return run._replace(found=found, outputs=hashes if all(hashes) else ())


def run_part(
    metric: Metric[S],
    part: Part,
    scorings: Sequence[Any],
    *,
    jobs: int | None = 1,
    keeps_samples: bool = False,
    is_fixed: bool = False,
    watchers: Sequence[Watcher] = (),
) -> Run[S]:
    """Score the counts of a whole corpus; the rest as `run_text`."""
    work = Work(
        tally_of(metric, part.counts, scorings, jobs=jobs),
        keeps_samples=keeps_samples,
        is_fixed=is_fixed,
        watchers=watchers,
        counts=part.counts,
        unchanged=part.unchanged,
    )
    for block in counted_blocks(part.counts, has_own_rows=metric.has_own_rows):
        work.add(work.fold(block))
    return work.run(part.systems, Facts(part.n_total, part.facts, part.fingerprint))


class Work(Generic[S]):
    """A run while its blocks go by: what is tallied, kept and told of them."""

    def __init__(
        self,
        tally: Tally[S],
        *,
        keeps_counts: bool = False,
        keeps_samples: bool = False,
        is_fixed: bool = False,
        watchers: Sequence[Watcher] = (),
        counts: Sequence[Counts] = (),
        unchanged: tuple[bool, ...] | None = None,
    ) -> None:
        """Take an empty tally, and what else is wanted; what is known already of a part."""
        self._tally = tally
        self._unchanged = [True] * tally.n_systems if unchanged is None else list(unchanged)
        self._kept = _Kept(tally, keeps_counts, keeps_samples, is_fixed, counts)
        self._watchers = [*self._kept.watchers, *watchers]
        self.fold = tally.fold

    def add(self, folded: Folded) -> None:
        """Add the next block."""
        chosen = self._tally.add(folded)
        self._look(folded[0].text)
        for watch in self._watchers:
            watch(folded[0], chosen)

    def _look(self, text: Any) -> None:
        """See which systems leave all sentences as they are: mostly one line tells."""
        if text is None:
            return
        if not hasattr(text, "is_unchanged"):
            self._unchanged = []
        for system, is_unchanged in enumerate(self._unchanged):
            self._unchanged[system] = is_unchanged and text.is_unchanged(system)

    def run(self, names: Sequence[str], facts: Facts, warnings: tuple[str, ...] = ()) -> Run[S]:
        """Return what became of the systems, whose blocks have all gone by.

        Raises:
            FormatError: one sentence, of which resamples are to be made.
        """
        if self._kept.keeps_samples and facts.sentences == 1:
            reason = "1 sentence, expected at least 2 for intervals and tests: resamples of one "
            raise FormatError(str(names[0]), None, f"{reason}sentence are all the same")
        counts = self._kept.counts()
        return Run(
            self._tally.metric,
            self._tally.parameters,
            self._tally.scorings,
            tuple(names),
            self._tally.scores(),
            facts,
            warnings,
            counts,
            self._kept.samples(counts),
            tuple(self._unchanged),
        )


def part_of(run: Run[Any]) -> Part:
    """Return the part that a run counted, which kept its counts."""
    from fastgec.study.parts import Part

    facts = run.facts
    return Part(
        run.systems,
        run.counts,
        facts.first,
        facts.total,
        facts.fingerprint,
        facts.gold,
        run.unchanged,
        run.outputs,
    )


def settings_of(run: Run[Any]) -> list[Any]:
    """Return what names the scores of a run, for each scoring."""
    metric = run.metric
    return [
        metric.settings(run.parameters, scoring, run.scores[0][number] if run.scores else None)
        for number, scoring in enumerate(run.scorings)
    ]


def name_of(run: Run[Any]) -> str:
    """Return what people call the scores of a run: "M2 F0.5"; of several betas "GREEN"."""
    metric, scoring = run.metric, run.scorings[0]
    if len(run.scorings) > 1 or not run.scores:  # of no system where annotators alone are scored
        return metric_name(metric, run.parameters, scoring)
    return score_name(metric, run.parameters, scoring, run.scores[0][0])


class _Kept:
    """What is kept while blocks go by: whole counts, or of each scoring the chosen rows."""

    def __init__(
        self,
        tally: Tally[Any],
        keeps_counts: bool,
        keeps_samples: bool,
        is_fixed: bool,
        counts: Sequence[Counts] = (),
    ) -> None:
        self.keeps_samples = keeps_samples
        self._choices = [tally.metric.choose(scoring) for scoring in tally.scorings]
        # Where nothing is left to choose in a resample, the chosen rows will do.
        is_fixed = is_fixed or tally.metric.is_settled(tally.parameters)
        is_chosen = [is_fixed or choice.kind == "sentence" for choice in self._choices]
        self._counts = tuple(counts)
        self._builders = []
        if not counts and (keeps_counts or (keeps_samples and not all(is_chosen))):
            self._builders = [CountsBuilder(tally.n_systems) for _ in range(tally.n_systems)]
        self._rows: list[Any] = [None] * len(self._choices)
        if keeps_samples and any(is_chosen):
            from fastgec.study.chosen import ChosenRows

            width = len(tally.metric.columns(tally.parameters))
            self._rows = [
                [ChosenRows(width) for _ in range(tally.n_systems)] if is_kept else None
                for is_kept in is_chosen
            ]

    @property
    def watchers(self) -> list[Watcher]:
        """What is to be told of blocks."""
        return [self._add] if self._builders or any(self._rows) else []

    def _add(self, block: Block, chosen: Sequence[Chosen]) -> None:
        grown = (one.n_bytes_with(len(block)) for rows in self._rows for one in rows or ())
        require_holdable(sum(grown), "counts")
        for system, builder in enumerate(self._builders):
            builder.add(block.counts(system))
        for rows, one in zip(self._rows, chosen, strict=True):
            for system, of_system in enumerate(rows or ()):
                assert one.rows is not None
                of_system.add(block.of_system(system).table[0][one.rows[system]])

    def counts(self) -> tuple[Counts, ...]:
        """Return the counts of each system, if they were kept."""
        if self._builders:
            return tuple(builder.build() for builder in self._builders)
        return self._counts

    def samples(self, counts: tuple[Counts, ...]) -> tuple[tuple[Any, ...], ...]:
        """Return a sample of each system for each scoring, if they were kept."""
        if not self.keeps_samples:
            return ()
        from fastgec.study.resampling import sample_of

        return tuple(
            tuple(of_system.sample() for of_system in rows)
            if rows is not None
            else tuple(sample_of(table, choice) for table in counts)
            for rows, choice in zip(self._rows, self._choices, strict=True)
        )
