"""`fastgec run`: the numbers of the single commands, files read once, configs and their errors."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import toy
from commands import Call
from examples import names_of
from fastgec import InputWarning, machine
from fastgec.metrics import METRICS, references
from fastgec.metrics.base import Reading
from fastgec.metrics.references import SharedMetric, shared_blocks
from fastgec.metrics.spec import metric_spec
from fastgec.read import FormatError
from fastgec.read.config import Config, read_configs, read_text
from fastgec.read.files import ByteReader
from fastgec.read.lines import References
from fastgec.study import compare, run_configs
from report_page import markdown_rows

# A metric of the config, and the words of the single command that means the same.
SINGLE = {
    "m2": ["m2"],
    "m2:beta=1,release=3.2": ["m2", "-b", "1", "--release", "3.2"],
    "green": ["green"],
    "green:beta=2": ["green", "-b", "2"],
    "green:char": ["green", "-t", "char", "-n", "6"],
    "green:word,3,short=one": ["green", "-n", "3", "--short", "one"],
    "gleu": ["gleu"],
    "imeasure": ["imeasure"],
    "imeasure:corpus,beta=1": ["imeasure", "--optimise", "corpus", "-b", "1"],
    "gleu:clipped": ["gleu", "--variant", "clipped"],
    "gleu:equation,char,n=4,iterations=7": [
        *("gleu", "--variant", "equation", "--unit", "char", "-n", "4", "--iterations", "7")
    ],
}


@pytest.fixture
def folder(tmp_path: Path, samples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The samples, where a test may write."""
    for path in samples.iterdir():
        if path.suffix in (".txt", ".m2", ".toml"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def single(call: Call, words: list[str], files: dict[str, Any], *more: str) -> Any:
    """What a single command says in JSON."""
    line = [words[0], *more, *words[1:], "-f", "json"]
    if words[0] == "m2":
        line += [*files["systems"], files["gold"]]
    else:
        line += ["-s", files["source"], "-r", *files["references"], "-c", *files["systems"]]
    done = call([str(word) for word in line])
    assert done.status == 0, done.stderr
    return json.loads(done.stdout)


def require_equal(found: Any, expected: Any) -> None:
    """A metric of `run` says what its command says, to the last digit."""
    for name in ("metric", "signature"):
        assert found[name] == expected[name]
    for one, other in zip(found["systems"], expected["systems"], strict=True):
        scores = other["scores"][0] if "scores" in other else other
        for name, value in scores.items():
            if name != "system":
                assert one[name] == value, (one["system"], name)


def test_every_metric_says_what_its_own_command_says(folder: Path, call: Call) -> None:
    files = {
        "source": "source.txt",
        "references": ["ref0.txt", "ref1.txt"],
        "gold": "gold.m2",
        "systems": ["careful.txt", "bold.txt", "source.txt"],
    }
    line = ["run", "eval.toml", "--ci=50", "--seed", "3", "-f", "json", "--metric", *SINGLE]
    for jobs in ("1", "2"):
        done = call([*line, "-j", jobs])
        assert (done.status, done.stderr) == (0, "")
        (corpus,) = json.loads(done.stdout)["corpora"]
        assert (corpus["corpus"], corpus["sentences"]) == ("samples", 20)
        assert corpus["systems"] == ["careful", "bold", "INPUT"]
        assert len(corpus["metrics"]) == len(SINGLE)
        for found, words in zip(corpus["metrics"], SINGLE.values(), strict=True):
            require_equal(found, single(call, words, files, "--ci=50", "--seed", "3"))


@pytest.mark.parametrize("name", ["conll14", "jfleg-dev", "gmeg-fce", "bea-dev"])
def test_real_corpora_have_the_numbers_of_the_single_commands(
    shared: Path, tmp_path: Path, call: Call, name: str
) -> None:
    """Which are held to the golden numbers elsewhere."""
    data = shared / "data" / name
    files: dict[str, Any] = {"systems": sorted((data / "systems").glob("*.txt"))}
    text = f'systems = "{data}/systems/*.txt"\n'
    if (data / "gold.m2").exists():
        files["gold"] = data / "gold.m2"
        text += f'gold = "{files["gold"]}"\n'
    if (data / "source.txt").exists():
        files["source"] = data / "source.txt"
        files["references"] = sorted(data.glob("ref*.txt"))
        text += f'source = "{files["source"]}"\n'
        text += f"references = {[str(path) for path in files['references']]}\n"
    config = write(tmp_path / f"{name}.toml", text)
    done = call(["run", config, "-f", "json", "-j", "2"])
    (corpus,) = json.loads(done.stdout)["corpora"]
    fitting = [one for one in METRICS if (one == "m2" and "gold" in files) or "source" in files]
    found = {one["metric"]: one for one in corpus["metrics"]}
    for metric in ("m2", "green", "gleu"):
        assert (metric in found) == (metric in fitting and (metric != "m2" or "gold" in files))
        if metric in found:
            require_equal(found[metric], single(call, [metric], files))


def test_types_of_errant_are_left_out_by_name(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A type has colons, as a metric and its parameters have."""
    monkeypatch.chdir(tmp_path)
    more = "REQUIRED|||-NONE-|||0"
    edits = [f"A 1 2|||R:VERB:SVA|||sees|||{more}", f"A 2 2|||M:DET|||the|||{more}"]
    edits.append(f"A 3 3|||M:PUNCT|||.|||{more}")
    write(tmp_path / "gold.m2", "\n".join(["S she see cat", *edits]) + "\n\n")
    write(tmp_path / "a.m2", "\n".join(["S she see cat", *edits[:2]]) + "\n\n")
    config = 'errant = "gold.m2"\nsystems = ["a.txt"]\n[errant-systems]\na = "a.m2"\n'
    write(tmp_path / "card.toml", config)
    metrics = ["errant:without=R:VERB:SVA", "errant:cse,without=R:VERB:SVA,M:DET"]
    done = call(["run", "card.toml", "--metric", *metrics, "-f", "json"])
    assert done.status == 0, done.stderr
    (corpus,) = json.loads(done.stdout)["corpora"]
    compare = ["errant", "compare", "-hyp", "a.m2", "-ref", "gold.m2", "-f", "json"]
    filters = (["R:VERB:SVA"], ["R:VERB:SVA", "M:DET", "-cse"])
    for found, types in zip(corpus["metrics"], filters, strict=True):
        require_equal(found, json.loads(call([*compare, "-filt", *types]).stdout))
    done = call(["run", "card.toml", "--metric", "errant:without=R:VERB:SVA,singel"])
    assert done.status == 2
    assert "'singel', did you mean \"single" in done.stderr


def test_edits_by_errant_have_the_numbers_of_its_own_command(
    shared: Path, tmp_path: Path, call: Call
) -> None:
    data = shared / "data" / "conll14-errant"
    paths = sorted(path for path in data.glob("*.m2.gz") if path.name != "gold.m2.gz")
    names = [path.name.removesuffix(".m2.gz") for path in paths]
    texts = "\n".join(f'{name} = "{name}.txt"' for name in names)
    edits = "\n".join(f'{name} = "{path}"' for name, path in zip(names, paths, strict=True))
    config = write(
        tmp_path / "card.toml",
        f'errant = "{data}/gold.m2.gz"\n[systems]\n{texts}\n[errant-systems]\n{edits}\n',
    )
    done = call(["run", config, "--metric", "errant", "errant:ds,beta=1", "-f", "json"])
    (corpus,) = json.loads(done.stdout)["corpora"]
    for found, words in zip(corpus["metrics"], ([], ["-ds", "-b", "1"]), strict=True):
        line = ["errant", "compare", *words, "-hyp", *paths, "-ref", data / "gold.m2.gz"]
        expected = json.loads(call([*line, "-f", "json"]).stdout)
        require_equal(found, expected)


def test_raw_output_is_cut_as_the_single_commands_cut_it(folder: Path, call: Call) -> None:
    for name in ("careful", "bold"):
        text = (folder / f"{name}.txt").read_text("utf-8")
        text = re.sub(r" ([.,!?;:])", r"\1", text.replace(" n't", "n't"))
        write(folder / f"{name}.txt", text)
    files = {
        "source": "source.txt",
        "references": ["ref0.txt", "ref1.txt"],
        "gold": "gold.m2",
        "systems": ["careful.txt", "bold.txt", "source.txt"],
    }
    words = ["m2", "green", "gleu"]
    done = call(["run", "eval.toml", "--retokenize", "-f", "json", "--metric", *words])
    assert done.status == 0
    assert done.stderr.splitlines()[0].startswith("retokenized careful: ")
    assert len(done.stderr.splitlines()) == 3
    (corpus,) = json.loads(done.stdout)["corpora"]
    for found, name in zip(corpus["metrics"], words, strict=True):
        assert "|tokens:projected|" in found["signature"]
        require_equal(found, single(call, [name], files, "--retokenize"))
    assert call(["run", "eval.toml", "--retokenize", "-q"]).stderr == ""
    (raw,) = run_configs("eval.toml", words, retokenize=True)
    for found, one in zip(corpus["metrics"], raw.metrics, strict=True):
        scores = ["mean" if found["metric"] == "gleu" else "f"]
        assert [system[scores[0]] for system in found["systems"]] == one.values


def test_the_group_of_the_best_is_what_compare_says_with_the_best_as_base(
    folder: Path, call: Call
) -> None:
    done = call(["run", "eval.toml", "--groups=99", "--seed", "5", "--level", "0.02", "-f", "json"])
    document = json.loads(done.stdout)
    assert document["tests"] == {
        "seed": 5,
        "level": 0.02,
        "correction": "holm",
        "decides": "p_randomization_holm",
    }
    texts = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt"]
    by = {
        "m2": ["--gold", "gold.m2"],
        "green": ["--metric", "green", *texts],
        "gleu": ["--metric", "gleu", *texts],
    }
    seen = set()
    for metric in document["corpora"][0]["metrics"]:
        if metric["label"] not in by:
            continue
        assert metric["test_resamples"] == 99
        score = "mean" if metric["metric"] == "gleu" else "f"
        best, *others = sorted(metric["systems"], key=lambda one: -one[score])
        assert best["group"] == {"group": "best"}
        names = [f"{one['system']}.txt".replace("INPUT", "source") for one in (best, *others)]
        options = ["--holm", "--resamples=99", "--seed", "5", "--level", "0.02", "-f", "json"]
        compared = json.loads(call(["compare", *options, *names, *by[metric["label"]]]).stdout)
        for one, expected in zip(others, compared["systems"], strict=True):
            group = one["group"]
            for name in group.keys() - {"group"}:
                assert group[name] == expected[name], (metric["label"], name)
            is_worse = group["p_randomization_holm"] <= 0.02
            assert group["group"] == ("worse" if is_worse else "tied")
            seen.add(group["group"])
    assert seen == {"worse", "tied"}


def test_too_few_resamples_are_told_and_many_systems_have_more(folder: Path, call: Call) -> None:
    for number in range(30):
        first = f"This is number {number} .\n".encode()
        rest = (folder / "bold.txt").read_bytes().partition(b"\n")[2]
        (folder / f"s{number}.txt").write_bytes(first + rest)
    (folder / "source.txt").rename(folder / "text.txt")
    write(folder / "many.toml", 'gold = "gold.m2"\nsystems = ["careful.txt", "s*.txt"]')
    done = call(["run", "many.toml", "--groups=500", "-f", "tsv"])
    assert done.status == 0
    least = 30 / 501
    assert done.stderr == (
        'note: corpus "many" names no metrics: scored by M2 F0.5\n'
        f"warning: 500 resamples for 30 comparisons give no p below {least:.3g}, "
        "so nothing is significant at level 0.05\n"
    )
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    place = rows[0].index("m2_group")
    assert [row[place] for row in rows[1:]] == ["best", *[""] * 30]
    table = call(["run", "many.toml", "--groups=500", "-f", "table"]).stdout
    assert " =" not in table.partition("No marks")[0]
    assert "No marks of what is best: 500 resamples for 30 comparisons give no p" in table
    done = call(["run", "many.toml", "--groups", "-f", "json"])
    (metric,) = json.loads(done.stdout)["corpora"][0]["metrics"]
    assert metric["test_resamples"] == 2000
    assert "warning" not in done.stderr


def test_tested_systems_have_ranks_by_the_metric_that_sorts(folder: Path, call: Call) -> None:
    """In tables for people; equal scores share a rank."""
    write(
        folder / "c.toml",
        'source = "source.txt"\nreferences = ["ref0.txt"]\ngold = "gold.m2"\n'
        'metrics = ["m2", "gleu"]\nsystems = ["bold.txt", "careful.txt", "again.txt"]',
    )
    (folder / "again.txt").write_bytes((folder / "bold.txt").read_bytes())
    plain = call(["run", "c.toml", "-q", "-f", "markdown"]).stdout
    assert "Rank" not in plain
    done = call(["run", "c.toml", "-q", "-f", "markdown", "--groups=99"])
    rows = markdown_rows(done.stdout)
    assert [row[:2] for row in rows] == [["bold", "2"], ["careful", "1"], ["again", "2"]]
    assert "Rank: by M2 F0.5; equal scores share a rank." in done.stdout
    done = call(["run", "c.toml", "-q", "-f", "markdown", "--groups=99", "--sort-by", "gleu"])
    assert markdown_rows(done.stdout)[0][:2] == ["careful", "1"]
    assert "Rank: by GLEU; equal scores share a rank." in done.stdout


def test_each_corpus_is_sorted_by_a_metric_that_it_has(folder: Path, call: Call) -> None:
    """By its own first, as its ranks are, where it lacks that of --sort-by."""
    systems = 'systems = ["bold.txt", "careful.txt"]'
    write(folder / "a.toml", f'gold = "gold.m2"\nmetrics = ["m2"]\n{systems}')
    texts = 'source = "source.txt"\nreferences = ["ref0.txt"]\nmetrics = ["gleu"]\n'
    write(folder / "b.toml", texts + systems)
    for words, first in (
        ([], ["bold", "bold"]),
        (["--sort"], ["careful", "careful"]),
        (["--sort-by", "m2"], ["careful", "careful"]),
    ):
        done = call(["run", "a.toml", "b.toml", "-q", "-f", "tsv", *words])
        _, *rows = [line.split("\t") for line in done.stdout.splitlines()]
        assert [row[1] for row in rows[::2]] == first


def random_lines(generator: random.Random, n: int) -> list[str]:
    return [" ".join(generator.choices("a b c dd e", k=generator.randrange(9))) for _ in range(n)]


def test_metrics_that_share_blocks_count_what_each_counts_alone() -> None:
    generator = random.Random(7)
    columns = [random_lines(generator, 150) for _ in range(6)]
    gold = References(columns[0], columns[1:3])
    words = ["green", "green:2", "gleu:6", "gleu:equation,3", "green:char", "gleu:char,equation,2"]
    several = [metric_spec(one) for one in words]

    def fold(block: Any) -> Any:
        return block.first, block.table, block.offsets, block.labels, block.kind

    together = [SharedMetric(one.metric, one.parameters, fold) for one in several]
    found = list(shared_blocks(together, columns[3:], gold, Reading(jobs=2)))
    for number, one in enumerate(several):
        alone = list(one.metric.blocks(columns[3:], gold, one.parameters, fold, Reading()))
        joined = [
            np.concatenate([part[1] for part in each], axis=1)
            for each in ([results[number] for results in found], alone)
        ]
        assert np.array_equal(*joined)
        assert found[0][number][4] == alone[0][4]
        assert joined[0].flags.c_contiguous


def test_ngrams_of_a_unit_are_counted_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: Counter[str] = Counter()
    count_text = references.count_text

    def counting(*arguments: Any, unit: str, **more: Any) -> Any:
        counted[unit] += 1
        return count_text(*arguments, unit=unit, **more)

    monkeypatch.setattr(references, "count_text", counting)
    run_configs("eval.toml", ["green", "gleu", "green:beta=2", "gleu:equation,2", "green:char"])
    assert counted == {"word": 1, "char": 1}


def test_a_file_is_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: Counter[str] = Counter()
    open_file = ByteReader._open

    def opening(pieces: ByteReader) -> None:
        opened[Path(pieces.name).name] += 1
        open_file(pieces)

    monkeypatch.setattr(ByteReader, "_open", opening)
    run_configs("eval.toml", list(SINGLE), resamples=5, tests=39)
    names = ["eval.toml", "source.txt", "ref0.txt", "ref1.txt", "gold.m2"]
    assert opened == dict.fromkeys([*names, "careful.txt", "bold.txt"], 1)


def test_a_metric_of_the_list_needs_no_word_here(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(METRICS, "toy", ("toy", "the share of words"))
    (found,) = run_configs("eval.toml", ["toy:lower", "gleu", "toy"], resamples=9)
    gold = References("source.txt", ["ref0.txt", "ref1.txt"])
    for label, lower in (("toy", False), ("toy:lower", True)):
        parameters = toy.Parameters(lower)
        expected, _ = compare(
            toy.METRIC,
            "careful.txt",
            ["bold.txt", "source.txt"],
            gold,
            parameters=parameters,
            resamples=19,
        )
        assert found.metric(label).values[0] == expected.base
        assert found.metric(label).values[1] == expected.score


def test_lists_of_files_are_joined_and_sentences_are_left_out(folder: Path, call: Call) -> None:
    """What the config keeps is what files give that were cut by hand."""
    names = ("source", "ref0", "ref1", "careful", "bold")
    lines = {name: (folder / f"{name}.txt").read_text("utf-8").splitlines() for name in names}
    blocks = (folder / "gold.m2").read_text("utf-8").strip().split("\n\n")
    for name, texts in lines.items():
        (folder / f"{name}-a.txt").write_text("\n".join(texts[:7]), encoding="utf-8")
        (folder / f"{name}-b.txt").write_text("\n".join(texts[7:]) + "\n", encoding="utf-8")
    write(folder / "ref1-all.txt", "".join(f"{line}\n" for line in lines["ref1"]))
    write(folder / "gold-a.m2", "\n\n".join(blocks[:7]))
    write(folder / "gold-b.m2", "\n\n".join(blocks[7:]) + "\n\n")
    chosen = [20, 3, 4, 9, 11, 12, 1, 16]
    write(folder / "numbers.txt", "20 3 4\n9\n\n11 12 1 16\n")
    write(folder / "bold-chosen.txt", "".join(f"{lines['bold'][n - 1]}\n" for n in chosen))
    write(
        folder / "cut.toml",
        'source = ["source-a.txt", "source-b.txt"]\n'
        'references = [["ref0-a.txt", "ref0-b.txt"], "ref1-all.txt"]\n'
        'gold = ["gold-a.m2", "gold-b.m2"]\n'
        'sentences = "numbers.txt"\ndrop = [4, 2, 16]\n'
        'systems = {careful = ["careful-a.txt", "careful-b.txt"], bold = "bold-chosen.txt"}\n',
    )
    kept = [n for n in chosen if n not in (4, 16)]
    for name, texts in lines.items():
        write(folder / f"{name}.txt", "".join(f"{texts[n - 1]}\n" for n in kept))
    write(folder / "gold.m2", "\n\n".join(blocks[n - 1] for n in kept))
    (found,) = run_configs("cut.toml", ["m2", "green:char", "gleu"], resamples=9)
    (expected,) = run_configs("eval.toml", ["m2", "green:char", "gleu"], resamples=9)
    assert found.name == "cut"
    for one, other in zip(found.metrics, expected.metrics, strict=True):
        assert one.run.facts.sentences == len(kept)
        assert one.values == other.values[:2]
        assert np.array_equal(one.bounds, other.bounds[:2])  # type: ignore[index]


def test_patterns_name_systems_by_what_the_star_stands_for(folder: Path) -> None:
    (folder / "out").mkdir()
    for name in ("out-a.x.txt", "out-b.txt", "c.txt"):
        write(folder / "out" / name, "a\n")
    head = 'gold = "gold.m2"\nsystems = '
    config = Config.read(write(folder / "one.toml", f'{head}["out/out-*.txt", "bold.txt"]'))
    assert dict(config.systems) == {
        label: (str(folder / path),)
        for label, path in {
            "a.x": "out/out-a.x.txt",
            "b": "out/out-b.txt",
            "bold": "bold.txt",
        }.items()
    }
    config = Config.read(write(folder / "two.toml", f'{head}"out/[bc]*.t*"'))
    assert [*config.systems] == ["c"]
    config = Config.read(write(folder / "all.toml", f'{head}"out/*"'))
    assert [*config.systems] == ["c", "out-a.x", "out-b"]  # as on the command line
    write(folder / "out" / "gpt-3.5", "a\n")
    config = Config.read(write(folder / "any.toml", f'{head}"out/*"'))
    assert [*config.systems] == ["c.txt", "gpt-3.5", "out-a.x.txt", "out-b.txt"]
    (folder / "out" / "gpt-3.5").unlink()
    write(folder / "out" / "d.jsonl", '{"text": "a"}\n')
    config = Config.read(write(folder / "three.toml", f'{head}"out/*.jsonl#text"'))
    assert dict(config.systems) == {"d": (str(folder / "out" / "d.jsonl#text"),)}


def test_equal_names_of_files_have_their_folders_before_them(folder: Path) -> None:
    for name in ("A", "B/b"):
        (folder / name).mkdir(parents=True)
        write(folder / name / "out.txt", "a\n")
    patterns = f'["A/*.txt", "{(folder / "B").as_posix()}/b/*.txt", "bold.txt"]'
    config = Config.read(write(folder / "x.toml", f'gold = "gold.m2"\nsystems = {patterns}'))
    assert [*config.systems] == ["A/out", "B/b/out", "bold"]


def test_a_config_leaves_out_systems_by_their_labels(folder: Path) -> None:
    text = (folder / "eval.toml").read_text(encoding="utf-8")
    sets = '[sets]\nboth = ["careful", "bold"]\n'
    config = Config.read(write(folder / "x.toml", f'exclude = ["INP*", "b*"]\n{text}\n{sets}'))
    assert [*config.systems] == ["careful"]
    assert [*config.subset("both").systems] == ["careful"]


CONFIG = 'gold = "gold.m2"\nsource = "source.txt"\nreferences = ["ref0.txt"]\n'
SYSTEMS = 'systems = {a = "bold.txt"}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"drop = [{5000 * '9'}]", "invalid TOML: a number of thousands of digits"),
        (f"drop = {100_000 * '['}", "invalid TOML: tables too deep"),
    ],
    ids=["digits", "deep"],
)
def test_a_config_file_may_be_large_and_wrong(
    folder: Path, call: Call, text: str, message: str
) -> None:
    write(folder / "x.toml", text)
    assert call(["run", "x.toml"]) == (1, "", f"x.toml: {message}\n")


def test_texts_that_memory_cannot_hold_are_refused(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [len((folder / f"{name}.txt").read_bytes()) for name in ("source", "ref0", "ref1")]
    for most, is_enough in ((sum(sizes) + 9000, True), (sum(sizes[:2]), False)):
        monkeypatch.setattr(machine, "available_memory", lambda most=most: most)
        done = call(["run", "eval.toml", "--metric", "green", "-f", "tsv"])
        assert done.status == (0 if is_enough else 1)
        if not is_enough:
            assert done.stdout == ""
            reason = "bytes of text: expected at most half of the memory"
            assert done.stderr == f"more than {most} {reason}\n"


def test_several_corpora_are_blocks_of_one_table(folder: Path, call: Call) -> None:
    write(folder / "edits.toml", f'name = "edits"\ngold = "gold.m2"\n{SYSTEMS}')
    write(
        folder / "all.toml",
        'metrics = {"F of edits" = "m2", GLEU4 = "gleu"}\ncards = ["edits.toml"]\n'
        '[[corpus]]\nname = "texts"\nsource = "source.txt"\nreferences = ["ref0.txt"]\n'
        'gold = "gold.m2"\nsystems = ["careful.txt", "bold.txt"]\n'
        '[corpus.sets]\none = ["bold"]\n',
    )
    done = call(["run", "all.toml", "-f", "tsv", "--sort-by", "GLEU4"])
    assert done.status == 0
    line = 'warning: corpus "edits": no gold for gleu, which is not scored there\n'
    assert done.stderr == line
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert rows[0] == ["corpus", "system", "m2", "gleu"]
    assert [row[:2] for row in rows[1:]] == [
        ["texts", "careful"],
        ["texts", "bold"],
        ["edits", "a"],
    ]
    assert rows[3][2] == rows[2][2]
    assert rows[3][3] == ""
    assert call(["run", "all.toml", "-q"]).stderr == ""
    table = call(["run", "all.toml", "-q", "-f", "table", "--groups=9"]).stdout
    assert "texts: 20 sentences, 2 systems\n\nSystem" in table
    assert "edits: 20 sentences, 1 system\n\nSystem" in table
    assert "F of edits" in table
    found = run_configs([read_configs("all.toml")[0].subset("one"), "edits.toml"], ["m2"])
    assert [one.systems for one in found] == [("bold",), ("a",)]
    assert found[0].score("m2", "bold").f == found[1].score("m2", "a").f == float(rows[2][2])
    with pytest.raises(FormatError, match='corpus "texts": no set "two": expected one or all'):
        read_configs("all.toml")[0].subset("two")


@pytest.mark.parametrize("kind", ["table", "tsv", "csv", "markdown", "latex", "json"])
def test_every_format_has_every_score(folder: Path, call: Call, kind: str) -> None:
    done = call(["run", "eval.toml", "-f", kind, "-q", "--ci=9", "--groups=99", "--signature"])
    assert (done.status, done.stderr) == (0, "")
    for metric in ("m2", "green", "gleu"):
        assert f"fastgec.{metric}|" in done.stdout
    (found,) = run_configs("eval.toml", resamples=9, tests=99)
    for one in found.metrics:
        for value in one.values:
            shown = f"{100 * value:.2f}" if kind in ("table", "markdown", "latex") else repr(value)
            assert shown in done.stdout


def test_a_table_fits_the_screen_and_its_intervals_stand_beside_their_scores(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    done = call(["run", "eval.toml", "-f", "table", "--ci=9", "--groups=99"])
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    (found,) = run_configs("eval.toml", resamples=9)
    for one in found.metrics:
        assert one.bounds is not None
        for value, bounds in zip(one.values, one.bounds[:, -1].tolist(), strict=True):
            low, high = (f"{100 * bound:.2f}" for bound in bounds)
            score = f"{100 * value:.2f}"
            assert any(re.search(rf"{score} +=? +\[{low}, {high}\]", line) for line in lines)


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("green:unit=char,n=6,beta=2", "green:char,n=6,beta=2"),
        ("green:char:6:b=2.0", "green:char,n=6,beta=2"),
        ("green:char,n=4", "green:char,n=4"),
        ("gleu:char,equation", "gleu:equation,char,n=6"),
        ("gleu:clipped:char", "gleu:clipped,char,n=6"),
        ("green:beta=inf", "green:beta=inf"),
        ("gleu : draws=python3 , iter=10", "gleu:python3,iterations=10"),
        (
            "m2:max-unchanged-words=3,ignore_whitespace_casing",
            "m2:max-unchanged-words=3,ignore-whitespace-casing",
        ),
        ("m2:implicit_noop=false", "m2"),
        ("errant:without=R:VERB:SVA", "errant:without=R:VERB:SVA"),
        ("errant:without=R:VERB:SVA,M:DET:cse:b=1", "errant:cse,without=R:VERB:SVA,M:DET,beta=1"),
        ("errant:single,without=R:VERB:SVA,M:DET", "errant:single,without=R:VERB:SVA,M:DET"),
    ],
)
def test_equal_metrics_have_one_label_which_means_them(words: str, label: str) -> None:
    one = metric_spec(words)
    assert one.label == label
    assert metric_spec(one.label)[1:3] == one[1:3]


def test_the_example_of_the_page_runs(folder: Path) -> None:
    scores = names_of("run.md", "run")["table"]("eval.toml")
    assert scores["samples"][("careful", "m2")] == run_configs("eval.toml")[0].metrics[0].values[0]


def test_what_is_suspicious_is_told_once(folder: Path, call: Call) -> None:
    """Whatever number of metrics look at an output, beside two sources that differ a little."""
    words = "abcdefghijklmnopqrstuvwxyz"
    generator = random.Random(3)
    lines = [" ".join("".join(generator.choices(words, k=5)) for _ in range(9)) for _ in range(200)]
    write(folder / "shifted.txt", "".join(f"{line}\n" for line in [*lines[1:], lines[0]]))
    write(folder / "gold.m2", "\n".join(f"S {line}\n" for line in lines))
    for name in ("source", "ref0"):
        end = " now" if name == "ref0" else ""  # of each eighth line: a reference is no copy
        others = [f"{line}{end if number % 8 == 0 else ''}\n" for number, line in enumerate(lines)]
        write(folder / f"{name}.txt", "".join([f"Other words of the {name} .\n", *others[1:]]))
    write(folder / "x.toml", f'{CONFIG}systems = {{a = "shifted.txt"}}')
    done = call(["run", "x.toml", "-f", "tsv"])
    assert done.status == 0
    gold, shift, metrics = done.stderr.splitlines()
    named = "scored by M2 F0.5, GREEN F1, GLEU, IMEASURE I; GREEN has no usual beta: state one"
    assert metrics.startswith(f'note: corpus "x" names no metrics: {named}')
    assert gold.startswith('warning: corpus "x": gold.m2 differs in words from source.txt in 1 of ')
    assert shift.startswith("warning: shifted.txt: lines are shifted by +1: ")
    done = call(["run", "x.toml", "-f", "tsv", "--strict"])
    assert (done.status, done.stdout) == (1, "")
    with pytest.warns(InputWarning) as told:
        run_configs("x.toml")
    assert len(told) == 2
    assert "lines are shifted" in str(told[1].message)


def test_only_what_metrics_read_is_read(folder: Path) -> None:
    config = Config.read("eval.toml")
    text = read_text(config, ["edits"])
    assert text.source is None
    assert text.references == ()
    assert text.gold is not None
    assert text.gold.name == "gold.m2"


# What a config names twice


def edited(source: str, output: str, number: int) -> str:
    """M2 of an edit of the second word of each sentence."""
    lines = zip(source.splitlines(), output.splitlines(), strict=True)
    return "".join(
        f"S {a}\nA 1 2|||R|||{b.split()[1]}|||REQUIRED|||-NONE-|||{number}\n\n" for a, b in lines
    )


@pytest.fixture
def twice(folder: Path) -> Path:
    """A config whose gold is M2, references and edits by ERRANT, of two systems."""
    texts = {name: f"The {name} cat sat .\nMy {name} dog .\n" for name in ("old", "one", "two")}
    for name, text in texts.items():
        write(folder / f"{name}.txt", text)
        write(folder / f"{name}.m2", edited(texts["old"], text, 0))
    for name in ("gold", "errant"):
        write(folder / f"{name}.m2", edited(texts["old"], texts["one"], 0))
    write(folder / "reference.txt", texts["one"].replace(" .", " !"))
    write(
        folder / "x.toml",
        'name = "x"\nsource = "old.txt"\nreferences = ["reference.txt"]\ngold = "gold.m2"\n'
        'errant = "errant.m2"\nmetrics = ["m2", "green", "errant"]\n[systems]\nA = "one.txt"\n'
        'B = "two.txt"\n[errant-systems]\nA = "one.m2"\nB = "two.m2"\n',
    )
    return folder


def with_warnings(call: Call, command: list[str]) -> list[str]:
    done = call(command)
    assert done.status == 0
    return [line for line in done.stderr.splitlines() if line.startswith("warning: ")]


CONFIGS = [["run", "x.toml"], ["report", "x.toml", "-o", "x.html", "--resamples=99"]]


@pytest.mark.parametrize("command", CONFIGS, ids=lambda command: command[0])
def test_gold_of_another_source_is_told(twice: Path, call: Call, command: list[str]) -> None:
    assert with_warnings(call, command) == []
    lower = Path("gold.m2").read_text(encoding="utf-8").replace("S The", "S the")
    write(twice / "gold.m2", lower)
    (line,) = with_warnings(call, command)
    assert line == (
        'warning: corpus "x": gold.m2 differs in words from old.txt in 1 of 2 sentences (1: "the '
        'old cat sat ." for "The old cat sat ."): is it gold for this source?'
    )
    assert call([*command, "--strict"])[:2] == (1, "")
    # Other spaces are no other words.
    write(twice / "gold.m2", lower.replace("S the", "S  The"))
    assert with_warnings(call, command) == []


@pytest.mark.parametrize("command", CONFIGS, ids=lambda command: command[0])
def test_edits_of_another_system_are_told(twice: Path, call: Call, command: list[str]) -> None:
    config = Path("x.toml").read_text(encoding="utf-8")
    config = config.replace('"two.m2"', '"x"').replace("one.m2", "two.m2")
    write(twice / "x.toml", config)
    write(twice / "x", Path("one.m2").read_text(encoding="utf-8"))
    one, two = with_warnings(call, command)
    assert one == (
        'warning: corpus "x": errant-systems "A": edits of two.m2 make a different text than '
        'one.txt in 2 of 2 sentences (1: "The two cat sat ." for "The one cat sat ."): '
        "are labels exchanged?"
    )
    assert 'errant-systems "B": edits of x make a different text than two.txt in 2 of 2' in two
    for other in ('["errant"]', '["m2", "errant"]'):  # whatever else is scored
        write(twice / "x.toml", config.replace('["m2", "green", "errant"]', other))
        assert with_warnings(call, command) == [one, two]
    without = re.sub("(?m)^(source|references) = .*\n", "", config)
    write(twice / "x.toml", without.replace('"m2", "green", ', ""))
    assert with_warnings(call, command) == [one, two]


def test_what_is_left_out_of_a_config_is_not_compared(twice: Path, call: Call) -> None:
    lower = Path("gold.m2").read_text(encoding="utf-8").replace("S The", "S the")
    write(twice / "gold.m2", lower)
    config = Path("x.toml").read_text(encoding="utf-8")
    write(twice / "x.toml", config.replace("metrics", "drop = [1]\nmetrics"))
    assert with_warnings(call, ["run", "x.toml"]) == []


def test_a_table_for_a_paper_has_all_corpora(folder: Path, call: Call) -> None:
    text = (folder / "eval.toml").read_text(encoding="utf-8")
    other = text.replace('"samples"', '"a_b"').replace('bold = "bold.txt"\nINPUT', "C")
    other = other.replace('C = "source.txt"', 'C = "bold.txt"')
    write(folder / "other.toml", other)
    words = ["run", "eval.toml", "other.toml", "--metric", "m2", "gleu", "--layout", "paper"]
    plain = call(["run", "eval.toml", "--metric", "m2", "gleu", "-f", "json"])
    [corpus] = json.loads(plain.stdout)["corpora"]
    done = call([*words, "-f", "markdown"])
    assert (done.status, done.stdout.count("\n| ")) == (0, 5)
    rows = {
        cells[0]: cells[1:]
        for line in done.stdout.splitlines()
        if (cells := [cell.strip(" *") for cell in line.strip("| ").split(" | ")])
    }
    measures = {"precision": 0, "recall": 1, "f": 2}
    for system in corpus["metrics"][0]["systems"]:
        for name, place in measures.items():
            if system["system"] != "INPUT" or name != "precision":
                shown = rows[system["system"]][place]
                assert shown == f"{100 * system[name]:.2f}"
    assert rows["System"][3:6] == ["samples GLEU", "a\\_b M2 P", "a\\_b M2 R"]
    assert rows["C"][:4] == ["", "", "", ""]
    assert rows["C"][4:] == rows["bold"][:4]
    latex = call([*words, "-f", "latex", "--groups", "--signature"])
    assert latex.status == 0
    assert r" & \multicolumn{4}{c}{samples} & \multicolumn{4}{c}{a\_b} \\" in latex.stdout
    assert r"INPUT & — & 0.00 & 0.00$^{*}$ & 34.85$^{*}$ &  &  &  &  \\" in latex.stdout
    assert latex.stdout.count("% a_b: fastgec.") == 2
    close = ["--metric", "m2", *words[-2:], "-f", "markdown", "--groups=99", "--level=0.02"]
    write(folder / "close.toml", 'gold = "gold.m2"\nsystems = ["careful.txt", "bold.txt"]\n')
    assert "No system differs from the best of its column at level 0.02 (" in (
        call(["run", "close.toml", *close]).stdout
    )
    betas = call(
        [
            "run",
            "eval.toml",
            "--metric",
            "green:beta=0.5",
            "green:beta=2",
            *words[-2:],
            "-f",
            "markdown",
        ]
    )
    heads = [cell.strip() for cell in betas.stdout.splitlines()[0].strip("| ").split("|")]
    assert [heads[3], heads[6]] == ["samples GREEN F0.5", "samples GREEN F2"]
    assert call(words).stderr.endswith("--layout paper requires -f latex or -f markdown\n")
    both = call([*words, "-f", "latex", "--ci"]).stderr
    assert both.endswith("--ci and --layout paper are mutually exclusive\n")


# Clusters of sentences, and tests against a base


def resampled(folder: Path, config: str, call: Call, *more: str) -> Any:
    done = call(["run", config, "--metric", "m2", "-f", "json", "-q", "--seed=2", *more])
    assert done.status == 0, done.stderr
    return json.loads(done.stdout)["corpora"][0]["metrics"][0]


def test_clusters_of_a_config_are_those_of_the_single_commands(folder: Path, call: Call) -> None:
    write(folder / "ids.txt", "".join(f"{number % 7}\n" for number in range(20)))
    text = (folder / "eval.toml").read_text("utf-8")
    write(folder / "c.toml", 'clusters = "ids.txt"\n' + text)
    files = {"systems": ["careful.txt", "bold.txt", "source.txt"], "gold": "gold.m2"}
    more = ["--ci=50", "--seed=2", "--clusters=ids.txt", "-q"]
    found = resampled(folder, "c.toml", call, "--ci=50", "--groups=99")
    expected = single(call, ["m2"], files, *more)
    assert found["resampling"] == expected["resampling"]
    assert found["resampling"]["clusters"] == 7
    for one, other in zip(found["systems"], expected["systems"], strict=True):
        assert one["intervals"] == other["intervals"]
    line = ["compare", *files["systems"], "--gold", "gold.m2", "--clusters", "ids.txt"]
    tests = call([*line, "--resamples=99", "--seed=2", "-f", "json", "-q"])
    expected = json.loads(tests.stdout)["systems"]
    for one, other in zip(found["systems"][1:], expected, strict=True):
        assert one["group"]["p_randomization"] == other["p_randomization"]
        assert one["group"]["interval"] == other["interval"]
    done = call(["run", "c.toml", "--metric", "m2", "--groups=99", "-f", "markdown"])
    assert "of 7 clusters of sentences" in done.stdout
    assert "warning: ids.txt: 7 clusters, fewer than 30" in done.stderr
    assert "cluster_ids:" in call(["run", "c.toml", "--groups", "--signature", "-q"]).stdout


def test_clusters_of_dropped_sentences_are_dropped(folder: Path, call: Call) -> None:
    """As if neither the sentence nor its id were there."""
    ids = [f"{number // 3}\n" for number in range(20)]
    text = (folder / "eval.toml").read_text("utf-8")
    write(folder / "ids.txt", "".join(ids))
    write(folder / "c.toml", 'clusters = "ids.txt"\ndrop = [1, 8]\n' + text)
    found = resampled(folder, "c.toml", call, "--ci=50")
    kept = [number for number in range(20) if number not in (0, 7)]
    write(folder / "ids.txt", "".join(ids[number] for number in kept))
    for path in folder.glob("*.txt"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        if len(lines) == 20:
            write(path, "".join(lines[number] for number in kept))
    blocks = (folder / "gold.m2").read_text("utf-8").strip().split("\n\n")
    write(folder / "gold.m2", "\n\n".join(blocks[number] for number in kept) + "\n\n")
    write(folder / "c.toml", 'clusters = "ids.txt"\n' + text)
    assert resampled(folder, "c.toml", call, "--ci=50")["systems"] == found["systems"]


@pytest.mark.parametrize("base", ["careful", "bold"])
def test_tests_against_a_base_are_those_of_compare(folder: Path, call: Call, base: str) -> None:
    found = resampled(folder, "eval.toml", call, "--groups=999", f"--base={base}")
    systems = {one["system"]: one for one in found["systems"]}
    files = {"careful": "careful.txt", "bold": "bold.txt", "INPUT": "source.txt"}
    own = files.pop(base)
    line = ["compare", own, *files.values(), "--gold", "gold.m2", "--holm", "--resamples=999"]
    done = call([*line, "--seed=2", "-f", "json", "-q"])
    expected = json.loads(done.stdout)["systems"]
    assert systems[base]["group"] == {"group": "base"}
    for name, one in zip(files, expected, strict=True):
        group = systems[name]["group"]
        for key in ("difference", "interval", "p_bootstrap", "p_randomization"):
            assert group[key] == one[key]
        assert group["p_randomization_holm"] == one["p_randomization_holm"]
        is_shown = group["p_randomization_holm"] <= 0.05
        sign = "better" if one["difference"] > 0 else "worse"
        assert group["group"] == (sign if is_shown else "tied")
    assert f"|base:{base}|" in found["signature"]


def test_a_paper_marks_what_differs_from_its_base(folder: Path, call: Call) -> None:
    line = ["run", "eval.toml", "--metric", "m2", "--groups=999", "--base=bold", "-f", "markdown"]
    done = call([*line, "--layout", "paper"])
    rows = {row.split("|")[1].strip(): row for row in done.stdout.splitlines() if "|" in row}
    assert "*" in rows["INPUT"].replace("**", "")
    assert "*" not in rows["bold"].replace("**", "")
    assert "*: differs from bold at level 0.05" in done.stdout
    note = " ".join(call([*line, "-f", "table"]).stdout.split())
    assert "= bold, or not told apart from it at level 0.05" in note


def test_the_smallest_p_is_a_number_for_programs_and_a_note_says_what_it_is(
    folder: Path, call: Call
) -> None:
    words = ["careful.txt", "bold.txt", "source.txt", "--gold", "gold.m2"]
    for line, p in (
        (["run", "eval.toml", "--metric", "m2", "--groups"], "0.001998"),
        (["compare", "--holm", *words[2::-1], *words[3:]], "0.001998"),
        (["compare", "--all", *words], "0.002997"),
    ):
        done = call([*line, "-f", "tsv"])
        assert done.status == 0
        assert f"\t{p}" in done.stdout
        note = f"note: p {p} is the smallest possible with 1,000 resamples"
        assert note in done.stderr
        assert note not in call([*line, "-f", "json"]).stderr
