"""`fastgec weights`: edits that a model gives weights to, and scores by these weights.

Each module has `add_arguments(parser)` and `run(options)`, as the commands beside this folder.
"""

from __future__ import annotations

DESCRIPTION = (
    "Scores where each edit has a weight, as in PT-M2 and PT-ERRANT: 'edits' writes what a\n"
    "model of yours is to weigh, 'score' reads its weights. No model is in fastgec."
)
EXAMPLES = (
    "examples:\n"
    "  fastgec weights edits system.txt gold.m2 -o edits.jsonl\n"
    "  fastgec weights score system.txt gold.m2 --weights weights.txt"
)
# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "edits": "each edit with its sentence, and with the sentence that it alone makes",
    "score": "precision, recall, F of sums of weights",
}
