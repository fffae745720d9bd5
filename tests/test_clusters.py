"""Resamples of clusters of sentences, and the smallest difference that a corpus can show."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import stdtrit

from commands import Call
from fastgec import Gold, InputWarning, study
from fastgec.choose.rules import FRank, RoundedFRank, Running, Sampled
from fastgec.metrics.m2.counting import M2Score
from fastgec.read import FormatError
from fastgec.study.comparison import compare_samples, detectable
from fastgec.study.resampling import Clusters, Resampled, Sample, bootstrap_totals, exchanged_totals

score = partial(M2Score.values, weights=0.5)
IDS = ["b", "a", "b", "b", "c", "a", "d", "d", "d", "d"]


def drawn_plainly(ids: list[str], seed: int, number: int) -> list[int]:
    """The sentences of a resample: clusters are drawn, each gives its sentences in order."""
    names = list(dict.fromkeys(ids))
    sequence = np.random.SeedSequence(seed, spawn_key=(0, number))
    generator = np.random.Generator(np.random.PCG64(sequence))
    sentences: list[int] = []
    for cluster in generator.integers(0, len(names), len(names), np.int32).tolist():
        sentences += [s for s, name in enumerate(ids) if name == names[cluster]]
    return sentences


def exchanged_plainly(ids: list[str], seed: int, number: int) -> list[bool]:
    """Which sentences a resample exchanges: all of a cluster, or none."""
    names = list(dict.fromkeys(ids))
    sequence = np.random.SeedSequence(seed, spawn_key=(1, number))
    generator = np.random.Generator(np.random.PCG64(sequence))
    moved = generator.integers(0, 2, len(names), np.uint8).tolist()
    return [bool(moved[names.index(name)]) for name in ids]


def f_of(row: list[int]) -> float:
    """F0.5 of correct, proposed and gold."""
    correct, proposed, gold = row
    precision = correct / proposed if proposed else 1.0
    recall = correct / gold if gold else 1.0
    below = 0.25 * precision + recall
    return 1.25 * precision * recall / below if below else 0.0


def chosen_plainly(blocks: list[list[list[int]]], *, is_rounded: bool) -> list[int]:
    """Totals of rows chosen in order, each for the best F of the totals so far."""
    totals = [0, 0, 0]
    for rows in blocks:
        tried = [[a + b for a, b in zip(totals, row, strict=True)] for row in rows]
        if is_rounded:  # tp, fp, fn: rounded F, then most tp, fewest fp, fewest fn
            keys = [(round(f_of([tp, tp + fp, tp + fn]), 4), tp, -fp, -fn) for tp, fp, fn in tried]
        else:  # F, then most correct, then least load
            keys = [(f_of(one), one[0], -one[1] - 0.25 * one[2], 0) for one in tried]
        best = max(range(len(rows)), key=lambda k: (keys[k], -k))
        totals = tried[best]
    return totals


def blocks_of(sample: Sample) -> list[list[list[int]]]:
    """The rows of each sentence."""
    if sample.choice is None:
        return [[sample.table[place].tolist()] for place in sample.places]
    bounds = zip(sample.places[:-1].tolist(), sample.places[1:].tolist(), strict=True)
    return [sample.table[first:last].tolist() for first, last in bounds]


@pytest.mark.parametrize("choice", [None, Running(FRank(0.5)), Running(RoundedFRank(0.5))])
@pytest.mark.parametrize("seed", [0, 7, 12345])
def test_resamples_are_those_of_a_plain_loop(choice: Any, seed: int) -> None:
    generator = np.random.default_rng(seed)
    clusters = Clusters.of(IDS)
    samples = []
    for _ in range(2):
        correct = generator.integers(0, 3, (len(IDS), 2))
        table = np.stack([correct, correct + generator.integers(0, 3, correct.shape)] * 2, axis=-1)
        rows = table[..., :3].reshape(-1, 3)[:, [0, 1, 1]].copy()
        rows[:, 2] = rows[:, 0] + generator.integers(0, 3, len(rows))
        places = np.arange(0, len(rows), 2) if choice is None else np.arange(0, len(rows) + 1, 2)
        samples.append(Sample(rows, places, choice, clusters))
    is_rounded = choice == Running(RoundedFRank(0.5))
    sizes = set()
    for sample, found in zip(samples, bootstrap_totals(samples, n=60, seed=seed), strict=True):
        blocks = blocks_of(sample)
        for number, line in enumerate(found.tolist()):
            sentences = drawn_plainly(IDS, seed, number)
            sizes.add(len(sentences))
            expected = [blocks[s] for s in sentences]
            assert line == chosen_plainly(expected, is_rounded=is_rounded)
    assert len(sizes) > 3  # of clusters of unequal size
    one, other = map(blocks_of, samples)
    mixed = exchanged_totals(samples, [(0, 1)], n=60, seed=seed)
    for number in range(60):
        moved = exchanged_plainly(IDS, seed, number)
        for found, kept, given in ((mixed[0], one, other), (mixed[1], other, one)):
            pairs = zip(moved, kept, given, strict=True)
            blocks = [theirs if is_moved else own for is_moved, own, theirs in pairs]
            assert found[0, number].tolist() == chosen_plainly(blocks, is_rounded=is_rounded)


def test_rows_that_are_drawn_are_drawn_for_the_sentences_of_clusters() -> None:
    rows = np.arange(3 * len(IDS) * 2).reshape(-1, 3)
    places = np.arange(0, len(rows) + 1, 2)
    choice = Sampled(4, 7, "python3")
    sample = Sample(rows, places, choice, Clusters.of(IDS))
    for number, line in enumerate(bootstrap_totals([sample], n=9)[0].tolist()):
        taken = choice.rows(places, number)[drawn_plainly(IDS, 0, number)]
        assert line == rows[taken].sum(axis=0).tolist()


def test_clusters_of_one_sentence_are_sentences() -> None:
    table = np.random.default_rng(0).integers(0, 3, (40, 3))
    alone = Sample(table, np.arange(40), None)
    single = Sample(table, np.arange(40), None, Clusters.of(range(40)))
    for one, other in zip(bootstrap_totals([alone]), bootstrap_totals([single]), strict=True):
        assert np.array_equal(one, other)


def test_samples_of_unlike_clusters_are_refused() -> None:
    table = np.ones((4, 3), np.int64)
    samples = [
        Sample(table, np.arange(4), None, Clusters.of(["a", "b", "a", "b"])) for _ in range(2)
    ]
    with pytest.raises(ValueError, match="different clusters"):
        bootstrap_totals(samples)


# Simulation: is the interval right, does the test err as its level says, is the power as told?


def corpus(
    generator: np.random.Generator, gain: float = 0.0, *, both: float = 0.0, alone: float = 0.0
) -> tuple[Sample, Sample]:
    """Two systems on 60 clusters of 2 to 10 sentences of 1 to 4 edits; the second gains `gain`.

    The chance of an edit to be right varies with the cluster, for both and for the second alone.
    """
    numbers = np.repeat(np.arange(60), generator.integers(2, 11, 60))
    of_both, of_one = (size * generator.uniform(-1, 1, 60)[numbers] for size in (both, alone))
    edits = generator.integers(1, 5, len(numbers))
    clusters = Clusters(numbers)
    samples = []
    for chance in (0.45 + of_both, 0.45 + gain + of_both + of_one):
        table = np.stack([generator.binomial(edits, chance), edits, edits], axis=-1)
        samples.append(Sample(table.astype(np.int16), np.arange(len(table)), None, clusters))
    return samples[0], samples[1]


def without_clusters(sample: Sample) -> Sample:
    return Sample(sample.table, sample.places, None)


def compared(samples: tuple[Sample, Sample], n: int, seed: int) -> study.Comparison:
    """The second of two systems against the first."""
    one, other = samples
    scores = [float(score(sample.table.sum(axis=0))[-1]) for sample in samples]
    (found,) = compare_samples(one, scores[0], [other], scores[1:], score, n=n, seed=seed, jobs=1)
    return found


def test_intervals_of_clusters_cover_and_those_of_sentences_do_not() -> None:
    generator = np.random.default_rng(3)
    n, covered = 100, np.zeros(2)
    for number in range(n):
        sample, _ = corpus(generator, both=0.4)
        for kind, one in enumerate((sample, without_clusters(sample))):
            bounds = Resampled([one], seed=number, jobs=1).intervals(score, n=100)
            assert bounds is not None
            low, high = bounds[0, -1]
            covered[kind] += low <= 0.45 <= high
    by_cluster, by_sentence = covered / n
    assert 0.88 <= by_cluster <= 0.99
    assert by_sentence < 0.80


def test_tests_of_clusters_keep_their_level_and_those_of_sentences_do_not() -> None:
    generator = np.random.default_rng(4)
    n, rejected = 100, np.zeros((2, 2))
    for number in range(n):
        samples = corpus(generator, alone=0.4)
        for kind, (one, other) in enumerate((samples, tuple(map(without_clusters, samples)))):
            found = compared((one, other), 99, number)
            rejected[kind] += found.p_bootstrap <= 0.05, found.p_randomization <= 0.05
    by_cluster, by_sentence = rejected / n
    assert (by_cluster <= 0.12).all()
    assert (by_sentence >= 0.13).all()


@pytest.mark.parametrize(("has_clusters", "least"), [(False, 0.70), (True, 0.58)])
def test_a_true_difference_of_the_smallest_size_is_shown_in_four_of_five_corpora(
    *, has_clusters: bool, least: float
) -> None:
    """Of 60 clusters randomization shows it in 0.76 of 700 corpora, the bootstrap in 0.79."""
    generator = np.random.default_rng(5)

    def found(gain: float, number: int) -> study.Comparison:
        one, other = corpus(generator, gain, alone=0.3 * has_clusters)
        if not has_clusters:
            one, other = without_clusters(one), without_clusters(other)
        return compared((one, other), 99, number)

    smallest = float(np.median([found(0.1, number).detectable() or 0.0 for number in range(15)]))
    n, shown = 80, np.zeros(2)
    for number in range(n):
        one = found(smallest, number)
        shown += one.p_bootstrap <= 0.05, one.p_randomization <= 0.05
    assert (shown / n >= least).all()
    assert (shown / n <= 0.89).all()


def test_the_smallest_difference_by_hand() -> None:
    assert detectable(0.01) == pytest.approx(0.01 * (1.959964 + 0.841621), rel=1e-5)
    assert detectable(0.01, 0.01, 0.9) == pytest.approx(0.01 * (2.575829 + 1.281552), rel=1e-5)
    assert detectable(0.01, comparisons=5) == detectable(0.01, 0.01)
    for n in (10, 30, 1312):
        quantiles = stdtrit(n - 1, 0.995) + stdtrit(n - 1, 0.9)
        expected = 0.01 * quantiles * (n / (n - 1)) ** 0.5
        assert detectable(0.01, 0.01, 0.9, units=n) == pytest.approx(expected, rel=0.005)
    for error in (0.0, float("nan")):
        assert detectable(error) is None
    for power in (0.0, 0.05, 1.0, float("nan")):
        with pytest.raises(ValueError, match="expected a number between the level"):
            detectable(0.01, power=power)


# What users see


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Forty documents of three sentences, and two systems."""
    monkeypatch.chdir(tmp_path)
    generator = np.random.default_rng(2)
    sources = [f"w{k} a b c d" for k in range(120)]
    gold = [f"S {one}\nA 1 2|||R|||x|||REQUIRED|||-NONE-|||0\n\n" for one in sources]
    (tmp_path / "gold.m2").write_text("".join(gold))
    for name, share in (("one.txt", 0.4), ("two.txt", 0.6)):
        good = generator.random(120) < share
        lines = [
            one.replace(" a ", " x " if is_good else " y ")
            for one, is_good in zip(sources, good.tolist(), strict=True)
        ]
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    (tmp_path / "ids.txt").write_text("".join(f"doc{k // 3}\n" for k in range(120)))
    return tmp_path


def test_intervals_of_documents_in_every_format(files: Path, call: Call) -> None:
    words = ["m2", "--ci=50", "--clusters", "ids.txt", "one.txt", "gold.m2"]
    done = call([*words, "-f", "table", "--signature"])
    assert (done.status, done.stderr) == (0, "")
    assert "50 resamples of 40 clusters of sentences (ids.txt), seed 0" in " ".join(
        done.stdout.split()
    )
    assert "|clusters:40|cluster_ids:" in done.stdout
    found = json.loads(call([*words, "-f", "json"]).stdout)
    assert found["resampling"]["clusters"] == 40
    gold = Gold.read("gold.m2")
    (same,) = study.intervals("m2", ["one.txt"], gold, resamples=50, clusters="ids.txt")
    assert found["systems"][0]["intervals"]["f"] == list((same.bounds or {})["f"])
    numbers = [f"doc{k // 3}" for k in range(120)]
    (again,) = study.intervals("m2", ["one.txt"], gold, resamples=50, clusters=numbers)
    assert again.bounds == same.bounds
    (alone,) = study.intervals("m2", ["one.txt"], gold, resamples=50)
    assert alone.bounds != same.bounds
    lines = Path("one.txt").read_text().splitlines()
    rows = [[[1, 1, 1] if " x " in line else [0, 1, 1]] for line in lines]
    draws = [drawn_plainly(numbers, 0, number) for number in range(50)]
    values = [f_of(np.array([rows[s][0] for s in draw]).sum(axis=0).tolist()) for draw in draws]
    assert (same.bounds or {})["f"] == pytest.approx(np.quantile(values, (0.025, 0.975)))
    call(["m2", "--counts-out", "part.npz", "one.txt", "gold.m2"])
    merged = call(["merge", "part.npz", "--ci=50", "--clusters", "ids.txt", "-f", "json"])
    assert (
        json.loads(merged.stdout)["systems"][0]["intervals"] == (found["systems"][0]["intervals"])
    )


@pytest.mark.parametrize(
    "words",
    [
        ["gleu", "-s", "source.txt", "-r", "ref.txt", "-c", "one.txt"],
        ["green", "-s", "source.txt", "-r", "ref.txt", "-c", "one.txt"],
        ["behaviour", "-s", "source.txt", "-r", "ref.txt", "-c", "one.txt"],
        ["imeasure", "-s", "source.txt", "-r", "ref.txt", "-c", "one.txt"],
    ],
)
def test_other_metrics_have_intervals_of_documents(
    files: Path, call: Call, words: list[str]
) -> None:
    sources = [line[2:] for line in Path("gold.m2").read_text().splitlines() if line[:1] == "S"]
    Path("source.txt").write_text("\n".join(sources) + "\n")
    Path("ref.txt").write_text("\n".join(one.replace(" a ", " x ") for one in sources) + "\n")
    found, alone = (
        json.loads(call([*words, "-f", "json", "--ci=20", *more]).stdout)
        for more in (["--clusters", "ids.txt"], [])
    )
    assert found["resampling"]["clusters"] == 40
    assert "|clusters:40|" in found["signature"]
    assert found["systems"] != alone["systems"]


def test_comparisons_of_documents_and_their_power(files: Path, call: Call) -> None:
    words = ["compare", "one.txt", "two.txt", "--gold", "gold.m2", "--resamples", "99"]
    more = ["--clusters", "ids.txt", "--power"]
    plain = json.loads(call([*words, "-f", "json"]).stdout)
    assert "smallest" not in plain
    found = json.loads(call([*words, *more, "-f", "json"]).stdout)
    assert found["resampling"]["clusters"] == 40
    (system,) = found["systems"]
    assert found["smallest"]["power"] == 0.8
    errors = found["smallest"]["errors"]
    expected = (stdtrit(39, 0.975) + stdtrit(39, 0.8)) * (40 / 39) ** 0.5
    assert errors == pytest.approx(expected, rel=1e-4)
    assert system["smallest"] == pytest.approx(errors * system["error"])
    assert system["interval"] != plain["systems"][0]["interval"]
    table = " ".join(call([*words, *more]).stdout.split())
    assert "Smallest: the true difference in points that a corpus like this shows in 80%" in table
    assert f" {100 * system['smallest']:.2f} " in table
    assert "99 resamples of 40 clusters of sentences (ids.txt)" in table
    line = call([*words, *more, "-f", "tsv"]).stdout.splitlines()
    record = dict(zip(line[0].split("\t"), line[2].split("\t"), strict=True))
    assert float(record["smallest"]) == system["smallest"]
    every = json.loads(call([*words, "--all", "--stop-early", *more, "-f", "json"]).stdout)
    assert every["pairs"][0]["smallest"] == pytest.approx(system["smallest"])
    assert "Smallest difference: " in call([*words, "--all", *more]).stdout
    (same,) = study.compare(
        "m2", "one.txt", ["two.txt"], "gold.m2", resamples=99, clusters="ids.txt"
    )
    assert (same.error, same.detectable()) == (system["error"], system["smallest"])
    pairs = study.compare_all(
        "m2", ["one.txt", "two.txt"], "gold.m2", resamples=99, clusters="ids.txt"
    )
    assert pairs.detectable(pairs.pairs[0]) == pytest.approx(same.detectable())


def test_holm_asks_for_a_larger_difference(files: Path, call: Call) -> None:
    Path("three.txt").write_text(Path("one.txt").read_text().replace("w3", "z3"))
    words = ["compare", "one.txt", "two.txt", "three.txt", "--gold", "gold.m2", "--power"]
    plain, corrected = (
        json.loads(call([*words, "-f", "json", *more]).stdout) for more in ([], ["--holm"])
    )
    assert corrected["smallest"]["level"] == 0.025
    for one, other in zip(plain["systems"], corrected["systems"], strict=True):
        assert other["smallest"] > one["smallest"]


def test_equal_outputs_have_no_smallest_difference(files: Path, call: Call) -> None:
    Path("same.txt").write_text(Path("one.txt").read_text())
    words = ["compare", "one.txt", "same.txt", "--gold", "gold.m2", "--power"]
    done = call([*words, "-f", "json"])
    assert json.loads(done.stdout)["systems"][0]["smallest"] is None
    assert call([*words, "--all"]).status == 0


@pytest.mark.parametrize("more", [[], ["--all"]])
def test_too_few_clusters_for_any_result_are_told(files: Path, call: Call, more: list[str]) -> None:
    Path("five.txt").write_text("".join(f"{k % 5}\n" for k in range(120)))
    words = ["compare", "one.txt", "two.txt", "--gold", "gold.m2", "--power", *more]
    words += ["--clusters", "five.txt", "--resamples", "99"]
    done = call([*words, "-f", "json"])
    assert "5 clusters give no p of randomization below 0.0625, so nothing" in done.stderr
    found = json.loads(done.stdout)["pairs" if more else "systems"][0]
    assert found["smallest"] is None
    table = " ".join(call(words).stdout.split())
    assert "no difference, of whatever size, is significant" in table
    if more:
        assert not found["told_apart"]
        assert json.loads(done.stdout)["groups"] == []
        assert "No groups: 5 clusters give no p" in table
    else:
        assert "No verdict on two and one, as 5 clusters give no p of randomization" in table


def test_too_few_clusters_make_no_marks(files: Path, call: Call) -> None:
    Path("five.txt").write_text("".join(f"{k % 5}\n" for k in range(120)))
    Path("run.toml").write_text(
        'gold = "gold.m2"\nclusters = "five.txt"\nsystems = ["one.txt", "two.txt"]'
    )
    done = call(["run", "run.toml", "--groups=99", "-f", "table"])
    assert "warning: 5 clusters give no p of randomization below 0.0625" in done.stderr
    assert "No marks of what is best: 5 clusters give no p" in done.stdout
    assert " =" not in done.stdout.partition("No marks")[0]
    with pytest.warns(InputWarning, match="5 clusters"):
        (result,) = study.run_configs("run.toml", tests=99)
    group = result.metrics[0].group
    assert group is not None
    assert [group.mark(number) for number in (0, 1) if number != group.best] == [None]


def test_few_clusters_are_warned_of_and_single_sentences(files: Path, call: Call) -> None:
    Path("few.txt").write_text("".join(f"{k // 5}\n" for k in range(120)))
    words = ["m2", "--ci=10", "one.txt", "gold.m2", "--clusters"]
    assert call([*words, "few.txt"]).stderr == (
        "warning: few.txt: 24 clusters, fewer than 30: so few do not show how much clusters vary, "
        "so intervals are too narrow, and p too small\n"
    )
    assert call([*words, "few.txt", "--strict"]).status != 0
    Path("each.txt").write_text("".join(f"{k}\n" for k in range(120)))
    assert "every sentence is a cluster of its own" in call([*words, "each.txt"]).stderr
    with pytest.warns(InputWarning, match="24 clusters"):
        study.intervals("m2", ["one.txt"], "gold.m2", resamples=9, clusters="few.txt")


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([], "0 clusters, expected at least 2"),
        (["a", "a"], "1 cluster, expected at least 2"),
        (["a", " ", "b"], "clusters:2: empty line: expected the id of a cluster"),
    ],
)
def test_ids_that_make_no_clusters_are_refused(ids: list[str], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        Clusters.of(ids)


def test_ids_of_another_number_of_sentences_are_refused() -> None:
    gold = Gold.parse("S a\n\nS b\n")
    with pytest.raises(FormatError, match="clusters: 3 ids, expected 2: one for each"):
        study.intervals("m2", [["a", "b"]], gold, clusters=["a", "b", "b"])


def test_clusters_are_equal_for_any_ids() -> None:
    one, other = Clusters.of(["x", "y", "x"]), Clusters.of([5, 3, 5])
    assert one.fingerprint == other.fingerprint
    assert one.fingerprint != Clusters.of(["x", "y", "y"]).fingerprint
    assert (one.most_drawn, len(one)) == (4, 2)
    numbers: NDArray[np.int64] = one.numbers
    assert numbers.tolist() == [0, 1, 0]
