"""`fastgec m2 -v` in the published scorer's layout: byte for byte, against its own output."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from commands import Call
from fastgec import Gold, m2
from fastgec.metrics.m2.words import Edit
from fastgec.show import python2_float
from fastgec.show.m2 import _marks, literal

GOLDEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "amu-dev": ("official-AMU", ()),
    "camb-3.2": ("official-CAMB", ("--release", "3.2")),
    "t5-dev-opts": (
        "pillars-T5-11B",
        ("--beta", "1", "--max_unchanged_words", "3", "--ignore_whitespace_casing"),
    ),
}
LAST = """CORRECT EDITS  : 1
PROPOSED EDITS : 2
GOLD EDITS     : 1
P = 0.5
R = 1.0
F_0.5 = 0.555555555556
Precision   : 0.5000
Recall      : 1.0000
F_0.5       : 0.5556
"""
GOLD = "S The cat sat at mat .\nA 3 4|||Prep|||on|||REQUIRED|||-NONE-|||0\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.m2").write_text(GOLD, encoding="utf-8")
    (tmp_path / "a.txt").write_text("The cat sat on the mat .\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "spelling"), [*((name, "-v") for name in GOLDEN), ("amu-dev", "--very_verbose")]
)
def test_the_published_scorers_own_output_comes_out(
    name: str, spelling: str, shared: Path, call: Call
) -> None:
    system, options = GOLDEN[name]
    data = shared / "data" / "conll14"
    golden = gzip.decompress((shared / "golden" / "m2-verbose" / f"{name}.txt.gz").read_bytes())
    path = data / "systems" / f"{system}.txt"
    done = call(["m2", spelling, *options, path, data / "gold.m2"])
    assert done.status == 0
    assert done.stdout.encode() == golden
    assert all(line.startswith("note: ") for line in done.stderr.splitlines())  # of its benchmark


def test_one_sentence_is_shown_whole(folder: Path, call: Call) -> None:
    assert call(["m2", "-v", "a.txt", "gold.m2"]).stdout == (
        ">> Annotator: 0\n"
        "SOURCE        : The cat sat at mat .\n"
        "HYPOTHESIS    : The cat sat on the mat .\n"
        "EDIT SEQ      : [(3, 4, u'at', u'on'), (4, 4, '', u'the')]\n"
        "GOLD EDITS    : [(3, 4, u'at', [u'on'])]\n"
        "CORRECT EDITS : [(3, 4, u'at', u'on')]\n"
        "# correct     : 1\n"
        "# proposed    : 2\n"
        "# gold        : 1\n"
        "precision     : 0.5\n"
        "recall        : 1.0\n"
        "f_0.5         : 0.555555555556\n"
        "-------------------------------------------\n"
        ">> Chosen Annotator for line 1 : 0\n"
        "\n" + LAST
    )


def test_several_systems_have_their_names_before_and_the_table_at_the_end(
    folder: Path, call: Call
) -> None:
    alone = call(["m2", "-v", "a.txt", "gold.m2"]).stdout.removesuffix(LAST[LAST.index("Prec") :])
    table = call(["m2", "-f", "tsv", "a.txt", "a.txt", "gold.m2"]).stdout
    both = call(["m2", "-v", "-f", "tsv", "a.txt", "a.txt", "gold.m2"]).stdout
    assert both == f"a.txt\n\n{alone}\n" * 2 + table


def test_a_range_of_sentences_keeps_its_numbers(folder: Path, call: Call) -> None:
    (folder / "gold.m2").write_text(f"S a b\n\nS c\n\n{GOLD}", encoding="utf-8")
    (folder / "a.txt").write_text("a c\n\nThe cat sat on the mat .\n", encoding="utf-8")
    done = call(["m2", "-v", "--sentence-range", "3:", "a.txt", "gold.m2"])
    assert ">> Chosen Annotator for line 3 : 0\n\n" + LAST in done.stdout
    assert "for line 1 " not in done.stdout


def test_the_other_layout_stays(folder: Path, call: Call) -> None:
    done = call(["m2", "-v", "--layout", "fastgec", "a.txt", "gold.m2"])
    assert "[3 4 'at' -> 'on' correct] [4 6 'mat .' -> 'the mat .']" in done.stdout
    assert "CORRECT EDITS" not in done.stdout
    assert call(["m2", "-v", "--layout", "m2scorer", "a.txt", "gold.m2"]).stdout.endswith(LAST)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", "''"),
        ("plain", "u'plain'"),
        ("it 's", 'u"it \'s"'),
        ("both ' and \"", "u'both \\' and \"'"),
        ("naïve", "u'na\\xefve'"),
        ("don’t", "u'don\\u2019t'"),
        ("\U0001f600", "u'\\U0001f600'"),
        ("a\\b", "u'a\\\\b'"),
        ("\x85\x7f\x01", "u'\\x85\\x7f\\x01'"),
    ],
)
def test_text_is_written_as_python_2_writes_it(text: str, written: str) -> None:
    assert literal(text) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0, "0.0"),
        (1.0, "1.0"),
        (1 / 3, "0.333333333333"),
        (2.0, "2.0"),
        (1e-5, "1e-05"),
        (0.0001, "0.0001"),
        (1e15, "1e+15"),
        (123456789012.0, "123456789012.0"),
    ],
)
def test_numbers_are_written_as_python_2_writes_them(value: float, written: str) -> None:
    assert python2_float(value) == written


def test_a_cut_keeps_what_changes_and_is_made_once() -> None:
    for edit in (
        Edit(0, 3, "ran ran .", "ran .", ()),  # the front first: one word is left
        Edit(4, 6, "mat .", "the mat .", (2,)),
        Edit(1, 2, "a", "b", ()),
        Edit(1, 2, "a", "a", ()),
        Edit(5, 5, "", "x y", ()),
        Edit(5, 7, "x y", "", ()),
    ):
        cut = edit.cut()
        assert cut.cut() == cut
        assert cut.gold == edit.gold
        words, written = edit.source.split(), edit.correction.split()
        front = cut.start - edit.start
        last = len(words) - (edit.end - cut.end)
        assert words[front:last] == cut.source.split()
        assert [*words[:front], *cut.correction.split(), *words[last:]] == written
    assert Edit(0, 3, "ran ran .", "ran .", ()).cut() == Edit(1, 2, "ran", "", ())


def test_marks_say_what_touches_a_correct_insertion_or_deletion() -> None:
    """All cases of two edits: kinds, which of them are correct, and whether they touch."""

    def marks(*sequence: Edit) -> str:
        made = [edit for edit in sequence if edit.gold]
        wanted = [(edit.start, edit.end, edit.source, [edit.correction]) for edit in made]
        return "".join(line[0] for line in _marks(sequence, wanted))

    for gap in (0, 1):
        for first, second in ((True, True), (True, False), (False, True), (False, False)):
            deletion = Edit(2, 3, "x", "", (0,) * first)
            insertion = Edit(3 + gap, 3 + gap, "", "y", (1,) * second)
            expected = "!!" if first and second else "&" * first + "*" * second
            assert marks(deletion, insertion) == (expected if gap == 0 else "")
            insertion = Edit(2 - gap, 2 - gap, "", "y", (1,) * second)
            expected = "!!" if first and second else "*" * second + "&" * first
            assert marks(insertion, deletion) == (expected if gap == 0 else "")
    # Spans touch as they are before the cut; a replacement has no part in it.
    wide = Edit(3, 5, "a b", "a c b", ())
    assert marks(Edit(2, 3, "x", "", (0,)), wide) == "&"
    assert marks(Edit(5, 6, "x", "", (0,))) == ""
    assert marks(Edit(2, 3, "x", "", (0,)), Edit(3, 4, "a", "b", ())) == ""


def test_a_mark_asks_whether_the_edit_beside_equals_a_gold_edit_that_was_not_counted(
    folder: Path, call: Call
) -> None:
    """Gold out of order: the walk is past the insertion when its turn comes."""
    gold = "S a b c d\nA 2 2|||M|||x|||REQUIRED||||||0\nA 1 2|||U||||||REQUIRED||||||0\n"
    (folder / "gold.m2").write_text(gold, encoding="utf-8")
    (folder / "a.txt").write_text("a x c d\n", encoding="utf-8")
    lines = call(["m2", "-v", "a.txt", "gold.m2"]).stdout.splitlines()
    assert lines[:2] == [">> Annotator: 0", "! (1, 2, u'b', '')"]
    assert "CORRECT EDITS : [(1, 2, u'b', '')]" in lines


def test_a_gold_edit_that_is_made_twice_is_listed_twice(folder: Path, call: Call) -> None:
    """So the list of correct edits is as long as their number says."""
    text = GOLD + GOLD.splitlines(keepends=True)[1]
    (folder / "gold.m2").write_text(text, encoding="utf-8")
    done = call(["m2", "-v", "a.txt", "gold.m2"])
    assert "CORRECT EDITS : [(3, 4, u'at', u'on'), (3, 4, u'at', u'on')]\n" in done.stdout
    assert "# correct     : 2\n" in done.stdout
    assert m2.evaluate("a.txt", Gold.read("gold.m2")).correct == 2
