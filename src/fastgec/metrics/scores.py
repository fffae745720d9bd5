"""What the score of every metric can do, whatever it is made of: a base, and numbers with names.

A metric's score is a frozen dataclass made from `Score`. It says which numbers it has (`measures`)
and which of them is the score (`main`); then it has a `value`, a `to_dict` for loggers, a short
`repr` and a table for notebooks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields
from importlib import import_module
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from fastgec.glimpse import html_table, short


class Measure(NamedTuple):
    """A number of a score, and what it is.

    name     for programs
    heading  for people
    value    the number
    kind     "count", or a sum of weights; "score", at most 1, of which the largest is the best, and
             at least 0 unless the metric says that a system made text worse (the I-measure);
             "spread", in [0, 1]; "setting", by which scores are told apart, such as one of several
             betas
    """

    name: str
    heading: str
    value: Any
    kind: str = "score"


class Vacuous(float):
    """A ratio of nothing, which holds by definition alone: the precision of no proposal.

    Tables show a dash, and it is never the best; programs see the number.
    """

    __slots__ = ()

    @staticmethod
    def unless(value: float, number: float) -> float:
        """Return a share of some number, which is vacuous where that is 0.

        >>> isinstance(Vacuous.unless(1.0, 0), Vacuous), isinstance(Vacuous.unless(1.0, 2), Vacuous)
        (True, False)
        """
        return value if number else Vacuous(value)


class Row(NamedTuple):
    """A score as names and values, of which the report makes text.

    measures  the columns of a table
    content   what JSON says; intervals follow it
    details   what JSON says after that, such as a list of parts
    note      what readers of a table have to know
    """

    measures: tuple[Measure, ...]
    content: Mapping[str, Any]
    details: Mapping[str, Any] = MappingProxyType({})
    note: str = ""

    def measure(self, name: str) -> Measure:
        """Return the measure of a name."""
        return next(measure for measure in self.measures if measure.name == name)


class Result(ABC):
    """The base of what scores and comparisons return: a number, names and values, a table."""

    __slots__ = ()

    @property
    @abstractmethod
    def value(self) -> float:
        """The main number."""

    @abstractmethod
    def to_dict(self, prefix: str = "") -> dict[str, Any]:
        """Return names and values, flat."""

    def __float__(self) -> float:
        return float(self.value)

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame` of one row, with the columns of `to_dict`.

        Raises:
            ImportError: pandas is not installed.
        """
        return data_frame([self.to_dict()])


def data_frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return a `pandas.DataFrame` of rows.

    Raises:
        ImportError: pandas is not installed.
    """
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError(f"to_pandas needs {error.name}: pip install pandas") from error
    return pandas.DataFrame(list(rows))


class Score(Result):
    """The base of every metric's score.

    main   the attribute that is the score, such as "f"
    shown  attributes that tell scores of the metric apart, for `repr`
    """

    __slots__ = ()

    main: ClassVar[str]
    shown: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        """Keep the short `repr`: a dataclass makes its own only where a class has none yet."""
        super().__init_subclass__(**more)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Score.__repr__  # type: ignore[method-assign]

    @abstractmethod
    def measures(self) -> tuple[Measure, ...]:
        """Return the numbers of the score, in the order of a table."""

    @property
    def value(self) -> float:
        """The score, at most 1: the same name whatever the metric.

        Example:
            >>> from fastgec import m2
            >>> score = m2.M2Score(correct=4, proposed=5, gold=8, beta=0.5)
            >>> score.value == score.f
            True
        """
        return float(getattr(self, self.main))

    def to_dict(self, prefix: str = "") -> dict[str, float]:
        """Return names and numbers, flat, as loggers of training and sheets take them.

        Args:
            prefix: what stands before each name, such as "m2/".

        Returns:
            Scores and spreads as fractions, and counts; without settings, and without what there is
            none of (bounds of GLEU where nothing was drawn).

        Example:
            >>> from fastgec import m2
            >>> m2.M2Score(correct=4, proposed=5, gold=8, beta=0.5).to_dict("dev/")["dev/precision"]
            0.8
        """
        return {
            prefix + measure.name: float(value) if isinstance(value, Vacuous) else value
            for measure in self.measures()
            if measure.kind != "setting" and (value := measure.value) is not None
        }

    def __eq__(self, other: object) -> bool:
        """Whether two scores are made of the same numbers; arrays are compared as a whole."""
        if type(other) is not type(self):
            return NotImplemented
        return self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[Any, ...]:
        values = (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]
        return tuple(
            (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
            for value in values
        )

    def __repr__(self) -> str:
        numbers = self.to_dict()
        first = {self.main: numbers.pop(self.main)}
        settings = {name: getattr(self, name) for name in self.shown}
        return short(type(self).__name__, {**first, **numbers, **settings})

    def _repr_html_(self) -> str:
        settings = ", ".join(f"{name} {getattr(self, name)}" for name in self.shown)
        caption = f"{type(self).__name__}{f' ({settings})' if settings else ''}, scores in per cent"
        measures = [measure for measure in self.measures() if measure.kind != "setting"]
        row = [_cell(measure) for measure in measures]
        return html_table(caption, [measure.heading for measure in measures], [row])


def _cell(measure: Measure) -> str:
    if measure.value is None or isinstance(measure.value, Vacuous):
        return "-"
    if measure.kind == "count":
        return f"{measure.value:.2f}" if isinstance(measure.value, float) else str(measure.value)
    return f"{100 * measure.value:.2f}"
