"""Many processes give what one gives, also when one of them dies; the examples of the docs run."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from examples import PROJECT, names_of
from fastgec import Counts, References, green, m2

pa = pytest.importorskip("pyarrow", reason="the extra 'arrow' is not installed")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra 'arrow' is not installed")

N_COPIES = 6
EXAMPLES = PROJECT / "examples"


@pytest.fixture(scope="module")
def pairs(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample data several times over, in a folder of Parquet files with small row groups."""
    folder = tmp_path_factory.mktemp("scaling") / "pairs"
    folder.mkdir()
    path = folder.parent / "sample.parquet"
    names_of("scaling.md", "parquet")["write_pairs"](
        path, samples / "bold.txt", samples / "gold.m2"
    )
    table = pq.read_table(path)
    for copy in range(N_COPIES):
        numbers = pa.array(range(copy * len(table), (copy + 1) * len(table)))
        copied = table.set_column(0, "id", numbers)
        pq.write_table(copied, folder / f"{copy}.parquet", row_group_size=7)
    return folder


@pytest.fixture(scope="module")
def expected(samples: Path) -> Counts:
    return Counts.concat([m2.count(samples / "bold.txt", samples / "gold.m2")] * N_COPIES)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_dask_counts_what_one_process_counts(client: Any, pairs: Path, expected: Counts) -> None:
    assert run_path(f"{EXAMPLES}/count_dask.py")["count_all"](client, pairs) == expected


def test_a_worker_that_is_killed_changes_nothing(
    client: Any, pairs: Path, expected: Counts, tmp_path: Path
) -> None:
    names = run_path(f"{EXAMPLES}/count_dask.py")
    go = tmp_path / "go"

    def count(group: Any, count: Callable[[Any], Any] = names["count"]) -> Any:
        """Count, then say so and wait: every worker holds counts and is at work when one dies."""
        counted = count(group)
        if group[1] == 1:
            (tmp_path / f"{os.getpid()}.waits").touch()
            while not go.exists():
                time.sleep(0.01)
        return counted

    killed: list[int] = []

    def kill_one() -> None:
        deadline = time.monotonic() + 60
        while len(waiting := list(tmp_path.glob("*.waits"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        killed.extend(int(path.stem) for path in waiting[:1])
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        go.touch()

    killer = threading.Thread(target=kill_one)
    killer.start()
    before = set(client.run(os.getpid).values())
    assert names["count_all"](client, pairs, count) == expected
    killer.join()
    client.wait_for_workers(2, timeout=60)
    assert before - set(client.run(os.getpid).values()) == set(killed) != set()


def test_the_example_of_dask_prints_the_score(
    pairs: Path,
    expected: Counts,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("distributed", reason="the extra 'dask' is not installed")
    monkeypatch.setattr("sys.argv", ["count_dask.py", str(pairs)])
    run_path(f"{EXAMPLES}/count_dask.py", run_name="__main__")
    assert capsys.readouterr().out == f"{m2.score_counts(expected)}\n"


@pytest.mark.filterwarnings("ignore")  # Ray warns of its own settings
def test_ray_counts_what_one_process_counts(
    pairs: Path, expected: Counts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # else a token is written to the home folder
    ray = pytest.importorskip("ray", reason="Ray is not installed (no extra asks for it)")
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1")
    try:
        assert run_path(f"{EXAMPLES}/count_ray.py")["count_all"](str(pairs)) == expected
    finally:
        ray.shutdown()


def test_sums_of_partitions_score_as_the_whole(samples: Path) -> None:
    columns = {
        name: (samples / f"{file}.txt").read_text(encoding="utf-8").splitlines()
        for name, file in (
            ("source", "source"),
            ("hypothesis", "bold"),
            ("0", "ref0"),
            ("1", "ref1"),
        )
    }
    references = pa.array([list(texts) for texts in zip(columns["0"], columns["1"], strict=True)])
    table = pa.table({**columns, "references": references})
    score = names_of("scaling.md", "sums")["evaluate"]
    whole = green.evaluate(
        samples / "bold.txt",
        References(samples / "source.txt", [samples / "ref0.txt", samples / "ref1.txt"]),
        beta=2.0,
    )
    for size in (1, 7, 20):
        assert score(table.to_batches(size), 2.0) == whole.f
