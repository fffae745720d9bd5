"""Input of a report: a corpus, its systems and gold, options, commands for the same numbers.

Of a large corpus a page shows the most informative sentences about its systems. Of several systems
these are the sentences where the errors of the best and of the worst are furthest apart; of equal
ones, and of one system, those with most errors; then the first ones.
"""

from __future__ import annotations

import os
import shlex
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Integers
from fastgec.metrics.declarations import differing, options_of
from fastgec.metrics.edit_texts import is_text, make_edits
from fastgec.metrics.other_scores import read_given
from fastgec.metrics.spec import MetricSpec
from fastgec.read import counted
from fastgec.read.config import Config, CorpusText, read_text
from fastgec.read.gold import Gold
from fastgec.read.lines import Column, Lines, References, read_lines
from fastgec.read.scores import stem
from fastgec.show import path_of
from fastgec.study import corpora
from fastgec.study.mistakes import SHIFTS, WrongEdits, require_judged, wrong_edits_of
from fastgec.study.resampling import DEFAULT_RESAMPLES, Clusters

if TYPE_CHECKING:  # few runs need it
    from fastgec.annotate.analyses import Analyser


class Given(NamedTuple):
    """Inputs of a metric.

    systems   outputs, or edits, of the systems
    gold      as the metric reads it
    warnings  about these
    notes     which gold was taken
    made_by   what made edits of texts, by name
    """

    systems: Sequence[Any]
    gold: Any
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    made_by: Mapping[str, str] = MappingProxyType({})


class Corpus(ABC):
    """A corpus and its systems.

    name     of the corpus
    systems  their names (`show.names_of`)
    left_out  lines about outputs that were left out because they cannot be scored
    clusters  of sentences, that resamples take as a whole
    accept    the file of wrong edits that were judged; None: there is none
    """

    clusters: Clusters | None = None
    accept: str | None = None

    def __init__(self, name: str, systems: Sequence[str]) -> None:
        self.name = name
        self.systems = tuple(systems)
        self.left_out: tuple[str, ...] = ()

    @abstractmethod
    def given(self, asked: MetricSpec) -> Given:
        """Return the inputs of a metric. Raises: FormatError."""

    def wrong_edits(self, asked: MetricSpec) -> list[WrongEdits]:
        """Return observers of wrong edits, where it is known which of them were judged valid.

        Raises: ValueError for parameters of which no edits are judged.
        """
        if self.accept is None or asked.metric.name not in SHIFTS:
            return []
        require_judged(asked.metric, asked.parameters)
        return wrong_edits_of(asked.metric, asked.parameters, len(self.systems))

    def command(self, asked: MetricSpec, *words: str, systems: Sequence[int] | None = None) -> str:
        """Return a command on this corpus, "" if there is none.

        Args:
            asked: the metric.
            words: its name, and options.
            systems: numbers of those that it is about; None: all.
        """
        return ""


class Files(Corpus):
    """Outputs and gold as they are named on a command line, or stand in memory."""

    def __init__(
        self,
        name: str,
        systems: Sequence[str],
        columns: Sequence[Column],
        gold: Any,
        *,
        names: Sequence[str] = (),
        analyser: Analyser | None = None,
    ) -> None:
        """Take names, the systems' inputs, and gold as the metric reads it.

        Args:
            name: of the corpus.
            systems: names of the systems.
            columns: outputs.
            gold: a path, or gold in memory.
            names: words of --name, if names were given.
            analyser: knows, or finds, how sentences are analysed (None: spaCy).
        """
        super().__init__(name, systems)
        self._given = Given(columns, gold)
        self._analyser = analyser
        self._names = tuple(names)

    def given(self, asked: MetricSpec) -> Given:
        """Return the inputs: outputs and gold, edits of these, or given scores."""
        systems, gold = self._given.systems, self._given.gold
        if asked.metric.reads == "scores":
            return self._scores(asked)
        if asked.metric.reads == "pairs":
            made = make_edits(systems, gold, asked.parameters, analyser=self._analyser)
            return Given(made.systems, made.gold, made.warnings, (), made.made_by)
        return self._given

    def _scores(self, asked: MetricSpec) -> Given:
        """Return scores of another tool, and the texts that they are of."""
        systems, gold = self._given.systems, self._given.gold
        outputs = [
            read_lines(one, path_of(name)) for one, name in zip(systems, self.systems, strict=True)
        ]
        source: Lines | None = None
        references: list[Lines] = []
        if isinstance(gold, References):
            source = read_lines(gold.source, "source")
            references = [read_lines(one, "references") for one in gold.columns]
        elif isinstance(gold, str):
            source = Gold.read(gold).sources
        labels = self._names or [stem(path_of(name)) for name in self.systems]
        text, warnings = read_given(asked.parameters, labels, outputs, source, references)
        return Given(outputs, text, warnings)

    def command(self, asked: MetricSpec, *words: str, systems: Sequence[int] | None = None) -> str:
        """Return a command on these files, "" where not all of them are files."""
        if asked.metric.reads == "scores":
            return ""
        picked = range(len(self.systems)) if systems is None else systems
        paths = [path_of(self.systems[number]) for number in picked]
        gold = self._given.gold
        if not all(isinstance(self._given.systems[number], str) for number in picked):
            return ""
        is_compare = words[0] == "compare"
        has_texts = any(map(is_text, self._given.systems)) or isinstance(gold, References)
        if words[:2] == ("errant", "compare") and has_texts:
            words = ("errant", "score", *words[2:])
        if isinstance(gold, References):
            columns = (gold.source, *gold.columns)
            if not all(isinstance(column, str) for column in columns):
                return ""
            source, *references = map(str, columns)
            files = ["-s", source, "-r", *references]
            files = [*paths, *files] if is_compare else [*files, "-c", *paths]
        elif not isinstance(gold, str):
            return ""
        elif words[0] == "errant":
            flags = ("-c", "--gold") if words[1] == "score" else ("-hyp", "-ref")
            files = [flags[0], *paths, flags[1], gold]
        else:
            files = [*paths, "--gold", gold] if is_compare else [*paths, gold]
        tags = self._analyser.analyses.tags if self._analyser else "penn"
        if has_texts and asked.metric.reads == "pairs" and tags != "penn":
            files += ["--tags", tags]
        if self._names:
            files += ["--name", *(self._names[number] for number in picked)]
        options = words_of(asked)
        if words[0] == "errant":
            options = _of_errant(asked)
        return shlex.join(["fastgec", *words, *options, *files])


class OfConfig(Corpus):
    """The corpus of a config file."""

    def __init__(
        self,
        config: Config,
        asked: Sequence[MetricSpec],
        *,
        analyser: Analyser | None = None,
        projects: bool = False,
    ) -> None:
        """Take a config, and its metrics; how edits of texts are made, see `edits_of_config`."""
        super().__init__(config.name, [*config.systems])
        self._config = config
        self._reads = corpora.reads_of(config, asked)
        self._analyser = analyser
        self._projects = projects
        self.clusters = corpora.clusters_of(config)
        self.accept = config.accept or None
        self._text: CorpusText | None = None

    def given(self, asked: MetricSpec) -> Given:
        """Return the inputs of a metric; files are read at the first call."""
        if self._text is None:
            self._text = read_text(self._config, self._reads)
        text = self._text
        if asked.metric.reads == "pairs":
            how: dict[str, Any] = {"analyser": self._analyser, "projects": self._projects}
            made = corpora.edits_of_config(self._config, text, [(asked,)], **how)
            edits = None if made.made_by else (made.gold, made.systems)
            warnings = (*corpora.disagreements(self._config, text, edits), *made.warnings)
            return Given(made.systems, made.gold, warnings, made.notes, made.made_by)
        if asked.metric.reads == "scores":
            return Given(text.systems, *corpora.given_of(self._config, asked, text))
        warnings = corpora.disagreements(self._config, text)
        if asked.metric.reads == "edits":
            return Given(text.systems, text.gold, warnings)
        source: Any = text.source
        return Given(text.systems, References(source, text.references), warnings)

    def wrong_edits(self, asked: MetricSpec) -> list[WrongEdits]:
        """Return observers of wrong edits, where the config names which were judged valid.

        Raises: FormatError.
        """
        return corpora.judged_edits_of(self._config, asked)

    def command(self, asked: MetricSpec, *words: str, systems: Sequence[int] | None = None) -> str:
        """Return the command that prints scores of a config; the others read no configs."""
        if words[0] != asked.metric.name or systems is not None:
            return ""
        kept = [word for word in words[1:] if word.startswith(("--ci", "--seed", "--retokenize"))]
        metric = asked.label
        if asked.metric.reads == "scores":
            metric += f"={asked.parameters.file}"
        return shlex.join(["fastgec", "run", *kept, self._config.path, "--metric", metric])


def words_of(asked: MetricSpec) -> list[str]:
    """Return the options of a metric's command that are not its defaults.

    Example:
        >>> from fastgec.metrics.spec import metric_spec
        >>> words_of(metric_spec("m2:beta=1,implicit-noop"))
        ['--implicit-noop', '--beta', '1.0']
    """
    fields = options_of(type(asked.parameters)) | options_of(type(asked.scoring))
    words: list[str] = []
    made = differing(asked.metric, asked.parameters, asked.scoring)
    for name, (_, option) in fields.items():
        if name in made:
            flag = option.flags[-1] if option.flags else f"--{name.replace('_', '-')}"
            words += [flag] if made[name] is True else [flag, str(made[name])]
    return words


def _of_errant(asked: MetricSpec) -> list[str]:
    """Return the options of `fastgec errant compare`, which are those of errant_compare."""
    words: list[str] = []
    for name, value in differing(asked.metric, asked.parameters, asked.scoring).items():
        if name == "mode":
            words.append(f"-{value}")
        elif name == "without":
            words += ["-filt", *value.split(",")]
        else:
            words += [f"--{name}", str(value)] if name == "beta" else [f"-{name}"]
    return words


def corpus_name(gold: Any) -> str:
    """Return the name of a corpus: the name of its gold file.

    >>> corpus_name("data/gold.m2")
    'gold.m2'
    """
    if isinstance(gold, References):
        gold = gold.source
    if isinstance(gold, str | os.PathLike):
        return os.path.basename(os.fspath(gold)) or "corpus"  # noqa: PTH119
    return str(getattr(gold, "name", "")) or "corpus"


MOST = 20_000  # sentences of a corpus in the page, unless another number is wanted


class Selection:
    """The sentences in the page, found block by block: the most informative ones, or given ones.

    Only what may still be in the page need be kept, so memory depends on the page and not on the
    corpus. What is left out by earlier sentences stays out, whatever comes: the order is total.

    Example:
        >>> found = Selection(2)
        >>> found.add(0, np.array([[1.0, 2], [1, 0]])).tolist()
        [0, 1]
        >>> found.add(2, np.array([[0.0, 3], [0, 3]])).tolist(), found.is_cut(at_end=True)
        ([0, 1], True)
        >>> found.numbers.tolist()
        [1, 3]
    """

    def __init__(self, most: int, given: Integers | None = None) -> None:
        """Take how many sentences there may be (0: all), or the numbers of those in the page."""
        self._most = most
        self._given = given
        self._numbers = np.zeros(0, np.int64)
        self._errors = np.zeros((0, 0))
        self._last: tuple[float, ...] | None = None  # the key of the last one, once some are out

    def add(self, first: int, errors: NDArray[np.float64]) -> Integers:
        """Return the sentences of a block that may be in the page, from 0 in the block.

        Args:
            first: number of sentences before the block.
            errors: float64[H, S], the larger the worse.
        """
        n_sentences = errors.shape[1]
        if self._given is not None:
            return selected_in(self._given, first, n_sentences)
        picked = np.arange(n_sentences)
        if self._most == 0:
            return picked
        if self._last is not None:  # of equal ones the first are in, and these come later
            spread, worst = _keys(errors)
            before = ~(spread >= self._last[0])  # also where either is no number
            picked = np.flatnonzero(before | ((spread == self._last[0]) & (worst < self._last[1])))
        self._numbers = np.concatenate([self._numbers, picked + first])
        kept = self._errors.reshape(len(errors), -1)
        self._errors = np.concatenate([kept, errors[:, picked]], axis=1)
        return picked

    def is_cut(self, *, at_end: bool = False) -> bool:
        """Leave out sentences, if there are many too many, or at the end; whether any left.

        Args:
            at_end: whether no more sentences come.
        """
        room = 0 if at_end else max(SLACK, self._most // 8)
        if self._most == 0 or len(self._numbers) <= self._most + room:
            return False
        keys = _keys(self._errors)
        order = np.lexsort(keys[::-1])  # stable: of equal ones the first
        self._last = tuple(float(key[order[self._most - 1]]) for key in keys)
        kept = np.sort(order[: self._most])
        self._numbers, self._errors = self._numbers[kept], self._errors[:, kept]
        return True

    @property
    def numbers(self) -> Integers | None:
        """Numbers of the sentences in the page, from 0, ascending; None: all."""
        return self._given if self._last is None else self._numbers


SLACK = 1024  # sentences, about a block


def _keys(errors: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return keys of sentences, of which the least are the most informative."""
    worst, best = errors.max(axis=0), errors.min(axis=0)
    return best - worst, -worst


def selected_in(numbers: Integers, first: int, size: int) -> Integers:
    """Return which sentences of a block are among some, from 0 in the block.

    Args:
        numbers: of some sentences, from 0 in the corpus, ascending.
        first: number of sentences before the block.
        size: of the block.

    Example:
        >>> selected_in(np.array([1, 4, 5, 9]), 4, 4).tolist()
        [0, 1]
    """
    low, high = np.searchsorted(numbers, (first, first + size))
    return numbers[low:high] - first


def cut_note(n_kept: int, n_sentences: int, n_systems: int) -> str:
    """Return a note that says which sentences are in the page.

    >>> cut_note(2, 4, 1)
    '2 of 4 sentences are shown: those with most errors. All numbers are of 4 sentences.'
    """
    which = "those where systems differ most" if n_systems > 1 else "those with most errors"
    whole = counted(n_sentences, "sentence")
    return f"{n_kept} of {whole} are shown: {which}. All numbers are of {whole}."


TOP = 20  # rows of frequent errors, as `fastgec errors` has them


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """Options of a page.

    resamples  for intervals
    tests      resamples of each paired test; None: 1000, or as many as so many tests need
    seed       of all draws
    level      at or below which a p is called significant
    top        rows of frequent errors
    most       sentences of a corpus in the page; 0: all
    projects   whether outputs are raw text, which gets the tokens of its source
    jobs       threads; None: all cores
    all_pairs  whether many systems, too, are tested in all pairs, not each against the best
    """

    resamples: int = DEFAULT_RESAMPLES
    tests: int | None = None
    seed: int = 0
    level: float = 0.05
    top: int = TOP
    most: int = MOST
    projects: bool = False
    jobs: int | None = None
    all_pairs: bool = False

    def tests_all(self, n_systems: int) -> bool:
        """Whether all pairs of so many systems are tested: time grows with the fourth power.

        There are as many pairs as the square, and each needs as many resamples as there are pairs.
        """
        return self.all_pairs or n_systems <= MOST_IN_PAIRS


MOST_IN_PAIRS = 20  # systems of which all pairs are tested in seconds

NAMES = ("overview", "accepted", "pairs", "types", "errors", "length", "edits")
TABLE = ("-f", "table")


def commands(
    corpus: Corpus, asked: MetricSpec, options: ReportOptions, base: int | None = None
) -> dict[str, Any]:
    """Return commands that print the numbers of a part by name; None where there is none.

    Args:
        corpus: names systems and gold.
        asked: the metric.
        options: of the page.
        base: the system that the others are tested against; None: all pairs are tested.
    """
    name, n_systems = asked.metric.name, len(corpus.systems)
    raw = ["--retokenize"] if options.projects and asked.metric.reads != "pairs" else []
    drawn = [*raw, *([] if options.seed == 0 else [f"--seed={options.seed}"])]
    if corpus.clusters is not None:
        drawn.append(f"--clusters={corpus.clusters.name}")
    intervals = [f"--ci={options.resamples}", *drawn]
    own = ["errant", "compare"] if name == "errant" else [name]
    found: dict[str, Any] = dict.fromkeys(NAMES)
    found["overview"] = corpus.command(asked, *own, *TABLE, *intervals)
    if corpus.accept is not None and name in SHIFTS and corpus.clusters is None:
        accept = f"--accept={corpus.accept}"
        found["accepted"] = corpus.command(asked, *own, *TABLE, accept, *intervals)
    if n_systems > 1:
        metric = [] if name == "m2" else ["--metric", name]
        tests = [] if options.tests is None else [f"--resamples={options.tests}"]
        level = [] if options.level == 0.05 else [f"--level={options.level!r}"]
        others = [] if base is None else [base]
        others += [number for number in range(n_systems) if number != base]
        how = ["compare", "--all" if base is None else "--holm", *metric, *tests, *level, *drawn]
        order = None if base is None else others
        found["pairs"] = corpus.command(asked, *how, systems=order)
    if name == "m2":
        found["types"] = corpus.command(asked, name, "--types", *TABLE, *raw)
    if name == "errant":
        found["types"] = corpus.command(asked, *own, "-cat", "3", *TABLE, *intervals)
    if name == "m2" or (name == "errant" and asked.parameters == asked.metric.parameters()):
        metric = [] if name == "m2" else ["--metric", name]
        for by in ("length", "edits"):
            found[by] = corpus.command(asked, "errors", *metric, "--buckets", by, *TABLE, *raw)
        if getattr(asked.parameters, "is_plain", True):
            top = [] if options.top == TOP else [f"--top={options.top}"]
            words = ["errors", *metric, *top, *TABLE, *raw]
            each = [corpus.command(asked, *words, systems=[one]) for one in range(n_systems)]
            found["errors"] = each if all(each) else None
    return {key: value or None for key, value in found.items()}
