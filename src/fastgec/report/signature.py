"""The signature: one line that names everything which produced a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastgec._version import __version__


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a gold standard, or of a range of its sentences.

    sentences    how many were scored
    gold         more of the whole gold by name: its annotators, or how many references there are
    fingerprint  of the whole gold
    first        number of sentences before them
    is_part      whether they are only a range of the sentences
    """

    sentences: int
    gold: Mapping[str, Any]
    fingerprint: str
    first: int = 0
    is_part: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the facts by name."""
        span = f"{self.first + 1}-{self.first + self.sentences}"
        return {
            "sentences": self.sentences,
            **({"range": span} if self.is_part else {}),
            **self.gold,
            "gold": self.fingerprint,
        }


def signature(metric: str, parameters: Mapping[str, object], facts: Mapping[str, object]) -> str:
    """Join metric, parameters, facts about the data and the version into one line.

    >>> signature("m2", {"beta": 0.5}, {"sentences": 2}).rpartition("|")[0]
    'fastgec.m2|beta:0.5|sentences:2'
    """
    parts = [f"fastgec.{metric}"]
    parts += [f"{name}:{_text(value)}" for name, value in {**parameters, **facts}.items()]
    return "|".join([*parts, f"version:{__version__}"])


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ",".join(map(_text, value))
    return str(value)
