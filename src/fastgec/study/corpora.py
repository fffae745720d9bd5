"""Corpora x systems x metrics in one call.

A corpus is read once, however many metrics want its files, and n-grams that several metrics have
in common are counted once. Scores, intervals and tests equal the results of the metrics' own
commands and of `compare`, to the last digit: the same code makes them of the same counts and draws.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.annotate.analyses import Analyser
from fastgec.diagnostics import emit_warnings
from fastgec.diagnostics.inputs import Diagnostics
from fastgec.metrics import METRICS
from fastgec.metrics.base import Reading, data_frame, found_by
from fastgec.metrics.edit_texts import MadeEdits, foreign_edit, make_edits, sources_of
from fastgec.metrics.other_scores import GivenText, read_given
from fastgec.metrics.references import ReferenceMetric, SharedMetric, shared_blocks
from fastgec.metrics.spec import MetricSpec, metric_specs
from fastgec.read import counted, visible
from fastgec.read.coders import Annotations
from fastgec.read.config import (
    Config,
    CorpusText,
    read_clusters,
    read_configs,
    read_edits,
    read_text,
)
from fastgec.read.files import Source
from fastgec.read.gold import row_texts
from fastgec.read.lines import Lines, References
from fastgec.study.comparison import (
    Comparison,
    compare_run,
    holm,
    n_clusters,
    resamples_for,
    too_few,
)
from fastgec.study.groups import MOST_DETAILED, MacroScore, TypeTally
from fastgec.study.interval import bounds_of, plan_of
from fastgec.study.mistakes import (
    SHIFTS,
    WrongEdits,
    accepted_run,
    doubts,
    read_judgments,
    require_judged,
    wrong_edits_of,
)
from fastgec.study.resampling import Clusters, Plan
from fastgec.study.run import (
    Observer,
    Request,
    Run,
    Work,
    facts_of,
    name_of,
    run_request,
    score_name,
    signed,
    values_of,
)
from fastgec.study.submissions import Skipped, kept_of
from fastgec.values import MAX_RESAMPLES, flag, html_table, whole_number

if TYPE_CHECKING:
    from fastgec.texts.retokenize import Projection


ACCEPTED = " accepted"  # after a metric whose wrong edits were judged


# Results of corpora x systems x metrics, as a table of a paper shows them.


class BestGroup(NamedTuple):
    """The systems that do not differ significantly from the best, or from a base, by paired tests.

    best         number of the system with the highest score, of equal ones the first; or the base
    comparisons  of each system with the best; None of the best
    p_values     of each, corrected by Holm's method: paired bootstrap, randomization
    level        at or below which a p is called significant
    resamples    of each test
    is_base      whether the best is a base that was named, whatever its score
    clusters     how many clusters are drawn; 0: sentences are
    """

    best: int
    comparisons: tuple[Comparison | None, ...]
    p_values: tuple[tuple[float, float] | None, ...]
    level: float
    resamples: int
    is_base: bool = False
    clusters: int = 0

    @property
    def warnings(self) -> list[str]:
        """That resamples or clusters are too few for any difference to be significant, if so."""
        return too_few(self.resamples, len(self.p_values) - 1, self.level, self.clusters)

    def mark(self, system: int) -> str | None:
        """Return "best", "tied" with the best, or "worse"; None where there are `warnings`.

        As among all pairs (`pairs.AllPairs`), a system is worse where the corrected p of
        approximate randomization is at or below the level. The base is "base"; others may be
        "better".
        """
        pair, comparison = self.p_values[system], self.comparisons[system]
        if pair is None or comparison is None:
            return "base" if self.is_base else "best"
        if self.warnings:
            return None
        if pair[1] > self.level:
            return "tied"
        return "better" if comparison.difference > 0 else "worse"


@dataclass(frozen=True, slots=True, eq=False)
class MetricResult:
    """Results of one metric on a corpus.

    asked   the metric, its parameters and its scoring
    run     systems, scores and facts; it may have scores by other scorings too
    number  of the scoring in the run
    bounds  float64[H, M, 2] of the measures that are resampled, if there are intervals
    plan    how resamples of intervals were made, if there are any
    group   the systems that do not differ significantly from the best, if tests were made
    macro   of ERRANT, the mean F over types of each system; empty where types are not known
    """

    asked: MetricSpec
    run: Run
    number: int
    bounds: NDArray[np.float64] | None = None
    plan: Plan | None = None
    group: BestGroup | None = None
    macro: tuple[MacroScore, ...] = ()

    @property
    def scores(self) -> list[Any]:
        """The score of each system, as the metric's own functions return it."""
        return [scores[self.number] for scores in self.run.scores]

    @property
    def heading(self) -> str:
        """Display name of the score: as the config says, else "GREEN char n=6 F1"."""
        asked = self.asked
        return asked.heading or score_name(
            asked.metric, asked.parameters, asked.scoring, self.scores[0]
        )

    @property
    def values(self) -> list[float]:
        """The main number of each score: F, or GLEU's mean."""
        return values_of(self.run, self.number)


@dataclass(frozen=True, slots=True, eq=False)
class CorpusResult:
    """Results of all metrics on a corpus.

    config        of the corpus
    systems     their labels
    metrics     a result for each metric, in the order asked
    absent      labels of requested metrics that read files which the config does not name
    warnings    edits that the reader of gold left out or had to guess, and suspicious outputs
    notes       of public gold whose benchmark reports another number
    projection  the tokenizer of raw outputs, if they were raw text
    skipped     systems that were left out because they cannot be scored
    """

    config: Config
    systems: tuple[str, ...]
    metrics: tuple[MetricResult, ...]
    absent: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    projection: Projection | None = None
    skipped: tuple[Skipped, ...] = ()

    def _repr_html_(self) -> str:
        headings = ["System", *(one.heading for one in self.metrics)]
        columns = [[f"{100 * value:.2f}" for value in one.values] for one in self.metrics]
        rows = [[name, *cells] for name, *cells in zip(self.systems, *columns, strict=True)]
        return html_table(f"{self.name}, scores in per cent", headings, rows)

    def to_dict(self) -> dict[str, Any]:
        """Return all as names and values, for JSON: a dict of scores for each system."""
        columns = {one.asked.label: one.values for one in self.metrics}
        rows = [
            {"system": system, **{label: values[n] for label, values in columns.items()}}
            for n, system in enumerate(self.systems)
        ]
        return {"corpus": self.name, "systems": rows}

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame` with a row for each system, a column for each metric.

        Raises:
            ImportError: pandas is not installed.
        """
        own = self.to_dict()
        return data_frame([{"corpus": own["corpus"], **row} for row in own["systems"]])

    @property
    def input_warnings(self) -> tuple[str, ...]:
        """Input diagnostics of all metrics, without repetition."""
        return distinct_warnings(
            line for one in self.metrics for line in one.run.found.input_warnings
        )

    @property
    def too_few(self) -> tuple[str, ...]:
        """That resamples or clusters are too few for any difference to be significant, if so."""
        groups = (one.group for one in self.metrics)
        return distinct_warnings(line for group in groups if group for line in group.warnings)

    @property
    def name(self) -> str:
        """The name of the corpus."""
        return self.config.name

    def metric(self, label: str) -> MetricResult:
        """Return the result of a metric, by label or heading.

        Raises:
            KeyError: there is none.
        """
        for one in self.metrics:
            if label in (one.asked.label, one.asked.heading):
                return one
        raise KeyError(label)

    def score(self, label: str, system: str) -> Any:
        """Return the score of a system by a metric.

        Raises:
            KeyError: there is none.
        """
        if system not in self.systems:
            raise KeyError(system)
        return self.metric(label).scores[self.systems.index(system)]


def distinct_warnings(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines without those that differ from an earlier one in numbers alone.

    Outputs are compared with the source and with the sources of the gold, which may differ in a
    few sentences, so most warnings are raised twice.

    Example:
        >>> distinct_warnings(["a.txt: 3 of 9 lines", "b.txt: 3 of 9 lines", "a.txt: 4 of 9 lines"])
        ('a.txt: 3 of 9 lines', 'b.txt: 3 of 9 lines')
    """
    first: dict[str, str] = {}
    for line in lines:
        name, colon, rest = line.partition(": ")
        first.setdefault(name + colon + re.sub("[0-9]+", "#", rest), line)
    return tuple(first.values())


def best_group(
    run: Run, number: int, *, n: int, level: float, base: str | None = None, **how: Any
) -> BestGroup | None:
    """Compare every system with the best, or with a base; p-values are corrected for their number.

    Args:
        run: which kept samples.
        number: of the scoring.
        n: resamples of each test; 0: 1000, or as many as so many systems need.
        level: of significance.
        base: the system to compare with; None: the best.
        **how: other fields of `PairedTests`.

    Returns:
        None of fewer than two systems.
    """
    values = values_of(run, number)
    if len(values) < 2:
        return None
    n = n or resamples_for(len(values) - 1, level)
    best = max(range(len(values)), key=values.__getitem__)
    if base is not None:
        best = run.systems.index(base)
    found = compare_run(run, number=number, base=best, n=n, level=level, **how)
    bootstrap = holm([one.p_bootstrap for one in found])
    randomization = holm([one.p_randomization for one in found])
    p_values = _with(best, list(zip(bootstrap, randomization, strict=True)))
    clusters = n_clusters(run.clusters)
    return BestGroup(best, _with(best, found), p_values, level, n, base is not None, clusters)


def _with(place: int, values: Sequence[Any]) -> tuple[Any, ...]:
    """Return values with None at a place."""
    return (*values[:place], None, *values[place:])


# Checks that sentences which several files of a config name are the same in all.
#
# Gold in M2 has its source, and edits of a system make its output: where texts stand in memory,
# too, they are compared. Scores would not show a mismatch: edits of a lower-cased source score
# like a worse system, and edits of another system score like that system.


MOST_SHOWN = 40  # characters of an example


def disagreements(
    config: Config, text: CorpusText, edits: tuple[Annotations, Sequence[Annotations]] | None = None
) -> tuple[str, ...]:
    """Return a warning for each file whose sentences differ from another file's, or are missing.

    Args:
        config: of the corpus.
        text: the texts read from its files.
        edits: of gold and systems, where these were read.
    """
    if edits is not None and text.source is None and text.gold is None:
        reads = {"references"} if config.source else {"edits"} if config.gold else ()
        text = read_text(config, reads)  # which no metric wanted
    lines, source = [*text.warnings], text.source
    if text.gold is not None and source is not None:
        lines += _other_words(text.gold.sources, source)
    elif text.gold is not None:
        source = text.gold.sources
    if edits is not None and source is not None:
        gold, systems = edits
        known = gold.as_gold()
        if known is not None:
            lines += _other_words(known.sources, source)
        for label, output, system in zip(config.systems, text.systems, systems, strict=True):
            lines += _other_output(label, output, system)
    return tuple(f'corpus "{visible(config.name)}": {line}' for line in lines)


def _other_words(gold: Lines, source: Lines) -> list[str]:
    """Compare the sources of gold with the source."""
    found = _unlike(_texts(gold), _texts(source), str.split)
    if not found:
        return []
    what = f"{visible(gold.name)} differs in words from {visible(source.name)}"
    return [f"{what} in {found}: is it gold for this source?"]


def _other_output(label: str, output: Lines, system: Annotations) -> list[str]:
    """Compare a system's edits, applied to their source, with its output; spaces are ignored."""
    gold = system.as_gold()
    if gold is None or len(gold) != len(output) or gold.edits.n_rows != len(gold):
        return []  # not as gold is, or edits of several
    made = row_texts(gold, overlaps="first")
    found = _unlike(made, _texts(output), lambda text: "".join(text.split()))
    if not found:
        return []
    what = f"edits of {visible(system.name)} make a different text than {visible(output.name)}"
    return [f'errant-systems "{visible(label)}": {what} in {found}: are labels exchanged?']


def _texts(lines: Lines) -> list[str]:
    return [lines[number] for number in range(len(lines))]


def _unlike(ours: Sequence[str], theirs: Sequence[str], form: Callable[[str], object]) -> str:
    """Return how many sentences differ, with an example; "" if none does."""
    if len(ours) != len(theirs):
        return ""  # whoever counts them says so
    pairs = enumerate(zip(ours, theirs, strict=True))
    found = [number for number, (a, b) in pairs if a != b and form(a) != form(b)]
    if not found:
        return ""
    shown = f"{found[0] + 1}: {_shown(ours[found[0]])} for {_shown(theirs[found[0]])}"
    return f"{len(found)} of {len(ours)} sentences ({shown})"


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return f'"{visible(text[:MOST_SHOWN])}{"..." if len(text) > MOST_SHOWN else ""}"'


# The metrics of one corpus, counted together: files are read once, n-grams counted once.
#
# Metrics that read references go over the text in step, block by block, and share their n-grams.
# Metrics that read edits go over texts and gold that stand in memory, one after the other.
# Metrics that differ in scoring alone have one count.


Group = tuple[MetricSpec, ...]  # metrics that differ in scoring alone


class RunOptions(NamedTuple):
    """Options of a run over several corpora and metrics.

    resamples        for intervals; None: there are none
    tests            resamples of each test against the best; 0: 1000, or as many as so many
                     systems need; None: there are none
    seed             of all draws
    level            at or below which a p is called significant
    projects         whether outputs are raw text, which gets the tokens of its source
    jobs             threads; None: all cores
    has_fingerprint  whether facts have a hash of the gold
    keeps_counts     whether the counts of all sentences are kept
    progress         called with the number of sentences done, of all metrics and corpora
    skips_bad        whether systems that cannot be scored are left out
    analyser         knows, or finds, how sentences are analysed of which ERRANT makes edits
    clusters         sentences of the corpus that resampling takes as a whole
    base             the system that the others are tested against; None: the best
    """

    resamples: int | None = None
    tests: int | None = None
    seed: int = 0
    level: float = 0.05
    projects: bool = False
    jobs: int | None = None
    has_fingerprint: bool = False
    progress: Callable[[int], None] | None = None
    keeps_counts: bool = False
    skips_bad: bool = False
    analyser: Analyser | None = None
    clusters: Clusters | None = None
    base: str | None = None

    @property
    def keeps_samples(self) -> bool:
        """Whether the counts that resampling needs are kept."""
        return self.resamples is not None or self.tests is not None


class Counted(NamedTuple):
    """The counts and scores of one corpus, by metric.

    runs        by the label of a metric, its run and the number of its scoring there
    n_done      number of sentences done, of all metrics and corpora so far
    projection  the tokenizer of raw outputs, if they were raw text
    types       by the label of ERRANT's metrics, counts by type of each system
    """

    runs: Mapping[str, tuple[Run, int]]
    n_done: int
    projection: Projection | None
    types: Mapping[str, Sequence[TypeTally]]


def count_corpus(
    config: Config,
    asked: Sequence[MetricSpec],
    options: RunOptions,
    n_before: int = 0,
    text: CorpusText | None = None,
) -> Counted:
    """Read the files of a config, and count and score its systems by some metrics.

    Args:
        config: of the corpus.
        asked: the metrics; the config names all files that they read.
        options: options of the run.
        n_before: sentences done so far, of other corpora.
        text: the texts of the config that the metrics read, if they were read before.

    Raises:
        FormatError: a file is bad.
        LimitError: the corpus does not fit into memory.
    """
    if text is None:
        text = read_text(config, reads_of(config, asked))
    groups = _groups(asked)
    # Metrics that read blocks of text as all of their kind do.
    blocks = ReferenceMetric.blocks
    shared = [group for group in groups if type(group[0].metric).blocks is blocks]
    alone = [[group] for group in groups if group not in shared]
    edits: Any = None  # of both sides, by ERRANT
    if any(group[0].metric.reads == "pairs" for group in groups):
        edits = edits_of_config(
            *(config, text, groups),
            analyser=options.analyser,
            projects=options.projects,
            needs_types=any(map(_counts_types, asked)),
        )
    runs: dict[str, tuple[Run, int]] = {}
    types: dict[str, Sequence[TypeTally]] = {}
    first_projection = None
    n_done = n_before
    for together in [shared, *alone] if shared else alone:
        is_text = together[0][0].metric.reads in ("edits", "references")
        projection = _projection() if options.projects and is_text else None
        first_projection = first_projection or projection
        reading = Reading(jobs=options.jobs, projection=projection)
        if options.progress:
            reading = reading._replace(progress=partial(_tell, options.progress, n_done))
        if together is shared:
            found = _run_shared(together, text, config, reading, options)
        else:
            (group,) = together
            wrong = judged_edits_of(config, group[0])
            observers: list[Observer] = [*wrong]
            if group[0].metric.name == "errant" and edits.has_types:
                keeps_rows, places = options.resamples is not None, range(len(config.systems))
                for number, one in enumerate(group):
                    types[one.label] = [
                        TypeTally(system, keeps_rows=keeps_rows, scoring=number)
                        for system in places
                    ]
                    observers += types[one.label]
            request = _request(group, config, text, reading, options)
            run = _run_alone(replace(request, observers=observers), group[0], text, edits, config)
            if wrong:
                judgments = read_judgments(config.accept)
                doubtful = doubts([*config.systems], wrong, judgments, config.accept)
                run = with_warnings(run, doubtful)
                label = f"{group[0].label}{ACCEPTED}"
                judged = _judged(label, wrong, judgments, config)
                runs[label] = with_warnings(accepted_run(run, wrong, judgments), (), judged), 0
            found = [run]
        for group, run in zip(together, found, strict=True):
            runs |= {one.label: (run, number) for number, one in enumerate(group)}
        n_done += found[0].facts.sentences
    _require_same_sentences(config, runs)
    made = edits and not edits.made_by  # edits that were made of the texts agree with them
    if lines := disagreements(config, text, (edits.gold, edits.systems) if made else None):
        runs = {label: (with_warnings(run, lines), number) for label, (run, number) in runs.items()}
    return Counted(runs, n_done, first_projection, types)


def with_warnings(run: Run, lines: Sequence[str], notes: Sequence[str] = ()) -> Run:
    """Return the run with further warnings of its inputs, and notes."""
    input_warnings, notes = (*lines, *run.found.input_warnings), (*notes, *run.found.notes)
    return run._replace(found=run.found._replace(input_warnings=input_warnings, notes=notes))


def _require_same_sentences(config: Config, runs: Mapping[str, tuple[Run, int]]) -> None:
    """Raise FormatError if metrics that read other gold have other numbers of sentences."""
    (first, (one, _)), *others = runs.items()
    for label, (run, _) in others:
        found, wanted = run.facts.sentences, one.facts.sentences
        if found != wanted:
            has = f"{label} reads {counted(found, 'sentence')}"
            raise config.refusal(f"{has}, expected {wanted} as {first} reads")


def _projection() -> Projection:
    from fastgec.texts.retokenize import Projection

    return Projection()


def _groups(asked: Sequence[MetricSpec]) -> list[Group]:
    """Return metrics whose counts are the same together."""
    groups: dict[tuple[str, Any], list[MetricSpec]] = {}
    for one in asked:
        groups.setdefault((one.metric.name, one.parameters), []).append(one)
    return [tuple(group) for group in groups.values()]


def _counts_types(one: MetricSpec) -> bool:
    """Whether a metric of edits counts by their types."""
    known = one.parameters
    return getattr(known, "mode", "") == "cse" or bool(getattr(known, "without", ""))


def _run_alone(
    request: Request, one: MetricSpec, text: CorpusText, edits: Any, config: Config
) -> Run:
    """Count text, or edits, by one metric."""
    if one.metric.reads == "scores":
        gold, warnings = given_of(config, one, text)
        return with_warnings(run_request(replace(request, gold=gold)), warnings)
    if one.metric.reads == "pairs":
        run = run_request(replace(request, systems=edits.systems, gold=edits.gold))
        return with_warnings(signed(run, edits.made_by), edits.warnings, edits.notes)
    if one.metric.reads == "references":
        request = replace(request, gold=_references(text))
    return run_request(request)


def _judged(label: str, wrong: Sequence[WrongEdits], judgments: Any, config: Config) -> list[str]:
    """Return a note on how many edits of each system were judged."""
    parts = [
        f"{visible(name)} {n_judged} of {n} wrong edits judged, {n_valid} valid"
        for name, one in zip(config.systems, wrong, strict=True)
        for n, n_judged, n_valid in [one.numbers(judgments)]
    ]
    return [f'corpus "{visible(config.name)}", {label}: {"; ".join(parts)}']


def judged_edits_of(config: Config, one: MetricSpec) -> list[WrongEdits]:
    """Return observers of wrong edits, where the config names which of them were judged valid.

    Raises: FormatError for sentences that are dropped, by whose numbers edits were judged.
    """
    metric, parameters = one.metric, one.parameters
    if not config.accept or metric.name not in SHIFTS:
        return []
    if config.drop or config.sentences:
        kind = "drop" if config.drop else "sentences"
        raise config.refusal(f"accept and {kind} are mutually exclusive")
    try:
        require_judged(metric, parameters)
    except ValueError as error:
        raise config.refusal(f"accept: {error}") from None
    return wrong_edits_of(metric, parameters, len(config.systems))


def reads_of(config: Config, asked: Sequence[MetricSpec]) -> set[str]:
    """Return the kinds of gold that metrics read, and those of which edits are made."""
    reads = {one.metric.reads for one in asked}
    has_all = config.errant and config.errant_systems.keys() == config.systems.keys()
    if "pairs" in reads and not has_all:
        reads.add("scores")  # outputs, whatever the gold
    if "pairs" in reads and config.source and config.references and not config.errant:
        reads.add("references")
    return reads


def require_analyses(
    config: Config, asked: Sequence[MetricSpec], analyser: Analyser | None
) -> None:
    """Refuse metrics whose edits cannot be made of the texts of a config.

    Raises: MissingExtraError.
    """
    for one in asked:
        if one.metric.reads == "pairs" and "scores" in reads_of(config, [one]):
            (analyser or Analyser()).require(one.label)


def edits_of_config(
    config: Config,
    text: CorpusText,
    groups: Sequence[Group],
    *,
    analyser: Analyser | None = None,
    projects: bool = False,
    needs_types: bool = True,
) -> MadeEdits:
    """Return edits of the gold and of each system: from files, or made of texts.

    Edits of the gold are those of `errant`, else those of `gold` if ERRANT may have written them,
    else made of the references, else those of `gold` as they are, with a warning.

    Args:
        config: of the corpus.
        text: its texts.
        groups: the metrics, of which some read edits.
        analyser: see `RunOptions`.
        projects: whether outputs are raw text, which gets the tokens of the source.
        needs_types: whether types are counted or shown; else no word list is needed.

    Raises:
        FormatError: a file is bad, or a text that cannot be annotated.
        MissingExtraError: spaCy or its model is needed and not installed.
    """
    gold: Any
    gold, systems = read_edits(config, from_gold=True)
    notes: tuple[str, ...] = ()
    if text.references and text.source is not None and not config.errant:
        if gold is None:
            gold = _references(text)
        elif foreign_edit(gold):
            notes = (
                f'corpus "{visible(config.name)}": ERRANT reads the references, since the edits of '
                f"{visible(gold.name)} are not its own",
            )
            gold = _references(text)
    outputs = [
        output if edits is None else edits
        for output, edits in zip(text.systems or systems, systems, strict=True)
    ]
    if projects and any(edits is None for edits in systems):
        outputs = _projected(outputs, text, gold)
    parameters = [group[0].parameters for group in groups if group[0].metric.reads == "pairs"]
    languages = {getattr(one, "language", "en"): one for one in parameters}
    known = languages.get("zh", parameters[0])
    made = make_edits(outputs, gold, known, analyser=analyser, is_typed=needs_types)
    return made._replace(notes=notes)


def _projected(outputs: Sequence[Any], text: CorpusText, gold: Any) -> list[Any]:
    """Return outputs in the tokens of the source; edits stay as they are."""
    source = text.source
    if source is None:
        source = text.gold.sources if text.gold is not None else sources_of(gold)
    projection = _projection()
    projection.learn([source[at] for at in range(len(source))], source.name)
    raw = [one for one in outputs if isinstance(one, Lines)]
    lines, _ = projection.project(source, raw)
    found = iter(lines)
    return [next(found) if isinstance(one, Lines) else one for one in outputs]


def given_of(
    config: Config, one: MetricSpec, text: CorpusText
) -> tuple[GivenText, tuple[str, ...]]:
    """Return the scores of another tool, and warnings. Raises: as `read_given`."""
    return read_given(
        one.parameters,
        [*config.systems],
        text.systems,
        text.gold.sources if text.source is None and text.gold is not None else text.source,
        text.references,
        numbers=text.numbers,
        n_all=text.n_all,
    )


def _request(
    group: Group, config: Config, text: CorpusText, reading: Reading, options: RunOptions
) -> Request:
    return Request(
        *(group[0].metric, [*config.systems], text.systems, text.gold, group[0].parameters),
        *([one.scoring for one in group], reading),
        keeps_counts=options.keeps_counts,
        keeps_samples=options.keeps_samples,
        clusters=options.clusters,
        has_fingerprint=options.has_fingerprint,
    )


def _run_shared(
    groups: Sequence[Group], text: CorpusText, config: Config, reading: Reading, options: RunOptions
) -> list[Run]:
    """Count text by several metrics that read references, block by block."""
    gold = _references(text)
    summaries: dict[str, Any] = {}
    works = []
    for group in groups:
        metric, parameters = group[0].metric, group[0].parameters
        assert isinstance(metric, ReferenceMetric)
        unit = metric.unit(parameters)
        if unit not in summaries:  # a fingerprint depends on the unit alone
            summaries[unit] = metric.summarize(
                gold, parameters, has_fingerprint=options.has_fingerprint
            )
        work = Work(_request(group, config, text, reading, options))
        works.append((SharedMetric(metric, parameters, work.fold), work, summaries[unit]))
    diagnostics = Diagnostics(len(text.systems))
    reading = reading._replace(summary=_Told(list(summaries.values())), diagnostics=diagnostics)
    counted = [one for one, _, _ in works]
    with closing(shared_blocks(counted, text.systems, gold, reading)) as blocks:
        for results in blocks:
            for (_, work, _), folded in zip(works, results, strict=True):
                work.add(folded)
    runs = []
    for (one, work, summary), group in zip(works, groups, strict=True):
        done = work.run(facts_of(summary), summary.warnings)
        scorings = [asked.scoring for asked in group]
        found = found_by(diagnostics, one.metric, gold, one.parameters, scorings)
        runs.append(done._replace(found=found))
    return runs


class _Told:
    """Several summaries of the same text, as one."""

    def __init__(self, summaries: Sequence[Any]) -> None:
        self._summaries = summaries

    @property
    def tokens(self) -> str:
        """How outputs got their tokens, "" where they had them."""
        return str(self._summaries[0].tokens)

    @tokens.setter
    def tokens(self, tokens: str) -> None:
        for summary in self._summaries:
            summary.tokens = tokens

    def add(self, columns: Sequence[Lines]) -> None:
        """Add the next sentences to all of them."""
        for summary in self._summaries:
            summary.add(columns)


def _references(text: CorpusText) -> References:
    assert text.source is not None
    return References(text.source, text.references)


def _tell(progress: Callable[[int], None], n_before: int, n_done: int) -> None:
    progress(n_before + n_done)


# The kind of gold that a metric reads, and the keys of a config with such files.
KEYS = {
    "edits": ("gold",),
    "references": ("source", "references"),
    "pairs": ("errant",),
    "scores": (),
}


def run_configs(
    configs: Source | Config | Iterable[Source | Config],
    metrics: Sequence[str] | None = None,
    *,
    resamples: int | None = None,
    tests: int | None = None,
    seed: int = 0,
    level: float = 0.05,
    retokenize: bool = False,
    jobs: int | None = None,
    analyser: Analyser | None = None,
) -> list[CorpusResult]:
    """Scores of all systems of some corpora by all metrics.

    Args:
        configs: files of configs (a path, or several), or configs.
        metrics: such as "m2" or "green:char,beta=2"; None: those that the configs name, of a config
            that names none all that its files allow.
        resamples: for intervals; None: there are none.
        tests: resamples of the paired tests of each system against the best of a metric; 0: 1000,
            or as many as so many systems need; None: there are none.
        seed: of all draws.
        level: at or below which a p is called significant.
        retokenize: outputs are raw text, which first gets the tokens of its source.
        jobs: threads (all cores); results are the same for any number.
        analyser: knows, or finds, how sentences are analysed of which ERRANT makes edits (None:
            spaCy).

    Returns:
        A result for each corpus.

    Raises:
        FormatError: a config or a file that it names is bad.
        LimitError: a corpus does not fit into memory.
        ValueError: a metric or a number that is none.

    Example:
        >>> import os, fastgec
        >>> folder = os.path.join(os.path.dirname(fastgec.__file__), "samples")
        >>> found, = run_configs(os.path.join(folder, "eval.toml"), ["m2", "gleu"])
        >>> found.systems, round(found.score("m2", "careful").f, 4)
        (('careful', 'bold', 'INPUT'), 0.8636)
    """
    several = [configs] if isinstance(configs, str | os.PathLike | Config) else configs
    read = [
        config
        for one in several
        for config in ([one] if isinstance(one, Config) else read_configs(one))
    ]
    for number, name, least in ((resamples, "resamples", 1), (tests, "tests", 0)):
        if number is not None:
            whole_number(number, name, least, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    if not 0 < level < 1:
        raise ValueError(f"level {level!r}: expected a number between 0 and 1")
    retokenize = flag(retokenize, "retokenize")
    if isinstance(metrics, str):
        raise TypeError("metrics is a str, expected a list of metrics")
    named = None if metrics is None else [("", metric) for metric in metrics]
    options = RunOptions(resamples, tests, seed, level, retokenize, jobs, analyser=analyser)
    results = list(run_each(plan_configs(read, named), options))
    for result in results:
        emit_warnings((*result.input_warnings, *result.too_few), result.notes)
    return results


class Planned(NamedTuple):
    """A corpus and the metrics that score it; absent are labels of those that its config lacks."""

    config: Config
    asked: tuple[MetricSpec, ...]
    absent: tuple[str, ...]


def plan_configs(
    configs: Sequence[Config], named: Sequence[tuple[str, str]] | None = None
) -> list[Planned]:
    """Decide which metrics score which corpus, before anything is read.

    Args:
        configs: of the corpora.
        named: heading and words of the metrics; None: the metrics that the configs name.

    Raises:
        FormatError: a config names an unknown metric, or a corpus has no metric or a metric
            no corpus that it can score.
        ValueError: no config, or an unknown metric in `named`.
    """
    if not configs:
        raise ValueError("no config file, expected at least 1")
    given = None if named is None else metric_specs(named)
    plans = []
    for config in configs:
        try:
            wanted = metric_specs(config.metrics or _fitting(config)) if given is None else given
        except ValueError as error:
            raise config.refusal(str(error)) from None
        fitting = [one for one in wanted if not _missing(config, one)]
        if not fitting:
            raise _unfit(config, wanted)
        absent = tuple(one.label for one in wanted if one not in fitting)
        plans.append(Planned(config, tuple(fitting), absent))
    used = {one.label for plan in plans for one in plan.asked}
    for plan in plans:
        for one in given or metric_specs(plan.config.metrics):
            if one.label in plan.absent and one.label not in used:
                raise _unfit(plan.config, [one])
    return plans


def _fitting(config: Config) -> list[tuple[str, str]]:
    """Return all metrics, with their defaults, whose input the config names.

    Metrics that must be named (`only_named`) are left out: a file that they can read may not be
    meant for them.
    """
    has_edits = config.errant and config.errant_systems.keys() == config.systems.keys()
    return [
        ("", one.label)
        for one in metric_specs([("", name) for name in METRICS])
        if not (one.metric.only_named or _missing(config, one))
        and (one.metric.reads != "pairs" or has_edits)
    ]


def _missing(config: Config, one: MetricSpec) -> list[str]:
    """Return the keys that a config lacks for a metric; edits are made of texts."""
    keys = KEYS[one.metric.reads]
    if one.metric.reads == "pairs" and (config.gold or (config.source and config.references)):
        keys = ()
    return [key.replace("_", "-") for key in keys if not getattr(config, key)]


def _unfit(config: Config, wanted: Sequence[MetricSpec]) -> Exception:
    if not wanted:
        return config.refusal("gold, or source and references, are required")
    keys = " and ".join(_missing(config, wanted[0]))
    return config.refusal(f"{wanted[0].metric.name} requires {keys}")


def run_each(plans: Iterable[Planned], options: RunOptions) -> Iterator[CorpusResult]:
    """Yield the result of each corpus; its texts are forgotten before the next is read.

    Raises:
        FormatError: a file is bad.
        LimitError: a corpus does not fit into memory.
        MissingExtraError: as `require_analyses`, before anything is scored.
    """
    n_done = 0
    plans = list(plans)
    for plan in plans:
        require_analyses(plan.config, plan.asked, options.analyser)
    for plan in plans:
        skipped: Sequence[Skipped] = ()
        if options.skips_bad:
            plan, skipped = without_bad(plan, options)
        for one in skipped:
            if one.system == options.base:
                raise plan.config.refusal(f"the base, which cannot be left out: {one.reason}")
        clusters = clusters_of(plan.config) if options.keeps_samples else None
        counted = count_corpus(plan.config, plan.asked, options._replace(clusters=clusters), n_done)
        n_done = counted.n_done
        yield replace(_result(plan, counted, options), skipped=tuple(skipped))


def clusters_of(config: Config) -> Clusters | None:
    """Return the clusters of sentences that a config names. Raises: FormatError."""
    ids = read_clusters(config)
    return None if ids is None else Clusters.of(ids)


def without_bad(plan: Planned, options: RunOptions) -> tuple[Planned, Sequence[Skipped]]:
    """Return a corpus without the systems that cannot be scored, and these with reasons.

    Raises: FormatError if none can.
    """
    config = plan.config
    labels = list(config.systems)
    alone = options._replace(resamples=None, tests=None, progress=None, keeps_counts=False)

    def attempt(number: int) -> None:
        count_corpus(config.of_systems(labels[number : number + 1]), plan.asked, alone)

    kept, skipped = kept_of(labels, attempt)
    return plan._replace(config=config.of_systems([labels[number] for number in kept])), skipped


def _result(plan: Planned, counted: Counted, options: RunOptions) -> CorpusResult:
    """Return the result of a counted corpus, with its resamples."""
    runs = [counted.runs[one.label] for one in plan.asked]
    bounds: dict[int, Any] = {}
    how: dict[str, Any] = {"seed": options.seed, "level": options.level, "jobs": options.jobs}
    metrics = []
    shown = [(one, *found, False) for one, found in zip(plan.asked, runs, strict=True)]
    for place, asked in reversed([*enumerate(plan.asked, 1)]):
        if (label := f"{asked.label}{ACCEPTED}") in counted.runs:
            heading = f"{shown[place - 1][0].heading or name_of(runs[place - 1][0])}{ACCEPTED}"
            own = asked._replace(label=label, heading=heading)
            shown.insert(place, (own, *counted.runs[label], True))
    for asked, run, number, is_fixed in shown:
        resampling = group = found = None
        if options.resamples is not None:
            # Resample with this scoring alone: others may select annotators differently.
            own = run._replace(scorings=(run.scorings[number],))
            resampling = plan_of(own, options.resamples, options.seed, is_fixed=is_fixed)
            if id(run) not in bounds:
                bounds[id(run)] = bounds_of(run, resampling, jobs=options.jobs)
            found = bounds[id(run)][number]
        if options.tests is not None:
            group = best_group(run, number, n=options.tests, base=options.base, **how)
        tallies = counted.types.get(asked.label, ())
        if resampling is not None:
            for tally, sample in zip(tallies, run.samples[number], strict=bool(tallies)):
                tally.scores_with_intervals(
                    MOST_DETAILED, asked.scoring.beta, sample, resampling, jobs=options.jobs
                )
        macro = tuple(one.macro(MOST_DETAILED, asked.scoring.beta) for one in tallies)
        metrics.append(MetricResult(asked, run, number, found, resampling, group, macro))
    warnings = distinct_warnings(
        line for run, _ in runs for line in (*run.warnings, *run.found.input_warnings)
    )
    notes = dict.fromkeys(line for run, _ in counted.runs.values() for line in run.found.notes)
    return CorpusResult(
        plan.config,
        tuple(plan.config.systems),
        tuple(metrics),
        plan.absent,
        warnings,
        tuple(notes),
        counted.projection,
    )
