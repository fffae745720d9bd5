"""What objects look like in a session and in a notebook, and the common base of scores."""

from __future__ import annotations

import dataclasses
import json
import math
import pickle
from pathlib import Path
from typing import Any

import pytest

import fastgec
import toy
from fastgec import Counts, Gold, References, gleu, green, m2, study
from fastgec.cli.texts import SAMPLES
from fastgec.metrics import METRICS, functions
from fastgec.metrics.base import Score, metric_named
from fastgec.metrics.m2.words import created_blocks

SOURCE, BOLD = SAMPLES / "source.txt", SAMPLES / "bold.txt"
TEXTS = References(SOURCE, [SAMPLES / "ref0.txt", SAMPLES / "ref1.txt"])
GOLD = SAMPLES / "gold.m2"


@pytest.fixture(params=[*METRICS, "toy"])
def score(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> tuple[Any, Score]:
    """Each metric with a score of it."""
    monkeypatch.setitem(METRICS, "toy", ("toy", ""))
    metric = metric_named(request.param)
    gold: Any = TEXTS if metric.reads == "references" else GOLD
    system = BOLD
    if metric.reads not in ("references", "edits"):  # edits are compared with edits
        system = tmp_path / "bold.m2"
        system.write_text("".join(created_blocks(SOURCE, BOLD)), encoding="utf-8")
    systems = [system, SOURCE] if metric.name == "gotoscorer" else [system]  # needs several
    found, *_ = functions.evaluate(
        metric, systems, gold, metric.parameters(), metric.scoring(), tells=False
    )
    return metric, found


def test_every_score_has_a_value_which_is_the_score_of_its_metric(
    score: tuple[Any, Score],
) -> None:
    metric, found = score
    assert metric.resampled[-1] == found.main
    assert found.value == metric.describe(found).measure(found.main).value
    assert -1 < found.value < 1  # below 0 where the metric says that the source was better


def test_a_score_is_a_flat_dictionary_of_numbers(score: tuple[Any, Score]) -> None:
    metric, found = score
    flat = found.to_dict("dev/")
    assert flat[f"dev/{found.main}"] == found.value
    assert {name.removeprefix("dev/") for name in flat} >= set(metric.resampled)
    assert all(type(value) in (int, float) and math.isfinite(value) for value in flat.values())
    assert json.loads(json.dumps(flat)) == flat


def test_scores_of_the_same_numbers_are_equal(score: tuple[Any, Score]) -> None:
    _, found = score
    again = pickle.loads(pickle.dumps(found))
    assert again is not found
    assert again == found
    assert hash(again) == hash(found)
    assert found != found.value
    name = dataclasses.fields(found)[0].name
    value = getattr(found, name)
    assert dataclasses.replace(found, **{name: value + 1}) != found


def test_a_score_is_short_and_says_its_number(score: tuple[Any, Score]) -> None:
    _, found = score
    text = repr(found)
    assert text.startswith(f"{type(found).__name__}({found.main}={found.value:.4g}")
    assert len(text) < 170
    html = found._repr_html_()
    assert f"<td>{100 * found.value:.2f}</td>" in html
    assert len(html) < 600
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()


def test_a_dataclass_keeps_the_short_repr_of_scores_but_not_one_of_its_own() -> None:
    assert repr(toy.Score(1, 4)) == "Score(share=0.25)"

    class Loud(toy.Score):
        def __repr__(self) -> str:
            return "loud"

    assert repr(Loud(1, 4)) == "loud"


def test_what_there_is_none_of_is_not_in_the_dictionary() -> None:
    found = gleu.evaluate(["a c"], References(["a b"], [["a c"]]), order=1)
    assert found.to_dict() == {"mean": 1.0, "standard_deviation": 0.0}
    assert found._repr_html_().count("<td>-</td>") == 2
    endless = green.evaluate(["a c"], References(["a b"], [["a c"]]), order=1, beta=math.inf)
    assert "beta=inf" in repr(endless)
    assert json.dumps(endless.to_dict(), allow_nan=False)


def test_a_corpus_is_a_name_and_a_few_numbers() -> None:
    gold = Gold.read(GOLD)
    assert repr(gold) == f"Gold(name={str(GOLD)!r}, sentences=20, annotators=(0, 1), edits=65)"
    counts = m2.count(BOLD, gold)
    assert repr(counts) == (
        "Counts(metric='m2', sentences=20, rows=38, columns=3, max_unchanged_words=2, "
        "ignore_whitespace_casing=False, release='development', implicit_noop=False)"
    )
    for thing in (gold.sources, gold.source_tokens, gold.edits, counts):
        assert len(repr(thing)) < 250
    assert "<td>20</td>" in gold._repr_html_()
    assert "<td>20</td>" in counts._repr_html_()


def test_text_of_others_is_escaped_in_a_notebook() -> None:
    gold = Gold.parse("S a\n", name="<b onclick='x'>&")
    assert "<b" not in gold._repr_html_()
    assert "&lt;b onclick=" in gold._repr_html_()
    assert "&amp;" in gold._repr_html_()


@pytest.mark.parametrize("module", [fastgec, m2, green, gleu, study])
def test_dir_shows_what_is_meant_for_users(module: Any) -> None:
    names = [name for name in dir(module) if not name.startswith("__")]
    assert sorted(names) == sorted(name for name in module.__all__ if not name.startswith("__"))
    assert all(getattr(module, name) is not None for name in names)


def test_every_metric_is_a_name_of_the_package_and_no_other_name_is() -> None:
    """mypy reads this too: it must know the types, and refuse the name that there is not."""
    assert set(METRICS) <= set(fastgec.__all__) & set(dir(fastgec))
    beta: float = fastgec.errant.Scoring().beta
    assert beta == fastgec.errant.DEFAULT_BETA
    with pytest.raises(AttributeError, match="module 'fastgec' has no attribute 'nonsense'"):
        fastgec.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_counts_of_no_sentence_are_shown_too() -> None:
    counts: Counts = m2.count(BOLD, Gold.read(GOLD)).sentences(0, 0)
    assert "sentences=0" in repr(counts)


def test_studies_are_flat_dictionaries_too() -> None:
    (found,) = study.intervals("gleu", [BOLD], TEXTS, resamples=20)
    flat = found.to_dict("x/")
    assert flat["x/mean"] == found.score.value
    assert found.bounds is not None
    assert (flat["x/mean_low"], flat["x/mean_high"]) == found.bounds["mean"]
    (compared,) = study.compare("m2", SAMPLES / "careful.txt", [BOLD], GOLD, resamples=20)
    flat = compared.to_dict("x/")
    assert flat["x/difference"] == compared.score - compared.base
    assert (flat["x/low"], flat["x/high"]) == compared.interval
    assert all(type(value) is float for value in flat.values())
