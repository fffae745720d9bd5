"""`fastgec vote`: the edits that enough candidates make, as the slow oracle keeps them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import fastgec
import oracle_votes as oracle
from commands import Call
from examples import names_of
from fastgec import References, machine
from fastgec.cli.texts import SAMPLES
from fastgec.combine.votes import Candidates, elected_blocks, fraction, rule_of, vote
from fastgec.read import FormatError
from fastgec.read.lines import Lines
from fastgec.texts.m2write import align, edits_of_columns
from test_convert import alignments, edits_of, rank

# Random candidates are unlike their sources, which may raise a warning.
unlike = pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
THRESHOLDS = (None, "1/5", "1/4", "1/3", "0.4", "1/2", 0.51, "2/3", "75%", 1)


def slow_edits(source: str, target: str) -> list[oracle.Edit]:
    """The edits of the best of all alignments."""
    one, other = source.split(), target.split()
    steps = min(alignments(one, other), key=rank)
    return [(a, b, tuple(other[c:d])) for a, b, c, d in edits_of(steps, 0)]


def gold_edits(sources: Sequence[str], column: Sequence[str]) -> list[list[oracle.Edit]]:
    """The edits that `fastgec convert` makes of each pair."""
    gold = align(sources, [column])
    table = gold.edits
    spans = list(zip(table.start.tolist(), table.end.tolist(), strict=True))
    offsets = table.edit_offsets.tolist()
    return [
        [(*spans[edit], tuple(gold.corrections(edit)[0].split())) for edit in range(a, b)]
        for a, b in pairwise(offsets)
    ]


def text(max_size: int) -> st.SearchStrategy[str]:
    # One word begins as another one does, and goes on with what sorts before a space.
    return st.lists(st.sampled_from(["a", "b", "a\x01"]), max_size=max_size).map(" ".join)


@given(
    text(4),
    st.lists(text(4), min_size=1, max_size=5),
    st.sampled_from(THRESHOLDS),
    st.randoms(use_true_random=False),
)
def test_votes_are_those_of_the_oracle(
    source: str, candidates: list[str], threshold: Any, draw: random.Random
) -> None:
    weights = draw.choice([None, [draw.choice([0, "0.5", 1, "1.25", 3]) for _ in candidates]])
    if weights is not None:
        weights[0] = 1
    share = None if threshold is None else fraction(threshold, "threshold")
    given = weights and [fraction(weight, "weight") for weight in weights]
    edits = [slow_edits(source, candidate) for candidate in candidates]
    kept = oracle.kept_edits(edits, share, given)
    columns = [[candidate] for candidate in candidates]
    [found] = vote([source], columns, threshold=threshold, weights=weights)
    assert found == oracle.applied(source.split(), kept)


def blocks(draw: random.Random, n_sentences: int, k: int) -> tuple[list[str], list[list[str]]]:
    """Sources, and candidates that change their words, so that edits meet and overlap."""
    words = ["a", "b", "c", "Ab", "é", "an apple"]

    def changed(source: str) -> str:
        found: list[str] = []
        for word in source.split():
            turn = draw.random()
            if turn < 0.1:
                continue
            found.append(draw.choice(words) if turn < 0.3 else word)
            if draw.random() < 0.1:
                found.append(draw.choice(words))
        return " ".join(found)

    sources = [" ".join(draw.choices(words, k=draw.randrange(9))) for _ in range(n_sentences)]
    return sources, [[changed(source) for source in sources] for _ in range(k)]


@unlike
@pytest.mark.parametrize("k", [1, 2, 4, 9])
def test_corpora_of_many_blocks_are_voted_on_as_the_oracle_does(k: int) -> None:
    draw = random.Random(k)
    sources, columns = blocks(draw, 1100, k)
    edits = [gold_edits(sources, column) for column in columns]
    for threshold in (None, "0.34", "1/2", "0.8"):
        share = None if threshold is None else Fraction(threshold)
        weights = None if threshold != "1/2" else [Fraction(1 + n % 3, 4) for n in range(k)]
        expected = [
            oracle.applied(source.split(), oracle.kept_edits(of_one, share, weights))
            for source, of_one in zip(sources, zip(*edits, strict=True), strict=True)
        ]
        found = vote(sources, columns, threshold=threshold, weights=weights, jobs=2)
        assert found == expected


@given(
    text(4), st.lists(text(4), min_size=1, max_size=5), st.sampled_from([None, "0.51", "2/3", 1])
)
def test_edits_of_more_than_half_never_overlap(
    source: str, candidates: list[str], threshold: Any
) -> None:
    rule = rule_of(len(candidates), threshold)
    columns = Candidates([source], [[one] for one in candidates])
    [part] = elected_blocks(columns, rule)
    assert part.tally.chosen == part.tally.kept
    share = Fraction(str(threshold)) if threshold not in (None, 1) else threshold
    kept = oracle.kept_edits([slow_edits(source, one) for one in candidates], share)
    assert part.tally.kept == len(kept)


@given(text(6), text(6), st.integers(1, 5), st.sampled_from(THRESHOLDS))
def test_the_vote_of_equal_candidates_is_the_candidate(
    source: str, candidate: str, k: int, threshold: Any
) -> None:
    assert vote([source], [[candidate]] * k, threshold=threshold) == [candidate]


@given(st.randoms(use_true_random=False), st.sampled_from(THRESHOLDS))
@settings(max_examples=20)
def test_the_order_of_candidates_makes_no_difference(draw: random.Random, threshold: Any) -> None:
    sources, columns = blocks(draw, 8, 4)
    assume(len(set(map(tuple, columns))) == len(columns))  # others have a warning
    weights = [1, 2, "0.5", 2]
    found = vote(sources, columns, threshold=threshold, weights=weights)
    order = draw.sample(range(4), 4)
    again = vote(
        sources,
        [columns[number] for number in order],
        threshold=threshold,
        weights=[weights[number] for number in order],
    )
    assert again == found


def test_a_vote_of_one_half_drops_what_overlaps() -> None:
    source = "a b c d"
    candidates = [["a x y d"], ["a b z d"], ["a b c q d"], ["a b c r d"]]
    # One vote each: (1, 3, "x y"), (2, 3, "z"), (3, 3, "q"), (3, 3, "r").
    assert vote([source], candidates, threshold=0.25) == ["a x y q d"]
    assert vote([source], candidates, threshold=0.25, weights=[1, 1, 1, 1.1]) == ["a b c r d"]
    assert vote([source], candidates, threshold="1/4", weights=[1, 1, 1, 1]) == ["a x y q d"]


# Thresholds


def test_thresholds_are_exact() -> None:
    assert rule_of(20, 0.55).least == 11  # 0.55 * 20 is 11.000000000000002
    assert rule_of(100, 0.07).least == 7  # 0.07 * 100 is 7.000000000000001
    assert rule_of(3, "2/3").least == 2
    assert rule_of(3, 1 / 3).least == 1  # 0.3333333333333333 of 3
    # Of floats, too: 5 / 6 prints as 0.8333333333333334, of which 6 are more than 5.
    assert all(rule_of(k, n / k).least == n for k in range(1, 200) for n in range(1, k + 1))
    assert fraction(100000.1, "weight") == Fraction("100000.1")
    assert fraction(0.1 + 0.2, "weight") == Fraction("0.30000000000000004")
    assert fraction(0.00012345678901234567, "weight") == Fraction("0.00012345678901234567")
    assert [rule_of(k).least for k in range(1, 8)] == [1, 2, 2, 3, 3, 4, 4]
    assert rule_of(2, weights=[0.1, 0.2]).weights == (1, 2)
    assert rule_of(3, weights=[Decimal("1e-3"), 1, Fraction(1, 2)]).weights == (1, 1000, 500)
    assert rule_of(2, weights=[1e-07, 1]).weights == (1, 10_000_000)
    assert rule_of(2, np.float64(0.5), [np.int64(2), np.float64(0.5)]).weights == (4, 1)
    for k in range(1, 40):
        for n in range(1, k + 1):
            assert rule_of(k, f"{n}/{k}").least == n


@pytest.mark.parametrize(
    ("threshold", "weights", "reason"),
    [
        (0, None, "threshold 0: expected a number above 0 and at most 1"),
        ("1.01", None, "threshold 1.01: expected a number above 0 and at most 1"),
        ("101%", None, "threshold 101%: expected"),
        ("half", None, "threshold 'half': expected a number from 0, such as 0.6 or 2/3"),
        ("-0.5", None, "threshold '-0.5': expected a number from 0"),
        (float("nan"), None, "threshold 'nan': expected a number from 0"),
        (float("inf"), None, "threshold 'inf': expected a number from 0"),
        (True, None, "threshold 'True': expected a number from 0"),
        ("1/0", None, "threshold '1/0': expected a fraction with a denominator above 0"),
        ("٣", None, "threshold '٣': expected a number from 0"),
        (None, [1], "1 weights, expected one for each of 2"),
        (None, [1, 2, 3], "3 weights, expected one for each of 2"),
        (None, [0, 0.0], "all weights are 0: expected one above 0"),
        (None, [1, -1], "weight '-1': expected a number from 0"),
        (None, [1, "x" * 99], "weight 'xxxx"),
        (
            None,
            [1, "1" * 19],
            f"weight '{'1' * 19}': expected a number from 0, such as 0.6 or 2/3, of",
        ),
        (None, [1, "1e99"], "weights have too many digits"),
        (None, ["0.000000000000000001", 10], "weights have too many digits"),
    ],
)
def test_what_is_no_threshold_or_weight_is_refused(
    threshold: Any, weights: Any, reason: str
) -> None:
    with pytest.raises(ValueError, match=r"expected|too many") as caught:
        vote(["a"], [["a"], ["b"]], threshold=threshold, weights=weights)
    assert str(caught.value).startswith(reason)


# Bad input of Python, and of the kernel


def test_what_python_gives_is_checked() -> None:
    with pytest.raises(ValueError, match="no candidates, expected at least 1"):
        vote(["a"], [])
    with pytest.raises(TypeError, match="candidates is a string"):
        vote(["a"], "a.txt")
    with pytest.raises(FormatError, match="a string is a path here"):
        vote("He go home .", [["He goes home ."]])
    with pytest.raises(FormatError, match=r"^candidates\[1\]: 1 sentence, expected 3 as in source"):
        vote(["a", "b", "c"], [["a", "b", "c"], ["a"]])
    with pytest.raises(ValueError, match=r"^candidates: 2 for sentence 1 and 1 for sentence 2"):
        vote(["a", "b"], [["a", "b"], ["a"]])
    with pytest.raises(FormatError, match="no sentence, expected at least 1"):
        vote([], [[]])


@pytest.mark.parametrize("combine", [vote, fastgec.mbr])
def test_samples_of_each_source_are_turned_and_never_by_mistake(combine: Any) -> None:
    sources = ["He go home late .", "A cat sit here .", "I has a dog ."]
    columns = [
        ["He goes home late .", "A cat sits here .", "I have a dog ."],
        ["He goes home .", "A cat sits there .", "I have dogs ."],
    ]
    expected = combine(sources, columns)
    assert combine(sources, list(zip(*columns, strict=True))) == expected
    assert combine(sources[:1], [[column[0] for column in columns]]) == expected[:1]
    square = [*columns, columns[0]]
    by_source = [list(samples) for samples in zip(*square, strict=True)]
    wanted = combine(sources, square)
    assert combine(sources, References.of_sentences(sources, by_source)) == wanted
    assert combine(sources, References.of_columns(sources, square)) == wanted
    with pytest.raises(ValueError, match=r"^candidates: 3 lists of 3 for 3 sentences"):
        combine(sources, by_source)


def test_a_vote_tells_of_candidates_that_do_not_fit() -> None:
    source = [f"This is the sentence number {n} , is n't it ?" for n in range(40)]
    glued = [one.replace(" ,", ",").replace(" ?", "?") for one in source]
    with pytest.warns(fastgec.InputWarning, match=r"candidates\[1\]"):
        vote(source, [source, glued])


def test_work_that_must_stop_stops() -> None:
    words = " ".join(f"w{n}" for n in range(500))
    source, target = Lines.of(["a", words]), Lines.of(["b", words.upper()])
    stopped = edits_of_columns(source, [target], limit=1 << 28, cancel=np.ones(1, np.int32))
    assert stopped.offsets.tolist() == [0, 0, 0]
    found = edits_of_columns(source, [target], limit=1 << 28, cancel=np.zeros(1, np.int32))
    assert found.offsets.tolist() == [0, 1, 2]


def test_a_sentence_that_does_not_fit_is_refused_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastgec.combine.votes.available_memory", lambda: 1 << 18)
    words = [f"w{n}" for n in range(4000)]
    long = " ".join(words), " ".join(word + "x" for word in words)
    with pytest.raises(FormatError, match=r"^candidates\[0\]:2: source and candidate of 4000 and"):
        vote(["a", long[0]], [["a", long[1]]])


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("source", "careful", "bold", "ref0", "ref1"):
        (tmp_path / f"{name}.txt").write_bytes((SAMPLES / f"{name}.txt").read_bytes())
    (tmp_path / "gold.m2").write_bytes((SAMPLES / "gold.m2").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


FILES = ["careful.txt", "bold.txt", "ref0.txt"]


def lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").split("\n")[:-1]


def test_the_command_writes_what_python_returns(folder: Path, call: Call) -> None:
    done = call(["vote", "-s", "source.txt", *FILES, "-o", "out.txt"])
    assert (done.status, done.stdout) == (0, "")
    expected = vote("source.txt", FILES)
    assert lines("out.txt") == expected
    assert done.stderr.startswith("vote: at least 2 of 3 votes; 20 sentences, 17 changed; ")
    again = call(["vote", "-q", "-s", "source.txt", *FILES, "--threshold", "0.5"])
    assert again == (0, "".join(f"{line}\n" for line in expected), "")
    weighted = call(["vote", "-q", "-s", "source.txt", *FILES, "--weights", "1", "0.2", "0.2"])
    assert weighted.stdout == "".join(f"{' '.join(one.split())}\n" for one in lines(FILES[0]))


def test_samples_of_one_file_are_candidates(folder: Path, call: Call) -> None:
    columns = [lines(name) for name in FILES]
    mixed = [line for samples in zip(*columns, strict=True) for line in samples]
    (folder / "samples.txt").write_text("\n".join(mixed), encoding="utf-8")
    words = ["vote", "-q", "-s", "source.txt", "--samples", "3", "samples.txt"]
    expected = "".join(f"{line}\n" for line in vote("source.txt", FILES))
    assert call(words) == (0, expected, "")
    done = call([*words, "--gold", "gold.m2", "-o", "out.txt", "-f", "tsv"])
    assert [row.split("\t")[0] for row in done.stdout.splitlines()] == [
        "system",
        "vote",
        *(f"samples.txt (sample {n})" for n in (1, 2, 3)),
    ]


def test_the_result_is_scored_beside_the_candidates(folder: Path, call: Call) -> None:
    done = call(
        ["vote", "-q", "-s", "source.txt", *FILES, "--gold", "gold.m2", "-o", "o.txt", "-f", "tsv"]
    )
    alone = call(["m2", "-f", "tsv", "o.txt", *FILES, "gold.m2"])
    assert done.stdout == alone.stdout.replace("o.txt", "vote")
    document = call(
        ["vote", "-q", "-s", "source.txt", *FILES, "--gold", "gold.m2", "-o", "o.txt", "-f", "json"]
    )
    assert '"system": "vote"' in document.stdout


def test_raw_candidates_are_cut_first(folder: Path, call: Call) -> None:
    columns = [[" ".join(line.split()) for line in lines(name)] for name in FILES]
    for number, column in enumerate(columns):
        raw = [line.replace(" .", ".").replace(" ,", ",") for line in column]
        (folder / f"{number}.txt").write_text("\n".join(raw) + "\n", encoding="utf-8")
    raw_files = ["0.txt", "1.txt", "2.txt"]
    done = call(
        [
            "vote",
            "-s",
            "source.txt",
            "--retokenize",
            *raw_files,
            "-o",
            "out.txt",
            "--gold",
            "gold.m2",
        ]
    )
    assert done.status == 0
    assert lines("out.txt") == vote("source.txt", FILES)
    assert [line.split(":")[0] for line in done.stderr.splitlines()] == [
        "retokenized 0.txt",
        "retokenized 1.txt",
        "retokenized 2.txt",
        "vote",
    ]


def test_a_warning_may_be_an_error(folder: Path, call: Call) -> None:
    (folder / "source.txt").write_text("\n".join(lines("source.txt") * 3) + "\n", encoding="utf-8")
    text = "\n".join(lines("bold.txt") * 3).replace(" .", ".").replace(" ,", ",")
    (folder / "raw.txt").write_text(text + "\n", encoding="utf-8")
    words = ["vote", "-s", "source.txt", "raw.txt", "-o", "out.txt"]
    done = call([*words, "--strict"])
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith("raw.txt: ")
    assert not (folder / "out.txt").exists()
    assert call(words).stderr.startswith("warning: raw.txt: ")


def test_texts_that_memory_cannot_hold_are_not_scored(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["vote", "-q", "-s", "source.txt", *FILES, "--gold", "gold.m2", "-o", "out.txt"]
    size = sum(len(Path(name).read_bytes()) for name in ("source.txt", *FILES))
    for most, status in ((size - 1000, 1), (size + 9000, 0)):
        monkeypatch.setattr(machine, "available_memory", lambda most=most: most)
        done = call(words)
        assert done.status == status
        assert Path("out.txt").exists() == (status == 0)
        if status:
            reason = "bytes of texts: expected at most half of the memory"
            assert (done.stdout, done.stderr) == ("", f"more than {most} {reason}\n")


def test_the_examples_of_the_page_are_true() -> None:
    names = names_of("votes.md", "votes")
    assert names["voted"] == ["He goes home later ."]
    assert names["careful"] == ["He goes home late ."]
    assert names["agreed"] == ["He goes home later ."]
    assert names["matrix"].shape == (3, 3)


# Corpora


def test_systems_of_the_corpora_are_voted_on_as_the_oracle_does(shared: Path) -> None:
    folder = shared / "data" / "conll14"
    paths = sorted((folder / "systems").iterdir())[:5]
    source = Lines.read(folder / "source.txt")
    sources = [source[n] for n in range(len(source))]
    columns = []
    for path in paths:
        column = Lines.read(path)
        columns.append([column[n] for n in range(len(column))])
    edits = [gold_edits(sources, column) for column in columns]
    for threshold in (None, "2/5"):
        share = None if threshold is None else Fraction(threshold)
        expected = [
            oracle.applied(one.split(), oracle.kept_edits(of_one, share))
            for one, of_one in zip(sources, zip(*edits, strict=True), strict=True)
        ]
        assert vote(folder / "source.txt", paths, threshold=threshold, jobs=None) == expected
