"""ERRANT's comparison: the kernels against an obvious oracle, laws, entry points."""

from __future__ import annotations

import io
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import fastgec
import oracle_comparison as oracle
from fastgec import Gold, InputWarning, errant, study
from fastgec.choose.best import rounded
from fastgec.cli import main
from fastgec.counts import Counts
from fastgec.metrics.base import Reading
from fastgec.metrics.errant.metric import MODES, ErrantScore
from fastgec.read import files as cuts
from fastgec.read import m2stream
from fastgec.read.coders import Annotations
from fastgec.study.resampling import (
    bootstrap_totals,
    drawn_sentences,
    exchanged_totals,
    percentile_interval,
    sample_of,
)

# Of made-up systems with several coders, and types to leave out that few files have.
pytestmark = [
    pytest.mark.filterwarnings(r"ignore:.* has \d+ annotators:fastgec.InputWarning"),
    pytest.mark.filterwarnings("ignore:no edit of the type:fastgec.InputWarning"),
    pytest.mark.filterwarnings("ignore:.*no type of ERRANT:fastgec.InputWarning"),
]
KINDS = ["R:NOUN", "M:DET", "U:DET", "R:NOUN:NUM", "UNK", "noop", "X", ""]


@st.composite
def edit_lines(draw: st.DrawFn) -> str:
    start = draw(st.integers(-1, 4))
    end = draw(st.sampled_from([start, start, start + 1, start + 2, 3]))
    kind = draw(st.sampled_from(KINDS))
    correction = draw(st.sampled_from(["", "a", "b c", "-NONE-", "a||b", " a"]))
    coder = draw(st.integers(-1, 2))
    return f"A {start} {end}|||{kind}|||{correction}|||REQUIRED|||-NONE-|||{coder}"


BLOCKS = st.lists(edit_lines(), max_size=5).map(lambda lines: "\n".join(["S a b c d", *lines]))
FILES = st.lists(st.tuples(BLOCKS, BLOCKS), min_size=1, max_size=6)
OPTIONS = st.builds(
    oracle.Options,
    mode=st.sampled_from(MODES),
    beta=st.sampled_from([0.0, 0.5, 1.0, 2.0, 0.3]),
    single=st.booleans(),
    multi=st.booleans(),
    without=st.sampled_from([(), (), ("M:DET",), ("R:NOUN", "noop")]),
)


def texts_of(files: list[tuple[str, str]]) -> tuple[str, str]:
    hypothesis, reference = zip(*files, strict=True)
    return "\n\n".join(hypothesis) + "\n", "\n\n".join(reference) + "\n\n"


def sides_of(files: list[tuple[str, str]]) -> tuple[Annotations, Annotations]:
    hypothesis, reference = texts_of(files)
    return Annotations.parse(hypothesis, "h"), Annotations.parse(reference, "r")


def parameters_of(options: oracle.Options) -> errant.Parameters:
    without = ",".join(options.without)
    return errant.Parameters(options.mode, options.single, options.multi, without)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


@given(FILES, OPTIONS, st.sampled_from(["1", "2", "3"]))
def test_random_files_print_what_the_oracle_prints(
    folder: Path, files: list[tuple[str, str]], options: oracle.Options, tier: str
) -> None:
    texts = texts_of(files)
    paths = [folder / "h.m2", folder / "r.m2"]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    words = ["errant", "compare", "-hyp", str(paths[0]), "-ref", str(paths[1]), "-v", "-cat", tier]
    words += [f"-{options.mode}", "-b", str(options.beta)]
    words += ["-single"] * options.single + ["-multi"] * options.multi
    words += ["-filt", *options.without] if options.without else []
    with redirect_stdout(io.StringIO()) as output, redirect_stderr(io.StringIO()):
        assert main(words) == 0
    assert output.getvalue() == oracle.printed(*texts, options, int(tier), is_verbose=True)


@given(FILES, OPTIONS)
def test_counts_of_all_pairs_are_those_of_the_oracle(
    files: list[tuple[str, str]], options: oracle.Options
) -> None:
    hypothesis, reference = sides_of(files)
    (counts,) = errant.count_systems([hypothesis], reference, parameters_of(options))
    pairs = [pair for one, other in files for pair in oracle.all_pairs(one, other, options)]
    assert counts.table.tolist() == [list(pair.counts) for pair in pairs]
    assert counts.labels.tolist() == [[pair.hypothesis, pair.reference] for pair in pairs]
    sizes = [len(oracle.all_pairs(one, other, options)) for one, other in files]
    assert np.diff(counts.offsets).tolist() == sizes
    score = errant.score_counts(counts, beta=options.beta)
    assert (score.tp, score.fp, score.fn) == oracle.total(oracle.compare(*texts_of(files), options))


def test_values_are_rounded_as_python_rounds() -> None:
    generator = np.random.default_rng(1)
    halves = np.arange(20001) / 20000
    counts = generator.integers(0, 60, (20000, 3))
    values = np.concatenate(
        [
            generator.random(50000),
            halves,
            np.nextafter(halves, 2),
            np.nextafter(halves[1:], 0),
            np.arange(4097) / 4096,  # among them halves that a double holds exactly
            generator.random(1000) * 1e-5,
            ErrantScore.values(counts, 0.5)[:, 2],
        ]
    )
    expected = [round(value, 4) for value in values.tolist()]
    assert (rounded(values) / 10000).tolist() == expected


ROWS = st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=1, max_size=4)


@given(
    st.lists(ROWS, max_size=12),
    st.sampled_from([0.0, 0.3, 0.5, 1.0, 2.0]),
    st.sampled_from([(0, 0, 0), (5, 3, 9), (31, 1, 0), (1249, 1, 0), (4999, 3, 5001)]),
)
def test_the_choice_is_that_of_the_oracle(
    rows: list[list[oracle.Counts]], beta: float, so_far: oracle.Counts
) -> None:
    counts = counts_of([[so_far], *rows])
    found = errant.select(counts, beta=beta).tolist()
    expected = plain_choice([[so_far], *rows], beta)
    assert found == [start + row for start, row in zip(counts.offsets, expected, strict=False)]


def counts_of(rows: list[list[oracle.Counts]]) -> Counts:
    sizes = [len(sentence) for sentence in rows]
    table = np.array([row for sentence in rows for row in sentence], np.int64).reshape(-1, 3)
    offsets = np.cumsum([0, *sizes])
    return Counts(table, offsets, np.zeros((len(table), 2)), ("tp", "fp", "fn"), "errant")


def plain_choice(rows: list[list[oracle.Counts]], beta: float) -> list[int]:
    so_far: oracle.Counts = (0, 0, 0)
    chosen = []
    for sentence in rows:
        chosen.append(oracle.choose(sentence, so_far, beta))
        so_far = oracle.plus(so_far, sentence[chosen[-1]])
    return chosen


def plain_total(rows: list[list[oracle.Counts]], beta: float) -> list[int]:
    chosen = zip(rows, plain_choice(rows, beta), strict=True)
    table = np.array([[0, 0, 0], *(sentence[row] for sentence, row in chosen)])
    return list(table.sum(axis=0).tolist())


@given(st.lists(st.tuples(ROWS, ROWS), min_size=1, max_size=5), st.sampled_from([0.5, 1.0]))
def test_resamples_choose_again_as_the_oracle_does(
    sentences: list[tuple[list[oracle.Counts], list[oracle.Counts]]], beta: float
) -> None:
    """Also where the outputs of systems with other rows are exchanged."""
    ours, theirs = (list(rows) for rows in zip(*sentences, strict=True))
    choice = errant.METRIC.choose(errant.Scoring(beta))
    samples = [sample_of(counts_of(rows), choice) for rows in (ours, theirs)]
    drawn = bootstrap_totals(samples, n=8, seed=3)
    for number in range(8):
        picked = drawn_sentences(3, number, len(sentences)).tolist()
        for totals, rows in zip(drawn, (ours, theirs), strict=True):
            assert totals[number].tolist() == plain_total([rows[s] for s in picked], beta)
    (one,), (other,) = exchanged_totals(samples, [(0, 1)], n=8, seed=3)
    options = [
        (plain_total(first, beta), plain_total(second, beta))
        for first, second in exchanges(ours, theirs)
    ]
    for line in range(8):
        assert (one[line].tolist(), other[line].tolist()) in options


def exchanges(ours: list[Any], theirs: list[Any]) -> list[tuple[list[Any], list[Any]]]:
    """All ways to exchange sentences."""
    pairs = [([], [])]  # type: list[tuple[list[Any], list[Any]]]
    for one, other in zip(ours, theirs, strict=True):
        pairs = [
            ([*first, a], [*second, b])
            for first, second in pairs
            for a, b in ((one, other), (other, one))
        ]
    return pairs


@given(st.lists(st.tuples(BLOCKS, BLOCKS), min_size=2, max_size=6), st.sampled_from([1, 2, 3]))
def test_intervals_by_type_are_those_of_plain_resamples(
    files: list[tuple[str, str]], tier: int
) -> None:
    options, n = oracle.Options(), 20
    hypothesis, reference = sides_of(files)
    (found,) = study.typed_scores([hypothesis], reference, tier=tier, resamples=n, seed=5)
    whole = oracle.by_kind(oracle.compare(*texts_of(files), options), tier)
    assert {name: [s.tp, s.fp, s.fn] for name, s, _ in found} == whole
    values: dict[str, list[NDArray[np.float64]]] = {name: [] for name in whole}
    for number in range(n):
        picked = drawn_sentences(5, number, len(files)).tolist()
        kinds = oracle.by_kind(oracle.compare(*texts_of([files[s] for s in picked]), options), tier)
        for name, each in values.items():
            tp, fp, fn = kinds.get(name, (0, 0, 0))
            each.append(ErrantScore.values(np.array([tp, fp, fn]), 0.5))
    for name, _, bounds in found:
        assert bounds is not None
        assert bounds.tolist() == percentile_interval(np.array(values[name])).tolist()


def test_several_systems_and_threads_and_small_blocks_give_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gold, systems = corpus(70)
    expected = [errant.count(system, gold) for system in systems]
    assert errant.count_systems(systems, gold, jobs=3) == expected
    assert expected[0].n_rows != expected[1].n_rows
    monkeypatch.setattr(m2stream, "SENTENCES", 3)
    assert errant.count_systems(systems, gold, jobs=2) == expected
    monkeypatch.setattr(m2stream, "BYTES", 1)
    monkeypatch.setattr(cuts, "PIECE", 7)
    monkeypatch.setattr(cuts, "LEAST", 7)
    assert errant.count_systems(systems, gold, jobs=1) == expected


def corpus(n_sentences: int) -> tuple[Annotations, list[Annotations]]:
    """Two systems, one of two coders, and a reference of one or two coders."""
    generator = np.random.default_rng(5)

    def text(n_coders: int) -> str:
        blocks = []
        for sentence in range(n_sentences):
            lines = [f"S word {sentence} . . . ."]
            for coder in range(generator.integers(1, n_coders + 1)):
                for start in sorted(generator.choice(5, generator.integers(0, 3), replace=False)):
                    word = "abc"[generator.integers(3)]
                    kind = KINDS[generator.integers(4)]
                    lines.append(f"A {start} {start + 1}|||{kind}|||{word}|||R|||-|||{coder}")
            blocks.append("\n".join(lines))
        return "\n\n".join(blocks) + "\n"

    return Annotations.parse(text(2), "gold.m2"), [
        Annotations.parse(text(n_coders), f"{n_coders}.m2") for n_coders in (1, 2)
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 64])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends_and_pieces_of_any_size_mean_the_same(
    size: int, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold, (system, _) = corpus(9)
    expected = errant.count(system, gold)
    monkeypatch.setattr(cuts, "PIECE", size)
    monkeypatch.setattr(cuts, "LEAST", size)
    monkeypatch.setattr(m2stream, "SENTENCES", 4)
    other = Annotations(gold.data.replace(b"\n", ending.encode()) + b" \t \n\n", "gold.m2")
    found = errant.count(system, other)
    assert found == expected


def test_the_entry_points_agree() -> None:
    gold, systems = corpus(30)
    scores = errant.evaluate_systems(systems, gold)
    assert scores == [errant.evaluate(system, gold) for system in systems]
    counts = errant.count(systems[1], gold)
    rows = errant.select(counts)
    assert errant.total(counts, rows) == scores[1] == errant.score_counts(counts)
    alone = errant.sentence_scores(systems[1], gold)
    for sentence in range(30):
        part = counts.sentences(sentence, sentence + 1)
        assert errant.score_counts(part).f == alone[sentence]
    found = study.intervals("errant", systems, gold, resamples=50)  # type: ignore[list-item]
    assert [one.score for one in found] == scores
    (compared,) = study.compare(
        "errant",
        systems[0],  # type: ignore[arg-type]
        systems[1:],  # type: ignore[arg-type]
        gold,
        resamples=50,
    )
    assert compared.difference == scores[1].f - scores[0].f


@given(st.tuples(*[st.integers(0, 50)] * 3), st.sampled_from([0.0, 0.5]) | st.floats(0, 9))
def test_scores_are_those_of_the_oracle(counts: oracle.Counts, beta: float) -> None:
    score = ErrantScore(*counts, beta=beta)
    expected = oracle.scores(counts, beta)
    assert (score.precision, score.recall, score.f) == expected
    assert tuple(ErrantScore.values(np.array(counts), beta).tolist()) == expected


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda g: errant.evaluate(3, g), "hypotheses is a int, expected Annotations"),
        (
            lambda g: errant.evaluate(g, Gold.parse("S a\n")),
            "gold: Gold, expected Annotations",
        ),
        (
            lambda g: study.intervals("m2", [["a"]], g),
            "gold: Annotations, expected a Gold or",
        ),
        (
            lambda g: study.intervals("errant", [g], Gold.parse("S a\n")),
            "expected Annotations, the path of an M2 file or References",
        ),
        (
            lambda g: errant.evaluate(g, g, mode="xs"),
            "mode 'xs': expected 'dt' or 'ds' or",
        ),
        (lambda g: errant.evaluate(g, g, beta=-1), "beta"),
        (lambda g: errant.evaluate(g, g, without=["a,b"]), "expected one without a comma"),
    ],
)
def test_what_callers_may_not_give(call: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        call(Annotations.parse("S a\n"))


def test_a_config_scores_edits_with_edits(tmp_path: Path) -> None:
    """Sentences that the config drops are left out on both sides."""
    gold, systems = corpus(20)
    names = ["one", "two"]
    for name, text in zip(["gold", *names], [gold, *systems], strict=True):
        (tmp_path / f"{name}.m2").write_bytes(text.data)
        (tmp_path / f"{name}.txt").write_text("word\n" * 20, encoding="utf-8")
    config = tmp_path / "card.toml"
    files = "\n".join(f'{name} = "{name}.txt"' for name in names)
    edits = "\n".join(f'{name} = "{name}.m2"' for name in names)
    config.write_text(
        f'errant = "gold.m2"\ndrop = [3, 20]\n[systems]\n{files}\n[errant-systems]\n{edits}\n',
        encoding="utf-8",
    )
    (found,) = study.run_configs(config, resamples=10)
    kept = [s for s in range(20) if s not in (2, 19)]
    for name, text in zip(names, systems, strict=True):
        expected = errant.evaluate(text.take(kept), gold.take(kept))
        assert found.score("errant", name) == expected
    (found,) = study.run_configs(config, ["errant:cse,beta=1"])
    assert found.score("errant:cse,beta=1", "one") == errant.evaluate(
        systems[0].take(kept), gold.take(kept), mode="cse", beta=1
    )


def test_batches_of_text_are_not_compared_as_edits() -> None:
    pa = pytest.importorskip("pyarrow")
    from fastgec import frames

    batch = pa.record_batch({"source": ["a"], "hypothesis": ["a"]})
    with pytest.raises(ValueError, match="metric 'errant': expected one that reads text"):
        frames.count("errant", batch)


def test_a_fingerprint_does_not_depend_on_line_ends_and_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gold, _ = corpus(30)
    packed = Annotations(b"\n" + gold.data.replace(b"\n\n", b"\r\n\r\n\r\n"), "gold.m2")
    expected = fingerprint_of(gold)
    assert fingerprint_of(packed) == expected
    monkeypatch.setattr(m2stream, "SENTENCES", 4)
    assert fingerprint_of(packed) == expected
    assert fingerprint_of(gold.take(range(29))) != expected


def fingerprint_of(gold: Annotations) -> str:
    summary = errant.METRIC.summarize(gold, errant.Parameters(), has_fingerprint=True)
    blocks = errant.METRIC.blocks([gold], gold, errant.Parameters(), len, Reading(summary=summary))
    assert sum(blocks) == summary.sentences == len(gold)
    return summary.fingerprint


def test_other_sentences_are_told_in_python_too() -> None:
    """Their numbers look like those of a bad system."""
    texts = [f"S a{number} b\nA 0 1|||R|||c|||||||||0\n\n" for number in range(3)]
    gold = errant.Annotations.parse("".join(texts), "r.m2")
    moved = errant.Annotations.parse("".join([*texts[1:], texts[0]]), "h.m2")
    expected = r"^h\.m2:1: 3 sentences differ from r\.m2, compared all the same$"
    calls = (
        lambda: errant.evaluate(moved, gold),
        lambda: errant.count(moved, gold),
        lambda: study.typed_scores([moved], gold),
        lambda: study.compare("errant", moved, [gold], gold, resamples=19),
    )
    for call in calls:
        with pytest.warns(fastgec.InputWarning, match=expected) as caught:
            call()
        assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        errant.evaluate(gold, gold)
        errant.sentence_scores(moved, gold)


@pytest.mark.parametrize("text", ["", "\n \n", "\u00a0\n\u3000"])
def test_a_text_without_a_sentence_is_an_empty_one_with_a_warning(text: str) -> None:
    gold = Annotations.parse("S\n", "gold.m2")
    expected = r"^none\.m2: no sentence, taken for an empty one$"
    with pytest.warns(InputWarning, match=expected):
        counts = errant.count(Annotations.parse(text, "none.m2"), gold)
    assert counts.table.tolist() == [[0, 0, 0]]
