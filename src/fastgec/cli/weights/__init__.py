"""`fastgec weights`: edits that a model gives weights to, and scores by these weights.

Each module has `add_arguments(parser)` and `run(options)`, as the commands beside this folder.
"""

from __future__ import annotations

# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "edits": "each edit with its sentence, and with the sentence that it alone makes",
    "score": "precision, recall, F of sums of weights",
}
