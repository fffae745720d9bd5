"""`fastgec check`: each kind of finding with its text, agreement with the reader, the command."""

from __future__ import annotations

import gzip
import io
import json
import sys
import tempfile
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fastgec
from commands import Call
from fastgec.read import FormatError
from fastgec.read.gold import Gold, find_overlaps
from fastgec.show.check import TITLES
from fastgec.texts import inspection
from fastgec.texts.inspection import SEVERITY, Finding, inspect_m2, inspect_parallel, inspect_raw

SAMPLES = Path(fastgec.__file__).resolve().parent / "samples"


def findings_of(tmp_path: Path, data: str | bytes) -> list[tuple[str, int | None, str]]:
    path = tmp_path / "gold.m2"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return [(found.kind, found.line, found.detail) for found in inspect_m2(path).findings]


def edit(span: str, text: str, annotator: int = 0, kind: str = "R") -> str:
    return f"A {span}|||{kind}|||{text}|||REQUIRED|||-NONE-|||{annotator}\n"


NOOP = edit("-1 -1", "-NONE-", kind="noop")

M2_CASES = {
    "nothing odd": ("S a b\n" + edit("0 1", "c"), []),
    "no sentence": (
        "\n",
        [("no-sentence", None, "no sentence: expected lines that begin with 'S '")],
    ),
    "all bad lines": (
        "A 0 1|||R|||c|||||||||0\nS a b\nA 0 1|||R|||c\nA x 1|||R|||c|||||||||0\n"
        "A 1 0|||R|||c|||||||||0\nA 0 1|||R|||c|||||||||z\nhello\n" + edit("0 1", "c"),
        [
            (
                "bad-line",
                1,
                "edit (A) without a source sentence (S) before it in its block",
            ),
            ("bad-line", 3, "edit with 3 fields, expected at least 6 separated by '|||'"),
            ("bad-line", 4, "offsets 'x 1': expected two whole numbers"),
            ("bad-line", 5, "span '1 0': expected 0 <= start <= end"),
            ("bad-line", 6, "annotator 'z': expected a whole number from 0 to 2147483646"),
            (
                "bad-line",
                7,
                "line 'hello': expected one that begins with S, A or I, or a blank",
            ),
        ],
    ),
    "invalid UTF-8 twice": (
        b"S a \xff b\n" + NOOP.encode() + b"\nS \xc3\n" + NOOP.encode(),
        [
            ("invalid-utf8", 1, "byte 0xff at byte 5 of the line"),
            ("invalid-utf8", 4, "byte 0xc3 at byte 3 of the line"),
        ],
    ),
    "out of range": (
        "S a b\n" + edit("1 3", "c") + edit("3 3", "c"),
        [
            (
                "out-of-range",
                2,
                "span 1 3 ends after the source (2 tokens): the edit is left out",
            ),
            (
                "out-of-range",
                3,
                "span 3 3 ends after the source (2 tokens): the edit is left out",
            ),
        ],
    ),
    "negative span": (
        "S a b\n" + edit("-1 2", "c") + edit("-1 -1", "-NONE-", 1, "Noop") + edit("0 -1", "c"),
        [
            (
                "negative-span",
                2,
                "span -1 2 of type 'R': expected type noop: the edit is left out",
            ),
            (
                "negative-span",
                4,
                "span 0 -1 of type 'R': expected type noop: the edit is left out",
            ),
        ],
    ),
    "overlap": (
        "S a b c\n" + edit("0 2", "x") + edit("1 3", "y") + edit("1 3", "z", 1),
        [("overlap", 3, "edit 1 3 overlaps 0 2 of line 2: no system can make both")],
    ),
    "insertion inside": (
        "S a b c\n" + edit("0 2", "x") + edit("1 1", "y"),
        [("overlap", 3, "edit 1 1 overlaps 0 2 of line 2: no system can make both")],
    ),
    "insertions at one place": ("S a\n" + edit("1 1", "x") + edit("1 1", "y"), []),
    "duplicate": (
        "S a b\n" + edit("0 1", "x") + edit("0 1", "x") + edit("0 1", "x", 1),
        [("duplicate", 3, "edit 0 1 repeats line 2: it can count twice")],
    ),
    "duplicate of an alternative": (
        "S a b\n" + edit("0 1", "x") + edit("0 1", "y||x"),
        [
            ("alternatives", 3, "2 alternatives: 'y', 'x'"),
            ("duplicate", 3, "edit 0 1 repeats line 2: it can count twice"),
        ],
    ),
    "unsorted": (
        "S a b\n" + edit("1 2", "x") + edit("0 1", "y"),
        [("unsorted", 3, "edit 0 1 stands after 1 2: a match can be missed")],
    ),
    "noop beside edits": (
        "S a b\n" + edit("1 2", "x") + NOOP,
        [("noop-beside-edits", 3, "noop beside edits of annotator 0: it has no effect")],
    ),
    "alternatives": (
        "S a b\n" + edit("1 2", "x||-NONE-||y z"),
        [("alternatives", 2, "3 alternatives: 'x', '', 'y z'")],
    ),
    "unmatchable": (
        "S a b\n" + edit("0 1", "x  y") + edit("1 2", "x\ty"),
        [
            (
                "unmatchable",
                2,
                "correction 'x  y' can never match: tokens are joined by single spaces",
            ),
            (
                "unmatchable",
                3,
                "correction 'x\\ty' can never match: tokens are joined by single spaces",
            ),
        ],
    ),
    "no change": (
        "S a b\n" + edit("0 2", "a b") + edit("2 2", "-NONE-"),
        [
            (
                "no-change",
                2,
                "correction 'a b' equals the source: it counts as a gold edit all the same",
            ),
            ("no-change", 3, "inserts nothing: it counts as a gold edit all the same"),
        ],
    ),
    "no blank line": (
        "S a\n" + NOOP + "S b\n" + NOOP,
        [("missing-blank-line", 3, "sentence (S) without a blank line before it")],
    ),
    "absent annotators": (
        "S a\n" + NOOP + "\nS b\n" + edit("0 1", "c", 1) + edit("0 1", "c", 2) + "\nS c\n",
        [
            ("absent-annotator", 1, "no line of annotators 1, 2"),
            ("absent-annotator", 4, "no line of annotator 0"),
            ("no-annotation", 8, "no edit line: nothing to correct"),
        ],
    ),
    "empty source": ("S \n" + NOOP, [("empty", 1, "no token")]),
    "white space": (
        "S a b \n" + NOOP + "\nS a  b\n" + NOOP + "\nS  a\n" + NOOP + "\nS a\u00a0b\n" + NOOP,
        [
            ("trailing-space", 1, "1 white-space character at the end"),
            ("inner-space", 4, "spaces before the first word or several in a row"),
            ("inner-space", 7, "spaces before the first word or several in a row"),
            ("inner-space", 10, "U+00A0 at character 2 separates tokens"),
        ],
    ),
    "line separators": (
        "S a\u2028b\n" + NOOP,
        [
            ("inner-space", 1, "U+2028 at character 2 separates tokens"),
            ("line-separator", 1, "U+2028 at character 2: some programs break the line there"),
        ],
    ),
    "invisible characters": (
        "S a\0b\n"
        + NOOP
        + "\nS a\u200bb c\u00ad\n"
        + NOOP
        + "\nS \ufeffa \u200c\n"
        + NOOP
        # Words of Persian and Hindi have joiners, and so have pictures.
        + "\nS \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \U0001f468\u200d\U0001f33e\n"
        + NOOP,
        [
            ("invisible", 1, "U+0000 at character 2: words with it are other words"),
            ("invisible", 4, "U+200B at character 2 and 1 more: words with it are other words"),
            ("invisible", 7, "U+FEFF at character 1 and 1 more: words with it are other words"),
        ],
    ),
    "untokenized": (
        "S The cat, (who) sat here. He \"slept\" on-it;now. Well.Yes don't he's slept.\n" + NOOP,
        [("untokenized", 1, "'cat,', '(who)', '\"slept\"' and 5 more")],
    ),
    "byte-order mark and CRLF": (
        "\ufeffS a\r\n" + NOOP.replace("\n", "\r\n"),
        [
            ("byte-order-mark", 1, "byte-order mark, not part of the text"),
            ("carriage-return", 1, r"all line ends are \r\n, not part of the text"),
        ],
    ),
    "mixed line ends": (
        "S a\n" + NOOP.replace("\n", "\r\n"),
        [("carriage-return", 2, r"1 of 2 line ends are \r\n, not part of the text")],
    ),
    "unusual length": (
        f"S a b\n{NOOP}\nS {'a ' * 60}b\n{NOOP}\nS c d\n{NOOP}",
        [("unusual-length", 4, "61 tokens; the median is 2")],
    ),
    "ignored lines": ("S a\nI noise\n" + NOOP + "  \n", []),
}


@pytest.mark.parametrize("name", M2_CASES)
def test_m2_findings_say_what_and_where(name: str, tmp_path: Path) -> None:
    data, expected = M2_CASES[name]
    assert findings_of(tmp_path, data) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The cat sat on the mat .",
        "I do n't know , he 's here .",
        "Mr. Smith of the U.S. paid 3.5 e.g. at 10:30 a.m. ...",
        "see http://a.example/b,c or mail me@there.example , e-mail",
        '" Hello , " he said ( twice ) .',
        "a) first - b) second",
        ": - ) ; - (",
    ],
)
def test_tokenized_text_gives_no_finding(text: str, tmp_path: Path) -> None:
    assert findings_of(tmp_path, f"S {text}\n{NOOP}") == []


@pytest.mark.parametrize(
    "word",
    ["cat,", "cat;", "cat?", "(cat", '"cat', "cat)", "cat,dog", "cat.Dog", "can't", "we're", "I'm"],
)
def test_words_that_look_untokenized(word: str, tmp_path: Path) -> None:
    found = findings_of(tmp_path, f"S The {word} sat .\n{NOOP}")
    assert found == [("untokenized", 1, repr(word))]


GERMAN = "Wie gibt's das , frage ich mich , und wem ist denn jemand's Hund hier und heute ."
DUTCH = "De foto's en auto's van de buurman zijn niet van hem , want hij is er nu niet meer ."
ENGLISH = "The foto's and the auto's of the neighbour are not his , and he knows that for sure ."


@pytest.mark.parametrize(("text", "n_found"), [(GERMAN, 0), (DUTCH, 0), (ENGLISH, 2)])
def test_an_apostrophe_inside_a_word_is_a_clitic_of_english_alone(
    text: str, n_found: int, tmp_path: Path
) -> None:
    found = findings_of(tmp_path, f"S {text}\n{NOOP}\n" * 2)
    assert [kind for kind, _, _ in found] == ["untokenized"] * n_found
    (tmp_path / "s.txt").write_text(f"{text}\n" * 2, encoding="utf-8")
    (inspected,) = inspect_parallel([tmp_path / "s.txt"])
    assert [one.kind for one in inspected.findings] == ["untokenized"] * n_found


def test_every_kind_has_a_title_and_a_test(tmp_path: Path) -> None:
    assert TITLES.keys() == SEVERITY.keys()
    tested = {kind for _, expected in M2_CASES.values() for kind, _, _ in expected}
    beside_a_source = {"unequal-counts", "equal-to-source", "preamble", "exchanged-signs"}
    beside_a_source |= {"runaway", "structured"}
    assert SEVERITY.keys() - tested == beside_a_source


# Laws

LINES = st.lists(
    st.text(st.sampled_from("ab n't,.(\"\t\r\u00a0\u00e9\u201c\u200b\x7f"), max_size=9), max_size=4
)


@given(LINES, LINES, st.integers(1, 9))
def test_blocks_and_lines_that_are_passed_over_change_no_finding(
    sources: list[str], texts: list[str], size: int
) -> None:
    """A text has the findings of its lines, each inspected alone, however the file is read."""
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.multiple(inspection, PIECE=size, BYTES=size, SENTENCES=2),
    ):
        paths = [Path(folder, name) for name in ("source", "text", "gold.m2")]
        gold = [f"S {text}" for text in sources]
        for path, lines in zip(paths, (sources, texts, gold), strict=True):
            path.write_bytes("".join(line + "\n" for line in lines).encode())
        found = [*inspect_parallel(paths[:2]), inspect_m2(paths[2])]
    kinds = {"empty", "trailing-space", "inner-space", "line-separator", "invisible", "untokenized"}
    for lines, inspected in zip((sources, texts, sources), found, strict=True):
        expected = []
        for number, text in enumerate(lines, 1):
            line = text.removesuffix("\r")
            expected += [(x.kind, x.line, x.detail) for x in inspection.inspect_text(line, number)]
            if words := inspection._untokenized(line, is_english=True):
                expected.append(("untokenized", number, words))
        mine = [(x.kind, x.line, x.detail) for x in inspected.findings if x.kind in kinds]
        assert mine == expected


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2)), max_size=5))
def test_overlaps_are_found_exactly_when_some_pair_overlaps(pairs: list[tuple[int, int]]) -> None:
    spans = [(start, start + size) for start, size in pairs]

    def overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
        a, b = sorted((a, b))
        return b[0] < a[1] if b[0] > a[0] or a[0] < a[1] else False

    expected = {
        number
        for number in range(len(spans))
        if any(overlap(spans[number], other) for other in spans[:number] + spans[number + 1 :])
    }
    found = find_overlaps(spans)
    assert all(overlap(spans[number], spans[other]) for number, other in found)
    assert {number for number, _ in found} <= expected
    assert bool(found) == bool(expected)


FIELDS = st.sampled_from(
    ["0 1", "1 1", "2 2", "3 3", "-1 -1", "-1 2", "1", "1 0", "-2 1", "1 2 3", "+1 02", "x y", ""]
)
KINDS = st.sampled_from(["R", "noop", " noop", "", "a|b"])
CORRECTIONS = st.sampled_from(["c", "", "-NONE-", "a||b", "a  b", "|", "||", " a ", "a|||b"])
IDS = st.sampled_from(["0", "1", " 2 ", "-1", "+3", "9999999999", "", "0|||x", "x"])
EDITS = st.builds(
    lambda *fields: "A {}|||{}|||{}|||REQUIRED|||-NONE-|||{}".format(*fields),
    FIELDS,
    KINDS,
    CORRECTIONS,
    IDS,
)
ANY_LINES = st.sampled_from(["S a b", "S", "S ", "", " ", "I x", "A", "A 0 1|||R", "x", "S a b "])


@given(st.lists(EDITS | ANY_LINES, max_size=8))
def test_errors_are_what_the_reader_refuses_or_leaves_out(lines: list[str]) -> None:
    text = "".join(line + "\n" for line in lines)
    inspected = inspect_bytes(text.encode())
    errors = [found for found in inspected if found.severity == "error"]
    refused = [found for found in errors if found.kind in ("bad-line", "no-sentence")]
    if refused:
        # The reader stops at the first bad line; a file without sentences it tells at the end.
        first = min(refused, key=lambda found: found.line or len(lines) + 1)
        with pytest.raises(FormatError) as caught:
            Gold.parse(text)
        assert (caught.value.line, caught.value.reason) == (first.line, first.detail)
    else:
        gold = Gold.parse(text)
        for kind, words in (
            ("out-of-range", "after the source sentence"),
            ("negative-span", "an offset of -1"),
            ("missing-blank-line", "blank line"),
            ("duplicate", "another edit of the same annotator"),
        ):
            found = [finding.line for finding in inspected if finding.kind == kind]
            told = [warning for warning in gold.warnings if words in warning]
            assert len(told) == bool(found)
            assert all(f"gold:{min(map(int, found))}: {len(found)} " in line for line in told)


def inspect_bytes(data: bytes) -> tuple[Finding, ...]:
    stdin = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data))
    try:
        return inspect_m2("-").findings
    finally:
        sys.stdin = stdin


# Parallel files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str | bytes) -> str:
    Path(name).write_bytes(text.encode() if isinstance(text, str) else text)
    return name


def parallel(*paths: str) -> list[tuple[str, str, int | None, str]]:
    return [
        (inspected.name, found.kind, found.line, found.detail)
        for inspected in inspect_parallel(paths)
        for found in inspected.findings
    ]


def test_parallel_files_are_compared_with_the_source(folder: Path) -> None:
    source = write("source", "a b c d e f g h i j\nsame line\nx\n")
    other = write("other", "a b c d\nsame  line\n\n")
    assert parallel(source, other) == [
        ("other", "unusual-length", 1, "4 tokens; the source has 10"),
        ("other", "inner-space", 2, "spaces before the first word or several in a row"),
        ("other", "equal-to-source", 2, "equals the source"),
        ("other", "empty", 3, "no token"),
    ]


def test_unequal_counts_are_an_error_of_each_file(folder: Path) -> None:
    source = write("source", "a\nb\n")
    files = [source, write("short", "c\n"), write("long", "c\nd\ne\n"), write("none", "")]
    assert parallel(*files) == [
        ("short", "unequal-counts", None, "1 sentence, expected 2 as in source"),
        ("long", "unequal-counts", None, "3 sentences, expected 2 as in source"),
        ("none", "no-sentence", None, "no sentence, expected at least 1"),
        ("none", "unequal-counts", None, "0 sentences, expected 2 as in source"),
    ]


def test_invalid_utf8_is_reported_on_every_line(folder: Path) -> None:
    source = write("source", b"a\n\xff\nb\n\xfe\n")
    other = write("other", "c\nd\ne\nf\n")
    assert parallel(source, other) == [
        ("source", "invalid-utf8", 2, "byte 0xff at byte 1 of the line"),
        ("source", "invalid-utf8", 4, "byte 0xfe at byte 1 of the line"),
    ]


# The command

REPORT = """\
gold.m2
  sentences    3
  tokens       6 (2 to 2, median 2 a sentence)
  edits        2
  annotators   2
    0          2 edits, lines for 2 sentences
    1          0 edits, lines for 1 sentence, none for 1 that others have lines for
  no line      1 sentence: nothing to correct
  absent       --implicit-noop would let 1 absent annotator count as 'no edits' in 1 sentence

error: edits past the end of their sentence, left out by every command (out-of-range): 1
  gold.m2:2: span 1 3 ends after the source (2 tokens): the edit is left out
note: sentences that lack a line of an annotator who has lines elsewhere (absent-annotator): 1
  gold.m2:1: no line of annotator 1
note: sentences without any edit line (no-annotation): 1
  gold.m2:8: no edit line: nothing to correct

1 error, 0 warnings, 2 notes
"""


def test_the_report_of_a_gold(folder: Path, call: Call) -> None:
    text = "S a b\n" + edit("1 3", "c") + "\nS a b\n" + edit("0 1", "c")
    text += edit("-1 -1", "", 1, "noop") + "\nS c d\n"
    write("gold.m2", text)
    assert call(["check", "gold.m2"]) == (1, REPORT, "")


def test_the_docs_show_this_report() -> None:
    page = Path(__file__).resolve().parent.parent / "docs" / "files.md"
    if not page.exists():
        pytest.skip("the docs are not here")
    assert f"$ fastgec check gold.m2\n{REPORT}```" in page.read_text(encoding="utf-8")


def test_only_the_first_findings_of_a_kind_are_shown_unless_all_are_wanted(
    folder: Path, call: Call
) -> None:
    write("source", "a\nb\nc\nd\ne\n")
    write("other", "a \nb \nc \nd \ne\n")
    status, out, _ = call(["check", "--parallel", "source", "other"])
    assert status == 0
    assert out.endswith(
        """\
warning: white space at the end (trailing-space): 4
  other:1: 1 white-space character at the end
  other:2: 1 white-space character at the end
  other:3: 1 white-space character at the end
  ... 1 more (--all)
note: lines that equal the source (equal-to-source): 5
  other:1: equals the source
  other:2: equals the source
  other:3: equals the source
  ... 2 more (--all)

0 errors, 4 warnings, 5 notes
"""
    )
    _, everything, _ = call(["check", "--all", "--parallel", "source", "other"])
    assert "more (--all)" not in everything
    assert everything.count("other:") == 9


def test_json_holds_every_finding(folder: Path, call: Call) -> None:
    write("gold.m2", "bad\nS a b\n" + edit("0 1", "c||d") + edit("1 2", "c", 2))
    status, out, _ = call(["check", "--json", "gold.m2"])
    document = json.loads(out)
    assert status == 1
    assert (document["errors"], document["warnings"], document["notes"]) == (1, 0, 1)
    (file,) = document["files"]
    assert (file["file"], file["sentences"], file["tokens"], file["edits"]) == ("gold.m2", 1, 2, 2)
    assert file["annotators"] == [
        {"id": 0, "sentences": 1, "edits": 1, "absent": 0},
        {"id": 2, "sentences": 1, "edits": 1, "absent": 0},
    ]
    assert [(found["kind"], found["line"]) for found in file["findings"]] == [
        ("bad-line", 1),
        ("alternatives", 3),
    ]
    write("source", "a\n" * 9)
    _, out, _ = call(["check", "--json", "--parallel", "source", "source"])
    assert [len(file["findings"]) for file in json.loads(out)["files"]] == [0, 9]
    assert json.loads(out)["files"][1]["equal_to_source"] == 9


def test_several_golds_and_compressed_ones(folder: Path, call: Call) -> None:
    write("a.m2", "S a\n" + NOOP)
    write("b.m2.gz", gzip.compress(b"S a\nx\n"))
    status, out, _ = call(["check", "a.m2", "b.m2.gz"])
    assert status == 1
    assert "b.m2.gz:2: line 'x': expected" in out
    assert call(["check", "a.m2"])[0] == 0


def test_the_samples_are_sound(call: Call) -> None:
    names = ("source", "ref0", "ref1", "careful", "bold")
    files = [str(SAMPLES / f"{name}.txt") for name in names]
    assert call(["check", str(SAMPLES / "gold.m2")])[0] == 0
    status, out, _ = call(["check", "--parallel", *files])
    assert status == 0
    assert "0 errors, 0 warnings" in out


# Corpora: what is known of them

EXPECTED = {
    "conll14": {
        "untokenized": 11,
        "absent-annotator": 88,
        "no-annotation": 136,
        "unusual-length": 4,
    },
    "bea-dev": {"no-change": 171, "untokenized": 28, "unusual-length": 29},
    "jfleg-dev": {
        "out-of-range": 19,
        "no-change": 1,
        "untokenized": 4,
        "absent-annotator": 193,
        "no-annotation": 38,
        "unusual-length": 5,
    },
}


PREAMBLES = {
    "Here is the corrected sentence: I am .": "'Here is the corrected sentence:'",
    "Here 's the corrected version : I am .": '"Here \'s the corrected version :"',
    "Sure, here is what I am .": "'Sure, here is'",
    "Certainly ! I have corrected it : I am .": "'Certainly ! I have corrected'",
    "**Corrected sentence:** I am .": "'**Corrected sentence:'",
    "Output : I am .": "'Output :'",
    "I'm sorry, but I am .": '"I\'m sorry, but I"',
    "``` I am .": "'```'",
    "Of course , I am .": None,
    "The correct answer is what I am .": None,
    "Here is the man : I am .": None,
    "I am . Corrected : no": None,
}


@pytest.mark.parametrize(("text", "found"), PREAMBLES.items())
def test_what_a_model_says_before_its_correction_is_found(text: str, found: str | None) -> None:
    kinds = dict(inspect_raw(text, "I is ."))
    assert kinds.get("preamble") == found
    assert "preamble" not in dict(inspect_raw(text, text))


EXCHANGED = [
    ('it \'s " so " - yes ...', "it’s “so” – yes …", "’ (U+2019) for ', “ (U+201C) for \", ”"),
    ("it ’s so", "it 's so", "' for ’"),
    ("a - b", "a — b", "— (U+2014) for -"),
    ("a ... b", "a … b", "… (U+2026) for ..."),
    ("it 's so", "it 's “ so ”", None),
    ("it ’s so", "it ’s so ‘ yes ’", None),
    ("` quoted '", "' quoted '", "' for `"),
    ("plain", "plain .", None),
]


@pytest.mark.parametrize(("source", "text", "found"), EXCHANGED)
def test_signs_of_another_form_than_in_the_source_are_found(
    source: str, text: str, found: str | None
) -> None:
    detail = dict(inspect_raw(text, source)).get("exchanged-signs")
    assert detail == found if found is None else str(detail).startswith(found)
    assert not dict(inspect_raw(source, source))


def test_raw_text_beside_a_source_is_inspected(folder: Path) -> None:
    (folder / "source").write_text("It 's a cats .\nfine\n", encoding="utf-8")
    (folder / "raw").write_text("Corrected: It’s a cat .\nfine\n", encoding="utf-8")
    _, raw = inspect_parallel([folder / "source", folder / "raw"])
    kinds = {found.kind: (found.line, found.severity) for found in raw.findings}
    assert kinds["preamble"] == kinds["exchanged-signs"] == (1, "warning")


def test_a_line_that_goes_on_far_behind_its_source_is_a_warning(folder: Path) -> None:
    (folder / "source").write_text("A cat .\nfine\n", encoding="utf-8")
    (folder / "looped").write_text("A cat .\n" + "fine " * 120 + "\n", encoding="utf-8")
    _, looped = inspect_parallel([folder / "source", folder / "looped"])
    (found,) = (found for found in looped.findings if found.kind == "runaway")
    assert (found.line, found.severity) == (2, "warning")
    assert found.detail == "599 bytes; the source has 4"


@pytest.mark.parametrize("corpus", EXPECTED)
def test_what_is_found_in_the_golds(corpus: str, shared: Path) -> None:
    inspected = inspect_m2(shared / "data" / corpus / "gold.m2")
    found = [finding.kind for finding in inspected.findings]
    assert {kind: found.count(kind) for kind in dict.fromkeys(found)} == EXPECTED[corpus]


@pytest.mark.parametrize("corpus", ["conll14", "jfleg-dev", "gmeg-fce"])
def test_parallel_corpora_have_no_error(corpus: str, shared: Path) -> None:
    folder = shared / "data" / corpus
    files = [folder / "source.txt", *sorted(folder.glob("ref?.txt")), *folder.glob("systems/*")]
    for inspected in inspect_parallel(files):
        assert inspected.count("error") == 0


def test_texts_without_parallel_get_a_hint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.txt", "b.txt"):
        Path(name).write_text("one two .\n", encoding="utf-8")
    done = call(["check", "a.txt", "b.txt"])
    assert done.status == 1
    assert "a.txt is not M2" in done.stderr
    assert "--parallel" in done.stderr
    assert call(["check", "--parallel", "a.txt", "b.txt"]).stderr == ""


def test_outputs_for_a_gold_have_a_line_each(
    call: Call, samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    good = (samples / "careful.txt").read_bytes()
    lines = good.splitlines(keepends=True)
    Path("short").write_bytes(b"".join(lines[:-1]))
    Path("bytes").write_bytes(b"".join([*lines[:4], b"\xff\n", *lines[5:]]))
    Path("twin").write_bytes(good)
    Path("good").write_bytes(good)
    gold = str(samples / "gold.m2")
    done = call(["check", "--gold", gold, "short", "good", "none", "twin", "bytes", "."])
    assert done.status == 1
    assert done.stdout.splitlines() == [
        f"failed   short: 19 sentences, expected 20 as in {gold}",
        "failed   none: no such file or directory",
        "failed   bytes: line 5: invalid UTF-8: byte 0xff at byte 1 of the line",
        "failed   .: is a directory: name its files, such as ./*",
        "warning  twin: has the same 20 sentences as good",
        "ok       good",
        "1 ok (fewer than 25 sentences: order and most other signs not checked), 1 warning, "
        "4 failed",
    ]
    assert call(["check", "--gold", gold, "good"]).status == 0
    text = good.decode().replace(" .", ".").replace(" ,", ",")
    Path("raw").write_text(text, encoding="utf-8")
    done = call(["check", "--retokenize", "--gold", gold, "raw", "good"])
    assert "warning  good: has the same 20 sentences as raw" in done.stdout
    assert done.status == 3
    done = call(["check", "good", gold])
    assert done.stderr == (
        f"note: good is not M2: outputs are checked by fastgec check --gold {gold} OUTPUT ...\n"
    )
    assert call(["check", "--gold", gold, "good", "twin"]).status == 3
    found = json.loads(call(["check", "--json", "--gold", gold, "good", "short"]).stdout)
    assert (found["ok"], found["warning"], found["failed"]) == (1, 0, 1)
    assert [one["status"] for one in found["files"]] == ["ok", "failed"]


def test_outputs_have_the_warnings_that_scoring_has(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sources = [f"This is the sentence {n} of a Test ." for n in range(60)]
    gold = "".join(f"S {one}\nA 0 1|||R|||That|||||||||0\n\n" for one in sources)
    Path("gold.m2").write_text(gold, encoding="utf-8")
    lowered = [one.lower() for one in sources]
    Path("low").write_text("\n".join(lowered) + "\n", encoding="utf-8")
    nearly = [*lowered[:58], "a", "b"]
    Path("near").write_text("\n".join(nearly) + "\n", encoding="utf-8")
    scored = call(["m2", "low", "gold.m2"]).stderr.splitlines()
    first, second, total = call(["check", "--gold", "gold.m2", "low", "near"]).stdout.splitlines()
    assert len(scored) >= 1
    assert first == "warning  low: " + "; ".join(
        line.removeprefix("warning: ").removeprefix("low: ") for line in scored
    )
    assert second.startswith("warning  near: equals low in 58 of 60 sentences that either changes")
    assert total == "0 ok, 2 warnings, 0 failed"


def test_bad_gold_of_outputs_is_refused(call: Call, samples: Path) -> None:
    done = call(["check", "--gold", str(samples / "none.m2"), str(samples / "bold.txt")])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.endswith("none.m2: no such file or directory\n")


def test_outputs_are_checked_against_text_references(
    folder: Path, samples: Path, call: Call
) -> None:
    names = ("source.txt", "ref0.txt", "ref1.txt", "bold.txt")
    source, one, other, bold = (str(samples / name) for name in names)
    lines = Path(bold).read_text("utf-8").splitlines(keepends=True)
    Path("short").write_text("".join(lines[:-1]), "utf-8")
    Path("twin").write_text("".join(lines), "utf-8")
    done = call(["check", "-s", source, "-r", one, other, "-c", bold, "short", "twin"])
    assert (done.status, done.stderr) == (1, "")
    words = [line.split()[0] for line in done.stdout.splitlines()[:-1]]
    assert words == ["failed", "warning", "ok"]
    assert "short: 19 sentences, expected 20" in done.stdout
    assert "twin: has the same 20 sentences as" in done.stdout


HYPOTHESIS = "S a b\nA 0 1|||R:OTHER|||c|||REQUIRED|||-NONE-|||0\n\n"
TARGETS = (
    "S a b\nT0-A0 c b\nA 0 1|||S|||c|||REQUIRED|||-NONE-|||0\n"
    "T0-A1 c b\nA 0 1|||S|||c|||REQUIRED|||-NONE-|||0\n\n"
)


def test_edits_of_teams_are_checked_as_they_are_compared(folder: Path, call: Call) -> None:
    """Against gold of ChERRANT as well, whose several alignments MaxMatch refuses."""
    for name, text, kind in (("gold.m2", HYPOTHESIS, "R:OTHER"), ("targets.m2", TARGETS, "S")):
        Path(name).write_text(text, "utf-8")
        hypothesis = HYPOTHESIS.replace("R:OTHER", kind)
        Path("a.m2").write_text(hypothesis, "utf-8")
        Path("twin.m2").write_text(hypothesis, "utf-8")
        Path("long.m2").write_text(hypothesis * 2, "utf-8")
        Path("bad.m2").write_text(hypothesis + "S a b\nA 0 1\n", "utf-8")
        done = call(["check", "--gold", name, "a.m2", "twin.m2", "long.m2", "bad.m2"])
        assert done.status == 1
        assert done.stdout.splitlines()[:-1] == [
            f"failed   long.m2: 2 sentences, expected 1 as in {name}",
            "failed   bad.m2: line 5: edit with 1 field, expected at least 3 separated by '|||'",
            "warning  twin.m2: has the same 1 sentence as a.m2",
            "ok       a.m2",
        ]
    Path("text").write_text("c b\n", "utf-8")
    assert call(["check", "--gold", "targets.m2", "text"]).status == 1
    assert call(["check", "--gold", "gold.m2", "text", "a.m2"]).stdout.splitlines()[:-1] == [
        *("warning  a.m2: has the same 1 sentence as text", "ok       text")
    ]
