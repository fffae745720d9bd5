"""A metric and its parameters in a few words, as lists of metrics name them.

    m2                        MaxMatch as `fastgec m2` scores
    m2:beta=1,release=3.2     parameters by name, as the options of the command are called
    green:char                a value that only one parameter can have needs no name
    green:char:6              a number alone is the highest order
    gleu:equation,word,n=3    ":" and "," part alike
    errant:without=R:VERB:SVA,M:DET,cse  types of edits, up to the next parameter
    scores:IMPARA=impara.jsonl  scores of sentences that another tool made (`metrics.other_scores`)

Parameters that are not named have their defaults, with one exception: in characters the highest
order is 6 (in words 4), as published for GREEN and GLEU in characters; `fastgec green -t char`
alone has 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fastgec.metrics import METRICS
from fastgec.metrics.base import AnyMetric, metric_named
from fastgec.metrics.declarations import GIVEN, Option, differing, options_of
from fastgec.read import shortened, visible

CHARACTER_ORDER = 6
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+|inf")
LONGEST = 40  # characters of a number
LONGEST_NAME = 200  # characters of the name of given scores
NO_OPTION = Option("")


class MetricSpec(NamedTuple):
    """A metric that a user named.

    metric      the metric
    parameters  the counting options
    scoring     the scoring options
    label       the shortest words for it, the same for equal ones
    heading     its display name, "" for the metric's own name of its score
    given       fields of parameters and scoring that were named, with the default's value or not
    """

    metric: AnyMetric
    parameters: Any
    scoring: Any
    label: str
    heading: str = ""
    given: frozenset[str] = frozenset()


def metric_spec(words: str, heading: str = "") -> MetricSpec:
    """Understand a metric and its parameters.

    Args:
        words: as above.
        heading: its display name.

    Raises:
        ValueError: no such metric or parameter, or a value out of range.

    Example:
        >>> metric_spec("green:char").label
        'green:char,n=6'
        >>> metric_spec("green:unit=word,beta=2").scoring
        Scoring(short='zero', beta=2.0)
        >>> metric_spec("m2:bets=1")
        Traceback (most recent call last):
        ValueError: metric 'm2:bets=1': no parameter 'bets', did you mean "beta"?
    """
    from fastgec.read.config import hint

    if words.startswith(GIVEN):
        return _given(words, heading)
    name, _, rest = words.partition(":")
    name = name.strip()
    if name not in METRICS:
        raise ValueError(f"no metric {name!r}, {hint(name, [*METRICS])}")
    metric = metric_named(name)
    fields = options_of(metric.parameters) | options_of(metric.scoring)
    given: dict[str, Any] = {}
    if rest and not fields:
        raise ValueError(f"metric {words!r}: expected {name}, which has no parameters")
    try:
        for word in _words(rest, fields):
            field, value = _value(word, fields)
            if field in given:
                raise ValueError(f"{field} is given twice: expected it once")
            given[field] = value
        if given.get("unit") == "char" and "order" in fields:
            given.setdefault("order", CHARACTER_ORDER)
        parameters = metric.parameters(**_of(metric.parameters, given))
        scoring = metric.scoring(**_of(metric.scoring, given))
    except ValueError as error:
        raise ValueError(f"metric {words!r}: {error}") from None
    label = _label(name, parameters, scoring)
    return MetricSpec(metric, parameters, scoring, label, heading, frozenset(given))


def _given(words: str, heading: str) -> MetricSpec:
    """Return scores that another tool made, as a metric."""
    from fastgec.metrics import other_scores

    name, file = named_file(words)
    parameters = other_scores.Parameters(name, file)
    return MetricSpec(
        other_scores.METRIC, parameters, other_scores.Scoring(), f"{GIVEN}{name}", heading or name
    )


def named_file(words: str) -> tuple[str, str]:
    """Return the name and the file of `scores:NAME=FILE`.

    Raises:
        ValueError: other words.

    Example:
        >>> named_file("scores:Mine=mine.jsonl")
        ('Mine', 'mine.jsonl')
    """
    name, equals, file = words.removeprefix(GIVEN).partition("=")
    if not equals or not name.strip() or not file:
        raise ValueError(f"metric {visible(words)!r}: expected scores:NAME=FILE")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(
            f"metric {visible(shortened(words))!r}: expected a name of {LONGEST_NAME} letters"
        )
    return name.strip(), file


def metric_specs(named: Iterable[tuple[str, str]]) -> list[MetricSpec]:
    """Understand several metrics.

    Args:
        named: heading and words of each.

    Raises:
        ValueError: as `metric_spec`, or a metric or heading is given twice.
    """
    found: list[MetricSpec] = []
    for heading, words in named:
        one = metric_spec(words, heading)
        for other in found:
            if other.label == one.label:
                raise ValueError(f"metric {one.label!r} is given twice: expected it once")
        found.append(one)
    return found


def relabelled(one: MetricSpec) -> MetricSpec:
    """Return the metric with the label of its parameters, after one was replaced."""
    return one._replace(label=_label(one.metric.name, one.parameters, one.scoring))


def _label(name: str, parameters: Any, scoring: Any) -> str:
    fields = options_of(type(parameters)) | options_of(type(scoring))
    words = []
    for field, value in differing(metric_named(name), parameters, scoring).items():
        _, option = fields[field]
        if option.choices is not None:
            words.append(str(value))
        elif isinstance(value, bool):
            words.append(field.replace("_", "-"))
        else:
            text = (
                f"{value:g}" if isinstance(value, float) and float(f"{value:g}") == value else value
            )
            words.append(f"{_short(field, option)}={text}")
    return f"{name}:{','.join(words)}" if words else name


def _short(field: str, option: Option) -> str:
    flags = [flag.lstrip("-") for flag in option.flags if flag.startswith("--") or field == "order"]
    return flags[0] if flags else field.replace("_", "-")


def _words(text: str, fields: Mapping[str, tuple[Any, Option]]) -> list[str]:
    """Return the parameters of a text, each in its own words.

    A value that is neither a number nor one of a few words is a list of types, which may contain
    ":" and ",". It ends before the next parameter: a word with "=", or without capitals.

    Example:
        >>> from fastgec.metrics.errant import Parameters
        >>> _words("without=R:VERB:SVA,M:DET:cse", options_of(Parameters))
        ['without=R:VERB:SVA,M:DET', 'cse']
    """
    found: list[str] = []
    is_types = False
    parts = re.split("([:,])", f",{text}")
    for separator, part in zip(parts[1::2], map(str.strip, parts[2::2]), strict=True):
        if is_types and "=" not in part and part != part.lower():
            found[-1] += separator + part
        elif part:
            found.append(part)
            field, equals, _ = part.partition("=")
            default, option = fields.get(field.strip().lower(), (None, NO_OPTION))
            is_types = bool(equals) and isinstance(default, str) and option.choices is None
    return found


def _value(word: str, fields: Mapping[str, tuple[Any, Option]]) -> tuple[str, Any]:
    """Return field and value of a word."""
    from fastgec.read.config import hint

    key, equals, text = word.partition("=")
    key = key.strip().lower().replace("-", "_")
    if equals:
        spellings = {
            flag.lstrip("-").replace("-", "_"): field
            for field, (_, option) in fields.items()
            for flag in (f"--{field}", *option.flags, *option.hidden)
        }
        if key not in spellings:
            raise ValueError(f"no parameter {key!r}, {hint(key, [*fields])}")
        field = spellings[key]
        return field, _read(field, text.strip(), *fields[field])
    for field, (default, option) in fields.items():
        if word in (option.choices or ()):
            return field, word
        if isinstance(default, bool) and key == field:
            return field, True
    if word.isascii() and word.isdigit() and "order" in fields:
        return "order", _read("order", word, *fields["order"])
    known = [value for _, option in fields.values() for value in option.choices or ()]
    raise ValueError(f"{word!r}, {hint(word, [*known, *(f'{name}=' for name in fields)])}")


def _read(field: str, text: str, default: Any, option: Option) -> Any:
    """Return a value as the type of its default; its class says whether it is in range."""
    if option.choices is not None:
        return text
    if isinstance(default, bool):
        if text not in ("true", "false", "yes", "no"):
            raise ValueError(f"{field} {text!r}: expected true or false")
        return text in ("true", "yes")
    if isinstance(default, int | float):
        is_whole = isinstance(default, int)
        if len(text) > LONGEST or not (text.isdecimal() if is_whole else NUMBER.fullmatch(text)):
            raise ValueError(
                f"{field} {shortened(text, LONGEST)!r}: expected a {'whole ' * is_whole}number"
            )
        return int(text) if is_whole else float(text)
    return text


def _of(kind: type[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name in options_of(kind)}
