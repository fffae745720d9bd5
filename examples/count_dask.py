"""F0.5 by MaxMatch of a folder of Parquet files, counted by the workers of Dask.

    python count_dask.py pairs

The files have the columns source, hypothesis and edits (docs/scaling.md). `count_all` takes any
client: of one machine, as below, or of a cluster. Needs `pip install 'fastgec[dask]'`.
"""

import sys
from pathlib import Path

import pyarrow.parquet as pq

from fastgec import frames, m2

COLUMNS = ["source", "hypothesis", "edits"]


def row_groups(folder):
    """Return (file, number of a row group), in the order of sentences."""
    paths = sorted(Path(folder).glob("*.parquet"))
    return [(path, k) for path in paths for k in range(pq.ParquetFile(path).num_row_groups)]


def count(group):
    """Return the counts of a row group."""
    path, number = group
    return frames.count_m2(pq.ParquetFile(path).read_row_group(number, COLUMNS))


def count_all(client, folder, count=count):
    """Return the counts of all files of a folder, as one process would count them."""
    futures = client.map(count, row_groups(folder))
    return frames.counts_of(future.result() for future in futures)


if __name__ == "__main__":
    from distributed import Client, LocalCluster

    address = "127.0.0.1:0"
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=address
        ) as cluster,
        Client(cluster) as client,
    ):
        counts = count_all(client, sys.argv[1])
    print(m2.score_counts(counts, beta=0.5))
