"""What `gec.yaml` asks for: the answer of each sentence with its number, and the score of all.

The harness has several processes, which collect answers in an order of their own, so each answer
keeps the number of its sentence. F0.5 of a corpus is no mean of sentences: it is made at the end.
"""

from fastgec.bridges.corpus import CorpusScore

GOLD = "gold.m2"


def process_results(doc, results):
    """Return the answer to one sentence."""
    return {"m2": (doc["id"], results[0].strip())}


def m2(items):
    """Return F0.5 of all answers."""
    return CorpusScore("m2", gold=GOLD)(items).value
