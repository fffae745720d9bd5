"""Scores of sentences by another tool, as fastgec reads them: scores:NAME=FILE.

    python other_scores.py bleu -s source.txt -r ref0.txt -c a.txt b.txt -o bleu.jsonl
    python other_scores.py impara -s source.txt -c a.txt b.txt -o impara.jsonl
    fastgec compare a.txt b.txt --metric scores:IMPARA=impara.jsonl

bleu and chrf need sacrebleu, all others are metrics of gec-metrics by their id there (scribendi,
impara, some, bertscore ...), which load the models that they need.
"""

import argparse
import json
from pathlib import Path


def read(path):
    """Return the sentences of a file."""
    return Path(path).read_text(encoding="utf-8").splitlines()


def by_sacrebleu(name, hypotheses, references):
    """Return BLEU or chrF of each sentence, from 0 to 1."""
    from sacrebleu.metrics import BLEU, CHRF

    metric = BLEU(effective_order=True, tokenize="none") if name == "bleu" else CHRF()
    every = zip(hypotheses, *references, strict=True)
    scores = [metric.sentence_score(text, others).score / 100 for text, *others in every]
    return [min(score, 1.0) for score in scores]  # theirs may be 100.00000000000004


def by_gec_metrics(name, source, hypotheses, references):
    """Return the scores of a metric of gec-metrics; fastgec refuses those beyond -1 to 1."""
    import gec_metrics
    from gec_metrics.metrics import inputs_handler

    metric_class = gec_metrics.get_metric(name)
    metric = metric_class(metric_class.Config())
    inputs = inputs_handler(metric, source, hypotheses, references)
    return metric.score_sentence(**inputs)


def main():
    """Write a line for each system and sentence."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("metric")
    parser.add_argument("-s", "--source", required=True)
    parser.add_argument("-r", "--references", nargs="*", default=[])
    parser.add_argument("-c", "--systems", nargs="+", required=True)
    parser.add_argument("-o", "--output", required=True)
    given = parser.parse_args()
    source, references = read(given.source), [read(path) for path in given.references]
    with Path(given.output).open("w", encoding="utf-8") as file:
        for path in given.systems:
            hypotheses = read(path)
            if given.metric in ("bleu", "chrf"):
                scores = by_sacrebleu(given.metric, hypotheses, references)
            else:
                scores = by_gec_metrics(given.metric, source, hypotheses, references)
            for number, score in enumerate(scores, 1):
                line = {"system": Path(path).stem, "sentence": number, "score": float(score)}
                print(json.dumps(line), file=file)


if __name__ == "__main__":
    main()
