"""Each allocation of the kernels fails once: MemoryError, nothing leaked, objects usable again.

    PYTHONPATH=bench LD_PRELOAD=failing_malloc.so python tests/faults/allocations.py

Prints the number of allocations that failed, per operation. Started by test_faults.py.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import io
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import fastgec
from cases import Options, matcher_of, random_case
from fastgec import References, green
from fastgec._lattice import cheapest_steps
from fastgec.cli import main
from fastgec.kernels.tokens import Vocabulary, encode_words, split_lines
from fastgec.maxmatch.reference.faithful import FaithfulMatcher
from fastgec.read.batch import Batch, Fault
from fastgec.texts.align import align
from fastgec.texts.retokenize import retokenize

CANCEL = np.zeros(1, np.int32)
MEMORY = 1 << 32

Operation = Callable[[], object]


def operations(folder: Path) -> dict[str, Operation]:
    """What is tried, by name: each allocates in its own way and returns something to compare."""
    draw = random.Random(1)
    many = [random_case(draw, kind, 32) for kind in ("natural", "rewrite", "loop") * 2]
    text = "".join(f"S w{n} v{n}\nA 0 1|||R{n}|||x{n}|||||||||0\n\n" for n in range(3000)).encode()
    starts, ends = split_lines(text)
    found: dict[str, Operation] = {}
    for folded in (False, True):
        options = Options(2, False, folded)
        matcher = matcher_of(many, options)
        reference_kernel = matcher_of(many, options, FaithfulMatcher)
        ways = {
            "fast": (matcher, False),
            "ordered": (matcher, True),
            "faithful": (reference_kernel, False),
        }
        for way, (counting, is_ordered) in ways.items():

            def count(matcher=counting, is_ordered=is_ordered) -> object:
                table = np.zeros((matcher.n_rows, 3), np.int64)
                for sentence in range(matcher.n_sentences):
                    matcher.count(
                        sentence, sentence + 1, table, CANCEL, MEMORY, is_ordered=is_ordered
                    )
                return table.tolist()

            found[f"count, {way}{', folded' * folded}"] = count

        def edits(matcher=matcher) -> object:
            rows = np.arange(matcher.n_rows)
            offsets, spans, makers = matcher.edits(rows, CANCEL, MEMORY)
            statuses = np.zeros(len(makers), np.uint8)
            given = (offsets, spans)
            matcher.edits(rows, CANCEL, MEMORY, statuses=statuses, sequences=given)
            return [found.tolist() for found in (offsets, spans, makers, statuses)]

        found[f"edits{', folded' * folded}"] = edits

    def vocabulary() -> object:
        words = Vocabulary()
        ids, _ = encode_words(text, starts, ends, words)
        return len(words), ids.tolist()

    def given_vocabulary() -> object:
        return len(Vocabulary([b"%d" % n for n in range(3000)]))

    def parsed() -> object:
        batch = Batch(text)
        if batch.fault == Fault.NO_MEMORY:
            raise MemoryError(batch.line)
        taken = batch.take(np.array([batch.n_sentences - 1, 0, 0]))
        columns = (batch.columns()["start"], batch.kinds(Vocabulary()), *batch.numbered()[1:])
        columns = (*columns, taken.columns()["start"], *taken.numbered()[1:])
        return [memoryview(column).tolist() for column in columns]

    def aligned() -> object:
        ids = np.arange(900, dtype=np.int32) % 7
        offsets = np.array([0, 300, 900])
        return align(
            ids, offsets, ids[::-1].copy(), offsets, max_unchanged_words=1, memory_limit=MEMORY
        )[1].tolist()

    def regions() -> object:
        lines = [" ".join(f"w{n * k % 97}" for n in range(400)) for k in range(1, 4)]
        return [
            (score.f, score.regions.tolist())
            for unit in ("word", "char")
            for score in [
                green.evaluate(lines[2:], References(lines[:1], [lines[1:2]]), unit=unit, order=6)
            ]
        ]

    def projected() -> object:
        lines = [" ".join(f"w{n * k % 97}" for n in range(400)) for k in range(1, 4)]
        # One that is aligned at once, and one that is aligned in parts.
        return retokenize([lines[0] + ".", lines[1] * 2], [lines[0] + " .", lines[2] * 2])

    def steps() -> object:
        ids = np.arange(100, dtype=np.int32)
        return cheapest_steps(ids, ids[::-1].copy())

    (folder / "gold.m2").write_bytes(text)
    (folder / "system.txt").write_text("".join(f"x{n} y{n} v\n" for n in range(3000)))

    def command() -> object:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(["m2", "-j", "2", *(str(folder / n) for n in ("system.txt", "gold.m2"))])
        if status == 1:
            [line] = err.getvalue().splitlines()
            assert "memory" in line, line
            assert not out.getvalue()
            raise MemoryError(line)
        assert status == 0
        return out.getvalue()

    return {
        **found,
        "new words": vocabulary,
        "given words": given_vocabulary,
        "M2 file": parsed,
        "alignment": aligned,
        "GREEN": regions,
        "projection": projected,
        "cheapest steps": steps,
        "command": command,
    }


def run_with_each_failing(operation: Operation, faults: ctypes.CDLL) -> tuple[int, int]:
    """Return how many allocations an operation makes, and how many raised when they failed."""

    def held() -> int:
        gc.collect()
        blocks: int = faults.faults_live()
        return blocks

    faults.faults_begin(-1)
    expected = operation()
    n_calls = faults.faults_calls()
    before = held()
    n_raised = 0
    for number in range(n_calls):
        faults.faults_begin(number)
        try:
            found = operation()
        except MemoryError:
            n_raised += 1
        else:  # an arena that cannot keep one large block goes on with small ones
            assert found == expected, f"allocation {number}: another result"
        faults.faults_begin(-1)
        assert held() == before, f"allocation {number}: {held() - before} blocks leaked"
    assert operation() == expected
    return n_calls, n_raised


def run() -> None:
    faults = ctypes.CDLL(None)  # what was preloaded
    package = ctypes.create_string_buffer(f"{Path(fastgec.__file__).parent}/".encode())
    faults.faults_watch(package)
    with tempfile.TemporaryDirectory() as folder:
        tried = operations(Path(folder))
        gc.collect()
        gc.freeze()  # what has been there all along leaks nothing
        for name, operation in tried.items():
            n_calls, n_raised = run_with_each_failing(operation, faults)
            print(f"{name:30} {n_calls:5} allocations, {n_raised:5} raised", flush=True)
            assert n_raised


if __name__ == "__main__":
    run()
