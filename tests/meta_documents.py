"""A document as `fastgec meta -f json` prints it, made by hand: small, with everything in it."""

from __future__ import annotations

from typing import Any

SYSTEMS = ["north", "south", "east", "west", "centre", "source"]
HUMAN = [0.62, 0.58, 0.55, 0.41, 0.47, 0.3]
BETAS = [0.0, 0.5, 1.0, 1.5, 2.0]


def a_result(beta: float | None, by: str | None, shift: float) -> dict[str, Any]:
    scores = [0.5 + shift * value + 0.01 * (number % 3) for number, value in enumerate(HUMAN)]
    pearson = 0.9 - abs(shift)
    return {
        "beta": beta,
        "chosen_by": by,
        "scores": scores,
        "correlations": {
            "pearson": pearson,
            "spearman": None if shift > 0.35 else pearson - 0.1,
            "kendall_b": pearson - 0.2,
            "pairwise_accuracy": 0.8,
        },
        "intervals": {
            "pearson": {"sentences": [pearson - 0.2, pearson + 0.05], "both": [-0.1, 0.97]},
            "spearman": {"sentences": [0.2, 0.9], "both": None},
        },
        "score_intervals": [[score - 0.02, score + 0.03] for score in scores],
        "windows": [
            {"first": first, "last": first + 3, "pearson": 0.3 * first - 0.5, "spearman": None}
            for first in range(1, 4)
        ],
        "sentence": {
            "counting": "collapsed",
            "concordant": 60,
            "discordant": 35,
            "metric_tie": 5,
            "human_tie": 20,
            "both_tie": 2,
            "accuracy": 0.6,
            "tau": 0.25,
            "acc_eq": 62 / 120,
            "calibrated_acc_eq": 0.53,
            "calibrated_epsilon": 0.004,
            "cross_fitted_acc_eq": 0.52,
            "cross_fitted_epsilons": [0.004, 0.003],
            "distances": [
                {
                    "better": better,
                    "worse": worse,
                    "concordant": 10 * (worse - better),
                    "discordant": 6,
                    "metric_tie": 1,
                    "accuracy": 10 * (worse - better) / (10 * (worse - better) + 7),
                }
                for better in (1, 2)
                for worse in range(better + 1, 4)
            ],
        },
    }


def a_sweep() -> dict[str, Any]:
    values = [-0.2, 0.1, 0.7, 0.8, 0.6]
    best = {
        "ranges": [[1.5, 1.5]],
        "fold_ranges": [[[1.5, 1.5]], [[1.0, 1.5]]],
        "fold_betas": [1.5, 1.25],
        "beta": 1.375,
        "interval": [1.0, 2.0],
        "indistinguishable": [0.75, 2.0],
    }
    return {
        "betas": BETAS,
        "pearson": values,
        "spearman": [None, *values[1:]],
        "best": {"pearson": best, "spearman": {**best, "ranges": [[1.0, 1.5], [2.0, 2.0]]}},
        "bands": {
            "resample": "sentences",
            "betas": BETAS,
            "pearson": {"low": [v - 0.2 for v in values], "high": [v + 0.1 for v in values]},
        },
    }


def a_test(a: str, b: str, p: float, williams: bool = True) -> dict[str, Any]:
    tested = {"t": 0.5, "df": 3, "p_one_sided": p / 2, "p_two_sided": p}
    return {
        "a": a,
        "beta_a": 1.38 if a == "green-word-n4" else None,
        "b": b,
        "beta_b": None,
        "pearson_a": 0.7,
        "pearson_b": 0.6,
        "pearson_ab": 0.5,
        "williams": tested if williams else None,
        "perm_both": {"delta": 0.1, "n": 64, "at_least": 8, "p_one_sided": p, "p_two_sided": p},
    }


def a_corpus(name: str, systems: int = 6) -> dict[str, Any]:
    metrics = [
        {
            "metric": "green-word-n4",
            "results": [a_result(1.38, "pearson", 0.2), a_result(1.4, "spearman", 0.3)],
            "sweep": a_sweep(),
        },
        {"metric": "gleu-clipped-word-n4", "results": [a_result(None, None, 0.1)]},
        {"metric": "other", "results": [a_result(None, None, 0.4)]},
    ]
    for metric in metrics:
        results: Any = metric["results"]
        for result in results:
            result["scores"] = result["scores"][:systems]
            result["score_intervals"] = result["score_intervals"][:systems]
    return {
        "corpus": name,
        "set": "all",
        "sentences": 120,
        "dropped": [7, 9],
        "absent": ["ref"],
        "systems": SYSTEMS[:systems],
        "human": {
            "name": "expected wins",
            "kind": "rankings",
            "measure": "wins",
            "scores": HUMAN[:systems],
            "intervals": [[score - 0.03, score + 0.02] for score in HUMAN[:systems]],
            "judgments": 1200,
            "ties": 500,
        },
        "metrics": metrics,
        "tests": [
            a_test("green-word-n4", "gleu-clipped-word-n4", 0.3),
            a_test("green-word-n4", "other", 0.0495),
            a_test("gleu-clipped-word-n4", "other", 0.0002, williams=False),
        ],
    }


def a_document() -> dict[str, Any]:
    """Two corpora, the second of so few systems that their correlation means little."""
    return {
        "command": "meta",
        "version": "0.0.0",
        "signature": "fastgec.meta|cards:0123456789abcdef",
        "parameters": {
            "resamples": 1000,
            "seed": 0,
            "resample": ["sentences", "both"],
            "folds": 2,
            "fold_by": "block",
            "grid": "0:2:0.5",
        },
        "corpora": [a_corpus("news"), a_corpus("essays", 4)],
    }
