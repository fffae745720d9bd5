"""Faults of the machine: no memory, full disks, broken files, signals. Nothing partial is left."""

from __future__ import annotations

import _thread
import ctypes
import errno
import gzip
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest

from commands import Run, command
from fastgec import Counts, FormatError, Gold, References, green, m2, machine
from fastgec.read.files import ByteReader
from fastgec.read.lines import Lines
from fastgec.study import parts
from faults.interrupts import strike
from test_files import zstd

FAULTS = Path(__file__).resolve().parent / "faults"
IS_LINUX = sys.platform.startswith("linux")
GOLD = "S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n\n"
OVERRIDES = 1, 2  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH: what lets root write anywhere


@pytest.fixture
def folder(run: Run) -> Path:
    (run.folder / "gold.m2").write_text(GOLD * 500)
    (run.folder / "system.txt").write_text("c b\n" * 500)
    return run.folder


@pytest.mark.skipif(
    not IS_LINUX or shutil.which("cc") is None or bool(os.environ.get("LD_PRELOAD")),
    reason="needs glibc, a C compiler, and nothing else preloaded",
)
def test_each_allocation_of_the_kernels_may_fail(tmp_path: Path) -> None:
    library = tmp_path / "failing_malloc.so"
    source = FAULTS / "failing_malloc.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    bench = FAULTS.parent.parent / "bench"
    done = subprocess.run(
        [sys.executable, FAULTS / "allocations.py"],
        env={**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": str(bench)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) >= 15


def run_limited(folder: Path, before: Callable[[], None], *arguments: str) -> tuple[int, str, str]:
    """Run the command line in a process that limits itself first.

    It keeps no bytecode: Python would keep what a limit of files has cut short.
    """
    done = subprocess.run(
        command(*arguments),
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=before,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        ("m2 --sentences out.jsonl system.txt gold.m2", "out.jsonl"),
        ("m2 --edits out.jsonl system.txt gold.m2", "out.jsonl"),
        ("green --sentences out.tsv -s system.txt -r system.txt -c system.txt", "out.tsv"),
        ("gleu --sentences out.tsv -s system.txt -r system.txt -c system.txt", "out.tsv"),
        ("convert -q -s system.txt -r system.txt -o out.m2", "out.m2"),
        ("convert gold.m2 --prefix out", "out.source.txt"),
    ],
)
def test_a_full_disk_leaves_the_old_file_or_none(folder: Path, arguments: str, output: str) -> None:
    import resource

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    before = sorted(folder.iterdir())
    message = f"{output}: file too large\n"
    assert run_limited(folder, limit, *arguments.split()) == (1, "", message)
    assert sorted(folder.iterdir()) == before
    (folder / output).write_text("old")
    assert run_limited(folder, limit, *arguments.split()) == (1, "", message)
    assert (folder / output).read_text() == "old"
    assert sorted(folder.iterdir()) == sorted([*before, folder / output])


@pytest.mark.skipif(not IS_LINUX, reason="drops the capabilities of Linux's root")
def test_a_read_only_folder_is_told(folder: Path) -> None:
    libc = ctypes.CDLL(None)

    def obey_permissions() -> None:
        for capability in OVERRIDES:
            libc.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP; only root needs it, and may

    folder.chmod(0o555)
    try:
        arguments = ("m2", "--sentences", "out.jsonl", "system.txt", "gold.m2")
        found = run_limited(folder, obey_permissions, *arguments)
    finally:
        folder.chmod(0o755)
    assert found == (1, "", "out.jsonl: permission denied\n")
    assert sorted(path.name for path in folder.iterdir()) == ["gold.m2", "system.txt"]


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use stays there")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("m2 - gold.m2", "gold.m2: no such file or directory"),
        ("m2 - {gold} --counts-out out.npz", "out.npz: no such file or directory"),
        ("m2 - {gold} --sentences out.tsv", "out.tsv: no such file or directory"),
        ("m2 - {gold} --edits a.jsonl --sentences b.tsv", "b.tsv: no such file or directory"),
        ("convert {gold} --prefix out", "out.source.txt: no such file or directory"),
        ("green -s - -r a -c b", "a: no such file or directory"),
        ("merge a.npz", "a.npz: no such file or directory"),
    ],
)
def test_a_folder_that_is_gone_is_told_by_what_was_wanted_in_it(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, arguments: str, message: str
) -> None:
    gone = tmp_path_factory.mktemp("gone")
    words = arguments.format(gold=folder / "gold.m2").split()
    found = run_limited(gone, gone.rmdir, *words)
    assert found == (1, "", f"{message}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_signals_at_random_moments_leave_nothing_partial() -> None:
    seen = strike(6, seed=int.from_bytes(os.urandom(4)))
    assert seen.total() == 6


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    ("kind", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)]
)
def test_standard_input_that_stalls_is_waited_for_and_can_be_interrupted(
    folder: Path, kind: signal.Signals, status: int
) -> None:
    process = subprocess.Popen(
        command("m2", "--sentences", "out.jsonl", "-", "gold.m2"),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"c b\n" * 100_000)  # more than a pipe holds: it has been read by then
    process.stdin.flush()
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(kind)
    assert process.wait(timeout=10) == status
    process.stdin.close()
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout as stdout, process.stderr as stderr:
        assert (stdout.read(), stderr.read()) == (b"", b"")
    assert not (folder / "out.jsonl").exists()


def read_on(pieces: ByteReader, size: int) -> bytes:
    return b"".join(iter(lambda: pieces.read(size), b""))


@pytest.mark.parametrize("change", ["truncated", "grown", "touched"])
@pytest.mark.parametrize("packing", [bytes, gzip.compress])
def test_a_file_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, change: str, packing: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "text"
    data = packing(os.urandom(1 << 17).hex().encode())
    path.write_bytes(data)
    with ByteReader(path) as pieces:
        pieces.read(10)
        match change:
            case "truncated":
                os.truncate(path, len(data) - 1000)
            case "grown":
                path.write_bytes(data + b"more")
            case "touched":
                os.utime(path, (0, 0))
        with pytest.raises(FormatError) as caught:
            read_on(pieces, 1 << 16)
    expected = ["changed while it was read"]
    if packing is gzip.compress and change != "touched":
        expected.append("damaged gzip data (")
    assert any(str(caught.value).startswith(f"{path}: {text}") for text in expected)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file is not replaced there")
def test_a_file_that_is_replaced_while_it_is_read_is_read_as_it_was(tmp_path: Path) -> None:
    path, other = tmp_path / "text", tmp_path / "other"
    path.write_bytes(b"a\n" * 50000)
    other.write_bytes(b"b\n" * 50000)
    with ByteReader(path) as pieces:
        first = pieces.read(10)
        other.replace(path)
        assert first + read_on(pieces, 1 << 16) == b"a\n" * 50000


BOMBS = {"gzip": gzip.compress(bytes(1 << 22)), "Zstandard": zstd.compress(bytes(1 << 22))}


@pytest.mark.parametrize("kind", BOMBS)
@pytest.mark.parametrize("size", [-1, 1 << 16])
def test_a_bomb_is_refused_before_it_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, size: int
) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(BOMBS[kind])
    monkeypatch.setattr("fastgec.read.files.STEP", 1 << 16)
    monkeypatch.setattr(machine, "LARGEST_UNPACKED", 1 << 20)
    with ByteReader(path) as pieces, pytest.raises(FormatError) as caught:
        read_on(pieces, size)
    assert str(caught.value) == (
        f"{path}: more than 1048576 bytes in {kind} data, 100 times its size "
        "(FASTGEC_MAX_UNPACKED=BYTES allows more)"
    )
    monkeypatch.setenv("FASTGEC_MAX_UNPACKED", str(1 << 22))
    assert Lines.read(path).data == bytes(1 << 22)
    monkeypatch.setenv("FASTGEC_MAX_UNPACKED", "much")
    expected = "FASTGEC_MAX_UNPACKED='much': expected a number of bytes"
    with pytest.raises(FormatError, match=f"^{re.escape(f'{path}: {expected}')}$"):
        Lines.read(path)


def test_counts_that_unpack_to_too_much_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "LARGEST_UNPACKED", 1 << 20)
    n_sentences = 1 << 17
    counts = Counts(
        np.zeros((n_sentences, 1), np.int64),
        np.arange(n_sentences + 1),
        np.zeros(n_sentences, np.int32),
        ("correct",),
        "m2",
    )
    path = tmp_path / "counts.npz"
    np.savez_compressed(
        path,
        header=np.array('{"format": 1, "metric": "m2", "columns": [], "parameters": {}}'),
        table=np.zeros((n_sentences, 64), np.int64),
        offsets=np.zeros(1, np.int64),
        labels=np.zeros(1, np.int32),
    )
    reason = (
        "more than 1048576 bytes in compressed arrays, 100 times its size "
        "(FASTGEC_MAX_UNPACKED=BYTES allows more)"
    )
    with pytest.raises(ValueError, match=re.escape(reason)) as caught:
        Counts.load(path)
    assert str(caught.value) == f"{path}: not a file of counts ({reason})"
    with pytest.raises(FormatError, match=re.escape(reason)) as refused:
        parts.joined([str(path)], green.METRIC)
    assert str(refused.value) == f"{path}: {reason}"
    counts.save(path)  # zeros, but offsets that do not repeat: packed 8 to 1
    assert Counts.load(path) == counts


class Endless(io.RawIOBase):
    """A pipe that never ends."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._text * (len(buffer) // len(self._text) + 2)
        buffer[:] = data[self._at : self._at + len(buffer)]
        self._at = (self._at + len(buffer)) % len(self._text)
        return len(buffer)


@pytest.fixture
def pour(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Let standard input give a text again and again; a machine of little memory reads it."""

    def pour(text: bytes) -> None:
        stdin = io.TextIOWrapper(io.BufferedReader(Endless(text)))
        monkeypatch.setattr(sys, "stdin", stdin)

    monkeypatch.setattr(machine, "available_memory", lambda: 1 << 27)
    return pour


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\0", "-:1: sentence of more than 4194304 bytes: "),
        (b"\n", "-:1: sentence of more than 4194304 bytes: "),
        (b"I x\n", "-:1: sentence of more than 4194304 bytes: "),
        (b"y\n", "-:1: line 'y': expected one that begins with S, A or I, or a blank"),
        (b"\n\n\n\ny", "-:5: line 'y': expected one that begins with S, A or I, or a blank"),
        (b"\n\xff", "-:2: invalid UTF-8: byte 0xff at byte 1 of the line"),
    ],
)
def test_gold_without_an_end_is_refused(
    pour: Callable[[bytes], None], text: bytes, expected: str
) -> None:
    pour(text)
    with pytest.raises(FormatError) as caught:
        m2.count(["a"], "-")
    assert str(caught.value).startswith(expected)


@pytest.mark.parametrize("written", [b"", b"the b .\n"])
def test_a_pipe_that_does_not_block_is_refused_in_one_line(folder: Path, written: bytes) -> None:
    ours, theirs = os.pipe()
    os.set_blocking(ours, False)
    os.write(theirs, written)
    command = [sys.executable, "-m", "fastgec", "m2", "-", "gold.m2"]
    (folder / "gold.m2").write_text("S a b .\n\nS c\n", encoding="utf-8")
    with closing(io.FileIO(theirs, "w")):  # no end, while the command runs
        done = subprocess.run(command, cwd=folder, stdin=ours, capture_output=True, text=True)
    os.close(ours)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"-: {os.strerror(errno.EAGAIN).lower()}\n"


def test_a_sentence_without_an_end_is_placed_where_it_begins(tmp_path: Path) -> None:
    (tmp_path / "gold.m2").write_text("S a\n\nS b\n" + "I x\n" * (1 << 21))
    expected = r"gold\.m2:3: sentence of more than 4194304 bytes: "
    with (
        mock.patch.object(machine, "available_memory", return_value=1 << 27),
        pytest.raises(FormatError, match=expected),
    ):
        m2.count(["a", "b"], tmp_path / "gold.m2")
    assert m2.count(["a", "b"], tmp_path / "gold.m2").n_sentences == 2


def test_a_line_without_an_end_is_refused(pour: Callable[[bytes], None], tmp_path: Path) -> None:
    expected = "-:1: line of more than 4194304 bytes: expected at most a 64th of the memory"
    pour(b"a ")
    with pytest.raises(FormatError, match=f"^{expected}$"):
        green.count(["a"], References("-", [["a"]]))
    (tmp_path / "long").write_text("a\nb\n" + "c " * (1 << 22))
    texts = ["a"] * 3
    with pytest.raises(FormatError, match=r"long:3: line of more than 4194304 bytes"):
        green.count(tmp_path / "long", References(texts, [texts]))


def test_data_that_memory_cannot_hold_is_not_read(
    pour: Callable[[bytes], None], tmp_path: Path
) -> None:
    expected = "more than 134217728 bytes: expected at most half of the memory"
    pour(b"S a\n")
    with pytest.raises(FormatError, match=f"^-: {expected}$"):
        Gold.read("-")
    with (tmp_path / "long").open("wb") as file:
        file.truncate((1 << 27) + 1)
    with pytest.raises(FormatError, match=f"long: {expected}$"):
        Lines.read(tmp_path / "long")


def test_what_is_packed_as_text_is_has_no_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "LARGEST_UNPACKED", 1 << 10)
    text = os.urandom(1 << 16).hex().encode()
    for packed in (gzip.compress(text), zstd.compress(text)):
        (tmp_path / "text").write_bytes(packed)
        assert Lines.read(tmp_path / "text").data == text


@pytest.mark.skipif(
    not IS_LINUX or bool(os.environ.get("LD_PRELOAD")),
    reason="limits the address space, of which sanitizers take much more than memory",
)
@pytest.mark.parametrize(
    "arguments",
    [
        "m2 long.txt long.m2",
        "green -s long.txt -r long.txt -c long.txt",
        "imeasure -s long.txt -r long.txt -c long.txt",
        "cleme long.m2 long.m2",
        "convert -s long.txt -r long.txt",
    ],
)
def test_a_line_that_does_not_fit_into_memory_is_told(folder: Path, arguments: str) -> None:
    import resource

    size = 1 << 26
    with open(folder / "long.m2", "wb") as file:  # noqa: PTH123
        file.write(b"S ")
        file.truncate(size)
    (folder / "long.txt").write_bytes(b"a " * 1000)
    os.truncate(folder / "long.txt", size)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 * size, 4 * size))

    status, stdout, stderr = run_limited(folder, limit, *arguments.split())
    assert (status, stdout, len(stderr.splitlines())) == (1, "", 1), stderr
    assert re.fullmatch(r"long\.(txt|m2):(1:| sentence 1:)? .*memory.*\n", stderr), stderr


def test_an_interrupt_before_threads_have_started_does_not_hang(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from fastgec.machine import map_ordered

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    running = _thread._count()
    monkeypatch.setattr("fastgec.machine.start_new_thread", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(map_ordered(lambda item, cancel: item, range(1000), jobs=4))
    assert _thread._count() == running
