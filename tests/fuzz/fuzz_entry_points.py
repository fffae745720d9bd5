"""The entry points by which foreign bytes come in, each as a function of bytes that must return.

An entry point raises nothing that its callers are not promised: documented refusals are caught
here, and whatever else leaves an entry point is a finding. Where a reference kernel exists, results
are compared with it. `run.py` feeds the entry points with bytes guided by coverage;
`test_fuzz_corpus.py` replays the bytes that are kept in `corpus/ENTRY_POINT`.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from itertools import accumulate, pairwise
from pathlib import Path
from unittest.mock import patch

import numpy as np
from fuzz_coders import chunked_edits, coded_edits
from fuzz_judgments import human_judgments
from numpy.typing import NDArray

import oracle_green
import oracle_m2
from cases import WORDS, Case, Options, edits_of, matcher_of
from fastgec import Counts, FormatError, Gold, gleu, green, m2
from fastgec._ngram import count_lines, count_texts
from fastgec.cli import main
from fastgec.kernels.tokens import Vocabulary, encode_words, split_lines
from fastgec.maxmatch.matcher import Matcher
from fastgec.maxmatch.reference.faithful import FaithfulMatcher
from fastgec.metrics.spec import metric_spec
from fastgec.read import files as cuts
from fastgec.read import lines as blocks
from fastgec.read import m2stream
from fastgec.read.batch import Batch
from fastgec.read.config import read_configs
from fastgec.read.files import (
    BYTE_ORDER_MARK,
    GZIP,
    ZSTANDARD,
    ByteReader,
    read_bytes,
    require_utf8,
)
from fastgec.read.lines import read_blocks, stream_columns
from fastgec.read.m2stream import GoldSummary, read_gold_blocks
from fastgec.study import parts
from fastgec.study.corpora import plan_configs
from fastgec.texts.align import align as align_ids
from fastgec.texts.inspection import inspect_m2
from fastgec.texts.m2write import write_m2
from fastgec.texts.projection import project
from fastgec.texts.retokenize import Spacing, retokenize

MEMORY = 1 << 28  # bytes that a kernel may take
CANCEL = np.zeros(1, np.int32)
REFUSED_BY_READERS = {"bad-line", "no-sentence", "invalid-utf8"}
SEPARATORS = set("\x1c\x1d\x1e\x1f")
SMALL = 6  # most tokens of what the oracle is asked about


class Taken:
    """Bytes, taken as small numbers one after the other; 0 when there are none left."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_empty(self) -> bool:
        return self._at >= len(self._data)

    def below(self, limit: int) -> int:
        if self.is_empty:
            return 0
        self._at += 1
        return self._data[self._at - 1] % limit

    def tokens(self, most: int, n_words: int) -> tuple[int, ...]:
        return tuple(self.below(n_words) for _ in range(self.below(most + 1)))

    def integers(self, most: int, kind: type[np.signedinteger]) -> NDArray[np.signedinteger]:
        """Small numbers, now and then one at the edge of its type."""
        edges = [np.iinfo(kind).min, np.iinfo(kind).max, 1 << 30, -1, -2]
        values = [self.below(256) for _ in range(self.below(most + 1))]
        return np.array([edges[v - 251] if v > 250 else v % 16 for v in values], kind)

    def offsets(self, most: int) -> NDArray[np.int64]:
        """Mostly what offsets are: from 0, never a step back."""
        if self.below(16) == 0:
            return self.integers(most, np.int64)
        return np.cumsum([0, *(self.below(4) for _ in range(self.below(most + 1)))])


def fitting(ids: NDArray[np.signedinteger], offsets: NDArray[np.int64]) -> NDArray[np.int32]:
    """As many ids as the offsets ask for, within reason."""
    return np.resize(ids, min(max(int(offsets[-1]), 0), 100) if len(offsets) else 0)


def pieces_of(data: bytes) -> dict[str, int]:
    """Small sizes of what is read at a time and kept in a block, drawn from the bytes."""
    drawn = zlib.crc32(data)
    return {"PIECE": 1 + drawn % 61, "BYTES": 1 + drawn // 61 % 211}


def gold_file(data: bytes) -> None:
    """M2: reader, blocks, inspector and oracle agree; what is written is read again."""
    with tempfile.NamedTemporaryFile(dir=memory_folder()) as file:
        file.write(data)
        file.flush()
        try:
            gold = Gold.read(file.name)
        except FormatError as error:
            require_one_line(error)
            gold = None
        require_blocks(file.name, gold, pieces_of(data))
        try:
            found = {finding.kind for finding in inspect_m2(file.name).findings}
        except FormatError:  # looks compressed and is damaged
            assert gold is None
            return
    assert (gold is None) == bool(found & REFUSED_BY_READERS), found
    if gold is None:
        return
    text = gold.sources.data.decode()
    if not SEPARATORS & set(text):  # white space to str.strip(), as to us, but not to int()
        assert len(oracle_m2.parse_m2(text)) == len(gold)
    again = Gold.parse("".join(write_m2(gold)))
    assert again.fingerprint() == gold.fingerprint()
    assert again.annotators == gold.annotators
    if len(data) < 2000:
        counts = m2.count([gold.sources[s] for s in range(len(gold))], gold)
        assert not counts.table[:, :2].any()


def words_and_lines(data: bytes) -> None:
    """Text: lines, words and characters are those of Python."""
    try:
        require_utf8(data, "text")
    except FormatError:
        return
    starts, ends = split_lines(data)
    lines = data.decode().split("\n")
    lines = [line.removesuffix("\r") for line in lines[:-1]] + lines[-1:] * bool(lines[-1])
    assert [data[a:b].decode() for a, b in zip(starts, ends, strict=True)] == lines
    require_columns(data, lines, pieces_of(data))
    vocabulary = Vocabulary()
    ids, offsets = encode_words(data, starts, ends, vocabulary)
    found = [
        [vocabulary[t].decode() for t in ids[a:b].tolist()] for a, b in pairwise(offsets.tolist())
    ]
    assert found == [line.split() for line in lines]
    columns = [(data, starts, ends)] * 3
    for is_char in (False, True):
        counts, _ = count_lines(columns, 1, 1, is_char, False, CANCEL, MEMORY)
        sizes = [len(line if is_char else line.split()) for line in lines]
        assert np.asarray(counts)[0, :, 0, 0].tolist() == [[size] + [0] * 6 for size in sizes]


def require_blocks(path: str, gold: Gold | None, sizes: dict[str, int]) -> None:
    """Require that gold in small blocks is the whole gold, or refused as it is."""
    summary = GoldSummary(path, has_fingerprint=True)
    try:
        with (
            patch.multiple(cuts, PIECE=sizes["PIECE"], LEAST=sizes["PIECE"]),
            patch.multiple(m2stream, SENTENCES=2, BYTES=sizes["BYTES"]),
        ):
            for block in read_gold_blocks(path, []):
                summary.add(block.columns[0].parse())
    except FormatError as error:
        require_one_line(error)
        is_read = False
    else:
        is_read = True
    assert is_read == (gold is not None)
    if gold is None:
        return
    assert (summary.sentences, summary.annotators) == (len(gold), gold.annotators)
    assert (summary.fingerprint, summary.warnings) == (gold.fingerprint(), gold.warnings)


def require_columns(data: bytes, lines: list[str], sizes: dict[str, int]) -> None:
    """Require that small blocks of a file hold all its lines, beside a column in memory."""
    found: list[str] = []
    with tempfile.NamedTemporaryFile(dir=memory_folder()) as file:
        file.write(data)
        file.flush()
        with (
            patch.multiple(cuts, PIECE=sizes["PIECE"], LEAST=sizes["PIECE"]),
            patch.object(blocks, "BYTES", sizes["BYTES"]),
        ):
            if looks_packed(data) or data.startswith(BYTE_ORDER_MARK) or not lines:
                return
            for block in read_blocks(stream_columns([file.name, lines, file.name], [""] * 3), 5):
                rows = [[column[k] for k in range(len(block))] for column in block.columns]
                assert rows[0] == rows[1] == rows[2]
                found += rows[0]
    assert found == lines


def looks_packed(data: bytes) -> bool:
    return data.startswith((GZIP, ZSTANDARD))


def packed_file(data: bytes) -> None:
    """Compression: a file is the same read whole and in small pieces, or refused both ways."""
    results: list[bytes | None] = []
    with tempfile.NamedTemporaryFile(dir=memory_folder()) as file:
        file.write(data)
        file.flush()
        for size in (-1, 7, 1 << 18):
            try:
                if size < 0:
                    results.append(read_bytes(file.name))
                    continue
                with ByteReader(file.name, keep_mark=True) as pieces:
                    results.append(b"".join(iter(lambda p=pieces, n=size: p.read(n), b"")))
            except FormatError as error:
                require_one_line(error)
                results.append(None)
    assert results[0] == results[1] == results[2]


def case_of(data: bytes) -> tuple[Case, Options]:
    taken = Taken(data)
    options = Options(taken.below(4), taken.below(4) == 0, taken.below(4) == 0)
    n_words, most = 2 + taken.below(6), (SMALL, 12, 24, 40)[taken.below(4)]
    source = taken.tokens(most, n_words)
    hypothesis = source if taken.below(8) == 0 else taken.tokens(most, n_words)
    annotators = []
    for _ in range(1 + taken.below(2)):
        edits = []
        for _ in range(taken.below(6)):
            start = taken.below(len(source) + 1)
            end = min(start + taken.below(5), len(source))
            texts = tuple(taken.tokens(4, n_words) for _ in range(1 + taken.below(2)))
            edits.append((start, end, texts))
        annotators.append(tuple(edits))
    return Case(source, hypothesis, tuple(annotators)), options


def lattice(data: bytes) -> None:
    """MaxMatch: every way to count gives the counts of the reference kernel, and its edits."""
    case, options = case_of(data)
    matcher = matcher_of([case], options)
    reference_kernel = matcher_of([case], options, FaithfulMatcher)
    tables = []
    for counting, is_ordered in ((matcher, False), (matcher, True), (reference_kernel, False)):
        table = np.zeros((matcher.n_rows, 3), np.int64)
        assert counting.count(0, 1, table, CANCEL, MEMORY, is_ordered=is_ordered) == -1
        tables.append(table.tolist())
    assert tables[0] == tables[1] == tables[2], (case, options, tables)
    for row in range(matcher.n_rows):
        sequence = edits_of(matcher, row, MEMORY)
        assert sequence == edits_of(reference_kernel, row, MEMORY), (case, options)
        at_source = at_hypothesis = 0
        made: list[int] = []
        for _, _, i, i_end, j, j_end in sequence:
            made += case.source[at_source:i]
            assert case.source[at_source:i] == case.hypothesis[at_hypothesis:j]
            made += case.hypothesis[j:j_end]
            at_source, at_hypothesis = i_end, j_end
        assert (*made, *case.source[at_source:]) == case.hypothesis
    if max(len(case.source), len(case.hypothesis)) > SMALL:
        return
    source, hypothesis = ([WORDS[t] for t in side] for side in (case.source, case.hypothesis))
    for number, edits in enumerate(case.annotators):
        gold = [
            oracle_m2.GoldEdit(
                start, end, tuple(" ".join(WORDS[t] for t in tokens) for tokens in texts)
            )
            for start, end, texts in edits
        ]
        expected = oracle_m2.count_sentence(
            source,
            hypothesis,
            {0: gold},
            max_unchanged_words=options.max_unchanged_words,
            ignore_whitespace_casing=options.is_folded,
            release="3.2" if options.is_release_3_2 else "development",
        )
        assert tables[0][number] == list(expected[0]), (case, options)


def matcher_arrays(data: bytes) -> None:
    """MaxMatch's arrays: whatever they hold, they are refused or counted."""
    taken = Taken(data)
    text = bytes(b"ab c"[taken.below(4)] for _ in range(taken.below(24)))
    places = [taken.offsets(8) for _ in range(2)]
    lines = [(offsets[:-1].copy(), offsets[1:].copy()) for offsets in places]
    rows, edits = taken.offsets(3), taken.offsets(4)
    start, end = taken.integers(8, np.int32), taken.integers(8, np.int32)
    alternatives, tokens = taken.offsets(8), taken.offsets(8)
    ids = taken.integers(16, np.int32)
    if taken.below(8):  # otherwise the first check would refuse nearly all
        end = np.resize(end, len(start))
        ids = fitting(ids, tokens)
        text += b" " * min(100, *(int(offsets.max(initial=0)) for offsets in places))
    folded = None
    if taken.below(4) == 0:
        folded = bytes(taken.integers(16, np.int32).astype(np.uint8)), taken.offsets(12)
        folded = *folded, taken.offsets(8)
    arrays = (rows, edits, start, end, alternatives, ids, tokens)
    options = {"max_unchanged_words": taken.below(5) - 1, "is_release_3_2": bool(taken.below(2))}
    try:
        batch = Batch.of_arrays(
            *(text, *lines[0]),
            *(np.ascontiguousarray(array, array.dtype) for array in arrays),
            Vocabulary([b"%d" % word for word in range(4)]),
        )
        matcher = Matcher(
            *(batch, text, *lines[1]),
            **options,
            source_folded=folded,
            hypothesis_folded=folded,
        )
        table = np.zeros((max(matcher.n_rows, 0), 3), np.int64)
        matcher.count(0, matcher.n_sentences, table, CANCEL, MEMORY)
        rows = np.arange(matcher.n_rows)
        *sequences, _ = matcher.edits(rows, CANCEL, MEMORY)
        matcher.edits(rows, CANCEL, MEMORY, sequences=sequences)
    except ValueError:
        return


def ngrams(data: bytes) -> None:
    """N-grams: trimmed counts are the plain ones and those of the oracle."""
    taken = Taken(data)
    order, n_words = 1 + taken.below(8), 1 + taken.below(5)
    most = (8, 30)[taken.below(2)]
    source = taken.tokens(most, n_words)
    texts = [source, source if taken.below(4) == 0 else taken.tokens(most, n_words)]
    for _ in range(1 + taken.below(3)):
        texts.append(source if taken.below(6) == 0 else taken.tokens(most, n_words))
    source, hypothesis, *references = texts
    words = [" ".join(map(str, text)).encode() for text in (source, *references, hypothesis)]
    for absent in (False, True):
        tables = [
            count_texts(words, len(references), order, bool(absent), absent, trim=trim)
            for trim in (True, False)
        ]
        assert np.array_equal(*tables), texts
    regions = count_texts(words, len(references), order, False, True)[0]
    for reference, rows in zip(references, regions.tolist(), strict=True):
        for n, row in enumerate(rows, 1):
            assert tuple(row[:7]) == oracle_green.regions(source, reference, hypothesis, n), texts


def ngram_columns(data: bytes) -> None:
    """The columns of n-gram counts: whatever they hold, they are refused or counted."""
    taken = Taken(data)
    n_texts, n_lines = taken.below(5), taken.below(4)
    columns: list[tuple[bytes | memoryview, NDArray[np.int64], NDArray[np.int64]]] = []
    for _ in range(n_texts):
        text = bytes(taken.integers(30, np.int32).astype(np.uint8))
        starts, ends = taken.integers(4, np.int64), taken.integers(4, np.int64)
        if taken.below(4):
            starts, ends = np.resize(abs(starts), n_lines), np.resize(abs(ends), n_lines)
            starts, ends = (np.minimum(one, len(text)) for one in (starts, ends))
            ends = np.maximum(starts, ends)
        columns.append((text, starts, ends))
    options = taken.below(6), bool(taken.below(2)), bool(taken.below(2))
    try:
        count_lines(columns, taken.below(4), *options, CANCEL, MEMORY)
    except ValueError:
        return


def alignment(data: bytes) -> None:
    """Alignment: the edits turn the source into the target, whatever words may lie inside them."""
    taken = Taken(data)
    inside, n_words = taken.below(4), 1 + taken.below(5)
    source, target = taken.tokens(40, n_words), taken.tokens(40, n_words)
    stopped, edits, _ = align_ids(
        np.array(source, np.int32),
        np.array([0, len(source)]),
        np.array(target, np.int32),
        np.array([0, len(target)]),
        max_unchanged_words=inside,
        memory_limit=MEMORY,
    )
    assert stopped == -1
    made: list[int] = []
    at = 0
    for start, end, first, last in edits.tolist():
        assert at <= start <= end
        made += [*source[at:start], *target[first:last]]
        at = end
    assert (*made, *source[at:]) == target


def projection(data: bytes) -> None:
    """Raw text: characters stay, white space is never taken away, equal text gets its tokens."""
    texts = data.decode(errors="ignore").split("\n")
    source, raw = texts[::2], texts[1::2]
    raw += [""] * (len(source) - len(raw))
    for one, other, done in zip(source, raw, retokenize(raw, source), strict=True):
        assert "".join(done.split()) == "".join(other.split())
        assert done == " ".join(done.split())
        if "".join(one.split()) == "".join(other.split()):
            tokens = set(accumulate(map(len, one.split())))
            assert set(accumulate(map(len, done.split()))) >= tokens
    joined = ["".join(one.split()) for one in source]
    assert retokenize(joined, source) == [" ".join(one.split()) for one in source]
    # The kernel holds whatever the bytes: half of them are the source.
    half = len(data) // 2
    ends = np.array([half, len(data)])
    habits = Spacing(source)
    columns = (data, np.array([0]), ends[:1], data, ends[:1], ends[1:])
    words = (habits.whole, habits.affixes, habits.pairs)
    never = np.zeros(1, np.int32)
    project(*columns, habits.marks(data), *words, memory_limit=MEMORY, cancel=never)


def counts_file(data: bytes) -> None:
    """Counts: a file is refused with ValueError, or saved again it is the same."""
    for content in (data, archive_of(data)):
        try:
            counts = Counts.load(io.BytesIO(content))
        except ValueError as error:
            require_one_line(error)
            continue
        with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
            path = Path(folder, "counts.npz")
            counts.save(path)
            assert Counts.load(path) == counts


def archive_of(data: bytes) -> bytes:
    """Return an archive whose members are made of the bytes: chance never finds their checksums."""
    taken = Taken(data)
    columns = ["correct", "proposed", "gold", 7][: taken.below(5)]
    header: dict[str, object] = {
        "format": taken.below(3),
        "metric": ["m2", "green", 3, None][taken.below(4)],
        "columns": [columns, "abc", None][taken.below(3)],
        "parameters": [{}, {"a": 1}, {"a": [1]}, [], None][taken.below(5)],
    }
    kinds = [np.int64, np.int32, np.uint8, np.uint64, np.float64, np.bool_]
    arrays: dict[str, NDArray[np.generic]] = {"header": np.array(json.dumps(header))}
    for name in ("table", "offsets", "labels"):
        values = taken.offsets(6) if name == "offsets" else taken.integers(12, np.int64)
        with np.errstate(all="ignore"):
            array = values.astype(kinds[taken.below(6)])
        width = 1 + taken.below(4)
        is_table = name == "table" and taken.below(8)
        arrays[name] = (
            array[: len(array) // width * width].reshape(-1, width) if is_table else array
        )
    return zipped(arrays, taken, changes=2)


def zipped(arrays: dict[str, NDArray[np.generic]], taken: Taken, *, changes: int) -> bytes:
    """Return an .npz file with right checksums and up to so many bytes of each member changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array)
            content = bytearray(member.getvalue())
            for _ in range(taken.below(changes + 1)):
                content[taken.below(256) % len(content)] = taken.below(256)
            archive.writestr(f"{name}.npy", bytes(content))
    return file.getvalue()


COUNTED: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "m2": (
        {
            "max_unchanged_words": 2,
            "ignore_whitespace_casing": False,
            "release": "development",
            "implicit_noop": False,
        },
        {"annotators": [0, 1]},
    ),
    "green": ({"order": 1, "unit": "word"}, {"references": 2}),
    "gleu": ({"order": 1, "unit": "word", "variant": "official"}, {"references": 2}),
}
ODD: list[object] = [None, 0, -1, 2, 1 << 70, 0.5, "", "x\n", [], [1], {}, {"a": 1}, True, "char"]
SCORING = [
    [],
    ["-f", "json"],
    ["-f", "table"],
    ["--sentences", "each.jsonl"],
    ["--ci=3"],
    ["--signature"],
]


def parts_of_corpora(data: bytes) -> None:
    """Parts: whatever they hold, they are merged and scored, or refused in one line."""
    taken = Taken(data)
    options = SCORING[taken.below(len(SCORING))]
    metric = ["m2", "green", "gleu"][taken.below(3)]
    parameters, facts = (dict(known) for known in COUNTED[metric])
    columns = {
        "m2": m2.METRIC.columns(m2.Parameters()),
        "green": green.columns_of(1),
        "gleu": gleu.columns_of(1),
    }[metric]
    header: dict[str, object] = {
        "format": parts.FORMAT,
        "metric": metric,
        "parameters": parameters,
        "columns": list(columns),
        "systems": ["a"],
        "facts": facts,
        "fingerprint": "f",
        "total": 4,
    }
    for _ in range(taken.below(3)):
        target = [header, parameters, facts][taken.below(3)]
        target[sorted(target)[taken.below(len(target))]] = ODD[taken.below(len(ODD))]
    files = {}
    for name, first, size in (("1.npz", 0, 3), ("2.npz", 3, 1)):
        values = [taken.below(5) for _ in range(2 * size * len(columns))]
        for _ in range(taken.below(2)):
            values[taken.below(len(values))] = (-1, 1 << 31, -(1 << 63))[taken.below(3)]
        labels = [0, 1] * size
        for _ in range(taken.below(2)):
            labels[taken.below(2)] = taken.below(3) - 1
        arrays: dict[str, NDArray[np.generic]] = {
            "header": np.array(json.dumps(header | {"first": first, "sentences": size})),
            "offsets": np.arange(0, 2 * size + 1, 2),
            "labels": np.array(labels, (np.int32, np.int64)[taken.below(2)]),
            "table_0_0": np.array(values).reshape(-1, len(columns)),
        }
        files[name] = zipped(arrays, taken, changes=2 if taken.below(8) == 7 else 0)
    status, message = run(["merge", *files, *options], files)
    assert status in (0, 1, 2), status
    if status == 1:
        assert len(message.splitlines()) == 1, message


ARGUMENTS = [
    *("m2", "green", "gleu", "compare", "check", "convert", "--help", "--version", "-"),
    *("a.txt", "b.txt", "gold.m2", "missing", ".", "", "out.jsonl", "out.tsv", "-v", "--verbose"),
    *("-b", "0.5", "1", "nan", "-1", "1e400", "-f", "json", "tsv", "table", "latex", "markdown"),
    *("classic", "--sentences", "--edits", "--ci", "--ci=3", "--seed", "2", "--fixed-choice"),
    *("--per-annotator", "--ceiling", "--types", "--sort", "--signature", "--fail-under"),
    *("--release", "3.2", "development", "--implicit-noop", "--ignore-whitespace-casing"),
    *("--max-unchanged-words", "0", "9999999999", "-q", "--progress", "-j", "--holm", "--gold"),
    *("-s", "-r", "-c", "-n", "4", "-t", "char", "word", "--sentence", "--mean", "--variant"),
    *("equation", "official", "--unit", "--parallel", "--json", "--all", "--prefix", "--overlaps"),
    *("first", "refuse", "--absent", "source", "-o", "out.m2", "--no-progress", "\udcff", "\n"),
    # New ones stand at the end: the kept bytes are numbers of arguments.
    *("--sentence-range", "1:1", "2:", ":9", "--counts-out", "out.npz", "merge", "demo", "--iter"),
    *("--annotator", "-d", "-l", "--source-out", "--refs-out", "--randomization", "--base"),
    "clipped",
]
STATUSES = {0, 1, 2, 3}


def command_line(data: bytes) -> None:
    """The command line: one of the documented statuses, bad data told in one line."""
    head, _, rest = data.partition(b"\xff")
    a_text, _, rest = rest.partition(b"\xff")
    b_text, _, gold_text = rest.partition(b"\xff")
    arguments = [ARGUMENTS[number % len(ARGUMENTS)] for number in head[:20]]
    arguments = [argument for argument in arguments if argument != "-"]  # it is the fuzzer's own
    status, message = run(arguments, {"a.txt": a_text, "b.txt": b_text, "gold.m2": gold_text})
    assert status in STATUSES, (arguments, status)
    if status == 1:
        lines = [line for line in message.splitlines() if not line.startswith("warning: ")]
        assert len(lines) == 1 or arguments[0] == "check", (arguments, message)


def run(arguments: list[str], files: dict[str, bytes]) -> tuple[int, str]:
    """Run the command line in a folder of these files; return its status and what it complained."""
    err = io.StringIO()
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder, chdir(folder):
        for name, content in files.items():
            Path(name).write_bytes(content)
        with redirect_stdout(io.StringIO()), redirect_stderr(err):
            try:
                status = main(arguments)
            except SystemExit as error:
                status = error.code if isinstance(error.code, int) else -1
        left = [name for name in os.listdir(".") if name.endswith(".part")]  # noqa: PTH208
    assert not left, arguments
    assert "Traceback" not in err.getvalue(), err.getvalue()
    return status, err.getvalue()


def corpus_config(data: bytes) -> None:
    """A file of configs is read and its metrics are understood, or it is refused in one line."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        path = Path(folder) / "card.toml"
        path.write_bytes(data)
        try:
            for plan in plan_configs(read_configs(path)):
                assert plan.asked
                assert plan.config.systems
                assert len({one.label for one in plan.asked}) == len(plan.asked)
                for one in plan.asked:
                    assert metric_spec(one.label)[1:3] == one[1:3]
        except FormatError as error:
            require_one_line(error)


def require_one_line(error: ValueError) -> None:
    assert len(str(error).splitlines()) == 1, str(error)


def memory_folder() -> str | None:
    """Where files cost least: memory if the system has such a folder."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


ENTRY_POINTS: dict[str, Callable[[bytes], None]] = {
    "card": corpus_config,
    "m2": gold_file,
    "text": words_and_lines,
    "packed": packed_file,
    "lattice": lattice,
    "matcher": matcher_arrays,
    "ngram": ngrams,
    "columns": ngram_columns,
    "align": alignment,
    "projection": projection,
    "counts": counts_file,
    "parts": parts_of_corpora,
    "command": command_line,
    "coders": coded_edits,
    "chunks": chunked_edits,
    "judgments": human_judgments,
}
