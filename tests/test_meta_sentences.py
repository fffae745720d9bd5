"""Sentence level: agreement with judgments equals golden data and the plain way."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_human as oracle
import oracle_meta
from commands import Call
from fastgec import References, gleu, green, meta
from fastgec.meta.agreement import by_ranks, grouped, kendall_of_long
from fastgec.meta.judgments import Rankings, Segments
from fastgec.metrics.gleu.metric import corpus_scores
from fastgec.read import FormatError
from fastgec.read.scores import has_sentences, read_sentence_scores
from meta_data import CONLL14, golden, judgments

COLUMNS = ("concordant", "discordant", "metric_tie", "human_tie", "both_tie")


@pytest.fixture(scope="module")
def scores(shared: Path) -> dict[str, Any]:
    found = golden(shared, "sentence-scores_conll14")
    return {
        metric: np.array([systems[one] for one in CONLL14]).T for metric, systems in found.items()
    }


def test_agreement_with_conll14_is_golden(shared: Path, scores: dict[str, Any]) -> None:
    wanted = golden(shared, "sentence_conll14")
    rankings = meta.read_rankings(judgments(shared), systems=wanted["order_of_systems"])
    n_compared = 0
    for metric, countings in wanted["metrics"].items():
        for counting, values in countings.items():
            is_collapsed = counting == "collapsed"
            found = meta.sentence_agreement(rankings, scores[metric], collapsed=is_collapsed)
            assert [getattr(found, name) for name in COLUMNS] == values["counts"]
            table = found.to_dict()
            assert table["counting"] == counting
            for name in ("accuracy", "tau", "acc_eq", "calibrated_acc_eq"):
                assert table[name] == pytest.approx(values[name], abs=1e-12, rel=0)
                n_compared += 1
            assert table["calibrated_epsilon"] == values["calibrated_epsilon"]
            assert found.concordant + found.later == values["seeda_code_correct"]
            assert (found.concordant + found.later) / found.decided == pytest.approx(
                values["seeda_code_accuracy"], abs=1e-12, rel=0
            )
        like = meta.sentence_agreement(rankings, scores[metric], like="seeda-code")
        values = countings["expanded"]
        assert like.counting == "seeda-code"
        assert like.accuracy == pytest.approx(values["seeda_code_accuracy"], abs=1e-12, rel=0)
        assert like.tau == pytest.approx(2 * values["seeda_code_accuracy"] - 1, abs=1e-12, rel=0)
    assert n_compared == 24


def test_scores_of_sentences_are_those_of_the_commands(
    shared: Path, tmp_path: Path, scores: dict[str, Any], call: Call
) -> None:
    data = shared / "data" / "conll14"
    outputs = [data / "systems" / f"official-{one}.txt" for one in CONLL14]
    outputs[CONLL14.index("INPUT")] = data / "source.txt"
    paths = [str(one) for one in outputs]
    texts = ["-s", str(data / "source.txt"), "-r", str(data / "ref0.txt"), str(data / "ref1.txt")]
    commands = {
        "m2-b0.5": ["m2", *paths, str(data / "gold.m2"), "--name", *CONLL14],
        "green-word-n4-b2.0": ["green", *texts, "-c", *paths, "--beta", "2", "--name", *CONLL14],
        "gleu-official-word-n4": ["gleu", *texts, "-c", *paths, "--name", *CONLL14],
    }
    for metric, words in commands.items():
        path = tmp_path / f"{metric}.jsonl"
        result = call([*words, "--sentences", str(path), "-q"])
        assert result.status == 0, result.stderr
        found = read_sentence_scores(path, CONLL14, 1312)
        np.testing.assert_allclose(found, scores[metric], rtol=0, atol=1e-12)


def test_accuracies_of_gec_metrics_come_out(shared: Path) -> None:
    wanted = golden(shared, "gec-metrics_conll14")
    order = wanted["note"].partition("order of systems: ")[2].split()
    assert sorted(order) == sorted(CONLL14)
    data = shared / "data" / "conll14"

    def read(name: str) -> list[str]:
        lines = (data / name).read_text(encoding="utf-8").split("\n")
        return [line.rstrip() for line in lines[:1312]]

    source, ref0, ref1 = (read(name) for name in ("source.txt", "ref0.txt", "ref1.txt"))
    blocks = (data / "gold.m2").read_text(encoding="utf-8").strip().split("\n\n")
    for place, block in enumerate(blocks):  # that program leaves the source there
        if "|||1" not in {line[-4:] for line in block.splitlines()[1:]}:
            ref1[place] = source[place]
    outputs = {one: read(f"systems/official-{one}.txt") for one in CONLL14} | {"INPUT": source}
    rankings = meta.read_rankings(judgments(shared), systems=order)

    def greens(hypothesis: list[str]) -> Any:
        return green.sentence_scores(
            hypothesis, References(source, [ref0, ref1]), beta=2.0, short="one"
        )

    def gleus(variant: str, hypothesis: list[str]) -> Any:
        counts = gleu.count(hypothesis, References(source, [ref0, ref1]), variant=variant)
        return corpus_scores(counts.table).reshape(1312, 2).mean(axis=1)  # never smoothed

    metrics: dict[str, Callable[[list[str]], Any]] = {
        "green-word-2|gjg": greens,
        "gleu|gjg": partial(gleus, "equation"),
        "gleuofficial|gjg": partial(gleus, "official"),
    }
    for name, metric in metrics.items():
        found = np.array([metric(outputs[one]) for one in order]).T
        agreement = meta.sentence_agreement(rankings, found, like="seeda-code")
        accuracy = wanted[name]["sentence"]["corr"]
        assert agreement.accuracy == accuracy["acc"]
        assert agreement.tau == pytest.approx(accuracy["tau"], abs=1e-15, rel=0)


LABELS = "ABCD"
SCORE = st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.5])


@st.composite
def judged(draw: st.DrawFn) -> tuple[Rankings, Any]:
    items = []
    for _ in range(draw(st.integers(1, 6))):
        labels = draw(st.permutations(LABELS))[: draw(st.integers(0, 4))]
        groups = [(draw(st.integers(1, 3)), [label]) for label in labels]
        items.append((draw(st.integers(0, 4)), groups))
    scores = draw(st.lists(st.lists(SCORE, min_size=4, max_size=4), min_size=5, max_size=5))
    return Rankings.of(LABELS, items), np.array(scores)


@given(judged(), st.sampled_from([0.0, 0.1, 0.2]))
def test_agreement_is_what_its_definition_says(both: tuple[Rankings, Any], epsilon: float) -> None:
    rankings, scores = both
    units = [
        (int(s), float(scores[s, w] - scores[s, o]), bool(tie), bool(w > o))
        for s, w, o, tie in zip(
            rankings.sentence, rankings.winner, rankings.loser, rankings.kind, strict=True
        )
    ]
    found = meta.sentence_agreement(rankings, scores, collapsed=False, epsilon=epsilon)
    wanted = oracle.outcomes(units, epsilon)
    assert [getattr(found, name) for name in COLUMNS] == wanted
    assert found.judgments == len(units)
    if units:
        calibrated = oracle.calibrated(units)
        assert found.calibration is not None
        assert (found.calibration.epsilon, found.calibration.n_right) == calibrated
    halves = [one for one in units if one[0] < 3], [one for one in units if one[0] >= 3]
    if all(halves):
        epsilons = [oracle.calibrated(half)[0] for half in halves]
        assert found.epsilons == tuple(epsilons)
        assert found.cross_fitted == sum(
            oracle.n_right(half, other)
            for half, other in zip(halves, reversed(epsilons), strict=True)
        )
    else:
        assert (found.epsilons, found.cross_fitted) == (None, None)
    table = found.to_dict()
    numbers = [value for value in table.values() if isinstance(value, int | float)]
    assert all(map(math.isfinite, numbers))
    if not found.decided:
        assert (found.accuracy, found.tau) == (None, None)
    distances = by_ranks(rankings, scores, collapsed=False)
    assert sum(one.concordant for one in distances) == oracle.outcomes(units, 0.0)[0]
    assert sum(one.metric_tie for one in distances) == oracle.outcomes(units, 0.0)[2]
    assert all(one.better < one.worse for one in distances)


def test_accuracy_by_ranks_is_that_of_the_judgments_with_these_ranks(
    shared: Path, scores: dict[str, Any]
) -> None:
    metric = scores["green-word-n4-b2.0"]
    slow = oracle.judgments(judgments(shared), 0, list(CONLL14))
    rankings = meta.read_rankings(judgments(shared))
    found = {(one.better, one.worse): one for one in by_ranks(rankings, metric)}
    assert sorted(found) == [*combinations(range(1, 6), 2)]
    counts = {pair: [0, 0, 0] for pair in found}
    for one in slow:
        if one.is_collapsed and one.first_rank != one.second_rank:
            a, b = (metric[one.sentence, CONLL14.index(label)] for label in (one.first, one.second))
            difference = (a - b) * (one.second_rank - one.first_rank)
            pair = min(one.first_rank, one.second_rank), max(one.first_rank, one.second_rank)
            counts[pair][0 if difference > 0 else 1 if difference < 0 else 2] += 1
    for pair, (concordant, discordant, ties) in counts.items():
        one = found[pair]
        assert (one.concordant, one.discordant, one.metric_tie) == (concordant, discordant, ties)
        assert one.accuracy == concordant / (concordant + discordant + ties)


def test_pairs_of_ratings_are_judgments() -> None:
    rated = Segments("r", ("a", "b", "c"), np.array([[1, 2, 2], [np.nan] * 3, [3, 1, 2.0]]))
    metric = np.array([[0.5, 0.75, 0.75], [0, 0, 0], [0.1, 0.2, 0.1]])
    found = meta.sentence_agreement(rated, metric)
    assert found.counting == "expanded"
    assert [getattr(found, name) for name in COLUMNS] == [2, 2, 1, 0, 1]
    one = grouped(rated, metric, "item")
    assert one.averaged == 2
    pearsons = [
        oracle_meta.pearson(rated.ratings[s].tolist(), metric[s].tolist()) or 0 for s in (0, 2)
    ]
    assert one.pearson == pytest.approx(sum(pearsons) / 2, abs=1e-12)
    taus = [oracle_meta.kendall(rated.ratings[s].tolist(), metric[s].tolist()) or 0 for s in (0, 2)]
    assert one.kendall == pytest.approx(sum(taus) / 2, abs=1e-12)
    cells = [rated.ratings[[0, 2]].ravel().tolist(), metric[[0, 2]].ravel().tolist()]
    whole = grouped(rated, metric, "none")
    assert whole.pearson == pytest.approx(oracle_meta.pearson(*cells), abs=1e-12)
    assert whole.kendall == pytest.approx(oracle_meta.kendall(*cells), abs=1e-12)
    flat = grouped(rated, np.zeros((3, 3)), "item")
    assert (flat.pearson, flat.kendall, flat.averaged) == (None, None, 0)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=40))
def test_tau_of_long_lists_is_that_of_its_pairs(pairs: list[tuple[int, int]]) -> None:
    one, other = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    found, wanted = kendall_of_long(np.array(one), np.array(other)), oracle_meta.kendall(one, other)
    assert (found is None) == (wanted is None)
    if wanted is not None:
        assert found == pytest.approx(wanted, abs=1e-12)


def test_bad_arguments_are_refused() -> None:
    rankings = Rankings.of("AB", [(0, [(1, ["A"]), (2, ["B"])]), (3, [(1, ["A"]), (1, ["B"])])])
    with pytest.raises(ValueError, match=r"scores of shape \(4,\): expected sentences x 2"):
        meta.sentence_agreement(rankings, np.zeros(4))
    with pytest.raises(ValueError, match="scores of 2 sentences: expected 4 or more"):
        meta.sentence_agreement(rankings, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="NaN, expected a score"):
        meta.sentence_agreement(rankings, np.full((4, 2), np.nan))
    with pytest.raises(ValueError, match="like 'x': expected seeda-code"):
        meta.sentence_agreement(rankings, np.zeros((4, 2)), like="x")
    with pytest.raises(ValueError, match="epsilon -1: expected a number from 0"):
        meta.sentence_agreement(rankings, np.zeros((4, 2)), epsilon=-1)
    rated = Segments("r", ("a", "b"), np.array([[1.0, 2.0]]))
    with pytest.raises(ValueError, match="scores of 2 sentences, expected 1"):
        meta.sentence_agreement(rated, np.zeros((2, 2)))
    with pytest.raises(ValueError, match="group 'x': expected item or none"):
        grouped(rated, np.zeros((1, 2)), "x")


def lines(*objects: object) -> str:
    return "".join(json.dumps(one) + "\n" for one in objects)


def test_scores_of_sentences_are_read_in_all_layouts(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(
        lines(
            {"system": "out/a.txt", "sentence": 2, "f": 0.5},
            {"system": "b", "sentence": 1, "score": -1, "f": 0.25},
            {"system": "unknown", "sentence": 1, "nothing": 1},
            {"system": "out/a.txt", "sentence": 1, "mean": 1},
        )
        + "\n"
        + lines(
            {
                "system": "b",
                "sentence": 2,
                "correct": 0,
                "proposed": 4,
                "gold": 1,
                "annotators": {
                    "0": {"correct": 0, "proposed": 4, "gold": 1},
                    "1": {"correct": 1, "proposed": 4, "gold": 2},
                },
            }
        ),
        encoding="utf-8",
    )
    found = read_sentence_scores(path, ["a", "b"], 2, beta=1.0)
    assert found == pytest.approx(np.array([[1, -1], [0.5, 1 / 3]]), abs=1e-15)
    assert has_sentences(path)
    assert not has_sentences(tmp_path / "s.tsv")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("1\n0.5\n", encoding="utf-8")
    (folder / "b").write_text("-1\n1e-1\n", encoding="utf-8")
    assert read_sentence_scores(folder, ["b", "a"], 2).tolist() == [[-1, 1], [0.1, 0.5]]
    assert has_sentences(folder)


def test_sentences_are_numbered_with_or_without_those_that_are_left_out(tmp_path: Path) -> None:
    """Of five sentences the second and the fourth are kept."""
    path = tmp_path / "s.jsonl"
    kept = {"numbers": np.array([1, 3]), "n_all": 5}
    path.write_text(lines(*({"system": "a", "sentence": n, "score": n} for n in (1, 2))), "utf-8")
    assert read_sentence_scores(path, ["a"], 2, **kept).tolist() == [[1], [2]]
    for numbers in ((2, 4), (5, 4, 3, 2, 1)):
        rows = ({"system": "a", "sentence": n, "score": n} for n in numbers)
        path.write_text(lines(*rows), encoding="utf-8")
        assert read_sentence_scores(path, ["a"], 2, **kept).tolist() == [[2], [4]]
    for n, message in (
        (3, "1 sentence of a, expected 2: the first that is missing is 4"),
        (6, ":2: sentence 6: expected 1 to 2, or 1 to 5 as in the corpus before"),
    ):
        rows = ({"system": "a", "sentence": one, "score": 1} for one in (2, n))
        path.write_text(lines(*rows), encoding="utf-8")
        with pytest.raises(FormatError) as error:
            read_sentence_scores(path, ["a"], 2, **kept)
        assert message in str(error.value)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a").write_text("1\n2\n", encoding="utf-8")
    (folder / "b").write_text("1\n2\n3\n4\n5\n", encoding="utf-8")
    assert read_sentence_scores(folder, ["a", "b"], 2, **kept).tolist() == [[1, 2], [2, 4]]
    (folder / "a").write_text("1\n2\n3\n", encoding="utf-8")
    with pytest.raises(FormatError, match="a: 3 lines, expected 2 or 5"):
        read_sentence_scores(folder, ["a"], 2, **kept)


BAD_LINES = {
    "no JSON": ("x\n", ":1: x: expected a JSON object"),
    "a key twice": ('{"f": 1, "f": 0}\n', ':1: key "f" is there twice in an object'),
    "list": ("[1]\n", ":1: no JSON object"),
    "deep": ("[" * 100_000 + "\n", ":1: "),
    "no system": (lines({"sentence": 1}), ":1: no system"),
    "sentence": (lines({"system": "a", "sentence": 3}), ":1: sentence 3: expected 1 to 2"),
    "true": (lines({"system": "a", "sentence": True}), ":1: sentence True"),
    "no score": (lines({"system": "a", "sentence": 1}), ":1: no score: expected one of"),
    "word": (lines({"system": "a", "sentence": 1, "f": "1"}), ":1: f 1: expected a number"),
    "nan": ('{"system": "a", "sentence": 1, "f": NaN}\n', ":1: f nan: expected a number"),
    "huge": (lines({"system": "a", "sentence": 1, "f": 10**999}), ":1: f 1000000000"),
    "twice": (lines(*[{"system": "a", "sentence": 1, "f": 1}] * 2), ":2: sentence 1 of a"),
    "missing": (
        lines({"system": "a", "sentence": 2, "f": 1}),
        "1 sentence of a, expected 2: the first that is missing is 1",
    ),
    "counts": (
        lines({"system": "a", "sentence": 1, "correct": 1, "annotators": {"0": {"correct": -1}}}),
        ":1: bad counts",
    ),
    "two": (
        lines({"system": "x/a.txt", "sentence": 1, "f": 1}, {"system": "y/a", "sentence": 2}),
        "x/a.txt and y/a are both a",
    ),
}


@pytest.mark.parametrize("case", BAD_LINES)
def test_bad_scores_of_sentences_are_one_line(tmp_path: Path, case: str) -> None:
    text, message = BAD_LINES[case]
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        read_sentence_scores(path, ["a"], 2)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


def test_a_bad_folder_of_scores_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"no file a.txt"):
        read_sentence_scores(tmp_path, ["a"], 2)
    (tmp_path / "a.txt").write_text("1\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"a.txt: 1 line, expected 2"):
        read_sentence_scores(tmp_path, ["a"], 2)
    (tmp_path / "a.txt").write_text("1\nx\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"a.txt:2: x, expected a number"):
        read_sentence_scores(tmp_path, ["a"], 2)
