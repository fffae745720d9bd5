"""Threads over ranges: everything once, the earliest failure, interrupts, progress."""

from __future__ import annotations

import signal
import threading
import time

import numpy as np
import pytest

from fastgec.parallel import Cancel, available_memory, count_ranges, count_threads, usable_cores


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


@pytest.mark.parametrize("jobs", [1, 3])
def test_the_earliest_failure_is_raised(jobs: int) -> None:
    def count(first: int, last: int, cancel: Cancel) -> None:
        if first >= 20:
            raise ValueError(f"range {first}")
        time.sleep(0.001)

    for _ in range(20):
        with pytest.raises(ValueError, match="range 20"):
            count_ranges(count, 1000, jobs=jobs, chunk=10)


def test_progress_is_told_to_the_calling_thread() -> None:
    told: list[int] = []

    def progress(done: int) -> None:
        assert threading.current_thread() is threading.main_thread()
        told.append(done)

    count_ranges(
        lambda first, last, cancel: time.sleep(0.001), 50, jobs=2, chunk=1, progress=progress
    )
    assert told == sorted(set(told))
    assert told[-1] == 50


def test_a_failure_in_progress_stops_the_work() -> None:
    def progress(done: int) -> None:
        raise RuntimeError("no")

    def count(first: int, last: int, cancel: Cancel) -> None:
        while first and not cancel[0]:
            time.sleep(0.001)

    with pytest.raises(RuntimeError, match="no"):
        count_ranges(count, 2, jobs=2, chunk=1, progress=progress)


def test_an_interrupt_sets_the_flag_and_is_raised_when_threads_have_stopped() -> None:
    running = threading.active_count()

    def count(first: int, last: int, cancel: Cancel) -> None:
        if first == 0:
            signal.raise_signal(signal.SIGINT)
        while not cancel[0]:
            time.sleep(0.001)

    with pytest.raises(KeyboardInterrupt):
        count_ranges(count, 4, jobs=2, chunk=1)
    assert threading.active_count() == running


def test_idle_threads_are_not_started() -> None:
    assert count_threads(0, 4) == 0
    assert count_threads(1, 4) == 1
    assert count_threads(1000, 1000, chunk=300) == 4
    assert count_threads(10**6, None) == usable_cores()


@pytest.mark.parametrize(("jobs", "chunk"), [(0, 1), (-1, 1), (1, 0)])
def test_no_job_and_no_chunk_are_refused(jobs: int, chunk: int) -> None:
    message = f"{jobs} jobs over chunks of {chunk} sentences, expected at least 1"
    with pytest.raises(ValueError, match=message):
        count_ranges(lambda first, last, cancel: None, 5, jobs=jobs, chunk=chunk)


def test_some_memory_and_a_core_are_there() -> None:
    assert available_memory() > 1 << 20
    assert usable_cores() >= 1
