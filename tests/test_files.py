"""Reading files: compression by content, damage, encodings, line ends, standard input."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import takewhile
from pathlib import Path

import pytest

from commands import Call
from fastgec import FormatError
from fastgec.read.lines import Lines, LineStream, read_lines, require_equal_counts
from fastgec.texts.inspection import inspect_parallel

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = "Eine Katze\nzwei Kätzchen\n\n" * 50


def lines_of(path: Path) -> list[str]:
    lines = Lines.read(path)
    return [lines[n] for n in range(len(lines))]


def written(folder: Path, data: bytes, name: str = "file") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def refusal(path: Path | str) -> str:
    with pytest.raises(FormatError) as caught:
        Lines.read(path)
    return str(caught.value)


PACKED = {
    "plain": TEXT.encode(),
    "gzip": gzip.compress(TEXT.encode()),
    "gzip members": gzip.compress(TEXT[:40].encode()) + gzip.compress(TEXT[40:].encode()),
    "zstd": zstd.compress(TEXT.encode(), options={zstd.CompressionParameter.checksum_flag: 1}),
    "zstd frames": zstd.compress(TEXT[:40].encode()) + zstd.compress(TEXT[40:].encode()),
}


@pytest.mark.parametrize("packing", PACKED)
@pytest.mark.parametrize("name", ["file.txt", "file.gz", "file.zst"])
def test_compression_is_told_by_content_not_by_name(
    tmp_path: Path, packing: str, name: str
) -> None:
    path = written(tmp_path, PACKED[packing], name)
    assert lines_of(path) == TEXT.split("\n")[:-1]


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
@pytest.mark.parametrize("damage", ["cut", "short", "header", "flipped", "tail"])
def test_damaged_compression_is_refused(tmp_path: Path, packing: str, damage: str) -> None:
    data = bytearray(PACKED[packing])
    match damage:
        case "cut":
            data = data[:-10]
        case "short":
            data = data[: len(data) // 2]
        case "header":
            data = data[:4]
        case "flipped":
            data[len(data) // 2] ^= 0xFF
        case "tail":
            data += b"something else"
    path = written(tmp_path, bytes(data))
    message = refusal(path)
    assert message.startswith(
        f"{path}: damaged {'gzip' if packing == 'gzip' else 'Zstandard'} data ("
    )
    assert "\n" not in message


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\r\nb", ["a", "b"]),
        (b"a\nb\r", ["a", "b\r"]),
        (b"a\rb\n", ["a\rb"]),
        (b"a\r\r\n", ["a\r"]),
        (b"\r\n\r\n", ["", ""]),
        (b"\n\n\n", ["", "", ""]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"\xef\xbb\xbf", []),
        ("a\u2028b\u2029c\x0bd\x0ce\x1cf\x1dg\x1eh\x85i\n".encode(), None),
        (b"a\0b\n\0", ["a\0b", "\0"]),
        (b" a \n", [" a "]),
    ],
)
def test_lines_end_at_lf_and_crlf_only(
    tmp_path: Path, data: bytes, lines: list[str] | None
) -> None:
    if lines is None:
        lines = [data.decode().rstrip("\n")]
    path = written(tmp_path, data)
    assert lines_of(path) == lines
    for packed in (data, gzip.compress(data), zstd.compress(data)):  # the same line by line
        stream = LineStream(written(tmp_path, packed))
        taken = iter(lambda s=stream: s.take(1), None)
        assert [line[0] for line in takewhile(len, taken)] == lines
        assert len(stream.take(1)) == 0


@pytest.mark.parametrize(
    ("data", "line", "byte", "found"),
    [
        (b"\xff", 1, 1, "ff"),
        (b"a\nb\xe9c\n", 2, 2, "e9"),
        ("ä\né".encode() + b"\x80", 2, 3, "80"),
        (b"a\n\n\xed\xa0\x80", 3, 1, "ed"),
        (b"a\xf5\x80\x80\x80", 1, 2, "f5"),
        (b"ok\nok\xc3", 2, 3, "c3"),
        (b"\xef\xbb\xbfa\n\xc0\xaf", 2, 1, "c0"),
        (b"a\n\n\xfe\xff", 3, 1, "fe"),
    ],
)
def test_invalid_utf_8_is_refused_with_line_and_byte(
    tmp_path: Path, data: bytes, line: int, byte: int, found: str
) -> None:
    path = written(tmp_path, data)
    assert refusal(path).partition(";")[0] == (
        f"{path}:{line}: invalid UTF-8: byte 0x{found} at byte {byte} of the line"
    )
    ansi = written(tmp_path, "caf\xe9 .\n".encode("cp1252"), "ansi")
    assert refusal(ansi) == (
        f"{ansi}:1: invalid UTF-8: byte 0xe9 at byte 4 of the line; if it is ANSI (Windows, "
        "Excel): iconv -f WINDOWS-1252 -t UTF-8"
    )
    packed = written(tmp_path, gzip.compress(data), "packed")
    assert refusal(packed).startswith(f"{packed}:{line}: invalid UTF-8")


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "missing"
    assert refusal(path) == f"{path}: no such file or directory"
    assert refusal(tmp_path) == f"{tmp_path}: is a directory: name its files, such as {tmp_path}/*"
    assert refusal(path / "x") == f"{path / 'x'}: no such file or directory"
    long = tmp_path / ("x" * 300)
    assert refusal(long) == f"{long}: file name too long"
    assert refusal("a\0b") == "a\\x00b: embedded null byte"
    assert refusal("") == "'': empty file name"


def test_a_name_with_a_line_end_stays_on_one_line(tmp_path: Path) -> None:
    assert refusal("no\nsuch\tfile é") == (r"no\nsuch\tfile é: no such file or directory")


def test_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.BytesIO(gzip.compress(b"a b\nc"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    lines = Lines.read("-")
    assert (lines.name, [lines[n] for n in range(len(lines))]) == ("-", ["a b", "c"])


def test_a_dash_in_a_folder_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, b"a\n", "-")
    assert lines_of(Path("-")) == ["a"]
    assert len(Lines.read("./-")) == 1


def test_sentences_in_memory_may_hold_any_text() -> None:
    texts = ["a\nb", "", "\r\n", "\ufeff", "ä \U0001f389"]
    lines = Lines.of(texts)
    assert [lines[n] for n in range(len(lines))] == texts
    assert read_lines(lines, "x") is lines
    assert len(Lines.of([])) == 0


def test_unequal_numbers_of_lines_name_both_files_and_both_counts() -> None:
    with pytest.raises(FormatError) as caught:
        require_equal_counts(Lines.of(["a"], "one.txt"), Lines.of(["a", "b"], "two.txt"))
    assert str(caught.value) == "one.txt: 1 sentence, expected 2 as in two.txt"
    require_equal_counts(Lines.of(["a"]), Lines.of(["b"]))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (bz2.compress(TEXT.encode()), "bzip2 data"),
        (bz2.compress(b""), "bzip2 data"),
        (lzma.compress(TEXT.encode()), "xz data"),
        (b"PK\x03\x04\x14", "a zip archive"),
        (b"\x04\x22\x4d\x18\x64", "lz4 data"),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), "UTF-16 text"),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "UTF-16 text"),
        (b"\xff\xfe\0\0" + TEXT.encode("utf-32-le"), "UTF-32 text"),
        (b"\0\0\xfe\xff" + TEXT.encode("utf-32-be"), "UTF-32 text"),
    ],
)
def test_what_is_of_another_kind_is_named(
    data: bytes, kind: str, tmp_path: Path, call: Call
) -> None:
    path = str(written(tmp_path, data))
    start = f"{path}: {kind}, expected UTF-8 text, plain or packed by gzip or Zstandard: try "
    assert refusal(path).startswith(start)
    gold = str(written(tmp_path, b"S a b\n", "gold.m2"))
    for words in (["m2", path, gold], ["m2", path, gold, "-f", "table"], ["check", path]):
        done = call(words)
        assert (done.status, done.stdout) == (1, "")
        assert done.stderr.startswith(start)


def test_words_that_bzip2_begins_with_are_text(tmp_path: Path, call: Call) -> None:
    path = str(written(tmp_path, b"BZh91 AY\n"))
    gold = str(written(tmp_path, b"S BZh91 AY\n", "gold.m2"))
    done = call(["m2", path, gold])
    assert (done.status, done.stderr) == (0, "")


SENTENCES = ["He go home , now .", 'She said " no " .', "", "It is so ."] * 5
OBJECTS = [json.dumps({"id": n, "prediction": text}) for n, text in enumerate(SENTENCES)]
ROWS = [f'{n},"{text.replace(chr(34), chr(34) * 2)}"' for n, text in enumerate(SENTENCES)]
STRUCTURED = {  # name, content, what it is
    "objects": ("out.txt", "\n".join(OBJECTS), "JSON lines"),
    "objects between blank lines": ("out.txt", "\n\n".join(["", *OBJECTS]), "JSON lines"),
    "objects after a mark": ("out", "\ufeff" + "\n".join(OBJECTS), "JSON lines"),
    "one object": ("out.txt", OBJECTS[0], "JSON"),
    "a list": ("out.txt", json.dumps(SENTENCES), "JSON"),
    "a list over lines": ("out.txt", json.dumps(SENTENCES, indent=0), "JSON"),
    "a list of objects": ("out.txt", f"[{','.join(OBJECTS)}]", "JSON"),
    "an object over lines": ("out.txt", json.dumps({"a": SENTENCES}, indent=2), "JSON"),
    "more than is looked at": ("out.txt", json.dumps(SENTENCES * 1000, indent=1), "JSON"),
    "a long line": ("out.txt", json.dumps(SENTENCES * 1000), "JSON"),
    "long lines": ("out.txt", "\n".join([json.dumps({"a": SENTENCES * 200})] * 9), "JSON lines"),
    "strings": ("out.jsonl", "\n".join(map(json.dumps, SENTENCES)), "JSON lines"),
    "strings, packed": ("out.jsonl.gz", "\n".join(map(json.dumps, SENTENCES)), "JSON lines"),
    "CSV": ("out.txt", "\n".join(["id,text", *ROWS]), "CSV"),
    "CSV without a header": ("out.csv", "\n".join(ROWS), "CSV"),
    "CSV that is long": ("out.CSV", "\r\n".join(ROWS * 1000), "CSV"),
    "TSV": ("out.txt", "id\tsource\n" + "\n".join(f"{n}\t{x}" for n, x in enumerate("abc")), "TSV"),
    "TSV without a header": ("out.tsv", "\n".join(f"{n}\t{x}" for n, x in enumerate("abc")), "TSV"),
}
ORDINARY = {
    "an object among text": ("out.jsonl", "\n".join([OBJECTS[0], *SENTENCES])),
    "text, then objects": ("out.txt", "\n".join([*SENTENCES[:2], *OBJECTS])),
    "brackets": ("out.txt", "[ 1 ]\n[ 2 ]\n{ }\n[]\n"),
    "brackets alone": ("out.txt", "[\n1 , 2\n]\n"),
    "a list in brackets": ("out.txt", '[ "He goes" , she said ]\n["a"\n'),
    "a quotation in brackets": ("out.txt", '["Yes"]\n'),
    "a brace": ("out.txt", "{ sic }\n{\n"),
    "an open bracket": ("out.txt", "[ " + "as it is , \n" * 20_000),
    "deep brackets": ("out.txt", "[" * 100_000),
    "a long number": ("out.txt", "[" + "1" * 5_000 + "]"),
    "text of that name": ("out.json", "\n".join(SENTENCES)),
    "a table's name": ("out.csv", "\n".join(SENTENCES)),
    "commas": ("out.txt", "Yes,sir\nSo,it is\nNo,sir\n"),
    "a word of a header": ("out.txt", "text,id\nSo it is .\n"),
    "tabs": ("out.txt", "a\tb\nc\td\n"),
    "one word": ("out.txt", "id"),
    "nothing": ("out.jsonl", ""),
    "blanks": ("out.csv", "\n\n"),
}


def first_lines(path: Path, n_lines: int) -> Lines:
    stream = LineStream(path)
    with closing(stream):
        return stream.take(n_lines)


@pytest.mark.parametrize("case", STRUCTURED)
def test_json_and_csv_are_no_sentences(case: str, tmp_path: Path) -> None:
    name, content, kind = STRUCTURED[case]
    data = content.encode()
    path = written(tmp_path, gzip.compress(data) if name.endswith(".gz") else data, name)
    message = f"{path}: {kind}, expected text, one sentence a line"
    for read in (read_lines, lambda path, _: first_lines(path, 1)):
        with pytest.raises(FormatError) as caught:
            read(path, "")
        assert str(caught.value).startswith(message)
        has_fields = content.lstrip("\ufeff[\n").startswith("{") or "JSON" not in kind
        assert ("--field NAME" in str(caught.value)) == has_fields
        assert ("its strings have no field" in str(caught.value)) != has_fields
    found = inspect_parallel([path])[0].findings
    assert [one.detail for one in found if one.kind == "structured"] == [
        f"{kind}, expected text, one sentence a line"
    ]
    assert len(read_lines([content, "{}"], "list")) == 2  # in memory it is what its owner says


@pytest.mark.parametrize("case", ORDINARY)
def test_text_is_taken_whatever_its_name_and_its_first_line(case: str, tmp_path: Path) -> None:
    name, content = ORDINARY[case]
    path = written(tmp_path, content.encode(), name)
    n_lines = len(lines_of(path))
    assert len(read_lines(path, "")) == n_lines
    assert len(first_lines(path, n_lines + 1)) == n_lines


@pytest.mark.parametrize(
    "command",
    [
        "m2 OUT gold.m2",
        "m2 -f table OUT gold.m2",
        "m2 --retokenize OUT gold.m2",
        "green -s source.txt -r ref.txt -c OUT",
        "green -f table -s source.txt -r ref.txt -c OUT",
        "gleu -s source.txt -r ref.txt -c OUT",
        "gleu -s source.txt -r OUT -c ref.txt",
        "imeasure -s source.txt -r ref.txt -c OUT",
        "gotoscorer ref.txt OUT gold.m2",
        "compare ref.txt OUT --gold gold.m2",
        "errors OUT gold.m2",
        "report ref.txt OUT gold.m2 -o report.html",
        "run eval.toml --metric m2 green",
        "vote -s source.txt ref.txt OUT",
        "mbr -s source.txt ref.txt OUT",
        "retokenize --like source.txt OUT",
        "convert -s source.txt -r OUT",
        "weights edits OUT gold.m2",
        "errant parallel -orig source.txt -cor OUT -out out.m2",
        "errant score -s source.txt -r ref.txt -c OUT",
    ],
)
@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
def test_every_command_that_reads_text_refuses_json_and_csv(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = ["He go home .", "It is so ."]
    (tmp_path / "source.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    (tmp_path / "ref.txt").write_text("He goes home .\nIt is so .\n", encoding="utf-8")
    edit = "A 1 2|||R|||goes|||REQUIRED|||-NONE-|||0"
    gold = f"S {texts[0]}\n{edit}\n\nS {texts[1]}\n\n"
    (tmp_path / "gold.m2").write_text(gold, encoding="utf-8")
    content = OBJECTS[:2] if name == "out.jsonl" else ["id,text", "1,He goes home ."]
    (tmp_path / name).write_text("\n".join(content) + "\n", encoding="utf-8")
    (tmp_path / "eval.toml").write_text(
        'source = "source.txt"\nreferences = ["ref.txt"]\ngold = "gold.m2"\n'
        f'[systems]\na = "{name}"\n',
        encoding="utf-8",
    )
    done = call(command.replace("OUT", name).split())
    assert (done.status, done.stdout) == (1, "")
    assert f"{name}: {'JSON lines' if name == 'out.jsonl' else 'CSV'}, expected" in done.stderr
    assert done.stderr.count("\n") == 1


RECORDS = {
    "lines.jsonl": '{"id": 1, "out": "A cat ."}\n{"id": 2, "out": ""}\n',
    "array.json": '[{"out": "A cat ."},\n {"out": ""}]',
    "table.csv": 'id,out\n1,A cat .\n2,""\n',
    "excel.csv": 'id;out\r\n1;A cat .\r\n2;""\r\n',
    "table.tsv": "id\tout\n1\tA cat .\n2\t\n",
    "quoted.tsv": '"id"\t"out"\n1\t"A cat ."\n"2"\t""\n',
    "no suffix": '{"out": "A cat .\\n"}\n{"out": ""}\n\n',
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_field_of_records_is_text(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, RECORDS[name].encode(), name)
    lines = Lines.read(f"{path}#out")
    assert [lines[n] for n in range(len(lines))] == ["A cat .", ""]
    packed = written(tmp_path, gzip.compress(path.read_bytes()), f"{name}.gz")
    assert [*first_lines(Path(f"{packed}#out"), 5)] == ["A cat .", ""]


def test_a_field_of_parquet_and_of_arrow_streams_is_text(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"out": [["A cat .", "x"], ["", "y"]], "id": [1, 2]})
    parquet.write_table(table, tmp_path / "a.parquet")
    with pa.ipc.new_stream(tmp_path / "a.arrow", table.schema) as stream:
        stream.write_table(table)
    for name in ("a.parquet", "a.arrow"):
        lines = Lines.read(f"{tmp_path / name}#out.0")
        assert [lines[n] for n in range(len(lines))] == ["A cat .", ""]
        message = refusal(f"{tmp_path / name}#text")
        assert message == f"{tmp_path / name}:1: no field 'text': the record has out, id"


def test_the_folder_of_a_data_set_is_no_file(tmp_path: Path) -> None:
    written(tmp_path, b"", "data-00001-of-00002.arrow")
    first = written(tmp_path, b"", "data-00000-of-00002.arrow")
    assert refusal(Path(f"{tmp_path}#text")) == (
        f"{tmp_path}: is a directory of Arrow files: name one, {first}#FIELD "
        "(save_to_disk with num_shards=1 makes one)"
    )


def test_a_file_of_the_whole_name_comes_first(tmp_path: Path) -> None:
    path = written(tmp_path, b"As it is .\n", "lines.jsonl#out")
    written(tmp_path, RECORDS["lines.jsonl"].encode(), "lines.jsonl")
    assert lines_of(path) == ["As it is ."]


@pytest.fixture
def columns(samples: Path) -> list[list[str]]:
    """Lines of a source, a reference and an output."""
    names = ("source.txt", "ref0.txt", "careful.txt")
    return [(samples / name).read_text(encoding="utf-8").splitlines() for name in names]


def test_ids_in_another_order_are_told(
    call: Call,
    samples: Path,
    columns: list[list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)

    def write(name: str, texts: list[str], ids: list[int]) -> None:
        records = [json.dumps({"id": ids[n], "text": texts[n]}) for n in range(len(texts))]
        Path(name).write_text("\n".join(records), encoding="utf-8")

    ids = [*range(40, 20, -1)]  # those of a source need not ascend
    other = [ids[1], ids[0], *ids[2:]]
    for name, texts in zip(("s.jsonl", "r.jsonl", "c.jsonl"), columns, strict=True):
        write(name, texts, ids)
    write("o.jsonl", columns[2], other)
    write("n.jsonl", columns[2], [27, 28, 29, *range(1, 18)])
    words = ["gleu", "--field", "text", "-s", "s.jsonl", "-r", "r.jsonl", "-c"]
    assert call([*words, "c.jsonl"]).stderr == ""
    done = call([*words, "o.jsonl"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr == (
        "o.jsonl: record 1 has the id 39, expected 40 as in s.jsonl: bring the records into the "
        "order of the source\n"
    )
    done = call(["m2", "n.jsonl#text", str(samples / "gold.m2")])
    assert done.status == 0
    assert done.stderr == (
        "warning: n.jsonl: record 4 has the id 1 after 29: records are scored in the order of the "
        "file\n"
    )


def test_equal_ids_have_a_warning(
    call: Call,
    samples: Path,
    columns: list[list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)

    def write(name: str, texts: list[str], **ids: Sequence[int | str]) -> None:
        records = [
            json.dumps({"text": text, **{key: own[n] for key, own in ids.items()}})
            for n, text in enumerate(texts)
        ]
        Path(name).write_text("\n".join(records), encoding="utf-8")

    def messages(ids: dict[str, Sequence[int | str]]) -> str:
        write("o.jsonl", columns[2], **ids)
        return call(["m2", "o.jsonl#text", str(samples / "gold.m2")]).stderr

    equal = [3, 4, 4, *range(6, 23)]
    assert messages({"id": equal}) == (
        "warning: o.jsonl: record 3 has the id 4, and record 2 has it too: records are scored in "
        "the order of the file\n"
    )
    assert "record 20 has the id a, and record 1" in messages(
        {"id": ["a", *"bcdefghijklmnopqrs", "a"]}
    )
    assert messages({"id": [n // 4 for n in range(20)]}) == ""  # those of documents
    assert messages({"id": equal, "sent_id": [*range(20)]}) == ""
    for name, texts in zip(("s.jsonl", "r.jsonl", "c.jsonl"), columns, strict=True):
        write(name, texts, id=equal)
    words = ["gleu", "--field", "text", "-s", "s.jsonl", "-r", "r.jsonl", "-c", "c.jsonl"]
    assert call(words).stderr == ""  # they are those of the source
    write("c.jsonl", columns[2], id=[*equal[1:], equal[0]])
    assert "expected 3 as in s.jsonl" in call(words).stderr


OTHER_RECORDS = {
    "a missing field": ('{"out": "a"}\n{"text": "b"}\n', ":2: no field 'out': the record has text"),
    "null": ('{"out": null}\n', ":1: field 'out' is null, expected a sentence"),
    "a number": ('{"out": 1}\n', ":1: field 'out' is a number, expected a sentence"),
    "a list": ('{"out": ["a"]}\n', ":1: field 'out' is a list of 1, expected a sentence"),
    "an object": ('{"out": {"a": 1}}\n', ":1: field 'out' is an object, expected a sentence"),
    "two lines": (
        '{"out": "a\\nb"}\n',
        ":1: field 'out' has a line break: expected one sentence a record; "
        "fastgec retokenize --clean joins lines",
    ),
    "an empty line": (
        '{"out": "a"}\n\n{"out": "b"}\n',
        ":2: empty line: expected a record",
    ),
    "a key twice": (
        '{"out": "a", "out": "b"}\n',
        ':1: invalid JSON: key "out" is there twice in an object',
    ),
    "half a pair": (
        '{"out": "\\ud83d"}\n',
        ":1: field 'out' has half of a surrogate pair: expected text",
    ),
    "a short row": ("out,id\na,1\nb\n", ":3: 1 fields, expected 2 as in the header"),
    "a column twice": (
        "out,out\na,b\n",
        ":1: two columns have one name",
    ),
    "TSV without quoting": (
        'id\tout\n1\t" Go away ! "\n',
        ":2: field 'out' has quotation marks around it, of the text or of TSV: expected JSON "
        "lines, or TSV whose header has them, too",
    ),
    "nothing": (" \n", ": no record: expected JSON lines, JSON, CSV or Parquet"),
    "another order": (
        '{"custom_id": "r-2", "out": "a"}\n{"custom_id": "r-10", "out": "b"}\n'
        '{"custom_id": "r-9", "out": "b"}\n',
        ":3: custom_id r-9 after r-10: expected records in the order of the source: "
        "sort them by custom_id",
    ),
}


@pytest.mark.parametrize("case", OTHER_RECORDS)
def test_records_without_their_sentence_are_refused(tmp_path: Path, case: str) -> None:
    content, message = OTHER_RECORDS[case]
    path = written(tmp_path, content.encode())
    assert refusal(f"{path}#out") == f"{path}{message}"
