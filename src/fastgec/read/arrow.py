"""Arrow columns as text and as gold: without a copy of the text where the layout allows it.

A column of type string or large_string is read where it lies, also a slice of one; its values are
checked to be UTF-8, once. A string_view or a dictionary of strings is copied into one buffer first.
A null is an error that names column and row (from 1), never an empty sentence.

Gold edits are a column of lists of structs (`EDIT`, or with other widths), one list a sentence:

    start, end   integers: half-open span in source tokens, equal for an insertion
    corrections  list of strings, at least one: alternatives; "" or "-NONE-" is a deletion, and
                 none holds "||"
    annotator    integer, 0 or more; 0 where the field is missing
    type         string: the error type, for reports; may be missing
    optional     boolean: whether the edit need not be made; may be missing

The rules are those of M2 files (read/gold.py): type "noop", or an offset of -1, makes no edit,
but its annotator exists; an empty list is annotator 0 without edits; edits past the end of their
source are left out, with a warning in the gold; order and duplicates are kept.

Needs pyarrow (`pip install fastgec[arrow]`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as compute
import pyarrow.types as types
from numpy.typing import NDArray

from fastgec.counts import offsets_of
from fastgec.read import FormatError
from fastgec.read.batch import Batch, Fault
from fastgec.read.gold import (
    BARS,
    BETWEEN,
    KINDS,
    Gold,
    ReaderWarnings,
    explain,
    gold_of_batch,
    shown,
    whole,
)
from fastgec.read.lines import Lines

EDIT = pa.struct(
    [
        ("start", pa.int32()),
        ("end", pa.int32()),
        ("corrections", pa.list_(pa.string())),
        ("annotator", pa.int32()),
        ("type", pa.string()),
    ]
)
OPTIONAL = pa.field("optional", pa.bool_())  # of edits, where some need not be made
Integers = NDArray[np.int64]


def text_column(column: pa.Array, name: str) -> Lines:
    """Return a column of strings as Lines that lie in the column's own memory.

    Raises:
        FormatError: By the name `name`, for another type, a null, or bytes that are
            not UTF-8.

    >>> lines = text_column(pa.array(["a b", "", "c"])[1:], "hypothesis")
    >>> [lines[s] for s in range(len(lines))]
    ['', 'c']
    """
    return _texts(column, name, np.arange(len(column)))


def reference_columns(column: pa.Array, name: str) -> list[Lines]:
    """Return a column of lists of strings, all equally long, as a column for each of their places.

    Raises:
        FormatError: As `text_column`, and for lists of unequal length.

    >>> first, second = reference_columns(pa.array([["a", "b"], ["c", "d"]]), "references")
    >>> second[0], second[1]
    ('b', 'd')
    """
    sentences = np.arange(len(column))
    offsets, values = list_column(column, name, sentences)
    sizes = np.diff(offsets)
    size = int(sizes[0]) if len(sizes) else 0
    _require(
        sizes == size,
        name,
        sentences,
        lambda at: f"{sizes[at]} references, expected {size} as in the row before",
    )
    lines = _texts(values, name, np.repeat(sentences, sizes))
    return [lines.take(np.arange(k, len(lines), size)) for k in range(size)]


def gold_column(sources: Lines, column: pa.Array, name: str) -> Gold:
    """Return the gold that a column of lists of edits is for the sources beside it.

    Raises:
        FormatError: By the name `name`, for another type, a null, or an edit that is
            none.

    >>> edits = [[{"start": 1, "end": 2, "corrections": ["c", "d"], "annotator": 0}], []]
    >>> gold = gold_column(Lines.of(["a b", "e"]), pa.array(edits), "edits")
    >>> gold.edits.start.tolist(), gold.corrections(0), len(gold)
    ([1], ['c', 'd'], 2)
    """
    sentences = np.arange(len(column))
    offsets, edits = list_column(column, name, sentences)
    sentences = np.repeat(sentences, np.diff(offsets))
    if types.is_null(edits.type) and len(edits) == 0:  # how a column without any edit comes
        edits = pa.array([], EDIT)
    if not types.is_struct(edits.type):
        raise FormatError(name, None, f"lists of {edits.type}: expected lists of structs")
    _refuse_nulls(edits, name, sentences)
    start = integers(_field(edits, "start", name), name, sentences)
    end = integers(_field(edits, "end", name), name, sentences)
    annotator = np.zeros(len(sentences), np.int64)
    if edits.type.get_all_field_indices("annotator"):
        annotator = integers(_field(edits, "annotator", name), name, sentences)
    kind = pa.repeat(_large(""), len(edits))
    if edits.type.get_all_field_indices("type"):
        kind = _strings(_field(edits, "type", name), name, sentences).cast(pa.large_string())
    optional = np.zeros(len(sentences), np.bool_)
    if edits.type.get_all_field_indices("optional"):
        claims = _field(edits, "optional", name)
        optional = _values(claims, name, sentences, types.is_boolean, "booleans")
    corrections, values = list_column(_field(edits, "corrections", name), name, sentences)
    owners = np.repeat(sentences, np.diff(corrections))
    values = _strings(values, name, owners).cast(pa.large_string())
    is_noop = np.asarray(compute.equal(kind, _large("noop"))) | (start == -1) | (end == -1)
    _require(
        (np.diff(corrections) > 0) | is_noop,
        name,
        sentences,
        lambda at: f"edit {start[at]} {end[at]} without a correction: expected at least one",
    )
    _require(
        ~np.asarray(compute.match_substring(values, BETWEEN)),
        name,
        owners,
        lambda at: f"correction {shown(str(values[at]))}: expected none with '{BETWEEN}'",
    )
    # Corrections take the form that a reader of M2 finds in a line.
    lists = pa.LargeListArray.from_arrays(pa.array(corrections), values)
    fields = compute.binary_join(lists, _large(f" {BETWEEN} "))
    texts = _texts(compute.binary_join_element_wise(kind, fields, _large(BARS)), name, sentences)
    first, last = 0, 0
    if len(sources):
        first, last = int(sources.starts.min()), int(sources.ends.max())
    data = b"".join((sources.data[first:last], texts.data))
    places = texts.starts + (last - first)
    sizes = np.asarray(compute.binary_length(kind))
    ranges = np.stack([sources.starts - first, sources.ends - first], axis=1)
    ends = texts.ends + (last - first)
    columns = (start, end, annotator, places, places + sizes + len(BARS), ends)
    lines = np.stack(columns, axis=1)
    batch = Batch.of_edits(data, ranges, offsets, lines, optional.view(np.uint8))
    if batch.fault == Fault.NO_MEMORY:
        raise MemoryError(f"{name}: no memory for the edits")
    if batch.fault != Fault.NONE:
        at = batch.line - 1
        line = BARS.join([f"A {start[at]} {end[at]}", *[""] * 4, str(annotator[at])])
        raise FormatError(name, int(sentences[at]) + 1, explain(batch.fault, line))
    odd = {**batch.odd, "is_open": False}
    for each in KINDS:
        if odd[f"n_{each}"]:
            odd[f"first_{each}"] = int(sentences[odd[f"first_{each}"] - 1]) + 1
    return whole(gold_of_batch(batch, data, name, ReaderWarnings(**odd), has_lines=False))


def _large(text: str) -> pa.Scalar:
    return pa.scalar(text, pa.large_string())


def edits_of(gold: Gold) -> pa.Array:
    r"""Return the edits of a gold standard as a column, from which `gold_column` makes it again.

    >>> gold = Gold.parse("S a b\nA 0 1|||R|||c||d|||||||||0\nA -1 -1|||noop||||||||||||1\n")
    >>> again = gold_column(gold.sources, edits_of(gold), "edits")
    >>> again.fingerprint() == gold.fingerprint(), again.edits.annotator.tolist()
    (True, [0, 1])
    """
    table = gold.edits
    sizes = np.diff(table.edit_offsets)
    # An annotator without edits takes a noop; a silent sentence of a file has no line of anyone.
    written = np.maximum(sizes, 0 in gold.annotators or table.annotator > 0)
    offsets = offsets_of(written)
    places = np.arange(table.n_edits) + np.repeat(offsets[:-1] - table.edit_offsets[:-1], sizes)
    start, end = np.full((2, offsets[-1]), -1, np.int32)
    start[places], end[places] = table.start, table.end
    n_corrections = np.zeros(offsets[-1], np.int64)
    n_corrections[places] = np.diff(table.alternative_offsets)
    kind = np.full(offsets[-1], len(table.kind_names))
    kind[places] = table.kind
    corrections = [text for texts in gold.all_corrections() for text in texts]
    fields = list(EDIT)
    more = []
    if table.optional.any():
        optional = np.zeros(offsets[-1], np.bool_)
        optional[places] = table.optional
        more.append(pa.array(optional))
        fields.append(OPTIONAL)
    edits = pa.StructArray.from_arrays(
        [
            pa.array(start),
            pa.array(end),
            pa.ListArray.from_arrays(
                pa.array(offsets_of(n_corrections), pa.int32()), pa.array(corrections, pa.string())
            ),
            pa.array(np.repeat(table.annotator, written)),
            pa.array([*table.kind_names, "noop"]).take(pa.array(kind)),
            *more,
        ],
        fields=fields,
    )
    return pa.ListArray.from_arrays(pa.array(offsets[table.row_offsets], pa.int32()), edits)


def list_column(column: pa.Array, name: str, sentences: Integers) -> tuple[Integers, pa.Array]:
    """Return the lists of a column: offsets int64[n+1], and the values that they cut.

    Args:
        column: Lists of any of the three layouts.
        name: The column's name in messages.
        sentences: int64[n], which sentence (row of the batch) each list belongs to.

    Raises:
        FormatError: For another type or a null.
    """
    kind = column.type
    if not (types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind)):
        raise FormatError(name, None, f"{kind}, expected lists")
    _validate(column, name, full=False)  # in full it would look at all values, also of a slice
    _refuse_nulls(column, name, sentences)
    if types.is_fixed_size_list(kind):
        return np.arange(len(column) + 1) * kind.list_size, column.flatten()
    offsets = np.asarray(column.offsets, np.int64)
    _require(
        np.diff(offsets) >= 0, name, sentences, lambda at: "invalid Arrow data: offsets that fall"
    )
    first, last = offsets[0], offsets[-1]
    return offsets - first, column.values.slice(first, last - first)


def _texts(column: pa.Array, name: str, sentences: Integers) -> Lines:
    """Return strings as Lines; sentences int64[n] says which sentence each belongs to."""
    column = _strings(column, name, sentences)
    if len(column) == 0:
        return Lines(b"", np.empty(0, np.int64), np.empty(0, np.int64), name)
    _, offset_buffer, data = column.buffers()
    width = np.int64 if types.is_large_string(column.type) else np.int32
    # Whoever made the column has given it away: Arrow data do not change, text and offsets alike.
    offsets: NDArray[Any] = np.frombuffer(memoryview(offset_buffer).toreadonly(), width)
    offsets = offsets[column.offset :]
    offsets = offsets[: len(column) + 1]
    text = b"" if data is None else memoryview(data).cast("B")
    return Lines(text, offsets[:-1], offsets[1:], name)


def _strings(column: pa.Array, name: str, sentences: Integers) -> pa.Array:
    """Return a column of strings that is sound, without nulls, and one buffer of text."""
    _validate(column, name, full=True)  # kernels trust offsets, and that text is UTF-8
    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    if not (types.is_string(column.type) or types.is_large_string(column.type)):
        raise FormatError(name, None, f"{column.type}, expected strings")
    _refuse_nulls(column, name, sentences)
    return column


def _field(structs: pa.Array, field: str, name: str) -> pa.Array:
    """Return a field of structs.

    Raises: FormatError, which calls the column by `name`, unless there is one field of that name.
    """
    if len(structs.type.get_all_field_indices(field)) != 1:
        raise FormatError(name, None, f"{structs.type}, expected one field {field!r}")
    return structs.field(field)


def integers(column: pa.Array, name: str, sentences: Integers) -> Integers:
    """Return a column of integers: int64[n]. Parameters and errors as `list_column`."""
    values = _values(column, name, sentences, types.is_integer, "integers")
    values = values.astype(np.int64, copy=False)
    if types.is_uint64(column.type):
        _require(values >= 0, name, sentences, lambda at: f"{column[at]}, expected below 2^63")
    return values


def weights(column: pa.Array, name: str, sentences: Integers) -> NDArray[np.float64]:
    """Return a column of doubles: float64[n]. Parameters and errors as `list_column`."""
    values = _values(column, name, sentences, types.is_float64, "doubles")
    is_finite = np.isfinite(values)
    _require(is_finite, name, sentences, lambda at: f"{column[at]}, expected a number")
    return values


def _values(
    column: pa.Array, name: str, sentences: Integers, is_wanted: Callable[[Any], bool], what: str
) -> NDArray[Any]:
    """Return a column of a type without nulls; parameters and errors as `list_column`."""
    if not is_wanted(column.type):
        raise FormatError(name, None, f"{column.type}, expected {what}")
    _refuse_nulls(column, name, sentences)
    return column.to_numpy(zero_copy_only=False)


def _refuse_nulls(column: pa.Array, name: str, sentences: Integers) -> None:
    if column.null_count:
        is_null = np.asarray(column.is_null())
        _require(~is_null, name, sentences, lambda at: f"null: expected {column.type}")


def _validate(column: pa.Array, name: str, *, full: bool) -> None:
    try:
        column.validate(full=full)
    except pa.ArrowInvalid as error:
        raise FormatError(name, None, f"invalid Arrow data: {str(error).splitlines()[0]}") from None


def _require(
    is_good: NDArray[np.bool_], name: str, sentences: Integers, reason: Callable[[int], str]
) -> None:
    """Raise FormatError for the first place that is not good."""
    if not is_good.all():
        at = int(np.argmin(is_good))
        raise FormatError(name, int(sentences[at]) + 1, reason(at))
