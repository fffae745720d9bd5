"""Arrow batches: what goes in is what files would be, what comes out joins to the same counts."""

from __future__ import annotations

import itertools
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fastgec
from commands import DATA
from fastgec import Counts, FormatError, Gold, References, gleu, green, m2
from m2_cases import Case, Line, cases

pa = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")

from fastgec import frames  # noqa: E402
from fastgec.read.arrow import EDIT, edits_of, gold_column, reference_columns, text_column  # noqa: E402
from fastgec.read.lines import Lines  # noqa: E402

EDITS = pa.list_(EDIT)
TEXTS = ["a b", "", "é ß", "x", "a  b "]


def struct_of(line: Line) -> dict[str, Any]:
    # Bars at the end of a text are part of the next "|||" of the line.
    return {
        "start": line.start,
        "end": line.end,
        "corrections": line.text.removesuffix("||").split("||"),
        "annotator": line.annotator,
        "type": line.kind,
    }


def batch_of_cases(some: list[Case]) -> Any:
    return pa.record_batch(
        {
            "source": pa.array([" ".join(case.source) for case in some], pa.string()),
            "hypothesis": pa.array([" ".join(case.hypothesis) for case in some], pa.string()),
            "edits": pa.array([[struct_of(line) for line in case.lines] for case in some], EDITS),
        }
    )


def batch_of_gold(gold: Gold, hypotheses: Path) -> Any:
    """Return a gold standard and an output as a batch."""
    return pa.record_batch(
        {
            "source": [gold.sources[s] for s in range(len(gold))],
            "hypothesis": hypotheses.read_text(encoding="utf-8").split("\n")[: len(gold)],
            "edits": edits_of(gold),
        }
    )


@pytest.fixture(scope="module")
def sample() -> Any:
    """The sample data as a batch of 20 sentences, with edits and references."""
    folder = Path(fastgec.__file__).resolve().parent / "samples"
    batch = batch_of_gold(Gold.read(folder / "gold.m2"), folder / "bold.txt")
    columns = [(folder / f"ref{k}.txt").read_text(encoding="utf-8").splitlines() for k in range(2)]
    lists = pa.array([list(texts) for texts in zip(*columns, strict=True)])
    return batch.append_column("references", lists).append_column("id", pa.array(range(20)))


# What goes in


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_text_is_not_copied(kind: Any) -> None:
    column = pa.array(TEXTS, kind)
    for part in (column, column[1:4], column[4:]):
        lines = text_column(part, "source")
        assert [lines[s] for s in range(len(lines))] == part.to_pylist()
        assert np.frombuffer(lines.data, np.uint8).ctypes.data == column.buffers()[2].address
    if kind == pa.large_string():
        assert lines.starts.ctypes.data == column.buffers()[1].address + 8 * 4


@pytest.mark.parametrize("kind", [pa.string_view(), pa.dictionary(pa.int8(), pa.string())])
def test_other_layouts_of_text_are_read_too(kind: Any) -> None:
    column = pa.array(TEXTS, pa.string()).cast(kind)
    lines = text_column(column[1:], "source")
    assert [lines[s] for s in range(len(lines))] == TEXTS[1:]


def test_no_text_is_no_lines() -> None:
    for column in (pa.array([], pa.string()), pa.array(TEXTS)[2:2], pa.array(["", ""])[:1]):
        assert [len(line) for line in text_column(column, "source")] == [0] * len(column)


def test_lines_in_the_memory_of_others_pickle() -> None:
    lines = pickle.loads(pickle.dumps(text_column(pa.array(TEXTS)[1:], "source")))
    assert [lines[s] for s in range(len(lines))] == TEXTS[1:]


@given(st.lists(cases(), max_size=5))
def test_edits_in_a_column_are_those_of_a_file(some: list[Case]) -> None:
    batch = batch_of_cases(some)
    text = "".join(case.block() for case in some)
    if not some:
        assert frames.count_m2(batch).num_rows == 0
        return
    expected = Gold.parse(text)
    gold = gold_column(text_column(batch["source"], "source"), batch["edits"], "edits")
    assert gold.fingerprint() == expected.fingerprint()
    assert gold.annotators == expected.annotators
    assert len(gold.warnings) == len(expected.warnings)
    again = gold_column(expected.sources, edits_of(expected), "edits")
    assert again.fingerprint() == expected.fingerprint()
    assert again.annotators == expected.annotators
    counted = frames.counts_of([frames.count_m2(batch)])
    assert counted == m2.count([" ".join(case.hypothesis) for case in some], expected)


@pytest.mark.filterwarnings("ignore:.*lack the final punctuation")  # words are exchanged at random
@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize("release", ["development", "3.2"])
def test_small_golden_data_in_a_batch(release: str, folded: bool) -> None:
    gold = Gold.read(DATA / "small.m2")
    options: Any = {"release": release, "ignore_whitespace_casing": folded}
    counted = frames.count_m2(batch_of_gold(gold, DATA / "small.hyp"), **options)
    assert frames.counts_of([counted]) == m2.count(DATA / "small.hyp", gold, **options)


@pytest.mark.parametrize("kind", [EDITS, pa.large_list(EDIT)])
def test_edits_may_be_a_slice(sample: Any, kind: Any) -> None:
    whole = frames.counts_of([frames.count_m2(sample)])
    wide = sample.set_column(2, "edits", sample["edits"].cast(kind))
    for first, last in ((0, 5), (5, 20), (7, 7)):
        part = frames.counts_of([frames.count_m2(wide.slice(first, last - first))])
        assert part == whole.sentences(first, last)


def test_annotator_and_type_may_be_missing() -> None:
    edit = {"start": 0, "end": 1, "corrections": ["c"]}
    gold = gold_column(Lines.of(["a b"]), pa.array([[edit]]), "edits")
    assert (gold.annotators, gold.edits.kind_names) == ((0,), ("",))


def test_a_column_without_any_edit_needs_no_type() -> None:
    gold = gold_column(Lines.of(["a", "b"]), pa.array([[], []]), "edits")
    assert gold.edits.annotator.tolist() == [0, 0]


def test_edits_past_the_end_are_left_out_with_a_warning() -> None:
    edits = pa.array([[], [struct_of(Line(0, 2, "c", 0))]], EDITS)
    gold = gold_column(Lines.of(["a", "b"]), edits, "edits")
    assert gold.edits.n_edits == 0
    assert gold.warnings == ("edits:2: 1 edit ends after the source sentence and is left out",)


def test_overlapping_edits_are_named_by_row() -> None:
    from fastgec.texts.corrected import apply_edits

    lines = [Line(0, 2, "c", 4), Line(1, 2, "d", 4)]
    edits = pa.array([[], [struct_of(line) for line in lines]], EDITS)
    gold = gold_column(Lines.of(["a b", "a b"]), edits, "edits")
    with pytest.raises(FormatError, match=r"^edits:2: edit 1 2 overlaps 0 2 of annotator 4, "):
        apply_edits(gold)


@pytest.mark.parametrize("column", ["source", "hypothesis", "edits", "references"])
def test_a_null_is_named_by_column_and_row(sample: Any, column: str) -> None:
    values = sample[column].to_pylist()
    values[6] = None
    at = sample.schema.get_field_index(column)
    batch = sample.set_column(at, column, pa.array(values, sample[column].type))
    count = frames.count_green if column == "references" else frames.count_m2
    # Chunks as an engine makes them; rows count from the first of the table.
    table = pa.Table.from_batches([batch.slice(0, 4), batch.slice(4)])
    for whole in (batch, table):
        with pytest.raises(FormatError, match=f"^{column}:7: null: expected "):
            count(whole)


@pytest.mark.parametrize("field", ["start", "corrections", "annotator", "type", "all", "inner"])
def test_a_null_within_an_edit_is_named_by_row(field: str) -> None:
    edit: dict[str, Any] | None = struct_of(Line(0, 1, "c", 0))
    assert edit is not None
    if field == "inner":
        edit["corrections"] = ["d", None]
    elif field == "all":
        edit = None
    else:
        edit[field] = None
    column = pa.array([[struct_of(Line(0, 1, "b", 0))] * 3, [edit]], EDITS)
    with pytest.raises(FormatError, match=r"^edits:2: null: expected "):
        gold_column(Lines.of(["a", "a"]), column, "edits")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (Line(2, 1, "c", 0), "edits:2: span '2 1': expected 0 <= start <= end"),
        (Line(-2, 1, "c", 0), "edits:2: span '-2 1': expected 0 <= start <= end"),
        (
            Line(0, 1, "c", -1),
            "edits:2: annotator '-1': expected a whole number from 0 to 2147483646",
        ),
    ],
)
def test_edits_that_are_none(line: Line, message: str) -> None:
    column = pa.array([[], [struct_of(line)]], EDITS)
    with pytest.raises(FormatError) as caught:
        gold_column(Lines.of(["a b", "a b"]), column, "edits")
    assert str(caught.value) == message


def test_a_correction_that_would_be_two_in_m2_is_refused() -> None:
    edit = {**struct_of(Line(0, 1, "c", 0)), "corrections": ["a|", "|b", "c||d"]}
    with pytest.raises(FormatError) as caught:
        gold_column(Lines.of(["a b"]), pa.array([[edit]], EDITS), "edits")
    assert str(caught.value) == "edits:1: correction 'c||d': expected none with '||'"
    edit["corrections"] = ["a|", "|b"]
    gold = gold_column(Lines.of(["a b"]), pa.array([[edit]], EDITS), "edits")
    assert gold.corrections(0) == ["a|", "|b"]


def test_numbers_too_large_for_their_arithmetic_are_refused() -> None:
    wide = pa.struct([("start", pa.uint64()), *list(EDITS.value_type)[1:]])
    edit = {**struct_of(Line(0, 1, "b", 0)), "start": 2**64 - 1}
    with pytest.raises(FormatError) as caught:
        gold_column(Lines.of(["a", "a"]), pa.array([[], [edit]], pa.list_(wide)), "edits")
    assert str(caught.value) == "edits:2: 18446744073709551615, expected below 2^63"


def test_an_edit_needs_a_correction() -> None:
    edit = {**struct_of(Line(0, 1, "", 0)), "corrections": []}
    with pytest.raises(FormatError, match=r"^edits:1: edit 0 1 without a correction: expected at"):
        gold_column(Lines.of(["a b"]), pa.array([[edit]], EDITS), "edits")


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        ("source", [1], "source: int64, expected strings"),
        ("hypothesis", [b"a"], "hypothesis: binary, expected strings"),
        ("edits", ["a"], "edits: string, expected lists"),
        ("edits", [["a"]], "edits: lists of string: expected lists of structs"),
        ("edits", [[{"start": 1}]], "edits: struct<start: int64>, expected one field 'end'"),
        ("edits", [[{"start": 0.5, "end": 1}]], "edits: double, expected integers"),
        ("references", [1], "references: int64, expected lists"),
    ],
)
def test_a_type_that_does_not_fit_is_told(column: str, values: list[Any], message: str) -> None:
    good: dict[str, Any] = {"source": ["a"], "hypothesis": ["a"], "edits": [[]]}
    batch = pa.record_batch({**good, "references": [["a"]], column: values})
    with pytest.raises(FormatError) as caught:
        (frames.count_green if column == "references" else frames.count_m2)(batch)
    assert str(caught.value) == message


def test_damaged_arrow_data_is_refused() -> None:
    def damaged(offsets: list[int], data: bytes) -> Any:
        buffers = [None, pa.py_buffer(np.array(offsets, np.int32)), pa.py_buffer(data)]
        return pa.Array.from_buffers(pa.string(), len(offsets) - 1, buffers)

    for column in (damaged([0, 1], b"\xff"), damaged([0, 5, 2], b"ab"), damaged([0, 2, 1], b"ab")):
        with pytest.raises(FormatError, match=r"^source: invalid Arrow data: "):
            text_column(column, "source")


def test_columns_that_are_missing_are_told(sample: Any) -> None:
    with pytest.raises(ValueError, match=r"^no column 'gold', only source, hypothesis, edits, "):
        frames.count_m2(sample, edits="gold")
    with pytest.raises(ValueError, match=r"^no column 'name', only source"):
        frames.count_m2(sample, keep=["name"])


@pytest.mark.parametrize("name", ["source", "hypothesis", "edits", "references", "id"])
def test_a_name_that_two_columns_have_is_told(sample: Any, name: str) -> None:
    batch = sample.append_column(name, sample[name])
    message = f"^2 columns '{name}': expected one of that name$"
    for each in (batch, pa.Table.from_batches([batch])):
        with pytest.raises(ValueError, match=message):
            (frames.count_green if name == "references" else frames.count_m2)(each, keep=["id"])
    counted = frames.count_m2(sample)
    with pytest.raises(ValueError, match=r"^2 columns 'gold': expected one of that name$"):
        frames.counts_of([counted.append_column("gold", counted["gold"])])
    with pytest.raises(ValueError, match=r"^keep: 'id' is given 2 times: expected it once$"):
        frames.count_m2(sample, keep=["id", "id"])


def test_batches_of_counts_that_cannot_be_are_refused() -> None:
    gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS b\n")
    counted = frames.batch_of(m2.count(["c b", "c"], gold))
    place = counted.schema.names.index("correct")
    correct = pa.array([[1], [5]], counted.schema.field(place).type)
    wrong = counted.set_column(place, counted.schema.field(place), correct)
    with pytest.raises(ValueError, match="batch 2: sentence 2: correct 5, gold 0: expected"):
        frames.counts_of([counted, wrong])


@pytest.mark.parametrize("field", ["start", "corrections", "annotator", "type"])
def test_a_field_that_edits_have_twice_is_told(field: str) -> None:
    edit = [1, 2, ["c"], 0, "R"]
    names = ["start", "end", "corrections", "annotator", "type"]
    arrays = [pa.array([value]) for value in edit]
    edits = pa.StructArray.from_arrays([*arrays, arrays[names.index(field)]], [*names, field])
    column = pa.ListArray.from_arrays([0, 1], edits)
    message = rf"^edits: struct<.*>, expected one field '{field}'$"
    with pytest.raises(FormatError, match=message):
        gold_column(Lines.of(["a b"]), column, "edits")


def test_lists_of_references_must_be_equally_long() -> None:
    column = pa.array([["a"], ["b"], ["c", "d"]])
    with pytest.raises(
        FormatError, match=r"^references:3: 2 references, expected 1 as in the row before$"
    ):
        reference_columns(column, "references")


# What comes out


COUNTERS = {
    "m2": frames.count_m2,
    "green": frames.count_green,
    "gleu": frames.count_gleu,
}


def counted_at_once(metric: str) -> Counts:
    folder = Path(fastgec.__file__).resolve().parent / "samples"
    if metric == "m2":
        return m2.count(folder / "bold.txt", folder / "gold.m2")
    count = green.count if metric == "green" else gleu.count
    references = [folder / "ref0.txt", folder / "ref1.txt"]
    return count(folder / "bold.txt", References(folder / "source.txt", references))


@settings(max_examples=20)
@given(metric=st.sampled_from(sorted(COUNTERS)), cuts=st.lists(st.integers(0, 20), max_size=4))
def test_partitions_give_the_same_counts(sample: Any, metric: str, cuts: list[int]) -> None:
    bounds = [0, *sorted(cuts), 20]
    parts = [
        COUNTERS[metric](sample.slice(first, last - first))
        for first, last in itertools.pairwise(bounds)
    ]
    assert [part.num_rows for part in parts] == np.diff(bounds).tolist()
    assert frames.counts_of(parts) == counted_at_once(metric)


@pytest.mark.parametrize("metric", sorted(COUNTERS))
def test_tables_are_counted_chunk_by_chunk(sample: Any, metric: str) -> None:
    table = pa.Table.from_batches([sample.slice(0, 3), sample.slice(3)])
    counted = COUNTERS[metric](table, keep=["id"])
    assert isinstance(counted, pa.Table)
    assert counted["id"].to_pylist() == list(range(20))
    assert frames.counts_of([counted]) == counted_at_once(metric)
    empty = COUNTERS[metric](pa.table(sample.schema.empty_table()))
    assert (empty.num_rows, empty.schema) == (0, counted.drop_columns("id").schema)


def test_what_exports_arrow_data_is_counted(sample: Any) -> None:
    class Frame:
        def __arrow_c_stream__(self, requested: object = None) -> object:
            return pa.Table.from_batches([sample]).__arrow_c_stream__(requested)

    assert frames.counts_of([frames.count_m2(Frame())]) == counted_at_once("m2")


def test_references_may_be_columns(sample: Any) -> None:
    lists = sample["references"].to_pylist()
    batch = sample.append_column("ref0", pa.array([texts[0] for texts in lists]))
    batch = batch.append_column("ref1", pa.array([texts[1] for texts in lists], pa.large_string()))
    counted = frames.count_green(batch, references=["ref0", "ref1"])
    assert frames.counts_of([counted]) == counted_at_once("green")


@pytest.mark.parametrize("metric", sorted(COUNTERS))
def test_counts_survive_parquet_and_the_loss_of_metadata(
    sample: Any, metric: str, tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    counted = COUNTERS[metric](sample)
    parquet.write_table(pa.Table.from_batches([counted]), tmp_path / "counts.parquet")
    read = parquet.read_table(tmp_path / "counts.parquet")
    assert frames.counts_of([read]) == counted_at_once(metric)
    bare = read.replace_schema_metadata(None)
    with pytest.raises(ValueError, match=r"^batch 1 does not say what it counts"):
        frames.counts_of([bare])
    assert frames.counts_of([bare], like=counted.schema) == counted_at_once(metric)


def test_unlike_batches_do_not_join(sample: Any) -> None:
    parts = [frames.count_m2(sample), frames.count_m2(sample, max_unchanged_words=1)]
    with pytest.raises(ValueError, match=r"^part 2 was counted with "):
        frames.counts_of(parts)


def test_columns_that_are_no_counts_are_refused(sample: Any) -> None:
    counted = frames.count_m2(sample)
    schema = counted.schema.metadata
    texts = [["a"] * len(labels) for labels in counted["labels"].to_pylist()]
    for column, message in (
        (pa.array([[1, 2, 3]] * 20), "correct: lists and labels of different lengths"),
        (pa.array(texts), "correct: string, expected integers"),
        (pa.array([None] * 20, pa.list_(pa.int64())), "correct:1: null"),
    ):
        batch = counted.set_column(1, "correct", column).replace_schema_metadata(schema)
        with pytest.raises(FormatError, match=f"^{message}"):
            frames.counts_of([batch])


def test_kept_columns_do_not_take_the_names_of_counts(sample: Any) -> None:
    batch = sample.append_column("gold", pa.array(range(20)))
    with pytest.raises(ValueError, match="column 'gold' cannot be kept beside counts of that name"):
        frames.count_m2(batch, keep=["gold"])


def test_implicit_noop_knows_the_annotators_of_the_whole(sample: Any) -> None:
    folder = Path(fastgec.__file__).resolve().parent / "samples"
    expected = m2.count(folder / "bold.txt", folder / "gold.m2", implicit_noop=True)
    parts = [
        frames.count_m2(sample.slice(s, 1), implicit_noop=True, annotators=[0, 1])
        for s in range(20)
    ]
    assert frames.counts_of(parts) == expected
    with pytest.raises(ValueError, match=r"^implicit_noop requires annotators"):
        frames.count_m2(sample, implicit_noop=True)
    with pytest.raises(FormatError, match=r"^edits: annotator 1: expected one of \(0,\)$"):
        frames.count_m2(sample, annotators=[0])
    with pytest.raises(FormatError, match=r"^edits: annotator 0: expected one of \(1, 2\)$"):
        frames.count_m2(sample, implicit_noop=True, annotators=[1, 2])
