r"""Metrics as gec-metrics takes them: for its registry, its meta-evaluation and its command line.

    from fastgec.bridges import gec_metrics
    gec_metrics.register()
    gec_metrics.FastgecGREEN().score_corpus(sources=..., hypotheses=..., references=...)

    python -m fastgec.bridges.gec_metrics --metric fastgecgreen --src S --hyps A B --refs R0 R1

Numbers are those of `fastgec.green.evaluate` and the like, for corpora and for sentences. ERRANT
makes edits of all texts (spaCy and its model). M2 needs the gold edits, `Config(gold="gold.m2")`,
in which it finds sentences by their source; its references are not read. Corpora of gec-metrics
are passed whole, so options that need their order (annotators chosen in order) hold.

This module imports gec_metrics, which imports PyTorch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import gec_metrics.metrics as theirs

from fastgec.bridges.standards import Known, read_gold
from fastgec.metrics.declarations import as_dict
from fastgec.metrics.functions import metric
from fastgec.metrics.spec import metric_spec
from fastgec.read.lines import References

Texts = Sequence[str]


class FastgecMetric(theirs.MetricBaseForReferenceBased):  # type: ignore[misc]
    """Base of the metrics below: the words of one, and options from a config.

    words  the metric, where the config has no others
    """

    words: ClassVar[str] = "green"

    @dataclass
    class Config(theirs.MetricBaseForReferenceBased.Config):  # type: ignore[misc]
        """Options.

        options  of the metric, as after the colon of `fastgec run`: "char,beta=2"
        """

        options: str = ""

    def __init__(self, config: Any = None) -> None:
        """Take a config.

        Raises:
            ValueError: options that the metric does not have.
        """
        super().__init__(config)
        one = metric_spec(f"{self.words}:{self.config.options}")
        made = as_dict(one.parameters) | as_dict(one.scoring)
        given = {name: made[name] for name in made if name in one.given}
        self._metric = metric(self.words, **given, jobs=None)

    def score_corpus(self, sources: Texts, hypotheses: Texts, references: Sequence[Texts]) -> float:
        """Return the score of a corpus, as `fastgec` prints it."""
        return float(self._metric.evaluate(*self._given(sources, hypotheses, references)))

    def score_sentence(
        self, sources: Texts, hypotheses: Texts, references: Sequence[Texts]
    ) -> list[float]:
        """Return the score of each sentence alone."""
        found = self._metric.sentence_scores(*self._given(sources, hypotheses, references))
        return found.tolist()

    def _given(
        self, sources: Texts, hypotheses: Texts, references: Sequence[Texts]
    ) -> tuple[Any, Any]:
        """Return a system and gold as the metric reads them."""
        return list(hypotheses), References(list(sources), [list(one) for one in references])


class FastgecGREEN(FastgecMetric):
    """GREEN."""


class FastgecGLEU(FastgecMetric):
    """GLEU."""

    words = "gleu"


class FastgecIMeasure(FastgecMetric):
    """The I-measure."""

    words = "imeasure"


class FastgecERRANT(FastgecMetric):
    """ERRANT, of edits that it makes of the texts."""

    words = "errant"

    def __init__(self, config: Any = None) -> None:
        """Take a config; the model is loaded when it is first needed."""
        from fastgec.annotate.analyses import Analyser

        super().__init__(config)
        self._analyser = Analyser()

    def _given(
        self, sources: Texts, hypotheses: Texts, references: Sequence[Texts]
    ) -> tuple[Any, Any]:
        from fastgec.metrics.errant.texts import annotate

        settings: dict[str, Any] = {"analyser": self._analyser, "tells": False}
        edits = annotate(list(sources), list(hypotheses), name="hypotheses", **settings)
        texts = [list(one) for one in references]
        return edits, annotate(list(sources), *texts, name="references", **settings)


class FastgecM2(FastgecMetric):
    """MaxMatch, against the edits of an M2 file."""

    words = "m2"

    @dataclass
    class Config(FastgecMetric.Config):
        """Options.

        gold  path of an M2 file that has the source sentences
        """

        gold: str = ""

    def __init__(self, config: Any = None) -> None:
        """Take a config, and read its gold.

        Raises:
            ValueError: no gold.
            FormatError: gold that cannot be read.
        """
        super().__init__(config)
        if not self.config.gold:
            raise ValueError("M2 requires Config(gold='FILE.m2')")
        self._gold = read_gold(self.config.gold)
        self._known = Known(self._gold)

    def _given(
        self, sources: Texts, hypotheses: Texts, references: Sequence[Texts]
    ) -> tuple[Any, Any]:
        own = self._gold.sources
        is_whole = len(sources) == len(own) and all(
            own[n].split() == source.split() for n, source in enumerate(sources)
        )
        if is_whole:
            return list(hypotheses), self._gold
        part = self._known.part({"source": list(sources)}, len(sources))
        return list(hypotheses), self._gold.take(part.numbers)


METRICS = (FastgecM2, FastgecERRANT, FastgecGREEN, FastgecGLEU, FastgecIMeasure)


def register() -> list[str]:
    """Add the metrics to gec-metrics' registry, and return their ids there.

    After it, `gec_metrics.get_metric("fastgecgreen")` is `FastgecGREEN`.
    """
    found = {one.__name__.lower(): one for one in METRICS}
    theirs.METRIC_ID2CLS.update(found)
    return [*found]


if __name__ == "__main__":
    from gec_metrics.cli.evaluate import main

    # As a program this module is __main__: what is registered must be what others import.
    from fastgec.bridges import gec_metrics as own

    own.register()
    main()
