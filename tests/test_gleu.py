"""GLEU: the published program's numbers, the other variant's, the oracle, laws, entry points."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import oracle_gleu as oracle
from fastgec.choose.rules import drawn_references
from fastgec.counts import Counts
from fastgec.metrics import gleu
from fastgec.read import FormatError
from fastgec.read.lines import Lines, References
from golden_data import CORPORA, columns_of, golden, read_json, system_path


def draw(n_sentences: int, n_references: int, seed: int, draws: str) -> NDArray[np.int64]:
    (drawn,) = drawn_references(n_sentences, n_references, [seed], draws)
    return drawn


def close(values: Any, expected: Any, tolerance: float = 1e-12) -> bool:
    difference = np.abs(np.asarray(values) - np.asarray(expected))
    return bool(difference.max() <= tolerance)


@pytest.mark.parametrize("python", ["2", "3"])
@pytest.mark.parametrize("corpus", sorted(CORPORA))
def test_official_scores_equal_the_published_program(
    shared: Path, corpus: str, python: str
) -> None:
    golden = read_json(shared / "golden" / "gleu" / f"{corpus}_official_py{python}.json.gz")
    source, references = columns_of(shared, corpus)
    n_sentences = len(Lines.read(source))
    draws = f"python{python}"
    for iteration in (0, 1, 499):
        drawn = draw(n_sentences, len(references), 101 * iteration, draws)
        assert drawn[:40].tolist() == golden[f"indices_iter{iteration}_first40"]
    names = list(golden["systems"])
    paths = [system_path(shared, corpus, name) for name in names]
    scores = gleu.evaluate_systems(paths, References(source, references), draws=draws)
    for name, path, score in zip(names, paths, scores, strict=True):
        expected = golden["systems"][name]
        assert f"{score.mean:f}" == expected["printed"]
        assert close(score.mean, expected["mean"])
        assert close(score.standard_deviation, expected["std"])
        assert close(score.interval, expected["ci95"])
        assert close(score.iterations.min(), expected["min"])
        assert close(score.iterations.max(), expected["max"])
        assert close(score.iterations[:5], expected["iter_scores_first5"])
        assert close(score.iterations.sum(), expected["iter_scores_sum"], 1e-10)
        assert close(score.references, expected["per_ref_corpus"])
        counts = gleu.count(path, References(source, references))
        sentences = gleu.reference_scores(counts)
        assert close(sentences[:30], expected["sentence_per_ref_first30"])
        means = gleu.sentence_scores(path, References(source, references))
        assert close(means[:30], expected["sentence_mean_first30"])
        assert close(np.std(sentences, axis=1)[:30], expected["sentence_std_first30"])
        assert close(means.mean(), expected["mean_of_sentence_means"])
        drawn = draw(n_sentences, len(references), 0, draws)
        assert (
            counts.table[counts.offsets[:-1] + drawn].sum(axis=0).tolist()
            == (expected["iter0_stats"])
        )
        for k, stats in enumerate(expected["per_ref_stats"]):
            assert counts.table[counts.offsets[:-1] + k].sum(axis=0).tolist() == stats


def test_the_published_figure_of_jfleg_dev(shared: Path) -> None:
    source, references = columns_of(shared, "jfleg-dev")
    score = gleu.evaluate(
        shared / "data/jfleg-dev/systems/naacl2018.txt", References(source, references)
    )
    assert score.interval is not None
    low, high = score.interval
    shown = f"{score.mean:.6f} {score.standard_deviation:.6f} {low:.3f} {high:.3f}"
    assert shown == "0.541276 0.008555 0.525 0.558"


def as_the_library(path: Path, unit: str) -> list[str]:
    """The lines of a file so that our tokens are those of the library behind the goldens.

    It strips the end of the file and splits words at single spaces, so that empty words count.
    """
    lines = path.read_text(encoding="utf-8").rstrip().split("\n")
    if unit == "char":
        return lines
    return [line and " ".join(word or "nothing" for word in line.split(" ")) for line in lines]


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")  # "nothing" for spaces at the end
@pytest.mark.parametrize("what", ["word4", "char4", "char6"])
@pytest.mark.parametrize("corpus", ["conll14-official", "gmeg-fce"])
def test_equation_scores_equal_the_other_library(shared: Path, corpus: str, what: str) -> None:
    golden = read_json(shared / "golden" / "gleu" / f"{corpus}_equation_{what}.json.gz")
    source, references = columns_of(shared, corpus)
    unit, order = what[:4], int(what[4:])
    n_equal = 0
    for name, expected in golden["systems"].items():
        counts = gleu.count(
            as_the_library(system_path(shared, corpus, name), unit),
            References(
                as_the_library(source, unit), [as_the_library(path, unit) for path in references]
            ),
            variant="equation",
            unit=unit,
            order=order,
        )
        if unit == "word":  # the library gives an empty line the length 1
            table = counts.table.copy()
            table[:, :2] = np.maximum(table[:, :2], 1)
            counts = dataclasses.replace(counts, table=table)
        score = gleu.score_counts(counts, draws="python3")
        assert close(score.mean, expected["corpus"])
        assert close(score.references, expected["per_ref_corpus"])
        n_equal += 1
        if "sent_error" not in expected:
            means = gleu.reference_scores(counts).mean(axis=1)
            assert close(means.mean(), expected["mean_sent"])
            assert close(means[:30], expected["sent_first30"])
    assert n_equal == len(golden["systems"])


PUBLISHED = [  # Koyama et al. (2024), table 2: corpus, unit, order, Pearson's r, Spearman's rho
    ("conll14", "word", 4, ".696", ".445"),
    ("conll14", "char", 6, ".606", ".593"),
    ("fce", "word", 4, ".961", ".964"),
    ("fce", "char", 6, ".992", ".964"),
]


def lines_of(path: Path) -> list[str]:
    lines = Lines.read(path)
    return [lines[line] for line in range(len(lines))]


def texts_and_judgments(shared: Path, corpus: str) -> tuple[list[list[str]], list[float]]:
    """Source, references and systems of a corpus as the paper has it, and their expected wins."""
    if corpus == "conll14":
        human = read_json(shared / "golden/meta/human_conll14.json.gz")
        systems = [f"systems/official-{name}.txt" for name in human["systems"]]
        systems = [name.replace("systems/official-INPUT", "source") for name in systems]
        folders, n_references = ["conll14"], 2
    else:  # dev, then test
        human = read_json(shared / "golden/meta/human_gmeg-fce.json.gz")
        systems = [f"systems/{name}.txt" for name in human["systems"]]
        systems = [name.replace("systems/source", "source") for name in systems]
        folders, n_references = ["gmeg-fce-dev", "gmeg-fce"], 4
    names = ["source.txt", *(f"ref{k}.txt" for k in range(n_references)), *systems]
    columns = [
        [line for folder in folders for line in lines_of(shared / "data" / folder / name)]
        for name in names
    ]
    return columns, human["expected_wins"]


@pytest.mark.parametrize(("corpus", "unit", "order", "r", "rho"), PUBLISHED)
def test_clipped_scores_correlate_as_the_paper_of_green_has_it(
    shared: Path, corpus: str, unit: str, order: int, r: str, rho: str
) -> None:
    (source, *others), wins = texts_and_judgments(shared, corpus)
    n_references = len(others) - len(wins)
    references, systems = others[:n_references], others[n_references:]
    scores = gleu.evaluate_systems(
        systems, References(source, references), variant="clipped", unit=unit, order=order
    )
    values = [score.mean for score in scores]
    assert len({*values}) == len({*wins}) == len(wins)  # so ranks have no ties
    ranks = [np.argsort(np.argsort(side)) for side in (values, wins)]
    found = np.corrcoef(values, wins)[0, 1], np.corrcoef(*ranks)[0, 1]
    assert [f"{value:.3f}".lstrip("0") for value in found] == [r, rho]


def compare_draws() -> int:
    """Return the number of sequences of draws that are those of Python 2 and Python 3."""
    n_sequences = 0
    for size, seeds in read_json(golden("gleu/rng_randint.json.gz"))["draws"].items():
        for seed, draws in seeds.items():
            for python in ("2", "3"):
                text = draws[f"py{python}_randint"].replace("[16]", "g").replace("[17]", "h")
                expected = [int(letter, 18) for letter in text]
                drawn = draw(32, int(size), int(seed), f"python{python}")
                assert drawn.tolist() == expected
                n_sequences += 1
    return n_sequences


@given(st.integers(0, 300), st.integers(1, 70), st.integers(0, 2**70))
def test_drawn_references_equal_this_pythons_generator(size: int, k: int, seed: int) -> None:
    generator = random.Random(seed)
    expected = [generator.randint(0, k - 1) for _ in range(size)]
    assert draw(size, k, seed, "python3").tolist() == expected
    generator = random.Random(seed)
    expected = [int(generator.random() * k) for _ in range(size)]
    assert draw(size, k, seed, "python2").tolist() == expected


def test_worked_example() -> None:
    """One reference, counted by hand: source a b c d, reference a b x d, hypothesis a b c x."""
    for variant in gleu.VARIANTS:
        counts = gleu.count(
            ["a b c x"], References(["a b c d"], [["a b x d"]]), variant=variant, order=2
        )
        # order 1: a b x match, c is wrongly kept; order 2: ab matches, bc is wrongly kept
        assert counts.table.tolist() == [[4, 4, 2, 4, 0, 3]]


def test_worked_example_of_numerators_below_zero() -> None:
    """Source and hypothesis a a b; references a b (an a is too many) and c (all is too much)."""
    numerators = {
        "official": ([2, 0], [0, 0]),  # the first reference has an a, so official takes off nothing
        "equation": ([1, 0], [-3, -2]),
        "clipped": ([1, 0], [0, 0]),
    }
    for variant, expected in numerators.items():
        counts = gleu.count(
            ["a a b"], References(["a a b"], [["a b"], ["c"]]), variant=variant, order=2
        )
        assert counts.table[:, 2::2].tolist() == list(expected), variant


line = st.text(alphabet="ab é", max_size=10)


@given(
    st.lists(st.tuples(line, line, line, line), min_size=1, max_size=5),
    st.integers(1, 6),
    st.sampled_from(["word", "char"]),
    st.sampled_from(gleu.VARIANTS),
    st.sampled_from(gleu.DRAWS),
)
def test_every_entry_point_equals_the_oracle(
    rows: list[tuple[str, str, str, str]], order: int, unit: str, variant: str, draws: str
) -> None:
    source, hypotheses, *columns_ = map(list, zip(*rows, strict=True))
    references = [Lines.of(column) for column in columns_]  # whatever the texts are like
    counted = [[oracle.statistics(s, r, h, order, unit, variant) for r in rs] for s, h, *rs in rows]
    counts = gleu.count(
        hypotheses, References(source, references), order=order, unit=unit, variant=variant
    )
    assert counts.table.tolist() == [row for candidates in counted for row in candidates]
    score = gleu.evaluate(
        hypotheses,
        References(source, references),
        order=order,
        unit=unit,
        variant=variant,
        iterations=7,
        draws=draws,
    )
    drawn = [oracle.draw(len(source), len(references), j, draws) for j in range(7)]
    expected = [oracle.iteration_score(counted, chosen) for chosen in drawn]
    assert score.iterations == pytest.approx(expected, abs=1e-12)
    sentence = oracle.official_sentence if variant == "official" else oracle.equation_sentence
    means = [fmean(map(sentence, candidates)) for candidates in counted]
    alone = gleu.sentence_scores(
        hypotheses, References(source, references), order=order, unit=unit, variant=variant
    )
    assert alone == pytest.approx(means, abs=1e-12)
    assert alone.tolist() == gleu.reference_scores(counts).mean(axis=1).tolist()
    again = gleu.score_counts(counts, iterations=7, draws=draws)
    assert again.iterations.tolist() == score.iterations.tolist()
    parts = Counts.concat([counts.sentences(0, 1), counts.sentences(1, counts.n_sentences)])
    assert parts == counts


def test_candidates_score_as_corpora_of_one_sentence() -> None:
    candidates = ["a b c", "a c", "", "c b a x"]
    for variant in gleu.VARIANTS:
        matrix = gleu.candidate_matrix("a b c d", candidates, order=2, variant=variant)
        for i, hypothesis in enumerate(candidates):
            for j, reference in enumerate(candidates):
                expected = gleu.sentence_scores(
                    [hypothesis], References(["a b c d"], [[reference]]), order=2, variant=variant
                )
                assert [matrix[i, j]] == expected.tolist()
        scores = gleu.candidate_scores("a b c d", candidates, candidates, variant=variant, order=2)
        assert scores.tolist() == matrix.mean(axis=1).tolist()


def test_threads_give_the_same_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = np.random.default_rng(4)
    columns = [
        [" ".join(map(str, generator.integers(0, 5, generator.integers(0, 9)))) for _ in range(200)]
        for _ in range(4)
    ]
    source, first, second, hypotheses = columns
    whole = gleu.count(hypotheses, References(source, [first, second]))
    monkeypatch.setattr("fastgec.read.files.LINES", 16)
    assert gleu.count(hypotheses, References(source, [first, second]), jobs=3) == whole


def test_identity_scores_one() -> None:
    text = ["the cat sat on the mat .", "a b c d e"]
    for variant in gleu.VARIANTS:
        assert gleu.evaluate(text, References(text, [text, text]), variant=variant).mean == 1.0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"order": 1001}, "order 1001: expected a whole number from 1 to 1000"),
        ({"unit": "byte"}, "unit 'byte'"),
        ({"variant": "new"}, "variant 'new': expected 'official' or 'equation' or 'clipped'"),
        ({"iterations": 0}, "iterations 0: expected a whole number from 1"),
        ({"draws": "python4"}, "draws 'python4': expected 'python2' or 'python3'"),
        ({"gold": References(["a"], [])}, "no references"),
    ],
)
def test_bad_parameters_are_refused(change: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"hypotheses": ["a"], "gold": References(["a"], [["a"]])}
    with pytest.raises(ValueError, match=message):
        gleu.evaluate(**{**arguments, **change})


def test_unequal_numbers_of_sentences_are_refused() -> None:
    with pytest.raises(FormatError) as error:
        gleu.evaluate(["a"], References(["a", "b"], [["a", "b"]]))
    assert str(error.value) == "hypotheses: 1 sentence, expected 2 as in source"
