"""What is wanted of metrics that are judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fastgec.meta.folds import DEFAULT_GRID, Grid
from fastgec.parameters import flag


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted, and how it is made.

    human          name of the human scores (None: the first of each card)
    set            a named subset of the systems
    common         systems that only one side has are left out, instead of refused
    betas          to judge at; None: they are looked for, or at "sentence" level the metric's own
    betas_of       the same for single metrics, by name, which are not swept then
    grid           of betas to look at
    folds          of the corpus, to choose a beta by; 0: by the whole corpus
    fold_by        "block", "stride" or "random"
    human_by_fold  human scores of a corpus without a fold are made of what is left, too
    fixed_choice   a running choice is kept where folds are left out, and in resamples
    level          "system" or "sentence"
    windows        number of systems of a window; None: no windows
    aggregate      what makes scores of systems of those of sentences; None: the metric does
    tests          whether metrics are tested against each other
    holm           whether p is corrected for the number of pairs
    like           "seeda-code", to count judgments as that program does
    expanded       whether judgments count expanded at sentence level
    group          "item" or "none": correlations with ratings of sentences, too
    resamples      for intervals; None: there are none
    kinds          what is drawn for intervals
    soft           permutations of soft pairwise accuracy; None: it is not made
    seed           of all draws
    jobs           threads; None: all cores
    progress       called with the number of sentences counted so far
    """

    human: str | None = None
    set: str = "all"
    common: bool = False
    betas: tuple[float, ...] | None = None
    betas_of: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    grid: Grid = DEFAULT_GRID
    folds: int = 10
    fold_by: str = "block"
    human_by_fold: bool = False
    fixed_choice: bool = False
    level: str = "system"
    windows: int | None = None
    aggregate: str | None = None
    tests: bool = False
    holm: bool = False
    like: str | None = None
    expanded: bool = False
    group: str | None = None
    resamples: int | None = None
    kinds: tuple[str, ...] = ("sentences", "both")
    soft: int | None = None
    seed: int = 0
    jobs: int | None = None
    progress: Callable[[int], None] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Refuse flags that are neither True nor False."""
        for name in ("common", "human_by_fold", "fixed_choice", "tests", "holm", "expanded"):
            flag(getattr(self, name), name)

    @property
    def sweeps(self) -> bool:
        """Whether betas are looked for."""
        return self.betas is None and self.level == "system" and self.aggregate is None
