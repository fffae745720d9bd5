"""F0.5 by MaxMatch of a folder of Parquet files, counted by Ray Data.

    python count_ray.py pairs

The files have the columns id, source, hypothesis and edits (docs/scaling.md).
"""

import sys

import ray

from fastgec import frames, m2


def count_all(folder):
    """Return the counts of all files of a folder, in the order of the column id."""
    pairs = ray.data.read_parquet(folder)
    counted = pairs.map_batches(frames.count_m2, batch_format="pyarrow", fn_kwargs={"keep": ["id"]})
    tables = [ray.get(table) for table in counted.sort("id").to_arrow_refs()]
    return frames.counts_of(tables)


if __name__ == "__main__":
    print(m2.score_counts(count_all(sys.argv[1]), beta=0.5))
