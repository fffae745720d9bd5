"""JSON, JSON lines and CSV in the place of text: refused, since their lines would be sentences.

A text is never refused for one odd sentence: its first lines, up to `RECORDS`, must all be records,
or its beginning one value of JSON. JSON is known by its content, CSV by its columns and either its
name or its header. Sentences in memory are never refused.

Readers call `may_be_structured` first, which imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which a plain run does not import
if TYPE_CHECKING:
    from typing import Any

LOOKED_AT = 256  # bytes that tell that a text is not structured: of nearly all
MOST = 1 << 16  # bytes that are understood, of those that may be
LEAST_CUT = 4096  # bytes of JSON, at least, whose end is not among those
RECORDS = 8  # lines
JSON_NAMES = (".json", ".jsonl", ".ndjson")
TABLE_NAMES = {",": (".csv",), "\t": (".tsv", ".tab")}
PACKED = (".gz", ".zst", ".zstd")
# Of columns, of which a header without a telling name of its file has one.
COLUMNS = {
    *("candidate", "corrected", "correction", "gold", "hyp", "hypothesis", "id", "input", "label"),
    *("output", "pred", "prediction", "predictions", "ref", "reference", "sentence", "sent_id"),
    *("source", "src", "sys", "system", "target", "text", "tgt"),
}


def may_be_structured(start: bytes, name: str) -> bool:
    r"""Whether a text may be JSON or CSV, going by its first bytes, `LOOKED_AT` at most, and name.

    >>> may_be_structured(b"A cat , a dog .\n", "out.txt"), may_be_structured(b'{"a": 1}', "out")
    (False, True)
    """
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] in (b"{", b"["):
        return True
    if _unpacked(name).endswith((*JSON_NAMES, *TABLE_NAMES[","], *TABLE_NAMES["\t"])):
        return True
    header = start.partition(b"\n")[0].rstrip()
    return b" " not in header and (b"," in header or b"\t" in header)


def require_sentences(data: bytes, name: str, *, is_all: bool) -> None:
    """Raise FormatError for a file whose lines are no sentences but JSON or CSV.

    Args:
        data: its beginning, UTF-8 or not.
        name: the file's name in messages.
        is_all: whether that is the whole file.
    """
    if not may_be_structured(data[:LOOKED_AT], name):
        return
    if kind := kind_of(data, name, is_all=is_all):
        from fastgec.read.errors import FormatError

        cure = "name the field of the sentences with --field NAME, or as FILE#NAME"
        raise FormatError(name, None, f"{kind}, expected text, one sentence a line: {cure}")


def kind_of(data: bytes, name: str, *, is_all: bool) -> str:
    r"""Return "JSON", "JSON lines", "CSV" or "TSV" for such a file, "" for text; as above.

    >>> kind_of(b'{"id": 1}\n{"id": 2}\n', "out.txt", is_all=True)
    'JSON lines'
    >>> kind_of(b'{"id": 1}\nAs it is .\n', "out.txt", is_all=True)
    ''
    >>> kind_of(b'id,text\n1,"So , it is ."\n', "out.txt", is_all=True)
    'CSV'
    """
    is_all = is_all and len(data) <= MOST
    text = data[:MOST].decode(errors="ignore").removeprefix("\ufeff")
    lines = text.split("\n")
    if not is_all:
        lines.pop()
    name = _unpacked(name)
    return _json(text.lstrip(), lines, name, is_all) or _table(lines, name)


def _unpacked(name: str) -> str:
    name = name.lower()
    for suffix in PACKED:
        name = name.removesuffix(suffix)
    return name


def _json(text: str, lines: list[str], name: str, is_all: bool) -> str:
    import json

    is_named = name.endswith(JSON_NAMES)
    first = [line for line in lines if line.strip()][:RECORDS]
    if first and all(_is_record(line, is_named=is_named) for line in first):
        return "JSON lines" if len(first) > 1 or not is_all else "JSON"
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except json.JSONDecodeError as error:
        # A value that goes on where the bytes end.
        is_cut = not is_all and len(text) >= LEAST_CUT and text[0] in "{["
        reached = error.pos >= len(text) - 8 or error.msg.startswith("Unterminated string")
        return "JSON" if is_cut and reached else ""
    except (RecursionError, ValueError):
        return ""
    return "JSON" if "\n" in text[:end] and _holds_records(value) else ""


def _is_record(line: str, *, is_named: bool) -> bool:
    import json

    try:
        value = json.loads(line)
    except (RecursionError, ValueError):
        return False
    return _holds_records(value) or (is_named and isinstance(value, str | list | dict))


def _holds_records(value: Any) -> bool:
    """Whether a value is an object, or a list of several strings, or of objects."""
    if isinstance(value, dict):
        return bool(value)
    if not isinstance(value, list) or not value:
        return False
    if all(isinstance(item, dict | list) and item for item in value):
        return True
    return len(value) > 1 and all(isinstance(item, str) for item in value)


def _table(lines: list[str], name: str) -> str:
    """Return which table it is: all records have as many fields, and a header or name tells."""
    import csv

    for delimiter, kind in ((",", "CSV"), ("\t", "TSV")):
        try:
            rows = [row for row in csv.reader(lines, delimiter=delimiter, strict=True) if row]
        except csv.Error:
            continue
        if len(rows) < 2 or len(rows[0]) < 2 or len({len(row) for row in rows}) > 1:
            continue
        header = [field.strip().lower() for field in rows[0]]
        is_header = len(set(header)) == len(header) and all(
            field.replace("_", "").replace("-", "").replace(" ", "").isalnum() for field in header
        )
        if name.endswith(TABLE_NAMES[delimiter]) or (is_header and COLUMNS & set(header)):
            return kind
    return ""
