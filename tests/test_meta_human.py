"""Human scores: rankings and ratings are read, and expected wins are those of golden data."""

from __future__ import annotations

import gzip
import pickle
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle_human as oracle
from fastgec import meta
from fastgec.meta.judgments import Rankings, Segments, facts_of
from fastgec.meta.standings import win_matrix, wins_by_item, wins_by_sentence, wins_to_scores
from fastgec.read import FormatError
from fastgec.read.config import Config, read_text
from meta_data import CONLL14, conll14_config, gmeg_fce_config, golden, judgments

ITEM = '<ranking-item id="{}" user="{}" src-id="{}">{}</ranking-item>'
ONE = '<translation rank="{}" system="{}"/>'


def xml(*items: str) -> str:
    return f'<?xml version="1.0"?>\n<all><part>{"".join(items)}</part></all>\n'


def item(number: int, user: str, sentence: int, **ranks: str) -> str:
    """An item whose keywords are r1="A B" and so on."""
    groups = "".join(ONE.format(rank[1:], labels) for rank, labels in ranks.items())
    return ITEM.format(number, user, sentence, groups)


def test_expected_wins_of_conll14_are_golden(shared: Path) -> None:
    wanted = golden(shared, "human_conll14")
    found = meta.read_rankings(judgments(shared), base=0)
    assert found.systems == tuple(wanted["systems"])
    facts = facts_of(found)
    assert (facts["items"], facts["empty_items"]) == (wanted["items"], wanted["empty_items"])
    assert (facts["judgments"], facts["ties"]) == (wanted["pairs"], wanted["ties"])
    assert facts["collapsed_judgments"] == wanted["collapsed_pairs"]
    assert facts["collapsed_ties"] == wanted["collapsed_ties"]
    assert win_matrix(found).tolist() == wanted["wins"]
    assert meta.expected_wins(found) == pytest.approx(wanted["expected_wins"], abs=1e-12, rel=0)
    ties = np.zeros((13, 13), int)
    for one, other, kind in found.triples():
        ties[one, other] += kind
        ties[other, one] += kind
    assert ties.tolist() == wanted["tie_matrix"]
    assert set(found.users) == set(wanted["annotators"])
    for user, facts in wanted["annotators"].items():
        part = found.of_users([user])
        assert (len(part), part.n_ties) == (facts["pairs"], facts["ties"])
        scores = meta.expected_wins(part)
        assert scores == pytest.approx(facts["expected_wins"], abs=1e-12, rel=0)


@pytest.mark.parametrize("domain", ["fce", "yahoo"])
def test_expected_wins_and_means_of_gmeg_are_golden(shared: Path, domain: str) -> None:
    wanted = golden(shared, f"human_gmeg-{domain}")
    parts = [
        shared / "data" / "human" / f"gmeg-{domain}-{one}-segment-scores.csv.gz"
        for one in ("dev", "test")
    ]
    found = meta.read_segments(parts, systems=wanted["systems"])
    assert (len(found), int((~found.is_rated).sum())) == (wanted["sentences"], wanted["unrated"])
    assert win_matrix(found).tolist() == wanted["wins"]
    assert meta.expected_wins(found) == pytest.approx(wanted["expected_wins"], abs=1e-12, rel=0)
    for part, one in zip(parts, ("dev", "test"), strict=True):
        alone = meta.read_segments(part, systems=wanted["systems"])
        scores = wanted[f"expected_wins_{one}_alone_nothing_dropped"]
        assert meta.expected_wins(alone) == pytest.approx(scores, abs=1e-12, rel=0)
        file = shared / "data" / "human" / f"gmeg-{domain}-{one}-corpus-scores.csv"
        published = meta.read_scores(file)  # which are the means
        means = meta.read_segments(part, systems=[*published])
        assert meta.mean_ratings(means) == pytest.approx([*published.values()], abs=1e-9)
    every = meta.read_segments(parts, systems=[*wanted["mean"]])
    assert meta.mean_ratings(every) == pytest.approx([*wanted["mean"].values()], abs=1e-9, rel=0)
    assert "ref" not in meta.read_segments(parts).systems


def test_judgments_are_those_of_the_slow_way(shared: Path) -> None:
    path = judgments(shared)
    for systems in (list(CONLL14), ["UMC", "AMU", "INPUT", "SJTU", "RAC"]):
        slow = oracle.judgments(path, 0, systems)
        found = meta.read_rankings(path, base=0, systems=systems)
        assert len(found) == len(slow)
        assert int(found.collapsed.sum()) == sum(one.is_collapsed for one in slow)
        assert win_matrix(found).tolist() == oracle.wins(slow, systems)
        scores = oracle.expected_wins(oracle.wins(slow, systems))
        assert meta.expected_wins(found).tolist() == scores
        for place in range(0, len(slow), 97):
            one = slow[place]
            is_second = one.second_rank < one.first_rank
            pair = (one.second, one.first) if is_second else (one.first, one.second)
            assert (systems[found.winner[place]], systems[found.loser[place]]) == pair
            assert found.sentence[place] == one.sentence
            assert found.users[found.user[place]] == one.user
            assert found.kind[place] == (one.first_rank == one.second_rank)
            assert found.collapsed[place] == one.is_collapsed


LABELS = "ABCD"


@st.composite
def rankings(draw: st.DrawFn) -> Rankings:
    items = []
    for _ in range(draw(st.integers(1, 6))):
        labels = draw(st.permutations(LABELS))[: draw(st.integers(0, 4))]
        groups: list[tuple[int, list[str]]] = []
        for label in labels:
            if groups and draw(st.booleans()):
                groups[-1][1].append(label)
            else:
                groups.append((draw(st.integers(1, 3)), [label]))
        items.append((draw(st.integers(0, 3)), groups))
    return Rankings.of(LABELS, items)


@given(rankings(), st.permutations(LABELS), st.integers(1, 4))
def test_a_subset_is_judged_as_if_nobody_else_had_been(
    found: Rankings, labels: list[str], size: int
) -> None:
    kept = labels[:size]
    part = found.of_systems(kept)
    assert part.systems == tuple(kept)
    assert len(part.items) == len(found.items)
    places = [found.systems.index(label) for label in kept]
    assert (win_matrix(part) == win_matrix(found)[np.ix_(places, places)]).all()
    wanted = 0
    for one in range(len(found.items)):
        entries = slice(*found.items.offsets[one : one + 2])
        groups = zip(found.items.group[entries], found.items.system[entries], strict=True)
        first = {int(group) for group, system in groups if system in places}
        wanted += len(first) * (len(first) - 1) // 2
    assert int(part.collapsed.sum()) == wanted


@given(rankings(), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_resamples_are_what_reading_again_would_give(found: Rankings, drawn: list[int]) -> None:
    weights = np.bincount(drawn, minlength=4)
    wins = wins_by_sentence(found, 4)
    assert (wins.sum(axis=0) == win_matrix(found)).all()
    assert (wins_by_item(found).sum(axis=0) == win_matrix(found)).all()
    again = sum(win_matrix(found.of_sentences(np.array([one]))) for one in drawn)
    assert (np.tensordot(weights, wins, 1) == again).all()


def test_wins_of_many_matrices_are_those_of_each() -> None:
    wins = np.random.default_rng(1).integers(0, 3, (5, 4, 4)) * (1 - np.eye(4, dtype=int))
    found = wins_to_scores(wins)
    for one, scores in zip(wins.tolist(), found.tolist(), strict=True):
        assert scores == oracle.expected_wins(one)


def test_readers_take_what_judges_and_programs_write(tmp_path: Path) -> None:
    path = tmp_path / "judgments.xml.gz"
    text = xml(
        item(1, "ann", 1, r1="A B", r2="C"),
        item(1, "ben", 3, r2="C", r1="B"),
        item(2, "admin", 1, r1="Z", r2="A"),
        item(3, "ben", 2),
    )
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf" + text.encode()))
    found = meta.read_rankings(path, base=1)
    assert (found.systems, found.users) == (("A", "B", "C"), ("ann", "ben"))
    assert found.items.names == ("item 1 of ann", "item 1 of ben", "item 3 of ben")
    assert found.n_empty == 1
    shown = [(found.systems[w], found.systems[o], k) for w, o, k in found.triples()]
    assert shown == [("A", "B", 1), ("A", "C", 0), ("B", "C", 0), ("B", "C", 0)]
    assert found.sentence.tolist() == [0, 0, 0, 2]
    assert found.collapsed.tolist() == [False, True, False, True]
    assert "judgments=4" in repr(found)
    again = pickle.loads(pickle.dumps(found))
    assert again.winner.tolist() == found.winner.tolist()
    assert not again.winner.flags.writeable
    two = meta.read_rankings([path, path], base=1)
    assert len(two) == 2 * len(found)
    assert (meta.expected_wins(two) == meta.expected_wins(found)).all()


BAD = {
    "doctype": ('<!DOCTYPE a [<!ENTITY b "c">]><a/>', "a document type (DOCTYPE)"),
    "no XML": ("src-id", "1: invalid XML: syntax error"),
    "open": ("<a><b>", "1: invalid XML: no element found"),
    "empty": ("", "1: invalid XML: no element found"),
    "no item": ("<a/>", "no ranking-item, expected at least 1"),
    "base": (xml(item(1, "a", 0, r1="A")), "2: src-id 0: expected 1 or more (base 1)"),
    "no sentence": ('<a><ranking-item id="1"/></a>', "no src-id: expected a number"),
    "bad sentence": (xml(ITEM.format(1, "a", "x1", "")), "src-id 'x1': expected a number"),
    "huge sentence": (xml(ITEM.format(1, "a", "9" * 99, "")), "src-id '9999999999'"),
    "bad rank": (
        xml(ITEM.format(1, "a", 1, ONE.format("1.5", "A"))),
        "rank '1.5': expected a whole number",
    ),
    "negative rank": (xml(ITEM.format(1, "a", 1, ONE.format("-1", "A"))), "2: rank -1: expected 1"),
    "rank 0": (xml(ITEM.format(1, "a", 1, ONE.format("0", "A"))), "2: rank 0: expected 1 or more"),
    "no system": (xml(item(1, "a", 1, r1=" ")), "a translation without the name of a system"),
    "twice": (xml(item(1, "a", 1, r1="A", r2="B A")), 'item 1 of a: system "A" is given twice'),
    "long name": (xml(item(1, "a", 1, r1="A" * 201)), "system: 201 characters"),
    "nested": (xml(ITEM.format(1, "a", 1, item(2, "a", 1))), "a ranking-item in another"),
    "outside": (xml(ONE.format(1, "A")), "a translation outside of a ranking-item"),
    "deep": ("<a>" * 200, "over 100 nested elements"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_file_of_rankings_is_one_line(tmp_path: Path, case: str) -> None:
    text, message = BAD[case]
    path = tmp_path / "bad.xml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        meta.read_rankings(path, base=1)
    assert message in str(error.value)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_bytes_that_are_no_rankings_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bad.xml"
    path.write_bytes(b"<a>\xff</a>")
    with pytest.raises(FormatError, match="invalid UTF-8: byte 0xff at byte 4"):
        meta.read_rankings(path)
    monkeypatch.setattr("fastgec.meta.judgments.LARGEST", 1 << 20)
    path.write_bytes(b"<a>" + b" " * (1 << 21) + b"</a>")
    with pytest.raises(FormatError, match="more than 1 MB: expected at most 1 MB"):
        meta.read_rankings(path)
    with pytest.raises(FormatError, match="no such file"):
        meta.read_rankings(tmp_path / "none.xml")


def test_judgments_that_memory_cannot_hold_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "many.xml"
    many = " ".join(f"s{number}" for number in range(70_000))
    path.write_text(xml(item(1, "a", 1, r1=many)), encoding="utf-8")
    with pytest.raises(ValueError, match=r"bytes of judgments of .*: expected at most half"):
        meta.read_rankings(path)


def test_rankings_from_memory_have_ranks_from_1() -> None:
    for rank in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match=f"item 0: rank {rank}: expected a whole number from"):
            Rankings.of("AB", [(0, [(rank, ["A"]), (2, ["B"])])])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="item 0: sentence -1: expected a whole number from 0"):
        Rankings.of("AB", [(-1, [(1, ["A"])])])


BAD_SEGMENTS = {
    "empty": ("", "empty file: expected a line of systems"),
    "twice": ("a,b,a\n1,2,3\n", '1: system "a" is given twice'),
    "no name": ("a,,b\n1,2,3\n", "1: an empty or bad name"),
    "cells": ("a,b\n1,2\n1\n", "3: 1 cell, expected 2 as in line 1"),
    "word": ("a,b\n1,x\n", "2: b: x: expected a number"),
    "part": ("a,b\n1,\n", "2: b: an empty cell: expected a number"),
    "infinite": ("a,b\n1,inf\n", "2: b: inf"),
    "huge": ("a,b\n1,1e999\n", "2: b: 1e999"),
    "unrated": ("a,b\n,\n", "no rating, expected at least 1"),
}


@pytest.mark.parametrize("case", BAD_SEGMENTS)
def test_a_bad_table_of_ratings_is_one_line(tmp_path: Path, case: str) -> None:
    text, message = BAD_SEGMENTS[case]
    path = tmp_path / "bad.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        meta.read_segments(path)
    assert message in str(error.value)


def test_tables_of_ratings_are_joined_by_their_labels(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x,ref,y\r\n1,9,2\r\n,,\r\n", encoding="utf-8")
    (tmp_path / "b.csv").write_text("y,x,ref\n3,4.5,9\n", encoding="utf-8")
    found = meta.read_segments([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert found.systems == ("x", "y")
    np.testing.assert_array_equal(found.ratings, [[1, 2], [np.nan, np.nan], [4.5, 3]])
    assert meta.expected_wins(found).tolist() == [0.5, 0.5]
    assert meta.mean_ratings(found).tolist() == [2.75, 2.5]
    (tmp_path / "c.csv").write_text("y,z,ref\n3,4,9\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"c.csv:1: other systems than .*a.csv \(x z\)"):
        meta.read_segments([tmp_path / "a.csv", tmp_path / "c.csv"])
    with pytest.raises(ValueError, match="some ratings are missing"):
        Segments("memory", ("x", "y"), np.array([[1, np.nan]]))


SCORES = {
    "tab": ("b\t0.5\na\t-1e-2\n", {"b": 0.5, "a": -0.01}),
    "heading": ("system\tscore\na b\t1\n", {"a b": 1.0}),
    "commas": ("system,score\na,74.5\nb,2\n", {"a": 74.5, "b": 2.0}),
    "ranking": ("AMU 0.628 (1, 1)\n+++\nRAC .566 (2, 3.5)\n", {"AMU": 0.628, "RAC": 0.566}),
    "M2": ("AMU 0.3510 0.4147 0.2174\nINPUT 0.0 1.0 0.0\n", {"AMU": 0.351, "INPUT": 0.0}),
    "bare": ("0.5\n0.25\n", {"x": 0.5, "y": 0.25}),
}
BAD_SCORES = {
    "empty": ("\n", "no score: expected a line"),
    "heading alone": ("system\tscore\n", "no score: expected a line"),
    "twice": ("a\t1\na\t2\n", ':2: system "a" is given twice'),
    "word": ("a\t1\nb\tx\n", ":2: b\\tx: expected system, tab, score"),
    "nan": ("a\tnan\n", ":1: a\\tnan: expected system"),
    "huge": ("a\t1e999\n", ":1: a\\t1e999: expected system"),
    "prose": ("the best system is AMU\n", ":1: the best system is AMU"),
    "mixed": ("0.5\nb\t1\n", ":2: b\\t1: expected a number"),
    "bare": ("0.5\n0.25\n1\n", "3 scores, expected 2: x, y"),
    "bare of nobody": ("0.5\n", ':1: a number without its system: expected "system<TAB>score"'),
    "no name": ("a\t1\n \t2\n", ":2: "),
}


@pytest.mark.parametrize("case", SCORES)
def test_scores_are_read_in_all_layouts(tmp_path: Path, case: str) -> None:
    text, wanted = SCORES[case]
    (tmp_path / "scores").write_text(text, encoding="utf-8")
    assert meta.read_scores(tmp_path / "scores", ["x", "y"]) == wanted


@pytest.mark.parametrize("case", BAD_SCORES)
def test_bad_scores_are_one_line(tmp_path: Path, case: str) -> None:
    text, message = BAD_SCORES[case]
    (tmp_path / "scores").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        meta.read_scores(tmp_path / "scores", None if case == "bare of nobody" else ["x", "y"])
    assert message in str(error.value)


def test_published_scores_of_m2_are_read(shared: Path) -> None:
    found = meta.read_scores(shared / "data" / "human" / "conll14-grundkiewicz2015-scores.m2")
    assert tuple(found) == CONLL14
    assert (found["AMU"], found["INPUT"], found["CAMB"]) == (0.351, 0.0, 0.3703)


def test_a_config_gives_the_human_scores_of_conll14(shared: Path, tmp_path: Path) -> None:
    wanted = golden(shared, "human_conll14")
    config = Config.read(conll14_config(shared, tmp_path))
    found = meta.read_human(config, read_text(config, ["references"]))
    assert found.systems == CONLL14
    assert found.scores == pytest.approx(wanted["expected_wins"], abs=1e-12, rel=0)
    assert (found.judgments, found.ties) == (wanted["pairs"], wanted["ties"])
    assert (found.n_sentences, found.notes, found.absent) == (1312, (), ())
    assert found.to_dict() == {
        "name": "expected wins",
        "kind": "rankings",
        "measure": "wins",
        "scores": found.scores.tolist(),
        "judgments": 109098,
        "ties": 59117,
    }
    ones = np.ones((2, 1312))
    assert (found.of_sentences(ones) == found.scores).all()
    assert (found.of_units(np.ones((1, found.n_units))) == found.scores).all()
    generator = np.random.default_rng(3)
    drawn = generator.integers(0, 1312, 1312)
    assert found.rankings is not None
    again = sum(win_matrix(found.rankings.of_sentences(np.array([one]))) for one in drawn[:200])
    weights = np.bincount(drawn[:200], minlength=1312)
    scores = found.of_sentences(weights[np.newaxis])[0]
    assert scores.tolist() == oracle.expected_wins(again.tolist())


def test_the_wrong_base_is_refused_with_the_one_that_fits(shared: Path, tmp_path: Path) -> None:
    config = Config.read(conll14_config(shared, tmp_path, base=1))
    with pytest.raises(FormatError) as error:
        meta.read_human(config, read_text(config, ["references"]))
    found = str(error.value)
    assert "item 6 of annotator01: AMU and POST have unlike outputs in sentence 518" in found
    assert "expected base 0 (617 of 2759 groups agree with base 1, 2759 of 2759" in found


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with a config of three systems and four sentences."""
    for name, lines in {
        "source": "a b\nc d\ne f\ng h\n",
        "x": "a b\nc d\nE f\ng h\n",
        "y": "a b\nC d\nE f\nG h\n",
        "z": "a b\nc  d\ne f\nG h\n",
    }.items():
        (tmp_path / f"{name}.txt").write_text(lines, encoding="utf-8")
    text = xml(
        item(7, "ann", 0, r1="x y z"),
        item(8, "ann", 1, r1="y", r2="x z"),
        item(8, "ben", 2, r1="x y", r2="z"),
        item(9, "ben", 3, r2="y z", r1="x"),
    )
    (tmp_path / "judgments.xml").write_text(text, encoding="utf-8")
    (tmp_path / "ratings.csv").write_text(
        "z,ref,x,y\n1,9,2,3\n,,,\n4,9,4,1\n2,9,7,2\n", encoding="utf-8"
    )
    return tmp_path


def config_of(folder: Path, human: str, more: str = "", systems: str = "xyz") -> Config:
    labels = "".join(f'{one} = "{one}.txt"\n' for one in systems)
    text = f'name = "c"\nsource = "source.txt"\nreferences = ["source.txt"]\n{more}'
    text += f"[systems]\n{labels}[[human]]\n{human}"
    (folder / "card.toml").write_text(text, encoding="utf-8")
    return Config.read(folder / "card.toml")


RANKED = 'name = "r"\nkind = "rankings"\nfile = "judgments.xml"\nbase = 0\n'
RATED = 'name = "s"\nkind = "segments"\nfile = "ratings.csv"\nindependent = true\n'


def test_what_a_config_drops_is_dropped_from_judgments(small: Path) -> None:
    whole = config_of(small, RANKED)
    found = meta.read_human(whole, read_text(whole, ["references"]))
    assert (found.judgments, found.ties, found.n_sentences) == (12, 6, 4)
    assert found.notes == ()
    config = config_of(small, RANKED, "drop = [3]\n")
    cut = meta.read_human(config, read_text(config, ["references"]))
    assert (cut.judgments, cut.n_sentences) == (9, 3)
    assert cut.rankings is not None
    assert sorted(set(cut.rankings.sentence.tolist())) == [0, 1, 2]
    assert "1 of 4 items are of sentences that the config leaves out" in cut.notes[0]
    alone = meta.read_human(config)  # without texts
    assert (alone.scores == cut.scores).all()
    assert "it was not checked that src-id counts from 0" in alone.notes[0]
    (small / "numbers.txt").write_text("4 2\n", encoding="utf-8")
    config = config_of(small, RANKED, 'sentences = "numbers.txt"\n')
    cut = meta.read_human(config, read_text(config, ["references"]))
    assert cut.rankings is not None
    assert cut.rankings.sentence.tolist() == [1, 1, 1, 0, 0, 0]
    config = config_of(small, RATED, "drop = [3]\n")
    rated = meta.read_human(config, read_text(config, ["references"]))
    assert rated.segments is not None
    np.testing.assert_array_equal(rated.segments.ratings, [[2, 3, 1], [np.nan] * 3, [7, 2, 2]])
    assert (rated.judgments, rated.ties) == (6, 1)
    assert rated.scores.tolist() == [0.75, 0.75, 0.0]
    assert (meta.read_human(config).scores == rated.scores).all()


def test_scores_of_a_config_are_of_the_kind_that_it_asks_for(small: Path) -> None:
    config = config_of(small, RATED + 'score = "mean"\n')
    found = meta.read_human(config, read_text(config, ["references"]))
    assert found.scores == pytest.approx([13 / 3, 2, 7 / 3])
    weights = np.array([[1, 5, 0, 2]])
    assert found.of_sentences(weights)[0] == pytest.approx([16 / 3, 7 / 3, 5 / 3])
    assert np.isnan(found.of_sentences(np.array([[0, 1, 0, 0]]))).all()
    config = config_of(small, RANKED + 'annotators = ["ben"]\n')
    ben = meta.read_human(config, read_text(config, ["references"]))
    assert (ben.judgments, ben.scores.tolist()) == (6, [1.0, 0.5, 0.0])
    config = config_of(small, RANKED + 'score = "trueskill"\nruns = 3\n')
    skill = meta.read_human(config, read_text(config, ["references"]))
    assert skill.rankings is not None
    assert (skill.scores == meta.trueskill(skill.rankings, 3).scores).all()
    assert (skill.has_sentences, skill.judgments) == (False, 12)
    (small / "scores.txt").write_text("0.5\n0.25\n1\n", encoding="utf-8")
    published_table = 'name = "t"\nkind = "scores"\nfile = "scores.txt"\n'
    config = config_of(small, published_table + 'systems = ["x", "y", "z"]\n', systems="zxy")
    published = meta.read_human(config)
    assert published.systems == ("z", "x", "y")
    assert published.scores.tolist() == [1.0, 0.5, 0.25]
    assert (published.judgments, published.has_sentences) == (None, False)
    assert published.of_sentences(np.ones((2, 4))).tolist() == [[1.0, 0.5, 0.25]] * 2
    assert "judgments" not in published.to_dict()
    fingerprints = {found.fingerprint, ben.fingerprint, published.fingerprint}
    assert len(fingerprints) == 3
    assert all(len(one) == 16 for one in fingerprints)


BARE = 'name = "t"\nkind = "scores"\nfile = "bare.txt"\n'
BAD_CONFIGS = {
    "no table": ("", "", "xyz", "human requires name"),
    "kind": ('name = "r"\nkind = "x"\nfile = "y"\n', "", "xyz", 'kind: "x": expected'),
    "key": (RANKED + "bases = 1\n", "", "xyz", 'unknown key "bases", did you mean "base"?'),
    "no file": ('name = "r"\nkind = "segments"\n', "", "xyz", 'file = "..." is required'),
    "no base": (RANKED.replace("base = 0\n", ""), "", "xyz", "base is required: the src-id"),
    "base 2": (RANKED.replace("0", "2"), "", "xyz", "base: 2, expected 0 or 1"),
    "base true": (RANKED.replace("0", "true"), "", "xyz", "base: True, expected 0 or 1"),
    "score": (RANKED + 'score = "mean"\n', "", "xyz", 'score: "mean": expected wins or'),
    "runs": (RANKED + "runs = 10\n", "", "xyz", "runs requires score = "),
    "bad runs": (
        RANKED + 'score = "trueskill"\nruns = true\n',
        "",
        "xyz",
        "runs: True: expected a",
    ),
    "judge": (RANKED + 'annotators = ["bn"]\n', "", "xyz", "no annotator 'bn', did you mean"),
    "judged only": (RANKED, "", "xy", "z: judged, but no system of the config"),
    "not judged": (
        RANKED,
        "",
        ("x", "y", "z", "source"),
        "source: a system of the config, but not",
    ),
    "rating missing": (
        RATED,
        "",
        ("x", "source"),
        "source: a system of the config, but not judged",
    ),
    "all dropped": (RATED, "drop = [1, 3, 4]\n", "xyz", "no rated sentence is left"),
    "base of ratings": (RATED + "base = 0\n", "", "xyz", "base and annotators require kind = "),
    "apart": (RANKED + "independent = true\n", "", "xyz", 'independent requires kind = "segments"'),
    "apart?": (RATED.replace("true", '"no"'), "", "xyz", "independent: a string, expected"),
    "bare": (BARE, "", "xyz", "bare.txt:1: a number without its system: expected"),
    "bare twice": (
        BARE + 'systems = ["x", "y", "x"]\n',
        "",
        "xyz",
        "systems: a label is given twice",
    ),
}


@pytest.mark.parametrize("case", BAD_CONFIGS)
def test_a_bad_human_table_is_one_line(small: Path, case: str) -> None:
    human, more, systems, message = BAD_CONFIGS[case]
    (small / "bare.txt").write_text("0.5\n0.25\n1\n", encoding="utf-8")
    config = config_of(small, human, more, systems)  # type: ignore[arg-type]
    with pytest.raises(FormatError) as error:
        meta.read_human(config, read_text(config, ["references"]))
    assert message in str(error.value)
    assert ("bare.txt" if case == "bare" else "card.toml") in str(error.value)


RATINGS = {"x": (4, 1, 3, 5), "y": (4, 2, 3, 6), "z": (4, 1, 7, 6)}  # equal outputs, equal ratings


def rated(folder: Path, heads: str = "xyz", rows: Sequence[int] = range(4)) -> Config:
    lines = [",".join(str(ratings[row]) for ratings in RATINGS.values()) for row in rows]
    (folder / "ratings.csv").write_text("\n".join([",".join(heads), *lines]) + "\n", "utf-8")
    return config_of(folder, RATED.replace("independent = true\n", ""))


@pytest.mark.parametrize(
    ("heads", "rows", "message"),
    [
        ("xyz", [1, 0, 3, 2], "sentence 1: x and y have the same output and unlike ratings, 1 and"),
        ("xyz", [2, 3, 0, 1], "(2 of 5 repeated outputs have equal ratings): expected equal ones"),
        ("zyx", [0, 1, 2, 3], "; all have if x and z change places: expected equal ones"),
        ("zxy", [0, 1, 2, 3], "(2 of 5 repeated outputs have equal ratings): expected equal ones"),
    ],
)
def test_ratings_of_other_sentences_or_systems_are_refused(
    small: Path, heads: str, rows: list[int], message: str
) -> None:
    """Shuffled rows, another part of a corpus, exchanged heads: equal outputs tell."""
    config = rated(small, heads, rows)
    with pytest.raises(FormatError) as error:
        meta.read_human(config, read_text(config, ["references"]))
    assert message in str(error.value)
    apart = config_of(small, RATED)
    (note,) = meta.read_human(apart, read_text(apart, ["references"])).notes
    assert "have the same output and unlike ratings" in note


def test_ratings_of_the_right_sentences_are_taken(small: Path) -> None:
    config = rated(small)
    assert meta.read_human(config, read_text(config, ["references"])).notes == ()
    (note,) = meta.read_human(config).notes
    assert "without texts it was not checked that ratings are of these sentences" in note
    for name in "yz":
        (small / f"{name}.txt").write_text("".join(f"{name} {n}\n" for n in range(4)), "utf-8")
    (note,) = meta.read_human(config, read_text(config, ["references"])).notes
    assert "no two outputs of a sentence are equal, so it was not checked" in note


def test_ratings_of_gmeg_are_of_their_sentences(shared: Path, tmp_path: Path) -> None:
    """Of 6,815 outputs that repeat another one, each has its rating; with dev for test, 44 %."""
    path = gmeg_fce_config(shared, tmp_path)
    config = Config.read(path)
    text = read_text(config, ["references"])
    assert meta.read_human(config, text).notes == ()
    (table,) = config.human
    swapped = replace(config, human=({**table, "file": [*reversed(table["file"])]},))
    with pytest.raises(FormatError, match="3016 of 6804 repeated outputs have equal ratings"):
        meta.read_human(swapped, text)


def test_judgments_that_are_given_twice_are_told(small: Path) -> None:
    text = (small / "judgments.xml").read_text(encoding="utf-8")
    (small / "copy.xml").write_text(text + "\n", encoding="utf-8")
    body = re.findall("<ranking-item.*</ranking-item>", text)[0]
    (small / "doubled.xml").write_text(text.replace(body, body + body), encoding="utf-8")
    for files, message in (
        ('"judgments.xml"', ""),
        ('["judgments.xml", "copy.xml"]', "judgments.xml and .*copy.xml have the same content: "),
        ('"doubled.xml"', "doubled.xml: 4 of 8 items have the same id, user, sentence and ranks"),
    ):
        config = config_of(small, RANKED.replace('"judgments.xml"', files))
        warnings = meta.read_human(config, read_text(config, ["references"])).warnings
        assert len(warnings) == bool(message)
        assert re.search(message, "".join(warnings))
    config = config_of(small, RATED.replace('"ratings.csv"', '["ratings.csv", "ratings.csv"]'))
    (warning,) = meta.read_human(config).warnings
    assert "count twice make intervals too narrow" in warning


def test_systems_of_one_side_are_left_out_if_wanted(small: Path) -> None:
    config = config_of(small, RANKED, systems=("y", "x", "source"))  # type: ignore[arg-type]
    found = meta.read_human(config, read_text(config, ["references"]), common=True)
    assert (found.systems, found.absent) == (("y", "x"), ("source", "z"))
    assert found.judgments == 4
    config = config_of(small, RATED, systems="xy")  # columns that nobody asked for
    assert meta.read_human(config).absent == ()
    with pytest.raises(FormatError, match='no human score "t", expected s'):
        meta.read_human(config, name="t")


def test_sentences_past_the_end_and_unequal_files_are_refused(small: Path) -> None:
    path = small / "judgments.xml"
    path.write_text(xml(item(7, "ann", 4, r1="x y z")), encoding="utf-8")
    config = config_of(small, RANKED)
    with pytest.raises(FormatError, match=r"item 7 of ann: src-id 4: expected 3 at most"):
        meta.read_human(config, read_text(config, ["references"]))
    path.write_text(xml(item(7, "ann", 0, r1="x", r2="y z")), encoding="utf-8")
    path.write_text(xml(item(7, "ann", 3, r1="x", r2="y", r3="z")), encoding="utf-8")
    found = meta.read_human(config, read_text(config, ["references"]))
    assert "no two systems judged as one" in found.notes[0]
    (small / "ratings.csv").write_text("x,y,z\n1,2,3\n", encoding="utf-8")
    config = config_of(small, RATED)
    with pytest.raises(FormatError, match=r"ratings.csv has 1 sentence, expected 4 as in the"):
        meta.read_human(config, read_text(config, ["references"]))
