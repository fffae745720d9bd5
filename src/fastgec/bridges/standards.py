"""Standards of completions: sentences of a gold standard, or of references, by row.

A row of a batch names its sentence in one of two ways. Where a gold standard (or references) was
given beforehand, by its id, a number from 0 unless `ids` says more, or by the text of its source.
Otherwise the row has all of it in columns: `gold`, the block of an M2 file or a list of edits, or
`source` and `references`. A row whose id, gold or references are None has no standard, and no
reward; that is for batches of several tasks.

A `Pool` holds different sentences once, and rows are numbers in it: the samples of one source share
what is parsed and encoded.
"""

from __future__ import annotations

import operator
import os
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from fastgec.metrics.base import AnyMetric
from fastgec.read import FormatError
from fastgec.read.coders import Annotations
from fastgec.read.gold import NOTHING, Gold
from fastgec.read.lines import Lines, References, read_lines
from fastgec.texts.m2write import align, edit_line, source_line, write_m2

# Keys of the sentences of a gold standard: a user's own ids, such as names of essays.


def keys_of(ids: Iterable[Hashable] | None) -> list[Hashable] | None:
    """Return ids as a list.

    Args:
        ids: of all sentences; None: they have none of their own.

    Raises:
        TypeError: a string, whose letters would be ids.

    Example:
        >>> keys_of(("essay 1", "essay 2"))
        ['essay 1', 'essay 2']
    """
    if isinstance(ids, str | bytes):
        raise TypeError(f"ids: {type(ids).__name__}, expected a list, one for each sentence")
    return None if ids is None else list(ids)


def require_key(key: object, place: str) -> None:
    """Refuse what cannot be an id, such as a list.

    Args:
        key: the id.
        place: what errors call it.

    Raises:
        ValueError: it cannot be one.

    Example:
        >>> require_key(["a"], "row 2")
        Traceback (most recent call last):
        ...
        ValueError: row 2: id ['a']: expected a number, a string or a tuple
    """
    try:
        hash(key)
    except TypeError:
        found = repr(key)[:60]
        raise ValueError(f"{place}: id {found}: expected a number, a string or a tuple") from None


Columns = Mapping[str, Any]
NAMES = ("id", "source", "references", "gold")


class Pool(NamedTuple):
    """Different sentences with what corrects them.

    sources     their texts
    gold        their edits, or None
    references  for each reference its texts, where there are some
    """

    sources: Lines
    gold: Gold | None = None
    references: tuple[Lines, ...] = ()

    def take_sources(self, numbers: Sequence[int]) -> Lines:
        """Return the sources of some sentences in any order."""
        return self.sources.take(np.array(numbers, np.int64))

    def take(self, numbers: Sequence[int]) -> Gold | References:
        """Return what metrics read, of some sentences in any order."""
        picked = np.array(numbers, np.int64)
        if self.gold is not None:
            return self.gold.take(picked)
        return References(self.sources.take(picked), [one.take(picked) for one in self.references])


class Part(NamedTuple):
    """Rows of a batch with the sentence of each in a pool."""

    rows: list[int]
    numbers: list[int]
    pool: Pool


class Known:
    """A gold standard or references that were given beforehand, found by id or by source."""

    def __init__(self, given: object, ids: Iterable[Hashable] | None = None) -> None:
        """Take the standard, and an id for each of its sentences.

        Raises:
            FormatError: files that cannot be read, or unequal numbers of lines.
            ValueError: not one id for each sentence, or one twice.
        """
        self.pool = _pool_of(given)
        self._size = size = len(self.pool.sources)
        self._numbers: dict[Hashable, int] | None = None
        if ids is not None:
            found = keys_of(ids) or []
            if len(found) != size:
                raise ValueError(f"{len(found)} ids, expected {size}, one for each sentence")
            for one in found:
                require_key(one, "ids")
            self._numbers = {one: number for number, one in enumerate(found)}
            if len(self._numbers) < size:
                twice = next(one for n, one in enumerate(found) if self._numbers[one] != n)
                raise ValueError(
                    f"id {twice!r} is given twice: expected a different id for each sentence"
                )
        self._by_source: dict[str, list[int]] = {}

    def part(self, columns: Columns, n_rows: int) -> Part:
        """Return the rows that have a standard.

        Raises:
            ValueError: no column to find sentences by, an unknown id or source, or one of several
                sentences; it names the row, from 0.
        """
        ids, sources = columns.get("id"), columns.get("source")
        if ids is None and sources is None:
            raise ValueError(
                f"no column of ids or of sources{_beside(columns)}: expected 'id', the "
                "number of each sentence from 0, or 'source', its text (other names by columns=)"
            )
        rows, numbers = [], []
        for row in range(n_rows):
            source = None if sources is None else sources[row]
            if source is not None:
                _require_text(source, "source", row)
            if ids is not None:
                number = None if ids[row] is None else self._number_of(ids[row], row)
                if number is not None and source is not None:
                    self._require_source(number, source, ids[row], row)
            else:
                number = None if source is None else self._find(source, row)
            if number is not None:
                rows.append(row)
                numbers.append(number)
        return Part(rows, numbers, self.pool)

    def _number_of(self, key: Any, row: int) -> int:
        size = self._size
        if self._numbers is not None:
            require_key(key, f"row {row}")
            if key not in self._numbers:
                raise ValueError(f"row {row}: id {key!r}: expected one of the {size} ids")
            return self._numbers[key]
        if isinstance(key, str) and key.isascii() and key.isdigit():
            key = int(key)  # as tables of text have it
        if isinstance(key, bool) or not isinstance(key, int | np.integer) or not 0 <= key < size:
            raise ValueError(
                f"row {row}: id {key!r}: expected a whole number from 0 to {size - 1}, or "
                "ids= of your own"
            )
        return int(key)

    def _require_source(self, number: int, source: str, key: Any, row: int) -> None:
        own = self.pool.sources[number]
        if own != source and _letters(own) != _letters(source):
            raise ValueError(
                f"row {row}: id {key!r} is the sentence {own[:60]!r}, but the source is "
                f"{source[:60]!r}; if that is right, leave it out by columns={{'source': None}}"
            )

    def _find(self, source: str, row: int) -> int:
        if not self._by_source:
            by_source: dict[str, list[int]] = {}
            for number in range(len(self.pool.sources)):
                by_source.setdefault(_letters(self.pool.sources[number]), []).append(number)
            self._by_source = by_source  # whole at once, for other threads
        found = self._by_source.get(_letters(source), [])
        if len(found) != 1:
            n = "no sentence" if not found else f"{len(found)} sentences"
            raise ValueError(
                f"row {row}: {n} with the source {source[:60]!r}, expected one (or a column 'id')"
            )
        return found[0]


def parts_of(columns: Columns, n_rows: int, reads: str) -> list[Part]:
    """Return rows with the standards that stand in columns of the batch.

    Args:
        columns: by our names.
        n_rows: of the batch.
        reads: "edits" for gold, "references" for texts.

    Returns:
        A part for gold; one for each number of references.

    Raises:
        ValueError: a column that is missing, or what is in it, with the row from 0.
        FormatError: gold that cannot be read.
    """
    if reads == "edits":
        return _gold_part(columns, n_rows)
    for name in ("source", "references"):
        if columns.get(name) is None:
            raise ValueError(
                f"no column {name!r}{_beside(columns)}: expected source and references "
                "(other names by columns=), or references given beforehand and a column 'id'"
            )
    groups: dict[int, tuple[list[int], list[int], dict[tuple[str, ...], int]]] = {}
    for row in range(n_rows):
        source, texts = columns["source"][row], _references(columns["references"][row], row)
        if source is None or not texts:
            continue
        _require_text(source, "source", row)
        rows, numbers, seen = groups.setdefault(len(texts), ([], [], {}))
        rows.append(row)
        numbers.append(seen.setdefault((source, *texts), len(seen)))
    parts = []
    for rows, numbers, seen in groups.values():
        sources, *others = (
            Lines.of(column, "source" if k == 0 else "references")
            for k, column in enumerate(zip(*seen, strict=True))
        )
        parts.append(Part(rows, numbers, Pool(sources, None, tuple(others))))
    return parts


def _gold_part(columns: Columns, n_rows: int) -> list[Part]:
    if columns.get("gold") is None:
        raise ValueError(
            f"no column 'gold'{_beside(columns)}: expected the M2 block or the edits of "
            "each row (another name by columns=), or gold given beforehand and a column 'id'"
        )
    seen: dict[str, int] = {}
    rows, numbers = [], []
    for row in range(n_rows):
        value = columns["gold"][row]
        if value is None:
            continue
        source = columns["source"][row] if columns.get("source") is not None else None
        rows.append(row)
        numbers.append(seen.setdefault(_block_of(value, source, row), len(seen)))
    if not rows:
        return []
    try:
        gold = Gold.parse("\n\n".join(seen), "gold")
    except FormatError:
        for row, number in zip(rows, numbers, strict=True):  # whose block it is
            Gold.parse(list(seen)[number], f"row {row}: gold")
        raise
    return [Part(rows, numbers, Pool(gold.sources, gold))]


def _block_of(value: Any, source: str | None, row: int) -> str:
    """Return the M2 block of a row: one source with its edits."""
    if isinstance(value, str):
        # Lines end as those of files do: other separators of Unicode are letters of a token.
        lines = [line.removesuffix("\r") for line in value.strip(" \t\r\n").split("\n")]
        n_sources = sum(line == "S" or line.startswith("S ") for line in lines)
        if not lines or n_sources != 1 or not lines[0].startswith("S") or "" in lines:
            raise ValueError(
                f"row {row}: gold {value[:60]!r}: expected one block of an M2 file, a line "
                "that begins with 'S ' and its edits"
            )
        return "\n".join(lines)
    if not isinstance(value, Iterable) or isinstance(value, bytes | Mapping):
        raise ValueError(
            f"row {row}: gold {repr(value)[:60]}: expected an M2 block or a list of edits; "
            "an id only where gold is given beforehand"
        )
    if source is None:
        raise ValueError(f"row {row}: gold edits require a column 'source'")
    _require_text(source, "source", row)
    made = [source_line(source.split())]
    try:
        for edit in value:
            made.append(_edit_of(edit, row))
    except (TypeError, KeyError, AttributeError):
        raise ValueError(
            f"row {row}: gold has an edit without start, end and corrections: expected these and "
            "perhaps annotator and type"
        ) from None
    return "".join(made).rstrip("\n")


def _edit_of(edit: Any, row: int) -> str:
    """Return the line of an edit. Raises: TypeError, KeyError, ValueError where it is none."""
    corrections, kind = edit["corrections"], edit.get("type") or "UNK"
    corrections = [corrections] if isinstance(corrections, str) else list(corrections)
    for text in (*corrections, kind):
        if not isinstance(text, str):
            raise ValueError(f"row {row}: gold has an edit with {text!r}: expected text")
        if "||" in text or "\n" in text:
            raise ValueError(
                f"row {row}: gold has an edit with {text[:60]!r}, which M2 cannot hold"
            )
    try:
        start, end = operator.index(edit["start"]), operator.index(edit["end"])
        annotator = operator.index(edit.get("annotator") or 0)
    except TypeError:
        known = [edit["start"], edit["end"], edit.get("annotator")]
        raise ValueError(
            f"row {row}: gold has an edit with start, end and annotator {known!r}: expected whole "
            "numbers"
        ) from None
    return edit_line(start, end, kind, corrections, annotator)


def _references(value: Any, row: int) -> list[str]:
    if value is None:
        return []
    texts = [value] if isinstance(value, str) else list(value)
    for text in texts:
        _require_text(text, "references", row)
    return texts


def _require_text(value: Any, name: str, row: int) -> None:
    if not isinstance(value, str):
        raise ValueError(f"row {row}: {name} has {type(value).__name__}, expected text")


def _pool_of(given: object) -> Pool:
    if isinstance(given, Gold):
        return Pool(given.sources, given)
    if not isinstance(given, References):
        kind = type(given).__name__
        raise TypeError(f"references: {kind}, expected fastgec.References")
    source = read_lines(given.source, "source")
    columns = []
    for k, column in enumerate(given.columns):
        lines = read_lines(column, f"references[{k}]")
        if len(lines) != len(source):
            found = f"{lines.name}: {len(lines)} sentences"
            raise ValueError(f"{found}, expected {len(source)} as in {source.name}")
        columns.append(lines)
    if not columns:
        raise ValueError("no references, expected at least 1")
    return Pool(source, None, tuple(columns))


def read_gold(gold: Gold | str | os.PathLike[str]) -> Gold:
    """Return gold, read where a path is given.

    Raises:
        TypeError: neither.
        FormatError: as `Gold.read`.
    """
    if isinstance(gold, Gold):
        return gold
    if not isinstance(gold, str | os.PathLike):
        raise TypeError(f"gold: {type(gold).__name__}, expected fastgec.Gold or a path")
    return Gold.read(gold)


def _letters(text: str) -> str:
    """Return a text without white space: the same for raw and tokenized text."""
    return "".join(text.split())


def _beside(columns: Columns) -> str:
    """Return which columns there are, for an error about one that is not."""
    found = [repr(name) for name, column in columns.items() if column is not None]
    return f", only {', '.join(found)}" if found else ""


# Completions as text: plain text, or the messages of a chat.
#
# A conversational trainer hands over a list of messages for each sample. The answer is the
# content of the last message of the assistant; messages of tools and users are left aside.
# Content is a string, a list of parts (those of type "text" are joined), or None. A message
# without content, and a list without a message of the assistant, is no answer: for a reward that
# is not the same as an empty one, which deletes all words.


Answer = Callable[[str], Any]  # str, or None where a text has no answer


def text_of(completion: Any, place: str = "completion") -> str:
    """Return the text of a completion; no answer is an empty text.

    Args:
        completion: a string, a message, or a list of messages.
        place: what errors call it.

    Raises:
        TypeError: anything else.

    Example:
        >>> text_of("A cat .")
        'A cat .'
        >>> text_of([{"role": "assistant", "content": [{"type": "text", "text": "A cat ."}]}])
        'A cat .'
    """
    return _said(completion, place) or ""


def _said(completion: Any, place: str) -> str | None:
    """Return the text of a completion; None: it has no answer. Raises: TypeError."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return _content_of(completion, place)
    if not isinstance(completion, Sequence) or isinstance(completion, bytes):
        raise _unlike(completion, place)
    for message in completion:
        if not isinstance(message, Mapping):
            raise _unlike(message, f"{place}: a message")
    answers = [one for one in completion if one.get("role", "assistant") == "assistant"]
    return _content_of(answers[-1], place) if answers else None


def texts_of(completions: Any, answer: Answer | None = None) -> list[str | None]:
    """Return the text of each completion, or what `answer` finds in it; None: there is no answer.

    Args:
        completions: strings, or lists of messages.
        answer: takes the answer out of a text that has more, such as thoughts.

    Raises:
        TypeError: what is no completion, or no answer; it names the number, from 0.

    Example:
        >>> texts_of(["So: a cat", "?"], lambda text: text.partition("So: ")[2] or None)
        ['a cat', None]
    """
    if isinstance(completions, str | bytes) or not hasattr(completions, "__len__"):
        kind = type(completions).__name__
        raise TypeError(f"completions: {kind}, expected a list of strings or of messages")
    texts = [_said(one, f"completions[{number}]") for number, one in enumerate(completions)]
    if answer is None:
        return texts
    found: list[str | None] = []
    for number, text in enumerate(texts):
        said = None if text is None else answer(text)
        if said is not None and not isinstance(said, str):
            kind = type(said).__name__
            raise TypeError(f"answer of completions[{number}]: {kind}, expected str or None")
        found.append(said)
    return found


def _content_of(message: Mapping[str, Any], place: str) -> str | None:
    content = message.get("content")
    if content is None:  # of a message that only calls tools
        return None
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence) and not isinstance(content, bytes):
        parts = []
        for part in content:
            if isinstance(part, str):
                parts.append(part)
            elif not isinstance(part, Mapping):
                raise _unlike(part, f"{place}: a part of the content")
            elif part.get("type") == "text":
                parts.append(str(part.get("text") or ""))
        return "".join(parts)
    raise _unlike(content, f"{place}: content")


def _unlike(found: Any, place: str) -> TypeError:
    return TypeError(f"{place}: {type(found).__name__}, expected str or messages")


# Samples as edits, for metrics that compare edits with edits: ERRANT and CLEME.
#
# Their scores depend on how edits are made, so a caller says it: "errant" makes those of ERRANT,
# with types (spaCy and its model are needed, and take milliseconds a sentence); "align" takes
# adjacent changed words as one edit, without types (`texts.m2write`). A function of sources and
# texts may make them in any other way, and returns M2 text.


EditMaker = Callable[[list[str], list[str]], str]
BETWEEN_BARS = re.compile(r"\|(?=\|)")
JOINER = "\u2060"  # of no width


def maker_of(edits: str | EditMaker | None, metrics: Iterable[AnyMetric]) -> EditMaker | None:
    """Return what makes edits, or None where no metric compares edits.

    Raises:
        ValueError: another word, or nothing said where it is needed.
    """
    pairs = [metric.name for metric in metrics if metric.reads == "pairs"]
    if callable(edits):
        return edits
    if edits not in ("errant", "align", None):
        raise ValueError(f"edits {edits!r}: expected 'errant', 'align' or a function")
    if not pairs:
        return None
    if edits is None:
        raise ValueError(f"{pairs[0]} requires edits='errant' (needs spaCy) or edits='align'")
    return _Annotated() if edits == "errant" else aligned


def aligned(sources: list[str], texts: list[str]) -> str:
    r"""Return M2 text of texts that are aligned with their sources word by word.

    Example:
        >>> aligned(["a b"], ["c b"]).splitlines()[1]
        'A 0 1|||R|||c|||REQUIRED|||-NONE-|||0'
    """
    return "".join(write_m2(align(sources, [texts])))


class _Annotated:
    """Makes edits as ERRANT does; sentences are analysed once."""

    def __init__(self) -> None:
        from fastgec.annotate.analyses import Analyser

        self._analyser = Analyser()
        self._lock = Lock()  # analyses are added to one table

    def __call__(self, sources: list[str], texts: list[str]) -> str:
        from fastgec.metrics.errant.texts import annotate

        with self._lock:
            made = annotate(sources, texts, analyser=self._analyser, jobs=1, tells=False)
        return made.data.decode()

    def __reduce__(self) -> tuple[type[_Annotated], tuple[()]]:
        return _Annotated, ()  # models are loaded where they are needed


def as_edits(
    maker: EditMaker, pool: Pool, numbers: Sequence[int], outputs: Lines
) -> tuple[Annotations, Annotations]:
    """Return the edits of outputs, and those of their gold.

    Args:
        maker: what makes edits.
        pool: sentences with gold.
        numbers: which of them the outputs are for.
        outputs: texts, one for each number.

    Raises:
        ValueError: the maker returned other sentences.
    """
    assert pool.gold is not None
    blocks = {number: gold_block(pool.gold, number) for number in dict.fromkeys(numbers)}
    sources = [" ".join(pool.sources[number].split()) for number in numbers]
    texts = [" ".join(outputs[at].split()) for at in range(len(outputs))]
    texts = [
        _writable(text, source) if "||" in text or NOTHING in text else text
        for source, text in zip(sources, texts, strict=True)
    ]
    made = Annotations.parse(maker(sources, texts), "edits of completions")
    if len(made) != len(texts):
        raise ValueError(f"edits: {len(made)} sentences, expected {len(texts)}")
    gold = "".join(blocks[number] for number in numbers)
    return made, Annotations.parse(gold, pool.gold.name)


def _writable(text: str, source: str) -> str:
    """Return a text whose new words M2 can hold: a model may write what parts its fields.

    No correction of gold has such words, so it does not matter what they become.
    """
    known = set(source.split())
    words = []
    for word in text.split():
        if word not in known:
            words.append(BETWEEN_BARS.sub("|" + JOINER, word) + JOINER * (word == NOTHING))
        else:
            words.append(word)
    return " ".join(words)


def gold_block(gold: Gold, sentence: int) -> str:
    r"""Return the M2 block of a sentence: as it stands in the file, where gold is of one.

    Example:
        >>> gold_block(Gold.parse("S a\nA 0 1|||R|||b|||||||||0\nS c\n"), 0)
        'S a\nA 0 1|||R|||b|||||||||0\n\n'
    """
    if not gold.has_lines:
        return "".join(write_m2(gold.sentences(sentence, sentence + 1)))
    data, at = bytes(gold.sources.data), int(gold.sources.ends[sentence])  # no copy of bytes
    lines = [f"S {gold.sources[sentence]}"]
    while (first := data.find(b"\n", at) + 1) and data.startswith(b"A", first):
        at = data.find(b"\n", first)
        at = len(data) if at < 0 else at
        lines.append(data[first:at].decode().removesuffix("\r"))
    return "\n".join(lines) + "\n\n"
