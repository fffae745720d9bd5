"""fastgec as a metric of Hugging Face evaluate: loaded by the path of this file, without a network.

    import evaluate
    metric = evaluate.load("evaluate_metric.py", "green:char,beta=2")
    metric.compute(predictions=[...], sources=[...], references=[[...], ...])

The name of the configuration is that of the metric, in the words of `fastgec run`; the default is
m2. For metrics that read edits (m2), each entry of `references` is a list of one M2 block: the
line of the sentence and the lines of its edits. For others it is a list of corrected texts.
"""

import datasets
import evaluate

from fastgec import Gold, References
from fastgec.metrics.functions import evaluate as evaluate_systems
from fastgec.metrics.spec import metric_spec

DESCRIPTION = "Scores of grammatical error correction by fastgec: MaxMatch, GREEN, GLEU, I-measure."


class FastgecMetric(evaluate.Metric):
    """The score of a corpus, and the numbers that it is made of."""

    def _info(self):
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation=self._asked().metric.bibtex,
            inputs_description=__doc__,
            features=datasets.Features(
                {
                    "predictions": datasets.Value("string"),
                    "sources": datasets.Value("string"),
                    "references": datasets.Sequence(datasets.Value("string")),
                }
            ),
        )

    def _asked(self):
        words = self.config_name
        return metric_spec("m2" if words in (None, "default") else words)

    def _compute(self, predictions, sources, references):
        one = self._asked()
        if one.metric.reads == "pairs":
            raise ValueError(f"{one.metric.name} compares edits, expected a metric of texts")
        if one.metric.reads == "edits":
            gold = Gold.parse("\n\n".join(block.strip() for (block,) in references))
            given = ["".join(source.split()) for source in sources]
            known = ["".join(gold.sources[s].split()) for s in range(len(gold))]
            if given != known:
                raise ValueError("sources are not those of the M2 blocks, expected the same")
        else:
            gold = References.of_sentences(sources, references)
        [score] = evaluate_systems(one.metric, [predictions], gold, one.parameters, one.scoring)
        return score.to_dict()
