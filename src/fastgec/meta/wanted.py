"""Metrics that are to be judged, in a few words.

    m2, green:char, gleu:equation,char,6    metrics of the package, see `metrics.spec`
    imeasure:mix                            the I-measure in mix mode, of the card's gold
    scores:NAME=FILE                        scores of any other tool, by system or by sentence

A metric that has a beta and is given one (green:beta=2) is judged at that beta alone, and its name
has it; so is one that is given its default (green:beta=1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from fastgec.corpus.errors import visible
from fastgec.metrics import METRICS
from fastgec.metrics.declarations import as_dict
from fastgec.metrics.spec import Asked, asked

GIVEN = "scores:"
MIX = "mix"
LONGEST = 200  # characters of a name


class Wanted(NamedTuple):
    """A metric that is to be judged.

    name      in results, such as "green-char-n6"
    asked     a metric of the package; None where scores are given
    file      that scores are given in, "" for a metric of the package
    has_beta  whether a beta of its own was asked for
    """

    name: str
    asked: Asked | None
    file: str = ""
    has_beta: bool = False

    @property
    def is_swept(self) -> bool:
        """Whether its beta may be looked for."""
        return self.asked is not None and bool(self.asked.metric.swept) and not self.has_beta


def wanted(words: Iterable[str]) -> list[Wanted]:
    """Understand metrics.

    Args:
        words: of each.

    Raises:
        ValueError: what is no metric, or two of one name.

    Example:
        >>> [one.name for one in wanted(["green:char", "gleu:equation", "m2", "errant:cse"])]
        ['green-char-n6', 'gleu-equation-word-n4', 'm2', 'errant-cse']
        >>> wanted(["errant:without=R:VERB:SVA"])[0].name, wanted(["scores:Mine=mine.tsv"])[0].name
        ('errant-cs-without=R:VERB:SVA', 'Mine')
    """
    found: list[Wanted] = []
    for one in words:
        made = _given(one) if one.startswith(GIVEN) else of_package(_asked(one))
        for other in found:
            if other.name == made.name:
                raise ValueError(f"metric {made.name!r} found twice, expected it once")
        found.append(made)
    return found


def _asked(words: str) -> Asked:
    """Understand a metric of the package; "mix" is a word of those that mix candidates."""
    name, _, rest = words.partition(":")
    parts = [part.strip() for part in re.split("[:,]", rest)]
    if MIX not in parts or name.strip() not in METRICS:
        return asked(words)
    parts.remove(MIX)
    one = asked(f"{name}:{','.join(parts)}")
    if not hasattr(one.parameters, "mixed"):
        return asked(words)  # which refuses the word
    mixed = replace(one.parameters, **one.metric.of_edits, mixed=one.scoring.words)
    return one._replace(parameters=mixed, label=f"{one.label}:{MIX}")


def of_package(one: Asked) -> Wanted:
    """Return a metric of the package as it is to be judged."""
    return Wanted(_name(one), one, has_beta=one.metric.swept in one.given)


def _given(words: str) -> Wanted:
    name, equals, file = words.removeprefix(GIVEN).partition("=")
    if not equals or not name.strip() or not file:
        raise ValueError(f"metric {visible(words)!r}, expected scores:NAME=FILE")
    if len(name) > LONGEST or not name.isprintable():
        raise ValueError(f"metric {visible(words[:40])!r}, expected a name of {LONGEST} letters")
    return Wanted(name.strip(), None, file)


def _name(one: Asked) -> str:
    """Return the name of a metric in results.

    Variant, unit and order are always said, and what must agree of edits; the rest where it differs
    from the metric's defaults.
    """
    made = as_dict(one.parameters) | as_dict(one.scoring)
    defaults = as_dict(one.metric.parameters()) | as_dict(one.metric.scoring())
    words = [one.metric.name]
    always: list[str] = [name for name in ("variant", "unit", "order") if name in made]
    if one.metric.reads == "pairs" and "mode" in made:
        always.append("mode")
    if made.get("mixed"):  # of gold in M2, which has its own way to cut corrections
        defaults |= one.metric.of_edits
    for field in always:
        words.append(f"n{made[field]}" if field == "order" else str(made[field]))
    for field, value in made.items():
        if field == one.metric.swept and field in one.given:
            words.append(f"b{value:g}")
        elif field in always or value == defaults[field]:
            continue
        elif field == "mixed":
            words.append("mix")
        else:
            words.append(f"{field.replace('_', '-')}={value}")
    return "-".join(words)
