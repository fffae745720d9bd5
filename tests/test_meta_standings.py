"""Rank ranges and clusters, and `fastgec meta human`: what it prints and what it refuses."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_human as oracle
import oracle_meta
from commands import Call, Run, command
from examples import blocks_of
from fastgec import meta
from fastgec.cli import COMMON, GROUPS, all_commands
from fastgec.cli.parser import parsers
from fastgec.meta.human import KEYS
from fastgec.meta.standings import (
    clusters,
    judges,
    rank_ranges,
    resampled_means,
    resampled_wins,
    standings,
)
from meta_data import CONLL14, golden, judgments

ROWS = st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=1, max_size=90)


@given(ROWS)
def test_ranges_and_clusters_are_what_their_definitions_say(rows: list[list[int]]) -> None:
    ranges = rank_ranges(np.array(rows, float))
    cut = len(rows) // 40
    for place in range(4):
        ranks = sorted(1 + sum(other > row[place] for other in row) for row in rows)
        assert ranges[place].tolist() == [ranks[cut], ranks[len(ranks) - 1 - cut]]
    scores = np.array(rows, float).mean(axis=0)
    found = clusters(scores, ranges)
    last, number = 0, 0
    for place in sorted(range(4), key=lambda place: -scores[place]):
        if ranges[place, 0] > last:
            number += 1
        last = max(last, ranges[place, 1])
        assert found[place] == number


def test_resamples_are_of_as_many_judgments_and_shared_by_all(shared: Path) -> None:
    found = meta.read_rankings(judgments(shared))
    drawn = resampled_wins(found, 200, 3)
    assert (resampled_wins(found, 50, 3) == drawn[:50]).all()
    assert not (resampled_wins(found, 50, 4) == drawn[:50]).all()
    wins = golden(shared, "human_conll14")["expected_wins"]
    assert drawn.mean(axis=0) == pytest.approx(wins, abs=0.002)
    # Judgments are drawn, each with about 80 to 600 decided ones for a pair of systems.
    assert 0.002 < float(drawn.std(axis=0).max()) < 0.02
    parts = shared / "data" / "human" / "gmeg-fce-dev-segment-scores.csv.gz"
    rated = meta.read_segments(parts)
    assert resampled_wins(rated, 100).mean(axis=0) == pytest.approx(
        meta.expected_wins(rated), abs=0.006
    )
    means = resampled_means(rated, 100)
    assert means.mean(axis=0) == pytest.approx(meta.mean_ratings(rated), abs=0.2)
    assert means[0] != pytest.approx(means[1])


def test_standings_of_conll14_have_its_scores_and_counts(shared: Path) -> None:
    wanted = golden(shared, "human_conll14")
    found = standings(judgments(shared), runs=8, resamples=200)
    table = found.to_dict()
    assert table["systems"] == list(CONLL14)
    wins, skills = table["human"]
    assert (wins["name"], skills["name"]) == ("expected wins", "TrueSkill")
    assert wins["scores"] == pytest.approx(wanted["expected_wins"], abs=1e-12, rel=0)
    assert (wins["judgments"], wins["ties"]) == (wanted["pairs"], wanted["ties"])
    assert wins["rank_ranges"][CONLL14.index("AMU")] == [1, 1]
    assert wins["rank_ranges"][CONLL14.index("IPN")] == [13, 13]
    assert wins["clusters"][CONLL14.index("IPN")] == max(wins["clusters"])
    assert len(skills["standard_deviations"]) == 13
    assert table["parameters"] == {"resamples": 200, "seed": 0, "runs": 8}
    counts = table["counts"]
    assert (counts["items"], counts["empty_items"]) == (2319, 13)
    assert counts["collapsed_ties"] == wanted["collapsed_ties"]
    for one in counts["annotators"]:
        facts = wanted["annotators"][one["name"]]
        assert (one["judgments"], one["ties"]) == (facts["pairs"], facts["ties"])
    json.dumps(table, allow_nan=False)
    some = standings(judgments(shared), annotators=["annotator01"], runs=0, resamples=40)
    (alone,) = some.found
    facts = wanted["annotators"]["annotator01"]
    assert alone.scores == pytest.approx(facts["expected_wins"], abs=1e-12, rel=0)
    assert [one["name"] for one in some.facts["annotators"]] == ["annotator01"]


ITEM = '<ranking-item id="{}" user="{}" src-id="{}">{}</ranking-item>'
ONE = '<translation rank="{}" system="{}"/>'


@pytest.fixture
def ranked(tmp_path: Path) -> Path:
    """Rankings of three systems: A before B before C, mostly."""
    items = []
    for number in range(40):
        order = ["A", "B", "C"] if number % 8 else ["C", "A", "B"]
        user = "ann" if number % 2 else "ben"
        groups = "".join(ONE.format(rank, one) for rank, one in enumerate(order, 1))
        items.append(ITEM.format(number, user, number, groups))
    items.append(ITEM.format(99, "ben", 3, ONE.format(1, "A B C")))
    path = tmp_path / "judgments.xml"
    path.write_text(f"<all>{''.join(items)}</all>", encoding="utf-8")
    return path


TABLE = """\
System    Wins   Ranks   Cluster
────────────────────────────────
A        0.938       1         1
B        0.438       2         2
C        0.125       3         3

41 items by 2 annotators: 123 judgments of two systems, 3 of them ties, which no
score of wins counts (120 and 0 with one system of each output).

Ranks: the middle 95% of 1000 resamples of the judgments. A new cluster begins
where all ranks before it end.

judgments.xml has 3 systems: few to compare.
"""


def test_a_table_of_human_scores_is_what_people_read(
    ranked: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(ranked.parent)
    done = call(["meta", "human", "judgments.xml", "--runs", "0", "-f", "table"])
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == TABLE
    done = call(["meta", "human", "judgments.xml", "--runs", "9", "-f", "table"])
    assert done.stdout.splitlines()[0].split()[4:] == ["TrueSkill", "SD", "Ranks"]
    assert "TrueSkill: the mean of 9 runs, SD: the standard deviation over them." in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_programs_get_full_numbers(ranked: Path, call: Call) -> None:
    done = call(["meta", "human", ranked, "--runs", "0", "-f", "tsv"])
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert lines[0] == ["system", "expected_wins", "expected_wins_ranks", "expected_wins_cluster"]
    assert [line[0] for line in lines[1:]] == ["A", "B", "C"]
    assert [float(line[1]) for line in lines[1:]] == [0.9375, 0.4375, 0.125]
    done = call(["meta", "human", ranked, "--runs", "5", "--seed", "1", "-f", "json"])
    found = json.loads(done.stdout)
    assert (found["command"], found["systems"]) == ("meta human", ["A", "B", "C"])
    assert found["human"][0]["scores"] == [0.9375, 0.4375, 0.125]
    assert found["parameters"] == {"resamples": 1000, "seed": 1, "runs": 5}
    again = call(["meta", "human", ranked, "--runs", "5", "--seed", "1", "-f", "json", "-j", "2"])
    assert again.stdout == done.stdout
    one = call(["meta", "human", ranked, "--runs", "1", "-f", "markdown", "--annotators", "ann"])
    assert one.status == 0
    assert "20 items by 1 annotator" in one.stdout
    assert "SD" not in one.stdout.partition("\n")[0]


def test_each_annotator_stands_against_the_others(
    shared: Path, ranked: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    wanted = golden(shared, "human_conll14")["annotators"]
    path = judgments(shared)
    slow = oracle.judgments(path, 0, list(CONLL14))
    found = {one.name: one for one in judges(meta.read_rankings(path))}
    assert set(found) == set(wanted)
    for name, one in found.items():
        assert (one.judgments, one.ties) == (wanted[name]["pairs"], wanted[name]["ties"])
        rest = oracle.wins([other for other in slow if other.user != name], list(CONLL14))
        two = wanted[name]["expected_wins"], oracle.expected_wins(rest)
        assert one.pearson == pytest.approx(oracle_meta.pearson(*two), abs=1e-12)
        assert one.spearman == pytest.approx(oracle_meta.spearman(*two), abs=1e-12)
    done = call(["meta", "human", ranked, "--by-annotator", "-f", "table"])
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["Annotator", "Items", "Judgments", "Ties", "r", "ρ"]
    assert [line.split()[:4] for line in lines[2:4]] == [
        ["ann", "20", "60", "0"],
        ["ben", "21", "63", "3"],
    ]
    done = call(["meta", "human", ranked, "--by-annotator", "-f", "tsv", "--annotators", "ann"])
    assert done.stdout.splitlines()[1] == "ann\t20\t60\t0\t\t"


def test_judgments_that_are_given_twice_are_told(ranked: Path, call: Call) -> None:
    """Intervals are narrower with them, so that more clusters are told apart."""
    once = call(["meta", "human", ranked, "--runs", "0"])
    assert (once.status, once.stderr) == (0, "")
    done = call(["meta", "human", ranked, ranked, "--runs", "0"])
    assert done.status == 0
    two = f"{ranked} and {ranked} have the same content"
    assert done.stderr == f"warning: {two}: judgments that count twice make intervals too narrow\n"
    assert call(["meta", "human", ranked, ranked, "--runs", "0", "--strict"]).status == 1
    text = ranked.read_text(encoding="utf-8").replace("</all>", "")
    ranked.write_text(f"{text}{text.removeprefix('<all>')}</all>", encoding="utf-8")
    done = call(["meta", "human", ranked, "--runs", "0"])
    assert f"{ranked}: 41 of 82 items have the same id, user, sentence and ranks" in done.stderr
    ratings = ranked.with_name("segment-scores.csv")
    ratings.write_text("x,y\n1,2\n4,4\n5,1\n", encoding="utf-8")
    assert call(["meta", "human", ratings]).stderr == ""
    assert "have the same content" in call(["meta", "human", ratings, ratings]).stderr


def test_ratings_and_published_scores_have_tables_too(tmp_path: Path, call: Call) -> None:
    ratings = tmp_path / "segment-scores.csv"
    ratings.write_text("x,ref,y\n1,9,2\n,,\n4,9,4\n5,9,1\n5,9,1\n", encoding="utf-8")
    done = call(["meta", "human", ratings, "-f", "json"])
    found = json.loads(done.stdout)
    assert found["systems"] == ["x", "y"]
    assert [one["name"] for one in found["human"]] == ["expected wins", "mean"]
    assert found["human"][1]["scores"] == [3.75, 2.0]
    assert (found["human"][0]["judgments"], found["human"][0]["ties"]) == (4, 1)
    assert found["counts"] == {"sentences": 5, "rated_sentences": 4}
    table = call(["meta", "human", ratings, "-f", "table"]).stdout
    assert "4 of 5 sentences rated: 4 pairs of outputs, 1 of them equal" in table
    scores = tmp_path / "corpus-scores.csv"
    scores.write_text("system,score\nx,1\ny,2.5\n", encoding="utf-8")
    done = call(["meta", "human", scores])
    assert done.stdout == "system\tscore\ny\t2.5\nx\t1.0\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--annotators", "bob"], "no annotator 'bob'"),
        (["judgments.xml", "--kind", "scores"], "2 files of scores, expected 1"),
        (["--runs", "2000000"], "--runs 2000000: expected 0 to 1000000"),
    ],
)
def test_options_that_do_not_fit_rankings_are_refused(
    words: list[str], message: str, ranked: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ranked.parent)
    done = call(["meta", "human", ranked.name, *words])
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_programs_get_a_table_that_can_be_split(ranked: Path, run: Run) -> None:
    done = run("meta", "human", ranked, "--runs", "2")
    assert done.status == 0
    assert done.stdout.startswith("system\texpected_wins")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_goes_away_is_no_error(ranked: Path) -> None:
    process = subprocess.Popen(
        command("meta", "human", str(ranked), "--runs", "1"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()  # before anything is written
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == b""
    process.stderr.close()


def test_the_page_of_people_has_commands_that_parse_and_python_that_runs() -> None:
    page = Path(__file__).resolve().parent.parent / "docs" / "meta.md"
    if not page.exists():
        pytest.skip("the pages are not beside these tests")
    text = page.read_text(encoding="utf-8")
    commands = re.findall(r"(?m)^fastgec ([^#\n]+)", text)
    assert len(commands) >= 5
    for one in commands:
        words = shlex.split(one)
        parser, _, rest = parsers(words, all_commands(), GROUPS, COMMON)
        assert parser.parse_args(rest).run
    (code,) = [block.code for block in blocks_of(page) if block.mark("example") == "people"]
    *setup, wins, accuracy = code.splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(setup), names)
    for line in (wins, accuracy):
        expression, _, said = line.partition("  # ")
        assert repr(eval(expression, names)) == said.strip("# ")
    (table,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert {*re.findall(r"(?m)^(\w+) = ", table)} < {*KEYS}
