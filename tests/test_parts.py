"""Parts of a corpus: joined, they print what one run over all sentences prints."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from commands import Here, command
from fastgec.metrics import green, m2
from fastgec.metrics.base import Reading
from fastgec.read import FormatError
from fastgec.read.lines import WHOLE, References, Span
from fastgec.study import parts as partfile
from fastgec.study.parts import Part, joined
from fastgec.study.run import Request, run_request

SIZE = 60
TEXT = ["-s", "s", "-r", "r0", "r1", "-c", "h0", "h1"]
FILES = {"m2": ["h0", "h1", "gold.m2"], "green": TEXT, "gleu": TEXT}
RANGES = (":17", "18:40", "41:")


@pytest.fixture
def run(here: Here) -> Here:
    """Run commands beside a source, two references and two systems of SIZE sentences."""
    draw = random.Random(5)
    source = [[draw.choice("abcde") for _ in range(draw.randint(1, 12))] for _ in range(SIZE)]
    for name in ("s", "r0", "r1", "h0", "h1"):
        rate = 0.0 if name == "s" else 0.2
        lines = [
            " ".join(draw.choice("abcdef") if draw.random() < rate else word for word in words)
            for words in source
        ]
        (here.folder / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    gold = []
    for words in source:
        gold.append(f"S {' '.join(words)}\n")
        for annotator in (0, 3):
            for start in range(len(words)):
                if draw.random() < 0.1:
                    span = f"A {start} {start + 1}|||R|||{draw.choice('abf')}"
                    gold.append(f"{span}|||REQUIRED|||-NONE-|||{annotator}\n")
        gold.append("\n")
    (here.folder / "gold.m2").write_text("".join(gold), encoding="utf-8")
    return here


def printed(run: Here, *arguments: str, status: int = 0) -> str:
    done = run(*arguments)
    assert done.status == status, done
    if status == 0:
        assert done.stderr == ""
        return done.stdout
    return done.stderr


def arrays_of(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and arrays of a part, without checksums."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files if name != "checksum"}
    header = json.loads(str(arrays.pop("header")))
    del header["checksums"]
    return header, arrays


def write_parts(
    run: Here, metric: str, *counting: str, ranges: tuple[str, ...] = RANGES
) -> list[str]:
    names = [f"{metric}{number}.npz" for number in range(len(ranges))]
    for name, span in zip(names, ranges, strict=True):
        printed(
            run, metric, *counting, "--sentence-range", span, "--counts-out", name, *FILES[metric]
        )
    return names


GREEN_SCORING = (
    (),
    ("-b", "0.5", "1", "inf", "-d", "4"),
    ("-b", "1", "2", "--sentence", "-d", "5"),
    ("--mean", "--short", "one"),
    ("-v",),
    ("-v", "-l", "-b", "2", "1"),
    ("-f", "json", "-b", "1", "inf"),
    ("-f", "tsv", "--sort", "--signature"),
    ("-f", "table", "--ci=20", "--seed", "3"),
    ("-f", "json", "--ci=20", "-b", "0.5", "2"),
    (
        "-f",
        "latex",
    ),
    ("-f", "markdown", "--sort"),
)
M2_SCORING = (
    (),
    ("-f", "classic"),
    ("-b", "1", "-f", "json"),
    ("-f", "tsv", "--sort", "--signature"),
    ("-f", "table", "--ci=20", "--seed", "3"),
    ("-f", "json", "--ci=20", "--fixed-choice"),
    ("--per-annotator", "-f", "markdown"),
    ("--per-annotator", "-f", "json"),
    ("-f", "latex"),
)
GLEU_SCORING = (
    (),
    ("-d",),
    ("-d", "--sort", "--signature"),
    ("--iterations", "7", "--draws", "python3"),
    ("-f", "json"),
    ("-f", "tsv", "--iter", "3"),
)


@pytest.mark.parametrize(
    ("metric", "counting", "scorings"),
    [
        ("m2", (), M2_SCORING),
        ("m2", ("--implicit-noop", "--release", "3.2"), M2_SCORING[:3]),
        ("green", (), GREEN_SCORING),
        ("green", ("-t", "char", "-n", "6"), GREEN_SCORING[:1] + GREEN_SCORING[6:9]),
        ("gleu", (), GLEU_SCORING),
        ("gleu", ("--variant", "equation", "--unit", "char", "-n", "3"), GLEU_SCORING[:3]),
        ("gleu", ("--variant", "clipped"), GLEU_SCORING[:1]),
    ],
)
def test_merged_parts_print_what_the_whole_prints(
    run: Here, metric: str, counting: tuple[str, ...], scorings: tuple[tuple[str, ...], ...]
) -> None:
    first, second, third = write_parts(run, metric, *counting)
    for scoring in scorings:
        whole = printed(run, metric, *counting, *scoring, *FILES[metric])
        assert printed(run, "merge", third, first, second, *scoring) == whole, scoring


def test_a_range_is_scored_as_a_corpus_of_its_own(run: Here) -> None:
    for name in TEXT[1::1]:
        if not name.startswith("-"):
            lines = (run.folder / name).read_text(encoding="utf-8").splitlines(keepends=True)
            (run.folder / f"{name}.cut").write_text("".join(lines[17:40]), encoding="utf-8")
    cut = [word if word.startswith("-") else f"{word}.cut" for word in TEXT]
    for command_, *options in (
        ("green", "--sentence", "-b", "1", "2"),
        ("green", "-v", "--sort"),
        ("green", "-f", "json"),
        ("gleu", "-f", "json"),
    ):
        whole = printed(run, command_, *options, "--sentence-range", "18:40", *TEXT)
        alone = printed(run, command_, *options, *cut).replace(".cut", "")
        if "json" in options:
            ours, theirs = json.loads(whole), json.loads(alone)
            assert "|sentences:23|range:18-40|" in ours.pop("signature")
            theirs.pop("signature")
            assert ours == theirs
        else:
            assert whole == alone
    verbose = printed(run, "green", "-v", "--sentence", "--sentence-range", "3:3", *TEXT)
    assert {line.split()[0] for line in verbose.splitlines() if line[:2] == "S-"} == {"S-3"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_parts_of_compressed_files_and_pipes_are_the_same(run: Here) -> None:
    names = write_parts(run, "green")
    whole = printed(run, "green", "--signature", *TEXT)
    for name in ("r0", "h1"):
        data = (run.folder / name).read_bytes()
        (run.folder / name).write_bytes(gzip.compress(data.replace(b"\n", b"\r\n")))
    os.mkfifo(run.folder / "pipe")
    text = (run.folder / "h0").read_bytes()
    (run.folder / "h0").unlink()
    (run.folder / "h0").symlink_to("pipe")
    feeder = threading.Thread(target=lambda: (run.folder / "pipe").write_bytes(text))
    feeder.start()
    printed(run, "green", "--sentence-range", "18:40", "--counts-out", names[1], *TEXT)
    feeder.join()
    assert printed(run, "merge", *names, "--signature") == whole


def test_gaps_and_overlaps_are_told_by_their_sentences(run: Here) -> None:
    first, second, third = write_parts(run, "green")
    assert printed(run, "merge", first, third, status=1) == (
        "parts: of 60 sentences, 18 to 40 are in no part\n"
    )
    assert printed(run, "merge", second, status=1) == (
        "parts: of 60 sentences, 1 to 17 are in no part; 41 to 60 are in no part\n"
    )
    wide = "wide.npz"
    printed(run, "green", "--sentence-range", "10:50", "--counts-out", wide, *TEXT)
    assert printed(run, "merge", first, wide, third, status=1) == (
        f"parts: of 60 sentences, 10 to 17 are in both {first} and {wide}; "
        f"41 to 50 are in both {wide} and {third}\n"
    )
    assert printed(run, "merge", first, wide, second, third, status=1) == (
        f"parts: of 60 sentences, 10 to 17 are in both {first} and {wide}; "
        f"18 to 40 are in both {wide} and {second}; 41 to 50 are in both {wide} and {third}\n"
    )
    assert run("merge", first, first, second, third).status == 1


def test_parts_of_other_runs_are_refused(run: Here) -> None:
    first, _, third = write_parts(run, "green")
    other = "other.npz"

    def reason(*arguments: str) -> str:
        printed(run, *arguments, "--sentence-range", "18:40", "--counts-out", other)
        line = printed(run, "merge", first, other, third, status=1)
        assert line.count("\n") == 1
        assert line.endswith(f" as in {first}\n")
        return line.removeprefix(f"{other}: ").removesuffix(f" as in {first}\n")

    assert reason("gleu", *TEXT) == "metric gleu: expected green"
    assert reason("green", "-n", "3", *TEXT) == "order 3: expected 4"
    assert reason("green", "-t", "char", *TEXT) == "unit char: expected word"
    assert reason("green", *TEXT[:-1]) == "systems h0: expected h0 h1"
    assert reason("green", *TEXT[:-2], "h1", "h0") == "systems h1 h0: expected h0 h1"
    assert reason("green", "-s", "s", "-r", "r0", "-c", "h0", "h1").startswith("gold ")
    text = (run.folder / "r1").read_text(encoding="utf-8")
    (run.folder / "r1").write_text(text + "more\n", encoding="utf-8")
    for name in ("s", "r0", "h0", "h1"):
        with (run.folder / name).open("a", encoding="utf-8") as file:
            file.write("more\n")
    assert reason("green", *TEXT).startswith("gold ")
    for name in ("s", "r0", "r1", "h0", "h1"):
        lines = (run.folder / name).read_text(encoding="utf-8").splitlines(keepends=True)
        # The end of what is not scored belongs to the gold too.
        last = "other\n" if name == "r1" else lines[-2]
        (run.folder / name).write_text("".join([*lines[:-2], last]), encoding="utf-8")
    assert reason("green", *TEXT).startswith("gold ")


def write_outputs_of_all(run: Here) -> None:
    """M2 of systems, for metrics that compare edits."""
    for name in ("h0", "h1"):
        lines = [
            f"S {line}\nA 0 1|||R|||{'xy'[line.count('a') % 2]}|||REQUIRED|||-NONE-|||0\n\n"
            for line in (run.folder / "s").read_text(encoding="utf-8").splitlines()
        ]
        (run.folder / f"{name}.m2").write_text("".join(lines), encoding="utf-8")


ALL_FILES = {
    **FILES,
    "imeasure": TEXT,
    "gotoscorer": FILES["m2"],
    "errant compare": ["-hyp", "h0.m2", "h1.m2", "-ref", "gold.m2"],
    "cleme --bias 2": ["h0.m2", "h1.m2", "gold.m2"],
    "cleme2": ["h0.m2", "h1.m2", "gold.m2"],
}


@pytest.mark.parametrize("metric", ALL_FILES)
def test_parts_of_other_outputs_are_refused(run: Here, metric: str) -> None:
    """Two systems under one name were joined; the text that differs may be outside the part."""
    write_outputs_of_all(run)
    is_text = "h1" in ALL_FILES[metric]
    output = run.folder / ("h1" if is_text else "h1.m2")
    parted = [*metric.split(), "--quiet", "--sentence-range"]
    assert run(*parted, ":30", "--counts-out", "1.npz", *ALL_FILES[metric]).status == 0
    text = output.read_bytes()
    for same in (text.replace(b"\n", b"\r\n"), gzip.compress(text), b"\xef\xbb\xbf" + text):
        output.write_bytes(same)
        assert run(*parted, "31:", "--counts-out", "2.npz", *ALL_FILES[metric]).status == 0
        done = run("merge", "1.npz", "2.npz")
        assert (done.status, done.stderr) == (0, "")
    first, rest = text.split(b"\n", 1)
    output.write_bytes(first + b" z\n" + rest)
    assert run(*parted, "31:", "--counts-out", "2.npz", *ALL_FILES[metric]).status == 0
    for names in (("1.npz", "2.npz"), ("2.npz", "1.npz")):
        line = printed(run, "merge", *names, status=1)
        assert line.count("\n") == 1
        assert line.startswith(f"{names[1]}: {output.name}: an output with the hash ")
        assert line.endswith(f" as in {names[0]}\n")


def test_sentences_in_memory_have_the_hash_of_their_file(run: Here) -> None:
    gold = run.folder / "gold.m2"
    text = (run.folder / "h0").read_text(encoding="utf-8")
    scorings = [m2.Scoring()]
    found = [
        run_request(
            Request(
                *(m2.METRIC, ["h"], [system], str(gold), m2.Parameters(), scorings),
                keeps_counts=True,
                reading=Reading(span=span),
            )
        ).outputs
        for system in (str(run.folder / "h0"), text.splitlines())
        for span in (Span(0, 3), WHOLE)
    ]
    assert len({*found}) == 1
    assert len(found[0][0]) == 16


def as_of_0_1_0(path: Path) -> None:
    """Write a part again as fastgec 0.1.0 did: no hash of outputs, no checksums."""
    header, arrays = arrays_of(path)
    del header["outputs"]
    np.savez_compressed(path, header=np.array(json.dumps(header)), **arrays)


def test_parts_without_hashes_of_outputs_are_joined_with_a_warning(run: Here) -> None:
    names = write_parts(run, "m2")
    whole = printed(run, "merge", *names)
    as_of_0_1_0(run.folder / names[0])
    done = run("merge", *names)
    assert (done.status, done.stdout) == (0, whole)
    assert done.stderr == (
        f"warning: {names[0]}: no hash of the outputs (fastgec 0.1.0 wrote none), so not known to "
        "be parts of the same outputs\n"
    )
    assert run("merge", "--quiet", *names).stderr == ""
    (run.folder / "h1").write_text("other\n" * SIZE, encoding="utf-8")
    printed(run, "m2", "--sentence-range", RANGES[2], "--counts-out", names[2], *FILES["m2"])
    line = printed(run, "merge", *names, status=1)  # those that have hashes are compared
    assert line.startswith(f"{names[2]}: h1: an output with the hash ")
    assert line.endswith(f" as in {names[1]}\n")
    [name] = write_parts(run, "green", ranges=("1:",))
    as_of_0_1_0(run.folder / name)
    printed(run, "merge", name)  # one part is of its own outputs


def test_a_changed_byte_is_refused(run: Here) -> None:
    """Also where the archive itself is fine, and the count is one that can be."""
    [name] = write_parts(run, "m2", ranges=("1:",))
    path = run.folder / name
    with np.load(path) as archive:
        members = {member: archive[member] for member in archive.files}

    def refused(**changed: Any) -> str:
        np.savez(path, **{**members, **changed})
        return printed(run, "merge", name, status=1)

    reason = "is wrong: the file was changed or is damaged\n"
    for member in members.keys() - {"header", "checksum"}:
        changed = members[member].copy()
        changed.reshape(-1).view(np.uint8)[-8] ^= 1
        assert refused(**{member: changed}) == f"{name}: the checksum of {member} {reason}"
    text = str(members["header"])
    for old, new in (('"h0"', '"h1"'), ('"total": 60', '"total": 61')):
        assert old in text
        header = np.array(text.replace(old, new))
        assert refused(header=header) == f"{name}: the checksum of header {reason}"
    assert refused(offsets_1=members["offsets"]) == f"{name}: the checksum of offsets_1 {reason}"
    del members["labels"]
    assert refused() == f"{name}: the checksum of labels {reason}"


def test_a_precision_above_1_is_told_of_parts(run: Here) -> None:
    (run.folder / "twice.m2").write_text("S a\n" + 2 * "A 0 1|||R|||b|||||||||0\n")
    (run.folder / "b").write_text("b\n")
    assert run("m2", "--quiet", "--counts-out", "x.npz", "b", "twice.m2").status == 0
    done = run("merge", "x.npz")
    assert (done.status, done.stdout.split()[:3]) == (0, ["Precision", ":", "2.0000"])
    expected = "precision 2.0000: expected 1 at most, unless the gold has edits twice"
    assert done.stderr == f"warning: b: {expected}\n"


def test_files_that_are_no_parts_are_refused(run: Here) -> None:
    names = write_parts(run, "green")
    damaged = run.folder / "damaged.npz"
    whole = (run.folder / names[1]).read_bytes()
    expected = "damaged.npz: no part of a corpus (--counts-out), or a damaged one\n"
    for data in (b"", b"text\n", whole[:-30], whole[: len(whole) // 2], whole[::-1]):
        damaged.write_bytes(data)
        assert printed(run, "merge", "damaged.npz", status=1) == expected
        assert printed(run, "merge", names[0], "damaged.npz", status=1) == expected
    flipped = bytearray(whole)
    for at in range(len(whole) // 3, len(whole) // 3 + 40):
        flipped[at] ^= 0xFF
    damaged.write_bytes(flipped)
    assert printed(run, "merge", names[0], "damaged.npz", names[2], status=1) == expected
    green.count(["a"], References(["a"], [["a"]])).save(damaged)  # counts, but of no part
    line = printed(run, "merge", "damaged.npz", status=1)
    assert line == "damaged.npz: format 1: expected 'fastgec.part.1'\n"
    assert printed(run, "merge", "none.npz", status=1) == "none.npz: no such file or directory\n"
    assert "'h0': expected a name that ends in .npz" in printed(run, "merge", "h0", status=2)
    assert run("merge").status == run("merge", names[0], "--no-such-option").status == 2
    assert "parts hold no text" in printed(run, "merge", *names, "-v", "--sentence", status=2)


@pytest.mark.parametrize("annotators", [(3,), (5, 2), ()])
@pytest.mark.parametrize("options", [(), ("--implicit-noop",)])
def test_annotators_may_be_any_and_absent(
    run: Here, annotators: tuple[int, ...], options: tuple[str, ...]
) -> None:
    lines = "".join(f"A 0 1|||R|||c|||||||||{annotator}\n" for annotator in annotators)
    (run.folder / "odd.m2").write_text(f"S a\n{lines}\nS b\n\nS c\n{lines[:24]}\n")
    (run.folder / "odd.txt").write_text("c\nb\nb\n")
    whole = printed(run, "m2", *options, "-f", "json", "odd.txt", "odd.m2")
    for span, name in ((":1", "1.npz"), ("2:", "2.npz")):
        parted = ("--sentence-range", span, "--counts-out", name)
        printed(run, "m2", *options, *parted, "odd.txt", "odd.m2")
    assert printed(run, "merge", "-f", "json", "1.npz", "2.npz") == whole


def rows_of_two(offsets: NDArray[np.int64]) -> list[int]:
    """Rows of the first sentence that has two."""
    row = int(offsets[int(np.argmax(np.diff(offsets) == 2))])
    return [row, row + 1]


FORGED: dict[str, tuple[str, Callable[[dict[str, Any], dict[str, Any]], None], str]] = {
    "columns of others": (
        "m2",
        lambda header, _: header["columns"].reverse(),
        "columns that counts of m2 do not have",
    ),
    "order is text": (
        "green",
        lambda header, _: header["parameters"].update(order="4"),
        "parameters or facts that counts of green do not have",
    ),
    "order out of range": (
        "gleu",
        lambda header, _: header["parameters"].update(order=5000),
        "order 5000: expected a whole number from 1 to 1000",
    ),
    "another order": (
        "gleu",
        lambda header, _: header["parameters"].update(order=5),
        "columns that counts of gleu do not have",
    ),
    "unknown release": (
        "m2",
        lambda header, _: header["parameters"].update(release="x"),
        "release 'x': expected 'development' or '3.2'",
    ),
    "unknown variant": (
        "gleu",
        lambda header, _: header["parameters"].update(variant="x"),
        "variant 'x': expected 'official' or 'equation' or 'clipped'",
    ),
    "no annotators": (
        "m2",
        lambda header, _: header["facts"].update(annotators=[]),
        "parameters or facts that counts of m2 do not have",
    ),
    "annotators are text": (
        "m2",
        lambda header, _: header["facts"].update(annotators=["0", "3"]),
        "parameters or facts that counts of m2 do not have",
    ),
    "another annotator": (
        "m2",
        lambda _, arrays: arrays["labels"].__setitem__(3, 4),
        "rows that counts of m2 do not have",
    ),
    "annotators out of order": (
        "m2",
        lambda _, arrays: arrays["labels"].put(rows_of_two(arrays["offsets"]), [3, 0]),
        "rows that counts of m2 do not have",
    ),
    "other references": (
        "green",
        lambda header, _: header["facts"].update(references=10**9),
        "rows that counts of green do not have",
    ),
    "references out of order": (
        "gleu",
        lambda _, arrays: arrays["labels"].__setitem__(slice(0, 2), [1, 0]),
        "rows that counts of gleu do not have",
    ),
    "negative count": (
        "green",
        lambda _, arrays: arrays["table_0_0"].__setitem__((5, 2), -1),
        "h0, sentence 3: true_insert_1 -1: expected 0 or more",
    ),
    "more correct than gold edits": (
        "m2",
        lambda _, arrays: arrays["table_1_0"].__setitem__(0, [7, 9, 2]),
        "h1, sentence 1: correct 7, gold 2: expected correct at most gold",
    ),
    "sums that overflow": (
        "m2",
        lambda _, arrays: arrays["table_1_0"].__setitem__((5, 2), 1 << 62),
        "no part of a corpus (--counts-out), or a damaged one",
    ),
    "an array of text": (
        "gleu",
        lambda _, arrays: arrays.update(labels=np.array(["a", "b"])),
        "tables: expected integers",
    ),
    "a name that cannot be printed": (
        "green",
        lambda header, _: header.update(systems=["h0", "\ud800"]),
        "no part of a corpus (--counts-out), or a damaged one",
    ),
    "header of another kind": (
        "gleu",
        lambda header, _: header.update(columns=7),
        "no part of a corpus (--counts-out), or a damaged one",
    ),
}


@pytest.mark.parametrize("what", FORGED)
@pytest.mark.parametrize("options", [(), ("-f", "json")])
def test_forged_parts_are_refused(run: Here, what: str, options: tuple[str, ...]) -> None:
    metric, forge, reason = FORGED[what]
    printed(run, metric, "--counts-out", "x.npz", *FILES[metric])
    whole = printed(run, metric, *options, *FILES[metric])
    header, arrays = arrays_of(run.folder / "x.npz")
    np.savez(run.folder / "x.npz", **partfile.checked(header, arrays))
    assert printed(run, "merge", "x.npz", *options) == whole
    forge(header, arrays)
    np.savez(run.folder / "x.npz", **partfile.checked(header, arrays))
    assert printed(run, "merge", "x.npz", *options, status=1) == f"x.npz: {reason}\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_an_interrupted_run_leaves_no_part(run: Here) -> None:
    os.mkfifo(run.folder / "pipe")
    options = ["--counts-out", "x.npz", "--sentences", "x.tsv", "-j", "2"]
    files = {"m2": ["h0", "pipe", "gold.m2"], "green": [*TEXT[:-2], "pipe"]}
    for metric in ("m2", "green", "gleu"):
        process = subprocess.Popen(
            command(metric, *options, *files.get(metric, files["green"])),
            cwd=run.folder,
            stderr=subprocess.PIPE,
        )
        with (run.folder / "pipe").open("w", encoding="utf-8") as pipe:
            pipe.write("a b\n" * 20)  # the rest never comes
            pipe.flush()
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            time.sleep(0.1)
        assert process.stderr is not None
        assert (process.wait(30), process.stderr.read()) == (130, b"")
        process.stderr.close()
    names = {path.name for path in run.folder.iterdir()}
    assert names == {"s", "r0", "r1", "h0", "h1", "gold.m2", "pipe"}


def test_an_interrupted_write_leaves_the_old_part_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = green.count(["a"], References(["a"], [["a"]]))
    part = Part(("one",), (counts,), 0, 1, "f", {"references": 1})

    def interrupted(file: IO[bytes], **arrays: object) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    part.save(tmp_path / "x.npz")
    monkeypatch.setattr(np, "savez_compressed", interrupted)
    for name in ("x.npz", "y.npz"):
        with pytest.raises(KeyboardInterrupt):
            part.save(tmp_path / name)
    assert joined([str(tmp_path / "x.npz")], green.METRIC).counts == (counts,)
    assert [path.name for path in tmp_path.iterdir()] == ["x.npz"]


def test_a_part_of_several_pieces_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partfile, "PIECE", 3)
    lines = [f"a b {n} c" for n in range(10)]
    whole = green.count(lines, References(lines, [lines[::-1], lines]), order=2)
    for name, first, last in (("x", 7, 10), ("y", 0, 7)):
        counts = whole.sentences(first, last)
        Part(("one", "two"), (counts, counts), first, 10, "f", {"references": 2}).save(
            tmp_path / f"{name}.npz"
        )
    merged = joined([str(tmp_path / "x.npz"), str(tmp_path / "y.npz")], green.METRIC)
    assert [counts == whole for counts in merged.counts] == [True, True]
    assert (merged.systems, merged.first, merged.n_total) == (("one", "two"), 0, 10)
    assert (merged.fingerprint, merged.facts) == ("f", {"references": 2})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"table_0_0": np.zeros((2, 7))}, "tables: expected integers"),
        ({"offsets": np.array([0, 1])}, r"offsets of shape \(2,\) for 2 sentences"),
        ({"offsets": np.array([0, 1, 3])}, "no part of a corpus"),
        ({"labels": np.zeros(1, int)}, "no part of a corpus"),
        ({"header": {"format": "fastgec.part.9"}}, "format 'fastgec.part.9': expected"),
        ({"header": {"sentences": 3}}, "no system, or no range of sentences, in the header"),
        ({"header": {"systems": []}}, "no system, or no range of sentences, in the header"),
        ({"header": {"first": None}}, "no part of a corpus"),
    ],
)
def test_parts_that_contradict_themselves_are_refused(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    path = tmp_path / "x.npz"
    counts = green.count(["a", "b"], References(["a", "b"], [["a", "c"]]), order=1)
    Part(("one",), (counts,), 0, 2, "f", {"references": 1}).save(path)
    header, arrays = arrays_of(path)
    header |= change.pop("header", {})
    np.savez(path, **partfile.checked(header, {**arrays, **change}))
    with pytest.raises(FormatError, match=message):
        joined([str(path)], green.METRIC)


@pytest.mark.parametrize(
    ("metric", "change"),
    [
        ("m2", {"facts": {}}),
        ("m2", {"parameters": {}}),
        ("m2", {"columns": ["a", "b"]}),
        ("green", {"facts": {"annotators": [0]}}),
        ("green", {"parameters": {"order": 3, "unit": "word"}}),
        ("gleu", {"parameters": {"order": 4, "unit": "word"}}),
    ],
)
def test_a_header_of_another_metric_is_refused(
    run: Here, metric: str, change: dict[str, Any]
) -> None:
    [name] = write_parts(run, metric, ranges=("1:",))
    header, arrays = arrays_of(run.folder / name)
    np.savez(run.folder / name, **partfile.checked({**header, **change}, arrays))
    line = printed(run, "merge", name, status=1)
    assert line.count("\n") == 1
    assert line.startswith(f"{name}: ")


@pytest.mark.parametrize("metric", ["green", "gleu"])
def test_a_sentence_with_other_references_is_refused(run: Here, metric: str) -> None:
    [name] = write_parts(run, metric, ranges=("1:",))
    header, arrays = arrays_of(run.folder / name)
    arrays["offsets"][1] = 1  # of 2: the next sentence has 3, and all together as many as before
    np.savez(run.folder / name, **partfile.checked(header, arrays))
    line = printed(run, "merge", name, status=1)
    assert line == f"{name}: rows that counts of {metric} do not have\n"
