"""MaxMatch, stage by stage: `pytest bench/bench_m2.py`.

Groups: read (gold and hypotheses to integer arrays), count (the kernels, one thread), choose (the
ordered fold), process (the command, beside `python -c "import numpy"`). Each result says sentences
per second and, for a process, its peak memory. Compare within one run, by medians.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from corpora import Corpus
from fastgec import Gold, m2
from fastgec.maxmatch.matcher import Matcher
from fastgec.metrics.m2.counting import Parameters, matcher_of
from fastgec.read.lines import Lines

NO_CANCEL = np.zeros(1, np.int32)
MEMORY = 4 << 30


def record(benchmark: Any, corpus: Corpus) -> None:
    benchmark.extra_info["sentences per second"] = corpus.n_sentences / benchmark.stats["median"]


@pytest.mark.benchmark(group="read")
def test_read_gold(benchmark: Any, corpus: Corpus) -> None:
    benchmark(Gold.read, corpus.gold)
    record(benchmark, corpus)


@pytest.mark.benchmark(group="read")
def test_read_hypotheses(benchmark: Any, corpus: Corpus) -> None:
    gold = Gold.read(corpus.gold)
    benchmark(lambda: matcher_of(Lines.read(corpus.system), gold, Parameters(), Matcher))
    record(benchmark, corpus)


@pytest.mark.benchmark(group="count")
def test_count(benchmark: Any, corpus: Corpus) -> None:
    gold = Gold.read(corpus.gold)
    matcher = matcher_of(Lines.read(corpus.system), gold, Parameters(), Matcher)
    table = np.zeros((matcher.n_rows, 3), np.int64)
    benchmark(matcher.count, 0, matcher.n_sentences, table, NO_CANCEL, MEMORY)
    microseconds = 1e6 * benchmark.stats["median"] / corpus.n_sentences
    benchmark.extra_info["microseconds per sentence"] = microseconds
    record(benchmark, corpus)


@pytest.mark.benchmark(group="choose")
def test_choose(benchmark: Any, corpus: Corpus) -> None:
    counts = m2.count(corpus.system, Gold.read(corpus.gold))
    benchmark(m2.score_counts, counts, beta=0.5)
    record(benchmark, corpus)


@pytest.mark.benchmark(group="process")
def test_process(benchmark: Any, corpus: Corpus) -> None:
    command = [sys.executable, "-m", "fastgec", "m2", "-j", "1", corpus.system, corpus.gold]
    benchmark.pedantic(
        subprocess.run,
        args=(command,),
        kwargs={"check": True, "stdout": subprocess.DEVNULL},
        rounds=7,
        warmup_rounds=1,
    )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    benchmark.extra_info["largest child so far, MiB"] = peak / 1024
    record(benchmark, corpus)


@pytest.mark.benchmark(group="process")
def test_process_that_imports_numpy(benchmark: Any) -> None:
    benchmark.pedantic(
        subprocess.run,
        args=([sys.executable, "-c", "import numpy"],),
        kwargs={"check": True},
        rounds=7,
        warmup_rounds=1,
    )
