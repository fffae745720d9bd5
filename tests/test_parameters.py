"""Numbers that callers give: any type that is one is taken, everything else is one clear line."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from fastgec import Gold, References, gleu, green, m2
from fastgec.choose.rules import drawn_references
from fastgec.metrics.green.metric import score_totals as green_totals
from fastgec.read.lines import Span
from fastgec.study.resampling import Sample, bootstrap_totals, sample_of
from fastgec.texts.m2write import align
from fastgec.values import number, whole_number

GOLD = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\nA 1 2|||R|||d|||||||||1\n")
HYPOTHESES = ["c b"]
TEXTS = ["c d"], References(["a b"], [["c b"]])
COUNTS = m2.count(HYPOTHESES, GOLD)
REGIONS = green.count(*TEXTS)


def running(beta: Any) -> Sample:
    """A sample whose choice of annotator is made again in each resample."""
    return sample_of(COUNTS, m2.METRIC.choose(m2.Scoring(beta)))


WHOLE_NUMBERS: dict[str, Callable[[Any], Any]] = {
    "max_unchanged_words": lambda n: m2.count(HYPOTHESES, GOLD, max_unchanged_words=n),
    "max_unchanged_words ": lambda n: align(["a"], [["b"]], max_unchanged_words=n).edits.n_edits,
    "memory_limit": lambda n: m2.count(["a b"], GOLD, memory_limit=n),
    "memory_limit ": lambda n: align(["a"], [["a"]], memory_limit=n).edits.n_edits,
    "jobs": lambda n: m2.count(HYPOTHESES, GOLD, jobs=n),
    "jobs ": lambda n: green.count(*TEXTS, jobs=n),
    "order": lambda n: green.count(*TEXTS, order=n),
    "order ": lambda n: gleu.count(*TEXTS, order=n),
    "order  ": lambda n: green.candidate_scores("a", ["b"], ["c"], order=n).tolist(),
    "order   ": lambda n: gleu.evaluate(*TEXTS, order=n).mean,
    "order    ": lambda n: green.evaluate(*TEXTS, order=n).f,
    "iterations": lambda n: gleu.evaluate(*TEXTS, iterations=n).mean,
    "times": lambda n: GOLD.repeat(n).fingerprint(),
    "first sentence": lambda n: str(Span(n)),
    "last sentence": lambda n: str(Span(0, n)),
    "n": lambda n: bootstrap_totals([running(1)], n=n)[0].tolist(),
    "seed": lambda n: bootstrap_totals([running(1)], n=2, seed=n)[0].tolist(),
    "seed ": lambda n: next(drawn_references(9, 3, [n], "python3")).tolist(),
}
BETAS: list[Callable[[Any], Any]] = [
    lambda beta: m2.evaluate(HYPOTHESES, GOLD, beta=beta),
    lambda beta: m2.score_counts(COUNTS, beta=beta),
    lambda beta: m2.sentence_scores(HYPOTHESES, GOLD, beta=beta).tolist(),
    lambda beta: m2.METRIC.values(COUNTS.table, m2.Scoring(beta)).tolist(),
    lambda beta: running(beta).choice,
    lambda beta: green.evaluate(*TEXTS, beta=beta).f,
    lambda beta: green.sentence_scores(*TEXTS, beta=beta).tolist(),
    lambda beta: green.select(REGIONS, beta=beta).tolist(),
    lambda beta: green_totals(REGIONS.table, beta, "zero").tolist(),
]


@pytest.mark.parametrize("entry_point", WHOLE_NUMBERS)
def test_whole_numbers_are_taken_in_any_type_that_is_one(entry_point: str) -> None:
    call = WHOLE_NUMBERS[entry_point]
    for kind in (np.int8, np.int64, np.uint16):
        assert call(kind(3)) == call(3)


@pytest.mark.parametrize("entry_point", WHOLE_NUMBERS)
@pytest.mark.parametrize("value", [1.9, 2.0, math.nan, "2", True, np.True_, np.float64(2), [2]])
def test_what_is_no_whole_number_is_one_line(entry_point: str, value: Any) -> None:
    call = WHOLE_NUMBERS[entry_point]
    with pytest.raises(ValueError, match="expected a whole number from") as caught:
        call(value)
    assert str(caught.value).startswith(f"{entry_point.strip()} ")
    assert "\n" not in str(caught.value)


def test_jobs_that_are_no_number_do_not_keep_anybody_waiting() -> None:
    with pytest.raises(ValueError, match=r"^jobs nan: expected a whole number from 1$"):
        m2.evaluate(HYPOTHESES, GOLD, jobs=math.nan)  # type: ignore[arg-type]


def test_parameters_of_numpy_can_be_written() -> None:
    counts = m2.count(HYPOTHESES, GOLD, max_unchanged_words=np.int64(2))  # type: ignore[arg-type]
    assert json.loads(json.dumps(dict(counts.parameters)))["max_unchanged_words"] == 2
    regions = green.count(*TEXTS, order=np.int64(2))  # type: ignore[arg-type]
    assert json.loads(json.dumps(dict(regions.parameters)))["order"] == 2


@pytest.mark.parametrize("call", BETAS)
def test_betas_are_taken_in_any_type_that_is_a_number(call: Callable[[Any], Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for kind in (np.float32, np.float64, np.float16):
            assert call(kind(0.5)) == call(0.5)
        for kind in (int, np.int64, np.uint8, np.float32):
            assert call(kind(2)) == call(2.0)


@pytest.mark.parametrize("call", BETAS)
@pytest.mark.parametrize("value", ["0.5", None, True, math.nan, -1, 10**400, [0.5], 1j])
def test_what_is_no_beta_is_one_line(call: Callable[[Any], Any], value: Any) -> None:
    with pytest.raises(ValueError, match=r"^beta .+: expected a number from 0[^\n]*$"):
        call(value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (np.arange(100), "of ndarray"),
        ("x" * 100, "of str"),
        ("a\nb", "'a\\nb'"),
        (Decimal(1), "Decimal('1')"),
        (np.float32(0.5), "0.5"),
        (None, "None"),
    ],
)
def test_any_value_is_shown_on_one_line(value: object, shown: str) -> None:
    with pytest.raises(ValueError, match="expected") as caught:
        whole_number(value, "n", 0, 9)
    assert str(caught.value) == f"n {shown}: expected a whole number from 0 to 9"


def test_numbers_have_limits() -> None:
    with pytest.raises(ValueError, match=r"^n of int: expected a whole number from 0 to 9$"):
        whole_number(10**5000, "n", 0, 9)
    assert number(math.inf, "beta", 0) == math.inf
    with pytest.raises(ValueError, match=r"^beta inf: expected a number from 0 to 9$"):
        number(math.inf, "beta", 0, 9)
