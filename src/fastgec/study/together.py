"""The metrics of one corpus, counted together: files are read once, n-grams counted once.

Metrics that read references go over the text in step, block by block, and share their
n-grams. Metrics that read edits go over texts and gold that stand in memory, one after the other.
Metrics that differ in scoring alone have one count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.diagnostics.inputs import Diagnostics
from fastgec.metrics.base import Reading
from fastgec.metrics.edit_texts import MadeEdits, foreign_edits, make_edits, sources_of
from fastgec.metrics.given import GivenText, read_given
from fastgec.metrics.input_warnings import found_by
from fastgec.metrics.references import Asked as Shared
from fastgec.metrics.references import ReferenceMetric, References, shared_blocks
from fastgec.metrics.spec import Asked
from fastgec.read.card import Card
from fastgec.read.cardtext import CardText, read_edits, read_text
from fastgec.read.errors import counted, visible
from fastgec.read.lines import Lines
from fastgec.study.agreement import disagreements
from fastgec.study.run import Request, Work, facts_of, run_request, signed
from fastgec.study.table import AnyRun

if TYPE_CHECKING:  # few runs need it
    from fastgec.annotate.analyses import Analyser
    from fastgec.texts.retokenize import Projection

Group = tuple[Asked, ...]  # metrics that differ in scoring alone


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

    @property
    def keeps_samples(self) -> bool:
        """Whether the counts that resampling needs are kept."""
        return self.resamples is not None or self.tests is not None


class Counted(NamedTuple):
    """The counts and scores of one corpus, by metric.

    runs        by the label of a metric, its run and the number of its scoring there
    n_done      number of sentences done, of all metrics and corpora so far
    projection  the tokenizer of raw outputs, if they were raw text
    """

    runs: Mapping[str, tuple[AnyRun, int]]
    n_done: int
    projection: Projection | None = None


def count_corpus(
    card: Card,
    asked: Sequence[Asked],
    options: RunOptions,
    n_before: int = 0,
    text: CardText | None = None,
) -> Counted:
    """Read the files of a card, and count and score its systems by some metrics.

    Args:
        card: of the corpus.
        asked: the metrics; the config names all files that they read.
        options: options of the run.
        n_before: sentences done so far, of other corpora.
        text: the texts of the config that the metrics read, if they were read before.

    Raises:
        FormatError: a file is bad.
        LimitError: the corpus does not fit into memory.
    """
    if text is None:
        text = read_text(card, reads_of(card, asked))
    groups = _groups(asked)
    shared = [group for group in groups if _shares_blocks(group[0])]
    alone = [[group] for group in groups if group not in shared]
    edits: Any = None  # of both sides, by ERRANT
    if any(group[0].metric.reads == "pairs" for group in groups):
        edits = edits_of_card(
            card, text, groups, analyser=options.analyser, projects=options.projects
        )
    runs: dict[str, tuple[AnyRun, int]] = {}
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
            found = _run_shared(together, text, card, reading, options)
        else:
            found = [_run_alone(together[0], text, edits, card, reading, options)]
        for group, run in zip(together, found, strict=True):
            runs |= {one.label: (run, number) for number, one in enumerate(group)}
        n_done += found[0].facts.sentences
    _require_same_sentences(card, runs)
    made = edits and not edits.made_by  # edits that were made of the texts agree with them
    if lines := disagreements(card, text, (edits.gold, edits.systems) if made else None):
        runs = {label: (told_of(run, lines), number) for label, (run, number) in runs.items()}
    return Counted(runs, n_done, first_projection)


def told_of(run: AnyRun, lines: Sequence[str], notes: Sequence[str] = ()) -> AnyRun:
    """Return the run with further warnings of its inputs, and notes."""
    input_warnings, notes = (*lines, *run.found.input_warnings), (*notes, *run.found.notes)
    return run._replace(found=run.found._replace(input_warnings=input_warnings, notes=notes))


def _require_same_sentences(card: Card, runs: Mapping[str, tuple[AnyRun, int]]) -> None:
    """Raise FormatError if metrics that read other gold have other numbers of sentences."""
    (first, (one, _)), *others = runs.items()
    for label, (run, _) in others:
        found, wanted = run.facts.sentences, one.facts.sentences
        if found != wanted:
            has = f"{label} reads {counted(found, 'sentence')}"
            reason = f"{has}, expected {wanted} as {first} reads"
            raise card.refusal(reason)


def _projection() -> Projection:
    from fastgec.texts.retokenize import Projection

    return Projection()


def _groups(asked: Sequence[Asked]) -> list[Group]:
    """Return metrics whose counts are the same together."""
    groups: dict[tuple[str, Any], list[Asked]] = {}
    for one in asked:
        groups.setdefault((one.metric.name, one.parameters), []).append(one)
    return [tuple(group) for group in groups.values()]


def _shares_blocks(one: Asked) -> bool:
    """Whether a metric reads blocks of text as all of its kind do."""
    return type(one.metric).blocks is ReferenceMetric.blocks


def _run_alone(
    group: Group, text: CardText, edits: Any, card: Card, reading: Reading, options: RunOptions
) -> AnyRun:
    """Count text, or edits, by one metric."""
    gold: Any = text.gold
    systems: Any = text.systems
    if group[0].metric.reads == "scores":
        gold, warnings = given_of(card, group[0], text)
        request = _request(group, card, systems, gold, reading, options)
        return told_of(run_request(request), warnings)
    if group[0].metric.reads == "references":
        gold = _references(text)
    elif group[0].metric.reads == "pairs":
        run = run_request(_request(group, card, edits.systems, edits.gold, reading, options))
        return told_of(signed(run, edits.made_by), edits.warnings, edits.notes)
    return run_request(_request(group, card, systems, gold, reading, options))


def reads_of(card: Card, asked: Sequence[Asked]) -> set[str]:
    """Return the kinds of gold that metrics read, and those of which edits are made."""
    reads = {one.metric.reads for one in asked}
    if "pairs" in reads and not (card.errant and card.errant_systems.keys() == card.systems.keys()):
        reads.add("scores")  # outputs, whatever the gold
    if "pairs" in reads and card.source and card.references and not card.errant:
        reads.add("references")
    return reads


def edits_of_card(
    card: Card,
    text: CardText,
    groups: Sequence[Group],
    *,
    analyser: Analyser | None = None,
    projects: bool = False,
) -> MadeEdits:
    """Return edits of the gold and of each system: from files, or made of texts.

    Edits of the gold are those of `errant`, else those of `gold` if ERRANT may have written them,
    else made of the references, else those of `gold` as they are, with a warning.

    Args:
        card: of the corpus.
        text: its texts.
        groups: the metrics, of which some read edits.
        analyser: see `RunOptions`.
        projects: whether outputs are raw text, which gets the tokens of the source.

    Raises:
        FormatError: a file is bad, or a text that cannot be annotated.
        MissingExtraError: spaCy or its model is needed and not installed.
    """
    gold: Any
    gold, systems = read_edits(card, from_gold=True)
    notes: tuple[str, ...] = ()
    if text.references and text.source is not None and not card.errant:
        if gold is None:
            gold = _references(text)
        elif foreign_edits(gold):
            notes = (
                f'corpus "{visible(card.name)}": ERRANT reads the references, since the edits of '
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
    made = make_edits(outputs, gold, languages.get("zh", parameters[0]), analyser=analyser)
    return made._replace(notes=notes)


def _projected(outputs: Sequence[Any], text: CardText, gold: Any) -> list[Any]:
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


def given_of(card: Card, one: Asked, text: CardText) -> tuple[GivenText, tuple[str, ...]]:
    """Return the scores of another tool, and warnings. Raises: as `read_given`."""
    return read_given(
        one.parameters,
        [*card.systems],
        text.systems,
        text.gold.sources if text.source is None and text.gold is not None else text.source,
        text.references,
        numbers=text.numbers,
        n_all=text.n_all,
    )


def _request(
    group: Group, card: Card, systems: Any, gold: Any, reading: Reading, options: RunOptions
) -> Request:
    return Request(
        *(group[0].metric, [*card.systems], systems, gold, group[0].parameters),
        [one.scoring for one in group],
        reading=reading,
        keeps_counts=options.keeps_counts,
        keeps_samples=options.keeps_samples,
        has_fingerprint=options.has_fingerprint,
    )


def _run_shared(
    groups: Sequence[Group], text: CardText, card: Card, reading: Reading, options: RunOptions
) -> list[AnyRun]:
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
        work = Work(_request(group, card, text.systems, gold, reading, options))
        works.append((Shared(metric, parameters, work.fold), work, summaries[unit]))
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


def _references(text: CardText) -> References:
    assert text.source is not None
    return References(text.source, text.references)


def _tell(progress: Callable[[int], None], n_before: int, n_done: int) -> None:
    progress(n_before + n_done)
