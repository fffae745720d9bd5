"""GLEU results as text: what the authors' program prints, tables, JSON, single sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from fastgec.metrics.gleu_score import Floats, GleuTotal, interval, means, standard_deviations
from fastgec.report import documents
from fastgec.report.signature import Facts, signature
from fastgec.report.tables import Column, Table, join_fields

Sentences = Callable[[], Iterator[Floats]]
"""Yields scores float64[S, K] against each reference of all sentences, some at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What is known of one system: its name as typed, and its score.

    sentences  what is known of each sentence, if it is to be shown
    """

    system: str
    score: GleuTotal
    sentences: Sentences | None = None


def classic(results: Sequence[Result]) -> Iterator[str]:
    """Yield a line per system: the last part of its path, and the score.

    >>> from fastgec.metrics import gleu
    >>> result = Result("out/x", gleu.evaluate(["a b"], [["a c"]], ["a d"], order=1))
    >>> print("".join(classic([result])), end="")
    x 0.500000
    """
    for result in results:
        yield f"{PurePath(result.system).name} {result.score.mean:f}\n"


def details(results: Sequence[Result], first: int = 0) -> Iterator[str]:
    """Yield for each system the score, deviation and interval of every sentence, then overall.

    Parameters: first, number of sentences before them; they count from 0, as the authors have it.
    """
    for result in results:
        score = result.score
        yield "\n===== Sentence-level scores =====\n"
        yield "SID Mean Stdev 95%CI GLEU\n"
        for s, (mean, deviation, _) in enumerate(_sentences(result), first):
            yield f"{s} {_numbers(mean, deviation)}\n"
        yield "\n==== Overall score =====\n"
        yield "Mean Stdev 95%CI GLEU\n"
        yield f"{_numbers(score.mean, score.standard_deviation)}\n"


def table(results: Sequence[Result]) -> Table:
    """Return a row per system: mean, standard deviation, interval."""
    rows = []
    for result in results:
        score = result.score
        bounds = score.interval or (None, None)
        rows.append((result.system, score.mean, score.standard_deviation, *bounds))
    return Table(
        (
            Column("System", "system"),
            Column("GLEU", "mean", is_score=True, has_best=True),
            Column("SD", "standard_deviation", is_score=True),
            Column("Low", "low", is_score=True),
            Column("High", "high", is_score=True),
        ),
        tuple(rows),
    )


def document(results: Sequence[Result], facts: Facts) -> str:
    """Return the JSON document of a run."""
    first = results[0].score
    systems = [
        {
            "system": result.system,
            "mean": result.score.mean,
            "standard_deviation": result.score.standard_deviation,
            "interval": result.score.interval and list(result.score.interval),
            "references": result.score.references.tolist(),
        }
        for result in results
    ]
    line = signature_line(first, facts)
    return documents.document("gleu", line, _parameters(first), facts.sentences, systems)


def signature_line(score: GleuTotal, facts: Facts) -> str:
    """Return the signature of a run, from its score of any system."""
    return signature("gleu", _parameters(score), facts.as_dict())


def _parameters(score: GleuTotal) -> dict[str, str | int]:
    return {
        "variant": score.variant,
        "unit": score.unit,
        "order": score.order,
        "iterations": len(score.iterations),
        "draws": score.draws,
    }


def sentence_fields(n_references: int) -> list[str]:
    """Return the names of the columns of single sentences in a .tsv file."""
    names = [f"reference_{k}" for k in range(n_references)]
    return ["system", "sentence", "mean", "standard_deviation", *names]


def sentence_lines(result: Result, suffix: str, first: int = 0) -> Iterator[str]:
    """Yield a line per sentence, as .jsonl or .tsv; sentences count from 1.

    Parameters: first, number of sentences before them.
    """
    for s, (mean, deviation, references) in enumerate(_sentences(result), first + 1):
        if suffix == ".tsv":
            values = (result.system, s, mean, deviation, *references)
            yield join_fields([str(value) for value in values])
            continue
        yield documents.line(
            {
                "system": result.system,
                "sentence": s,
                "mean": mean,
                "standard_deviation": deviation,
                "references": references,
            }
        )


def _sentences(result: Result) -> Iterator[tuple[float, float, list[float]]]:
    """Yield mean, standard deviation and scores of each sentence."""
    assert result.sentences is not None, "whoever shows sentences keeps them"
    for scores in result.sentences():
        columns = means(scores), standard_deviations(scores), scores
        yield from zip(*(column.tolist() for column in columns), strict=True)


def _numbers(mean: float, deviation: float) -> str:
    bounds = interval(mean, deviation)
    shown = "(nan,nan)" if bounds is None else f"({bounds[0]:.3f},{bounds[1]:.3f})"
    return f"{mean:f} {deviation:f} {shown}"
