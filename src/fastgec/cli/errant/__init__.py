"""`fastgec errant`: commands of their own for what ERRANT's programs do, a module each.

Each module has `add_arguments(parser)` and `run(options)`, as the commands beside this folder.
"""

# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "parallel": "a source and its corrections to M2: edits with types",
    "m2": "M2 to M2: people's edits with types, or edits made anew",
}
