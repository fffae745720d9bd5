"""Reports of real systems beside golden numbers: each sentence, each gold edit, each hypothesis."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fastgec.metrics.m2 import Parameters
from fastgec.show.page import report
from golden_data import read_json, read_jsonl
from report_page import data_of, edits_of, gold_of, hypotheses_of, taken
from test_golden_m2 import PUBLISHED, SYSTEMS
from test_report import STATUSES

FEW = {"resamples": 5, "tests": 5}
pytestmark = pytest.mark.filterwarnings("ignore:5 resamples")  # no test here is about them


@pytest.fixture(scope="module")
def data(shared: Path) -> dict[str, Any]:
    folder = shared / "data" / "conll14"
    systems = [folder / "systems" / f"{name}.txt" for name in SYSTEMS["conll14"]]
    return data_of(report("m2", systems, folder / "gold.m2", **FEW).html())


def golden_of(shared: Path, corpus: str, system: str, release: str) -> dict[str, Any]:
    path = shared / "golden" / "m2" / f"{corpus}__{system}.json.gz"
    found: dict[str, Any] = read_json(path)[release]
    return found


def require_golden(
    data: dict[str, Any], shared: Path, corpus: str, systems: Any, release: str = "development"
) -> None:
    """Counts of the chosen annotator, and hypotheses, sentence by sentence."""
    (part,) = data["parts"]
    sources, gold = data["sources"][0], gold_of(part)
    for number, system in enumerate(systems):
        golden = golden_of(shared, corpus, system, release)
        lists = part["sentences"]["systems"][number]
        annotators = [str([*by][at]) for by, at in zip(gold, lists["chosen"], strict=True)]
        assert annotators == [str(one) for one in golden["chosen_annotator_at_beta_0.5"]]
        names = ("correct", "wrong", "missed")
        counts = [
            [correct, correct + wrong, correct + missed]
            for correct, wrong, missed in zip(*(lists[name] for name in names), strict=True)
        ]
        assert counts == [
            by[annotator] for by, annotator in zip(golden["counts"], annotators, strict=True)
        ]
        edits = edits_of(part, number)
        assert [len(own) for own in edits] == [proposed for _, proposed, _ in counts]
        path = shared / "data" / corpus / "systems" / f"{system}.txt"
        texts = [" ".join(line.split()) for line in path.read_text("utf-8").split("\n")]
        assert hypotheses_of(part, sources, number) == texts[: len(sources)]


def test_sentences_of_all_systems_have_golden_counts(data: dict[str, Any], shared: Path) -> None:
    require_golden(data, shared, "conll14", SYSTEMS["conll14"])
    (part,) = data["parts"]
    n_published = 0
    for number, row in enumerate(part["overview"]["rows"]):
        if SYSTEMS["conll14"][number] in PUBLISHED:
            precision, recall, f, *totals = PUBLISHED[SYSTEMS["conll14"][number]]
            assert row[1:4] == [*map(str, totals)]
            assert row[4:7] == ["—" if totals[1] == 0 else precision, recall, f]
            n_published += 1
    assert n_published == len(PUBLISHED)


@pytest.mark.parametrize("system", ["official-AMU", "official-IITB", "pillars-T5-11B"])
def test_gold_edits_have_golden_statuses(data: dict[str, Any], shared: Path, system: str) -> None:
    path = shared / "golden" / "m2-modes" / f"golden-modes-{system}.jsonl.gz"
    golden = read_jsonl(path)
    (part,) = data["parts"]
    gold = gold_of(part)
    lists = part["sentences"]["systems"][SYSTEMS["conll14"].index(system)]
    rows = [[*by.items()][at] for by, at in zip(gold, lists["chosen"], strict=True)]
    statuses = taken([len(edits) for _, edits in rows], lists["status"])
    for line, (annotator, _), found in zip(golden, rows, statuses, strict=True):
        wanted = line["annotators"][str(annotator)]["status"]
        assert [STATUSES[status] for (status,) in found] == wanted


@pytest.mark.filterwarnings("ignore::fastgec.BenchmarkNote")
@pytest.mark.parametrize(
    ("corpus", "release"),
    [("bea-dev", "development"), ("jfleg-dev", "3.2"), ("jfleg-dev", "development")],
)
def test_other_corpora_have_golden_counts(shared: Path, corpus: str, release: str) -> None:
    folder, names = shared / "data" / corpus, SYSTEMS[corpus]
    systems = [folder / "systems" / f"{name}.txt" for name in names]
    parameters = Parameters(release=release)
    page = report("m2", systems, folder / "gold.m2", parameters=parameters, **FEW)
    require_golden(data_of(page.html()), shared, corpus, names, release)
