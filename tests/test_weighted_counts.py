"""Counts that are sums of weights: doubles, kept as they are, and summed in one order only."""

from __future__ import annotations

import io
import pickle
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import toy
from fastgec import Counts, InputWarning, References, study
from fastgec.choose.rules import FRank, PerSentence, RoundedFRank, Running, Sampled, by_keys
from fastgec.counts import CountsBuilder
from fastgec.metrics import METRICS, functions, m2
from fastgec.metrics.base import Floats, Integers, Reading, Sums, Totals
from fastgec.metrics.references import ParallelText
from fastgec.read import FormatError
from fastgec.read.lines import Span
from fastgec.study.parts import joined
from fastgec.study.resampling import ChosenRows, bootstrap_totals, sample_of
from fastgec.study.run import Request, part_of, request_of, run_part, run_request

COLUMNS = ("correct", "proposed", "gold")


def rows_of(seed: int, n_sentences: int = 40) -> tuple[Integers, Integers]:
    """Counts int64[R, 3] of one to three annotators a sentence, and their offsets."""
    generator = np.random.default_rng(seed)
    offsets = np.concatenate([[0], np.cumsum(generator.integers(1, 4, n_sentences))])
    table = generator.integers(0, 4, (offsets[-1], 3))
    table[:, 1:] += table[:, :1]
    return table.astype(np.int64), offsets


def weighted(table: Any, offsets: Any, **parameters: Any) -> Counts:
    labels = np.zeros(len(table))
    return Counts(table, offsets, labels, COLUMNS, "w", parameters, is_weighted=True)


def random_counts(seed: int) -> Counts:
    table, offsets = rows_of(seed)
    return weighted(table * np.random.default_rng(seed + 1).random(table.shape), offsets)


def test_weights_are_kept_wherever_counts_go(tmp_path: Path) -> None:
    counts = random_counts(0)
    assert counts.table.dtype == np.float64
    counts.save(tmp_path / "counts.npz")
    builder = CountsBuilder()
    for first in range(0, counts.n_sentences, 7):
        builder.add(counts.sentences(first, min(first + 7, counts.n_sentences)))
    for other in (
        Counts.load(tmp_path / "counts.npz"),
        pickle.loads(pickle.dumps(counts)),
        builder.build(),
        Counts.concat([counts.sentences(0, 11), counts.sentences(11, counts.n_sentences)]),
    ):
        assert other.is_weighted
        assert other == counts
        assert other.table.tobytes() == counts.table.tobytes()


def test_weights_and_counts_do_not_join_and_are_not_equal() -> None:
    table, offsets = rows_of(1)
    plain = Counts(table, offsets, np.zeros(len(table)), COLUMNS, "w")
    assert plain != weighted(table, offsets)
    with pytest.raises(ValueError, match=r"^part 2 was counted with w\(\), part 1 with w\(\) by"):
        Counts.concat([weighted(table, offsets), plain])


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 2.0**31, -(2.0**31)])
def test_a_sum_that_is_no_number_or_too_large_is_refused(tmp_path: Path, value: float) -> None:
    table = np.ones((2, 3))
    weighted(table, [0, 1, 2]).save(tmp_path / "counts.npz")
    table[1, 2] = value
    with pytest.raises(ValueError, match="a sum of weights of 2147483648 or more"):
        weighted(table, [0, 1, 2])
    with np.load(tmp_path / "counts.npz") as archive:
        arrays = dict(archive)
    file = io.BytesIO()
    np.savez(file, **{**arrays, "table": table})
    file.seek(0)
    with pytest.raises(ValueError, match="not a file of counts"):
        Counts.load(file)


def test_a_file_says_whether_it_holds_weights(tmp_path: Path) -> None:
    weighted(np.ones((1, 3)), [0, 1]).save(tmp_path / "counts.npz")
    with np.load(tmp_path / "counts.npz") as archive:
        arrays = dict(archive)
    file = io.BytesIO()
    np.savez(file, **{**arrays, "table": np.ones((1, 3), np.int64)})
    file.seek(0)
    with pytest.raises(ValueError, match="table of int64: expected doubles"):
        Counts.load(file)


def test_a_metric_of_counts_refuses_weights() -> None:
    table, offsets = rows_of(2)
    counts = Counts(table, offsets, np.zeros(len(table)), COLUMNS, "m2", is_weighted=True)
    with pytest.raises(ValueError, match=r"^sums of weights of m2: expected counts$"):
        m2.score_counts(counts)


def slow_best(
    table: NDArray[Any], offsets: Integers, beta: float, *, is_running: bool
) -> list[int]:
    """The published rule, in words of Python: F of sums, then correct, then least to carry."""
    totals = [0.0, 0.0, 0.0]
    chosen = []
    for first, last in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        keys = []
        for row in range(first, last):
            correct, proposed, gold = (
                total + value for total, value in zip(totals, table[row].tolist(), strict=True)
            )
            load = proposed + beta * beta * gold
            f = (1.0 + beta * beta) * correct / load if load else float(correct == 0)
            keys.append((f, correct, -load, -row))
        row = -max(keys)[3]
        chosen.append(row)
        if is_running:
            totals = [a + b for a, b in zip(totals, table[row].tolist(), strict=True)]
    return chosen


@pytest.mark.parametrize("seed", range(40))
def test_the_running_choice_of_weights_is_that_of_the_rule(seed: int) -> None:
    counts = random_counts(seed)
    for beta in (0.0, 0.5, 1.0, 3.0):
        for is_running in (True, False):
            totals = np.zeros(3)
            rank = FRank(beta)
            rows = rank.choose(counts.table, counts.offsets, totals, is_running=is_running)
            expected = slow_best(counts.table, counts.offsets, beta, is_running=is_running)
            assert rows.tolist() == expected
            if is_running:
                so_far = np.zeros(3)
                for row in expected:
                    so_far += counts.table[row]
                assert totals.tobytes() == so_far.tobytes()


@pytest.mark.parametrize("rank", [FRank(0.5), FRank(1.0), RoundedFRank(0.5), RoundedFRank(2.0)])
def test_whole_weights_choose_as_counts_do_and_powers_of_two_change_nothing(rank: Any) -> None:
    for seed in range(30):
        table, offsets = rows_of(seed)
        totals = np.zeros(3, np.int64)
        rows = rank.choose(table, offsets, totals, is_running=True)
        for scale in (1.0, 0.25, 2.0**-30, 2.0**20):
            sums = np.zeros(3)
            found = rank.choose(table * scale, offsets, sums, is_running=True)
            assert found.tolist() == rows.tolist()
            assert (sums == totals * scale).all()


def test_weights_and_totals_of_counts_do_not_mix() -> None:
    table, offsets = rows_of(3)
    with pytest.raises(ValueError, match="dtype mismatch"):
        FRank(0.5).choose(table * 0.5, offsets, np.zeros(3, np.int64), is_running=True)
    with pytest.raises(ValueError, match="rows of weights cannot be sampled"):
        Sampled(10, 101, "python2").sums(1, 3, 1, is_weighted=True)


def test_resamples_of_weights_are_the_same_on_any_number_of_threads() -> None:
    sample = sample_of(random_counts(7), Running(FRank(0.5)))
    one, three = (bootstrap_totals([sample], n=64, jobs=jobs)[0] for jobs in (1, 3))
    assert one.dtype == np.float64
    assert one.tobytes() == three.tobytes()


def test_chosen_rows_of_weights_are_kept_as_they_are() -> None:
    kept = ChosenRows(3)
    counts = random_counts(8)
    kept.add(counts.table[:5])
    kept.add(counts.table[5:])
    assert kept.sample().table.tobytes() == counts.table.tobytes()
    assert kept.n_bytes_with(2) == counts.table.nbytes + 48


def test_sums_of_what_is_chosen_alone_do_not_depend_on_how_a_corpus_is_cut() -> None:
    counts = random_counts(9)
    choice = PerSentence(by_keys(lambda rows: rows[:, :1].copy()))
    found = set()
    for size in (1, 3, 17, 40):
        sums = choice.sums(1, 3, 1, is_weighted=True)
        for first in range(0, counts.n_sentences, size):
            part = counts.sentences(first, min(first + size, counts.n_sentences))
            block = part.table[None], part.offsets
            sums.add(*block, sums.fold(*block))
        found.add(sums.sums(0, counts.n_sentences).totals.tobytes())
    assert len(found) == 1


@dataclass(frozen=True, slots=True)
class Score(toy.Score):
    """Sums of weights."""


class WeightedToy(toy.Toy):
    """The share of a hypothesis' words in a reference, each by its length."""

    name = "weighted-toy"

    def is_weighted(self, parameters: toy.Parameters) -> bool:
        return True

    def count(self, text: ParallelText, parameters: toy.Parameters, *_: Any) -> Any:
        table = np.zeros((len(text.systems), len(text), len(text.references), 2))
        for h, s, n in np.ndindex(table.shape[:3]):
            words, known = text.systems[h][s].split(), text.references[n][s].split()
            found = whole = 0.0
            for word in words:
                found += len(word) * 0.1 * (word in known)
                whole += len(word) * 0.1
            table[h, s, n] = found, whole
        return table

    def values(self, totals: Totals, scoring: toy.Scoring) -> Floats:
        found, words = totals[..., :1], totals[..., 1:]
        return np.where(words == 0, 1.0, found / np.where(words == 0, 1.0, words))

    def score(self, sums: Sums, parameters: toy.Parameters, scoring: toy.Scoring) -> Any:
        assert sums.totals.dtype == np.float64
        return Score(*sums.totals.tolist())


METRIC = WeightedToy()
SOURCE = [f"w{s % 7} aa{s % 3} {'b' * (s % 11)} c" for s in range(5000)]
SYSTEMS = [[line.replace("aa1", "x") for line in SOURCE], [line + " d" for line in SOURCE]]
TEXTS = References(SOURCE, [[line.replace("c", other) for line in SOURCE] for other in "de"])


def first_sentences(n: int) -> tuple[list[list[str]], References]:
    columns = [[line.replace("c", other) for line in SOURCE[:n]] for other in "de"]
    return [system[:n] for system in SYSTEMS], References(SOURCE[:n], columns)


@pytest.fixture
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(METRICS, METRIC.name, (__name__, "toy"))


@pytest.mark.usefixtures("_known")
def test_scores_of_weights_are_the_same_however_they_are_counted(tmp_path: Path) -> None:
    names, parameters, scorings = ["a", "b"], toy.Parameters(), [toy.Scoring()]
    arguments: Any = (METRIC, names, SYSTEMS, TEXTS, parameters, scorings)
    whole = run_request(Request(*arguments, reading=Reading(jobs=1), keeps_counts=True))
    threads = run_request(Request(*arguments, reading=Reading(jobs=3)))
    again = [
        tuple(functions.score_counts(METRIC, counts, scoring) for scoring in scorings)
        for counts in whole.counts
    ]
    assert whole.scores == threads.scores == again
    assert whole.scores[0][0].found != whole.scores[1][0].found
    paths = []
    for number, (first, last) in enumerate([(0, 1777), (1777, 5000)]):
        request = Request(*arguments, reading=Reading(span=Span(first, last)), keeps_counts=True)
        paths.append(str(tmp_path / f"{number}.npz"))
        part_of(run_request(request)).save(paths[-1])
    part = joined(paths[::-1], METRIC)
    assert not part.warnings
    assert part.counts == whole.counts
    assert run_part(request_of(part, METRIC, scorings)).scores == whole.scores
    with pytest.raises(FormatError, match=r"sums of weights of toy: expected|of weighted-toy"):
        joined(paths, toy.METRIC)


@pytest.mark.usefixtures("_known")
def test_weights_have_intervals_and_comparisons() -> None:
    systems, texts = first_sentences(2100)  # more than a block
    found = study.intervals(METRIC, systems, texts, resamples=5, jobs=2)
    assert found == study.intervals(METRIC, systems, texts, resamples=5, jobs=1)
    for one in found:
        assert one.bounds is not None
        low, high = one.bounds["share"]
        assert low <= one.score.share <= high
    (base, other), texts = first_sentences(300)
    (compared,) = study.compare(METRIC, base, [other], texts, resamples=19)
    (own, others) = (
        one.score for one in study.intervals(METRIC, [base, other], texts, resamples=2)
    )
    assert compared.difference == others.share - own.share
    with pytest.warns(InputWarning, match="under two names"):
        (same,) = study.compare(METRIC, base, [base], texts, resamples=19)
    assert (same.difference, same.p_randomization) == (0.0, 1.0)


def test_weights_go_through_arrow() -> None:
    pytest.importorskip("pyarrow")
    from fastgec import frames

    counts = random_counts(10)
    batch = frames.batch_of(counts)
    assert frames.counts_of([batch.slice(0, 9), batch.slice(9)]) == counts
    table, offsets = rows_of(11)
    plain = Counts(table, offsets, np.zeros(len(table)), COLUMNS, "w")
    unlike = frames.batch_of(plain).replace_schema_metadata(batch.schema.metadata)
    with pytest.raises(FormatError, match=", expected doubles"):
        frames.counts_of([unlike])
