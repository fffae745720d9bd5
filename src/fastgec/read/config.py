"""Config files of corpora: which files belong together, said once, in TOML.

A config names a corpus and its files; where one file is named, a list of files may stand, which are
joined in that order. Paths are relative to the config.

    name = "conll14"
    source = "source.txt"
    references = ["ref0.txt", "ref1.txt"]     # for metrics that read references
    gold = "gold.m2"                          # for metrics that read edits
    drop = [12]                               # sentences left out, from 1
    exclude = ["old-*"]                       # patterns of labels of systems left out
    sentences = "subset.txt"                  # numbers (from 1) of those that systems' files hold
    metrics = ["m2", "green"]                 # or a table: heading = "metric"
    [systems]                                 # last; or patterns: systems = "outputs/*.txt"
    AMU = "outputs/amu.txt"
    INPUT = "source.txt"

`[[human]]` (judgments) and `[sets]` (subsets of systems) are for other commands as well. A file may
be a config, or have several: a table `[[corpus]]` for each, and `cards`, a list of files that are
configs; `metrics` above them apply to every corpus without its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.counts import sealed
from fastgec.machine import require_holdable
from fastgec.read import FormatError, counted, shortened, visible
from fastgec.read.coders import Annotations
from fastgec.read.essays import Essays, are_essays
from fastgec.read.files import Source, read_utf8
from fastgec.read.gold import Gold, parse_block, whole
from fastgec.read.lines import Lines, read_lines
from fastgec.read.scores import stem

# Tables of TOML are read key by key: values are checked, and errors name their place.

LONGEST_NAME = 200  # characters of a name
TOML_ADVICE = {  # after what the reader of TOML says
    "Invalid value": " (texts and names of files stand in quotation marks)",
    "Expected '=' after": ' (a name with other characters than letters, digits, "-" and "_" stands '
    "in quotation marks)",
    "Cannot overwrite": " (a key or label is given twice)",
}
Files = tuple[str, ...]  # that are joined; none where none is named


def read_toml(name: str) -> dict[str, Any]:
    """Read a file of TOML.

    Raises:
        FormatError: it cannot be read, or is no TOML.
    """
    import tomllib  # most runs read none

    data = read_utf8(name)
    try:
        return tomllib.loads(data.decode().replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
        line = data.count(b"\n") + 1 if found else None
        if found and found[1]:
            line = int(found[1])
        message = message[: found.start()] if found else message
        advice = [text for start, text in TOML_ADVICE.items() if message.startswith(start)]
        reason = f"invalid TOML: {message[:1].lower()}{message[1:]}{''.join(advice)}"
        raise FormatError(name, line, reason) from None
    except ValueError:  # of int
        raise FormatError(name, None, "invalid TOML: a number of thousands of digits") from None
    except RecursionError:
        raise FormatError(name, None, "invalid TOML: tables too deep") from None


class Table:
    """A table of a TOML file: checked values, and errors that name their place.

    path     of the file
    folder   that paths are relative to
    content  keys and values
    place    the table's name in messages, "" for the file
    """

    def __init__(self, path: str, content: Mapping[str, Any], place: str = "") -> None:
        self.path = path
        self.folder = os.path.dirname(path)  # noqa: PTH120
        self.content = content
        self.place = place

    def refusal(self, reason: str) -> FormatError:
        """An error that names file and table."""
        place = f"{self.place}: " if self.place else ""
        return FormatError(self.path, None, f"{place}{reason}")

    def require_keys(self, known: Sequence[str]) -> None:
        """Raise FormatError for a key that is not known."""
        for key in self.content:
            if key not in known:
                raise self.refusal(f'unknown key "{visible(key)}", {hint(key, known)}')

    def take(self, key: str, kind: type, expected: str) -> Any:
        """Return a value of a kind, an empty one where the key is missing."""
        value = self.content.get(key, kind())
        if not isinstance(value, kind):
            raise self.refusal(f"{key}: {kind_of(value)}, expected {expected}")
        return value

    def label(self, key: str, label: str) -> str:
        """Return a name for tables and messages, checked."""
        if not label or not label.isprintable() or len(label) > LONGEST_NAME:
            found = f"{len(label)} characters" if len(label) > LONGEST_NAME else repr(label)
            expected = f"a name of 1 to {LONGEST_NAME} printable characters"
            raise self.refusal(f"{key}: {found}, expected {expected}")
        return label

    def string(self, key: str) -> str:
        """Return a string that is not empty, "" where the key is missing."""
        value: str = self.take(key, str, "a string")
        if key in self.content and not value:
            raise self.refusal(f"{key}: an empty string: expected a name")
        return value

    def strings(self, key: str) -> list[str]:
        """Return a list of strings; a single one may stand alone."""
        return self._listed(key, self.content.get(key, []), "a list of strings")

    def _listed(self, key: str, value: Any, expected: str) -> list[str]:
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(one, str) and one for one in found):
            raise self.refusal(f"{key}: {kind_of(value)}, expected {expected}")
        return found

    def files(self, key: str, value: Any) -> Files:
        """Return the paths of a file, or of a list of files that are joined.

        Args:
            key: the value's name in messages.
            value: as it stands in the table, None where it does not.
        """
        if value is None:
            return ()
        found = self._listed(key, value, "a file or a list of files")
        if not found:
            raise self.refusal(f"{key}: an empty list: expected a file")
        return tuple(map(self.joined, found))

    def joined(self, file: str) -> str:
        """Return the path of a file that is given relative to the table's folder."""
        if "\0" in file:
            raise self.refusal(f"{visible(file)}: a NUL character: expected a path")
        return os.path.join(self.folder, file)  # noqa: PTH118


def hint(word: str, known: Sequence[str]) -> str:
    """Return a hint for an unknown word: the closest known one, or all known.

    Example:
        >>> hint("refrences", ["source", "references"])
        'did you mean "references"?'
        >>> hint("x", ["a", "b"])
        'expected a or b'
    """
    from difflib import get_close_matches

    close = get_close_matches(word, known, 1)
    return f'did you mean "{close[0]}"?' if close else f"expected {listed(known)}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list of alternatives: "a, b or c"."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def kind_of(value: object) -> str:
    """Return the kind of a TOML value in words."""
    names = {str: "a string", dict: "a table", list: "a list", bool: "true or false"}
    names |= {int: "a number", float: "a number"}
    return names.get(type(value), "a date")


@dataclass(frozen=True, slots=True)
class Config:
    """A corpus and its systems as a config file names them; no text has been read yet.

    path            of the file that has the config
    name            of the corpus
    source          files of the source
    references      files of each reference
    gold            files of the gold in M2
    errant          the same, of gold edits by ERRANT
    systems         files of each system, by its label, in the order of all results
    errant_systems  files of each system's edits by ERRANT
    drop            numbers of the sentences that are left out, from 1
    sentences       a file with the numbers of the sentences that systems' files hold, or ""
    clusters        a file with the document or writer of each sentence, or ""
    accept          a file of wrong edits that were judged, or ""
    metrics         (heading, metric) of each that scores; the heading is "" where none is given
    sets            labels of named subsets of the systems
    human           tables about human judgments, as they stand
    """

    path: str
    name: str
    source: Files = ()
    references: tuple[Files, ...] = ()
    gold: Files = ()
    errant: Files = ()
    systems: Mapping[str, Files] = field(default_factory=dict)
    errant_systems: Mapping[str, Files] = field(default_factory=dict)
    drop: tuple[int, ...] = ()
    sentences: str = ""
    clusters: str = ""
    accept: str = ""
    metrics: tuple[tuple[str, str], ...] = ()
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    human: tuple[Mapping[str, Any], ...] = ()

    def refusal(self, reason: str) -> FormatError:
        """An error that names the file and the corpus."""
        return FormatError(self.path, None, f'corpus "{visible(self.name)}": {reason}')

    @staticmethod
    def read(path: Source) -> Config:
        """The only corpus of a config file.

        Raises:
            FormatError: the file is bad, or has several configs.
        """
        configs = read_configs(path)
        if len(configs) != 1:
            raise FormatError(os.fspath(path), None, f"{len(configs)} corpora, expected one")
        return configs[0]

    def subset(self, name: str) -> Config:
        """The corpus with the systems of a named set only; "all" always exists.

        Raises:
            FormatError: there is no such set.
        """
        if name == "all":
            return self
        if name not in self.sets:
            raise self.refusal(f'no set "{visible(name)}": expected {listed((*self.sets, "all"))}')
        return self.of_systems(self.sets[name])

    def of_systems(self, labels: Collection[str]) -> Config:
        """The corpus with some of its systems only."""
        systems, errant_systems = (
            {label: files for label, files in each.items() if label in labels}
            for each in (self.systems, self.errant_systems)
        )
        return replace(self, systems=systems, errant_systems=errant_systems)


def read_configs(path: Source) -> list[Config]:
    """Read a file of TOML that is a config, or has several.

    Args:
        path: of the file; patterns of systems are looked up.

    Raises:
        FormatError: the file cannot be read, is no TOML, or has an unknown key or bad value.
    """
    name = os.fspath(path)
    content = read_toml(name)
    if not _has_several(content):
        return [config_of(content, name)]
    whole = Table(name, content)
    for key in content:
        if key in KEYS and key not in COLLECTION:
            raise whole.refusal(f'"{key}" beside corpus or cards: put it into each [[corpus]]')
    of_all = _read(whole, COLLECTION)
    metrics = of_all["metrics"]
    configs = []
    for number, keys in enumerate(of_all["corpus"], 1):
        table = Table(name, keys, f"corpus {number}")
        if "name" not in keys:
            raise table.refusal('name = "..." is required')
        configs.append(_config(table))
    for file in of_all["cards"]:
        path = whole.joined(file)
        content = read_toml(path)
        if _has_several(content):
            raise whole.refusal(f"cards: {file} has several corpora, expected one")
        configs.append(config_of(content, path))
    if not configs:
        raise whole.refusal("no corpus, expected at least 1")
    require_different_names(configs, name)
    return [config if config.metrics else replace(config, metrics=metrics) for config in configs]


def config_of(content: Mapping[str, Any], path: str) -> Config:
    """Return a config from memory.

    Args:
        content: keys and values, as in a file of TOML.
        path: where that file would lie: paths are relative to its folder.

    Raises:
        FormatError: an unknown key or a bad value.
    """
    return _config(Table(path, content, f'corpus "{visible(stem(path))}"'))


def _has_several(content: Mapping[str, Any]) -> bool:
    return bool(content.keys() & {"corpus", "cards"})


def require_different_names(configs: Sequence[Config], path: str) -> None:
    """Raise FormatError if two corpora have one name."""
    names = [config.name for config in configs]
    for name in names:
        if names.count(name) > 1:
            raise FormatError(path, None, f'two corpora are called "{visible(name)}"')


def _config(table: Table) -> Config:
    """Return a table as a config: its keys are read by KEYS, then labels are looked up."""
    name = table.label("name", table.string("name") or stem(table.path))
    table.place = f'corpus "{visible(name)}"'
    for key in ("systems", "errant-systems", "metrics"):
        _require_above(table, key)
    found = _read(table, KEYS)
    systems = found["systems"]
    if not systems:
        raise table.refusal("systems = [patterns], or a table [systems], is required")
    for label in found["errant_systems"]:
        if label not in systems:
            reason = f'errant-systems: no system "{visible(label)}", {hint(label, [*systems])}'
            raise table.refusal(reason)
    for key, label in ((key, label) for key, labels in found["sets"].items() for label in labels):
        if not isinstance(label, str) or label not in systems:
            shown = f'"{label}"' if isinstance(label, str) else kind_of(label)
            reason = f"sets: {key}: no system {shown}, {hint(str(label), [*systems])}"
            raise table.refusal(reason)
    kept = _without(table, [*systems], found.pop("exclude"))
    return Config(table.path, **{**found, "name": name}).of_systems(kept)


ALSO_LABELS = ("source", "human")  # keys that systems may be called


def _require_above(table: Table, key: str) -> None:
    """Refuse a table that has a key of the file, which is below the table's heading by mistake."""
    value = table.content.get(key)
    for own in value if isinstance(value, dict) else ():
        if own in KEYS and own not in (*table.content, *ALSO_LABELS):
            raise table.refusal(f'"{own}" is in the table [{key}]: put it above [{key}]')


def _without(table: Table, labels: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """Return labels of systems that no pattern matches; every pattern must match one."""
    from fnmatch import filter as matches

    excluded: set[str] = set()
    for pattern in patterns:
        found = matches(labels, pattern)
        if not found:
            raise table.refusal(f'exclude: no system "{visible(pattern)}", {hint(pattern, labels)}')
        excluded.update(found)
    kept = [label for label in labels if label not in excluded]
    if not kept:
        raise table.refusal("exclude: every system is excluded")
    return kept


def _read(table: Table, keys: Mapping[str, Read]) -> dict[str, Any]:
    """Return the values of all keys of a table, by the names of fields; other keys are refused."""
    table.require_keys([*keys])
    return {key.replace("-", "_"): read(table, key) for key, read in keys.items()}


def _files(table: Table, key: str) -> Files:
    return table.files(key, table.content.get(key))


def _path(table: Table, key: str) -> str:
    """Return the path of a file, "" where there is none."""
    name = table.string(key)
    return table.joined(name) if name else ""


def _references(table: Table, key: str) -> tuple[Files, ...]:
    found = tuple(table.files(key, one) for one in table.take(key, list, "a list of files"))
    _require_distinct(table, key, [(f"{n}", files) for n, files in enumerate(found)])
    return found


def _metrics(table: Table, key: str) -> tuple[tuple[str, str], ...]:
    """Return headings and metrics."""
    value = table.content.get(key, [])
    if not isinstance(value, dict):
        return tuple(("", _placed(table, metric)) for metric in table.strings(key))
    for heading, metric in value.items():
        table.label(key, heading)
        if not isinstance(metric, str):
            raise table.refusal(f'{key}: {kind_of(metric)}, expected heading = "metric"')
    return tuple((heading, _placed(table, metric)) for heading, metric in value.items())


def _placed(table: Table, metric: str) -> str:
    """Return a metric; a file that scores:NAME=FILE names lies beside the config file."""
    name, equals, file = metric.partition("=")
    is_given = name.startswith("scores:") and equals and file
    return f"{name}={table.joined(file)}" if is_given else metric


def _systems(table: Table, key: str) -> dict[str, Files]:
    value = table.content.get(key, {})
    systems: dict[str, Files] = {}
    if isinstance(value, dict):
        systems = {label: table.files(f"{key}: {label}", one) for label, one in value.items()}
    else:
        matches = [found for pattern in table.strings(key) for found in _matches(table, pattern)]
        for label, file in _different_labels(matches):
            if label in systems:
                two = f"{systems[label][0]} and {file}"
                raise table.refusal(f'{two} are both called "{label}": expected two labels')
            systems[label] = (file,)
    for label in systems:
        table.label(key, label)
    _require_distinct(table, key, list(systems.items()))
    return systems


def _matches(table: Table, pattern: str) -> list[tuple[str, str]]:
    """Return label and path of each file that a pattern stands for, in order of paths.

    The label is the text matched by the pattern's "*", at its end without the suffix that all
    files have; else the name without its suffix.
    """
    from glob import glob, has_magic

    if not has_magic(pattern):
        return [(stem(pattern), table.joined(pattern))]
    table.joined(pattern)  # refuses a bad path
    found = sorted(glob(pattern, root_dir=table.folder or None))  # noqa: PTH207
    if not found and "#" in pattern:
        files, _, field = pattern.rpartition("#")
        found = [f"{file}#{field}" for file in sorted(glob(files, root_dir=table.folder or None))]  # noqa: PTH207
    if not found:
        raise table.refusal(f"{pattern}: no file, expected at least 1")
    before, _, after = pattern.partition("*")
    labels = [stem(file) for file in found]
    if "*" in pattern and not has_magic(before + after):
        labels = [file[len(before) : len(file) - len(after)] for file in found]
        ends = {label.removeprefix(stem(label)) for label in labels}
        if not after and len(ends) == 1:
            labels = [label.removesuffix(*ends) for label in labels]
    return list(zip(labels, map(table.joined, found), strict=True))


def _different_labels(matches: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield labels and paths; equal labels get the folders that their files do not share."""
    folders: dict[str, list[tuple[str, ...]]] = {}
    for label, file in matches:
        folders.setdefault(label, []).append(Path(file).absolute().parent.parts)
    for label, file in matches:
        n_shared = len(os.path.commonprefix(folders[label]))  # noqa: RUF071  # of parts of paths
        inner = Path(file).absolute().parent.parts[n_shared:]
        yield "/".join([*inner, label]), file


def _require_distinct(table: Table, key: str, named: Sequence[tuple[str, Files]]) -> None:
    """Refuse a file that stands under two names: its scores would be shown twice."""
    seen: dict[Files, str] = {}
    for name, files in named:
        real = tuple(map(os.path.realpath, files))
        if real in seen:
            two = f'"{seen[real]}" and "{name}" are one file'
            if key == "references":
                two = f"{files[0]} is given twice"
            raise table.refusal(f"{key}: {two}: expected different files")
        seen[real] = name


def _numbers(table: Table, key: str) -> tuple[int, ...]:
    """Return numbers of sentences, from 1."""
    value = table.take(key, list, "a list of numbers of sentences, from 1")
    for number in value:
        if type(number) is not int or number < 1:
            raise table.refusal(f"{key}: {number!r}: expected numbers of sentences, from 1")
    if len(set(value)) < len(value):
        raise table.refusal(f"{key}: a number is given twice: expected each once")
    return tuple(value)


def _sets(table: Table, key: str) -> dict[str, tuple[Any, ...]]:
    sets = table.take(key, dict, "a table of lists of systems")
    for name, labels in sets.items():
        if table.label(key, name) == "all":
            raise table.refusal(f'{key}: "all" names every system: expected another name')
        if not isinstance(labels, list) or not labels:
            raise table.refusal(f"{key}: {name}: {kind_of(labels)}, expected labels")
    return {name: tuple(labels) for name, labels in sets.items()}


def _tables(table: Table, key: str) -> tuple[Mapping[str, Any], ...]:
    found: list[Any] = table.take(key, list, f"tables [[{key}]]")
    for one in found:
        if not isinstance(one, dict):
            raise table.refusal(f"{key}: {kind_of(one)}, expected tables [[{key}]]")
    return tuple(found)


# The schema: the keys of a corpus, and of a file of several; how the value of each is read.
Read = Callable[[Table, str], Any]
KEYS: Mapping[str, Read] = {
    "name": Table.string,
    "source": _files,
    "references": _references,
    "gold": _files,
    "errant": _files,
    "drop": _numbers,
    "exclude": Table.strings,
    "sentences": _path,
    "clusters": _path,
    "accept": _path,
    "systems": _systems,
    "errant-systems": _systems,
    "human": _tables,
    "sets": _sets,
    "metrics": _metrics,
}
COLLECTION: Mapping[str, Read] = {"metrics": _metrics, "cards": Table.strings, "corpus": _tables}


# The texts that a config names: each file is read once for all metrics and systems.
#
# All files of a corpus have the same sentences. Files of gold, source and references hold all of
# them; outputs hold all, or only the sentences that the config's `sentences` names. Sentences
# that the config drops are left out everywhere. A corpus stands in memory while it is scored.


NUMBER = re.compile("[0-9]{1,9}")  # of a sentence


class CorpusText(NamedTuple):
    """The texts of a corpus, all of the same sentences.

    systems     Lines of each system
    source      Lines; None where no metric reads it
    references  Lines of each reference
    gold        Gold; None where no metric reads it
    numbers     int64[S]: which sentences of the corpus these are, from 0; None where none is read
    n_all       how many the corpus has
    warnings    essays that files lack
    """

    systems: tuple[Lines, ...]
    source: Lines | None
    references: tuple[Lines, ...]
    gold: Gold | None
    numbers: NDArray[np.int64] | None = None
    n_all: int = 0
    warnings: tuple[str, ...] = ()


def read_text(config: Config, reads: Collection[str]) -> CorpusText:
    """Return the texts of a config that some metrics read.

    Args:
        config: names the files.
        reads: the kinds of gold that metrics read: "edits", "references", or both; with "scores"
            all that says which sentences the outputs are of.

    Raises:
        FormatError: a file is missing or bad, or has another number of sentences than the rest.
        LimitError: the texts do not fit into memory.

    Example:
        >>> import os, fastgec
        >>> from fastgec.read.config import Config
        >>> folder = os.path.join(os.path.dirname(fastgec.__file__), "samples")
        >>> config = Config.read(os.path.join(folder, "eval.toml"))
        >>> text = read_text(config, ["references"])
        >>> len(text.source), [len(lines) for lines in text.references], text.gold
        (20, [20, 20], None)
    """
    files = _Files(config)
    gold = source = None
    if "scores" in reads and not {"edits", "references"} & set(reads):
        reads = {"scores", *(["references"] if config.source else ["edits"] if config.gold else [])}
    if "edits" in reads:
        gold = files.gold(config.gold)
    if "references" in reads:
        source = files.lines(config.source, "source")
    first = gold.sources if source is None and gold is not None else source
    if first is None and "scores" in reads:
        label, one = next(iter(config.systems.items()))
        first = files.lines(one, f'system "{visible(label)}"')
    if first is None:  # all that is wanted are edits of both sides, see `read_edits`
        return CorpusText((), None, (), None)
    cut = _Cut(config, first)
    if gold is not None:
        gold = cut.gold(gold)
    references: tuple[Lines, ...] = ()
    if source is not None:
        source = cut.lines(source)
        references = tuple(map(cut.lines, files.references()))
    systems = tuple(
        cut.lines(files.lines(one, f'system "{visible(label)}"'), is_system=True)
        for label, one in config.systems.items()
    )
    warnings = tuple(files.essays.warnings) if files.essays else ()
    return CorpusText(systems, source, references, gold, cut.numbers, len(first), warnings)


def read_edits(
    config: Config, *, from_gold: bool = False
) -> tuple[Annotations | None, tuple[Annotations | None, ...]]:
    """Return ERRANT's edits of the gold, and of each system, from the files of a config.

    Args:
        config: of the corpus.
        from_gold: whether the edits of `gold` stand for those that the config does not name.

    Returns:
        None where the config names no file of edits.

    Raises:
        FormatError: as `read_text`.
        LimitError: the texts do not fit into memory.
    """
    files = _Files(config)
    gold = None
    if config.errant:
        gold = files.annotations(config.errant, "errant")
    elif from_gold and config.gold:
        gold = files.annotations(config.gold, "gold")
    systems = {
        label: files.annotations(one, f'errant-systems "{visible(label)}"')
        for label, one in config.errant_systems.items()
    }
    first = gold if gold is not None else next(iter(systems.values()), None)
    if first is None:
        return None, (None,) * len(config.systems)
    cut = _Cut(config, Lines.of([""] * len(first), first.name))
    each = tuple(
        cut.annotations(systems[label], is_system=True) if label in systems else None
        for label in config.systems
    )
    return None if gold is None else cut.annotations(gold), each


def read_clusters(config: Config) -> Lines | None:
    """Return the document or writer of each sentence that is scored, if the config names them.

    Raises:
        FormatError: the file is missing or bad.
    """
    if not config.clusters:
        return None
    lines = _Files(config).lines((config.clusters,), "clusters")
    return _Cut(config, lines).lines(lines)


class _Files:
    """Files that are read, once each.

    essays  of the source, where files are files of essays
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._read: dict[str, Lines] = {}
        self._n_bytes = 0
        self.essays: Essays | None = None

    def lines(self, files: Files, what: str) -> Lines:
        """Return the lines of files that are joined, or their essays, one a line."""
        lines = self._joined(files, what)
        if not are_essays(lines):
            return lines
        essays = self._essays_of(lines)
        return essays.source() if what == "source" else essays.system(lines)

    def references(self) -> list[Lines]:
        """Return the lines, or essays, of each reference."""
        found = [self._joined(files, "references") for files in self._config.references]
        if not any(map(are_essays, found)):
            return found
        for lines in found:
            if not are_essays(lines):
                raise FormatError(
                    lines.name, 1, "no heading of an essay: expected one as in others"
                )
        return self._essays_of(found[0]).references(found)

    def _essays_of(self, lines: Lines) -> Essays:
        """Return the essays of the source, which other files of essays have, too."""
        if self.essays is None:
            source = self._joined(self._config.source, "source") if self._config.source else None
            if source is None or not are_essays(source):
                name = "none" if source is None else source.name
                reason = (
                    f"headings of essays, and none in the source ({name}): expected them in both"
                )
                raise FormatError(lines.name, None, reason)
            self.essays = Essays(source)
        return self.essays

    def _joined(self, files: Files, what: str) -> Lines:
        """Return the lines of files that are joined."""
        parts = []
        for path in files:
            if path not in self._read:
                with self._placed(what):
                    self._read[path] = read_lines(path, path)
                self._hold(self._read[path].data)
            parts.append(self._read[path])
        if len(parts) == 1:
            return parts[0]
        shifts = np.cumsum([0, *(len(part.data) for part in parts[:-1])])
        ranges = [np.stack([part.starts, part.ends]) for part in parts]
        starts, ends = np.hstack([r + shift for r, shift in zip(ranges, shifts, strict=True)])
        data = b"".join(part.data for part in parts)
        self._hold(data)
        return Lines(data, sealed(starts), sealed(ends), " + ".join(files))

    def gold(self, files: Files) -> Gold:
        """Return the gold of files that are joined."""
        texts = []
        for path in files:
            with self._placed("gold"):
                texts.append(read_utf8(path))
            self._hold(texts[-1])
            if len(files) > 1:  # an error names this file and its own line
                parse_block(texts[-1], path)
        data = texts[0] if len(texts) == 1 else b"".join(text + b"\n\n" for text in texts)
        with self._placed("gold"):
            return whole(parse_block(data, " + ".join(files)))

    def annotations(self, files: Files, what: str) -> Annotations:
        """Return edits of files that are joined."""
        texts = []
        for path in files:
            with self._placed(what):
                texts.append(Annotations.read(path))
            self._hold(texts[-1].data)
        if len(texts) == 1:
            return texts[0]
        for text in texts:  # an error names this file and its own line
            len(text)
        data = b"".join(text.data + b"\n\n" for text in texts)
        return Annotations(data, " + ".join(files))

    def _hold(self, data: bytes | memoryview) -> None:
        self._n_bytes += len(data)
        require_holdable(self._n_bytes, "text")

    @contextmanager
    def _placed(self, what: str) -> Iterator[None]:
        """Say of a file that is bad as a whole which config names it."""
        try:
            yield
        except FormatError as error:
            if error.line is not None:
                raise
            raise self._config.refusal(f"{what}: {error}") from None


class _Cut:
    """Which sentences of each file are scored."""

    def __init__(self, config: Config, first: Lines) -> None:
        self._config = config
        self._name = first.name
        n_all = self._n_all = len(first)
        if not n_all:
            raise config.refusal(f"{visible(first.name)}: no sentence, expected at least 1")
        numbers = _sentence_numbers(config, n_all) if config.sentences else np.arange(n_all)
        self._n_chosen = len(numbers)
        for number in config.drop:
            if number > n_all:
                reason = f"drop: sentence {number}: expected 1 to {n_all} as in {first.name}"
                raise config.refusal(reason)
        is_dropped = np.zeros(n_all, bool)
        is_dropped[np.array(config.drop, np.int64) - 1] = True
        is_kept = ~is_dropped[numbers]
        self.numbers = numbers[is_kept]
        self._places = np.flatnonzero(is_kept)
        if not len(self.numbers):
            raise config.refusal("every sentence is dropped")
        self._is_whole = len(self.numbers) == n_all and not config.sentences

    def lines(self, lines: Lines, *, is_system: bool = False) -> Lines:
        """Return the lines that are scored."""
        places = self._places_in(len(lines), lines.name, is_system=is_system)
        name = f"{lines.name} (what the config keeps)"  # messages count the others
        return lines if self._is_whole else replace(lines.take(places), name=name)

    def annotations(self, text: Annotations, *, is_system: bool = False) -> Annotations:
        """Return the sentences that are scored, with their edits."""
        places = self._places_in(len(text), text.name, is_system=is_system)
        if self._is_whole:
            return text
        return Annotations(text.take(places.tolist()).data, f"{text.name} (what the config keeps)")

    def _places_in(self, found: int, file: str, *, is_system: bool) -> NDArray[np.int64]:
        """Return the numbers of the scored sentences within a file of so many sentences."""
        if found == self._n_all:
            return self.numbers
        if is_system and found == self._n_chosen:
            return self._places
        name, wanted = visible(self._name), f"{self._n_all}"
        if is_system and self._config.sentences:
            wanted = f"{self._n_chosen} as {visible(self._config.sentences)} names, or {wanted}"
        has = f"{visible(file)} has {counted(found, 'sentence')}"
        raise self._config.refusal(f"{has}, expected {wanted} as in {name}")

    def gold(self, gold: Gold) -> Gold:
        """Return the gold that is scored."""
        if len(gold) != self._n_all:
            self.lines(gold.sources)
        return gold if self._is_whole else gold.take(self.numbers)


def _sentence_numbers(config: Config, n_all: int) -> NDArray[np.int64]:
    """Return the sentences that systems' files hold, from 0."""
    try:
        lines = Lines.read(config.sentences)
    except FormatError as error:
        raise config.refusal(f"sentences: {error}") from None
    numbers = []
    for place in range(len(lines)):
        for word in lines[place].split():
            number = int(word) if NUMBER.fullmatch(word) else 0
            if not 1 <= number <= n_all:
                reason = f"{shortened(word)!r}: expected a sentence from 1 to {n_all}"
                raise FormatError(config.sentences, place + 1, reason)
            numbers.append(number)
    if not numbers:
        raise config.refusal(f"{visible(config.sentences)}: no number, expected at least 1")
    if len(set(numbers)) < len(numbers):
        raise config.refusal(
            f"{visible(config.sentences)}: a sentence is given twice: expected each once"
        )
    return np.array(numbers, np.int64) - 1
