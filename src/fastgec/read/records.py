r"""Sentences from a field of records: JSON lines, a JSON array, CSV, TSV, Parquet, Arrow streams.

A path `FILE#FIELD` is the text of that field, one record a sentence, wherever a text is read. A
field goes into objects and lists by dots: `response.choices.0.text`. A file of that whole name
comes first, so that no file's name loses its meaning.

JSON lines and arrays are objects; CSV and TSV have a header. Parquet files, and the Arrow streams
in the folders of Hugging Face data sets, need pyarrow (`pip install fastgec[arrow]`).
"""

from __future__ import annotations

from itertools import pairwise

from fastgec.machine import loads
from fastgec.read import FormatError, install, visible

TYPE_CHECKING = False  # as in typing, which a plain run does not import
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any


PARQUET = b"PAR1"
ARROW_STREAM = b"\xff\xff\xff\xff"
IDS = ("custom_id", "doc_id")  # of requests, whose answers may come in another order
SENTENCE_IDS = ("id", "sentence_id", "sent_id")  # which need not ascend
SUFFIXES = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".tab", ".parquet", ".arrow")
PACKED = (".gz", ".zst", ".zstd")
LONGEST_ID = 18  # digits
LEAST_DIFFERENT = 0.75  # of ids of sentences, as a share: those of documents are there more often
KINDS = {"dict": "an object", "NoneType": "null", "bool": "true or false", "str": "a string"}
MOST_SHOWN = 8  # names of fields in a message
LOOKED_AT = 1 << 16  # bytes in which the name of a field of ids is looked for


def with_field(path: str, field: str) -> str:
    """Return the path of a field, of a file whose name says that it holds records; else the path.

    Standard input may hold records, too.

    >>> with_field("out.jsonl.gz", "text"), with_field("source.txt", "text")
    ('out.jsonl.gz#text', 'source.txt')
    """
    name = path.lower()
    for suffix in PACKED:
        name = name.removesuffix(suffix)
    return f"{path}#{field}" if name == "-" or name.endswith(SUFFIXES) else path


def is_binary(data: bytes) -> bool:
    """Whether a file is Parquet or an Arrow stream."""
    return data.startswith((PARQUET, ARROW_STREAM))


def sentences(data: bytes, field: str, name: str) -> bytes:
    r"""Return the text of a field, a line for each record.

    Args:
        data: the whole file, decompressed; UTF-8 unless it `is_binary`.
        field: names of objects' fields and places in lists, with dots between.
        name: the file's name in messages.

    Raises:
        FormatError: the file holds no records, or a record has no sentence there.

    Example:
        >>> sentences(b'{"id": 7, "text": "A cat ."}\n{"id": 8, "text": "Yes ."}\n', "text", "o")
        b'A cat .\nYes .\n'
    """
    lines = []
    for line, text in texts(data, field, name):
        text = text.rstrip("\r\n")
        if "\n" in text or "\r" in text:
            reason = (
                f"field {visible(field)!r} has a line break: expected one sentence a record; "
                "fastgec retokenize --clean joins lines"
            )
            raise FormatError(name, line, reason)
        lines.append(text)
    return "".join(f"{line}\n" for line in lines).encode()


def texts(data: bytes, field: str, name: str) -> Iterator[tuple[int, str]]:
    """Yield the text of each record, of one line or several, and where it stands; see `sentences`.

    Raises:
        FormatError: as `sentences`.
    """
    keys = field.split(".")
    before: dict[str, tuple[str, int]] = {}
    for line, record in _records(data, field, name):
        value = record
        for depth, key in enumerate(keys):
            try:
                value = value[int(key)] if isinstance(value, list) else value[key]
            except (KeyError, IndexError, TypeError, ValueError):
                place = visible(".".join(keys[:depth])) or "the record"
                reason = f"no field {visible(field)!r}: {place} {_content(value)}"
                raise FormatError(name, line, reason) from None
        if not isinstance(value, str):
            reason = f"field {visible(field)!r} is {_described(value)}, expected a sentence"
            raise FormatError(name, line, reason)
        try:
            value.encode()
        except UnicodeEncodeError:
            reason = f"field {visible(field)!r} has half of a surrogate pair: expected text"
            raise FormatError(name, line, reason) from None
        _require_ascending(record, before, name, line)
        yield line, value


def _records(data: bytes, field: str, name: str) -> Iterator[tuple[int, Any]]:
    """Yield each record with its line, or its number where it has no line of its own."""
    if is_binary(data):
        yield from enumerate(_arrow_records(data, field, name), 1)
        return
    text = data.decode().removeprefix("\ufeff")
    start = text.lstrip()[:1]
    if start == "{":
        yield from _json_lines(text, name)
    elif start == "[":
        yield from enumerate(_json_array(text, name), 1)
    elif start:
        yield from _rows(text, field.partition(".")[0], name)
    else:
        raise FormatError(name, None, "no record: expected JSON lines, JSON, CSV or Parquet")


def _json_lines(text: str, name: str) -> Iterator[tuple[int, Any]]:

    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            if any(other.strip() for other in lines[number:]):
                raise FormatError(name, number, "empty line: expected a record")
            return
        try:
            yield number, loads(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(name, number, f"invalid JSON: {error}") from None


def _json_array(text: str, name: str) -> Iterable[Any]:

    try:
        return list(loads(text))
    except (ValueError, RecursionError) as error:
        raise FormatError(name, None, f"invalid JSON: {error}") from None


def _rows(text: str, column: str, name: str) -> Iterator[tuple[int, Any]]:
    import csv
    import io

    head = text.partition("\n")[0]
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    # Excel writes semicolons where the comma is the decimal point.
    delimiter = "\t" if "\t" in head else max(",;", key=head.count)
    last = ""

    def seen(line: str) -> str:
        nonlocal last
        last = line
        return line

    # Many programs write TSV without quoting: marks around a text may be its own.
    is_doubtful = delimiter == "\t" and '"' not in head
    rows = csv.reader(map(seen, io.StringIO(text, newline="")), delimiter=delimiter, strict=True)
    try:
        header = next(rows)
        if len(set(header)) < len(header):
            raise FormatError(name, 1, "two columns have one name")
        before = rows.line_num
        for row in rows:
            line, before = before + 1, rows.line_num
            if len(row) != len(header):
                fields = f"{len(row)} fields, expected {len(header)} as in the header"
                raise FormatError(name, line, fields)
            record = dict(zip(header, row, strict=True))
            value = record.get(column, "")
            if is_doubtful and value and '"' not in value:
                plain = last.rstrip("\r\n").split(delimiter)
                if f'"{value}"' in plain:
                    reason = (
                        f"field {visible(column)!r} has quotation marks around it, of the text or "
                        "of TSV: expected JSON lines, or TSV whose header has them, too"
                    )
                    raise FormatError(name, line, reason)
            yield line, record
    except csv.Error as error:
        raise FormatError(name, rows.line_num, f"invalid CSV: {error}") from None


def _arrow_records(data: bytes, field: str, name: str) -> Iterable[Any]:
    try:
        import pyarrow as pa
        from pyarrow import ipc, parquet
    except ImportError:
        cure = f"pyarrow is needed to read it: {install('arrow')}"
        raise FormatError(name, None, f"Parquet or Arrow data: {cure}") from None
    try:
        column = field.partition(".")[0]
        if data.startswith(PARQUET):
            table = parquet.read_table(pa.BufferReader(data))
        else:
            with ipc.open_stream(data) as stream:
                table = stream.read_all()
        wanted = [one for one in (column, *IDS) if one in table.column_names]
        if column not in wanted:
            wanted = table.column_names
        records: list[Any] = table.select(wanted).to_pylist()
    except (pa.ArrowException, ValueError) as error:
        reason = f"invalid Parquet or Arrow stream: {str(error).splitlines()[0]}"
        raise FormatError(name, None, reason) from None
    return records


def sentence_ids(data: bytes, name: str) -> list[str]:
    r"""Return the id of each record; none where not all have one, or many have one of another.

    Ids of which many are there again are those of documents or groups; where some field of ids has
    each once, it is that of sentences.

    Args:
        data: as of `sentences`, of a file that was read.
        name: the file's name in messages.

    Raises:
        FormatError: the file holds no records.

    Example:
        >>> sentence_ids(b'{"id": 7, "text": "A cat ."}\n{"id": "b", "text": "Yes ."}\n', "o")
        ['7', 'b']
    """
    with_equal: list[str] = []
    for key in SENTENCE_IDS:
        if not is_binary(data) and key.encode() not in data[:LOOKED_AT]:
            continue
        records = [record for _, record in _records(data, key, name)]
        if all(isinstance(one, dict) and isinstance(one.get(key), int | str) for one in records):
            found = [str(one[key]) for one in records]
            n_different = len({*found})
            if n_different == len(found):
                return found
            if not with_equal and n_different >= LEAST_DIFFERENT * len(found):
                with_equal = found
    return with_equal


def place_of_equal(ids: Sequence[str]) -> tuple[int, int] | None:
    """Return the first place whose id is there before, and where it is, if there is any.

    >>> place_of_equal(["3", "4", "4", "6"]), place_of_equal(["3", "4"])
    ((2, 1), None)
    """
    places: dict[str, int] = {}
    for place, one in enumerate(ids):
        first = places.setdefault(one, place)
        if first < place:
            return place, first
    return None


def place_of_disorder(ids: Sequence[str]) -> int | None:
    """Return the first place whose id is no larger than the one before it, if there is any.

    Ids are whole numbers, or have one at the end, after the same letters; others are not compared,
    nor are those of which more numbers are absent than there are: keys of a database.

    >>> place_of_disorder(["s9", "s10", "t1"]), place_of_disorder(["1", "3", "2"])
    (None, 2)
    >>> place_of_disorder(["83120", "4711", "20019"]) is None
    True
    """
    numbered = [_letters_and_number(one) for one in ids]
    numbers: dict[str, list[int]] = {}
    for found in numbered:
        if found:
            numbers.setdefault(found[0], []).append(found[1])
    counted = {letters for letters, own in numbers.items() if max(own) - min(own) < 2 * len(own)}
    for place, (one, other) in enumerate(pairwise(numbered), 1):
        if one and other and one[0] == other[0] in counted and one[1] >= other[1]:
            return place
    return None


def _letters_and_number(text: str) -> tuple[str, int] | None:
    letters = text.rstrip("0123456789")
    digits = text.removeprefix(letters)
    return (letters, int(digits)) if digits and len(digits) <= LONGEST_ID else None


def _content(value: Any) -> str:
    if not isinstance(value, dict):
        return f"is {_described(value)}"
    shown = [visible(str(key)) for key in list(value)[:MOST_SHOWN]]
    return "has " + (", ".join(shown + ["..."] * (len(value) > MOST_SHOWN)) or "no fields")


def _described(value: Any) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return KINDS.get(type(value).__name__, "a number")


def _require_ascending(
    record: Any, before: dict[str, tuple[str, int]], name: str, line: int
) -> None:
    """Raise FormatError for answers that do not stand in the order of their requests.

    Ids are whole numbers, or have one at the end, after the same letters; others are not looked at.
    """
    for key in IDS:
        value = str(record.get(key, "")) if isinstance(record, dict) else ""
        found = _letters_and_number(value)
        if found is None:
            continue
        letters, number = found
        last, last_number = before.get(key, (letters, -1))
        if last == letters and number <= last_number:
            reason = (
                f"{key} {visible(value)} after {visible(letters)}{last_number}: expected "
                f"records in the order of the source: sort them by {key}"
            )
            raise FormatError(name, line, reason)
        before[key] = letters, number
