r"""A reward function for the trainers of TRL: GRPO, RLOO and others that take `reward_funcs`.

Such a trainer calls it with keywords: `prompts`, `completions` (strings, or lists of messages), and
a list for each other column of the data set, with an entry for each sample. It returns a list of
float, or None for a sample without gold. Nothing of TRL is imported.

    from fastgec.bridges import trl
    trainer = GRPOTrainer(model, reward_funcs=trl.reward("m2", gold="gold.m2"), ...)

Example:
    >>> from fastgec import Gold
    >>> f = reward("m2", gold=Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n"))
    >>> f(prompts=["a b"] * 2, completions=["c b", "a b"], id=[0, 0])
    [1.0, 0.0]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from fastgec.bridges.reward import Reward, Weighted


class RewardFunction:
    """A reward as TRL calls it; it has a name, by which the trainer logs it."""

    def __init__(self, scored: Reward, name: str | None = None) -> None:
        """Take the reward, and its name in logs (None: that of its metrics)."""
        self.reward = scored
        self.__name__ = name or scored.name

    def __repr__(self) -> str:
        return f"{self.__name__}: {self.reward!r}"

    def __call__(
        self, completions: Sequence[Any], *, prompts: Sequence[Any] | None = None, **columns: Any
    ) -> list[float | None]:
        """Return the reward of each completion.

        A mixture also logs the mean of each of its metrics where the trainer hands over how
        (`log_metric`).

        Args:
            completions: strings, or lists of messages.
            prompts: not read: the source is in a column, without instructions around it.
            **columns: those of the data set, and what else the trainer knows.

        Raises:
            TypeError: completions that are no text, or a second argument without its name.
            ValueError: columns that are missing or do not fit; it names the row, from 0.
        """
        found = self.reward(completions, columns)
        log = columns.get("log_metric")
        if callable(log) and len(found.parts) > 1:
            for label, scores in found.parts.items():
                known = [score for score in scores if score is not None]
                if known:
                    log(f"{self.__name__}/{label}", math.fsum(known) / len(known))
        return found.values


def reward(metric: Weighted = "m2", *, name: str | None = None, **settings: Any) -> RewardFunction:
    """Return a reward function for `reward_funcs`.

    Args:
        metric: words of a metric, or a dict of words and weights.
        name: what the trainer's logs call it.
        **settings: `gold`, `references`, `ids`, `columns`, `answer`, `no_answer`, `retokenize`,
            `clean`, `edits`, `jobs`: see `fastgec.bridges.reward.Reward`.

    Raises:
        ValueError: as `Reward`.
        FormatError: gold that cannot be read.

    Example:
        >>> f = reward({"green": 0.5, "gleu": 0.5}, name="both")
        >>> f(completions=["a c d e"], source=["a b d e"], references=[["a c d e"]])
        [1.0]
    """
    return RewardFunction(Reward(metric, **settings), name)
