"""Metrics judged by people, on corpora that configs name: everything from one call.

    configs --read, count--> metrics and people --sweep, correlate, resample, test--> Judgments

A corpus is read once; counts are made once, and all betas, folds, resamples and tests use them.

`Options` say which numbers are made. Human scores are made over all systems of the config. A set
is cut afterwards, so that scores of the systems in it stay what they were; of metrics only the
systems of the set are counted.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from fastgec import __version__
from fastgec.choose import Floats
from fastgec.fscore import json_beta
from fastgec.meta.agreement import (
    Agreement,
    Distance,
    Grouped,
    Window,
    by_ranks,
    correlations,
    grouped,
    pearson,
    sentence_agreement,
    soft_pairwise_accuracy,
    windows,
)
from fastgec.meta.human import read_human
from fastgec.meta.judgments import Segments, read_scores
from fastgec.meta.metrics import (
    CountedMetric,
    Draws,
    GivenMetric,
    JudgedMetric,
    Wanted,
    of_package,
    people_p,
    wanted,
)
from fastgec.meta.resampling import (
    SENTENCES,
    Bands,
    Judges,
    Resamples,
    bands,
    difference,
    intervals,
    permutation,
    score_bounds,
    williams,
)
from fastgec.meta.standings import aggregate
from fastgec.meta.sweeping import CHOSEN_BY, DEFAULT_GRID, Grid, Sweep, fold_of
from fastgec.metrics.base import Reading
from fastgec.metrics.spec import MetricSpec
from fastgec.read import counted, visible
from fastgec.read.config import Config, CorpusText, listed, read_text
from fastgec.read.scores import has_sentences, read_sentence_scores, unequal_numbers
from fastgec.study.comparison import holm, too_few
from fastgec.study.corpora import RunOptions, count_corpus, plan_configs, reads_of
from fastgec.study.run import Request, run_request
from fastgec.values import flag

# Results of a meta-evaluation: scores, correlations, intervals and tests, and their JSON.
#
# docs/meta.md documents the keys. Undefined numbers are null, numbers not asked for are absent,
# and lists of scores are in the order of `systems`.


REVERSED = -0.5  # r and rho up to it say that one side counts errors


def _by_field(found: Any, *optional: str) -> dict[str, Any]:
    """Return a result by field, as JSON has it; `optional` ones are absent where they are None."""
    content = {}
    for name in (one.name for one in fields(found)):
        value = getattr(found, name)
        if value is not None or name not in optional:
            content[name] = json_beta(value) if name.startswith("beta") else _plain(value)
    return content


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "_asdict"):
        return value._asdict()
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return [*map(_plain, value)] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Facts:
    """Results of a corpus.

    corpus       its name
    set          which systems: "all", or a named subset
    sentences    how many were scored
    dropped      numbers of sentences that the config leaves out, from 1
    absent       systems that only the config or only people have
    systems      labels
    human        name, kind, scores, judgments and ties
    fingerprint  of texts and judgments
    measure      of the human scores: "wins", "mean", "trueskill"; "scores" of published ones
    """

    corpus: str
    set: str
    sentences: int
    dropped: tuple[int, ...]
    absent: tuple[str, ...]
    systems: tuple[str, ...]
    human: Mapping[str, Any]
    fingerprint: str
    measure: str

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = _by_field(self)
        del found["fingerprint"], found["measure"]
        return found


@dataclass(frozen=True, slots=True)
class SentenceLevel:
    """How a metric agrees on sentences.

    agreement  with judgments
    distances  the same by the ranks that people gave
    grouped    correlations with ratings, if requested
    """

    agreement: Agreement
    distances: tuple[Distance, ...] = ()
    grouped: Grouped | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = self.agreement.to_dict()
        if self.distances:
            found["distances"] = [
                {**one._asdict(), "accuracy": one.accuracy} for one in self.distances
            ]
        if self.grouped is not None:
            found["grouped"] = self.grouped._asdict()
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """A metric at one beta.

    beta          None of a metric that has none
    chosen_by     "pearson" or "spearman", if the beta was looked for
    scores        float64[H]
    correlations  by measure; None where undefined
    intervals     by measure and kind of resample
    score_intervals  of each score, over sentences
    windows       correlations among systems that are close
    sentence      agreement on sentences
    """

    beta: float | None
    chosen_by: str | None
    scores: Floats
    correlations: Mapping[str, float | None]
    intervals: Mapping[str, Mapping[str, Sequence[float] | None]] | None = None
    score_intervals: Sequence[Sequence[float]] | None = None
    windows: tuple[Window, ...] | None = None
    sentence: SentenceLevel | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        return _by_field(self, "intervals", "score_intervals", "windows", "sentence")


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Results of a metric.

    metric   its name
    results  at one beta or several
    sweep    at every beta of a grid, if its beta was looked for
    more     of the best betas, by measure: what resamples say of them
    bands    intervals at betas of the sweep
    """

    metric: str
    results: tuple[Result, ...]
    sweep: Sweep | None = None
    more: Mapping[str, Mapping[str, Any]] | None = None
    bands: Bands | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = _by_field(self, "sweep", "more", "bands")
        more, known = found.pop("more", {}), found.pop("bands", None)
        if self.sweep is not None:
            for measure, content in more.items():
                found["sweep"]["best"][measure] |= content
            if known is not None:
                found["sweep"]["bands"] = known
        return found


@dataclass(frozen=True, slots=True)
class Tested:
    """Two metrics against each other, each at its first result.

    a, beta_a   the first metric
    b, beta_b   the second
    pearson_a   correlation of the first with people, pearson_b that of the second
    pearson_ab  between them
    williams    None where there is no test, as perm_both
    bootstrap   None where nothing was resampled
    """

    a: str
    beta_a: float | None
    b: str
    beta_b: float | None
    pearson_a: float | None
    pearson_b: float | None
    pearson_ab: float | None
    williams: Mapping[str, Any] | None = None
    perm_both: Mapping[str, Any] | None = None
    bootstrap: Mapping[str, Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        return _by_field(self, "bootstrap")


@dataclass(frozen=True, slots=True, eq=False)
class Judgment:
    """Results of a corpus.

    facts      systems, sentences and people
    metrics    each as it was judged
    tests      of pairs of metrics, if requested
    warnings   what a reader must know
    notes      what could not be checked
    n_redrawn  resamples of systems that were drawn again
    """

    facts: Facts
    metrics: tuple[Judged, ...]
    tests: tuple[Tested, ...] | None = None
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    n_redrawn: int = 0

    def metric(self, name: str) -> Judged:
        """What is known of a metric.

        Raises:
            KeyError: there is none of that name.
        """
        return {one.metric: one for one in self.metrics}[name]

    def to_dict(self) -> dict[str, Any]:
        """A dict for JSON."""
        found = self.facts.to_dict() | {"metrics": _plain(self.metrics)}
        return found if self.tests is None else found | {"tests": _plain(self.tests)}


def reversed_scores(
    corpus: str, human: str, judged: Sequence[Judged], given: Sequence[str]
) -> list[str]:
    """Say which scores seem to be lower where a system is better.

    Args:
        corpus: its name.
        human: name of the human scores.
        judged: all metrics.
        given: names of the metrics whose scores another tool made.
    """
    worst: dict[str, float] = {}
    for one in judged:
        known = [result.correlations[key] for result in one.results for key in CHOSEN_BY]
        highest = max(0.0 if value is None else value for value in known)
        if highest <= REVERSED:
            worst[one.metric] = highest
    beside = f'human score "{visible(human)}" at'
    if worst and len(worst) == len(judged):
        where = "in the human scores" + ("" if len(worst) > 1 else ", or of the metric")
        reason = f"every metric correlates with {beside} {max(worst.values()):.2f} or less"
        return [f"{corpus}: {reason}: lower may be better {where}"]
    return [
        f"{corpus}: {metric} correlates with {beside} {r:.2f} or less: "
        "lower may be better in its file"
        for metric, r in worst.items()
        if metric in given
    ]


def document(
    found: Iterable[Judgment], parameters: Mapping[str, Any], signature: str
) -> dict[str, Any]:
    """Return the JSON document of all corpora.

    Args:
        found: of each corpus.
        parameters: how it was made.
        signature: a line that names all that made the numbers.
    """
    return {
        "command": "meta",
        "version": __version__,
        "signature": signature,
        "parameters": dict(parameters),
        "corpora": [one.to_dict() for one in found],
    }


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a meta-evaluation.

    human          name of the human scores (None: the first of each config)
    set            a named subset of the systems
    common         systems that only one side has are left out, instead of refused
    betas          to judge at; None: they are looked for, or at "sentence" level the metric's own
    betas_of       the same for single metrics, by name, which are not swept then
    grid           of betas to look at
    folds          of the corpus, to choose a beta by; 0: by the whole corpus
    fold_by        "block", "stride" or "random"
    human_by_fold  human scores of a corpus without a fold are made of what is left, too
    fixed_choice   a running choice is kept where folds are left out, and in resamples
    level          "system" or "sentence"
    windows        number of systems of a window; None: no windows
    aggregate      what makes scores of systems of those of sentences; None: the metric does
    tests          whether metrics are tested against each other
    holm           whether p is corrected for the number of pairs
    like           "seeda-code", to count judgments as that program does
    expanded       whether judgments count expanded at sentence level
    group          "item" or "none": correlations with ratings of sentences, too
    resamples      for intervals; None: there are none
    kinds          what is drawn for intervals
    soft           permutations of soft pairwise accuracy; None: it is not made
    seed           of all draws
    jobs           threads; None: all cores
    progress       called with the number of sentences counted so far
    """

    human: str | None = None
    set: str = "all"
    common: bool = False
    betas: tuple[float, ...] | None = None
    betas_of: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    grid: Grid = DEFAULT_GRID
    folds: int = 10
    fold_by: str = "block"
    human_by_fold: bool = False
    fixed_choice: bool = False
    level: str = "system"
    windows: int | None = None
    aggregate: str | None = None
    tests: bool = False
    holm: bool = False
    like: str | None = None
    expanded: bool = False
    group: str | None = None
    resamples: int | None = None
    kinds: tuple[str, ...] = ("sentences", "both")
    soft: int | None = None
    seed: int = 0
    jobs: int | None = None
    progress: Callable[[int], None] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Refuse flags that are neither True nor False."""
        for name in ("common", "human_by_fold", "fixed_choice", "tests", "holm", "expanded"):
            flag(getattr(self, name), name)

    @property
    def sweeps(self) -> bool:
        """Whether betas are looked for."""
        return self.betas is None and self.level == "system" and self.aggregate is None


class Corpus(NamedTuple):
    """A corpus with people and metrics.

    config      of the corpus, with the systems that are looked at
    judges    what people say
    metrics   which are judged
    facts     what is known of it
    warnings  what the readers left out or had to guess, and suspicious outputs
    n_done    sentences done, of all metrics and corpora so far
    """

    config: Config
    judges: Judges
    metrics: tuple[JudgedMetric, ...]
    facts: Facts
    warnings: tuple[str, ...]
    n_done: int


def read_corpus(
    config: Config, metrics: Sequence[Wanted] | None, options: Options, n_before: int = 0
) -> Corpus:
    """Read and count a corpus.

    Args:
        config: of the corpus.
        metrics: which are judged; None: those that the config names, or all that its files allow.
        options: what is wanted of them.
        n_before: sentences done of other corpora.

    Raises:
        FormatError: a config or a file is bad, lacks what a metric reads, or has other systems than
            people have judged.
        LimitError: the corpus does not fit into memory.
    """
    named = _named(config, metrics)
    config.subset(options.set)  # refuses a set that there is not
    asked = [one.asked for one in named if one.asked is not None]
    plain = [one for one in asked if not _is_mixed(one)]
    reads = _reads(config, plain)
    text = read_text(config, reads) if reads else None
    if text is not None and text.numbers is None:
        text = None
    judged = read_human(config, text, options.human, common=options.common)
    if options.level == "sentence" and judged.source is None:
        reason = f'human score "{visible(judged.name)}" has scores of systems'
        others = [str(one["name"]) for one in config.human if one.get("kind") != "scores"]
        hint = f" (--human: {listed([*map(visible, others)])})" if others else ""
        raise config.refusal(f"{reason}, expected judgments of sentences{hint}")
    of_set = config.sets.get(options.set, tuple(config.systems))
    labels = [label for label in judged.systems if label in of_set]
    places = np.array([judged.systems.index(label) for label in labels], np.int64)
    if text is not None:
        every = dict(zip(config.systems, text.systems, strict=True))
        text = text._replace(systems=tuple(every[label] for label in labels))
    edits = {label: files for label, files in config.errant_systems.items() if label in labels}
    systems = {label: config.systems[label] for label in labels}
    kept = replace(config, systems=systems, errant_systems=edits)
    runs: dict[str, Any] = {}
    n_done = n_before
    if plain:
        counting = RunOptions(
            jobs=options.jobs, has_fingerprint=True, progress=options.progress, keeps_counts=True
        )
        found = count_corpus(kept, plain, counting, n_before, text)
        runs, n_done = dict(found.runs), found.n_done
    for one in asked:
        if _is_mixed(one):
            runs[one.label] = (_mixed_run(kept, one, text, options.jobs), 0)
    n_sentences = judged.n_sentences
    if text is not None and text.numbers is not None:
        n_sentences = len(text.numbers)
    fingerprint = hashlib.sha256(judged.fingerprint.encode())
    warnings: list[str] = []
    for run, _ in runs.values():
        n_sentences = int(run.facts.sentences)
        fingerprint.update(run.facts.fingerprint.encode())
        warnings += (*run.warnings, *run.found.input_warnings)
    for lines in () if text is None else text.systems:
        fingerprint.update(lines.data)
    warnings += judged.warnings
    made: list[JudgedMetric] = []
    for metric in named:
        if metric.asked is None:
            made.append(_given(kept, metric, text, n_sentences, options, warnings))
        else:
            run, number = runs[metric.asked.label]
            settings = metric.is_swept, options.fixed_choice, options.jobs
            made.append(CountedMetric(metric.name, run, number, *settings))
    human = {**judged.to_dict(), "scores": judged.scores[places].tolist()}
    facts = Facts(
        *(config.name, options.set, n_sentences, config.drop, judged.absent, tuple(labels)),
        *(human, fingerprint.hexdigest()[:16], judged.measure),
    )
    shown = tuple(dict.fromkeys(warnings))
    return Corpus(kept, Judges(judged, places), tuple(made), facts, shown, n_done)


def _named(config: Config, metrics: Sequence[Wanted] | None) -> list[Wanted]:
    """Return the metrics of a corpus.

    Raises:
        FormatError: the config lacks what one reads, or names none and fits none.
    """
    if metrics is None:
        (plan,) = plan_configs([config])
        return [of_package(one) for one in plan.asked]
    words = [("", one.asked.label) for one in metrics if one.asked and not _is_mixed(one.asked)]
    if words:
        plan_configs([config], words)  # refuses what the config does not allow
    return list(metrics)


def _reads(config: Config, asked: Sequence[MetricSpec]) -> set[str]:
    """Return what is read of a config: what metrics want, and else what there is, for people."""
    reads = reads_of(config, asked)
    if reads & {"edits", "references"} or not (config.source or config.gold):
        return reads
    return reads | {"references" if config.source else "edits"}


def _given(
    config: Config,
    one: Wanted,
    text: CorpusText | None,
    n_sentences: int,
    options: Options,
    warnings: list[str],
) -> GivenMetric:
    """Return a metric whose scores another tool made, and add to warnings."""
    labels = list(config.systems)
    if has_sentences(one.file):
        if not n_sentences:
            reason = f"{one.name}: scores of sentences require texts or judgments of sentences"
            raise config.refusal(reason)
        numbers, n_all = (None, 0) if text is None else (text.numbers, text.n_all)
        scores = read_sentence_scores(one.file, labels, n_sentences, numbers=numbers, n_all=n_all)
        if text is not None and numbers is not None:
            outputs = dict(zip(labels, text.systems, strict=True))
            if found := unequal_numbers(scores, outputs, numbers, "scores"):
                warnings.append(f"{config.name}: {one.name}: {found}")
        return GivenMetric(one.name, scores)
    if options.level == "sentence" or options.aggregate is not None:
        reason = f"{one.name}: {visible(one.file)} has scores of systems, expected sentences"
        raise config.refusal(f"{reason} (a name that ends in .jsonl, or a folder)")
    of_systems = read_scores(one.file)
    missing = [label for label in labels if label not in of_systems]
    if missing:
        reason = f"{one.name}: {visible(one.file)} has no {listed([*map(visible, missing)])}"
        raise config.refusal(f"{reason}, expected a score of each system")
    return GivenMetric(one.name, np.array([of_systems[label] for label in labels]))


def _is_mixed(one: MetricSpec) -> bool:
    return bool(getattr(one.parameters, "mixed", ""))


def _mixed_run(config: Config, one: MetricSpec, text: CorpusText | None, jobs: int | None) -> Any:
    """Count by the I-measure in mix mode, whose gold is edits."""
    if len(config.gold) != 1 or config.drop or config.sentences or text is None:
        reason = f"{one.metric.name} in mix mode reads one whole gold in M2 and texts"
        raise config.refusal(f"{reason}: expected gold without drop and sentences")
    gold = one.metric.read_edits(config.gold[0], one.parameters)
    request = Request(
        *(one.metric, [*config.systems], text.systems, gold, one.parameters, [one.scoring]),
        reading=Reading(jobs=jobs),
        keeps_counts=True,
    )
    return run_request(request)


LEAST_SYSTEMS = 3
LEVEL = 0.05  # of significance, where warnings are about tests


def judge(
    configs: Sequence[Config],
    metrics: Sequence[Wanted] | Sequence[str] | None = None,
    options: Options | None = None,
    *,
    wishes: Options | None = None,
) -> Iterator[Judgment]:
    """Correlations of metrics with human judgments, one corpus after the other.

    Args:
        configs: of the corpora, with human scores.
        metrics: in words such as "green:char", or what `wanted` makes of them; None:
            those that a config names, or all that its files allow.
        options: levels, intervals, tests and grids that are wanted.
        wishes: the old name of options; it goes with 0.3.

    Raises:
        FormatError: a config or a file is bad, or fits no metric; fewer than three systems, or
            human scores that are all equal.
        LimitError: a corpus does not fit into memory.
        ValueError: a number that is out of range.

    Example:
        >>> list(judge([], ["m2", "green:char"]))
        []
    """
    if wishes is not None:
        warnings.warn("judge: wishes is now options; the old name goes with 0.3", FutureWarning, 2)
    options = options or wishes or Options()
    words = [one for one in metrics or () if isinstance(one, str)]
    named = [one for one in metrics or () if not isinstance(one, str)]
    asked = None if metrics is None else [*wanted(words), *named]
    n_done = 0
    for config in configs:
        corpus = read_corpus(config, asked, options, n_done)
        n_done = corpus.n_done
        yield _judged(corpus, options)


def _judged(corpus: Corpus, options: Options) -> Judgment:
    """Judge all metrics of a corpus."""
    people, config = corpus.judges.human, corpus.config
    human = corpus.judges.scores
    n_systems = counted(len(human), "system")
    if len(human) < LEAST_SYSTEMS:
        raise config.refusal(f"{n_systems}, expected {LEAST_SYSTEMS} or more to correlate")
    if human.max() == human.min():
        found = f'human score "{people.name}" is the same for all systems'
        raise config.refusal(f"{found}: expected different scores")
    if options.windows is not None and options.windows > len(human):
        expected = f"expected {options.windows} or more by --windows"
        raise config.refusal(f"{n_systems}, {expected}")
    if options.group is not None and people.segments is None:
        found = f'human score "{people.name}" is of rankings'
        raise config.refusal(f"{found}: --group requires ratings of sentences")
    work = _Evaluation(corpus, options)
    judged = [work.metric(metric) for metric in corpus.metrics]
    tests = work.tests(judged) if options.tests else None
    warnings = [*corpus.warnings, *_too_few(config.name, tests or (), is_corrected=options.holm)]
    if config.clusters and options.resamples is not None and SENTENCES & set(options.kinds):
        warnings.append(
            f"{config.name}: meta draws single sentences, not the clusters of the config: "
            "intervals are too narrow where sentences of a cluster are alike"
        )
    for one in judged:
        if all(result.correlations["pearson"] is None for result in one.results):
            warnings.append(
                f"{config.name}: {one.metric} has the same score for all systems, so no correlation"
            )
    given = [one.name for one in corpus.metrics if isinstance(one, GivenMetric)]
    warnings += reversed_scores(config.name, people.name, judged, given)
    facts, resamples = corpus.facts, work.resamples
    if resamples is not None and SENTENCES & set(options.kinds) and people.has_sentences:
        bounds = score_bounds(resamples.by_sentence)
        if bounds is not None:
            facts = replace(facts, human={**facts.human, "intervals": bounds})
    n_redrawn = resamples.n_redrawn if resamples else 0
    return Judgment(facts, tuple(judged), tests, tuple(warnings), people.notes, n_redrawn)


class _Evaluation:
    """What is made once for all metrics of a corpus, and what is made of each metric.

    resamples  None without intervals
    """

    def __init__(self, corpus: Corpus, options: Options) -> None:
        self._corpus = corpus
        self._options = options
        self._judges = judges = corpus.judges
        self.resamples: Resamples | None = None
        if options.resamples is not None:
            draws = Draws(options.resamples, options.seed, corpus.facts.sentences, options.jobs)
            self.resamples = Resamples(judges, draws)
        self._soft_p = None
        if options.soft is not None:
            self._soft_p = people_p(judges.human, judges.systems, options.soft, options.seed)

    def metric(self, metric: JudgedMetric) -> Judged:
        """Judge a metric: at the betas of the options, or at the best betas."""
        options = self._options
        swept: Sweep | None = None
        places: list[tuple[float | None, str | None]] = [(None, None)]
        betas = options.betas_of.get(metric.name, options.betas)
        if metric.is_swept and betas is not None:
            places = [(beta, None) for beta in betas]
        elif isinstance(metric, CountedMetric) and metric.is_swept and options.sweeps:
            swept = self._swept(metric)
            best = [(swept.best(measure).rounded, measure) for measure in CHOSEN_BY]
            places = [(beta, by) for beta, by in best if beta is not None] or places
        known = {beta: self._result(metric, beta) for beta in dict.fromkeys(b for b, _ in places)}
        results = [replace(known[beta], chosen_by=by) for beta, by in places]
        more = _near_betas(swept, results)
        found = None
        if isinstance(metric, CountedMetric) and swept is not None and self.resamples is not None:
            judged = [result.beta for result in results if result.beta is not None]
            found = bands(self.resamples, metric, swept, options.kinds, judged)
        if found is not None:
            for measure, interval in found.best.items():
                more[measure] = {"interval": interval, **more.get(measure, {})}
        return Judged(metric.name, tuple(results), swept, more, found)

    def _swept(self, metric: CountedMetric) -> Sweep:
        """Return the scores of a metric at every beta of the grid."""
        judges, options = self._judges, self._options
        n_folds, n_sentences = options.folds, self._corpus.facts.sentences
        if n_folds > n_sentences:
            found = counted(n_sentences, "sentence")
            expected = f"expected {n_folds} or more by --folds"
            raise self._corpus.config.refusal(f"{found}, {expected}")
        by_fold = None
        if options.human_by_fold and n_folds:
            folds = fold_of(n_sentences, n_folds, options.fold_by, options.seed)
            weights = np.stack([folds != fold for fold in range(n_folds)]).astype(np.float64)
            by_fold = judges.human.of_sentences(weights)[:, judges.places]
        how = {"fold_by": options.fold_by, "seed": options.seed, "human_by_fold": by_fold}
        how["fixed_choice"] = options.fixed_choice
        return metric.sweep(judges.scores, options.grid, folds=n_folds, **how)

    def _result(self, metric: JudgedMetric, beta: float | None) -> Result:
        """Judge a metric at a beta."""
        human, options, resamples = self._judges.scores, self._options, self.resamples
        scores, width, is_sentence = (
            metric.scores(beta),
            options.windows,
            options.level == "sentence",
        )
        of_sentences: Any = None  # the reader has refused metrics without them
        if options.aggregate is not None or is_sentence:
            of_sentences = metric.sentences(beta)
        if options.aggregate is not None:
            scores, resamples = aggregate(of_sentences, options.aggregate), None
        measured = correlations(human, scores)
        if options.soft is not None and options.aggregate is None:
            people, p = self._soft_p, metric.pair_p(options.soft, options.seed, beta)
            soft = None if people is None or p is None else soft_pairwise_accuracy(people, p)
            measured["soft_pairwise_accuracy"] = soft
        drawn = None
        if resamples is not None and SENTENCES & set(options.kinds):
            drawn = metric.resampled(resamples.draws, beta)
        return Result(
            *(metric.own_beta if beta is None else beta, None, scores, measured),
            None if resamples is None else intervals(resamples, metric, beta, options.kinds),
            score_bounds(drawn),
            None if width is None else tuple(windows(human, scores, width)),
            self._sentence_level(of_sentences) if is_sentence else None,
        )

    def _sentence_level(self, scores: Floats) -> SentenceLevel:
        """Compare scores of sentences with judgments."""
        human, options = self._judges.human, self._options
        known: Any = human.source  # the reader has refused what has none
        source = known.of_systems(self._judges.systems)
        is_collapsed, like = not options.expanded, options.like
        agreement = sentence_agreement(source, scores, collapsed=is_collapsed, like=like)
        if isinstance(source, Segments):
            by_group = None if options.group is None else grouped(source, scores, options.group)
            return SentenceLevel(agreement, (), by_group)
        collapsed = agreement.counting == "collapsed"
        return SentenceLevel(agreement, tuple(by_ranks(source, scores, collapsed=collapsed)))

    def tests(self, judged: Sequence[Judged]) -> tuple[Tested, ...]:
        """Test each pair of metrics, each at its first result."""
        human, resamples = self._judges.scores, self.resamples
        resampled: list[Floats | None] = [None] * len(judged)
        if resamples is not None:
            resampled = [
                metric.resampled(resamples.draws, one.results[0].beta if metric.is_swept else None)
                for metric, one in zip(self._corpus.metrics, judged, strict=True)
            ]
        tests = []
        for (a, of_a), (b, of_b) in combinations(zip(judged, resampled, strict=True), 2):
            first, second = a.results[0], b.results[0]
            one, other = first.correlations["pearson"], second.correlations["pearson"]
            both = pearson(first.scores, second.scores)
            found: dict[str, Any] = {}
            if one is not None and other is not None and both is not None:
                apart = williams(one, other, both, len(human))
                exchanged = permutation(human, first.scores, second.scores, seed=self._options.seed)
                found["williams"] = apart and apart.to_dict()
                found["perm_both"] = exchanged and {
                    **exchanged.to_dict(),
                    "exact": exchanged.is_exact,
                }
                if resamples is not None and of_a is not None and of_b is not None:
                    found["bootstrap"] = difference(resamples, one - other, of_a, of_b)._asdict()
            scores = a.metric, first.beta, b.metric, second.beta, one, other, both
            tests.append(Tested(*scores, **found))
        return _corrected(tests) if self._options.holm else tuple(tests)


def _near_betas(swept: Sweep | None, results: Sequence[Result]) -> dict[str, dict[str, Any]]:
    """Return by measure the betas that resamples cannot tell from the best one.

    Their correlations are within half the width of the interval of the best.
    """
    found: dict[str, dict[str, Any]] = {}
    for result in results:
        bounds = ((result.intervals or {}).get(result.chosen_by or "") or {}).values()
        first = next(iter(bounds), None)
        if swept is not None and result.chosen_by and first:
            near = swept.near(result.chosen_by, (first[1] - first[0]) / 2)
            found[result.chosen_by] = {"indistinguishable": near}
    return found


def _too_few(name: str, tests: Sequence[Tested], *, is_corrected: bool) -> Iterator[str]:
    """Yield warnings of tests whose p cannot be as small as the level, whatever the scores are."""
    for kind, called in (("perm_both", "permutation"), ("bootstrap", "paired bootstrap")):
        contents = [content for one in tests if (content := getattr(one, kind)) is not None]
        if not contents:
            continue
        n, comparisons = contents[0]["n"], len(contents) if is_corrected else 1
        lines = too_few(n, comparisons, LEVEL)
        if contents[0].get("exact") and comparisons * 2 / n > LEVEL:
            of = f" for {comparisons} comparisons" * (comparisons > 1)
            lines = [f"so few systems{of} give no significant p at level {LEVEL:g}"]
        yield from (f"{name}, {called}: {line}" for line in lines)


def _corrected(tests: Sequence[Tested]) -> tuple[Tested, ...]:
    """Correct p for the number of pairs, each kind of test alone (Holm, 1979)."""
    found = list(tests)
    for kind in ("williams", "perm_both", "bootstrap"):
        places = [place for place, one in enumerate(found) if getattr(one, kind) is not None]
        for key in ("p_one_sided", "p_two_sided"):
            values = [getattr(found[place], kind).get(key) for place in places]
            if not values or None in values:
                continue
            for place, p in zip(places, holm(values), strict=True):
                more: dict[str, Any] = {kind: {**getattr(found[place], kind), f"{key}_holm": p}}
                found[place] = replace(found[place], **more)
    return tuple(found)
