"""`fastgec errant`: commands of their own for what ERRANT's programs do, a module each.

Each module has `add_arguments(parser)` and `run(options)`, as the commands beside this folder.
"""

from __future__ import annotations

# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "compare": "precision, recall, F of typed edits against edits: M2 files both",
    "score": "from texts to scores: annotate systems and references, then compare",
    "parallel": "a source and its corrections to M2: edits with types",
    "m2": "M2 to M2: people's edits with types, or edits made anew",
}
