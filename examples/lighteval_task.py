"""A task of lighteval, scored by MaxMatch.

    lighteval accelerate MODEL gec --custom-tasks lighteval_task.py

A data set has the columns `id`, the number of each sentence in gold.m2, and `source`. Answers keep
that number: F0.5 of a corpus is no mean of sentences, and is made of all answers at the end.
"""

from lighteval.metrics.sample_preparator import Preparator
from lighteval.metrics.utils.metric_utils import CorpusLevelMetric
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc, SamplingMethod

from fastgec.bridges.corpus import CorpusScore

GOLD = "gold.m2"
DATA = "data"  # a data set of yours, with a split "test"


class Answers(Preparator):
    """Keeps the answer to a sentence, and which sentence it is."""

    def prepare(self, doc, model_response, **kwargs):
        """Return the number of the sentence and the answer."""
        return doc.specific["id"], model_response.final_text[0].strip()


def f_of(items):
    """Return F0.5 of all answers."""
    return CorpusScore("m2", gold=GOLD)(items).value


M2 = CorpusLevelMetric(
    metric_name="m2",
    higher_is_better=True,
    category=SamplingMethod.GENERATIVE,
    sample_level_fn=Answers(),
    corpus_level_fn=f_of,
)


def prompt(row, task_name=None):
    """Return a sentence as lighteval asks a model for it."""
    return Doc(
        task_name=task_name,
        query=f"Correct the grammar.\n{row['source']}\n",
        choices=[""],
        gold_index=0,
        specific={"id": row["id"]},
    )


TASKS_TABLE = [
    LightevalTaskConfig(
        name="gec",
        prompt_function=prompt,
        hf_repo=DATA,
        hf_subset="default",
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        metrics=[M2],
        generation_size=256,
        stop_sequence=["\n"],
    )
]
