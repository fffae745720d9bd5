"""The M2 reader: what it refuses and how it says so, what it accepts and what that means."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastgec import FormatError, Gold, m2
from fastgec.kernels.tokens import find_sources
from fastgec.read.batch import Batch, Dialect, Fault
from fastgec.read.gold import arrays_of

REST = "|||REQUIRED|||-NONE-|||0"


def edit_line(span: str = "0 1", kind: str = "R", text: str = "x", annotator: str = "0") -> str:
    return f"A {span}|||{kind}|||{text}|||REQUIRED|||-NONE-|||{annotator}\n"


REFUSED = {
    "edit before any source": (
        edit_line() + "S a\n",
        1,
        "edit (A) without a source sentence (S) before it in its block",
    ),
    "edit after a blank line": (
        "S a\n\n" + edit_line(),
        3,
        "edit (A) without a source sentence (S) before it in its block",
    ),
    "too few fields": (
        "S a\nA 0 1|||R|||x|||REQUIRED|||-NONE-\n",
        2,
        "edit with 5 fields, expected at least 6 separated by '|||'",
    ),
    "no fields": (
        "S a\nA\n",
        2,
        "edit with 1 field, expected at least 6 separated by '|||'",
    ),
    "offset is a word": (
        "S a\n" + edit_line("0 one"),
        2,
        "offsets '0 one': expected two whole numbers",
    ),
    "offset is a fraction": (
        "S a\n" + edit_line("0 1.0"),
        2,
        "offsets '0 1.0': expected two whole numbers",
    ),
    "one offset": ("S a\n" + edit_line("0"), 2, "offsets '0': expected two whole numbers"),
    "no offset": ("S a\n" + edit_line(""), 2, "offsets '': expected two whole numbers"),
    "three offsets": (
        "S a\n" + edit_line("0 1 1"),
        2,
        "offsets '0 1 1': expected two whole numbers",
    ),
    "sign alone": (
        "S a\n" + edit_line("- 1"),
        2,
        "offsets '- 1': expected two whole numbers",
    ),
    "start after end": (
        "S a b\n" + edit_line("2 1"),
        2,
        "span '2 1': expected 0 <= start <= end",
    ),
    "negative offset": (
        "S a b\n" + edit_line("-2 1"),
        2,
        "span '-2 1': expected 0 <= start <= end",
    ),
    "annotator is a word": (
        "S a\n" + edit_line(annotator="me"),
        2,
        "annotator 'me': expected a whole number from 0 to 2147483646",
    ),
    "annotator is missing": (
        "S a\n" + edit_line(annotator=""),
        2,
        "annotator '': expected a whole number from 0 to 2147483646",
    ),
    "annotator is negative": (
        "S a\n" + edit_line(annotator="-1"),
        2,
        "annotator '-1': expected a whole number from 0 to 2147483646",
    ),
    "annotator is too large": (
        "S a\n" + edit_line(annotator="2147483647"),
        2,
        "annotator '2147483647': expected a whole number from 0 to 2147483646",
    ),
    "other text": (
        "S a\nsome text\n",
        2,
        "line 'some text': expected one that begins with S, A or I, or a blank",
    ),
    "a word that begins with S": (
        "Some text that goes on and on and on and on .\n",
        1,
        "line 'Some text that goes on and on and on ...': "
        "expected one that begins with S, A or I, or a blank",
    ),
    "tab after A": (
        "S a\nA\t0 1" + REST + "\n",
        2,
        r"line 'A\t0 1|||REQUIRED|||-NONE-|||0': "
        "expected one that begins with S, A or I, or a blank",
    ),
    "lone CR": (
        "S a\rA 0 1|||R|||x|||REQUIRED|||-NONE-|||0\r\rS b\n\nX\n",
        3,
        "line 'X': expected one that begins with S, A or I, or a blank",
    ),
    "lone CR at the end": (
        "S a\n\nS\r",
        3,
        r"line 'S\r': expected one that begins with S, A or I, or a blank",
    ),
    "empty": ("", None, "no sentence: expected lines that begin with 'S '"),
    "only blank lines": (
        "\n \n\r\n\n",
        None,
        "no sentence: expected lines that begin with 'S '",
    ),
    "only comments": ("I a\nI\n", None, "no sentence: expected lines that begin with 'S '"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, what: str) -> None:
    text, line, reason = REFUSED[what]
    path = tmp_path / "gold.m2"
    path.write_bytes(text.encode())
    with pytest.raises(FormatError) as caught:
        Gold.read(path)
    error = caught.value
    assert (error.path, error.line, error.reason) == (str(path), line, reason)
    place = f"{path}:{line}" if line else str(path)
    assert str(error) == f"{place}: {reason}"
    if text:  # the same with CRLF, and in memory
        with pytest.raises(FormatError) as caught:
            Gold.parse(text.replace("\r", "").replace("\n", "\r\n") if "lone" not in what else text)
        assert (caught.value.line, caught.value.reason) == (line, reason)


def test_a_lone_surrogate_in_memory_is_placed() -> None:
    with pytest.raises(FormatError, match=r"^gold:3: character 4 is a lone surrogate: expected "):
        Gold.parse("S a\n\nS b\ud800\n")


ONE = "S a b c\n" + edit_line("1 2", "R", "x||y")
FINE = {
    "plain": ONE,
    "no final newline": ONE.rstrip("\n"),
    "CRLF": ONE.replace("\n", "\r\n"),
    "byte-order mark": "\ufeff" + ONE,
    "blank lines before": "\n\n\n" + ONE,
    "blank lines after": ONE + "\n\n\n",
    "blank lines with spaces": "  \n\t\n\u2003\n" + ONE + " \n \r\n",
    "I line": "I something\n" + ONE + "I\n",
    "spaces in the source": ONE.replace("a b c", "  a \t b\u00a0c  "),
    "spaces around offsets": ONE.replace("1 2", "  1 \t 2  "),
    "spaces around the annotator": ONE.replace("|||0\n", "||| 0 \n"),
    "signs and zeros": ONE.replace("1 2", "+1 002"),
    "spaces around alternatives": ONE.replace("x||y", " x ||\ty "),
    "more fields": ONE.rstrip("\n") + "|||what||| not\n",
}


@pytest.mark.parametrize("what", FINE)
def test_the_same_gold_is_read_from(what: str) -> None:
    gold = Gold.parse(FINE[what])
    assert gold.warnings == ()
    assert len(gold) == 1
    assert gold.source_tokens.offsets.tolist() == [0, 3]
    assert (gold.edits.start.tolist(), gold.edits.end.tolist()) == ([1], [2])
    assert gold.corrections(0) == ["x", "y"]
    assert gold.edits.annotator.tolist() == [0]
    assert gold.edits.kind_names == ("R",)
    if what != "spaces in the source":
        assert gold.sources[0] == "a b c"
    assert gold.fingerprint() == Gold.parse(ONE).fingerprint()


def test_an_empty_token_does_not_hide_where_an_alternative_ends_from_the_fingerprint() -> None:
    first, second = (
        Gold.parse(f"S a\nA 0 1|||R|||{alternatives}|||REQUIRED|||-NONE-|||0\n")
        for alternatives in ("b  c||d", "b||c  d")
    )
    assert first.fingerprint() != second.fingerprint()


def test_every_source_line_begins_a_sentence_and_a_missing_blank_line_is_warned_of() -> None:
    gold = Gold.parse(
        "S a\n" + edit_line() + "S b\n" + edit_line(annotator="1") + "S\n\nS d\n", "g"
    )
    assert [gold.sources[s] for s in range(4)] == ["a", "b", "", "d"]
    assert gold.edits.annotator.tolist() == [0, 1, 0, 0]
    assert gold.warnings == (
        "g:3: 2 sentences have no blank line before it: the NUS scorer counts other edits there "
        "(m2 --blocks nus)",
    )


@pytest.mark.parametrize("source", ["S", "S ", "S  ", "S \u2003"])
def test_a_source_may_be_empty(source: str) -> None:
    gold = Gold.parse(f"{source}\n{edit_line('0 0')}\n{source}")
    assert gold.source_tokens.offsets.tolist() == [0, 0, 0]
    assert m2.count(["x", ""], gold).table.tolist() == [[1, 1, 1], [0, 0, 0]]


@pytest.mark.parametrize("space", ["\u2028", "\u2029", "\x0c", "\x0b", "\x1c", "\u0085", "\r"])
def test_other_line_ends_than_lf_are_white_space(space: str) -> None:
    gold = Gold.parse(f"S a{space}b\n{edit_line('1 2')}")
    assert gold.source_tokens.offsets.tolist() == [0, 2]
    assert m2.count([f"a{space}x"], gold).table.tolist() == [[1, 1, 1]]


def test_edits_past_the_end_are_left_out_and_counted_in_a_warning() -> None:
    text = "S a b\n" + edit_line("1 3") + edit_line("2 2") + edit_line("99999999999 99999999999")
    gold = Gold.parse(text, "g")
    assert gold.edits.start.tolist() == [2]
    assert gold.warnings == ("g:2: 2 edits end after the source sentence and are left out",)
    gold = Gold.parse("S a b\n" + edit_line("1 3"), "g")
    assert gold.warnings == ("g:2: 1 edit ends after the source sentence and is left out",)
    assert m2.count(["a"], gold).table.tolist() == [[0, 1, 0]]


def test_edits_with_an_offset_of_minus_one_that_are_no_noop_are_warned_of() -> None:
    lines = edit_line("-1 2") + edit_line("-1 -1", annotator="1") + edit_line("0 1")
    gold = Gold.parse("S a b\n" + lines, "g")
    assert gold.edits.start.tolist() == [0]
    assert gold.warnings == (
        "g:2: 2 edits have an offset of -1 without the type noop and are left out",
    )
    for noop in ("noop", "Noop", "NOOP"):
        assert Gold.parse("S a b\n" + edit_line("-1 -1", kind=noop)).warnings == ()


def test_edits_that_repeat_another_one_of_their_annotator_are_warned_of() -> None:
    several = edit_line("0 1", text="y||x")
    gold = Gold.parse(
        "S c\n\nS a b\n" + edit_line("0 1", text="x") + edit_line("1 2") + several, "g"
    )
    assert gold.warnings == (
        "g:6: 1 edit repeats another edit of the same annotator: an output edit counts as correct "
        "for each, so precision can be above 1",
    )
    assert m2.evaluate(["c", "x b"], gold).precision == 2
    for other in (
        edit_line("0 1", text="x", annotator="1"),
        edit_line("0 1", text="y"),
        edit_line("0 0", text="x"),
        "\nS a b\n" + edit_line("0 1", text="x"),
    ):
        assert Gold.parse("S a b\n" + edit_line("0 1", text="x") + other).warnings == ()


@pytest.mark.parametrize("span", ["-1 -1", "-1 1", "0 -1", "7 -1"])
def test_an_offset_of_minus_one_makes_no_edit_but_an_annotator(span: str) -> None:
    gold = Gold.parse("S a b\n" + edit_line(span, annotator="3"))
    assert (gold.edits.n_edits, gold.edits.annotator.tolist()) == (0, [3])
    assert gold.annotators == (3,)


def test_type_noop_makes_no_edit_whatever_its_span() -> None:
    gold = Gold.parse(
        "S a b\n" + edit_line("0 1", "noop") + edit_line("9 9", "noop", annotator="2")
    )
    assert (gold.edits.n_edits, gold.edits.annotator.tolist()) == (0, [0, 2])
    assert Gold.parse("S a b\n" + edit_line("0 1", "Noop")).edits.n_edits == 1
    assert Gold.parse("S a b\n" + edit_line("0 1", "noop ")).edits.n_edits == 1


def test_types_may_be_any_text() -> None:
    kinds = ["R:NOUN", "", "Ünbekannt", "a b", "R:NOUN"]
    gold = Gold.parse("S a\n" + "".join(edit_line(kind=kind) for kind in kinds))
    assert [gold.edits.kind_names[k] for k in gold.edits.kind.tolist()] == kinds


def test_only_annotators_with_a_line_are_options() -> None:
    ids = [0, 3, 4, 11, 12, 20, 100, 101, 5000, 2147483646]
    lines = "".join(edit_line(annotator=str(annotator)) for annotator in ids)
    gold = Gold.parse(f"S a\n{lines}\nS b\n\nS c\n{edit_line(annotator='20')}")
    assert gold.annotators == tuple(ids)
    assert gold.edits.row_offsets.tolist() == [0, 10, 11, 12]
    assert gold.edits.annotator.tolist() == [*ids, 0, 20]
    assert gold.with_implicit_noop().edits.annotator.tolist() == ids * 3
    assert Gold.parse("S a\n").annotators == (0,)


def test_the_order_of_annotators_in_a_file_does_not_matter_that_of_edits_does() -> None:
    lines = [
        edit_line("1 1", "A", "p q||r", "2"),
        edit_line("0 1", "B", "s", "0"),
        edit_line("0 1", "C", "-NONE-", "2"),
        edit_line("1 2", "D", "t||u v w", "0"),
        edit_line("1 2", "D", "t||u v w", "0"),
    ]
    mixed = Gold.parse("S a b\n" + "".join(lines) + "\nS c\n" + edit_line(text="z", annotator="1"))
    tidy = Gold.parse(
        "S a b\n"
        + "".join(lines[n] for n in (1, 3, 4, 0, 2))
        + "\nS c\n"
        + edit_line(text="z", annotator="1")
    )
    assert mixed.edits.annotator.tolist() == [0, 2, 1]
    assert mixed.edits.edit_offsets.tolist() == [0, 3, 5, 6]
    assert [mixed.corrections(e) for e in range(6)] == [
        ["s"],
        ["t", "u v w"],
        ["t", "u v w"],
        ["p q", "r"],
        [""],
        ["z"],
    ]
    assert [mixed.edits.kind_names[k] for k in mixed.edits.kind] == list("BDDACR")
    hypotheses = ["s p q b", "z"]
    assert m2.count(hypotheses, mixed) == m2.count(hypotheses, tidy)


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [
        ("x", ["x"]),
        ("", [""]),
        ("-NONE-", [""]),
        (" -NONE- ", [""]),
        ("x||-NONE-||y", ["x", "", "y"]),
        ("x|| ", ["x", ""]),
        ("x||", ["x"]),  # five bars in a row end the field at the first three
        ("||x", ["", "x"]),
        ("x|y", ["x|y"]),
        ("x | y", ["x | y"]),
        ("x|| | ", ["x", "|"]),
        ("-none-", ["-none-"]),
        ("-NONE- x", ["-NONE- x"]),
        ("x  y", ["x  y"]),
        ("x\ty", ["x\ty"]),
    ],
)
def test_alternatives_are_cut_at_two_bars_and_stripped(text: str, alternatives: list[str]) -> None:
    gold = Gold.parse("S a b\n" + edit_line("0 1", text=text))
    assert gold.corrections(0) == alternatives


@pytest.mark.parametrize(
    ("bars", "annotator"), [("|||", 1), ("||||", 1), ("|||||", 1), ("||||||", 0), ("|||||||", 0)]
)
def test_longer_rows_of_bars_are_cut_at_the_first_three(bars: str, annotator: int) -> None:
    # What follows is the next field, as in str.split("|||"); six bars make an empty one.
    line = f"A 0 1|||R|||x{bars}y|||0|||1|||2"
    assert line.split("|||")[5] == str(annotator)
    gold = Gold.parse(f"S a b\n{line}\n")
    assert gold.corrections(0) == ["x"]
    assert gold.annotators == (annotator,)


@pytest.mark.parametrize("text", ["x  y", "x\ty", "x\u2003y", "x \u2003y"])
def test_a_correction_with_other_inner_space_never_matches(text: str) -> None:
    gold = Gold.parse("S a b\n" + edit_line("0 1", text=text))
    assert m2.count(["x y b"], gold).table.tolist() == [[0, 1, 1]]


def test_nul_and_other_control_characters_are_text() -> None:
    gold = Gold.parse("S a\0b c\n" + edit_line("0 1", text="\0"))
    assert m2.count(["\0 c"], gold).table.tolist() == [[1, 1, 1]]
    assert m2.count(["a\0b c"], gold).table.tolist() == [[0, 0, 1]]


LINES = st.lists(st.sampled_from([b"S", b"S a", b"A 0 1", b"", b" S", b"\r"]), max_size=8)


@given(
    *(LINES, st.booleans(), st.integers(0, 30), st.integers(0, 3), st.integers(1, 4)),
    *(st.integers(0, 40), st.booleans()),
)
def test_a_block_of_m2_ends_before_a_source(
    lines: list[bytes],
    is_ended: bool,
    first: int,
    before: int,
    most: int,
    enough: int,
    is_line_start: bool,
) -> None:
    data = b"\n".join(lines) + b"\n" * is_ended
    first = min(first, len(data))
    starts = [first] * is_line_start
    starts += [at + 1 for at in range(first, len(data)) if data[at : at + 1] == b"\n"]
    n_sources, last = min(before, most), first
    is_end = False
    for at in starts:
        if data[at : at + 1] == b"S" and not is_end:
            n_sources, last = n_sources + 1, at
            is_end = n_sources > most or (n_sources > 1 and at >= enough)
    *found, n_lines = find_sources(data, first, min(before, most), most, enough, is_line_start)
    assert found == [n_sources, last, data[first:last].count(b"\n")]
    assert is_end or n_lines == data[first:].count(b"\n")


def test_sources_are_not_looked_for_outside_a_piece() -> None:
    for first in (-1, 4):
        with pytest.raises(IndexError, match=f"byte {first} of 3"):
            find_sources(b"S a", first, 0, 1, 9, True)


@given(st.lists(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=5), max_size=5))
def test_rows_are_those_that_sorting_makes(sentences: list[list[tuple[int, bool]]]) -> None:
    """Each sentence: annotator of each line, and whether it is an edit (else a noop)."""
    text = "S -\n\n"  # some sentence is there
    for sentence, lines in enumerate(sentences, 1):
        text += f"S {sentence}\n"
        for line, (annotator, is_edit) in enumerate(lines):
            kind = f"0 1|||R{line}" if is_edit else "-1 -1|||noop"
            text += f"A {kind}|||{sentence}.{line}|||||||||{annotator}\n"
        text += "\n"
    gold = Gold.parse(text)
    table = gold.edits
    offsets = table.row_offsets.tolist()
    for sentence, lines in enumerate([[], *sentences]):
        rows = range(offsets[sentence], offsets[sentence + 1])
        annotators = sorted({annotator for annotator, _ in lines}) or [0]
        assert table.annotator[rows.start : rows.stop].tolist() == annotators
        for row, annotator in zip(rows, annotators, strict=True):
            edits = range(*table.edit_offsets[row : row + 2].tolist())
            own = [n for n, (other, is_edit) in enumerate(lines) if is_edit and other == annotator]
            assert [table.kind_names[table.kind[edit]] for edit in edits] == [f"R{n}" for n in own]
            assert [gold.corrections(edit) for edit in edits] == [[f"{sentence}.{n}"] for n in own]
    everyone = {annotator for lines in sentences for annotator, _ in lines}
    assert gold.annotators == (tuple(sorted(everyone)) or (0,))


def test_a_batch_is_not_written_to() -> None:
    batch = Batch(b"S a\nA 0 1|||R|||b|||||||||0\n")
    assert memoryview(batch.columns()["start"]).readonly
    with pytest.raises(ValueError, match="a batch is made once"):
        batch.__init__(b"S a\n")  # type: ignore[misc]


@given(st.text("ab \t\x1c\x85\u2003é", max_size=150), st.booleans())
def test_words_of_a_source_are_counted_as_str_split_does(text: str, is_last: bool) -> None:
    n = len(text.split())
    lines = [f"A {at} {at}|||R|||x|||||||||0\n" for at in (n, n + 1)]
    gold = Gold.parse(f"S {text}\n{''.join(lines)}".rstrip("\n" * is_last) + "\n" * (not is_last))
    assert gold.edits.end.tolist() == [n]
    found = gold.reader_warnings
    assert (found.n_dropped, found.first_dropped) == (1, 3)
    assert gold.source_tokens.offsets.tolist() == [0, n]


@pytest.mark.parametrize("is_unordered", [False, True])
def test_repeated_edits_are_found_among_many_of_one_span(is_unordered: bool) -> None:
    edits = [f"A 0 1|||R|||x{number}||y{number}|||||||||3\n" for number in range(20_000)]
    edits[7000] = "A 0 1|||R|||z|| y6999 |||||||||3\n"
    edits[9000] = "A 0 1|||R|||x8999||x8999|||||||||3\n"
    edits.append("A 0 1|||R|||x5|||||||||4\n")  # of another annotator
    if is_unordered:
        edits.append("A 0 1|||R|||u||u|||||||||0\n")
    gold = Gold.parse(f"S a\n{''.join(edits)}")
    found = gold.reader_warnings
    assert (found.n_repeated, found.first_repeated) == (2, 7002)


RULES = [
    # text, then by the rules of MaxMatch, ERRANT and the I-measure: a fault, or rows of edits
    ("S a b\nA 0 1|||R|||c|||||||||0\n", [[(0, 0, 1)]], [[(0, 0, 1)]], [[(0, 0, 1)]]),
    ("S a b\n", [[]], [[(0, -1, -1)]], [[]]),
    ("S a\nA -1 -1|||Noop||||||||||||1\n", [[]], [[(1, -1, -1)]], [[]]),
    ("S a\nA 0 0|||noop||||||||||||1\n", [[]], [[(1, 0, 0)]], [[(1, 0, 0)]]),
    ("S a\nA 0 9|||R||||||||||||0\n", [[]], [[(0, 0, 9)]], [[(0, 0, 9)]]),
    ("S a\nA -1 0|||R||||||||||||0\n", [[]], [[(0, -1, 0)]], "BAD_SPAN 2"),
    ("S a\nA 1 0|||R||||||||||||0\n", "BAD_SPAN 2", [[(0, 1, 0)]], "BAD_SPAN 2"),
    (
        "S a\nA 0 1|||R|||b|||||||||1\nA 0 0|||M|||c|||||||||0\nA 1 1|||M|||d|||||||||1\n",
        [[(0, 0, 0), (1, 0, 1), (1, 1, 1)]],
        [[(1, 0, 1), (1, 1, 1), (0, 0, 0)]],
        [[(0, 0, 0), (1, 0, 1), (1, 1, 1)]],
    ),
    ("S a\nA 0 1|||R|||b|||-3\n", "TOO_FEW_FIELDS 2", [[(-3, 0, 1)]], "TOO_FEW_FIELDS 2"),
    ("S a\nA 0 1|||R|||b|||||||||-3\n", "BAD_ANNOTATOR 2", [[(-3, 0, 1)]], [[(-3, 0, 1)]]),
    ("S a\nI b\n", [[]], "UNKNOWN_LINE 2", [[]]),
    ("S a\n \nA 0 1|||R|||b|||||||||0\n", "EDIT_WITHOUT_SOURCE 3", "UNKNOWN_LINE 2", [[(0, 0, 1)]]),
    ("S a\nS b\n", [[], []], "SECOND_SOURCE 2", [[], []]),
    ("S\n", [[]], [[(0, -1, -1)]], "EMPTY_SOURCE 1"),
    ("S\ta\n", "UNKNOWN_LINE 1", "UNKNOWN_LINE 1", [[]]),
]


@pytest.mark.parametrize("dialect", [Dialect.MAXMATCH, Dialect.ERRANT, Dialect.IMEASURE])
@pytest.mark.parametrize("case", RULES)
def test_each_published_program_has_rules_of_its_own(
    case: tuple[Any, ...], dialect: Dialect
) -> None:
    batch = Batch(case[0].encode(), dialect)
    found: Any = f"{batch.fault.name} {batch.line}"
    if batch.fault == Fault.NONE:
        arrays = arrays_of(batch)
        edit_offsets = arrays["edit_offsets"]
        owner = arrays["annotator"].repeat(edit_offsets[1:] - edit_offsets[:-1])
        edits = list(
            zip(owner.tolist(), arrays["start"].tolist(), arrays["end"].tolist(), strict=True)
        )
        bounds = edit_offsets[arrays["row_offsets"]].tolist()
        found = [edits[first:last] for first, last in pairwise(bounds)]
    assert found == case[1 + dialect]


def test_a_batch_that_is_inspected_keeps_every_edit_and_passes_over_bad_lines() -> None:
    edit = "A {}|||{}|||c|||||||||{}\n"
    text = "x\nS a\n" + edit.format("1 0", "R", 2) + edit.format("-1 -1", "noop", 1)
    text += edit.format("5 9", "R", 0) + "y\n" + edit.format("0 1", "R", 0) + "S b\n"
    batch = Batch(text.encode(), Dialect.INSPECTED)
    arrays = arrays_of(batch)
    assert batch.fault == Fault.NONE
    assert [(line, fault.name) for line, fault in batch.faults] == [
        (1, "UNKNOWN_LINE"),
        (3, "BAD_SPAN"),
        (6, "UNKNOWN_LINE"),
        (8, "SECOND_SOURCE"),
    ]
    assert arrays["start"].tolist() == [5, 0, -1]
    assert arrays["annotator"].tolist() == [0, 1, 0]
    assert memoryview(batch.lines()).tolist() == [5, 7, 4]
