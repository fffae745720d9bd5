"""Threads over parts: everything once and in order, the earliest failure, interrupts, memory."""

from __future__ import annotations

import _thread
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from fastgec import Gold, machine
from fastgec.cli import main
from fastgec.cli.texts import SAMPLES
from fastgec.machine import (
    THREAD_SPACE,
    Budget,
    Cancel,
    available_memory,
    count_ranges,
    count_threads,
    map_ordered,
    usable_cores,
)
from fastgec.metrics import m2


@pytest.mark.parametrize("jobs", [1, 2, 7, None])
@pytest.mark.parametrize("n_sentences", [0, 1, 99, 100, 101, 1000])
@pytest.mark.parametrize("chunk", [1, 100, 5000])
def test_every_sentence_is_counted_once(n_sentences: int, jobs: int | None, chunk: int) -> None:
    times = np.zeros(n_sentences, np.int64)

    def count(first: int, last: int, cancel: Cancel) -> None:
        assert 0 <= first < last <= min(n_sentences, first + chunk)
        assert cancel[0] == 0
        times[first:last] += 1

    count_ranges(count, n_sentences, jobs=jobs, chunk=chunk)
    assert (times == 1).all()


@pytest.mark.parametrize("jobs", [1, 2, 7])
def test_results_come_in_order_and_items_are_made_shortly_before(jobs: int) -> None:
    made = 0

    def items() -> Iterator[int]:
        nonlocal made
        while made < 200:
            yield made
            made += 1

    def work(item: int, cancel: Cancel) -> int:
        time.sleep((item * 7 % 5) / 5000)
        return item

    for number, result in enumerate(map_ordered(work, items(), jobs=jobs)):
        assert result == number
        assert made <= number + 2 * jobs + 1


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_earliest_failure_is_raised(jobs: int) -> None:
    def work(item: int, cancel: Cancel) -> None:
        if item >= 2:
            raise ValueError(f"item {item}")
        time.sleep(0.001)

    for _ in range(20):
        with pytest.raises(ValueError, match="item 2"):
            list(map_ordered(work, range(100), jobs=jobs))


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_failure_of_the_items_comes_after_the_results_before_it(jobs: int) -> None:
    def items() -> Iterator[int]:
        yield from range(3)
        raise ValueError("no more")

    results = map_ordered(lambda item, cancel: item, items(), jobs=jobs)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="no more"):
        next(results)


def test_work_stops_when_results_are_no_longer_wanted() -> None:
    running = _thread._count()

    def work(item: int, cancel: Cancel) -> int:
        while item and not cancel[0]:
            time.sleep(0.001)
        return item

    results = iter(map_ordered(work, range(100), jobs=2))
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]
    assert _thread._count() == running


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_sets_the_flag_and_is_raised_when_threads_have_stopped(jobs: int) -> None:
    running = _thread._count()

    def work(item: int, cancel: Cancel) -> None:
        assert threading.current_thread() is not threading.main_thread()
        if item == 0:
            signal.raise_signal(signal.SIGINT)
        while not cancel[0]:
            time.sleep(0.001)

    with pytest.raises(KeyboardInterrupt):
        list(map_ordered(work, range(4), jobs=jobs, is_long=True))
    assert _thread._count() == running


@pytest.mark.parametrize("jobs", [0, -1])
def test_no_job_is_refused(jobs: int) -> None:
    with pytest.raises(ValueError, match=f"jobs {jobs}: expected a whole number from 1"):
        list(map_ordered(lambda item, cancel: item, [1], jobs=jobs))


def test_no_chunk_is_refused() -> None:
    with pytest.raises(ValueError, match="chunk 0: expected a whole number from 1"):
        count_ranges(lambda first, last, cancel: None, 5, chunk=0)


def test_idle_threads_are_not_started() -> None:
    names: set[int] = set()

    def count(first: int, last: int, cancel: Cancel) -> None:
        names.add(threading.get_ident())
        assert _thread._count() <= before + 3

    before = _thread._count()
    count_ranges(count, 20, jobs=10**9, chunk=10)
    assert names


def test_a_few_short_sentences_are_scored_without_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A reward is asked for some samples at a time; long texts stay on a thread, for Ctrl-C."""
    started: list[object] = []
    start = machine.start_new_thread

    def noted(*arguments: Any) -> int:
        started.append(arguments)
        return start(*arguments)

    monkeypatch.setattr(machine, "start_new_thread", noted)
    short = Gold.parse("S a b c\nA 1 2|||R|||x|||REQUIRED|||-NONE-|||0\n")
    assert m2.sentence_scores(["a x c"], short, jobs=1).tolist() == [1.0]
    assert not started
    words = " ".join("abc"[number % 3] for number in range(3000))
    m2.sentence_scores([words], Gold.parse(f"S {words}\n"), jobs=1)
    assert started


def test_threads_are_as_many_as_wanted_up_to_a_limit() -> None:
    assert count_threads(None) == usable_cores()
    assert [count_threads(jobs) for jobs in (1, 7, 256, 10**9)] == [1, 7, 256, 256]


@pytest.mark.parametrize("n_given", [0, 1, 3])
def test_work_goes_on_with_the_threads_that_the_system_gives(
    n_given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: set[int] = set()

    def work(item: int, cancel: Cancel) -> int:
        names.add(threading.get_ident())
        time.sleep(0.001)
        if item == 30:
            raise ValueError("item 30")
        return item

    started: list[int] = []
    monkeypatch.setattr(machine, "start_new_thread", some(n_given, started))
    results = map_ordered(work, range(100), jobs=64)
    assert [next(results) for _ in range(30)] == list(range(30))
    with pytest.raises(ValueError, match="item 30"):
        next(results)
    assert len(started) == n_given
    assert names <= set(started or [threading.get_ident()])


def test_an_interrupt_is_raised_where_the_system_gives_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def work(item: int, cancel: Cancel) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(machine, "start_new_thread", some(0, []))
    with pytest.raises(KeyboardInterrupt):
        list(map_ordered(work, range(4), jobs=2))


@pytest.mark.parametrize("n_given", [0, 1])
@pytest.mark.parametrize(
    "arguments",
    [
        "m2 OUTPUT gold.m2",
        "m2 -f table --ci OUTPUT gold.m2",
        "green -f table -s source.txt -r ref0.txt -c OUTPUT",
        "gleu -s source.txt -r ref0.txt ref1.txt -c OUTPUT",
    ],
)
def test_commands_need_one_thread_of_those_that_they_ask_for(
    arguments: str,
    n_given: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(SAMPLES)
    words = arguments.replace("OUTPUT", "bold.txt").split()
    assert main([*words, "-j", "1"], ready=lambda: None) == 0
    alone = capsys.readouterr()
    monkeypatch.setattr(machine, "start_new_thread", some(n_given, []))
    assert main([*words, "-j", "64"], ready=lambda: None) == 0
    assert capsys.readouterr() == alone


def some(n_given: int, started: list[int]) -> Callable[..., int]:
    """Return what starts threads until the system gives no more, and notes them."""

    def try_to_start(run: Any, arguments: Any) -> int:
        if len(started) == n_given:
            raise RuntimeError("can't start new thread")
        started.append(_thread.start_new_thread(run, arguments))
        return started[-1]

    return try_to_start


@pytest.mark.skipif(os.name != "posix", reason="limits of addresses are those of POSIX")
def test_threads_are_few_where_they_would_take_all_addresses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import resource

    for limit, n_threads in ((1, 1), (THREAD_SPACE * 5 + 1, 5), (resource.RLIM_INFINITY, 64)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limit=limit: (limit, limit))
        assert count_threads(64) == n_threads
        assert count_threads(1) == 1


def test_one_thread_alone_has_all_memory_and_several_share_it() -> None:
    budget = Budget(900, n_threads=3)
    held = 0
    lock = threading.Lock()

    def work(item: int, cancel: Cancel) -> None:
        nonlocal held
        is_alone = item % 5 == 0
        with budget.whole() if is_alone else budget.share() as n_bytes:
            with lock:
                held += n_bytes
                assert held <= 900
            assert n_bytes == (900 if is_alone else 300)
            time.sleep(0.001)
            with lock:
                held -= n_bytes

    list(map_ordered(work, range(50), jobs=3))


def test_some_memory_and_a_core_are_there() -> None:
    assert available_memory() > 1 << 20
    assert usable_cores() >= 1


def test_an_iteration_that_is_dropped_does_not_keep_the_process_alive() -> None:
    code = (
        "from fastgec.machine import map_ordered\n"
        "results = map_ordered(lambda item, cancel: item, range(100), jobs=3)\n"
        "cycle = [next(results)]\n"
        "cycle.append((cycle, results))\n"
        "raise SystemExit('dropped')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (1, "dropped\n")
