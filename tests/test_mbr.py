"""`fastgec mbr` and matrices of candidates: the slow way, one score at a time."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_m2
from commands import Call
from fastgec import gleu, green, m2
from fastgec.combine.mbr import mbr, most_agreed
from fastgec.read import FormatError
from fastgec.read.lines import Lines
from fastgec.texts.m2write import align
from test_convert import alignments, edits_of, rank

unlike = pytest.mark.filterwarnings("ignore::fastgec.InputWarning")
FILES = ["careful.txt", "bold.txt", "ref0.txt", "ref1.txt"]
Matrix = Callable[[str, Sequence[str]], Any]


def slow_matrix(source: str, candidates: Sequence[str], beta: float = 0.5) -> list[list[float]]:
    """F of each candidate against the edits of the best alignment of each, by the slow oracle."""
    words = source.split()
    matrix = []
    for hypothesis in candidates:
        row = []
        for other in candidates:
            steps = min(alignments(words, other.split()), key=rank)
            gold = [
                oracle_m2.GoldEdit(a, b, (" ".join(other.split()[c:d]),))
                for a, b, c, d in edits_of(steps, 0)
            ]
            counts = oracle_m2.count_sentence(words, hypothesis.split(), {0: gold})[0]
            row.append(oracle_m2.score(*counts, beta)[2])
        matrix.append(row)
    return matrix


def slow_choice(matrix: Sequence[Sequence[float]]) -> int:
    """The largest mean of the others' scores as an exact sum, rounded once; the first of equals."""
    sums = [
        float(sum((Fraction(score) for j, score in enumerate(row) if j != i), Fraction(0)))
        for i, row in enumerate(matrix)
    ]
    return sums.index(max(sums))


texts = st.lists(st.sampled_from("abc"), max_size=4).map(" ".join)


@given(texts, st.lists(texts, min_size=1, max_size=4), st.sampled_from([0.5, 1.0]))
def test_the_matrix_of_maxmatch_is_that_of_the_oracle(
    source: str, candidates: list[str], beta: float
) -> None:
    found = m2.candidate_matrix(source, candidates, beta=beta)
    assert found.tolist() == slow_matrix(source, candidates, beta)


@pytest.mark.parametrize(
    "options",
    [
        {"beta": 2.0},
        {"max_unchanged_words": 0},
        {"release": "3.2"},
        {"ignore_whitespace_casing": True},
    ],
)
def test_the_matrix_is_made_of_scores_of_sentences(options: dict[str, Any], samples: Path) -> None:
    columns = [(samples / name).read_text(encoding="utf-8").splitlines() for name in FILES]
    sources = (samples / "source.txt").read_text(encoding="utf-8").splitlines()
    golds = [align(sources, [column]) for column in columns]
    expected = [
        [m2.sentence_scores(column, gold, **options) for gold in golds] for column in columns
    ]
    for sentence, source in enumerate(sources):
        candidates = [column[sentence] for column in columns]
        found = m2.candidate_matrix(source, candidates, **options)
        assert found.tolist() == [[cell[sentence] for cell in row] for row in expected]


def test_matrices_of_nothing_and_of_one() -> None:
    assert m2.candidate_matrix("a b", []).shape == (0, 0)
    assert m2.candidate_matrix("a b", ["a c"]).tolist() == [[1.0]]
    with pytest.raises(TypeError, match="candidates is a string"):
        m2.candidate_matrix("a b", "a c")
    with pytest.raises(ValueError, match="beta -1: expected a number"):
        m2.candidate_matrix("a b", ["a c"], beta=-1)


@unlike
@pytest.mark.parametrize(
    ("metric", "matrix"),
    [
        ("m2", m2.candidate_matrix),
        ("m2:beta=2", lambda source, some: m2.candidate_matrix(source, some, beta=2)),
        ("green", green.candidate_matrix),
        ("green:char,beta=0.5", None),
        ("gleu", gleu.candidate_matrix),
        (
            "gleu:equation",
            lambda source, some: gleu.candidate_matrix(source, some, variant="equation"),
        ),
    ],
)
@pytest.mark.parametrize("k", [1, 2, 5])
def test_the_choice_is_that_of_the_matrices(metric: str, matrix: Matrix | None, k: int) -> None:
    if matrix is None:
        matrix = _characters
    draw = random.Random(k)
    words = ["a", "b", "c", "d", "é"]
    sources = [" ".join(draw.choices(words, k=draw.randrange(8))) for _ in range(200)]

    def changed(source: str) -> str:
        kept = [word if draw.random() < 0.7 else draw.choice(words) for word in source.split()]
        return " ".join(kept)

    columns = [[changed(source) for source in sources] for _ in range(k)]
    expected = []
    for source, candidates in zip(sources, zip(*columns, strict=True), strict=True):
        expected.append(candidates[slow_choice(matrix(source, candidates).tolist())])
    assert mbr(sources, columns, metric=metric, jobs=2) == expected


def _characters(source: str, candidates: Sequence[str]) -> Any:
    return green.candidate_matrix(source, candidates, unit="char", order=6, beta=0.5)


@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_sums_do_not_depend_on_their_order(n: int, draw: random.Random) -> None:
    values = [0.1, 0.2, 0.3, 1 / 3, 0.7, 1.0, 1e-12]
    matrix = np.array([[draw.choice(values) for _ in range(n)] for _ in range(n)])
    assert most_agreed(matrix) == slow_choice(matrix.tolist())
    sums = [math.fsum(np.delete(row, i).tolist()) for i, row in enumerate(matrix)]
    assert sums[most_agreed(matrix)] == max(sums)


def test_candidates_that_agree_are_taken_from_the_first(samples: Path) -> None:
    source = samples / "source.txt"
    text = (samples / "bold.txt").read_text(encoding="utf-8").splitlines()
    for times in (1, 2, 3):
        assert mbr(source, [samples / "bold.txt"] * times) == text
    candidates = [["x b c d"], ["a b y d"], ["a b c z"]]
    assert mbr(["a b c d"], candidates) == candidates[0]
    assert mbr(["a b c d"], candidates[::-1]) == candidates[2]


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(ValueError, match=r"^metric 'errant': expected one that compares"):
        mbr(["a"], [["a"]], metric="errant")
    with pytest.raises(ValueError, match="no metric 'm3'"):
        mbr(["a"], [["a"]], metric="m3")
    with pytest.raises(ValueError, match="no candidates, expected at least 1"):
        mbr(["a"], [])
    with pytest.raises(FormatError, match=r"^candidates\[0\]: 1 sentence, expected 2 as in source"):
        mbr(["a", "b"], [["a"]])
    assert mbr(["a b"], [["a\nb"]]) == ["a b"]


def test_a_sentence_that_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fastgec.combine.votes.available_memory", lambda: 1 << 18)
    long = " ".join(f"w{n}" for n in range(3000)), " ".join(f"v{n}" for n in range(3000))
    for metric in ("m2", "green"):
        with pytest.raises(FormatError, match=r":2: .*need more"):
            mbr(["a", long[0]], [["a", long[1]], ["a", long[0]]], metric=metric)


def test_the_command_writes_what_python_returns(
    samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.chdir(samples)
    for metric in ("m2", "green:char", "gleu"):
        out = tmp_path / "out.txt"
        done = call(["mbr", "-s", "source.txt", *FILES, "--metric", metric, "-o", out])
        assert (done.status, done.stdout) == (0, "")
        assert done.stderr.startswith("mbr: 20 sentences: ")
        numbers = [
            int(part.split()[0]) for part in done.stderr.partition("sentences: ")[2].split(",")
        ]
        assert sum(numbers) == 20
        assert out.read_text(encoding="utf-8").splitlines() == mbr(
            "source.txt", FILES, metric=metric
        )
    done = call(["mbr", "-s", "source.txt", *FILES, "--metric", "imeasure"])
    assert (done.status, done.stdout) == (2, "")
    assert "expected one that compares candidates: m2, green, gleu" in done.stderr
    done = call(["mbr", "-q", "-s", "source.txt", *FILES, "--gold", "gold.m2", "-o", out])
    assert done.stdout.splitlines()[1].startswith("mbr\t")


def test_candidates_of_a_corpus_are_chosen_as_the_matrices_say(shared: Path) -> None:
    folder = shared / "data" / "conll14"
    paths = sorted((folder / "systems").iterdir())[3:6]
    columns = [Lines.read(path) for path in (folder / "source.txt", *paths)]
    found = mbr(folder / "source.txt", paths, jobs=None)
    for sentence in range(0, len(found), 7):
        source, *candidates = [column[sentence] for column in columns]
        matrix = m2.candidate_matrix(source, candidates)
        assert found[sentence] == candidates[slow_choice(matrix.tolist())]
