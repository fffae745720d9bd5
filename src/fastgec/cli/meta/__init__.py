"""`fastgec meta`: which metric agrees with people, and how sure that is.

`fastgec meta CARD.toml` is the module OWN; a word behind `meta` is a command of its own, a module
each. Each has `add_arguments(parser)` and `run(options)`, as the commands beside this folder.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

# The module of `fastgec meta CARD.toml`; "" where there is none.
OWN = "cards"

# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "human": "human scores of systems: expected wins, TrueSkill, means, rank ranges",
    "card": "write the corpus card of public judgments: GJG15, GMEG, SEEDA",
    "green2024": "a table of the paper of GREEN (Koyama et al., 2024) beside ours",
}


def command(name: str) -> Any:
    """Return the module of a command of the group."""
    return import_module(f"fastgec.cli.meta.{name}")
