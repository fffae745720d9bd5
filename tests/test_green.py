"""GREEN: the reference program's numbers, the oracle, laws, entry points."""

from __future__ import annotations

import gzip
import math
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import oracle_green as oracle
from fastgec.counts import Counts
from fastgec.metrics import green
from fastgec.read import FormatError
from fastgec.read.lines import Lines, References
from golden_data import CORPORA, columns_of, read_json, system_path

INF = float("inf")


def labels_of(counts: Counts, **scoring: Any) -> str:
    """The chosen references, a digit for each sentence."""
    return "".join(map(str, counts.labels[green.select(counts, **scoring)]))


@pytest.mark.parametrize("unit", ["word", "char"])
@pytest.mark.parametrize("corpus", sorted(CORPORA))
def test_counts_choices_and_scores_equal_the_reference(
    shared: Path, corpus: str, unit: str
) -> None:
    golden = read_json(shared / "golden" / "green" / f"{corpus}_{unit}.json.gz")
    source, references = columns_of(shared, corpus)
    assert len(references) == len(golden["refs"])
    betas = (0.5, 1.0, 2.0, 5.0)
    names = list(golden["systems"])
    paths = [system_path(shared, corpus, name) for name in names]
    n_cells = 0
    for order in range(1, 5 if unit == "word" else 7):
        tables = green.count_systems(paths, References(source, references), order=order, unit=unit)
        streamed = green.evaluate_systems(
            paths, References(source, references), order=order, unit=unit, beta=betas[0]
        )
        for score, counts in zip(streamed, tables, strict=True):
            kept = green.score_counts(counts, beta=betas[0])
            assert (score.regions == kept.regions).all()
            assert (score.f, score.f_sum) == (kept.f, kept.f_sum)
        for name, counts in zip(names, tables, strict=True):
            for beta in betas:
                score = green.score_counts(counts, beta=beta)
                cell = golden["systems"][name]["scores"][f"n{order}_b{beta:g}"]
                n_cells += 1
                # Stricter than asked: equal in the golden's near ties, too.
                assert score.regions.tolist() == cell["counts"]
                if "ref_choice" in cell:
                    assert labels_of(counts, beta=beta) == cell["ref_choice"]
                for values, key in (
                    (score.precisions, "P"),
                    (score.recalls, "R"),
                    (score.f_by_order, "F"),
                    (score.cumulative_precisions, "cumP"),
                    (score.cumulative_recalls, "cumR"),
                    (score.cumulative_f, "cumF"),
                    ([score.f], "score"),
                    ([score.mean_sentence_f], "mean_sent"),
                    ([score.alpha], "alpha"),
                ):
                    expected = np.atleast_1d(cell[key])
                    assert np.abs(np.asarray(values) - expected).max() <= 1e-12
    assert n_cells == sum(len(system["scores"]) for system in golden["systems"].values())


@pytest.mark.parametrize("unit", ["word", "char"])
def test_sentence_scores_equal_the_reference(shared: Path, unit: str) -> None:
    cases = read_json(shared / "golden" / "green" / f"sentence-scores_{unit}.json.gz")
    assert len(cases) == 8
    for case in cases:
        corpus = next(name for name in CORPORA if name.split("-")[0] in case["dataset"])
        source, references = columns_of(shared, corpus)
        columns = system_path(shared, corpus, case["system"]), References(source, references)
        n, beta = case["n"], case["beta"]
        f = green.sentence_scores(*columns, order=n, unit=unit, beta=beta)
        assert np.abs(f - case["f"]).max() <= 1e-12
        assert labels_of(green.count(*columns, order=n, unit=unit), beta=beta) == case["ref"]


def test_worked_example() -> None:
    """Counts made by hand from the definition: source, reference and hypothesis of five words."""
    score = green.evaluate(["a x c d f"], References(["a b c d e"], [["a x c d e"]]), order=2)
    # order 1: a c d kept, b deleted, x inserted, e over-deleted, f over-inserted
    # order 2: cd kept; ab, bc deleted; ax, xc inserted; de over-deleted; df over-inserted
    assert score.regions.tolist() == [[3, 1, 1, 1, 1, 0, 0], [1, 2, 2, 1, 1, 0, 0]]
    assert score.precisions.tolist() == [5 / 7, 5 / 7]
    assert score.recalls.tolist() == [1.0, 1.0]


line = st.text(alphabet="ab é", max_size=10)


def is_near_tie(
    one: list[oracle.Regions], other: list[oracle.Regions], *, beta: float, short: str
) -> bool:
    """Whether two references may be equal in mathematics and not in the last bit of a double.

    Geometric means of other numbers can be one number; exp and log round it otherwise than a
    product and a power do. Means that are 0 or 1, and order 1, which has no mean, are safe.
    """
    if one == other:
        return False
    lists = (oracle.cumulative_f(rows, beta, short)[::-1] for rows in (one, other))
    for a, b in list(zip(*lists, strict=True))[:-1]:
        if a != b or a not in (0.0, 1.0):
            return abs(a - b) < 1e-12
    return False


@given(
    st.lists(st.tuples(line, line, line, line), min_size=1, max_size=5),
    st.integers(1, 6),
    st.sampled_from(["word", "char"]),
    st.sampled_from(["zero", "one"]),
    st.sampled_from([0.0, 0.5, 1.0, 2.0, INF]),
)
def test_every_entry_point_equals_the_oracle(
    rows: list[tuple[str, str, str, str]], order: int, unit: str, short: str, beta: float
) -> None:
    source, hypotheses, *columns_ = map(list, zip(*rows, strict=True))
    references = [Lines.of(column) for column in columns_]  # whatever the texts are like
    counted = [[oracle.count_row(s, r, h, order, unit) for r in rs] for s, h, *rs in rows]
    assume(not any(is_near_tie(*candidates, beta=beta, short=short) for candidates in counted))
    chosen = [oracle.choose(candidates, beta, short) for candidates in counted]
    picked = [candidates[k] for candidates, k in zip(counted, chosen, strict=True)]
    columns = hypotheses, References(source, references)
    score = green.evaluate(*columns, order=order, unit=unit, beta=beta, short=short, jobs=1)
    assert [tuple(row) for row in score.regions.tolist()] == oracle.add(picked)
    f = [oracle.cumulative_f(row, beta, short)[-1] for row in picked]
    sentence_f = green.sentence_scores(*columns, order=order, unit=unit, beta=beta, short=short)
    assert sentence_f == pytest.approx(f, abs=1e-12)
    assert score.mean_sentence_f == math.fsum(sentence_f) / len(rows)
    assert score.f == pytest.approx(
        oracle.cumulative_f(oracle.add(picked), beta, short)[-1], abs=1e-12
    )
    counts = green.count(hypotheses, References(source, references), order=order, unit=unit, jobs=1)
    rows_chosen = green.select(counts, beta=beta, short=short)
    assert (rows_chosen - counts.offsets[:-1]).tolist() == chosen
    again = green.score_counts(counts, beta=beta, short=short)
    assert (again.regions == score.regions).all()
    assert again.f_sum == score.f_sum
    parts = Counts.concat([counts.sentences(0, 1), counts.sentences(1, counts.n_sentences)])
    assert parts == counts


def test_candidates_score_as_corpora_of_one_sentence() -> None:
    candidates = ["a b c", "a c", "", "c b a x"]
    matrix = green.candidate_matrix("a b c d", candidates, order=2, beta=2.0)
    for i, hypothesis in enumerate(candidates):
        for j, reference in enumerate(candidates):
            (score,) = green.sentence_scores(
                [hypothesis], References(["a b c d"], [[reference]]), order=2, beta=2.0
            )
            assert matrix[i, j] == score
    references = ["a c", "a b d"]
    scores = green.candidate_scores("a b c d", references, candidates, order=2, unit="char")
    for score, hypothesis in zip(scores, candidates, strict=True):
        columns = [[reference] for reference in references]
        assert [score] == green.sentence_scores(
            [hypothesis], References(["a b c d"], columns), order=2, unit="char"
        ).tolist()


def test_identity_scores_one_in_every_order() -> None:
    text = ["the cat sat on the mat .", "a b c d e f g"]
    for beta in (0.0, 1.0, INF):
        score = green.evaluate(text, References(text, [text]), beta=beta)
        assert (score.f, score.mean_sentence_f) == (1.0, 1.0)
        assert green.sentence_scores(text, References(text, [text]), beta=beta).tolist() == [
            1.0,
            1.0,
        ]


def test_a_perfect_short_sentence_scores_what_short_says() -> None:
    for short, f in (("zero", 0.0), ("one", 1.0)):
        assert green.sentence_scores(
            ["a c"], References(["a b"], [["a c"]]), short=short
        ).tolist() == [f]


def test_threads_and_blocks_give_the_same_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    source, first, second, hypotheses = (
        [" ".join(map(str, random.integers(0, 5, random.integers(0, 9)))) for _ in range(300)]
        for _ in range(4)
    )
    columns = hypotheses, References(source, [first, second])
    whole = [green.evaluate(*columns, beta=beta, jobs=1) for beta in (1.0, 2.0)]
    counts, f = green.count(*columns), green.sentence_scores(*columns)
    monkeypatch.setattr("fastgec.read.files.LINES", 16)
    for jobs in (1, 3):
        for score in whole:
            again = green.evaluate(*columns, beta=score.beta, jobs=jobs)
            assert (again.regions == score.regions).all()
            assert again.mean_sentence_f == score.mean_sentence_f
        assert green.count(*columns, jobs=jobs) == counts
        assert (green.sentence_scores(*columns, jobs=jobs) == f).all()


def test_several_systems_score_as_each_alone() -> None:
    source, reference = ["a b c", "d e"], ["a c", "d e f"]
    systems: Sequence[list[str]] = [["a b c", "d e f"], ["a c", ""], ["x", "d e"]]
    for beta in (0.5, 1.0):
        together = green.evaluate_systems(
            systems, References(source, [reference]), beta=beta, order=2
        )
        for system, score in zip(systems, together, strict=True):
            alone = green.evaluate(system, References(source, [reference]), beta=beta, order=2)
            assert (score.f, score.f_sum) == (alone.f, alone.f_sum)


def test_white_space_is_pythons_and_characters_are_code_points() -> None:
    spaced = ["a\x1cb\u2003c\u200bd"]
    assert green.count(spaced, References(spaced, [spaced]), order=1).table[0, 0] == len(
        spaced[0].split()
    )
    text = ["e\u0301 \U0001f468\u200d\U0001f469 "]
    assert green.count(text, References(text, [text]), order=1, unit="char").table[0, 0] == len(
        text[0]
    )


def test_scores_can_be_pickled() -> None:
    score = green.evaluate(["a c"], References(["a b"], [["a c"]]))
    again = pickle.loads(pickle.dumps(score))
    assert again.f == score.f
    assert (again.regions == score.regions).all()


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_files_are_read_by_the_rules_of_all_metrics(tmp_path: Path) -> None:
    source = write(tmp_path / "s", "\ufeffa b\r\nc\r\n\r\n")
    reference = write(tmp_path / "r", "a b\nc\n\n")
    hypotheses = write(tmp_path / "h.gz", gzip.compress(b"a b\nc\n"))
    with pytest.raises(FormatError) as error:
        green.evaluate(hypotheses, References(source, [reference]))
    assert str(error.value) == f"{hypotheses}: 2 sentences, expected 3 as in {source}"
    again = write(tmp_path / "h2", gzip.compress(b"a b\nc\n\n"))
    score = green.evaluate(again, References(source, [reference]), order=1)
    assert score.regions.tolist() == [[3, 0, 0, 0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ((b"a\n", b"a\nb\n", b"a\n"), "r: 2 sentences, expected 1 as in "),
        ((b"", b"", b""), "s: no sentence, expected at least 1"),
        ((b"a\nb\n", b"a\nb\n", b"a\nb \xff\n"), "h:2: invalid UTF-8: byte 0xff at byte 3"),
        ((b"a\n", b"a\n", b"\x1f\x8bxx"), "h: damaged gzip data"),
        ((b"a\n", b"a\n", b"\x28\xb5\x2f\xfdxx"), "h: damaged Zstandard data"),
        ((b"a\n", b"a\n", None), "h: no such file or directory"),
    ],
)
def test_bad_files_are_refused(
    tmp_path: Path, texts: tuple[bytes | None, ...], message: str
) -> None:
    paths = [tmp_path / name for name in "srh"]
    for path, text in zip(paths, texts, strict=True):
        if text is not None:
            write(path, text)
    with pytest.raises(FormatError) as error:
        green.evaluate(paths[2], References(paths[0], [paths[1]]))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"order": 0}, "order 0: expected a whole number from 1 to 1000"),
        ({"unit": "byte"}, "unit 'byte': expected 'word' or 'char'"),
        ({"beta": -1.0}, r"beta -1.0: expected a number from 0"),
        ({"beta": float("nan")}, "beta nan"),
        ({"short": "two"}, "short 'two': expected 'zero' or 'one'"),
        ({"gold": References(["a"], [])}, "no references, expected at least 1"),
        ({"jobs": 0}, "jobs 0: expected a whole number from 1"),
    ],
)
def test_bad_parameters_are_refused(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"hypotheses": ["a"], "gold": References(["a"], [["a"]])}
    with pytest.raises(ValueError, match=message):
        green.evaluate(**{**arguments, **change})
