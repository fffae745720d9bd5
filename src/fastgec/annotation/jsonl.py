"""Analyses as JSON lines: an object a sentence, its lists of equal length.

    {"words": ["A", "cat"], "lemma": ["a", "cat"], "pos": ["DET", "NOUN"], "tag": ["DT", "NN"],
     "dep": ["det", "ROOT"], "head": [1, 1]}

`head` counts from 0, a root is its own head. `gap` says after which words white space follows;
without it, after all: words are then what white space separates in a line. An object with `models`
and no `words` says what made the sentences; files that fastgec writes begin with one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from fastgec.annotation.analyses import NAMES, Analyses, AnalysisError
from fastgec.corpus.errors import FormatError
from fastgec.machine.jsontext import loads

LAYOUT = "an object with " + ", ".join(NAMES)


def add_jsonl(analyses: Analyses, text: str, name: str) -> None:
    """Add the sentences of a file.

    Args:
        analyses: Gets them.
        text: What the file holds.
        name: What messages call it.

    Raises:
        FormatError: For a line that is no analysis.

    >>> analyses = Analyses()
    >>> add_jsonl(analyses, '{"words": ["A"], "lemma": ["a"]}', "a.jsonl")
    Traceback (most recent call last):
    fastgec.corpus.errors.FormatError: a.jsonl:1: no pos found, expected an object with words, \
lemma, pos, tag, dep, head
    """
    for number, line in enumerate(text.split("\n"), 1):
        if not line or line.isspace():
            continue
        try:
            found = loads(line)
            if "\\u" in line:  # nothing else makes a lone surrogate of UTF-8
                _require_unicode(found)
            if isinstance(found, dict) and "models" in found and "words" not in found:
                _add_models(analyses, found["models"])
            else:
                analyses.add(*_columns(found))
        except (json.JSONDecodeError, RecursionError) as error:
            reason = getattr(error, "msg", "too deep").lower()
            text = f"no JSON found ({reason}), expected {LAYOUT}"
            raise FormatError(name, number, text) from None
        except AnalysisError as error:
            raise FormatError(name, number, str(error)) from None
        except ValueError as error:  # a whole number of thousands of digits
            raise FormatError(name, number, str(error).splitlines()[0]) from None


def lines_of(analyses: Analyses) -> Iterator[str]:
    r"""Yield the lines of a file of all sentences, with the models that made them at the top.

    >>> analyses = Analyses()
    >>> _ = analyses.add(["A"], ["a"], ["DET"], ["DT"], ["ROOT"], [0])
    >>> print("".join(lines_of(analyses)), end="")
    {"models":[]}
    {"words":["A"],"lemma":["a"],"pos":["DET"],"tag":["DT"],"dep":["ROOT"],"head":[0]}
    """
    yield _line({"models": analyses.models})
    for number in range(len(analyses)):
        yield _line(analyses.sentence(number))


def _require_unicode(value: Any) -> None:
    try:
        _line(value).encode()
    except UnicodeEncodeError:
        raise AnalysisError("a lone surrogate found, expected Unicode text") from None


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _add_models(analyses: Analyses, models: Any) -> None:
    if not isinstance(models, list) or not all(isinstance(model, str) for model in models):
        raise AnalysisError("models found that are no list of strings")
    for model in models:
        if not model.isprintable() or "|" in model:  # it stands in signatures
            raise AnalysisError(f"model {model[:40]!r} found, expected a name on one line, no '|'")
    analyses.models += [model for model in models if model not in analyses.models]


def _columns(found: Any) -> list[Any]:
    """Return the columns of a sentence in their order, after a look at their types."""
    if not isinstance(found, dict):
        raise AnalysisError(f"{type(found).__name__} found, expected {LAYOUT}")
    columns = []
    for name in NAMES:
        column = found.get(name)
        if column is None:
            raise AnalysisError(f"no {name} found, expected {LAYOUT}")
        kind = int if name == "head" else str
        if not isinstance(column, list) or not all(type(value) is kind for value in column):
            what = "whole numbers" if kind is int else "strings"
            raise AnalysisError(f"{name} found that is no list of {what}")
        columns.append(column)
    gap = found.get("gap")
    if gap is not None and (
        not isinstance(gap, list) or not all(isinstance(value, bool) for value in gap)
    ):
        raise AnalysisError("gap found that is no list of true and false")
    return [*columns, gap]
