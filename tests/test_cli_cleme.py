"""`fastgec cleme` and `cleme2` as users and scripts meet them: formats, parts, config, messages."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from commands import Call
from fastgec import Counts, cleme, cleme2

SENTENCE = "S She go to school every days but not at Sunday .\n"
GOES = "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
EXAMPLE = {
    "gold.m2": SENTENCE
    + GOES
    + "A 5 6|||R:NOUN:NUM|||day|||REQUIRED|||-NONE-|||0\n"
    + "A 8 9|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n"
    + GOES.replace("|||0", "|||1")
    + "A 4 6|||R:OTHER|||each day|||REQUIRED|||-NONE-|||1\n"
    + "A 8 9|||R:PREP|||on|||REQUIRED|||-NONE-|||1\n",
    "system.m2": SENTENCE
    + GOES
    + "A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0\n"
    + "A 4 6|||R:OTHER|||each day|||REQUIRED|||-NONE-|||0\n",
}


def edits(generator: random.Random, coder: int) -> str:
    lines = []
    at = 0
    while at < 6 and generator.random() < 0.6:
        start = generator.randrange(at, 7)
        end = min(6, start + generator.randrange(3))
        words = " ".join(generator.choices("xy", k=generator.randrange(3)))
        lines.append(f"A {start} {end}|||R|||{words}|||REQUIRED|||-NONE-|||{coder}\n")
        at = end + 1
    return "".join(lines) or f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{coder}\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with gold.m2 of two coders, and two systems, 1.m2 and 2.m2."""
    monkeypatch.chdir(tmp_path)
    generator = random.Random(1)
    for name, coders in (("gold", 2), ("1", 1), ("2", 1)):
        blocks = (
            f"S a b c d e f{number}\n" + "".join(edits(generator, coder) for coder in range(coders))
            for number in range(40)
        )
        (tmp_path / f"{name}.m2").write_text("\n".join(blocks), encoding="utf-8")
    return tmp_path


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the example of docs/other-metrics.md."""
    monkeypatch.chdir(tmp_path)
    for name, text in EXAMPLE.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_cleme2_is_an_option_and_the_old_command_warns(example: Path, call: Call) -> None:
    new = call(["cleme", "--cleme2", "--over", "0", "system.m2", "gold.m2"])
    old = call(["cleme2", "--over", "0", "system.m2", "gold.m2"])
    assert (new.status, new.stderr) == (0, "")
    assert (old.status, old.stdout) == (0, new.stdout)
    [line] = old.stderr.splitlines()
    assert call(["cleme2", "-q", "--over", "0", "system.m2", "gold.m2"]) == new
    assert line.startswith("FutureWarning: 'fastgec cleme2' is now 'fastgec cleme --cleme2'")
    # After -- it is the name of a file, and not of the metric.
    done = call(["cleme", "--", "--cleme2", "gold.m2"])
    assert (done.status, done.stderr) == (
        1,
        "--cleme2: no such file or directory\n",
    )


def test_the_example_of_the_docs(example: Path, call: Call) -> None:
    """Worked by hand there."""
    counts = cleme2.count("system.m2", "gold.m2")
    assert counts.table.tolist() == [[1, 1, 1, 1, 5], [2, 0, 1, 1, 5]]
    counts = cleme2.count("system.m2", "gold.m2", assumption="independent")
    assert counts.table.tolist() == [[2, 0, 1, 1, 5]] * 2
    plain = cleme.evaluate("system.m2", "gold.m2", weights="none")
    assert (plain.tp, plain.fp, plain.fn, plain.tn) == (2, 1, 1, 5)
    assert plain.precision == plain.recall == 2 / 3
    assert cleme.count("system.m2", "gold.m2").parameters["bias"] == 8 / 6
    line = call(["cleme", "-f", "tsv", "system.m2", "gold.m2"]).stdout.splitlines()[1]
    numbers = [float(field) for field in line.split("\t")[1:]]
    assert [f"{number:.3f}" for number in numbers[:4]] == ["2.085", "1.165", "0.835", "5.000"]
    assert [f"{100 * number:.2f}" for number in numbers[4:]] == ["64.15", "71.41", "77.99", "65.48"]
    table = call(["cleme", "--cleme2", "-f", "table", "system.m2", "gold.m2"]).stdout
    assert table.splitlines()[2].split()[-10:] == [
        "2",
        "0",
        "1",
        "1",
        "5",
        "66.67",
        "0.00",
        "33.33",
        "33.33",
        "78.33",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("cleme", "--weights", "none"),
        ("cleme", "--bias", "1.5", "--assumption", "independent"),
        ("cleme", "--cleme2", "--hit", "0.3"),
    ],
    ids=" ".join,
)
def test_parts_merge(words: tuple[str, ...], files: Path, call: Call) -> None:
    parts = []
    systems = ["1.m2", "2.m2", "gold.m2"]
    how = [word for word in words[1:] if word not in ("--hit", "0.3")]
    for number, span in enumerate([":13", "14:27", "28:"]):
        parts.append(f"{number}.npz")
        span_words = ["--sentence-range", span, "--counts-out", parts[-1]]
        done = call([words[0], *how, *span_words, *systems])
        assert (done.status, done.stderr) == (0, "")
    scoring = [word for word in words[1:] if word not in how]
    merged = call(["merge", *parts, *scoring, "-f", "json", "--ci=20"])
    whole = call([*words, *systems, "-f", "json", "--ci=20"])
    assert merged.stdout == whole.stdout
    assert merged.status == 0


def test_a_part_does_not_know_the_bias(files: Path, call: Call) -> None:
    done = call(["cleme", "--counts-out", "a.npz", "1.m2", "gold.m2"])
    assert (done.status, done.stdout) == (2, "")
    reason = "--counts-out with --weights length requires --bias B"
    assert reason in done.stderr
    assert not (files / "a.npz").exists()
    done = call(["cleme", "--bias", "2", "--weights", "none", "1.m2", "gold.m2"])
    assert "--bias 2 requires --weights length" in done.stderr
    whole = cleme.count("1.m2", "gold.m2")
    done = call(["cleme", "--sentence-range", "1:20", "-f", "json", "1.m2", "gold.m2"])
    (found,) = json.loads(done.stdout)["systems"]
    text = cleme.Annotations.read("1.m2").take(range(20))
    expected = cleme.evaluate(text, cleme.Annotations.read("gold.m2").take(range(20)))
    assert found["f"] == expected.f
    with pytest.raises(ValueError, match="part 2 was counted with"):  # each by its own bias
        Counts.concat([whole, cleme.count(text, text)])


def test_sentences_say_what_each_reference_counts(files: Path, call: Call) -> None:
    done = call(["cleme", "--cleme2", "--sentences", "a.jsonl", "1.m2", "gold.m2"])
    lines = [json.loads(line) for line in (files / "a.jsonl").read_text().splitlines()]
    counts = cleme2.count("1.m2", "gold.m2")
    rows = cleme2.select(counts)
    for line, row in zip(lines, rows.tolist(), strict=True):
        expected = counts.table[row].tolist()
        assert [line[name] for name in counts.columns] == expected
        assert list(line["references"][str(line["reference"])].values()) == expected
    assert done.status == 0
    done = call(["cleme", "--sentences", "a.tsv", "1.m2", "2.m2", "gold.m2"])
    assert len((files / "a.tsv").read_text().splitlines()) == 81


def test_sentences_of_means_have_the_references_of_means(files: Path, call: Call) -> None:
    """Else rows would be those of the corpus, and their mean another than the one printed."""
    words = ["--mean", "-f", "json", "--sentences", "s.jsonl", "1.m2", "2.m2", "gold.m2"]
    for name, columns in (("cleme", ("tp", "fp")), ("cleme2", ("tp", "fpn", "score"))):
        systems = json.loads(call([name, *words]).stdout)["systems"]
        lines = [json.loads(line) for line in (files / "s.jsonl").read_text().splitlines()]
        for content, path in zip(systems, ["1.m2", "2.m2"], strict=True):
            own = [line for line in lines if line["system"] == path]
            for column in columns:
                amount = sum(line[column] for line in own) / (len(own) if column == "score" else 1)
                assert content[column] == pytest.approx(amount, abs=1e-12)


def test_means_of_sentences_are_a_table_too(files: Path, call: Call) -> None:
    words = ["--mean", "-f", "json", "1.m2", "2.m2", "gold.m2"]
    document = json.loads(call(["cleme", *words]).stdout)
    assert document["parameters"]["level"] == "sentence"
    for content, path in zip(document["systems"], ["1.m2", "2.m2"], strict=True):
        means = cleme.sentence_means(path, "gold.m2")
        assert [content["f"], content["recall"], content["tp"]] == [means.f, means.recall, means.tp]
    for more, weights in (
        ([], {}),
        (["--hit", "0.4"], {"hit": 0.4, "wrong": 0.35, "under": 0.15, "over": 0.05}),
    ):
        document = json.loads(call(["cleme", "--cleme2", *words, *more]).stdout)
        expected = cleme2.sentence_means("2.m2", "gold.m2", **weights)
        assert document["systems"][1]["score"] == expected.score
    done = call(
        ["cleme", "--cleme2", "--mean", "-f", "table", "1.m2", "gold.m2", "--fail-under", "0.99"]
    )
    assert done.status == 3
    assert (
        "\nMeans over sentences, each with the reference that is best for it alone." in done.stdout
    )
    call(["cleme", "--cleme2", "--counts-out", "a.npz", "1.m2", "gold.m2"])
    merged = call(["merge", "a.npz", "--mean", "-f", "tsv"]).stdout
    assert merged == call(["cleme", "--cleme2", "--mean", "-f", "tsv", "1.m2", "gold.m2"]).stdout
    done = call(["cleme", "--mean", "--ci", "1.m2", "gold.m2"])
    assert "--mean and --ci are mutually exclusive" in done.stderr
    done = call(["cleme", "--cleme2", "--hit", "0.9", "1.m2", "gold.m2"])
    assert (done.status, done.stdout) == (2, "")
    assert "weights of ratios sum to 1.45: expected at most 1, and above 0" in done.stderr


def test_a_table_says_what_resamples_keep(files: Path, call: Call) -> None:
    words = ["cleme", "-f", "table", "--ci=20", "1.m2", "gold.m2"]
    note = "Resamples keep the length weights of the whole corpus."
    assert note in call(words).stdout
    for more in (["--weights", "none"], ["--bias", "1.5"]):
        assert note not in call([*words, *more]).stdout


def test_a_config_scores_by_both(files: Path, call: Call) -> None:
    (files / "card.toml").write_text(
        'errant = "gold.m2"\n[systems]\na = "a.txt"\nb = "b.txt"\n'
        '[errant-systems]\na = "1.m2"\nb = "2.m2"\n',
        encoding="utf-8",
    )
    labels = ["cleme", "cleme:independent,none", "cleme2:hit=0.2"]
    done = call(["run", "card.toml", "--metric", *labels, "-f", "json"])
    assert (done.status, done.stderr) == (0, "")
    (corpus,) = json.loads(done.stdout)["corpora"]
    f = cleme.evaluate("2.m2", "gold.m2", assumption="independent", weights="none").f
    score = cleme2.evaluate("2.m2", "gold.m2", hit=0.2).score
    found = [one["systems"][1] for one in corpus["metrics"]]
    assert [found[1]["f"], found[2]["score"]] == [f, score]
    done = call(["run", "card.toml", "-f", "json"])  # which names no metric
    (corpus,) = json.loads(done.stdout)["corpora"]
    assert [one["metric"] for one in corpus["metrics"]] == ["errant"]


def test_what_is_suspicious_is_told(files: Path, call: Call) -> None:
    text = (files / "1.m2").read_text(encoding="utf-8")
    (files / "other.m2").write_text(text.replace("f7\n", "g\n"), encoding="utf-8")
    done = call(["cleme", "other.m2", "gold.m2"])
    assert done.status == 0
    assert "1 sentence differs from gold.m2, compared all the same" in done.stderr
    assert call(["cleme", "--strict", "other.m2", "gold.m2"]).status == 1
    done = call(["cleme", "gold.m2", "1.m2"])  # in the wrong order
    assert (done.status, done.stdout) == (1, "")
    assert "(the last file is the gold)" in done.stderr
    (files / "none.m2").write_bytes(b"\n")
    done = call(["cleme", "--cleme2", "none.m2", "none.m2"])
    assert done.stderr == (
        "warning: none.m2: no sentence, taken for an empty one\n" * 2
        + "warning: none.m2, an output, is also given as the reference: was another output meant?\n"
    )
