"""One of several processes that score a corpus by `GECMetric`: python THIS RANK SIZE METRIC.

It counts every SIZE-th sentence, as a sampler deals them, in batches; all meet in the current
folder, and each writes what it finds. With a fourth word, IDLE, the last process counts nothing.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch.distributed as distributed

from fastgec import Gold, References
from fastgec.bridges.torchmetrics import GECMetric


def lines(name: str) -> list[str]:
    return Path(name).read_text(encoding="utf-8").splitlines()


def main(rank: int, size: int, words: str, *, has_idle: bool) -> None:
    meeting = (Path.cwd() / "meeting").as_uri()
    distributed.init_process_group("gloo", init_method=meeting, rank=rank, world_size=size)
    gold, source, outputs = Gold.read("gold.m2"), lines("source.txt"), lines("bold.txt")
    columns = [lines("ref0.txt"), lines("ref1.txt")]
    metric = GECMetric(words, prefix="dev/")
    n = len(outputs)
    # A sampler repeats the first sentences to give each process as many.
    busy = size - has_idle
    own = [s % n for s in range(rank, -(-n // busy) * busy, busy)][::-1] if rank < busy else []
    for first in range(0, len(own), 3):
        batch = own[first : first + 3]
        standard: Any = gold.take(batch)
        if words != "m2":
            texts = [[column[s] for s in batch] for column in columns]
            standard = References.of_columns([source[s] for s in batch], texts)
        metric.update([outputs[s] for s in batch], standard, ids=batch)
    found = {name: float(value) for name, value in metric.compute().items()}
    Path(f"found{rank}.json").write_text(json.dumps(found), encoding="utf-8")
    distributed.destroy_process_group()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], has_idle="IDLE" in sys.argv)
