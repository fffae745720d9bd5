"""What callers of Python give: strings where paths are meant, references for each sentence."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fastgec
from fastgec import (
    Counts,
    Gold,
    References,
    gleu,
    gotoscorer,
    green,
    imeasure,
    m2,
    meta,
    study,
    weights,
)
from fastgec.bridges.reward import Reward
from fastgec.cli.texts import SAMPLES
from fastgec.compat import m2scorer
from fastgec.metrics import cleme, errant, functions
from fastgec.metrics.base import metric_named
from fastgec.metrics.cleme import cleme2
from fastgec.read import FormatError
from fastgec.read.lines import oriented
from m2_cases import random_cases


def lines(name: str) -> list[str]:
    return (SAMPLES / name).read_text(encoding="utf-8").splitlines()


SOURCE, BOLD = lines("source.txt"), lines("bold.txt")
COLUMNS = [lines("ref0.txt"), lines("ref1.txt")]
GOLD = Gold.read(SAMPLES / "gold.m2")
LISTS = [list(both) for both in zip(*COLUMNS, strict=True)]
WORDS = ["ab", "cd", "ef", "gh", "ij", "kl", "mn", "op", "qr", "st"]


@pytest.mark.parametrize(
    "lists",
    [
        LISTS,
        tuple(map(tuple, LISTS)),
        np.array(LISTS),
        [np.array(both, object) for both in LISTS],
    ],
    ids=["lists", "tuples", "array", "arrays"],
)
def test_references_as_datasets_have_them_give_the_same_numbers(lists: Any) -> None:
    expected = green.evaluate(BOLD, References(SOURCE, COLUMNS), beta=2.0)
    assert green.evaluate(BOLD, References(SOURCE, lists), beta=2.0).to_dict() == expected.to_dict()
    assert (
        green.evaluate(BOLD, References(SAMPLES / "source.txt", lists), beta=2.0).value
        == expected.value
    )
    assert green.count(BOLD, References(SOURCE, lists)) == green.count(
        BOLD, References(SOURCE, COLUMNS)
    )
    assert (
        gleu.evaluate(BOLD, References(iter(SOURCE), lists)).value
        == gleu.evaluate(BOLD, References(SOURCE, COLUMNS)).value
    )
    alone = green.sentence_scores(BOLD, References(SOURCE, lists))
    assert alone.tolist() == green.sentence_scores(BOLD, References(SOURCE, COLUMNS)).tolist()
    (found,) = study.intervals("gleu", [BOLD], References(SOURCE, lists), resamples=20)
    (other,) = study.intervals("gleu", [BOLD], References(SOURCE, COLUMNS), resamples=20)
    assert found.bounds == other.bounds


def test_an_arrow_column_of_lists_is_understood() -> None:
    pa = pytest.importorskip("pyarrow")
    lists = pa.array(LISTS).to_pylist()
    assert (
        green.evaluate(BOLD, References(SOURCE, lists)).value
        == green.evaluate(BOLD, References(SOURCE, COLUMNS)).value
    )


@pytest.mark.parametrize("n_references", [1, 2, 3, 4, 7])
def test_no_reading_is_ever_transposed(n_references: int) -> None:
    """For all numbers of sentences, near and at the square: columns are meant, or it is refused."""
    draw = random.Random(n_references)

    def spoilt(sentence: str) -> str:
        words = sentence.split()
        words[draw.randrange(len(words))] = "new"
        return " ".join(words)

    n_refused = 0
    for n_sentences in range(1, 10):
        for _ in range(20):
            source = [" ".join(draw.sample(WORDS, 5)) for _ in range(n_sentences)]
            columns = [[spoilt(one) for one in source] for _ in range(n_references)]
            lists = [list(row) for row in zip(*columns, strict=True)]
            assert _same(oriented(source, columns)[1], columns)
            try:
                found = oriented(source, lists)[1]
            except ValueError as error:
                assert "References.of_columns or References.of_sentences" in str(error)  # noqa: PT017
                assert n_sentences == n_references
                n_refused += 1
            else:
                assert _same(found, columns)
    assert n_refused == (20 if n_references > 1 else 0)


def _same(found: Sequence[Any], expected: Sequence[Any]) -> bool:
    return [list(column) for column in found] == [list(column) for column in expected]


@pytest.mark.parametrize(
    ("source", "references", "message"),
    [
        # Three references of five lines each, for a source that lost two: not five references.
        (
            ["the cat sat here", "a dog barked so", "two birds sang on"],
            [
                ["the cat sat", "a dog barked", "two birds sang", "one fish swam", "my pig ate"],
            ]
            * 3,
            "3 lists of 5 texts, many unlike their sentence, for 3 sentences",
        ),
        (["a b", "c d"], [["x y", "z"], ["v", "w"]], "2 lists of 2 for 2 sentences"),
        (
            ["a b", "c d", "e f"],
            [["a b", "a"], ["c d"], ["e f", "e"]],
            "2 for sentence 1 and 1 for sentence 2: expected equally many for every",
        ),
        ("-", [["a", "b"], ["c", "d"]], "2 lists of 2"),
    ],
)
def test_lists_that_could_be_either_are_refused(source: Any, references: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        References(source, references)


def test_references_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match="references: one NoneType: expected a list"):
        green.evaluate(BOLD, References(SOURCE, None))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="none for sentence 1, expected at least 1"):
        green.evaluate(BOLD, References(SOURCE, [[] for _ in SOURCE]))
    with pytest.raises(TypeError, match="hypotheses: NoneType, expected a path or sentences"):
        green.evaluate(None, References(SOURCE, COLUMNS))  # type: ignore[arg-type]


def test_what_lists_are_can_be_said() -> None:
    square = [["x y", "z"], ["v", "w"]]
    source, hypotheses = ["a b", "c d"], ["x y", "z"]
    parameters = green.Parameters(order=1)
    of_columns = References.of_columns(source, square)
    of_sentences = References.of_sentences(source, square)
    (columns,), (sentences,) = (
        study.intervals("green", [hypotheses], one, parameters=parameters, resamples=5)
        for one in (of_columns, of_sentences)
    )
    assert columns.score.value != sentences.score.value
    for texts, found in ((of_columns, columns), (of_sentences, sentences)):
        score = green.evaluate(hypotheses, References(source, texts.columns), order=1)
        assert score.value == found.score.value
    with pytest.raises(ValueError, match="expected equally many for every sentence"):
        References.of_sentences(source, [["a"], ["b", "c"]])


def test_samples_of_one_source_keep_their_columns() -> None:
    """Rewards: as many samples of a source as it has references."""
    source, samples = ["he go home ."] * 2, ["he goes home .", "he go home ."]
    columns = [["he goes home ."] * 2, ["he went home ."] * 2]
    assert _same(oriented(source, columns)[1], columns)
    with pytest.raises(ValueError, match=r"References\.of_columns or References\.of_sentences"):
        green.sentence_scores(samples, References(source, list(zip(*columns, strict=True))))
    assert green.sentence_scores(samples, References(source, columns))[0] == 1.0


def test_columns_of_another_length_are_still_an_error() -> None:
    with pytest.raises(FormatError, match=r"references\[0\]: 2 sentences, expected 3"):
        green.evaluate(["a", "b", "c"], References(["a", "b", "c"], [["a", "b"], ["a", "b"]]))


def test_references_are_short() -> None:
    texts = References(SAMPLES / "source.txt", [SAMPLES / "ref0.txt"])
    assert repr(texts) == f"References(source={str(SAMPLES / 'source.txt')!r}, references=1)"
    assert repr(References(SOURCE, LISTS)) == "References(source=20 sentences, references=2)"


TEXT = "He go home ."


@pytest.mark.parametrize(
    "call",
    [
        lambda: m2.evaluate(TEXT, SAMPLES / "gold.m2"),
        lambda: m2.count(TEXT, Gold.parse("S He go home .")),
        lambda: m2.sentence_scores(TEXT, SAMPLES / "gold.m2"),
        lambda: green.evaluate([TEXT], References(TEXT, [[TEXT]])),
        lambda: green.evaluate([TEXT], References([TEXT], [TEXT])),
        lambda: gleu.evaluate(TEXT, References([TEXT], [[TEXT]])),
        lambda: study.intervals("m2", [TEXT], SAMPLES / "gold.m2", resamples=5),
        lambda: study.compare("green", TEXT, [[TEXT]], References([TEXT], [[TEXT]]), resamples=5),
        lambda: study.compare_all("m2", [[TEXT], TEXT], SAMPLES / "gold.m2", resamples=5),
        lambda: study.types([TEXT], SAMPLES / "gold.m2"),
        lambda: study.per_annotator([TEXT], SAMPLES / "gold.m2"),
        lambda: m2scorer.main(TEXT, SAMPLES / "gold.m2"),
    ],
)
def test_a_sentence_where_a_path_is_meant_is_explained(call: Any) -> None:
    with pytest.raises(FormatError) as caught:
        call()
    assert str(caught.value) == (
        "He go home .: no such file or directory; a string is a path here, sentences go into a "
        "list: ['He go home .']"
    )


def test_a_text_where_a_path_is_meant_is_explained_and_short() -> None:
    with pytest.raises(FormatError, match=r"text goes into a list of its lines") as caught:
        m2.evaluate("He go home .\n" * 10_000, SAMPLES / "gold.m2")
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)
    with pytest.raises(FormatError, match=r"goes through Gold\.parse") as caught:
        m2.evaluate([TEXT], "S He go home .\nA 1 2|||R|||goes|||REQUIRED|||-NONE-|||0\n")
    assert "\n" not in str(caught.value)


def test_paths_that_are_there_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("He go home .").write_text("He goes home .\n", encoding="utf-8")
    gold = Gold.parse("S He go home .\nA 1 2|||R|||goes|||REQUIRED|||-NONE-|||0\n")
    assert m2.evaluate("He go home .", gold).f == 1.0


WITHOUT_ORDER: list[Callable[[], Any]] = [
    lambda: m2.evaluate(set(BOLD), GOLD),
    lambda: m2.evaluate(frozenset(BOLD), GOLD),
    lambda: m2.evaluate(dict.fromkeys(BOLD), GOLD),
    lambda: m2.evaluate_systems({SAMPLES / "bold.txt"}, GOLD),
    lambda: study.intervals("m2", {SAMPLES / "bold.txt"}, GOLD, resamples=2),
    lambda: green.evaluate(BOLD, References(SOURCE, {"ref0.txt", "ref1.txt"})),
    lambda: gleu.evaluate(BOLD, References(SOURCE, [set(both) for both in LISTS])),
    lambda: References.of_sentences(SOURCE, [set(both) for both in LISTS]),
    lambda: green.candidate_scores("a", {"a", "b"}, ["a"]),
]


@pytest.mark.parametrize("call", WITHOUT_ORDER)
def test_what_has_no_order_is_refused(call: Callable[[], Any]) -> None:
    """The sentences of a set come in another order in each process, and so did the number."""
    with pytest.raises(TypeError, match=", expected a list: what is scored must have an"):
        call()


@pytest.mark.parametrize("metric", [green, gleu])
def test_candidates_that_are_one_string_are_refused(metric: Any) -> None:
    """Its letters were the candidates, or the references."""
    for call, arguments in (
        (metric.candidate_scores, ("a b", "a c", ["a b"])),
        (metric.candidate_scores, ("a b", ["a c"], "a b")),
        (metric.candidate_matrix, ("a b", "a c")),
    ):
        with pytest.raises(TypeError, match=r"is a string .*, expected a list of them"):
            call(*arguments)
    texts = ["a b", "a c"]
    assert metric.candidate_matrix("a b", []).shape == (0, 0)
    expected = metric.candidate_matrix("a b", texts).tolist()
    assert metric.candidate_matrix("a b", iter(texts)).tolist() == expected


@pytest.mark.parametrize("value", ["False", "no", None, 0, 1, 1.0, []])
def test_flags_are_true_or_false(value: Any) -> None:
    """The truth of any other value is not what was meant: that of "False" is true."""
    for name in ("ignore_whitespace_casing", "implicit_noop"):
        with pytest.raises(ValueError, match=f"{name} .*: expected True or False"):
            m2.evaluate(BOLD, GOLD, **{name: value})
        with pytest.raises(ValueError, match=f"{name} .*: expected True or False"):
            gotoscorer.Parameters(**{name: value})
    for name in ("single", "multi"):
        with pytest.raises(ValueError, match=f"{name} .*: expected True or False"):
            errant.Parameters(**{name: value})
    with pytest.raises(ValueError, match=r"fixed_choice .*: expected True or False"):
        study.intervals("m2", [BOLD], GOLD, fixed_choice=value)
    assert m2.Parameters(implicit_noop=np.bool_(True)).implicit_noop is True


RANKED = meta.Rankings.of(["A", "B"], [(0, [(1, ["A"]), (2, ["B"])])])
FLAGS: dict[str, Callable[[Any], Any]] = {
    "collapsed": lambda x: meta.sentence_agreement(RANKED, [[1, 0]], collapsed=x),
    "collapsed ": lambda x: meta.by_ranks(RANKED, np.array([[1.0, 0.0]]), collapsed=x),
    "common": lambda x: meta.Options(common=x),
    "expanded": lambda x: meta.Options(expanded=x),
    "fixed_choice": lambda x: meta.Options(fixed_choice=x),
    "fixed_choice ": lambda x: meta.sweep([m2.count(BOLD, GOLD)], [1], fixed_choice=x, folds=0),
    "holm": lambda x: meta.Options(holm=x),
    "human_by_fold": lambda x: meta.Options(human_by_fold=x),
    "is_raw": lambda x: errant.Analyser(is_raw=x),
    "lev": lambda x: errant.annotate([""], [""], lev=x),
    "per_annotator": lambda x: weights.edits(BOLD, GOLD, per_annotator=x),
    "per_annotator ": lambda x: weights.evaluate(BOLD, GOLD, lambda _: 1, per_annotator=x),
    "retokenize": lambda x: study.run_configs(SAMPLES / "eval.toml", ["m2"], retokenize=x),
    "retokenize ": lambda x: Reward("m2", gold=GOLD, retokenize=x),
    "tests": lambda x: meta.Options(tests=x),
}


@pytest.mark.parametrize("name", FLAGS)
def test_flags_of_other_entry_points_are_true_or_false(name: str) -> None:
    values = ["no", 0] if name == "retokenize " else ["no", 0, None]  # None: a reward's default
    for value in values:
        with pytest.raises(ValueError, match=f"{name.strip()} .*: expected True or False"):
            FLAGS[name](value)
    for value in (True, np.bool_(False)):
        FLAGS[name](value)


def test_rows_that_are_summed_are_rows_of_these_counts() -> None:
    """A negative row was one from the end, True and False rows 1 and 0."""
    counts = m2.count(BOLD, GOLD)
    rows = m2.select(counts)
    assert m2.total(counts, rows.tolist()) == m2.total(counts, rows) == m2.score_counts(counts)
    with pytest.raises(IndexError, match=r"rows -1 to 0: expected 0 to 37"):
        m2.total(counts, [-1, 0])
    with pytest.raises(IndexError, match=r"rows 38 to 38: expected 0 to 37"):
        m2.total(counts, [38])
    for wrong in (np.ones(38, bool), [0.0], [[0, 1]], 3):
        with pytest.raises(TypeError, match="expected 1 dimension of integers"):
            m2.total(counts, wrong)
    with pytest.raises(ValueError, match="counts of green: expected counts of m2"):
        m2.total(green.count(BOLD, References(SOURCE, COLUMNS)), rows)
    with pytest.raises(IndexError, match="sentences -3 to 20, of 20"):
        counts.sentences(-3, 20)


EDITS = errant.Annotations.parse(
    "S a b c\nA 0 1|||R|||x|||||||||0\nA 1 2|||R|||y|||||||||1\n\nS a\nA 0 1|||R|||b|||||||||0\n"
)
ONE = errant.Annotations.parse("S a b c\nA 0 1|||R|||x|||||||||0\n\nS a\n")


def made(metric: str, **options: Any) -> Counts:
    """Counts of a metric, of two sentences at least."""
    if metric == "weighted-m2":
        edits = weights.edits(BOLD, GOLD)
        return weights.count(edits, [0.5] * len(edits.proposed), [0.5] * len(edits.gold))
    if metric == "gotoscorer":
        return gotoscorer.count_systems([BOLD, SOURCE], GOLD)[0]
    if metric == "m2":
        return m2.count(BOLD, GOLD, **options)
    if metric in ("green", "gleu", "imeasure"):
        counts: Counts = getattr(fastgec, metric).count(
            BOLD, References(SOURCE, COLUMNS), **options
        )
        return counts
    module = {"errant": errant, "cleme": cleme, "cleme2": cleme2}[metric]
    found: Counts = module.count(ONE, EDITS, **options)
    return found


METRIC_OF: dict[str, Any] = {"cleme2": cleme2.METRIC, "weighted-m2": weights.M2}


@pytest.mark.parametrize("module", [m2, errant, cleme, cleme2, green, imeasure, gotoscorer])
def test_total_of_every_metric_takes_rows_of_these_counts(module: Any) -> None:
    """`cleme2.total` took the last row twice for [-1, -1], where the others raised."""
    counts = made(module.METRIC.name)
    rows = module.select(counts)
    assert module.total(counts, rows) == module.score_counts(counts)
    with pytest.raises(IndexError, match="rows -1 to -1: expected 0 to"):
        module.total(counts, [-1, -1])
    with pytest.raises(TypeError, match="expected 1 dimension of integers"):
        module.total(counts, np.ones(counts.n_rows, bool))
    other = "green" if module is m2 else "m2"
    with pytest.raises(ValueError, match=f"counts of {other}: expected counts of"):
        module.total(made(other), rows)


# A metric, options of its counts, what makes a row one that it cannot count, the message.
IMPOSSIBLE: tuple[tuple[str, dict[str, Any], dict[str, float], str], ...] = (
    ("m2", {}, {"correct": 3, "proposed": 2, "gold": 2}, "correct 3, gold 2: expected correct at"),
    ("m2", {}, {"correct": 1, "proposed": 0, "gold": 2}, "correct 1, proposed 0: expected 0 cor"),
    (
        "m2",
        {"mode": "detection"},
        {"correct": 2, "proposed": 1, "gold": 2},
        "correct 2, proposed 1: expected correct at most proposed",
    ),
    (
        "m2",
        {"mode": "recognition", "optional": "bonus"},
        {"correct": 5, "proposed": 9, "gold": 2},
        "correct 5, gold 2: expected correct at most 2 x gold",
    ),
    ("errant", {}, {"tp": -1}, "tp -1: expected 0 or more"),
    (
        "green",
        {},
        {"true_keep_2": 1000},
        "2-grams of the source 100.*, 1-grams .*: expected at most",
    ),
    ("green", {}, {"true_insert_4": 1000}, "4-grams of the reference"),
    ("green", {}, {"over_insert_3": 1000}, "3-grams of the hypothesis"),
    ("gleu", {}, {"numerator_2": 1000}, "numerator_2 1000, denominator_2 .*: expected numerator_2"),
    ("gleu", {}, {"reference_length": 0}, "numerator_1 .*, reference_length 0"),
    ("gleu", {}, {"hypothesis_length": 1}, "denominator_1 .*, hypothesis_length 1: expected den"),
    ("gleu", {}, {"denominator_3": 1000}, "denominator_3 1000, denominator_2 .*: expected den"),
    ("gleu", {"variant": "equation"}, {"numerator_2": -1000}, "numerator_2 -1000, denominator_2"),
    ("imeasure", {}, {"correction_tp": 1000}, "detection_tp .*, correction_tp 1000"),
    ("imeasure", {}, {"correction_fpn": 1000}, "correction_fpn 1000: expected columns of one"),
    ("imeasure", {}, {"detection_fpn": 1}, "detection_fpn 1: expected 0"),
    ("cleme", {"weights": "length", "bias": 2.0}, {"tp": 0.5}, "tp 0.5: expected a sum of weights"),
    ("cleme", {"weights": "length", "bias": 2.0}, {"fp": 1.4}, "fp 1.4: expected a sum of weights"),
    ("cleme", {"weights": "length", "bias": 2.0}, {"tn": 0.5}, "tn 0.5: expected a whole number"),
    ("cleme2", {}, {"fpu": -2}, "fpu -2: expected 0 or more"),
    ("gotoscorer", {}, {"correct": 1, "proposed": 0.5, "gold": 2}, "correct 1.0, proposed 0.5"),
    ("gotoscorer", {}, {"correct": 1, "proposed": 2, "gold": 0.5}, "correct 1.0, gold 0.5"),
    (
        "weighted-m2",
        {},
        {"correct": 1, "proposed": 0},
        "correct 1.0, proposed 0.0: expected 0 corr",
    ),
)


@pytest.mark.parametrize(("metric", "options", "change", "message"), IMPOSSIBLE)
def test_counts_that_cannot_be_are_refused_wherever_they_come_in(
    metric: str, options: dict[str, Any], change: dict[str, float], message: str
) -> None:
    """P 2.28 was printed of a row that had more correct than gold edits."""
    counts = made(metric, **options)
    known = METRIC_OF.get(metric) or metric_named(metric)
    functions.score_counts(known, counts, known.scoring())
    row = int(counts.offsets[1])  # the first of sentence 2
    table = counts.table.copy()
    for name, value in change.items():
        table[row, counts.columns.index(name)] = value
    wrong = replace(counts, table=table)
    for use in (functions.select, functions.score_counts):
        with pytest.raises(ValueError, match=f"^sentence 2: .*{message}"):
            use(known, wrong, known.scoring())
    with pytest.raises(ValueError, match=f"^sentence 9: .*{message}"):
        known.require_own(wrong, n_before=7)


def test_counts_that_can_be_are_taken_even_where_a_ratio_is_above_1() -> None:
    """Gold edits that stand twice are both correct by one edit; rows may be sums of rows."""
    gold = Gold.parse("S a\n" + 2 * "A 0 1|||R|||b|||||||||0\n")
    assert m2.score_counts(m2.count(["b"], gold)).precision == 2.0
    for metric in ("m2", "errant", "green", "gleu", "imeasure", "cleme", "cleme2"):
        counts = made(metric)
        known = METRIC_OF.get(metric) or metric_named(metric)
        whole = counts.table.sum(axis=0)
        one = replace(counts, table=whole[None], offsets=[0, 1], labels=counts.labels[:1])
        assert functions.score_counts(known, one, known.scoring())


@pytest.mark.parametrize("mode", ["correction", "recognition", "detection"])
@pytest.mark.parametrize("optional", ["required", "bonus"])
def test_no_counts_of_random_cases_are_refused(mode: str, optional: str) -> None:
    """Gold out of order, repeated, optional, of several annotators."""
    found = random_cases(1000, 7)
    text = "".join(case.block() for case in found).replace("b|||R|||", "b|||OPTIONAL|||")
    outputs = [" ".join(case.hypothesis) for case in found]
    for release in ("development", "3.2"):
        options = {"mode": mode, "optional": optional, "release": release}
        counts = m2.count(outputs, Gold.parse(text), **options)
        correct, proposed, _ = counts.table.T
        assert (correct > proposed).any() == (mode != "detection")
        m2.METRIC.require_own(counts)


def test_counts_by_hand_are_such_as_the_metric_makes() -> None:
    """Exchanged columns gave an F above 1, and sums too large one below 0."""
    names = ("correct", "proposed", "gold")

    def by_hand(*rows: list[int], columns: Sequence[str] = names) -> Counts:
        return Counts(np.array(rows), range(len(rows) + 1), [0] * len(rows), columns, "m2")

    assert m2.score_counts(by_hand([1, 2, 2])).f == 0.5
    with pytest.raises(ValueError, match="columns that counts of m2 do not have"):
        m2.score_counts(by_hand([2, 1, 2], columns=("proposed", "correct", "gold")))
    with pytest.raises(ValueError, match="sentence 2: correct -1: expected 0 or more"):
        m2.score_counts(by_hand([1, 2, 2], [-1, 2, 2]))
    with pytest.raises(ValueError, match="the sum of counts exceeds 64 bits"):
        m2.score_counts(by_hand(*[[1 << 62] * 3] * 3))


def of_edits(maker: Callable[[list[str], list[str]], Any]) -> Callable[[], Any]:
    return lambda: Reward("errant", gold=GOLD, edits=maker)(["a b"], {"id": [0]})


def counted_by(**other: Any) -> Callable[[], Any]:
    names: Any = ("correct", "proposed", "gold")
    return lambda: Counts(
        np.ones((1, 3), np.int64), np.array([0, 1]), np.array([0]), names, "m2", **other
    )


WEIGHTED = weights.edits(BOLD, GOLD)
WRONG: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "edits=None": (of_edits(lambda *_: None), TypeError, "^edits of completions: NoneType"),
    "edits=list": (of_edits(lambda *_: ["S a b"]), TypeError, "^edits of completions: list"),
    "Gold.parse": (lambda: Gold.parse(b"S a"), TypeError, "^gold: bytes, expected the text"),
    "Annotations": (lambda: errant.Annotations.parse(None), TypeError, "^annotations: NoneType"),
    "imeasure": (lambda: imeasure.parse_m2(None), TypeError, "^gold: NoneType, expected the"),
    "parameters": (counted_by(parameters=None), TypeError, "^parameters: NoneType, expected"),
    "weights": (
        lambda: weights.count(WEIGHTED, lambda _: None),
        ValueError,
        "^weights of object:",
    ),
    "strings": (lambda: weights.count("He go", [1.0], [1.0]), TypeError, "^edits: str, exp"),
    "take -1": (
        lambda: errant.Annotations.parse("S a\n").take([-1]),
        IndexError,
        "^sentences -1 to -1, expected 0 to 0",
    ),
    "take 2**63": (
        lambda: errant.Annotations.parse("S a\n").take([1 << 63]),
        IndexError,
        "^sentences 9223372036854775808 to",
    ),
    "take str": (lambda: GOLD.take("0"), TypeError, "^sentences of <U1: expected integers"),
}


@pytest.mark.parametrize("name", WRONG)
def test_values_of_another_kind_are_refused_by_name(name: str) -> None:
    call, kind, message = WRONG[name]
    with pytest.raises(kind, match=message):
        call()


@pytest.mark.parametrize("metric", [m2, gotoscorer, green, gleu, imeasure, errant, cleme, cleme2])
def test_systems_may_come_from_a_generator(metric: Any) -> None:
    """Some functions took them, others ended with "has no len()"."""
    texts: list[Any] = [BOLD, lines("careful.txt")]
    gold: Any = GOLD
    if metric.METRIC.reads == "references":
        gold = References(SOURCE, COLUMNS)
    elif metric.METRIC.reads == "pairs":
        made = errant.Annotations.parse("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n")
        texts, gold = [made, made], made

    for function in (metric.evaluate_systems, metric.count_systems):
        assert function(iter(texts), gold) == function(texts, gold)


def test_other_lists_may_come_from_generators() -> None:
    texts = [BOLD, lines("careful.txt")]
    assert list(gotoscorer.chunks(iter(texts), GOLD)) == list(gotoscorer.chunks(texts, GOLD))
    assert GOLD.take(iter([1, 0])).sources[0] == SOURCE[1]
    found = study.intervals("m2", iter(texts), GOLD, resamples=2)
    assert [one.score for one in found] == [one.score for one in m2_intervals(texts)]
    counts = [m2.count(BOLD, GOLD)] * 2
    assert Counts.concat(iter(counts)) == Counts.concat(counts)


def m2_intervals(texts: list[list[str]]) -> Any:
    return study.intervals("m2", texts, GOLD, resamples=2)
