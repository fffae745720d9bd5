"""What a page is to say, beside what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from fastgec.page.telling import MOST
from fastgec.study.resampling import DEFAULT_RESAMPLES

TOP = 20  # rows of frequent errors, as `fastgec errors` has them


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a page is to say.

    resamples  for intervals
    tests      resamples of each paired test; None: 1000, or as many as so many pairs need
    seed       of all draws
    level      at or below which a p is called significant
    top        rows of frequent errors
    most       sentences of a corpus in the page; 0: all
    projects   whether outputs are raw text, which gets the tokens of its source
    jobs       threads; None: all cores
    """

    resamples: int = DEFAULT_RESAMPLES
    tests: int | None = None
    seed: int = 0
    level: float = 0.05
    top: int = TOP
    most: int = MOST
    projects: bool = False
    jobs: int | None = None
