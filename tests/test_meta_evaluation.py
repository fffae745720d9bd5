"""`fastgec meta CONFIG.toml`: golden data through the command, slow oracles, and bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import oracle_meta as oracle
from commands import Call
from fastgec import Counts, FormatError, Gold, References, imeasure, meta, study
from fastgec.bibliography import bibtex
from fastgec.meta.agreement import pearson
from fastgec.meta.evaluation import Options, judge, read_corpus
from fastgec.meta.metrics import Draws, wanted
from fastgec.meta.resampling import KINDS, Judges, Resamples
from fastgec.meta.sweeping import Grid
from fastgec.metrics import errant
from fastgec.read.config import Config
from fastgec.show.citations import METHODS
from fastgec.show.plots import kinds
from fastgec.study.arguments import checked_metric
from fastgec.study.resampling import drawn_sentences, percentile_interval
from meta_corpora import Toy, corpus, fce_config
from meta_data import conll14_config, golden

METRICS = ("green", "green:char", "m2", "gleu", "gleu:char", "gleu:equation", "gleu:equation,char")
NAMES = (
    *("green-word-n4", "green-char-n6", "m2", "gleu-official-word-n4", "gleu-official-char-n6"),
    *("gleu-equation-word-n4", "gleu-equation-char-n6"),
)
CLOSE = {"abs": 1e-12, "rel": 0}


def json_of(call: Call, *words: str | Path) -> Any:
    """Return what a command that must succeed prints as JSON."""
    done = call(["meta", *words, "-f", "json", "-q"])
    assert done.status == 0, done.stderr
    return json.loads(done.stdout)


def config_of(shared: Path, name: str, folder: Path) -> Path:
    return conll14_config(shared, folder) if name == "conll14" else fce_config(shared, folder)


@pytest.mark.parametrize("name", ["conll14", "gmeg-fce"])
def test_golden_numbers_come_out_of_the_command(
    name: str, shared: Path, tmp_path: Path, call: Call
) -> None:
    """Texts and judgments in; sweeps, maximisers, beta*, correlations and windows out."""
    data = corpus(shared, name)
    config = config_of(shared, name, tmp_path)
    document = json_of(call, config, "--metric", *METRICS, "--windows", "4")
    (found,) = document["corpora"]
    assert found["systems"] == data.systems
    assert found["human"]["scores"] == pytest.approx(data.human, **CLOSE)
    assert [one["metric"] for one in found["metrics"]] == list(NAMES)
    for one in found["metrics"]:
        key = data.m2 if one["metric"] == "m2" else one["metric"]
        key = f"{key}-python2" if key.startswith("gleu") else key
        wanted_ = data.metrics[key]
        if "sweep" not in wanted_:
            (result,) = one["results"]
            assert (result["beta"], result["chosen_by"]) == (None, None)
            assert result["scores"] == pytest.approx(wanted_["scores"], **CLOSE)
            shown = {k: result["correlations"][k] for k in wanted_["correlations"]}
            assert shown == pytest.approx(wanted_["correlations"], **CLOSE)
            windows = data.golden["windows4"][key]
            assert len(result["windows"]) == len(windows)
            for window, other in zip(result["windows"], windows, strict=True):
                assert window == pytest.approx(other, **CLOSE)
            continue
        sweep, swept = one["sweep"], wanted_["sweep"]
        assert sweep["betas"] == [k / 100 for k in range(501)]
        assert [result["chosen_by"] for result in one["results"]] == ["pearson", "spearman"]
        for measure, result in zip(("pearson", "spearman"), one["results"], strict=True):
            assert sweep[measure] == pytest.approx(swept[measure], **CLOSE)
            best = sweep["best"][measure]
            assert places(best["ranges"]) == swept[f"best_{measure}_k"]
            assert [places(one) for one in best["fold_ranges"]] == swept[f"fold_best_{measure}_k"]
            star = swept[f"beta_star_{measure}"]["middle"]
            assert best["beta"] == pytest.approx(star, **CLOSE)
            assert abs(result["beta"] - star) <= 0.005 + 1e-12
            at = round(100 * result["beta"])
            assert result["correlations"][measure] == pytest.approx(swept[measure][at], **CLOSE)


def places(ranges: list[list[float]]) -> list[int]:
    return [k for low, high in ranges for k in range(round(100 * low), round(100 * high) + 1)]


# Section 14 of the specification: what was published, to the printed digit.
PUBLISHED = [
    ("conll14", "m2", (0.17, 0.15), (0.697, 0.725)),
    ("conll14", "green:word", (1.67, 2.51), (0.790, 0.709)),
    ("conll14", "green:char", (1.85, 1.96), (0.803, 0.824)),
    ("gmeg-fce", "m2", (0.91, 0.73), (0.972, 0.964)),
    ("gmeg-fce", "green:word", (1.14, 1.58), (0.989, 0.964)),
    ("gmeg-fce", "green:char", (1.69, 1.51), (0.993, 1.000)),
    ("conll14", "gleu:clipped", (None, None), (0.696, 0.445)),
    ("conll14", "gleu:clipped,char", (None, None), (0.606, 0.593)),
    ("gmeg-fce", "gleu:clipped", (None, None), (0.961, 0.964)),
    ("gmeg-fce", "gleu:clipped,char", (None, None), (0.992, 0.964)),
]


@pytest.mark.parametrize("name", ["conll14", "gmeg-fce"])
def test_the_published_correlations_come_out(name: str, shared: Path, tmp_path: Path) -> None:
    config = Config.read(config_of(shared, name, tmp_path))
    rows = [row[1:] for row in PUBLISHED if row[0] == name]
    betas = tuple(sorted({beta for _, both, _ in rows for beta in both if beta is not None}))
    (found,) = judge([config], wanted([words for words, _, _ in rows]), Options(betas=betas))
    for (words, at, published), one in zip(rows, found.metrics, strict=True):
        by_beta = {result.beta: result.correlations for result in one.results}
        for beta, measure, value in zip(at, ("pearson", "spearman"), published, strict=True):
            printed = f"{by_beta[beta][measure]:.3f}"
            # .72527 was printed as .725, and .96429 as .964
            assert printed == f"{value:.3f}", (words, measure)


def test_the_published_ranking_of_old_scores_comes_out(shared: Path) -> None:
    """GJG's own file of M2 scores, and F at other betas from its P and R."""
    human = golden(shared, "human_conll14")["expected_wins"]
    path = shared / "data" / "human" / "conll14-grundkiewicz2015-scores.m2"
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    systems = golden(shared, "human_conll14")["systems"]
    ratios = {label: (float(p), float(r)) for label, _, p, r in rows}
    for beta, published in ((1.0, 0.648), (0.5, 0.692), (0.25, 0.720), (0.18, 0.758), (0.1, 0.670)):
        scores = []
        for label in systems:
            p, r = ratios[label]
            load = beta * beta * p + r
            scores.append((1 + beta * beta) * p * r / load if load else 0.0)
        assert meta.spearman(human, scores) == pytest.approx(published, abs=0.0006)


def test_golden_agreement_comes_out_of_the_command(
    shared: Path, tmp_path: Path, call: Call
) -> None:
    """Three metrics, collapsed, expanded and as SEEDA's program counts."""
    golden_ = golden(shared, "sentence_conll14")["metrics"]
    config = conll14_config(shared, tmp_path)
    names = {"m2": "m2-b0.5", "green-word-n4-b2": "green-word-n4-b2.0"}
    names["gleu-official-word-n4"] = "gleu-official-word-n4"
    words = (config, "--metric", "m2", "green:beta=2", "gleu", "--level", "sentence")
    for more, key in (((), "collapsed"), (("--expanded",), "expanded")):
        (found,) = json_of(call, *words, *more)["corpora"]
        assert [one["metric"] for one in found["metrics"]] == list(names)
        for one in found["metrics"]:
            (result,) = one["results"]
            sentence, wanted_ = result["sentence"], golden_[names[one["metric"]]][key]
            kinds = ("concordant", "discordant", "metric_tie", "human_tie", "both_tie")
            assert [sentence[kind] for kind in kinds] == wanted_["counts"]
            for name in ("accuracy", "tau", "acc_eq", "calibrated_acc_eq", "calibrated_epsilon"):
                assert sentence[name] == pytest.approx(wanted_[name], **CLOSE)
            assert sum(each["concordant"] for each in sentence["distances"]) == wanted_["counts"][0]
    (found,) = json_of(call, *words, "--like", "seeda-code")["corpora"]
    for one in found["metrics"]:
        (result,) = one["results"]
        accuracy = golden_[names[one["metric"]]]["expanded"]["seeda_code_accuracy"]
        assert result["sentence"]["accuracy"] == pytest.approx(accuracy, **CLOSE)
        assert result["sentence"]["tau"] == pytest.approx(2 * accuracy - 1, **CLOSE)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    monkeypatch.chdir(tmp_path)
    return Toy(tmp_path)


def test_results_have_the_keys_of_the_contract(toy: Toy, call: Call) -> None:
    words = ("--metric", "m2", "gleu", "--ci=20", "--tests", "--holm", "--windows", "3")
    document = json_of(call, toy.config(), *words, "--folds", "4", "--grid", "0:2:0.5")
    assert list(document) == ["command", "version", "signature", "parameters", "corpora"]
    assert document["command"] == "meta"
    for part in ("fastgec.meta", "corpus:toy", "human:wins", "grid:0:2:0.5", "folds:4", "seed:0"):
        assert part in document["signature"]
    (found,) = document["corpora"]
    assert list(found) == [
        *("corpus", "set", "sentences", "dropped", "absent", "systems", "human", "metrics"),
        "tests",
    ]
    m2, gleu = found["metrics"]
    first, second = m2["results"]
    assert (first["chosen_by"], second["chosen_by"]) == ("pearson", "spearman")
    assert list(first["correlations"]) == [
        *("pearson", "spearman", "kendall_b", "pairwise_accuracy")
    ]
    assert set(first["intervals"]["pearson"]) == {"sentences", "both"}
    assert [window["first"] for window in first["windows"]] == [1, 2, 3, 4]
    assert list(m2["sweep"]) == ["betas", "pearson", "spearman", "best", "bands"]
    assert "sweep" not in gleu
    (test,) = found["tests"]
    assert (test["a"], test["b"], test["beta_b"]) == ("m2", "gleu-official-word-n4", None)
    assert test["williams"]["df"] == 3
    assert test["perm_both"]["n"] == 64
    assert test["perm_both"]["p_two_sided_holm"] == test["perm_both"]["p_two_sided"]  # of one pair
    assert test["bootstrap"]["delta"] == test["pearson_a"] - test["pearson_b"]
    assert json_of(call, toy.config(), *words, "--folds", "4", "--grid", "0:2:0.5", "-j", "3") == {
        **document
    }


@pytest.mark.parametrize(
    ("options", "cited"),
    [
        ("--beta 0.5", {"wins", "pairwise"}),
        ("--beta 0.5 --soft=10 --windows 3", {"wins", "pairwise", "soft", "sentences"}),
        ("--beta 0.5 --tests --holm", {"wins", "pairwise", "resampling", "williams"}),
        ("--beta 0.5 --ci=20", {"wins", "pairwise", "resampling"}),
        ("--level sentence", {"wins", "pairwise", "sentences", "ties", "aggregate"}),
        ("--aggregate trueskill", {"wins", "trueskill", "pairwise", "aggregate"}),
        ("--grid 0:2:0.5 --folds 2", {"wins", "pairwise"}),
    ],
)
def test_cite_names_the_methods_that_options_ask_for(
    options: str, cited: set[str], toy: Toy, call: Call
) -> None:
    words = ["meta", str(toy.config()), "--metric", "m2", *options.split()]
    done = call([*words, "--cite"])
    assert done.status == 0
    assert {name for name, one in METHODS.items() if bibtex([one.key]) in done.stdout} == cited
    assert ("holm-1979" in done.stdout) == ("--holm" in words)
    assert ("koyama-etal-2024" in done.stdout) == ("--grid" in words)  # beta chosen by folds
    [signature] = [line for line in done.stdout.splitlines() if line.startswith("% fastgec.meta|")]
    assert signature[2:] == json_of(call, *words[1:])["signature"]


def test_scores_are_those_of_the_metrics_own_entry_points(toy: Toy) -> None:
    config = Config.read(toy.config())
    (found,) = judge([config], wanted(["m2", "green:beta=2", "imeasure"]), Options(betas=(1.0,)))
    paths = [toy.folder / f"{label}.txt" for label in toy.SYSTEMS]
    texts = References(toy.folder / "source.txt", [toy.folder / f"ref{k}.txt" for k in (0, 1)])
    gold = Gold.read(toy.folder / "gold.m2")
    for name, gold_, scoring in (
        ("m2", gold, {"beta": 1.0}),
        ("green-word-n4-b2", texts, {"beta": 2.0}),
        ("imeasure", texts, {}),
    ):
        (result,) = found.metric(name).results
        family = name.partition("-")[0]
        kind = checked_metric(family, gold_, None, None)[2]
        own = study.intervals(
            family, paths, gold_, scoring=type(kind)(**scoring), resamples=1, jobs=1
        )
        assert result.scores.tolist() == [one.score.value for one in own]
        assert result.beta == scoring.get("beta")


def test_programs_get_the_agreement_on_sentences(toy: Toy, call: Call) -> None:
    """In the table that can be split, the same numbers as in JSON."""
    rows = [",".join(str((3 * s + 5 * k) % 7) for k in range(6)) for s in range(toy.n)]
    toy.write("ratings.csv", [",".join(toy.SYSTEMS), *rows])
    people = '[[human]]\nname = "ratings"\nkind = "segments"\nfile = "ratings.csv"\n'
    people += "independent = true\n"
    words = (toy.config(human=people), "--metric", "m2", "gleu", "--level", "sentence")
    words += ("--group", "item")
    document = json_of(call, *words)
    head, *lines = call(["meta", *words, "-f", "tsv"]).stdout.splitlines()
    assert len(lines) == 2
    for line, metric in zip(lines, document["corpora"][0]["metrics"], strict=True):
        row = dict(zip(head.split("\t"), line.split("\t"), strict=True))
        sentence = metric["results"][0]["sentence"]
        grouped = sentence.pop("grouped")
        assert sentence.pop("cross_fitted_epsilons")
        for key, value in (*sentence.items(), *grouped.items()):
            assert row[f"sentence_{key}"] == str(value)
    text = call(["meta", *words, "-f", "table"]).stdout
    assert "correlations with the ratings of a sentence" in text
    assert f"{grouped['kendall']:.3f}" in text


def test_aggregate_corpus_is_what_a_metric_does(toy: Toy, call: Call) -> None:
    words = (toy.config(), "--metric", "m2", "--folds", "2")
    assert json_of(call, *words, "--aggregate", "corpus") == json_of(call, *words)


def test_clusters_of_a_config_are_not_drawn_which_is_told(toy: Toy, call: Call) -> None:
    path = Path(toy.config())
    path.write_text(f'clusters = "ids.txt"\n{path.read_text(encoding="utf-8")}', encoding="utf-8")
    Path("ids.txt").write_text("".join(f"{number % 3}\n" for number in range(toy.n)))
    words = ["meta", path, "--metric", "m2:beta=1", "--folds", "0"]
    line = "warning: toy: meta draws single sentences, not the clusters of the config: intervals"
    assert line in call([*words, "--ci=5"]).stderr
    assert line not in call(words).stderr


@pytest.mark.parametrize("words", ["m2:beta=0.5", "green:beta=1", "green:char,beta=1.85"])
def test_a_metric_that_is_given_a_beta_is_not_swept(words: str, toy: Toy) -> None:
    """The beta of the default, too, if it was asked for."""
    config = Config.read(toy.config())
    (found,) = judge([config], wanted([words]), Options(folds=2))
    (one,) = found.metrics
    given = float(words.rpartition("=")[2])
    assert one.sweep is None
    assert [(result.beta, result.chosen_by) for result in one.results] == [(given, None)]
    assert one.metric.endswith(f"-b{given:g}")
    plain = wanted([words.partition("beta=")[0].rstrip(":,")])
    (other,) = judge([config], plain, Options(betas=(given,)))
    (at_beta,) = other.metrics[0].results
    assert one.results[0].scores.tolist() == at_beta.scores.tolist()


def test_the_i_measure_in_mix_mode_is_that_of_its_own_entry_point(toy: Toy) -> None:
    config = Config.read(toy.config())
    (found,) = judge([config], wanted(["imeasure:mix"]), Options(resamples=5))
    (result,) = found.metric("imeasure-mix").results
    gold = imeasure.read_m2(toy.folder / "gold.m2")
    own = [imeasure.evaluate_mixed(toy.folder / f"{label}.txt", gold) for label in toy.SYSTEMS]
    assert result.scores.tolist() == [score.value for score in own]
    with pytest.raises(ValueError, match="'mix', "):
        wanted(["m2:mix"])
    with pytest.raises(FormatError, match="in mix mode reads one whole gold"):
        list(judge([Config.read(toy.config("drop = [1]"))], wanted(["imeasure:mix"])))


def test_edits_by_errant_are_judged(toy: Toy) -> None:
    """Systems whose edits are those of the gold, fewer and fewer of them."""
    gold = (toy.folder / "gold.m2").read_text(encoding="utf-8")
    first = "".join(line for line in gold.splitlines(True) if not line.endswith("|||1\n"))
    (toy.folder / "errant.m2").write_text(first, encoding="utf-8")
    blocks = [block for block in first.split("\n\n") if block]
    lines = ["[errant-systems]"]
    for number, label in enumerate(toy.SYSTEMS):
        kept = [
            block if s >= number else block.partition("\nA ")[0] for s, block in enumerate(blocks)
        ]
        text = "".join(f"{block.rstrip()}\n\n" for block in kept)
        (toy.folder / f"{label}.m2").write_text(text, encoding="utf-8")
        lines.append(f'{label} = "{label}.m2"')
    path = toy.config('errant = "errant.m2"')
    text = path.read_text(encoding="utf-8").replace("[[human]]", "\n".join([*lines, "[[human]]"]))
    path.write_text(text, encoding="utf-8")
    (found,) = judge([Config.read(path)], wanted(["errant", "errant:cse"]), Options(folds=2))
    for name in ("errant-cs", "errant-cse"):
        one = found.metric(name)
        assert one.sweep is not None
        for result in one.results:
            own = [
                errant.evaluate(
                    toy.folder / f"{x}.m2", toy.folder / "errant.m2", beta=result.beta
                ).f
                for x in toy.SYSTEMS
            ]
            assert result.scores.tolist() == own
        assert one.results[0].correlations["pearson"] > 0.8


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_are_those_of_resamples_one_by_one(kind: str, toy: Toy) -> None:
    """Each resample is counted, judged and correlated as a corpus of its own."""
    n = 12
    config = Config.read(toy.config())
    options = Options(betas=(0.7,), resamples=n, kinds=(kind,), seed=5, jobs=1)
    (found,) = judge([config], wanted(["m2", "green"]), options)
    rankings = meta.read_rankings([toy.folder / "judgments.xml"], base=0)
    rankings = rankings.of_systems(toy.SYSTEMS)
    gold = Gold.read(toy.folder / "gold.m2")
    texts = References(toy.folder / "source.txt", [toy.folder / f"ref{k}.txt" for k in (0, 1)])
    resamples = Resamples(
        Judges(meta.read_human(config, None), np.arange(6)), Draws(n, 5, toy.n, 1)
    )
    triples = [
        (s, toy.SYSTEMS[w], toy.SYSTEMS[loser])
        for s, (w, loser, tie) in zip(rankings.sentence.tolist(), rankings.triples(), strict=True)
        if not tie
    ]
    for name in ("m2", "green-word-n4"):
        (result,) = found.metric(name).results
        values = []
        for i in range(n):
            drawn = drawn_sentences(5, i, toy.n).tolist()
            people, machine = list(range(toy.n)), list(range(toy.n))
            systems = list(range(6))
            if kind in ("sentences", "both"):
                people = machine = drawn
            if kind == "metric":
                machine = drawn
            if kind == "human":  # an item is a sentence here
                sequence = np.random.SeedSequence(5, spawn_key=(4, i))
                generator = np.random.Generator(np.random.PCG64(sequence))
                people = generator.integers(0, toy.n, toy.n).tolist()
            if kind in ("systems", "both"):
                systems = resamples.systems[i].tolist()
            human = oracle.expected_wins(
                toy.SYSTEMS, [(w, lo) for d in people for s, w, lo in triples if s == d]
            )
            scores = _scores_of(name, machine, toy, gold, texts)
            value = oracle.pearson([human[k] for k in systems], [scores[k] for k in systems])
            values += [] if value is None else [value]
        low, high = result.intervals["pearson"][kind]
        assert [low, high] == pytest.approx(oracle.interval(values), abs=1e-9)


def _scores_of(
    name: str,
    drawn: list[int],
    toy: Toy,
    gold: Gold,
    texts: References,
    labels: tuple[str, ...] = Toy.SYSTEMS,
) -> list[float]:
    from fastgec import green, m2

    scores = []
    for label in labels:
        lines = (toy.folder / f"{label}.txt").read_text(encoding="utf-8").splitlines()
        if name == "m2":
            counts = m2.count(lines, gold)
            part = Counts.concat([counts.sentences(s, s + 1) for s in drawn])
            scores.append(m2.score_counts(part, beta=0.7).f)
            continue
        source = Path(texts.source).read_text(encoding="utf-8").splitlines()
        references = [Path(one).read_text(encoding="utf-8").splitlines() for one in texts.columns]
        scores.append(
            green.evaluate(
                [lines[s] for s in drawn],
                References(
                    [source[s] for s in drawn], [[one[s] for s in drawn] for one in references]
                ),
                beta=0.7,
                jobs=1,
            ).f
        )
    return scores


def test_systems_are_drawn_again_until_three_differ(toy: Toy) -> None:
    human = meta.read_human(Config.read(toy.config()), None)
    resamples = Resamples(Judges(human, np.array([0, 1, 2])), Draws(200, 0, toy.n))
    assert all(len(set(line)) == 3 for line in resamples.systems.tolist())
    assert resamples.n_redrawn > 200


def test_scores_of_another_tool_are_judged(toy: Toy, call: Call) -> None:
    toy.write("mine.tsv", [f"{label}\t{9 - k}" for k, label in enumerate(toy.SYSTEMS)])
    lines = [
        json.dumps({"system": label, "sentence": s + 1, "score": 1 / (1 + k + s % 2)})
        for k, label in enumerate(toy.SYSTEMS)
        for s in range(toy.n)
    ]
    toy.write("each.jsonl", lines)
    words = ("scores:Mine=mine.tsv", "scores:Each one=each.jsonl")
    document = json_of(call, toy.config(), "--metric", *words, "--ci=30", "--tests")
    mine, each = document["corpora"][0]["metrics"]
    assert (mine["metric"], each["metric"]) == ("Mine", "Each one")
    (result,) = mine["results"]
    assert result["scores"] == [9.0, 8.0, 7.0, 6.0, 5.0, 4.0]
    human = document["corpora"][0]["human"]["scores"]
    assert result["correlations"]["pearson"] == pytest.approx(
        oracle.pearson(human, result["scores"]), abs=1e-12
    )
    assert "intervals" not in result or result["intervals"] == {}
    assert each["results"][0]["scores"][0] == pytest.approx((1 + 0.5) / 2)
    assert set(each["results"][0]["intervals"]["pearson"]) == {"sentences", "both"}
    assert "bootstrap" not in document["corpora"][0]["tests"][0]
    level = json_of(call, toy.config(), "--metric", words[1], "--level", "sentence")
    assert level["corpora"][0]["metrics"][0]["results"][0]["sentence"]["concordant"] > 50


def test_a_set_keeps_the_human_scores_of_all(toy: Toy, call: Call) -> None:
    config = toy.config(human='[sets]\nfew = ["B", "D", "F"]\n[[human]]\nname = "wins"\n'
                          'kind = "rankings"\nfile = "judgments.xml"\nbase = 0\n')  # fmt: skip
    whole = json_of(call, config, "--metric", "m2", "--beta", "1")["corpora"][0]
    few = json_of(call, config, "--metric", "m2", "--beta", "1", "--set", "few")["corpora"][0]
    assert few["systems"] == ["B", "D", "F"]
    assert few["human"]["scores"] == whole["human"]["scores"][1::2]
    scores = [one["metrics"][0]["results"][0]["scores"] for one in (whole, few)]
    assert scores[1] == scores[0][1::2]
    done = call(["meta", config, "--set", "many"])
    assert done.status == 1
    assert 'no set "many"' in done.stderr


def test_systems_of_one_side_are_left_out_if_one_asks(toy: Toy, call: Call) -> None:
    config = toy.config(systems=("A", "B", "C", "D", "E"))
    done = call(["meta", config, "--metric", "m2"])
    assert done.status == 1
    assert "F: judged, but no system of the config" in done.stderr
    document = json_of(call, config, "--metric", "m2", "--beta", "1", "--common")
    assert document["corpora"][0]["absent"] == ["F"]


def test_tests_that_cannot_be_significant_are_told(toy: Toy, call: Call) -> None:
    words = ("--metric", "m2", "gleu", "green", "--tests", "--holm", "--folds", "2")
    done = call(["meta", toy.config(), *words, "--ci=20", "-f", "table"])
    few = "paired bootstrap: 20 resamples for 3 comparisons give no p below 0.143"
    assert few in done.stderr
    assert "paired bootstrap" not in call(["meta", toy.config(), *words, "--ci=99"]).stderr


def test_a_metric_without_spread_is_a_dash_and_a_warning(toy: Toy, call: Call) -> None:
    toy.write("flat.tsv", [f"{label}\t0.5" for label in toy.SYSTEMS])
    done = call(["meta", toy.config(), "--metric", "scores:Flat=flat.tsv", "-f", "json"])
    assert done.status == 0
    assert "Flat has the same score for all systems" in done.stderr
    result = json.loads(done.stdout)["corpora"][0]["metrics"][0]["results"][0]
    assert result["correlations"]["pearson"] is None
    assert call(["meta", toy.config(), "--metric", "scores:Flat=flat.tsv", "--strict"]).status == 1


def test_scores_that_are_lower_where_a_system_is_better_are_told(toy: Toy, call: Call) -> None:
    """Scores of another tool, or those of people: no metric agrees with them."""
    errors = [f"{label}\t{number}" for number, label in enumerate(toy.SYSTEMS)]
    toy.write("errors.tsv", errors)
    words = ("--metric", "m2:beta=0.5", "green:beta=2", "scores:Errors=errors.tsv")
    done = call(["meta", toy.config(), *words])
    assert done.status == 0
    (line,) = [line for line in done.stderr.splitlines() if "lower may be" in line]
    assert 'toy: Errors correlates with human score "wins" at -0.9' in line
    assert line.endswith("or less: lower may be better in its file")
    people = '[[human]]\nname = "errors"\nkind = "scores"\nfile = "errors.tsv"\n'
    done = call(["meta", toy.config(human=people), *words[:3]])
    (line,) = [line for line in done.stderr.splitlines() if "lower may be" in line]
    assert 'every metric correlates with human score "errors" at -0.' in line
    assert line.endswith("or less: lower may be better in the human scores")
    done = call(["meta", toy.config(human=people), *words[:2]])
    assert "lower may be better in the human scores, or of the metric" in done.stderr
    assert "lower may be" not in call(["meta", toy.config(), *words[:3]]).stderr


def test_trueskill_scores_and_published_ones_stand_beside_scores_of_sentences(
    toy: Toy, call: Call
) -> None:
    """An aggregate needs scores of systems alone; judgments have sentences, whatever they score."""
    table = '[[human]]\nname = "skill"\nkind = "rankings"\nfile = "judgments.xml"\nbase = 0\n'
    skill = toy.config(human=f'{table}score = "trueskill"\nruns = 3\n')
    words = ("--metric", "m2", "gleu", "--aggregate", "trueskill")
    found = json_of(call, skill, *words)["corpora"][0]
    human = found["human"]["scores"]
    level = json_of(call, skill, "--metric", "m2", "--level", "sentence")["corpora"][0]
    assert level["human"]["scores"] == human
    wins = json_of(call, toy.config(human=table), "--metric", "m2", "--level", "sentence")
    sentence = wins["corpora"][0]["metrics"][0]["results"][0]["sentence"]
    assert level["metrics"][0]["results"][0]["sentence"] == sentence
    toy.write("skill.tsv", [f"{x}\t{score!r}" for x, score in zip(toy.SYSTEMS, human, strict=True)])
    published = '[[human]]\nname = "given"\nkind = "scores"\nfile = "skill.tsv"\n'
    again = json_of(call, toy.config(human=published), *words)["corpora"][0]
    assert again["metrics"] == found["metrics"]


@pytest.mark.parametrize("kind", ["tsv", "csv"])
def test_tables_for_programs_have_a_note_on_a_beta_that_was_chosen(
    kind: str, toy: Toy, call: Call
) -> None:
    words = ("meta", toy.config(), "--metric", "m2", "-f", kind, "--folds", "4", "--grid", "0:2:1")
    (line,) = [line for line in call(words).stderr.splitlines() if "elsewhere" in line]
    assert line == (
        "note: beta is the mean of what 4 folds choose. It was chosen on the data that it is "
        "reported on, so it looks better than it would elsewhere; metrics without beta have no "
        "such advantage"
    )
    assert "elsewhere" not in call([*words, "-q"]).stderr
    assert "elsewhere" not in call([*words[:6], "--beta", "1"]).stderr


def test_pairs_are_noted_only_where_their_wins_are_counted(toy: Toy, call: Call) -> None:
    """Ties do not count for expected wins, but for the mean of ratings and TrueSkill."""
    rows = [",".join(toy.SYSTEMS), *("3,3,2,2,1,0" for _ in range(toy.n))]
    toy.write("ratings.csv", rows)
    rated = 'kind = "segments"\nfile = "ratings.csv"\nindependent = true\n'
    ranked = 'kind = "rankings"\nfile = "judgments.xml"\nbase = 0\n'
    for human, is_noted in (
        (rated, True),
        (f'{rated}score = "mean"\n', False),
        (ranked, True),
        (f'{ranked}score = "trueskill"\nruns = 3\n', False),
    ):
        config = toy.config(human=f'[[human]]\nname = "people"\n{human}')
        done = call(["meta", config, "--metric", "m2:beta=1", "-q", "-f", "table"])
        assert done.status == 0, done.stderr
        assert ("judged pairs of outputs" in done.stdout) == is_noted


def test_scores_of_equal_outputs_by_another_tool_are_equal(toy: Toy, call: Call) -> None:
    """If not, they may be of other sentences or systems; some tools draw, so it is a warning."""
    outputs = {x: (toy.folder / f"{x}.txt").read_text("utf-8").splitlines() for x in toy.SYSTEMS}
    scores = {x: [float(len(line)) for line in lines] for x, lines in outputs.items()}

    def written(moved: int) -> list[str]:
        rows = [
            {"system": x, "sentence": s + 1, "score": values[(s + moved) % toy.n]}
            for x, values in scores.items()
            for s in range(toy.n)
        ]
        return [json.dumps(row) for row in rows]

    words = ("--metric", "scores:length=each.jsonl")
    toy.write("each.jsonl", written(0))
    assert "same output" not in call(["meta", toy.config(), *words]).stderr
    toy.write("each.jsonl", written(1))
    done = call(["meta", toy.config(), *words])
    assert done.status == 0
    assert "warning: toy: length: sentence" in done.stderr
    assert "have the same output and unlike scores" in done.stderr
    assert call(["meta", toy.config(), *words, "--strict"]).status == 1


def test_published_scores_have_no_sentences_to_draw(toy: Toy, call: Call) -> None:
    (toy.folder / "spread.tsv").write_text("".join(f"{x}\t{ord(x)}\n" for x in toy.SYSTEMS))
    people = '[[human]]\nname = "given"\nkind = "scores"\nfile = "spread.tsv"\n'
    words = ("--metric", "m2", "--beta", "1", "--ci=10", "--resample", "human")
    found = json_of(call, toy.config(human=people), *words)["corpora"][0]
    assert set(found["metrics"][0]["results"][0]["intervals"]["pearson"]) == {"both"}
    assert found["human"] == {
        "name": "given",
        "kind": "scores",
        "measure": "scores",
        "scores": [65.0, 66, 67, 68, 69, 70],
    }


@pytest.mark.parametrize("name", ["m2", "green-word-n4", "Each"])
def test_soft_pairwise_accuracy_is_that_of_permutations_one_by_one(name: str, toy: Toy) -> None:
    n = 8
    generator = np.random.default_rng(0)
    given = generator.integers(0, 9, (toy.n, 6)) / 8
    lines = [
        json.dumps({"system": label, "sentence": s + 1, "score": given[s, k]})
        for k, label in enumerate(toy.SYSTEMS)
        for s in range(toy.n)
    ]
    toy.write("each.jsonl", lines)
    words = {"m2": "m2", "green-word-n4": "green", "Each": "scores:Each=each.jsonl"}[name]
    config = Config.read(toy.config())
    (found,) = judge([config], wanted([words]), Options(betas=(0.7,), soft=n, seed=4, jobs=1))
    (result,) = found.metric(name).results
    gold = Gold.read(toy.folder / "gold.m2")
    texts = References(toy.folder / "source.txt", [toy.folder / f"ref{k}.txt" for k in (0, 1)])
    outputs = {
        label: (toy.folder / f"{label}.txt").read_text(encoding="utf-8").splitlines()
        for label in toy.SYSTEMS
    }

    def scores_of(pair: list[list[int]]) -> list[float]:
        """Score mixed systems: the number of the system that each sentence is of."""
        if name == "Each":
            return [float(np.mean([given[s, k] for s, k in enumerate(one)])) for one in pair]
        for label, one in zip(("A", "B"), pair, strict=True):
            toy.write(f"{label}.txt", [outputs[toy.SYSTEMS[k]][s] for s, k in enumerate(one)])
        return _scores_of(name, list(range(toy.n)), toy, gold, texts, ("A", "B"))

    wins = [
        (item, w, lo)
        for item, (w, lo, tie) in zip(
            found_rankings(toy).item.tolist(), found_rankings(toy).triples(), strict=True
        )
        if not tie
    ]
    differences = []
    for a in range(6):
        for b in range(a + 1, 6):
            observed = scores_of([[a] * toy.n, [b] * toy.n])
            by_machine = by_people = 0
            for i in range(n):
                swaps = _drawn(4, (1, i), toy.n)
                mixed = [[b if x else a for x in swaps], [a if x else b for x in swaps]]
                one, other = scores_of(mixed)
                by_machine += one - other >= observed[0] - observed[1] - 1e-12
                signs = [1 - 2 * int(x) for x in _drawn(4, (6, i), toy.n)]
                own = [(item, 1 if w == a else -1) for item, w, lo in wins if {w, lo} == {a, b}]
                total = sum(sign for _, sign in own)
                by_people += sum(signs[item] * sign for item, sign in own) >= total
            differences.append(abs(by_machine - by_people) / n)
    wanted_ = 1 - sum(differences) / len(differences)
    assert result.correlations["soft_pairwise_accuracy"] == pytest.approx(wanted_, **CLOSE)


def found_rankings(toy: Toy) -> Any:
    rankings = meta.read_rankings([toy.folder / "judgments.xml"], base=0)
    return rankings.of_systems(toy.SYSTEMS)


def _drawn(seed: int, key: tuple[int, int], n: int) -> list[int]:
    sequence = np.random.SeedSequence(seed, spawn_key=key)
    generator = np.random.Generator(np.random.PCG64(sequence))
    found: list[int] = generator.integers(0, 2, n, np.uint8).tolist()
    return found


def test_soft_accuracy_is_undefined_where_nothing_can_be_exchanged(toy: Toy, call: Call) -> None:
    toy.write("mine.tsv", [f"{label}\t{9 - k}" for k, label in enumerate(toy.SYSTEMS)])
    words = ("--metric", "scores:Mine=mine.tsv", "--soft=10")
    result = json_of(call, toy.config(), *words)["corpora"][0]["metrics"][0]["results"][0]
    assert result["correlations"]["soft_pairwise_accuracy"] is None


def test_betas_that_resamples_cannot_tell_apart_are_said(toy: Toy, call: Call) -> None:
    words = ("--metric", "m2", "--ci=40", "--folds", "2", "--grid", "0:2:0.1")
    one = json_of(call, toy.config(), *words)["corpora"][0]["metrics"][0]
    for measure, result in zip(("pearson", "spearman"), one["results"], strict=True):
        low, high = result["intervals"][measure]["sentences"]
        near = one["sweep"]["best"][measure]["indistinguishable"]
        values = one["sweep"][measure]
        known = [value for value in values if value is not None]
        inside = [
            beta
            for beta, value in zip(one["sweep"]["betas"], values, strict=True)
            if value is not None and value >= max(known) - (high - low) / 2
        ]
        assert near == [inside[0], inside[-1]]


@pytest.mark.parametrize("kind", ["table", "tsv", "csv", "json", "markdown", "latex"])
def test_outputs_that_are_all_alike_are_shown_as_undefined(kind: str, toy: Toy, call: Call) -> None:
    source = (toy.folder / "source.txt").read_text(encoding="utf-8").splitlines()
    for label in toy.SYSTEMS:
        toy.write(f"{label}.txt", source)
    words = ("--metric", "m2", "green", "--folds", "2", "--ci=5", "--tests", "--windows", "3")
    done = call(["meta", toy.config(), *words, "-f", kind])
    assert done.status == 0
    assert "m2 has the same score for all systems" in done.stderr
    assert "nan" not in done.stdout.lower()


def test_numbers_of_pictures_are_made_of_undefined_sweeps(toy: Toy, call: Call) -> None:
    source = (toy.folder / "source.txt").read_text(encoding="utf-8").splitlines()
    for label in toy.SYSTEMS:
        toy.write(f"{label}.txt", source)
    document = json_of(call, toy.config(), "--metric", "m2", "--folds", "2")
    numbers = kinds.numbers_of(document, kinds.plot_request("sweep=x.svg"))["numbers"]
    (line,) = numbers["corpora"][0]["lines"]
    assert (line["beta"], line["folds"], set(line["values"])) == (None, None, {None})


def test_bands_of_a_sweep_are_the_intervals_of_each_beta(toy: Toy, call: Call) -> None:
    """Of M2, which chooses again in each resample, and GREEN, of which only changes are summed."""
    words = ("--metric", "m2", "green:word", "--ci=30", "--folds", "2")
    for more in ((), ("--fixed-choice",), ("--resample", "human"), ("--resample", "systems")):
        swept = json_of(call, toy.config(), *words, *more)["corpora"][0]["metrics"]
        for one in swept:
            bands = one["sweep"]["bands"]
            kind = bands["resample"]
            assert kind == (more[1] if len(more) == 2 else "sentences")
            assert bands["betas"][0] == 0
            assert bands["betas"][-1] == 5
            assert 41 <= len(bands["betas"]) <= 43
            some = bands["betas"][::20]
            betas = ["--beta", *map(str, some)]
            plain = ["--metric", "m2" if one["metric"] == "m2" else "green:word", "--ci=30", *more]
            (alone,) = json_of(call, toy.config(), *plain, *betas)["corpora"][0]["metrics"]
            for measure in ("pearson", "spearman"):
                assert len(bands[measure]["low"]) == len(bands["betas"])
                for beta, result in zip(some, alone["results"], strict=True):
                    place = bands["betas"].index(beta)
                    pair = [bands[measure][side][place] for side in ("low", "high")]
                    interval = result["intervals"][measure][kind]
                    assert pair == ([None, None] if interval is None else interval)
                for result in one["results"]:  # what is judged is looked at
                    assert result["beta"] in bands["betas"]
                low, high = one["sweep"]["best"][measure]["interval"]
                assert 0 <= low <= high <= 5


def test_resamples_at_many_betas_sum_only_what_changes(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In any order of betas they equal those of a metric that has seen no other beta."""
    config = Config.read(toy.config())
    draws = Draws(25, 3, toy.n)
    betas = [0.0, 4.0, 0.5, 0.1, 2.0]

    def metric_of() -> Any:
        return read_corpus(config, wanted(["green:word"]), Options()).metrics[0]

    alone = [metric_of().resampled(draws, beta) for beta in betas]
    calls = []
    sums = Draws.sums
    monkeypatch.setattr(Draws, "sums", lambda self, table: calls.append(1) or sums(self, table))
    assert (metric_of().resampled_at(draws, np.array(betas)) == np.stack(alone)).all()
    assert len(calls) == 1
    assert not (alone[0] == alone[1]).all()


def test_the_interval_of_the_best_beta_is_that_of_the_best_of_each_resample(
    toy: Toy, call: Call
) -> None:
    """On a grid so small that all of it is looked at; each beta is judged alone beside it."""
    config = Config.read(toy.config())
    grid = [0.5, 1.0, 1.5, 2.0]
    options = Options(grid=Grid.of(grid), folds=2, resamples=25)
    (found,) = judge([config], wanted(["green:word"]), options)
    corpus = read_corpus(config, wanted(["green:word"]), Options())
    resamples = Resamples(corpus.judges, Draws(25, 0, corpus.facts.sentences))
    (metric,) = corpus.metrics
    best = []
    for number in range(25):
        rows = [metric.resampled(resamples.draws, beta) for beta in grid]
        values = [
            pearson(resamples.by_sentence[number].tolist(), row[number].tolist())
            for row in rows
            if row is not None
        ]
        known = [value for value in values if value is not None]
        if known:
            top = [b for b, v in zip(grid, values, strict=True) if v and v >= max(known) - 1e-12]
            best.append(sum(top) / len(top))
    low, high = percentile_interval(np.array(best)).tolist()
    assert found.metrics[0].more is not None
    interval = found.metrics[0].more["pearson"]["interval"]
    assert interval == pytest.approx([low, high], abs=1e-12)
