"""ERRANT's comparison behind the door of all metrics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from fastgec.choice import Chosen
from fastgec.corpus.errors import FormatError
from fastgec.machine.parallel import Budget, Cancel
from fastgec.metrics.block import Block
from fastgec.metrics.door import row_contents
from fastgec.metrics.errant.counting import COLUMNS, Parameters, compare
from fastgec.metrics.errant.score import ErrantScore
from fastgec.metrics.errant.sums import PairSums
from fastgec.metrics.fmeasure import Scoring
from fastgec.metrics.pairs import PairMetric, PairText


class Errant(
    PairSums[ErrantScore],
    PairMetric[ErrantScore],
):
    """F of the edits that are those of a reference."""

    name = "errant"
    parameters = Parameters
    made = ErrantScore
    swept = "beta"
    citations = ("bryant-etal-2017-automatic",)

    def unwanted(self, parameters: Parameters) -> Iterable[bytes]:
        """Return the types of edits that a user wants to leave out."""
        return map(str.encode, parameters.without.split(",") if parameters.without else ())

    def count(
        self, text: PairText, parameters: Parameters, cancel: Cancel, budget: Budget
    ) -> tuple[list[tuple[Any, Any, Any]], Any]:
        """Count tp, fp and fn of every pair of coders."""
        tables, compared = budget.try_both(
            lambda limit: compare(text, parameters, limit), FormatError
        )
        return list(tables), compared

    def sentences(
        self,
        block: Block,
        system: int,
        chosen: Chosen,
        parameters: Parameters,
        scoring: Scoring,
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the counts of the chosen pair, then those of each."""
        for (hypothesis, reference), counts, each in row_contents(block, system, chosen, COLUMNS):
            yield {
                "hypothesis_coder": hypothesis,
                "reference_coder": reference,
                **counts,
                "pairs": {f"{one}:{other}": of_pair for (one, other), of_pair in each},
            }


METRIC = Errant()
