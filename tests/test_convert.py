"""`fastgec convert`: what is written reads back as it was, and gives the texts back."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray

import fastgec
from commands import Call
from fastgec.metrics import m2
from fastgec.read import FormatError
from fastgec.read.gold import Gold, sources
from fastgec.read.lines import Lines
from fastgec.texts.align import align as align_ids
from fastgec.texts.corrected import apply_edits
from fastgec.texts.m2write import align, write_m2

SAMPLES = Path(fastgec.__file__).resolve().parent / "samples"
UNCHANGED = (0, 1, 2, 5)  # most unchanged words inside an edit


def text_of(gold: Gold) -> str:
    return "".join(write_m2(gold))


def joined(texts: Sequence[str]) -> list[str]:
    return [" ".join(text.split()) for text in texts]


def read(path: Path) -> list[str]:
    lines = Lines.read(path)
    return [lines[line] for line in range(len(lines))]


# One alignment: a slow, obvious reference kernel


def alignments(source: Sequence[str], target: Sequence[str]) -> Iterator[str]:
    """Every alignment as a string of steps: K(eep), R(eplace), D(elete), I(nsert)."""
    if not source and not target:
        yield ""
    if source and target:
        step = "K" if source[0] == target[0] else "R"
        yield from (step + rest for rest in alignments(source[1:], target[1:]))
    if source:
        yield from ("D" + rest for rest in alignments(source[1:], target))
    if target:
        yield from ("I" + rest for rest in alignments(source, target[1:]))


def rank(steps: str) -> tuple[int, int, int, list[int]]:
    runs = [run for run in steps.split("K") if run]
    n_changes = sum(map(len, runs))
    return n_changes, -steps.count("K"), len(runs), ["KRDI".index(step) for step in steps]


def edits_of(steps: str, max_unchanged: int) -> list[tuple[int, int, int, int]]:
    edits: list[tuple[int, int, int, int]] = []
    inside = since = i = j = 0
    for step in steps:
        before = (i, j)
        i += step != "I"
        j += step != "D"
        if step == "K":
            since += 1
            continue
        if edits and inside + since <= max_unchanged:
            inside += since
            edits[-1] = (edits[-1][0], i, edits[-1][2], j)
        else:
            inside = 0
            edits.append((before[0], i, before[1], j))
        since = 0
    return edits


WORDS = st.lists(st.sampled_from("abc"), max_size=5)


@given(WORDS, WORDS, st.sampled_from(UNCHANGED))
def test_the_best_alignment_is_that_of_the_slow_oracle(
    source: list[str], target: list[str], max_unchanged: int
) -> None:
    steps = min(alignments(source, target), key=rank)
    gold = align([" ".join(source)], [[" ".join(target)]], max_unchanged_words=max_unchanged)
    table = gold.edits
    found = [
        (start, end, gold.corrections(edit))
        for edit, (start, end) in enumerate(zip(table.start, table.end, strict=True))
    ]
    assert found == [
        (start, end, [" ".join(target[first:last])])
        for start, end, first, last in edits_of(steps, max_unchanged)
    ]


@pytest.mark.parametrize(
    ("source", "target", "max_unchanged", "edits"),
    [
        ("The cat sat at mat .", "The cat sat on the mat .", 0, ["3 4 R on the"]),
        ("a b c", "b c d", 0, ["0 1 U ", "3 3 M d"]),
        ("a b", "a b b", 0, ["2 2 M b"]),
        ("He is is here", "He is here", 0, ["2 3 U "]),
        ("a b c d e", "x b y d z", 0, ["0 1 R x", "2 3 R y", "4 5 R z"]),
        ("a b c d e", "x b y d z", 1, ["0 3 R x b y", "4 5 R z"]),
        ("a b c d e", "x b y d z", 2, ["0 5 R x b y d z"]),
        ("", "x y", 0, ["0 0 M x y"]),
        ("x y", "", 0, ["0 2 U "]),
        ("x y", "x  y ", 0, ["-1 -1 noop -NONE-"]),
        ("", "", 0, ["-1 -1 noop -NONE-"]),
    ],
)
def test_edits_are_runs_of_changes(
    source: str, target: str, max_unchanged: int, edits: list[str]
) -> None:
    gold = align([source], [[target]], max_unchanged_words=max_unchanged)
    lines = text_of(gold).splitlines()[1:-1]
    fields = [line[2:].split("|||") for line in lines]
    assert [f"{field[0]} {field[1]} {field[2]}" for field in fields] == edits
    assert all(field[3:] == ["REQUIRED", "-NONE-", "0"] for field in fields)


# Laws

TOKENS = st.sampled_from(["a", "b", "c", "|", "b|", "|c", "é", "東", "S", "A", "noop", "-NONE-x"])
SENTENCES = st.lists(TOKENS, max_size=6).map(" ".join)
CORPORA = st.integers(1, 3).flatmap(
    lambda n: st.lists(st.lists(SENTENCES, min_size=n, max_size=n), min_size=2, max_size=4)
)


@given(CORPORA, st.sampled_from(UNCHANGED))
@example([["a |"], ["| a | | b|"]], 0)
@example([["", ""], ["|", "|c"]], 0)
def test_applying_what_was_written_gives_the_references_back(
    columns: list[list[str]], max_unchanged: int
) -> None:
    source, *references = columns
    gold = align(source, references, max_unchanged_words=max_unchanged)
    assert gold.warnings == ()
    assert gold.annotators == tuple(range(len(references)))
    again = Gold.parse(text_of(gold))
    assert again.warnings == ()
    assert again.fingerprint() == gold.fingerprint()
    assert sources(again) == source
    assert apply_edits(again) == dict(enumerate(references))


SPANS = st.sampled_from(["0 1", "0 0", "1 2", "2 2", "0 2", "-1 -1", "3 4"])
KINDS = st.sampled_from(["R", "noop", "", "|x", "a|b", "é ü"])
CORRECTIONS = st.lists(
    st.sampled_from(["c", "", "-NONE-", "a  b", "a\tb", "x |", "| x", "-NONE- y", "\u3000z", "|"]),
    min_size=1,
    max_size=3,
).map(" || ".join)
EDITS = st.builds(
    "A {}|||{}|||{} |||REQUIRED|||-NONE-|||{}\n".format,
    SPANS,
    KINDS,
    CORRECTIONS,
    st.sampled_from([0, 1, 7]),
)
BLOCKS = st.builds(
    lambda source, edits: f"S {source}\n{''.join(edits)}\n",
    st.sampled_from(["a b", "a  b ", "", "東\u00a0京 x", "| || -NONE-"]),
    st.lists(EDITS, max_size=4),
)


@given(st.lists(BLOCKS, min_size=1, max_size=4).map("".join))
@example("S a\n\nS b\nA 0 1|||R|||c|||||||||3\n")  # annotator 0 has no line
@example("S a\nA 0 1|||R|||x | || | y|||||||||0\n")
def test_what_was_written_is_read_back(text: str) -> None:
    gold = Gold.parse(text)
    written = text_of(gold)
    again = Gold.parse(written)
    told = [line for line in again.warnings if "another edit of the same annotator" not in line]
    assert told == []
    assert (again.fingerprint(), again.annotators) == (gold.fingerprint(), gold.annotators)
    assert text_of(again) == written
    implicit = Gold.parse(text_of(gold.with_implicit_noop()))
    assert implicit.fingerprint() == gold.with_implicit_noop().fingerprint()


@pytest.mark.parametrize("correction", ["-NONE-", "a||b", "c ||| d"])
def test_corrections_that_m2_cannot_hold_are_refused(correction: str) -> None:
    with pytest.raises(FormatError) as caught:
        align(["x", "y"], [["x", "y"], ["x", correction]])
    assert str(caught.value) == (
        f"reference 1:2: correction {correction!r}: "
        "expected one that M2 can hold: not '-NONE-' alone, no '||'"
    )


def test_unchanged_words_may_be_anything() -> None:
    gold = align(["-NONE- a||b c"], [["-NONE- a||b d -NONE-"]])
    assert apply_edits(gold) == {0: ["-NONE- a||b d -NONE-"]}


def test_bad_input_of_align() -> None:
    with pytest.raises(FormatError, match="reference 0: 1 sentence, expected 2 as in source"):
        align(["a", "b"], [["a"]])
    with pytest.raises(FormatError, match="source: no sentence, expected at least 1"):
        align([], [[]])
    with pytest.raises(ValueError, match="no reference, expected at least 1"):
        align(["a"], [])
    with pytest.raises(ValueError, match="max_unchanged_words -1: expected"):
        align(["a"], [["b"]], max_unchanged_words=-1)
    with pytest.raises(FormatError, match="reference 0:2: source and reference of 900 and 900 tok"):
        align(["a", "a b c " * 300], [["a", "c d a " * 300]], memory_limit=1 << 20)


def test_the_kernel_checks_its_arrays() -> None:
    def offsets(*values: int) -> NDArray[np.int64]:
        return np.array(values, np.int64)

    ids = np.zeros(3, np.int32)
    options = {"max_unchanged_words": 0, "memory_limit": 1 << 20}
    with pytest.raises(ValueError, match="source_offsets must run from 0 to 3"):
        align_ids(ids, offsets(0, 2), ids, offsets(0, 3), **options)
    with pytest.raises(ValueError, match="target_offsets steps back at 2"):
        align_ids(ids, offsets(0, 3, 3), ids, offsets(0, 4, 3), **options)
    with pytest.raises(ValueError, match="1 targets for 2 sources"):
        align_ids(ids, offsets(0, 1, 3), ids, offsets(0, 3), **options)
    with pytest.raises(ValueError, match="-1 unchanged words, expected 0 or more"):
        align_ids(ids, offsets(0, 3), ids, offsets(0, 3), max_unchanged_words=-1, memory_limit=9)
    stopped, edits, found = align_ids(ids[:0], offsets(0), ids[:0], offsets(0), **options)
    assert (stopped, len(edits), found.tolist()) == (-1, 0, [0])


# Applying


def gold_of(*edits: str, source: str = "a b c d") -> Gold:
    lines = [f"A {edit}|||REQUIRED|||-NONE-|||0\n" for edit in edits]
    return Gold.parse(f"S {source}\n{''.join(lines)}", "gold.m2")


def test_edits_are_made_by_position_with_their_first_alternative() -> None:
    gold = gold_of("3 4|||R|||x||y", "0 1|||R|||-NONE-||z", "1 2|||R|||q  r", "4 4|||M|||end")
    assert apply_edits(gold) == {0: ["q r c x end"]}


def test_insertions_at_one_place_keep_their_order() -> None:
    gold = gold_of("1 2|||R|||B", "1 1|||M|||x", "1 1|||M|||y", "2 2|||M|||z")
    assert apply_edits(gold) == {0: ["a x y B z c d"]}


def test_overlapping_edits_are_refused_or_the_first_is_made() -> None:
    gold = gold_of("1 3|||R|||x", "3 4|||R|||y", "2 4|||R|||z", "0 1|||R|||w", "2 2|||M|||v")
    with pytest.raises(FormatError) as caught:
        apply_edits(gold)
    assert str(caught.value) == (
        "gold.m2:4: edit 2 4 overlaps 1 3 of line 2, "
        "expected edits of one annotator that do not overlap"
    )
    assert apply_edits(gold, overlaps="first") == {0: ["w x y"]}


def test_the_line_of_an_overlap_is_that_of_the_file() -> None:
    def edit(span: str, annotator: int, kind: str = "R") -> str:
        return f"A {span}|||{kind}|||x|||REQUIRED|||-NONE-|||{annotator}\r\n"

    text = (
        "\ufeffS a b\r\n" + edit("0 1", 0) + "\r\nS a b c\r\n" + edit("0 1", 1) + edit("0 2", 2)
        + "I noise\r\n" + edit("-1 -1", 2, "noop") + edit("5 6", 2) + edit("0 2", 1)
        + edit("1 3", 2) + "S d\r\n"
    )  # fmt: skip
    gold = Gold.parse(text)
    with pytest.raises(FormatError, match=r"^gold:10: edit 0 2 overlaps 0 1 of line 5, "):
        apply_edits(gold)
    others = Gold.parse(text.replace(edit("0 2", 1), "I left out\n"))
    with pytest.raises(FormatError, match=r"^gold:11: edit 1 3 overlaps 0 2 of line 6, "):
        apply_edits(others)


def test_absent_annotators_leave_the_source_or_repeat_the_first() -> None:
    gold = Gold.parse(
        "S a\nA 0 1|||R|||b|||||||||1\nA 0 1|||R|||c|||||||||2\n\n"
        "S d\nA 0 1|||R|||e|||||||||0\nA -1 -1|||noop||||||||||||2\n\nS f\n"
    )
    assert apply_edits(gold) == {0: ["a", "e", "f"], 1: ["b", "d", "f"], 2: ["c", "d", "f"]}
    assert apply_edits(gold, absent="first") == {
        0: ["b", "e", "f"],
        1: ["b", "e", "f"],
        2: ["c", "d", "f"],
    }
    assert apply_edits(gold.with_implicit_noop(), absent="first") == apply_edits(gold)


def test_unknown_rules_are_refused() -> None:
    gold = gold_of()
    assert apply_edits(gold) == {0: ["a b c d"]}
    with pytest.raises(ValueError, match="overlaps 'last': expected one of refuse, first"):
        apply_edits(gold, overlaps="last")
    with pytest.raises(ValueError, match="absent 'last': expected one of source, first"):
        apply_edits(gold, absent="last")


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("s").write_bytes(b"The cat sat at mat .\nA  dog .\n")
    Path("r0").write_bytes(b"The cat sat on the mat .\r\nA dog .\r\n")
    Path("r1").write_bytes(b"A cat sat .\nDogs .\n")
    return tmp_path


MADE = """\
S The cat sat at mat .
A 3 4|||R|||on the|||REQUIRED|||-NONE-|||0
A 0 1|||R|||A|||REQUIRED|||-NONE-|||1
A 3 5|||U||||||REQUIRED|||-NONE-|||1

S A dog .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
A 0 2|||R|||Dogs|||REQUIRED|||-NONE-|||1

"""


def test_texts_to_m2_and_back(folder: Path, call: Call) -> None:
    assert call(["convert", "-s", "s", "-r", "r0", "r1"]) == (0, MADE, "")
    arguments = ["convert", "--source", "s", "--references", "r0", "r1", "--out", "gold.m2"]
    assert call(arguments) == (0, "", "")
    assert Path("gold.m2").read_text(encoding="utf-8") == MADE
    assert call(["convert", "gold.m2", "--prefix", "x"]) == (0, "", "")
    assert read(folder / "x.source.txt") == ["The cat sat at mat .", "A dog ."]
    assert read(folder / "x.ref0.txt") == read(folder / "r0")
    assert read(folder / "x.ref1.txt") == read(folder / "r1")
    arguments = ["convert", "gold.m2", "--source-out", "S", "--refs-out", "R0", "R1"]
    assert call(arguments) == (0, "", "")
    for one, other in (("S", "x.source.txt"), ("R0", "x.ref0.txt"), ("R1", "x.ref1.txt")):
        assert Path(one).read_bytes() == Path(other).read_bytes()


def test_unchanged_words_inside_edits(folder: Path, call: Call) -> None:
    arguments = ["convert", "--max-unchanged-words", "2", "-s", "s", "-r", "r1"]
    assert "A 0 5|||R|||A cat sat|||" in call(arguments)[1]


def test_rules_for_absent_annotators_and_overlaps(folder: Path, call: Call) -> None:
    Path("g").write_text(
        "S a b\nA 0 1|||R|||x|||||||||0\n\nS c\nA 0 1|||R|||y|||||||||0\n"
        "A 0 1|||R|||z|||||||||1\nA 0 1|||R|||w|||||||||1\n",
        encoding="utf-8",
    )
    status, out, err = call(["convert", "g", "--prefix", "p"])
    assert (status, out) == (1, "")
    assert err == (
        "g:7: edit 0 1 overlaps 0 1 of line 6, "
        "expected edits of one annotator that do not overlap\n"
    )
    assert not list(folder.glob("*p.*"))
    arguments = ["convert", "g", "--prefix", "p", "--overlaps", "first"]
    assert call(arguments)[0] == 0
    assert read(folder / "p.ref1.txt") == ["a b", "z"]
    assert call([*arguments, "--absent", "first"])[0] == 0
    assert read(folder / "p.ref1.txt") == ["x b", "z"]


def test_edits_that_are_left_out_are_told(folder: Path, call: Call) -> None:
    with gzip.open("g.gz", "wb") as file:
        file.write(b"S a b\nA 0 3|||R|||x|||||||||0\n")
    message = "warning: g.gz:2: 1 edit ends after the source sentence and is left out\n"
    assert call(["convert", "g.gz", "--prefix", "p"]) == (0, "", message)
    assert call(["convert", "-q", "g.gz", "--prefix", "p"]) == (0, "", "")


def test_a_pair_may_need_half_of_the_memory_as_the_limits_say(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fastgec.texts.m2write.available_memory", lambda: 1 << 20)
    Path("s").write_bytes(b"a\n" + b"a b c " * 300 + b"\n")
    Path("r").write_bytes(b"a\n" + b"c d a " * 300 + b"\n")
    before = sorted(folder.iterdir())
    reason = "source and reference of 900 and 900 tokens need more memory than 1 MiB"
    found = call(["convert", "-s", "s", "-r", "r", "-o", "g"])
    assert found == (1, "", f"r:2: {reason}\n")
    assert sorted(folder.iterdir()) == before
    with pytest.raises(FormatError, match=f"^r:2: {reason}$"):
        align("s", ["r"])


def test_the_samples_agree_with_their_gold() -> None:
    texts = apply_edits(Gold.read(SAMPLES / "gold.m2"), absent="first")
    assert texts == {0: read(SAMPLES / "ref0.txt"), 1: read(SAMPLES / "ref1.txt")}


def test_an_annotator_who_comes_late_left_what_came_before(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is read in parts: the texts are those of the whole."""
    monkeypatch.setattr("fastgec.read.m2stream.SENTENCES", 1)
    text = "S a  b\nA 0 1|||R|||x|||||||||4\n\nS c\n\nS d\nA 0 1|||R|||y|||||||||0\n"
    Path("g").write_text(text, encoding="utf-8")
    for absent in ("source", "first"):
        assert call(["convert", "g", "--prefix", "p", "--absent", absent])[0] == 0
        expected = apply_edits(Gold.parse(text), absent=absent)
        assert {k: read(folder / f"p.ref{k}.txt") for k in expected} == expected
        assert read(folder / "p.source.txt") == ["a b", "c", "d"]
    Path("h").write_text("S a\n\nS b\n", encoding="utf-8")
    assert call(["convert", "h", "--prefix", "q"])[0] == 0
    assert read(folder / "q.ref0.txt") == ["a", "b"]


def test_joined_gold_has_the_edits_of_its_sentences(folder: Path, call: Call) -> None:
    """The texts made of joined gold are the joined texts, of numbers and of ids."""
    Path("ids").write_text("a\nb\n" * 10, encoding="utf-8")
    gold = SAMPLES / "gold.m2"
    joined = {
        "3": [range(first, min(first + 3, 20)) for first in range(0, 20, 3)],
        "ids": [range(0, 20, 2), range(1, 20, 2)],
    }
    for option, groups in joined.items():
        status, _, err = call(["convert", "--join", option, str(gold), "-o", "long.m2"])
        assert status == 0
        assert "2 of 20 sentences lack a line of an annotator" in err
        made = apply_edits(Gold.read("long.m2"))
        for annotator, texts in apply_edits(Gold.read(gold)).items():
            assert made[annotator] == [" ".join(texts[n] for n in group) for group in groups]
        texts = read(SAMPLES / "bold.txt")
        long = call(["convert", "--join", option, str(SAMPLES / "bold.txt")])[1]
        assert long.splitlines() == [" ".join(texts[n] for n in group) for group in groups]
    assert call(["convert", "--join", "1", str(SAMPLES / "gold.m2")])[1] == "".join(
        write_m2(Gold.read(gold))
    )


# Corpora


def test_the_references_of_conll14_are_its_gold_applied(shared: Path) -> None:
    folder = shared / "data" / "conll14"
    gold = Gold.read(folder / "gold.m2")
    assert sources(gold) == read(folder / "source.txt")
    texts = apply_edits(gold, absent="first")
    assert texts == {0: read(folder / "ref0.txt"), 1: read(folder / "ref1.txt")}


@pytest.mark.parametrize("corpus", ["conll14", "bea-dev", "jfleg-dev"])
def test_golds_are_read_back_as_they_were(corpus: str, shared: Path) -> None:
    gold = Gold.read(shared / "data" / corpus / "gold.m2")
    again = Gold.parse(text_of(gold))
    assert again.warnings == ()
    assert (again.fingerprint(), again.annotators) == (gold.fingerprint(), gold.annotators)


@pytest.mark.parametrize("max_unchanged", [0, 2])
@pytest.mark.parametrize("corpus", ["conll14", "bea-dev", "jfleg-dev", "gmeg-fce"])
def test_every_text_of_the_corpora_comes_back(
    corpus: str, max_unchanged: int, shared: Path
) -> None:
    folder = shared / "data" / corpus
    if corpus == "bea-dev":
        source = sources(Gold.read(folder / "gold.m2"))
    else:
        source = read(folder / "source.txt")
    paths = [*sorted(folder.glob("ref?.txt")), *sorted(folder.glob("systems/*.txt"))]
    columns = [read(path) for path in paths]
    gold = Gold.parse(text_of(align(source, columns, max_unchanged_words=max_unchanged)))
    assert gold.warnings == ()
    assert sources(gold) == joined(source)
    assert apply_edits(gold) == {k: joined(column) for k, column in enumerate(columns)}


@pytest.mark.parametrize("max_unchanged", [0, 2])
@pytest.mark.parametrize("corpus", ["conll14", "jfleg-dev", "gmeg-fce"])
def test_references_are_right_by_the_gold_made_of_them(
    corpus: str, max_unchanged: int, shared: Path
) -> None:
    folder = shared / "data" / corpus
    references = sorted(folder.glob("ref?.txt"))
    assert len(references) >= 2
    for path in references:
        gold = align(folder / "source.txt", [path], max_unchanged_words=max_unchanged)
        score = m2.evaluate(path, gold, max_unchanged_words=max_unchanged)
        assert (score.correct, score.proposed) == (score.gold, score.gold)
