"""The human scores of a corpus as its config file names them, and checks of them.

`HumanScores` has a score of each system, and the judgments it is made of. Resamples are weights,
how often each sentence (or item of rankings) was drawn: wins of a resample are a product of weights
and the wins of each sentence.

**Checks.** `src-id` counts from 0 in some files and from 1 in others, and nothing in a file says
which. With the wrong one every judgment is of the sentence before or behind, and only numbers that
are a little worse tell. So the outputs are compared: systems of one group must have the same words.
Ratings, and scores of sentences by other tools, have no groups: there the same words must have the
same number. Judgments that are given twice are refused.

**Tables `[[human]]`** of a config file are read and made into a score of each system.

    [[human]]
    name = "expected wins"
    kind = "rankings"              # rankings (XML), segments (CSV of ratings), scores (of systems)
    file = "judgments.xml.gz"      # or a list of files, which are joined
    base = 0                       # rankings: the src-id of the first sentence, 0 or 1
    score = "wins"                 # or "mean" (segments), "trueskill" (rankings)
    runs = 1000                    # of TrueSkill
    annotators = ["annotator01"]   # rankings: only these judges
    systems = ["A", "B"]           # scores: whose the numbers are, where a file does not say
    independent = true             # segments: equal outputs were rated apart

What the config drops, or its `sentences` leave out, is left out of the judgments too. Scores are
made over all systems of the config; whoever wants a subset cuts them afterwards, as published
scores must be cut as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats
from fastgec.counts import sealed
from fastgec.meta import standings
from fastgec.meta.judgments import (
    Rankings,
    Segments,
    read_rankings,
    read_ratings,
    read_scores,
    repeated_judgments,
)
from fastgec.read import FormatError, counted, visible
from fastgec.read.config import Config, CorpusText, Table, hint, listed
from fastgec.read.lines import Lines
from fastgec.read.scores import unequal_numbers
from fastgec.values import MAX_RESAMPLES, flag


@dataclass(frozen=True, slots=True, eq=False)
class HumanScores:
    """Human scores of the systems of a corpus.

    name         of the score, as the config has it
    measure      "wins", "mean" or "trueskill"; "scores" where they were published
    systems      labels, in the order of the config
    scores       float64[H], larger is better
    n_sentences  of the corpus, as the config cuts it; 0 where only systems have scores
    source       Rankings or Segments of these systems and sentences, from 0; None of scores
    absent       systems of the config without human scores, and the reverse (`common`)
    notes        what could not be checked, and what was left out
    fingerprint  of what was read
    warnings     judgments that are given twice
    """

    name: str
    measure: str
    systems: tuple[str, ...]
    scores: Floats
    n_sentences: int
    source: Rankings | Segments | None
    absent: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    fingerprint: str = ""
    warnings: tuple[str, ...] = ()

    @property
    def has_sentences(self) -> bool:
        """Whether resamples of sentences move these scores: not published ones, nor TrueSkill."""
        return self.source is not None and self.measure != "trueskill"

    @property
    def rankings(self) -> Rankings | None:
        """The judgments, where people ranked outputs."""
        return self.source if isinstance(self.source, Rankings) else None

    @property
    def segments(self) -> Segments | None:
        """The ratings, where people rated outputs."""
        return self.source if isinstance(self.source, Segments) else None

    @property
    def kind(self) -> str:
        """Which judgments they are made of: "rankings", "segments" or "scores" (published)."""
        if self.source is None:
            return "scores"
        return "segments" if isinstance(self.source, Segments) else "rankings"

    @property
    def judgments(self) -> int | None:
        """Number of judged pairs of outputs, expanded; None of published scores."""
        return None if self.source is None else self.source.n_judgments

    @property
    def ties(self) -> int | None:
        """Number of ties among these, or None."""
        return None if self.source is None else self.source.n_ties

    @property
    def n_units(self) -> int:
        """How many units of judgment there are: items of rankings, sentences of ratings."""
        if isinstance(self.source, Rankings):
            return len(self.source.items)
        return self.n_sentences

    def of_sentences(self, weights: NDArray[Any]) -> Floats:
        """The scores of resamples of the sentences.

        Args:
            weights: number[R, S], how often each sentence was drawn.

        Returns:
            float64[R, H]; R times the same where no sentence moves them.
        """
        if not self.has_sentences or self.source is None:
            return np.tile(self.scores, (len(weights), 1))
        if self.measure == "mean" and isinstance(self.source, Segments):
            ratings = np.nan_to_num(self.source.ratings)
            used = weights.astype(np.float64) * self.source.is_rated
            n_rated = used.sum(axis=1, keepdims=True)
            with np.errstate(invalid="ignore"):  # NaN of a resample without a rated sentence
                means: Floats = used @ ratings / n_rated
            return means
        return _weighted_wins(standings.wins_by_sentence(self.source, self.n_sentences), weights)

    def of_units(self, weights: NDArray[Any]) -> Floats:
        """The scores of resamples of the judgments alone: number[R, `n_units`]."""
        if isinstance(self.source, Rankings) and self.has_sentences:
            return _weighted_wins(standings.wins_by_item(self.source), weights)
        return self.of_sentences(weights)

    def to_dict(self) -> dict[str, Any]:
        """Name, kind, measure, scores, and where there are some, judgments and ties."""
        found: dict[str, Any] = {"name": self.name, "kind": self.kind, "measure": self.measure}
        found["scores"] = self.scores.tolist()
        if self.source is not None:
            found |= {"judgments": self.judgments, "ties": self.ties}
        return found


def _weighted_wins(wins: Floats, weights: NDArray[Any]) -> Floats:
    """Return expected wins of sums of wins: float64[N, H, H] and number[R, N] to float64[R, H].

    Wins are whole numbers, so sums are exact however a matrix product orders them.
    """
    n_systems = wins.shape[1]
    sums = weights.astype(np.float64) @ wins.reshape(len(wins), -1)
    return standings.wins_to_scores(sums.reshape(-1, n_systems, n_systems))


def require_base(
    rankings: Rankings, base: int, systems: Mapping[str, Lines], text: CorpusText
) -> tuple[str, ...]:
    """Check that judgments are of the sentences that they say.

    Args:
        rankings: of sentences of the whole corpus.
        base: the `src-id` of the first sentence, as the rankings were read.
        systems: outputs by label, of the sentences that `text` keeps.
        text: says which these are, and how many the corpus has.

    Returns:
        Lines that say what could not be checked.

    Raises:
        FormatError: systems of one group have unlike outputs, or a sentence is past the end.
    """
    numbers: Any = text.numbers
    last = int(rankings.items.sentence.max(initial=-1))
    if last >= text.n_all:
        item = rankings.items.names[int(rankings.items.sentence.argmax())]
        most = text.n_all - 1 + base
        reason = f"src-id {last + base}: expected {most} at most (base {base}, "
        raise FormatError(rankings.name, None, f"{item}: {reason}{text.n_all} sentences)")
    places = np.full(text.n_all, -1, np.int64)
    places[numbers] = np.arange(len(numbers))
    n_equal, n_groups, unlike = _compared(rankings, systems, places, 0)
    if not n_groups:
        reason = (
            f"no two systems judged as one, so it was not checked that src-id counts from {base}"
        )
        return (f"{rankings.name}: {reason}",)
    if unlike:
        other = 1 - base
        n_other, n_groups_of_other, unlike_of_other = _compared(
            rankings, systems, places, base - other
        )
        fits = n_groups_of_other and not unlike_of_other
        hint = f"expected base {other}" if fits else "expected the same output"
        counts = f"{n_equal} of {n_groups} groups agree with base {base}, "
        counts += f"{n_other} of {n_groups_of_other} groups agree with base {other}"
        raise FormatError(rankings.name, None, f"{unlike}, {hint} ({counts})")
    return ()


def _compared(
    rankings: Rankings, systems: Mapping[str, Lines], places: NDArray[np.int64], shift: int
) -> tuple[int, int, str]:
    """Compare the outputs of each group, with all sentences moved by a shift.

    Returns:
        How many groups have one output, how many there are of two systems or more, and the first
        that has not, "" if all have.
    """
    items = rankings.items
    n_equal = n_groups = 0
    first = ""
    starts = np.flatnonzero(np.diff(items.group, prepend=-1))
    ends = np.append(starts[1:], len(items.group))
    item_of = np.repeat(np.arange(len(items)), np.diff(items.offsets))
    numbers, sentences = items.system.tolist(), items.sentence.tolist()
    spans = zip(starts.tolist(), ends.tolist(), item_of[starts].tolist(), strict=True)
    for start, end, item in spans:
        sentence = sentences[item] + shift
        if end - start < 2 or not 0 <= sentence < len(places) or places[sentence] < 0:
            continue
        labels = [rankings.systems[one] for one in numbers[start:end]]
        labels = [label for label in labels if label in systems]
        if len(labels) < 2:
            continue
        place = int(places[sentence])
        n_groups += 1
        words = systems[labels[0]][place].split()
        unlike = [label for label in labels[1:] if systems[label][place].split() != words]
        if not unlike:
            n_equal += 1
        elif not first:
            pair = f"{visible(labels[0])} and {visible(unlike[0])}"
            first = f"{items.names[item]}: {pair} have unlike outputs in sentence {sentence + 1}"
    return n_equal, n_groups, first


KEYS = ("name", "kind", "file", "base", "score", "runs", "annotators", "systems", "independent")
BY_JUDGES = {"base", "annotators"}
KINDS = {"rankings": ("wins", "trueskill"), "segments": ("wins", "mean"), "scores": ()}


def human_names(config: Config) -> list[str]:
    """The names of the human scores of a config.

    Raises:
        FormatError: a table without one, or two with the same.
    """
    names = [_table(config, place).string("name") for place in range(len(config.human))]
    for name in names:
        if not name:
            raise config.refusal('human requires name = "..."')
        if names.count(name) > 1:
            raise config.refusal(f'human: two tables are called "{visible(name)}"')
    return names


def read_human(
    config: Config, text: CorpusText | None = None, name: str | None = None, *, common: bool = False
) -> HumanScores:
    """Read a human score of a config.

    Args:
        config: of the corpus.
        text: its texts, which say what is dropped, and check which sentence a judgment is of;
            None: there are none.
        name: of the score (None: the first).
        common: systems that only one side has are left out, instead of refused.

    Raises:
        FormatError: a table or a file is bad, or has other systems than the config.
    """
    common = flag(common, "common")
    names = human_names(config)
    if not names:
        raise config.refusal("human scores require a table [[human]]")
    if name is not None and name not in names:
        raise config.refusal(f'no human score "{visible(name)}", {hint(name, names)}')
    table = _table(config, 0 if name is None else names.index(name))
    table.require_keys(KEYS)
    kind = table.string("kind")
    if kind not in KINDS:
        raise table.refusal(f'kind: "{visible(kind)}": expected {listed([*KINDS])}')
    measure = table.string("score") or "wins"
    if kind == "scores" and "score" in table.content:
        raise table.refusal('score and kind = "scores" are mutually exclusive')
    if kind != "scores" and measure not in KINDS[kind]:
        raise table.refusal(f'score: "{visible(measure)}": expected {listed(KINDS[kind])}')
    given = table.content.keys()
    for reason, keys, is_met in (
        ('base and annotators require kind = "rankings"', BY_JUDGES, kind == "rankings"),
        ('independent requires kind = "segments"', {"independent"}, kind == "segments"),
        ('runs requires score = "trueskill"', {"runs"}, measure == "trueskill"),
        ('systems requires kind = "scores"', {"systems"}, kind == "scores"),
    ):
        if given & keys and not is_met:
            raise table.refusal(reason)
    files = table.files("file", table.content.get("file"))
    if not files:
        raise table.refusal('file = "..." is required')
    source: Rankings | Segments | None = None
    n_sentences = 0
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    if kind == "scores":
        published = _published(table, files)
        systems, absent = _matched(table, config, tuple(published), common=common)
        content = scores = np.array([published[label] for label in systems])
    elif kind == "segments":
        source, absent, notes = _ratings(config, table, files, text, common=common)
        systems, n_sentences, content = source.systems, len(source), source.ratings
        scores = (
            standings.mean_ratings(source) if measure == "mean" else standings.expected_wins(source)
        )
        warnings = repeated_judgments(files)
    else:
        source, absent, n_sentences, notes = _rankings(config, table, files, text, common=common)
        systems = source.systems
        content = np.stack([source.sentence, source.winner, source.loser, source.kind])
        scores = standings.expected_wins(source) if measure == "wins" else _skills(table, source)
        warnings = repeated_judgments(files, source)
    measure = "scores" if source is None else measure
    more = absent, notes, _fingerprint(systems, content), warnings
    return HumanScores(
        *(table.string("name"), measure, systems, sealed(scores), n_sentences, source), *more
    )


def _table(config: Config, place: int) -> Table:
    content = config.human[place]
    name = content.get("name")
    shown = f' "{visible(name)}"' if isinstance(name, str) else ""
    return Table(config.path, content, f'corpus "{visible(config.name)}": human{shown}')


def _published(table: Table, files: Sequence[str]) -> dict[str, float]:
    """Read scores that were published."""
    if len(files) > 1:
        raise table.refusal(f"file: {len(files)} files, expected 1 of scores")
    own = table.strings("systems")
    if len(set(own)) < len(own):
        raise table.refusal("systems: a label is given twice: expected each once")
    return read_scores(files[0], own or None)


def _ratings(
    config: Config, table: Table, files: Sequence[str], text: CorpusText | None, *, common: bool
) -> tuple[Segments, tuple[str, ...], tuple[str, ...]]:
    """Read ratings of sentences; return them, systems of one side, and what was not checked."""
    segments = read_ratings(files)
    known = tuple(label for label in segments.systems if label in config.systems)
    systems, absent = _matched(table, config, known, common=common)
    segments = segments.of_systems(systems)
    numbers = _kept(config, text, len(segments))
    if text is not None and text.numbers is not None and len(segments) != text.n_all:
        found = counted(len(segments), "sentence")
        reason = f"{segments.name} has {found}, expected {text.n_all}"
        raise table.refusal(f"{reason} as in the texts")
    if numbers is not None:
        segments = segments.of_sentences(numbers)
    notes = _check_ratings(config, table, text, segments)
    if not segments.is_rated.any():
        raise table.refusal("no rated sentence is left")
    return segments, absent, notes


def _check_ratings(
    config: Config, table: Table, text: CorpusText | None, segments: Segments
) -> tuple[str, ...]:
    """Check that equal outputs have equal ratings; return what could not be checked.

    Raises:
        FormatError: they have not, so that ratings may be of other sentences or systems.
    """
    is_independent = table.take("independent", bool, "true or false")
    what = "it was not checked that ratings are of these sentences and systems"
    if text is None or text.numbers is None:
        return (f"{segments.name}: without texts {what}",)
    outputs = dict(zip(config.systems, text.systems, strict=True))
    outputs = {label: outputs[label] for label in segments.systems}
    found = unequal_numbers(segments.ratings, outputs, text.numbers, "ratings")
    if found is None:
        return (f"{segments.name}: no two outputs of a sentence are equal, so {what}",)
    if not found:
        return ()
    if is_independent:
        return (f"{segments.name}: {found}",)
    reason = "expected equal ones, or independent = true if equal outputs were rated apart"
    raise table.refusal(f"{segments.name}: {found}: {reason}")


def _rankings(
    config: Config, table: Table, files: Sequence[str], text: CorpusText | None, *, common: bool
) -> tuple[Rankings, tuple[str, ...], int, tuple[str, ...]]:
    """Read rankings.

    Returns:
        The rankings, systems of one side, how many sentences there are, and what was not checked.
    """
    if "base" not in table.content:
        raise table.refusal("base is required: the src-id of the first sentence, 0 or 1")
    base = table.take("base", int, "0 or 1")
    if base not in (0, 1) or isinstance(base, bool):
        raise table.refusal(f"base: {base}, expected 0 or 1")
    rankings = read_rankings(files, base=base)
    if users := table.strings("annotators"):
        try:
            rankings = rankings.of_users(users)
        except ValueError as error:
            raise table.refusal(str(error)) from None
    named = [rankings.systems[place] for place in np.unique(rankings.items.system).tolist()]
    systems, absent = _matched(table, config, tuple(named), common=common)
    notes: tuple[str, ...] = ()
    n_sentences = 1 + int(rankings.items.sentence.max(initial=-1))
    if text is None or text.numbers is None:
        line = f"{rankings.name}: without texts it was not checked that src-id counts from {base}"
        notes = (line,)
        numbers = _kept(config, None, n_sentences)
    else:
        notes = require_base(
            rankings, base, dict(zip(config.systems, text.systems, strict=True)), text
        )
        numbers = text.numbers
    rankings = rankings.of_systems(systems)
    if numbers is not None:
        n_before = len(rankings.items)
        rankings = rankings.of_sentences(numbers)
        n_sentences = len(numbers)
        if n_left := n_before - len(rankings.items):
            of_all = f"{n_left} of {n_before} items"
            notes += (f"{rankings.name}: {of_all} are of sentences that the config leaves out",)
    if not len(rankings):
        raise table.refusal("no judgment is left")
    return rankings, absent, n_sentences, notes


def _skills(table: Table, rankings: Rankings) -> Floats:
    """Return TrueSkill scores of as many runs as a table wants."""
    from fastgec.meta.standings import trueskill  # few configs want it

    runs = table.content.get("runs", 1000)
    if type(runs) is not int or not 1 <= runs <= MAX_RESAMPLES:
        raise table.refusal(f"runs: {runs!r}: expected a number from 1 to {MAX_RESAMPLES}")
    return trueskill(rankings, runs).scores


def _kept(config: Config, text: CorpusText | None, n_all: int) -> NDArray[np.int64] | None:
    """Return the sentences that the config keeps, from 0; None for all.

    Raises:
        FormatError: without texts, the config has `sentences`.
    """
    if text is not None and text.numbers is not None:
        return text.numbers
    if config.sentences:
        raise config.refusal(
            "sentences requires texts of the systems, by which human scores are cut"
        )
    if not config.drop:
        return None
    is_kept = np.ones(max(n_all, *config.drop), bool)
    is_kept[np.array(config.drop, np.int64) - 1] = False
    return np.flatnonzero(is_kept[:n_all])


def _matched(
    table: Table, config: Config, found: Sequence[str], *, common: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the systems of both sides in the order of the config, and those of one side.

    Raises:
        FormatError: one side lacks systems, and that is not allowed; or fewer than 2 are left.
    """
    systems = tuple(label for label in config.systems if label in found)
    absent = tuple(label for label in config.systems if label not in found)
    unknown = tuple(label for label in found if label not in config.systems)
    if not common:
        for labels, reason in (
            (unknown, "judged, but no system of the config"),
            (absent, "a system of the config, but not judged"),
        ):
            if labels:
                names = ", ".join(map(visible, labels))
                raise table.refusal(f"{names}: {reason} (--common leaves it out)")
    if len(systems) < 2:
        raise table.refusal(f"{counted(len(systems), 'system')}, expected 2 or more")
    return systems, absent + unknown


def _fingerprint(systems: Sequence[str], content: NDArray[Any]) -> str:
    """Return the first digits of a hash of what human scores are made of."""
    found = hashlib.sha256("\n".join(systems).encode())
    found.update(np.ascontiguousarray(content, content.dtype.newbyteorder("<")).tobytes())
    return found.hexdigest()[:16]
