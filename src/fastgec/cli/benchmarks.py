"""`--benchmark NAME`: options by which a benchmark's numbers are made, from `benchmarks.toml`."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastgec.cli import UsageError
from fastgec.metrics.declarations import GIVEN
from fastgec.read.config import hint, read_toml

if TYPE_CHECKING:
    from fastgec.cli.parser import Parser

WIDTH = 80
FACTS = ("title", "rule", "compared")
SIZES = "sentences"  # of its published files
FILES = {
    "m2": "SYSTEM GOLD.m2",
    "gleu": "-s SOURCE -r REF ... -c SYSTEM",
    "errant compare": "-hyp SYSTEM.m2 -ref REF.m2",
    "errant score": "-s SOURCE -r REF ... -c SYSTEM",
}


def benchmarks() -> dict[str, dict[str, Any]]:
    """Return the benchmarks by name: `FACTS`, `SIZES`, and the options of each command."""
    return read_toml(str(Path(__file__).with_suffix(".toml")))


def commands_of(benchmark: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return the options of each command of a benchmark."""
    return {name: value for name, value in benchmark.items() if name not in (*FACTS, SIZES)}


def command_line(command: str, options: Mapping[str, Any]) -> str:
    """Return the command line that a benchmark stands for.

    >>> command_line("m2", {"release": "3.2", "word_order": "R:WO"})
    'fastgec m2 --release 3.2 --word-order R:WO SYSTEM GOLD.m2'
    """
    words = [
        f"--{value}" if name == "mode" else f"--{name.replace('_', '-')} {value}"
        for name, value in options.items()
    ]
    return " ".join(["fastgec", command, *words, FILES[command]])


def run_metrics(commands: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the metrics of `fastgec run` with the options of a benchmark's commands.

    The tags, by which edits of texts are made, are an option of `run` itself.

    >>> run_metrics({"gleu": {"iterations": 500}, "errant score": {"tags": "none", "beta": 0.5}})
    ['gleu:iterations=500', 'errant:beta=0.5']
    """
    found = []
    for command, options in commands.items():
        settings = ",".join(f"{name}={value}" for name, value in options.items() if name != "tags")
        found.append(f"{command.split()[0]}:{settings}")
    return list(dict.fromkeys(found))


def listed() -> Iterator[str]:
    """Yield lines about every benchmark: its command, the source of its rule, what was compared."""
    for name, benchmark in benchmarks().items():
        yield f"{name}: {benchmark['title']}"
        for command, options in commands_of(benchmark).items():
            yield f"  {command_line(command, options)}"
        for fact in FACTS[1:]:
            text = f"{fact}: {benchmark[fact]}"
            yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
        yield ""


def of_other_size(name: str | None, n_sentences: int) -> list[str]:
    """Return a warning where a corpus has not as many sentences as a benchmark.

    >>> of_other_size("conll-2014", 1312), of_other_size(None, 20)
    ([], [])
    """
    sizes = benchmarks()[name].get(SIZES, []) if name is not None else []
    if n_sentences in sizes or not sizes:
        return []
    wanted = " or ".join(f"{size:,}" for size in sizes)
    reason = "published scores are of another text"
    return [f"--benchmark {name}: {n_sentences:,} sentences, expected {wanted}: {reason}"]


def apply(name: str, parser: Parser, options: argparse.Namespace) -> None:
    """Set the options of a benchmark; of `run`, the metrics.

    Args:
        name: the benchmark.
        parser: of the command, which has parsed the options.
        options: what it parsed.

    Raises:
        UsageError: no such benchmark, one of another command, or an option that contradicts it.
    """
    known = benchmarks()
    if name not in known:
        raise UsageError(f"--benchmark {name}: {hint(name, [*known])}; --benchmark list shows all")
    commands = commands_of(known[name])
    command = parser.prog.removeprefix("fastgec ")
    if command == "run":
        others = options.metrics or []
        if not all(metric.startswith(GIVEN) for metric in others):
            raise UsageError("--benchmark and --metric are mutually exclusive, but for scores:...")
        options.metrics = [*run_metrics(commands), *others]
        tags = {known["tags"] for known in commands.values() if "tags" in known}
        if tags - {options.tags} and any(word.startswith("--tags") for word in parser.words):
            raise UsageError(f"--benchmark {name} and --tags are mutually exclusive")
        options.tags = next(iter(tags), options.tags)
        return
    command = f"{command} compare" if command == "errant" else command
    if command not in commands:
        raise UsageError(f"--benchmark {name} requires {' or '.join(commands)}")
    spelled = {word.partition("=")[0] for word in parser.words}
    changed = parser.given(options)
    for key, value in commands[command].items():
        actions = [action for action in parser._actions if action.dest == key]
        flags = [flag for action in actions for flag in action.option_strings]
        is_given = key in changed or not spelled.isdisjoint(flags)
        if is_given and getattr(options, key) != value:
            own = f"--{key.replace('_', '-')}"
            flag = next((flag for flag in flags if flag in spelled), own)
            raise UsageError(f"--benchmark {name} and {flag} are mutually exclusive")
        setattr(options, key, value)
