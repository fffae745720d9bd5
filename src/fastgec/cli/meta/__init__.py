"""`fastgec meta`: correlates metrics with human judgments, with intervals and tests.

    cards      `fastgec meta CONFIG.toml`: metrics against people (OWN)
    human      `fastgec meta human`: human scores of systems, from rankings, ratings or scores
    card       `fastgec meta card`: a config file for a checkout of public judgments
    green2024  `fastgec meta green2024`: the table of Koyama et al. (2024) made again

Each module has `add_arguments(parser)` and `run(options)`, as the commands beside this folder.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from typing import Any

# The module of `fastgec meta CONFIG.toml`; "" where there is none.
OWN = "cards"

# Name of the command and of its module: a line of help.
COMMANDS: dict[str, str] = {
    "human": "human scores of systems: expected wins, TrueSkill, means, rank ranges",
    "card": "config file of public judgments: GJG15, GMEG, SEEDA",
    "green2024": "table 2 of the GREEN paper (Koyama et al., 2024), reproduced",
}


def command(name: str) -> Any:
    """Return the module of a command of the group."""
    return import_module(f"fastgec.cli.meta.{name}")
