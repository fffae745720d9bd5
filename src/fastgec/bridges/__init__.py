"""Bridges to programs that train and evaluate models: rewards, and a metric with states.

    trl           a reward function for TRL's trainers
    verl          a reward function for verl
    torchmetrics  a metric whose states processes join (needs torchmetrics)
    gec_metrics   metrics for the registry of gec-metrics (needs gec-metrics)
    corpus        the score of a corpus from outputs in any order, for harnesses
    reward        the reward behind `trl` and `verl`: metrics, weights, samples
    standards     which sentence of the gold a row is held against; a user's own ids of its
                  sentences; strings and messages as text; samples as edits, for ERRANT and
                  CLEME

Only `torchmetrics` and `gec_metrics` import a library of others. Use: `docs/training.md`.
"""
