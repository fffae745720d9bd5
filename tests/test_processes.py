"""Threads of a program, worker processes, subinterpreters: the same counts everywhere."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from fastgec import Counts, m2
from workers import corpus, counted, regions

SEEDS = range(8)


@pytest.mark.parametrize("count", [counted, regions])
def test_eight_threads_count_eight_corpora_at_once(count: Callable[[int], Counts]) -> None:
    expected = [count(seed) for seed in SEEDS]
    barrier = threading.Barrier(len(SEEDS))

    def together(seed: int) -> list[Counts]:
        barrier.wait()
        return [count(seed) for _ in range(3)]

    with ThreadPoolExecutor(len(SEEDS)) as pool:
        for found, wanted in zip(pool.map(together, SEEDS), expected, strict=True):
            assert found == [wanted] * 3


def test_eight_threads_share_one_gold() -> None:
    gold, texts = corpus(1)
    expected = m2.count(texts, gold)
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: m2.count(texts, gold, jobs=2), range(24)):
            assert found == expected


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_worker_processes_give_the_same_counts(method: str) -> None:
    expected = [counted(seed) for seed in range(3)]  # threads have run before the fork
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert list(pool.map(counted, range(3))) == expected


@pytest.mark.skipif(sys.version_info < (3, 12), reason="interpreters with a lock of their own")
def test_a_subinterpreter_refuses_or_gives_the_same_score() -> None:
    module = "_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters"
    code = f"""
import {module} as interpreters
for kind in ({{"isolated"}}, {{"legacy"}}) if {sys.version_info >= (3, 13)} else ((), ()):
    interpreter = interpreters.create(*kind)
    work = '''
try:
    from fastgec import Gold, m2
except ImportError:
    print("refused")
else:
    gold = Gold.parse("S a b\\\\nA 0 1|||R|||c|||||||||0\\\\n")
    print(m2.evaluate(["c b"], gold).f)
'''
    run = getattr(interpreters, "run_string")
    failure = run(interpreter, work)
    if failure:
        print(failure)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.splitlines()) <= {"refused", "1.0"}, done.stdout
    assert done.stdout
