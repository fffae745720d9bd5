"""Readers of options: text to a value, or to a message with the expected form."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from fastgec.fscore import LARGEST_BETA
from fastgec.metrics.declarations import declaration_of
from fastgec.parameters import MAX_RESAMPLES

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from fastgec.read.span import Span

MAX_ORDER = 1000  # of n-grams, as the kernel has it
MAX_DIGITS = 1074  # no float64 has more after the point


def sentence_range(text: str) -> Span:
    """Read a range of sentences: A:B from 1, the last included; either may be missing."""
    from fastgec.read.span import Span

    first, colon, last = text.partition(":")
    if not colon or not (first or last):
        raise argparse.ArgumentTypeError(f"{text!r}: expected A:B, A: or :B")
    try:
        return Span(positive(first) - 1 if first else 0, positive(last) if last else None)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def positive(text: str) -> int:
    """Read a whole number from 1."""
    value = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= value <= 0x3FFFFFFF:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1")
    return value


def resamples(text: str) -> int:
    """Read a number of resamples."""
    value = positive(text)
    if value > MAX_RESAMPLES:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to {MAX_RESAMPLES}")
    return value


def share(text: str, least: float = 0.0) -> float:
    """Read a number from the least one to 1, or per cent: 80% is 0.8."""
    try:
        value = float(text.removesuffix("%"))
        if text.endswith("%"):
            from decimal import Decimal

            value = float(Decimal(text[:-1]) / 100)  # 35.01 / 100 is another number than 0.3501
    except (ArithmeticError, ValueError):
        value = math.nan
    if not least <= value <= 1:
        expected = (
            f"expected a number from {least:g} to 1, or per cent, such as {_as_percent(text)}"
        )
        raise argparse.ArgumentTypeError(f"{text!r}: {expected}")
    return value


def _number(text: str) -> float:
    """Return a number; NaN, which no bound allows, for what is none."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def level(text: str) -> float:
    """Read a level of significance: a number between 0 and 1."""
    value = _number(text)
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number between 0 and 1")
    return value


def _as_percent(text: str) -> str:
    return f"{text}%" if text.isascii() and text.isdigit() and int(text) <= 100 else "80%"


def order(text: str) -> int:
    """Read the highest order of n-grams."""
    value = positive(text)
    if value > MAX_ORDER:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to {MAX_ORDER}")
    return value


def natural(text: str) -> int:
    """Read a whole number from 0."""
    if not (text.isascii() and text.isdigit() and int(text) <= 0x3FFFFFFF):
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected a whole number from 0 to {0x3FFFFFFF}"
        )
    return int(text)


def finite_beta(text: str) -> float:
    """Read a weight of recall: a finite number from 0, not so large that its square is none."""
    value = _number(text)
    if not 0 <= value <= LARGEST_BETA:
        expected = f"expected a number from 0 to {LARGEST_BETA:g}"
        raise argparse.ArgumentTypeError(f"{text!r}: {expected}")
    return value


def any_beta(text: str) -> float:
    """Read a weight of recall: a number from 0, or infinite."""
    value = _number(text)
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 or 'inf'")
    return value


def digits(text: str) -> int:
    """Read a number of digits: a whole number, of which those below 0 are taken for 0."""
    try:
        value = int(text)
    except ValueError:
        value = MAX_DIGITS + 1
    if value > MAX_DIGITS:
        expected = f"expected a whole number to {MAX_DIGITS}"
        raise argparse.ArgumentTypeError(f"{text!r}: {expected}")
    return value


def named_metric(words: Sequence[str]) -> str | None:
    """Return the metric that arguments name."""
    found = dict(pairwise(words)).get("--metric")
    return next((word[9:] for word in words if word.startswith("--metric=")), found)


def required_metric(names: Iterable[str]) -> str:
    """Return what is wrong where text references stand without --metric.

    Args:
        names: of metrics that the command knows.
    """
    known = [name for name in names if declaration_of(name).reads == "references"]
    return f"--metric is required with text references: {', '.join(known)}"
