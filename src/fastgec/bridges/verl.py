r"""A reward function for verl: one answer a call, or a batch.

verl reads it from a Python file (`custom_reward_function.path` and `.name`) and calls it with
`data_source, solution_str, ground_truth, extra_info`, or, as a batch, with the plural names. It
returns the reward, or for a mixture a dict of the `score` and of each metric's own; for a batch a
list of these. Nothing of verl is imported.

    # reward.py
    from fastgec.bridges import verl
    compute_score = verl.reward("m2", gold="gold.m2")

Without a file of your own, `pkg://fastgec.bridges.verl` has `compute_score`, and its settings
are `reward_kwargs`.

`ground_truth` is what the row is held against: the id of its sentence, where gold or references
were given beforehand; else an M2 block, or a reference, or a list of them. A dict names columns:
{"source": ..., "references": [...]}. What is not in it is looked up in `extra_info`. verl knows no
sample without gold: that is an error here.

Example:
    >>> compute_score = reward("green:n=1")
    >>> compute_score("jfleg", "a c", ["a c", "a d"], {"source": "a b"})
    1.0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any

from fastgec.bridges.reward import Reward, Weighted

Score = float | dict[str, float]
SETTINGS = frozenset(
    ("metric", "gold", "references", "ids", "columns", "answer", "no_answer", "retokenize")
) | {"clean", "edits", "jobs"}


class RewardFunction:
    """A reward as verl calls it."""

    def __init__(self, scored: Reward, *, is_by_id: bool, reads: str) -> None:
        """Take the reward.

        Args:
            scored: what scores.
            is_by_id: whether a ground truth that is no dict is an id.
            reads: what it is otherwise: "gold" or "references".
        """
        self.reward = scored
        self.__name__ = scored.name
        self._truth = "id" if is_by_id else reads

    def __repr__(self) -> str:
        return f"{self.__name__}: {self.reward!r}"

    def __call__(
        self,
        data_source: Any = None,
        solution_str: Any = None,
        ground_truth: Any = None,
        extra_info: Mapping[str, Any] | None = None,
        *,
        data_sources: Any = None,
        solution_strs: Sequence[str] | None = None,
        ground_truths: Sequence[Any] | None = None,
        extra_infos: Sequence[Mapping[str, Any] | None] | None = None,
        **more: Any,
    ) -> Score | list[Score]:
        """Return the reward of one answer, or of each of a batch (the plural names).

        Raises:
            TypeError: no answer, or one that is no text.
            ValueError: gold that is missing or does not fit; it names the row, from 0.
        """
        if unread := SETTINGS & set(more):
            raise TypeError(
                f"{', '.join(sorted(unread))}: the function was made without it; give "
                "it to verl.reward, or use compute_score"
            )
        if solution_strs is not None:
            if solution_str is not None or ground_truth is not None:
                raise TypeError(
                    "solution_strs and solution_str or ground_truth are mutually exclusive"
                )
            truths = [None] * len(solution_strs) if ground_truths is None else ground_truths
            infos = [None] * len(solution_strs) if extra_infos is None else extra_infos
            return self._scores(list(solution_strs), truths, infos)
        if solution_str is None:
            raise TypeError("solution_str or solution_strs is required")
        return self._scores([solution_str], [ground_truth], [extra_info])[0]

    def _scores(
        self,
        texts: list[str],
        truths: Sequence[Any],
        infos: Sequence[Mapping[str, Any] | None],
    ) -> list[Score]:
        if not len(texts) == len(truths) == len(infos):
            raise ValueError(
                f"{len(truths)} ground_truths and {len(infos)} extra_infos, expected "
                f"{len(texts)} as solution_strs"
            )
        if not texts:
            return []
        rows = [self._row(truth, info) for truth, info in zip(truths, infos, strict=True)]
        names = dict.fromkeys(name for row in rows for name in row)
        columns = {name: [row.get(name) for row in rows] for name in names}
        values, parts = self.reward(texts, columns)
        found: list[Score] = []
        for number, value in enumerate(values):
            if value is None:
                raise ValueError(
                    f"row {number}: no gold in ground_truth {truths[number]!r:.80} and "
                    "extra_info: every row requires gold"
                )
            own = {label: scores[number] for label, scores in parts.items()}
            named = {label: score for label, score in own.items() if score is not None}
            found.append({"score": value, **named} if len(parts) > 1 else value)
        return found

    def _row(self, truth: Any, info: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the columns of a row, by the names of the batch."""
        row = {name: value for name, value in (info or {}).items() if name in self.reward.columns}
        if isinstance(truth, Mapping):
            return {**row, **truth}
        name = self.reward.names[self._truth]
        if truth is not None and name is not None:
            row[name] = truth
        return row


def reward(metric: Weighted = "m2", **settings: Any) -> RewardFunction:
    r"""Return a reward function for `custom_reward_function`.

    Args:
        metric: words of a metric, or a dict of words and weights.
        **settings: `gold`, `references`, `ids`, `columns`, `answer`, `no_answer`, `retokenize`,
            `clean`, `edits`, `jobs`: see `fastgec.bridges.reward.Reward`.

    Raises:
        ValueError: as `Reward`.
        FormatError: gold that cannot be read.

    Example:
        >>> compute_score = reward({"m2": 0.5, "m2:detection": 0.5})
        >>> compute_score("fce", "c b", "S a b\nA 0 1|||R|||d|||||||||0")
        {'score': 0.5, 'm2': 0.0, 'm2:detection': 1.0}
    """
    scored = Reward(metric, **settings)
    is_by_id = settings.get("gold") is not None or settings.get("references") is not None
    return RewardFunction(scored, is_by_id=is_by_id, reads=scored.standard)


_MADE: dict[Any, tuple[RewardFunction, Any]] = {}  # by their settings: gold is read once


def compute_score(*arguments: Any, **more: Any) -> Score | list[Score]:
    r"""Return rewards as a function of `reward` does, made of the settings among the keywords.

    Args:
        *arguments: as verl gives them.
        **more: likewise, and `reward_kwargs`: the settings of `reward`, mostly of YAML.

    Raises:
        TypeError: as the function.
        ValueError: as the function, and as `reward`.

    Example:
        >>> compute_score("jfleg", "a c", ["a c"], {"source": "a b"}, metric="green:n=1")
        1.0
    """
    settings = {name: more.pop(name) for name in sorted(SETTINGS & set(more))}
    key = tuple((name, _key(value)) for name, value in settings.items())
    if key not in _MADE:
        _MADE[key] = reward(**settings), settings  # which are kept, as long as their ids are keys
    return _MADE[key][0](*arguments, **more)


def _key(value: Any) -> Any:
    """Return what tells a setting from others."""
    if isinstance(value, Mapping):
        return tuple(value.items())
    return value if isinstance(value, str | int | float | NoneType) else id(value)
