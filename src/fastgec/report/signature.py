"""The signature: one line that names everything which produced a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fastgec._version import __version__


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What is known of a source and its references, or of a range of their sentences.

    sentences    how many were scored
    references   how many there are of each
    fingerprint  of source and references
    first        number of sentences before them
    is_part      whether they are only a range of the sentences
    """

    sentences: int
    references: int
    fingerprint: str
    first: int = 0
    is_part: bool = False

    def as_dict(self) -> dict[str, int | str]:
        """Return the facts by name."""
        span = f"{self.first + 1}-{self.first + self.sentences}"
        return {
            "sentences": self.sentences,
            **({"range": span} if self.is_part else {}),
            "references": self.references,
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
