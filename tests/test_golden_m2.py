"""Equality with the published MaxMatch scorer, on real corpora and on random cases.

The golden numbers were made with the NUS scorer, development version and release 3.2. Integers are
compared exactly; precision, recall and F to 1e-12.
"""

from __future__ import annotations

import gzip
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import oracle_m2 as oracle
from commands import Run
from fastgec import Counts, Gold, m2
from golden_data import golden, read_json, read_jsonl

SYSTEMS = {
    "conll14": (
        "naacl2018",
        *(f"official-{name}" for name in ("AMU", "CAMB", "CUUI", "IITB", "INPUT", "IPN", "NTHU")),
        *(f"official-{name}" for name in ("PKU", "POST", "RAC", "SJTU", "UFC", "UMC")),
        "pillars-GECToR-2024",
        "pillars-T5-11B",
    ),
    "bea-dev": ("pillars-EditScorer", "pillars-T5-11B"),
    "jfleg-dev": ("naacl2018",),
}
N_SENTENCES = {"conll14": 1312, "bea-dev": 4384, "jfleg-dev": 754}
OUTPUTS = [(corpus, system) for corpus, systems in SYSTEMS.items() for system in systems]

RANDOM = {  # name: number of cases
    "inserts-release3.2-u2": 1500,
    "inserts-u1-messy": 1500,
    "inserts-u2": 2500,
    "inserts-u4": 1000,
    "invented-release3.2-u2": 1000,
    "invented-u2": 3000,
    "invented-u3": 1000,
    "nat-release3.2-u2": 2000,
    "nat-u2": 8000,
    "nat-u2-iwc-messy": 3000,
    "nat-u3": 3000,
    "tiny-release3.2-u2": 6000,
    "tiny-u0": 8000,
    "tiny-u1-messy": 8000,
    "tiny-u2": 20000,
    "tiny-u2-iwc-messy": 8000,
    "tiny-u4": 8000,
}

# System: precision, recall, F0.5 in percent, and correct, proposed, gold, as published.
PUBLISHED = {
    "official-CAMB": ("39.71", "30.10", "37.33", 772, 1944, 2565),
    "official-CUUI": ("41.78", "24.88", "36.79", 623, 1491, 2504),
    "official-AMU": ("41.62", "21.40", "35.01", 509, 1223, 2378),
    "official-INPUT": ("100.00", "0.00", "0.00", 0, 0, 1994),
    "official-UFC": ("70.00", "1.72", "7.84", 35, 50, 2032),
}


def by_annotator(counts: Counts) -> list[dict[str, list[int]]]:
    """Counts of each sentence as the golden files write them: by annotator id."""
    rows = counts.table.tolist()
    labels = [str(label) for label in counts.labels.tolist()]
    offsets = counts.offsets.tolist()
    return [
        dict(zip(labels[first:last], rows[first:last], strict=True))
        for first, last in pairwise(offsets)
    ]


@pytest.fixture(scope="module")
def golds(shared: Path) -> dict[str, Gold]:
    return {corpus: Gold.read(shared / "data" / corpus / "gold.m2") for corpus in SYSTEMS}


def test_every_golden_output_is_compared(shared: Path) -> None:
    names = {path.name for path in (shared / "golden" / "m2").glob("*.json.gz")}
    assert names == {f"{corpus}__{system}.json.gz" for corpus, system in OUTPUTS}
    assert len(names) == 19
    names = {path.name for path in (shared / "golden" / "m2-random").glob("*.m2.gz")}
    published = {name: size for name, size in RANDOM.items() if not name.startswith("invented")}
    assert names == {f"{name}.m2.gz" for name in published}
    assert sum(published.values()) == 80_500


@pytest.mark.parametrize("release", m2.RELEASES)
@pytest.mark.parametrize(("corpus", "system"), OUTPUTS)
@pytest.mark.filterwarnings("ignore::fastgec.BenchmarkNote")
def test_counts_choices_and_scores_are_those_of_the_published_scorer(
    shared: Path, golds: dict[str, Gold], corpus: str, system: str, release: str
) -> None:
    expected = read_json(golden(f"m2/{corpus}__{system}.json.gz"))[release]
    gold = golds[corpus]
    counts = m2.count(
        shared / "data" / corpus / "systems" / f"{system}.txt", gold, release=release, jobs=2
    )
    found = by_annotator(counts)
    assert len(found) == len(expected["counts"]) == N_SENTENCES[corpus]
    assert found == expected["counts"]
    chosen = counts.labels[m2.select(counts, beta=0.5)].tolist()
    assert chosen == expected["chosen_annotator_at_beta_0.5"]
    assert set(expected["scores_by_beta"]) == {"0.5", "1.0", "2.0"}
    for beta, (precision, recall, f, *totals) in expected["scores_by_beta"].items():
        score = m2.score_counts(counts, beta=float(beta))
        assert [score.correct, score.proposed, score.gold] == totals
        assert abs(score.precision - precision) <= 1e-12
        assert abs(score.recall - recall) <= 1e-12
        assert abs(score.f - f) <= 1e-12


def options_of(name: str) -> dict[str, Any]:
    """How the cases of a file of golden/m2-random are counted."""
    limit = re.search(r"-u(\d)", name)
    return {
        "max_unchanged_words": int(limit[1]) if limit else 2,
        "ignore_whitespace_casing": "-iwc" in name,
        "release": "3.2" if "release3.2" in name else "development",
    }


def compare_counts(name: str) -> tuple[int, int]:
    """Return the number of sentences in a golden file, and the largest difference of a count."""
    hypotheses, gold, expected = (golden(f"{name}.{end}.gz") for end in ("hyp", "m2", "counts"))
    found = by_annotator(m2.count(hypotheses, gold, jobs=2, **options_of(name)))
    worst = 0
    for rows, wanted in zip(found, read_jsonl(expected), strict=True):
        assert rows.keys() == wanted.keys()
        worst = max(
            [worst, *(abs(a - b) for k in rows for a, b in zip(rows[k], wanted[k], strict=True))]
        )
    return len(found), worst


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")  # unlike their sources
@pytest.mark.parametrize(("name", "n_cases"), RANDOM.items())
def test_random_cases_are_counted_as_by_the_published_scorer(name: str, n_cases: int) -> None:
    assert compare_counts(f"m2-random/{name}") == (n_cases, 0)


@pytest.mark.filterwarnings("ignore::fastgec.InputWarning")  # unlike their sources
@pytest.mark.parametrize(("name", "n_cases"), [("made-up", 35), ("killers", 48)])
def test_sentences_on_which_the_published_scorer_never_ends(name: str, n_cases: int) -> None:
    """Loops, other sentences, rewrites of up to 500 tokens."""
    assert compare_counts(f"m2-killers/{name}") == (n_cases, 0)


def test_documents_are_counted_within_bounds(shared: Path) -> None:
    # Real outputs given twice or three times, loops, rewrites: up to 5,000 tokens a line.
    folder = shared / "golden" / "m2-documents"
    gold = Gold.read(folder / "documents.m2.gz")
    lines = gzip.decompress((folder / "documents.hyp.gz").read_bytes()).decode().splitlines()
    counted = read_jsonl(folder / "documents.counts.gz")
    assert len(gold) == len(lines) == len(counted) == 24
    for number, expected in enumerate(counted):
        document = gold.sentences(number, number + 1)
        # One of them, 2,926 tokens given twice, has 8.6 million vertices.
        counts = m2.count([lines[number]], document, memory_limit=400 << 20)
        assert by_annotator(counts) == [expected], number


@pytest.mark.parametrize("name", RANDOM)
def test_the_oracle_counts_as_the_published_scorer(name: str) -> None:
    text = {
        suffix: gzip.decompress(golden(f"m2-random/{name}.{suffix}.gz").read_bytes()).decode()
        for suffix in ("m2", "hyp", "counts")
    }
    gold = text["m2"].removesuffix("\n\n").split("\n\n")
    lines = zip(gold, text["hyp"].splitlines(), text["counts"].splitlines(), strict=True)
    # The oracle is slow: some of the cases of each kind, more of those where insertions meet.
    step = 5 if name.startswith("inserts") else 100 if name.startswith(("nat", "inv")) else 40
    for block, hypothesis, expected in list(lines)[::step]:
        (sentence,) = oracle.parse_m2(block)
        found = oracle.count_sentence(
            sentence.source, hypothesis.split(), sentence.annotators, **options_of(name)
        )
        assert {str(label): list(row) for label, row in found.items()} == json.loads(expected)


@pytest.mark.parametrize("system", PUBLISHED)
def test_the_command_prints_the_published_table(shared: Path, run: Run, system: str) -> None:
    precision, recall, f, *totals = PUBLISHED[system]
    data = shared / "data" / "conll14"
    files = data / "systems" / f"{system}.txt", data / "gold.m2"
    classic = run("m2", *files)
    assert (classic.status, classic.stderr) == (0, "")
    labels, values = zip(*(line.split(" : ") for line in classic.stdout.splitlines()), strict=True)
    assert labels == ("Precision  ", "Recall     ", "F_0.5      ")
    assert [f"{100 * float(value):.2f}" for value in values] == [precision, recall, f]
    table = run("m2", "-f", "table", *files)
    assert table.stdout.splitlines()[2].split() == [
        files[0].name,
        *map(str, totals),
        precision if totals[1] else "—",  # nothing proposed
        recall,
        f,
    ]
