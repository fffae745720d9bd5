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

from fastgec.metrics.declarations import options_of
from fastgec.metrics.edit_texts import is_text, make_edits
from fastgec.metrics.given import read_given
from fastgec.metrics.references import References
from fastgec.metrics.spec import Asked, differing
from fastgec.read.blocks import Column
from fastgec.read.card import Card
from fastgec.read.cardtext import CardText, read_text
from fastgec.read.errors import counted
from fastgec.read.gold import Gold
from fastgec.read.lines import Lines, read_lines
from fastgec.read.scores import stem
from fastgec.show.names import path_of
from fastgec.study.agreement import disagreements
from fastgec.study.resampling import DEFAULT_RESAMPLES
from fastgec.study.together import edits_of_card, given_of, reads_of

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
    systems  their names (`show.names`)
    left_out  lines about outputs that were left out because they cannot be scored
    """

    def __init__(self, name: str, systems: Sequence[str]) -> None:
        self.name = name
        self.systems = tuple(systems)
        self.left_out: tuple[str, ...] = ()

    @abstractmethod
    def given(self, asked: Asked) -> Given:
        """Return the inputs of a metric. Raises: FormatError."""

    def command(self, asked: Asked, *words: str, systems: Sequence[int] | None = None) -> str:
        """Return a command on this corpus, "" if there is none.

        Args:
            asked: the metric.
            words: its name, and options.
            systems: numbers of those that it is about; None: all.
        """
        del asked, words, systems
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

    def given(self, asked: Asked) -> Given:
        """Return the inputs: outputs and gold, edits of these, or given scores."""
        systems, gold = self._given.systems, self._given.gold
        if asked.metric.reads == "scores":
            return self._scores(asked)
        if asked.metric.reads == "pairs":
            made = make_edits(systems, gold, asked.parameters, analyser=self._analyser)
            return Given(made.systems, made.gold, made.warnings, (), made.made_by)
        return self._given

    def _scores(self, asked: Asked) -> Given:
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

    def command(self, asked: Asked, *words: str, systems: Sequence[int] | None = None) -> str:
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


class OfCard(Corpus):
    """The corpus of a config file."""

    def __init__(
        self,
        card: Card,
        asked: Sequence[Asked],
        *,
        analyser: Analyser | None = None,
        projects: bool = False,
    ) -> None:
        """Take a config, and its metrics; how edits of texts are made, see `edits_of_card`."""
        super().__init__(card.name, [*card.systems])
        self._card = card
        self._reads = reads_of(card, asked)
        self._analyser = analyser
        self._projects = projects
        self._text: CardText | None = None

    def given(self, asked: Asked) -> Given:
        """Return the inputs of a metric; files are read at the first call."""
        if self._text is None:
            self._text = read_text(self._card, self._reads)
        text = self._text
        if asked.metric.reads == "pairs":
            made = edits_of_card(
                self._card, text, [(asked,)], analyser=self._analyser, projects=self._projects
            )
            lines = disagreements(
                self._card, text, None if made.made_by else (made.gold, made.systems)
            )
            return Given(
                made.systems, made.gold, (*lines, *made.warnings), made.notes, made.made_by
            )
        if asked.metric.reads == "scores":
            return Given(text.systems, *given_of(self._card, asked, text))
        warnings = disagreements(self._card, text)
        if asked.metric.reads == "edits":
            return Given(text.systems, text.gold, warnings)
        assert text.source is not None
        return Given(text.systems, References(text.source, text.references), warnings)

    def command(self, asked: Asked, *words: str, systems: Sequence[int] | None = None) -> str:
        """Return the command that prints scores of a card; the others read no cards."""
        if words[0] != asked.metric.name or systems is not None:
            return ""
        kept = [word for word in words[1:] if word.startswith(("--ci", "--seed", "--retokenize"))]
        metric = asked.label
        if asked.metric.reads == "scores":
            metric += f"={asked.parameters.file}"
        return shlex.join(["fastgec", "run", *kept, self._card.path, "--metric", metric])


def words_of(asked: Asked) -> list[str]:
    """Return the options of a metric's command that are not its defaults.

    Example:
        >>> from fastgec.metrics.spec import asked
        >>> words_of(asked("m2:beta=1,implicit-noop"))
        ['--implicit-noop', '--beta', '1.0']
    """
    fields = options_of(type(asked.parameters)) | options_of(type(asked.scoring))
    words: list[str] = []
    made = differing(asked)
    for name in (name for name in fields if name in made):
        _, option = fields[name]
        flag = option.flags[-1] if option.flags else f"--{name.replace('_', '-')}"
        words += [flag] if made[name] is True else [flag, str(made[name])]
    return words


def _of_errant(asked: Asked) -> list[str]:
    """Return the options of `fastgec errant compare`, which are those of errant_compare."""
    words: list[str] = []
    for name, value in differing(asked).items():
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


Integers = NDArray[np.int64]

MOST = 20_000  # sentences of a corpus in the page, unless another number is wanted


def selected_sentences(errors: NDArray[np.float64], most: int) -> Integers | None:
    """Return the numbers of the sentences in the page, from 0, ascending; None for all.

    Args:
        errors: float64[H, S], the larger the worse.
        most: how many there may be; 0: there is no limit.

    Example:
        >>> selected_sentences(np.array([[1.0, 2, 0, 3], [1, 0, 0, 3]]), 2).tolist()
        [1, 3]
    """
    n_sentences = errors.shape[1]
    if most == 0 or n_sentences <= most:
        return None
    worst, best = errors.max(axis=0), errors.min(axis=0)
    order = np.lexsort((np.arange(n_sentences), -worst, best - worst))
    return np.sort(order[:most])


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
    tests      resamples of each paired test; None: 1000, or as many as so many pairs need
    seed       of all draws
    level      at or below which a p is called significant
    top        rows of frequent errors
    most       sentences of a corpus in the page; 0: all
    projects   whether outputs are raw text, which gets the tokens of its source
    jobs       threads; None: all cores
    """

    resamples: int = DEFAULT_RESAMPLES
    tests: int | None = None
    seed: int = 0
    level: float = 0.05
    top: int = TOP
    most: int = MOST
    projects: bool = False
    jobs: int | None = None


NAMES = ("overview", "pairs", "types", "errors", "length", "edits")
TABLE = ("-f", "table")


def commands(corpus: Corpus, asked: Asked, options: ReportOptions) -> dict[str, Any]:
    """Return commands that print the numbers of a part by name; None where there is none."""
    name, n_systems = asked.metric.name, len(corpus.systems)
    raw = ["--retokenize"] if options.projects and asked.metric.reads != "pairs" else []
    drawn = [*raw, *([] if options.seed == 0 else [f"--seed={options.seed}"])]
    intervals = [f"--ci={options.resamples}", *drawn]
    own = ["errant", "compare"] if name == "errant" else [name]
    found: dict[str, Any] = dict.fromkeys(NAMES)
    found["overview"] = corpus.command(asked, *own, *TABLE, *intervals)
    if n_systems > 1:
        metric = [] if name == "m2" else ["--metric", name]
        tests = [] if options.tests is None else [f"--resamples={options.tests}"]
        level = [] if options.level == 0.05 else [f"--level={options.level!r}"]
        found["pairs"] = corpus.command(asked, "compare", "--all", *metric, *tests, *level, *drawn)
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
            each = [
                corpus.command(asked, "errors", *metric, *top, *TABLE, *raw, systems=[number])
                for number in range(n_systems)
            ]
            found["errors"] = each if all(each) else None
    return {key: value or None for key, value in found.items()}
