"""The command line as users and scripts meet it: output, exit status, messages, interruption."""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import same_output
from commands import Here, Run, command
from fastgec.cli import COMMON, GROUPS, OTHERS, all_commands, main
from fastgec.cli.benchmarks import FACTS, benchmarks, command_line, commands_of, run_metrics
from fastgec.cli.parser import parsers
from fastgec.metrics import METRICS
from fastgec.metrics.spec import metric_specs
from same_output_commands import commands

OS = {name: getattr(os, name) for name in ("dup2", "open", "O_WRONLY", "fsdecode")}
CLASSIC = "Precision   : 0.9500\nRecall      : 0.6333\nF_0.5       : 0.8636\n"


@pytest.fixture
def files(samples: Path) -> tuple[Path, Path]:
    return samples / "careful.txt", samples / "gold.m2"


@pytest.fixture
def folder(tmp_path: Path, samples: Path) -> Path:
    """The folder that commands run in, with a.txt, b.txt and gold.m2."""
    for name, source in (("a", "careful.txt"), ("b", "bold.txt")):
        (tmp_path / f"{name}.txt").write_bytes((samples / source).read_bytes())
    (tmp_path / "gold.m2").write_bytes((samples / "gold.m2").read_bytes())
    return tmp_path


def test_edits_are_printed_to_a_stdout_in_memory(folder: Path, run: Run) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        assert main(["m2", "-v", str(folder / "a.txt"), str(folder / "gold.m2")]) == 0
    assert stdout.getvalue() == run("m2", "-v", "a.txt", "gold.m2").stdout


@pytest.mark.usefixtures("folder")
def test_a_plain_run_prints_the_three_lines_that_old_scripts_parse(run: Run) -> None:
    done = run("m2", "a.txt", "gold.m2")
    assert (done.status, done.stdout, done.stderr) == (0, CLASSIC, "")


@pytest.mark.usefixtures("folder")
def test_formats(here: Here) -> None:
    several = here("m2", "-f", "classic", "a.txt", "b.txt", "gold.m2")
    assert several.stdout.startswith(f"a.txt\n{CLASSIC}b.txt\nPrecision   : ")
    table = here("m2", "--format", "table", "a.txt", "b.txt", "gold.m2").stdout.splitlines()
    assert table[0].split() == ["System", "Correct", "Proposed", "Gold", "P", "R", "F0.5"]
    assert table[2].split() == ["a", "19", "20", "30", "95.00", "63.33", "86.36"]
    tsv = here("m2", "-f", "tsv", "a.txt", "b.txt", "gold.m2")
    assert tsv.stdout.splitlines()[:2] == [
        "system\tcorrect\tproposed\tgold\tprecision\trecall\tf",
        "a.txt\t19\t20\t30\t0.95\t0.6333333333333333\t0.8636363636363636",
    ]
    assert here("m2", "a.txt", "b.txt", "gold.m2") == tsv  # in a pipe
    document = json.loads(here("m2", "-f", "json", "--beta", "2", "a.txt", "gold.m2").stdout)
    assert list(document) == [
        "metric",
        "version",
        "signature",
        "parameters",
        "sentences",
        "systems",
    ]
    assert document["metric"] == "m2"
    assert document["sentences"] == 20
    assert document["parameters"] == {
        "beta": 2.0,
        "max_unchanged_words": 2,
        "ignore_whitespace_casing": False,
        "release": "development",
        "implicit_noop": False,
        "mode": "correction",
        "optional": "required",
        "annotator_selection": "running",
        "word_order": "",
        "blocks": "sentence",
        "unit": "word",
        "extract": "maxmatch",
    }
    [system] = document["systems"]
    assert list(system) == [
        *("system", "path", "changes_nothing"),
        *("precision", "recall", "f", "correct", "proposed", "gold"),
    ]
    assert system["system"] == "a.txt"
    assert system["precision"] == system["correct"] / system["proposed"]


def test_a_sentence_has_its_counts_for_each_annotator(here: Here, folder: Path) -> None:
    done = here("m2", "--sentences", "out.jsonl", "a.txt", "b.txt", "gold.m2")
    assert (done.status, done.stderr) == (0, "")
    lines = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert len(lines) == 40
    assert list(lines[0]) == [
        *("system", "sentence", "chosen", "correct", "proposed", "gold", "annotators")
    ]
    assert [line["sentence"] for line in lines] == [*range(1, 21)] * 2
    assert sum(line["correct"] for line in lines[:20]) == 19
    for line in lines:
        chosen = line["annotators"][str(line["chosen"])]
        assert chosen == {name: line[name] for name in ("correct", "proposed", "gold")}


@pytest.mark.usefixtures("folder")
def test_verbose_shows_every_sentence_before_the_scores(here: Here) -> None:
    done = here("m2", "-v", "--layout", "fastgec", "a.txt", "gold.m2")
    assert done.stdout.endswith(CLASSIC)
    assert done.stdout.count("Sentence ") == 20
    assert "[3 4 'have' -> 'has' correct]" in done.stdout


@pytest.mark.usefixtures("folder")
def test_older_spellings_mean_the_same(here: Here) -> None:
    new = here("m2", "--max-unchanged-words", "0", "--ignore-whitespace-casing", "b.txt", "gold.m2")
    old = here("m2", "--max_unchanged_words=0", "--ignore_whitespace_casing", "b.txt", "gold.m2")
    assert (new.status, new.stderr) == (0, "")
    assert new == old != here("m2", "b.txt", "gold.m2")
    assert here("m2", "--timeout", "3", "a.txt", "gold.m2").stdout == CLASSIC


def test_any_number_of_jobs_gives_the_same_bytes(here: Here, folder: Path) -> None:
    for name in ("a.txt", "gold.m2"):
        (folder / name).write_bytes(
            ((folder / name).read_bytes().rstrip(b"\n") + b"\n\n"[: 1 + (name == "gold.m2")]) * 40
        )
    outputs = []
    for jobs in ("1", "2", "7", "1000"):
        done = here("m2", "-j", jobs, "-f", "json", "--sentences", "o.jsonl", "a.txt", "gold.m2")
        outputs.append((done, (folder / "o.jsonl").read_bytes()))
    assert outputs[0][0].status == 0
    assert all(output == outputs[0] for output in outputs)


def test_standard_input_and_compression(run: Run, folder: Path) -> None:
    system, gold = (folder / "a.txt").read_bytes(), (folder / "gold.m2").read_bytes()
    assert run("m2", "-", "gold.m2", stdin=system).stdout == CLASSIC
    assert run("m2", "a.txt", "-", stdin=gzip.compress(gold)).stdout == CLASSIC
    (folder / "a.dat").write_bytes(gzip.compress(system.replace(b"\n", b"\r\n")))
    assert run("m2", "a.dat", "gold.m2").stdout == CLASSIC


@pytest.mark.usefixtures("folder")
def test_the_name_of_a_file_with_a_line_break_is_one_line(here: Here) -> None:
    message = r"no\nne: no such file or directory"
    assert here("m2", "a.txt", "no\nne") == (1, "", f"{message}\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_not_read_twice(here: Here, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("pipe")
    for name in ("pipe", "./pipe", "link"):
        done = here("green", "-s", "pipe", "-r", "a.txt", name, "-c", "a.txt")
        assert (done.status, done.stdout) == (2, "")
        both = (
            f"'pipe' and {name!r} are one" if name != "pipe" else "'pipe' is given twice and is a"
        )
        message = f"error: {both} pipe, which can be read only once"
        assert done.stderr.splitlines()[-1].endswith(message)


def test_standard_input_is_not_read_twice_by_another_name(folder: Path) -> None:
    done = subprocess.run(
        command("green", "-s", "-", "-r", "/dev/stdin", "-c", "a.txt"),
        cwd=folder,
        input=b"a\n" * 2,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    message = "standard input (-) and '/dev/stdin' are one pipe, which can be read only once"
    assert done.stderr.decode().splitlines()[-1].endswith(f"error: {message}")


def test_a_file_that_is_read_is_not_written(here: Here, folder: Path) -> None:
    (folder / "gold.m2").rename(folder / "gold.tsv")
    before = (folder / "gold.tsv").read_bytes()
    (folder / "link.tsv").symlink_to("gold.tsv")
    for name in ("gold.tsv", "./gold.tsv", "link.tsv"):
        done = here("m2", "--sentences", name, "a.txt", "gold.tsv")
        assert (done.status, done.stdout) == (2, "")
        assert f"--sentences {name!r} is also an input" in done.stderr
    assert (folder / "gold.tsv").read_bytes() == before


@pytest.mark.usefixtures("folder")
def test_warnings_go_to_stderr_unless_quiet(run: Run) -> None:
    gold = "S a b\nA 1 9|||R|||x|||R|||-NONE-|||0\nS a\n"
    Path(run.folder, "two.txt").write_text("a b\na\n")
    done = run("m2", "two.txt", "-", stdin=gold)
    assert done.status == 0
    assert done.stderr == (
        "warning: -:2: 1 edit ends after the source sentence and is left out\n"
        "warning: -:3: 1 sentence has no blank line before it: the NUS scorer counts other edits "
        "there (m2 --blocks nus)\n"
    )
    quiet = run("m2", "--quiet", "two.txt", "-", stdin=gold)
    assert (quiet.stdout, quiet.stderr) == (done.stdout, "")
    assert run("m2", "--implicit-noop", "two.txt", "-", stdin=gold).stderr == done.stderr
    Path(run.folder, "too.txt").write_text("a\na\n")
    compare = ["compare", "--implicit-noop", "--resamples=10", "two.txt", "too.txt", "--gold", "-"]
    assert done.stderr in run(*compare, stdin=gold).stderr
    two = gold + "A 0 0|||R|||x|||R|||-NONE-|||1\n"
    assert done.stderr in run("m2", "--ceiling", "-", stdin=two).stderr


@pytest.mark.skipif(sys.platform == "win32", reason="names are bytes on POSIX only")
def test_names_that_are_no_text_and_any_locale(run: Run, folder: Path) -> None:
    name = b"a\xff\n.txt"
    (folder / "a.txt").rename(folder / name.decode(errors="surrogateescape"))
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for environment in ({}, plain):
        done = run("m2", "-f", "json", "--sentences", "o.jsonl", name, "gold.m2", **environment)
        assert (done.status, done.stderr) == (0, "")
        system = name.decode(errors="surrogateescape")
        assert json.loads(done.stdout)["systems"][0]["system"] == system
        first = (folder / "o.jsonl").read_text(encoding="utf-8").splitlines()[0]
        assert json.loads(first)["system"] == system
        for form in ("table", "tsv", "classic"):
            assert run("m2", "-f", form, name, "gold.m2", **environment).status == 0
        assert "Zoë" in run("m2", "-v", name, "gold.m2", **environment).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX streams")
@pytest.mark.parametrize(
    ("redirection", "status", "message"),
    [
        ("a.txt gold.m2 >&-", 1, "standard output is closed\n"),
        ("a.txt gold.m2 >/dev/full", 1, "standard output: no space left on device\n"),
        ("-v a.txt gold.m2 >/dev/full", 1, "standard output: no space left on device\n"),
        ("--help >/dev/full", 1, "standard output: no space left on device\n"),
        ("--cite >/dev/full", 1, "standard output: no space left on device\n"),
        ("- gold.m2 <&-", 1, "-: standard input is closed\n"),
        ("none gold.m2 2>&-", 1, ""),
        ("-v a.txt gold.m2 2>&- >/dev/null", 0, ""),
    ],
)
def test_closed_and_full_streams(folder: Path, redirection: str, status: int, message: str) -> None:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    line = f'"$0" -m fastgec m2 {redirection}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable], cwd=folder, capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.decode()) == (status, b"", message)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_closed_pipe_is_silent(folder: Path) -> None:
    for name in ("a.txt", "gold.m2"):  # much more than a pipe holds
        (folder / name).write_bytes(
            (folder / name).read_bytes().rstrip(b"\n") + b"\n\n"[: 1 + (name == "gold.m2")]
        )
        (folder / name).write_bytes((folder / name).read_bytes() * 50)
    line = '{ "$0" -m fastgec m2 -v a.txt gold.m2; echo "status $?" >&2; } | head -1'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable], cwd=folder, capture_output=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == (b">> Annotator: 0\n", b"status 141\n")


def test_a_closed_pipe_is_silent_where_it_is_an_invalid_argument(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def write(text: str) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")

    arguments = ["m2", *map(str, files)]
    for name, status, message in (
        ("posix", 1, "standard output: invalid argument\n"),
        ("nt", 141, ""),
    ):
        with monkeypatch.context() as patch:
            patch.setattr("fastgec.cli.os", SimpleNamespace(name=name, devnull=os.devnull, **OS))
            patch.setattr(sys.stdout, "write", write)
            assert main(arguments) == status
        assert capsys.readouterr().err == message


def test_lines_end_as_the_old_scripts_do_on_every_system(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), "cp1252", newline="\r\n")  # as on Windows
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["m2", "-v", *map(str, files)]) == 0
    out.flush()
    written = out.buffer.getvalue()  # type: ignore[attr-defined]
    assert "Zoë".encode() in written
    assert b"\r" not in written


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_an_interrupt_leaves_no_output_and_no_file(folder: Path) -> None:
    size = 700  # a sentence of which nothing is kept, many times: far longer than the test
    block = f"S {'a ' * size}\nA 0 1|||R|||x|||R|||-NONE-|||0\n\n"
    words = " ".join(f"w{n}" for n in range(size))
    (folder / "hard.m2").write_text(block * 300)
    process = subprocess.Popen(
        command("m2", "-v", "--sentences", "out.jsonl", "-", "hard.m2"),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(f"{words}\n".encode() * 300)  # more than a pipe holds: it is read by then
    process.stdin.close()
    process.stdin = None
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stdout, stderr) == (130, b"", b"")
    assert not [path.name for path in folder.iterdir() if path.name.startswith((".", "out"))]


def test_all_commands_are_among_those_that_two_installations_are_compared_by() -> None:
    cases = [same_output.Case(*case) for case in commands(["samples", "human", "conll14-cut"])]
    assert {*OTHERS, *GROUPS, *METRICS} <= {case.kind for case in cases}
    assert len(set(cases)) > 400


def test_differences_of_two_installations_name_the_stream_and_the_lines() -> None:
    old = {"exit status": b"0\n", "a.txt": b"one\ntwo\n", "b.txt": b""}
    new = {"exit status": b"0\n", "a.txt": b"one\n2\n", "c.txt": b""}
    assert list(same_output.difference(old, new)) == [
        "a.txt: -two",
        "a.txt: +2",
        "b.txt: written by OLD alone",
        "c.txt: written by NEW alone",
    ]


def test_benchmarks_name_options_of_their_commands(run: Run) -> None:
    known = benchmarks()
    for name, benchmark in known.items():
        for used, options in commands_of(benchmark).items():
            words = command_line(used, options).replace(" ... ", " ").split()[1:]
            parser, _, words = parsers(words, all_commands(), GROUPS, COMMON)
            parsed = parser.parse_args(words)
            assert {key: getattr(parsed, key) for key in options} == options, name
        assert all(benchmark[fact] for fact in FACTS)
    done = run("m2", "--benchmark", "list")
    assert done.status == 0
    assert [line.split(":")[0] for line in done.stdout.splitlines() if line[:1].strip()] == [*known]


def test_a_benchmark_of_another_size_has_a_warning(here: Here, samples: Path) -> None:
    line = "--benchmark conll-2014: 20 sentences, expected 1,312: published scores are of another"
    words = ["--benchmark", "conll-2014"]
    files = str(samples / "careful.txt"), str(samples / "gold.m2")
    assert here("m2", *words, *files).stderr.startswith(f"warning: {line} text")
    assert here("run", *words, str(samples / "eval.toml")).stderr.startswith(f"warning: {line}")
    assert here("m2", *words, "--strict", *files).status == 1
    assert here("m2", "--benchmark", "qalb-2014", *files).stderr == ""  # sizes are not known


def test_run_takes_the_metrics_of_a_benchmark(here: Here, tmp_path: Path) -> None:
    assert here("demo", "--copy", str(tmp_path)).status == 0
    config = str(tmp_path / "eval.toml")
    for name, metric in (
        ("jfleg", "gleu:official"),
        ("conll-2014", "m2:3.2"),
        ("qalb-2014", "m2:release=3.2,beta=1"),
    ):
        done = here("run", config, "--benchmark", name, "-f", "json")
        assert done.status == 0
        assert done.stdout == here("run", config, "--metric", metric, "-f", "json").stdout
    for name, benchmark in benchmarks().items():
        metrics = run_metrics(commands_of(benchmark))
        assert [one.metric.name for one in metric_specs([("", word) for word in metrics])], name
    done = here("run", config, "--benchmark", "jfleg", "--metric", "m2")
    assert done.status == 2
    assert "--benchmark and --metric are mutually exclusive, but for scores:..." in done.stderr


def test_the_multigec_preset_takes_scores_of_a_file_too(here: Here, tmp_path: Path) -> None:
    """GLEU and ERRANT without analyses are those of the single commands; nothing is installed."""
    assert here("demo", "--copy", str(tmp_path)).status == 0
    source, reference, system = (
        str(tmp_path / name) for name in ("source.txt", "ref0.txt", "bold.txt")
    )
    texts = f'source = "{source}"\nreferences = ["{reference}"]\n'
    (tmp_path / "essays.toml").write_text(f'{texts}systems = ["{system}"]\n', "utf-8")
    scores = [f'{{"system": "bold", "sentence": {n}, "score": 0.25}}\n' for n in range(1, 21)]
    (tmp_path / "own.jsonl").write_text("".join(scores), "utf-8")
    words = [str(tmp_path / "essays.toml"), "--benchmark", "multigec-2025", "-q", "-f", "json"]
    done = here("run", *words, "--metric", f"scores:Scribendi={tmp_path / 'own.jsonl'}")
    assert done.status == 0, done.stderr
    gleu, errant, own = json.loads(done.stdout)["corpora"][0]["metrics"]
    assert "|tags:none|" in errant["signature"]
    files = ["-s", source, "-r", reference, "-c", system, "-f", "json"]
    for words, one in (
        (["gleu"], gleu),
        (["errant", "score", "--benchmark", "multigec-2025"], errant),
    ):
        (expected,) = json.loads(here(*words, *files).stdout)["systems"]
        score = (expected.get("scores") or [expected])[0]
        name = "mean" if words == ["gleu"] else "f"
        assert one["systems"][0][name] == score[name]
    assert own["systems"][0]["mean"] == 0.25
    words = [str(tmp_path / "essays.toml"), "--benchmark", "multigec-2025"]
    done = here("run", *words, "--tags", "ud", "--analyses", "none")
    assert done.stderr.endswith("--benchmark multigec-2025 and --tags are mutually exclusive\n")


def test_a_benchmark_sets_options_and_refuses_others(here: Here, folder: Path) -> None:
    name = ["m2", "--benchmark", "qalb-2014"]
    done = here(*name, "-f", "json", "a.txt", "gold.m2")
    parameters = json.loads(done.stdout)["parameters"]
    assert (parameters["release"], parameters["beta"]) == ("3.2", 1.0)
    alike = here("m2", "--release", "3.2", "-b", "1", "-f", "json", "a.txt", "gold.m2")
    assert done.stdout == alike.stdout
    assert here(*name, "-b", "1", "a.txt", "gold.m2").status == 0
    for words, message in (
        ([*name, "-b", "0.5"], "--benchmark qalb-2014 and -b are mutually exclusive"),
        ([*name, "--release=development"], "--benchmark qalb-2014 and --release are mutually"),
        (["m2", "--benchmark", "qalb"], 'did you mean "qalb-2015"'),
        (["m2", "--benchmark", "jfleg"], "--benchmark jfleg requires gleu"),
    ):
        done = here(*words, "a.txt", "gold.m2")
        assert (done.status, message in done.stderr) == (2, True), done.stderr
