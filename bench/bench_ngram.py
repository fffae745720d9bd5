"""GREEN and GLEU, stage by stage: `pytest bench/bench_ngram.py`.

Groups: count (the kernel, one thread, trimmed and plain), choose (references and
scores, one beta and four), process (the commands, beside `wc -w` on these files).
Compare within one run, by medians. `python bench/compare_wc.py` measures the large corpus.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from fastgec import References, gleu, green
from fastgec._ngram import count_lines
from fastgec.metrics import functions
from fastgec.read.lines import Lines
from parallel_corpora import Parallel, make_parallel, real_parallel

NO_CANCEL = np.zeros(1, np.int32)
MEMORY = 4 << 30
SETTINGS = [("word", 4), ("char", 6)]
CORPORA: list[Parallel | tuple[int, float]] = [(2000, 0.05), (2000, 0.3), *real_parallel()]


@pytest.fixture(
    scope="session",
    params=CORPORA,
    ids=lambda corpus: corpus.name if isinstance(corpus, Parallel) else f"seeded-{corpus}",
)
def parallel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Parallel:
    """Each corpus in turn."""
    if isinstance(request.param, Parallel):
        return request.param
    n_sentences, share = request.param
    return make_parallel(tmp_path_factory.mktemp("bench"), n_sentences, share=share)


def record(benchmark: Any, corpus: Parallel) -> None:
    benchmark.extra_info["sentences per second"] = corpus.n_sentences / benchmark.stats["median"]


@pytest.mark.parametrize("trim", [True, False], ids=["trimmed", "plain"])
@pytest.mark.parametrize(("unit", "order"), SETTINGS)
@pytest.mark.benchmark(group="count")
def test_count(benchmark: Any, parallel: Parallel, unit: str, order: int, trim: bool) -> None:
    columns = [
        Lines.read(path) for path in (parallel.source, *parallel.references, parallel.system)
    ]
    texts = [(lines.data, lines.starts, lines.ends) for lines in columns]
    options = len(parallel.references), order, unit == "char", False, NO_CANCEL, MEMORY
    benchmark(count_lines, texts, *options, trim=trim)
    microseconds = 1e6 * benchmark.stats["median"] / parallel.n_sentences
    benchmark.extra_info["microseconds per sentence"] = microseconds
    record(benchmark, parallel)


@pytest.mark.parametrize("betas", [[1.0], [0.5, 1.0, 2.0, 5.0]], ids=["1-beta", "4-betas"])
@pytest.mark.benchmark(group="choose")
def test_choose(benchmark: Any, parallel: Parallel, betas: list[float]) -> None:
    counts = green.count(parallel.system, References(parallel.source, parallel.references))
    scorings = [green.Scoring(beta=beta) for beta in betas]
    benchmark(lambda: [functions.score_counts(green.METRIC, counts, one) for one in scorings])
    record(benchmark, parallel)


@pytest.mark.benchmark(group="choose")
def test_draw(benchmark: Any, parallel: Parallel) -> None:
    counts = gleu.count(parallel.system, References(parallel.source, parallel.references))
    benchmark(gleu.score_counts, counts)
    record(benchmark, parallel)


@pytest.mark.parametrize("command", ["green", "green -n 6 -t char", "gleu", "wc -w"])
@pytest.mark.benchmark(group="process")
def test_process(benchmark: Any, parallel: Parallel, command: str) -> None:
    references = [str(path) for path in parallel.references]
    if command == "wc -w":
        files = [str(parallel.source), *references, str(parallel.system)]
        arguments = ["wc", "-w", *files]
    else:
        columns = ["-s", str(parallel.source), "-r", *references, "-c", str(parallel.system)]
        arguments = [sys.executable, "-m", "fastgec", *command.split(), "-j", "1", *columns]
    benchmark.pedantic(
        subprocess.run,
        args=(arguments,),
        kwargs={"check": True, "stdout": subprocess.DEVNULL},
        rounds=7,
        warmup_rounds=1,
    )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    benchmark.extra_info["largest child so far, MiB"] = peak / 1024
    record(benchmark, parallel)
