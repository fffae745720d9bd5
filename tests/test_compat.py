"""Scripts and command lines that were written for older programs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_m2 as oracle
from fastgec import Gold, compat, m2
from fastgec.cli import main as command
from fastgec.cli.texts import SAMPLES
from fastgec.compat import m2scorer, programs
from fastgec.compat.__main__ import main as program
from fastgec.compat.m2scorer import batch_multi_pre_rec_f1, load_annotation
from fastgec.diagnostics import InputWarning
from fastgec.read import FormatError
from golden_data import read_json

DATA = Path(__file__).resolve().parent / "data"
CANDIDATES = (DATA / "small.hyp").read_text(encoding="utf-8").split("\n")[:-1]
SMALL = DATA / "small.m2"

# An edit of it is left out, which is told: `test_edits_that_are_left_out_are_told`. Others are
# there twice. The candidates have words exchanged at random, full stops too.
pytestmark = pytest.mark.filterwarnings(
    "ignore:.*1 edit ends after the source",
    "ignore:.*another edit of the same annotator",
    "ignore:.*lack the final punctuation",
)

# A script as groups wrote it for their training loops, but for its first line.
SCRIPT = """
from {module} import load_annotation
from {other} import batch_multi_pre_rec_f1

import sys

sources, gold_edits = load_annotation(sys.argv[2])
with open(sys.argv[1], encoding="utf-8") as file:
    outputs = [line.strip() for line in file]
half = len(outputs) // 2
for name, part in (("dev", slice(None, half)), ("test", slice(half, None)), ("all", slice(None))):
    p, r, f = batch_multi_pre_rec_f1(
        outputs[part], sources[part], gold_edits[part], 2, 0.5, False, False
    )
    print("%s: P %.4f R %.4f F %.4f" % (name, p, r, f))
"""


def ratios(score: m2.M2Score) -> tuple[float, float, float]:
    return score.precision, score.recall, score.f


def test_a_script_of_old_runs_with_its_imports_changed(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    name = "fastgec.compat.m2scorer"
    script.write_text(SCRIPT.format(module=name, other=name), encoding="utf-8")
    system, gold = SAMPLES / "bold.txt", SAMPLES / "gold.m2"
    done = subprocess.run(
        [sys.executable, script, system, gold], capture_output=True, text=True, check=True
    )
    lines = dict(line.split(": ") for line in done.stdout.splitlines())
    assert list(lines) == ["dev", "test", "all"]
    whole, outputs = Gold.read(gold), system.read_text(encoding="utf-8").splitlines()
    for part, sentences in (("dev", range(10)), ("test", range(10, 20)), ("all", range(20))):
        score = m2.evaluate([outputs[s] for s in sentences], whole.take(list(sentences)))
        shown = "P {:.4f} R {:.4f} F {:.4f}".format(*ratios(score))
        assert lines[part] == shown


def test_annotations_are_what_an_independent_reader_finds() -> None:
    sources, gold_edits = load_annotation(SMALL)
    expected = oracle.parse_m2(SMALL.read_text(encoding="utf-8"))
    assert [source.split() for source in sources] == [one.source for one in expected]
    for found, one in zip(gold_edits, expected, strict=True):
        assert found == {
            annotator: [
                (e.start, e.end, " ".join(one.source[e.start : e.end]), list(e.alternatives))
                for e in edits
            ]
            for annotator, edits in one.annotators.items()
        }


def test_annotations_keep_annotators_without_edits(tmp_path: Path) -> None:
    path = tmp_path / "gold.m2"
    path.write_text(
        "S  a  b \nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2\n"
        "A 0 1|||R|||-NONE-||c d|||REQUIRED|||-NONE-|||1\n\nS c\n\nS\n",
        encoding="utf-8",
    )
    assert load_annotation(path) == (
        ["a  b", "c", ""],
        [{1: [(0, 1, "a", ["", "c d"])], 2: []}, {0: []}, {0: []}],
    )


def test_edits_that_are_left_out_are_told(tmp_path: Path) -> None:
    path = tmp_path / "gold.m2"
    path.write_text("S a b\nA 2 3|||R|||c|||REQUIRED|||-NONE-|||1\n", encoding="utf-8")
    with pytest.warns(UserWarning, match="gold.m2:2: 1 edit ends after the source"):
        assert load_annotation(path) == (["a b"], [{1: []}])
    with pytest.warns(UserWarning, match="gold.m2:2: 1 edit ends after the source"):
        m2scorer.main(["a b"], path)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"beta": 2.0},
        {"max_unchanged_words": 0},
        {"ignore_whitespace_casing": True, "beta": 1.0},
    ],
)
def test_scores_are_those_of_evaluate(options: dict[str, Any]) -> None:
    expected = ratios(m2.evaluate(CANDIDATES, SMALL, **options))
    sources, gold_edits = load_annotation(SMALL)
    assert batch_multi_pre_rec_f1(CANDIDATES, sources, gold_edits, **options) == expected
    assert m2scorer.main(CANDIDATES, SMALL, **options) == expected
    assert m2scorer.main(DATA / "small.hyp", SMALL, **options) == expected
    positions = [options.get("max_unchanged_words", 2), options.get("beta", 0.5)]
    positions.append(options.get("ignore_whitespace_casing", False))
    assert batch_multi_pre_rec_f1(CANDIDATES, sources, gold_edits, *positions) == expected


def test_the_golden_scores_come_out_of_lists(shared: Path) -> None:

    data = shared / "data" / "conll14"
    sources, gold_edits = load_annotation(data / "gold.m2")
    for system in ("official-AMU", "official-IITB", "pillars-T5-11B"):
        path = shared / "golden" / "m2" / f"conll14__{system}.json.gz"
        golden = read_json(path)["development"]
        text = (data / "systems" / f"{system}.txt").read_text(encoding="utf-8")
        outputs = [line.strip() for line in text.split("\n")][: len(sources)]
        found = batch_multi_pre_rec_f1(outputs, sources, gold_edits)
        assert found == pytest.approx(golden["scores_by_beta"]["0.5"][:3], abs=1e-12)


def test_verbose_prints_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    sources, gold_edits = load_annotation(SMALL)
    assert command(["m2", "-v", str(DATA / "small.hyp"), str(SMALL)]) == 0
    expected = capsys.readouterr().out
    last_three = "".join(expected.splitlines(keepends=True)[-3:])
    for options in ({"verbose": True}, {"very_verbose": True}):
        batch_multi_pre_rec_f1(CANDIDATES, sources, gold_edits, **options)
        assert capsys.readouterr().out + last_three == expected
    batch_multi_pre_rec_f1(CANDIDATES, sources, gold_edits)
    assert capsys.readouterr().out == ""


def test_lines_that_are_shifted_are_told_as_elsewhere() -> None:
    sources, gold_edits = load_annotation(SAMPLES / "gold.m2")
    shifted = [*sources[1:], sources[0]] * 10
    with pytest.warns(InputWarning, match="line"):
        batch_multi_pre_rec_f1(shifted, sources * 10, gold_edits * 10)
    with pytest.warns(InputWarning, match="line"):
        m2.evaluate(shifted, Gold.read(SAMPLES / "gold.m2").take(list(range(20)) * 10))


def test_functions_for_one_annotator_agree_with_the_others() -> None:
    sources, gold_edits = load_annotation(SMALL)
    first = [next(iter(of_annotators.values())) for of_annotators in gold_edits]
    of_one = [{0: edits} for edits in first]
    for options in ({}, {"beta": 1.0, "max_unchanged_words": 1}):
        expected = batch_multi_pre_rec_f1(CANDIDATES, sources, of_one, **options)
        lists = CANDIDATES, sources, first
        assert m2scorer.batch_pre_rec_f1(*lists, **options) == expected
        assert m2scorer.batch_precision(*lists, **options) == expected[0]
        assert m2scorer.batch_recall(*lists, **options) == expected[1]
        assert m2scorer.batch_f1(*lists, **options) == expected[2]
    totals = np.zeros(3, int)
    some = CANDIDATES[:100], sources[:100], first[:100]
    for candidate, source, edits in zip(*some, strict=True):
        counts = m2scorer.f1_suffstats(candidate, source, edits)
        totals += counts
        assert len(m2scorer.get_edits(candidate, source, edits)) == counts[1]
        alone = ratios(m2.M2Score(*counts, 0.5))
        assert m2scorer.pre_rec_f1(candidate, source, edits) == alone
        assert m2scorer.precision(candidate, source, edits) == alone[0]
        assert m2scorer.recall(candidate, source, edits) == alone[1]
        assert m2scorer.f1(candidate, source, edits) == alone[2]
    score = m2.M2Score(*totals.tolist(), 0.5)
    assert ratios(score) == m2scorer.batch_pre_rec_f1(*some)


def test_edits_are_those_of_the_sequence_and_their_cut_is_its_cut() -> None:
    sources, gold_edits = load_annotation(SMALL)
    sequences = m2.edit_sequences(CANDIDATES, SMALL)
    for candidate, source, gold, found in zip(
        CANDIDATES, sources, gold_edits, sequences, strict=True
    ):
        for annotator, sequence in found.items():
            edits = m2scorer.get_edits(candidate, source, gold[annotator])
            assert edits == [(e.start, e.end, e.source, e.correction) for e in sequence]
            for edit, one in zip(edits, sequence, strict=True):
                cut = one.cut()
                assert m2scorer.shrinkEdit(edit) == (
                    *(cut.start, cut.end),
                    *(cut.source, cut.correction),
                )
                if one.gold:
                    assert any(m2scorer.matchEdit(edit, each) for each in gold[annotator])


def test_an_edit_matches_its_span_its_words_and_one_correction() -> None:
    edit = (3, 4, "at", "on")
    assert m2scorer.matchEdit(edit, (3, 4, "at", ["in", "on"]))
    for other in ((2, 4, "at", ["on"]), (3, 5, "at", ["on"]), (3, 4, "to", ["on"])):
        assert not m2scorer.matchEdit(edit, other)
    assert not m2scorer.matchEdit(edit, (3, 4, "at", ["in"]))


FINE = (["c b"], ["a b"], [{0: [(0, 1, "a", ["c"])]}])


@pytest.mark.parametrize(
    ("place", "value", "error", "message"),
    [
        (0, [], AssertionError, "0 candidates, 1 sources, 1 gold edits, expected equally"),
        (1, ["a", "b"], AssertionError, "1 candidates, 2 sources, 1 gold edits"),
        (2, [], AssertionError, "1 candidates, 1 sources, 0 gold edits"),
        (2, [{}], ValueError, "sentence 1: no annotator, expected at least one"),
        (2, [[]], TypeError, "sentence 1: list, expected a dict from annotator"),
        (2, [{-1: []}], ValueError, "sentence 1: annotator -1: expected 0 to"),
        (2, [{0: [(1, 3, "b", ["c"])]}], ValueError, "span 1 3: expected one within 2"),
        (2, [{0: [(1, 0, "", ["c"])]}], ValueError, "span 1 0: expected one within 2"),
        (2, [{0: [(-1, 0, "", ["c"])]}], ValueError, "span -1 0"),
        (2, [{0: [(0, 1, "A", ["c"])]}], ValueError, "'A' at 0 1: expected 'a'"),
        (2, [{0: [(0, 1, "a", "c")]}], ValueError, "corrections 'c': expected a list"),
        (2, [{0: [(0, 1, "a", [])]}], ValueError, "corrections []: expected a list"),
        (2, [{0: [(0, 1, "a")]}], ValueError, "edit (0, 1, 'a'): expected (start, end,"),
        (2, [{0: [(0, 1, "a", ["-NONE-"])]}], ValueError, "expected one that M2 can hold"),
        (2, [{0: [(0, 1, "a", ["b||c"])]}], ValueError, "expected one that M2 can hold"),
        (2, [{0: [(0, 1, "a", ["b\nS c"])]}], ValueError, "expected one that M2 can hold"),
        (2, [{"0": []}], TypeError, "sentence 1: annotator '0': expected a whole number"),
        (2, [{0: None}], TypeError, "sentence 1: None: expected a list of edits"),
        (2, [{0: [{0: []}]}], ValueError, "sentence 1: edit {0: []}: expected (start,"),
        (2, [{0: [None]}], TypeError, "sentence 1: edit None: expected (start, end,"),
        (2, [{0: [(0.0, 1, "a", ["c"])]}], TypeError, "1: edit (0.0, 1, 'a', ['c'])"),
        (2, [{0: [(0, 1, None, ["c"])]}], TypeError, "sentence 1: original None"),
        (2, [{0: [(0, 1, "a", [None])]}], TypeError, "1: correction None: expected str"),
        (2, [{0: [(0, 1, "a", ["\ud800"])]}], ValueError, r"surrogate in correction '\ud800'"),
        (1, [["a", "b"]], TypeError, "sentence 1: source ['a', 'b']: expected str"),
        (0, [["c", "b"]], TypeError, "hypotheses: item 1 is list, expected str"),
    ],
)
def test_lists_that_are_none_are_refused(
    place: int, value: Any, error: type[Exception], message: str
) -> None:
    arguments: list[Any] = [*FINE]
    arguments[place] = value
    with pytest.raises(error) as caught:
        batch_multi_pre_rec_f1(*arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_sentence_has_no_score() -> None:
    with pytest.raises(ValueError, match="no sentence, expected at least 1"):
        batch_multi_pre_rec_f1([], [], [])


def test_lists_may_hold_what_files_cannot() -> None:
    """Bars at the ends of a correction, line ends in a source, numpy's integers."""
    gold_edits = [{np.int64(3): [(np.int32(0), 1, "a", ["|", "||"[:1] + " x"])], 1: []}]
    assert batch_multi_pre_rec_f1(["| b"], ["a\nb"], gold_edits) == (1.0, 1.0, 1.0)


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        load_annotation(tmp_path / "none.m2")
    with pytest.raises(FormatError, match="1 sentence, expected 20"):
        m2scorer.main(["a"], SAMPLES / "gold.m2")


def test_nothing_is_printed_when_a_later_line_is_bad(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last of many lines: blocks before it are counted by then."""
    gold = tmp_path / "gold.m2"
    text = (SAMPLES / "gold.m2").read_text(encoding="utf-8")
    gold.write_text(f"{text}\n" * 210, encoding="utf-8")
    lines = (SAMPLES / "bold.txt").read_text(encoding="utf-8").splitlines() * 210
    with pytest.raises(FormatError, match="4199 sentences, expected 4200"):
        m2scorer.main(lines[:-1], gold, verbose=True)
    assert capsys.readouterr().out == ""
    with pytest.raises(FormatError, match="no such file"):
        m2scorer.main(tmp_path / "none.txt", SAMPLES / "gold.m2")


def test_every_name_is_there_and_said() -> None:
    assert set(m2scorer.__all__) <= set(dir(m2scorer))
    for name in m2scorer.__all__:
        assert getattr(m2scorer, name).__doc__
    assert compat.__doc__ is not None
    assert all(f"`{name}`" in compat.__doc__ for name in programs.PROGRAMS)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("m2scorer", ["-v", "s", "g"], ["m2", "-v", "s", "g"]),
        ("m2scorer", ["--very", "--max=3", "s", "g"], None),
        ("m2scorer", ["--beta=1", "--ignore", "s", "g"], None),
        ("m2scorer", ["--ver", "s", "g"], ["m2", "--ver", "s", "g"]),  # one of two: not ours to say
        ("m2scorer", ["--", "-s", "g"], ["m2", "--", "-s", "g"]),
        ("green", ["-s", "s"], ["green", "-s", "s"]),
        ("sgreen", ["-s", "s"], ["green", "--sentence", "-s", "s"]),
        ("mgreen", ["-s", "s"], ["green", "--mean", "-s", "s"]),
        ("errant_compare", ["-hyp", "h", "-ref", "r", "--ver"], None),
        ("errant_m2", ["-auto", "m"], ["errant", "m2", "-auto", "m"]),
        ("compute_gleu", ["-l0.0", "--deb"], ["gleu", "--details"]),
        ("compute_gleu", ["--hypothesis", "h"], ["gleu", "--hyp", "h"]),
        ("compute_gleu", ["-l", "0", "-n", "4"], ["gleu", "-n", "4"]),
    ],
)
def test_old_command_lines_are_understood(
    name: str, arguments: list[str], expected: list[str] | None
) -> None:
    if expected is None:
        whole = {"--very": "--very_verbose", "--max=3": "--max_unchanged_words=3"}
        whole["--ver"] = "--verbose"
        whole["--ignore"] = "--ignore_whitespace_casing"
        command, _ = programs.PROGRAMS[name]
        expected = [*command, *(whole.get(word, word) for word in arguments)]
    assert programs.translated(name, arguments) == expected


@pytest.mark.parametrize("value", [["-l", "0.5"], ["-l0.1"], ["-l"], ["-l", "x"], ["-l", "nan"]])
def test_a_gleu_with_a_lambda_is_refused(
    value: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert program(["compute_gleu", "-s", "s", *value]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("compute_gleu: error: -l ")
    assert "expected 0" in err


def test_old_programs_run_and_can_be_installed(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("programs of Unix shells")
    written = programs.install(str(tmp_path / "my" / "bin"), [*programs.PROGRAMS, "m2scorer"])
    assert [path.name for path in written] == list(programs.PROGRAMS)
    expected = subprocess.run(
        [sys.executable, "-m", "fastgec", "m2", SAMPLES / "bold.txt", SAMPLES / "gold.m2"],
        capture_output=True,
        check=True,
    ).stdout
    for words in (
        [tmp_path / "my" / "bin" / "m2scorer"],
        [sys.executable, "-m", "fastgec.compat", "m2scorer"],
        [sys.executable, "-m", "fastgec.compat.m2scorer"],
    ):
        done = subprocess.run(
            [*words, "--beta", "0.5", SAMPLES / "bold.txt", SAMPLES / "gold.m2"],
            capture_output=True,
            check=True,
        )
        assert (done.stdout, done.stderr) == (expected, b"")
    done = subprocess.run([written[0]], capture_output=True, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["install", ".", "green"], 1, "green exists\n"),
        (["install", "green", "m2scorer"], 1, "green: file exists\n"),
        (["install", ".", "errant"], 1, "program 'errant': expected one of m2scorer, "),
        (["install"], 2, "required: install FOLDER [PROGRAM ...]\n"),
        (["gleu"], 2, "'gleu': expected one of m2scorer, "),
        ([], 2, "usage: python -m fastgec.compat PROGRAM ...\n"),
    ],
)
def test_what_cannot_be_installed_is_said(
    arguments: list[str],
    status: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("green").touch()
    assert program(arguments) == status
    out, err = capsys.readouterr()
    assert (out, err[: len(message)]) == ("", message)
    assert [path.name for path in tmp_path.iterdir()] == ["green"]


def test_help_teaches_by_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert program(["--help"]) == 0
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert out.partition("examples:\n")[2].count("python -m fastgec.compat") == 2
