"""ERRANT's comparison: its parameters, keys of edits, which edits count, and scores.

Empty sets: precision is 1 when nothing wrong is proposed, recall is 1 when nothing is missed, F is
0 when both are 0. (So a system without a correct edit and without a wrong one has precision 1.)
The published program divides by 0 where recall weighs nothing and is 0; F is precision there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Integers
from fastgec.choose.rules import RoundedFRank, Running
from fastgec.counts import offsets_of, sealed
from fastgec.kernels.tokens import Vocabulary
from fastgec.machine import Budget, Cancel
from fastgec.metrics.base import AgreementScore, FMetric, Scoring, SentenceView
from fastgec.metrics.declarations import Checked, option
from fastgec.metrics.edits_vs_edits import PairMetric, PairText, pair_labels, require_room
from fastgec.metrics.errant.keys import CORRECTIONS, SPANS, TOKENS, TYPES, KeyTable, key_edits
from fastgec.metrics.errant.pairs import count_kinds, count_pairs
from fastgec.read import FormatError
from fastgec.read.coders import CodedEdits
from fastgec.read.lines import characters, require_characters


@dataclass(frozen=True, slots=True)
class PairScore(AgreementScore):
    """Sums over the chosen pairs, of counts or of weights, and the ratios made from them.

    >>> import numpy as np
    >>> PairScore.values(np.array([[4, 1, 4], [0, 0, 8]]), 0.5).round(4).tolist()
    [[0.8, 0.5, 0.7143], [1.0, 0.0, 0.0]]
    """

    tp: float
    fp: float
    fn: float
    beta: float


@dataclass(frozen=True, slots=True)
class ErrantScore(PairScore):
    """Summed counts of the chosen pairs, and the ratios made from them.

    >>> ErrantScore(tp=4, fp=1, fn=4, beta=0.5)
    ErrantScore(f=0.7143, tp=4, fp=1, fn=4, precision=0.8, recall=0.5, beta=0.5)
    """

    tp: int
    fp: int
    fn: int


COLUMNS = PairScore.columns
MODES = ("dt", "ds", "cs", "cse")
LANGUAGES = ("en", "zh")
WHAT = dict(zip(MODES, (TOKENS, SPANS, CORRECTIONS, TYPES), strict=True))
NOOP = b"noop"
NOT_MARKED = b"NA"  # the type of an edit by which ChERRANT says that nobody could correct
UNKNOWN = b"UNK"  # the type of an edit that detects an error without correcting it
ITEM_BYTES = 64  # of an edit, or a token of one, while it is compared; of a pair, too


@dataclass(frozen=True, slots=True)
class Parameters(Checked):
    """Counting options of ERRANT.

    mode     what must agree: "dt" tokens, "ds" spans, "cs" spans and corrections, "cse" types too
    single   only edits of at most one token on either side
    multi    only edits of two tokens or more on a side
    without  types of edits that are left out, a list or with commas between
    language    "zh" compares as ChERRANT does: without spaces in corrections, without sentences
                whose only reference is NA
    max_answers   zh: only so many coders of each side, 0 for all
    n_references  zh: only sentences with so many coders of the reference, 0 for all
    unit          "char": tokens are characters, so spaces in corrections make no difference

    Raises:
        ValueError: another mode, or a flag that is neither True nor False.
    """

    mode: str = option(
        "cs", "what must agree: dt tokens, ds span, cs +correction, cse +type", choices=MODES
    )
    single: bool = option(False, "only edits of at most one token on either side")
    multi: bool = option(False, "only edits of two tokens or more on a side")
    without: str = option(
        "",
        "edit types to leave out, comma-separated",
        metavar="TYPES",
        accepts="str | Iterable[str]",
    )
    language: str = option("en", "zh: compare as ChERRANT does", choices=LANGUAGES, tacit=True)
    max_answers: int = option(
        0, "zh: annotators of each side that count, 0 for all", reads="natural", tacit=True
    )
    n_references: int = option(
        0, "zh: only sentences with so many references, 0 for all", reads="natural", tacit=True
    )
    unit: str = option(
        "word", "tokens: word or char, as in the files", choices=("word", "char"), tacit=True
    )

    def __post_init__(self) -> None:
        without: Any = self.without
        if not isinstance(without, str):
            for kind in (types := list(without)):
                if "," in kind:
                    raise ValueError(f"type {kind!r}: expected one without a comma")
            object.__setattr__(self, "without", ",".join(types))
        Checked.__post_init__(self)
        for name in ("max_answers", "n_references"):
            if getattr(self, name) and self.language != "zh":
                raise ValueError(f"{name} requires language zh")

    @property
    def dropped(self) -> set[bytes]:
        """The types that are left out."""
        types = {kind.encode() for kind in self.without.split(",")} if self.without else set()
        return types if self.mode in ("dt", "ds") else types | {UNKNOWN}


class Side(NamedTuple):
    """Edits of one file as keys.

    edits         the edits
    key_offsets   int64[R+1]: row r owns the keys key_offsets[r] to key_offsets[r+1]
    keys          int32[N]
    kind_offsets  int64[N+1]: a key has the types kind_offsets[n] to kind_offsets[n+1], in order
    kinds         int32[M]
    """

    edits: CodedEdits
    key_offsets: Integers
    keys: NDArray[np.int32]
    kind_offsets: Integers
    kinds: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """The comparison of some sentences, for views of it.

    text       the sentences
    reference  its keys
    systems    keys of each system
    pairs      of each system int64[R, 2]: the row of either side, for each row of counts
    keys       all keys
    noop       the number of that type
    is_skipped  bool[S]: sentences that count nothing, by the rules of Chinese
    """

    text: PairText
    reference: Side
    systems: list[Side]
    pairs: list[Integers]
    keys: KeyTable
    noop: int
    is_skipped: NDArray[np.bool_]

    @property
    def table(self) -> NDArray[np.int32]:
        """Columns start, end, type and correction of each key, -1 for fields not compared."""
        return self.keys.columns()

    def kinds(self) -> list[str]:
        """Return the names of types."""
        return [self.text.kinds[number].decode() for number in range(len(self.text.kinds))]

    def by_kind(
        self, system: int, rows: Integers | None = None
    ) -> tuple[Integers, NDArray[np.int32], Integers]:
        """Count some rows of a system by type, all of them for None.

        Returns:
            int64[P+1], int32[N], int64[N, 3]: row p has the types offsets[p] to offsets[p+1], in
            order of their first count, each with tp, fp, fn.
        """
        pairs = self.pairs[system]
        return count_kinds(
            pairs if rows is None else np.ascontiguousarray(pairs[rows]),
            *self.systems[system][1:],
            *self.reference[1:],
            len(self.keys),
            len(self.text.kinds),
            self.noop,
        )


def compare(
    text: PairText, parameters: Parameters, limit: int
) -> tuple[list[tuple[Integers, Integers, NDArray[np.int32]]], Compared]:
    """Count some sentences of H systems, see `PairMetric.count`.

    Args:
        text: the sentences.
        parameters: the counting options.
        limit: bytes of scratch memory.

    Raises:
        FormatError: the sentences need more memory.
    """
    table = KeyTable()
    if parameters.language == "zh":
        text = _spaceless(text, parameters.max_answers)
    elif parameters.unit == "char":
        text = _in_characters(text)
    noop = text.kinds.index(NOOP)
    names = (text.kinds[number] for number in range(len(text.kinds)))
    is_dropped = np.fromiter((name in parameters.dropped for name in names), bool)

    def sides(is_skipped: NDArray[np.bool_]) -> list[Side]:
        return [
            _side(edits, table, parameters, is_dropped, limit, text.first, is_skipped)
            for edits in (text.reference, *text.systems)
        ]

    reference, *systems = sides(np.zeros(len(text), np.bool_))
    is_skipped = _skipped(reference, text, parameters)
    if is_skipped.any():
        reference, *systems = sides(is_skipped)
    tables, all_pairs = [], []
    for side in systems:
        sizes = np.diff(side.edits.row_offsets) * np.diff(reference.edits.row_offsets)
        require_room(ITEM_BYTES * int(sizes.sum()), limit, side.edits, text.first)
        counts, offsets, pairs = count_pairs(
            side.edits.row_offsets,
            *side[1:],
            reference.edits.row_offsets,
            *reference[1:],
            len(table),
            noop,
        )
        tables.append((counts, offsets, pair_labels(pairs, side.edits, reference.edits)))
        all_pairs.append(pairs)
    return tables, Compared(text, reference, systems, all_pairs, table, noop, is_skipped)


def _side(
    edits: CodedEdits,
    table: KeyTable,
    parameters: Parameters,
    is_dropped: NDArray[np.bool_],
    limit: int,
    n_before: int,
    is_skipped: NDArray[np.bool_],
) -> Side:
    lengths = edits.end.astype(np.int64) - edits.start
    is_counted = ~is_dropped[edits.kind]
    if is_skipped.any():
        is_counted &= ~np.repeat(is_skipped, np.diff(edits.edit_offsets[edits.row_offsets]))
    is_multi = (lengths >= 2) | (edits.n_words >= 2)
    if parameters.single:
        is_counted &= ~is_multi
    if parameters.multi:
        is_counted &= is_multi
    n_items = len(lengths)
    if parameters.mode == "dt":
        n_items += int(np.maximum(lengths[is_counted & (edits.start != -1)], 0).sum())
    require_room(ITEM_BYTES * n_items, limit, edits, n_before)
    arrays = key_edits(
        table,
        edits.edit_offsets,
        edits.start,
        edits.end,
        edits.kind,
        edits.correction,
        is_counted.view(np.uint8),
        WHAT[parameters.mode],
    )
    return Side(edits, *arrays)


def _skipped(reference: Side, text: PairText, parameters: Parameters) -> NDArray[np.bool_]:
    """Return which sentences count nothing by the rules of Chinese.

    Those without the wanted number of references, and those whose only key of the only reference
    has NA as its first type.
    """
    is_skipped = np.zeros(len(text), np.bool_)
    if parameters.language != "zh":
        return is_skipped
    rows = reference.edits.row_offsets
    sizes = np.diff(rows)
    if parameters.n_references:
        is_skipped |= sizes != parameters.n_references
    first_key = reference.key_offsets[rows[:-1]]
    has_one = (sizes == 1) & (reference.key_offsets[rows[1:]] - first_key == 1)
    kinds = reference.kinds[reference.kind_offsets[first_key[has_one]]]
    is_skipped[has_one] |= kinds == text.kinds.index(NOT_MARKED)
    return is_skipped


def _in_characters(text: PairText) -> PairText:
    """Return the edits with corrections in characters.

    Raises:
        FormatError: a sentence has a token of several characters.
    """
    for edits in (text.reference, *text.systems):
        require_characters(edits.sources, edits.lines.tolist())
    texts = [text.corrections[n] for n in range(len(text.corrections))]
    cut = [word if word == b"-NONE-" else characters(word.decode()).encode() for word in texts]
    return _recoded(text, cut)


def _spaceless(text: PairText, max_answers: int) -> PairText:
    """Return the edits as ChERRANT reads them: no space in corrections, the first coders alone."""
    plain = [text.corrections[n].replace(b" ", b"") for n in range(len(text.corrections))]
    text = _recoded(text, [*plain, b"-NONE-"])
    if not max_answers:
        return text
    names = text.kinds.index(NOOP), text.corrections.index(b"-NONE-")
    reference, *systems = (
        _first_coders(edits, max_answers, *names) for edits in (text.reference, *text.systems)
    )
    return replace(text, reference=reference, systems=tuple(systems))


def _recoded(text: PairText, corrections: Sequence[bytes]) -> PairText:
    """Return the edits with other corrections, by the numbers of those that they have."""
    numbers: dict[bytes, int] = {}
    new = np.array([numbers.setdefault(word, len(numbers)) for word in corrections], np.int32)
    n_words = np.array([len(word.decode().split()) for word in numbers], np.int32)
    reference, *systems = (
        replace(
            edits,
            correction=sealed(new[edits.correction]),
            n_words=sealed(n_words[new[edits.correction]]),
        )
        for edits in (text.reference, *text.systems)
    )
    vocabulary = Vocabulary(numbers)
    return replace(text, reference=reference, systems=tuple(systems), corrections=vocabulary)


def _first_coders(edits: CodedEdits, most: int, noop: int, nothing: int) -> CodedEdits:
    """Return the edits of coders 0 to most - 1; a sentence without any has a noop of coder 0."""
    is_kept = (edits.coder >= 0) & (edits.coder < most)
    first_rows = edits.row_offsets[:-1]
    lost = first_rows[np.add.reduceat(is_kept, first_rows) == 0] if len(edits) else first_rows
    is_kept_edit = np.repeat(is_kept, np.diff(edits.edit_offsets))
    at = edits.edit_offsets[lost]
    columns = [edits.start, edits.end, edits.kind, edits.correction, edits.n_words]
    columns = [column.copy() for column in columns]
    for column, value in zip(columns, (-1, -1, noop, nothing, 1), strict=True):
        column[at] = value
    coder = edits.coder.copy()
    coder[lost] = 0
    is_kept[lost] = is_kept_edit[at] = True
    n_rows = np.add.reduceat(is_kept, first_rows) if len(edits) else first_rows
    row_of_edit = np.repeat(np.arange(edits.n_rows), np.diff(edits.edit_offsets))
    n_edits = np.bincount(row_of_edit[is_kept_edit], minlength=edits.n_rows)[is_kept]
    return CodedEdits(
        edits.sources,
        edits.lines,
        sealed(offsets_of(n_rows)),
        sealed(coder[is_kept]),
        sealed(offsets_of(n_edits)),
        *(sealed(column[is_kept_edit]) for column in columns),
    )


def chosen_kinds(
    compared: Compared, system: int, rows: Integers
) -> Iterator[list[tuple[str, list[int]]]]:
    """Yield, for some rows, their types in order of first count, each with tp, fp, fn."""
    names = compared.kinds()
    offsets, kinds, counts = (array.tolist() for array in compared.by_kind(system, rows))
    for first, last in pairwise(offsets):
        yield [(names[kinds[n]], counts[n]) for n in range(first, last)]


PairScoreT = TypeVar("PairScoreT", bound=PairScore)


class PairSums(FMetric[PairScoreT]):
    """A metric whose rows are tp, fp and fn: counts, or sums of weights."""

    def choose(self, scoring: Scoring) -> Running:
        """Return the choice by rounded F of the corpus so far."""
        return Running(RoundedFRank(scoring.beta))

    def sentence_contents(self, view: SentenceView) -> Iterator[Mapping[str, Any]]:
        """Yield the sums of the chosen pair, then the sums of each pair."""
        for (hypothesis, reference), counts, each in view.contents(COLUMNS):
            yield {
                "hypothesis_coder": hypothesis,
                "reference_coder": reference,
                **counts,
                "pairs": {f"{one}:{other}": of_pair for (one, other), of_pair in each},
            }


class Errant(PairSums[ErrantScore], PairMetric[ErrantScore]):
    """F of a system's edits against a reference's."""

    name = "errant"
    parameters = Parameters
    made = ErrantScore
    swept = "beta"
    citations = ("bryant-etal-2017-automatic",)

    def unwanted(self, parameters: Parameters) -> Iterable[bytes]:
        """Return the types of edits that a user wants to leave out."""
        return map(str.encode, parameters.without.split(",") if parameters.without else ())

    def count(
        self, text: PairText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> tuple[list[tuple[Any, Any, Any]], Any]:
        """Count tp, fp and fn of every pair of coders."""
        return budget.try_both(lambda limit: compare(text, parameters, limit), FormatError)


METRIC = Errant()
