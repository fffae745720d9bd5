"""Gold read in blocks: the same as gold read whole, whatever the size of blocks and pieces."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastgec import FormatError, Gold, References, green, m2
from fastgec.cli.texts import SAMPLES
from fastgec.metrics.base import Block, Reading
from fastgec.read import files, m2stream
from fastgec.read import lines as blocks
from fastgec.read.lines import Span
from fastgec.read.m2stream import GoldSummary, M2Stream, read_gold_blocks

Sizes = Callable[[int, int, int], None]


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> Sizes:
    def set_sizes(sentences: int, n_bytes: int, piece: int) -> None:
        monkeypatch.setattr(m2stream, "SENTENCES", sentences)
        monkeypatch.setattr(m2stream, "BYTES", n_bytes)
        monkeypatch.setattr(files, "PIECE", piece)
        monkeypatch.setattr(files, "LEAST", piece)

    return set_sizes


SMALL = [(1, 1 << 20, 1 << 18), (3, 1 << 20, 7), (1000, 50, 1), (2, 300, 64), (1000, 1, 1 << 18)]
LINES = [
    "S a b c",
    "S",
    "S  d\u00a0e ",
    "",
    " ",
    "\u2003",
    "I x",
    "A 0 1|||R|||b|||REQUIRED|||-NONE-|||0",
    "A 1 2|||M|||x||S y|||REQUIRED|||-NONE-|||3",
    "A 9 9|||M|||far|||REQUIRED|||-NONE-|||1",
    "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2",
    "Sx",
    "A 1|||R|||b|||||||||0",
]
texts = st.lists(st.sampled_from(LINES), min_size=1, max_size=14)
ends = st.sampled_from(["\n", "\r\n"])


def summary_of(path: Path) -> tuple[int, tuple[int, ...], str, tuple[str, ...]]:
    summary = GoldSummary(str(path), has_fingerprint=True)
    for block in read_gold_blocks(path, []):
        summary.add(block.columns[0].parse())
    return summary.sentences, summary.annotators, summary.fingerprint, summary.warnings


def whole_of(path: Path) -> tuple[int, tuple[int, ...], str, tuple[str, ...]]:
    gold = Gold.read(path)
    return len(gold), gold.annotators, gold.fingerprint(), gold.warnings


def said_by(reader: Callable[[Path], Any], path: Path) -> Any:
    try:
        return reader(path)
    except FormatError as error:
        return str(error)


@pytest.mark.parametrize("size", SMALL)
def test_blocks_say_what_the_whole_says(
    size: tuple[int, int, int], sizes: Sizes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sizes(*size)
    path = tmp_path_factory.mktemp("gold") / "gold.m2"

    @given(texts, ends, st.booleans())
    def check(lines: list[str], end: str, is_ended: bool) -> None:
        path.write_bytes((end.join(lines) + end * is_ended).encode())
        assert said_by(summary_of, path) == said_by(whole_of, path)

    check()


@pytest.mark.parametrize("size", SMALL)
@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("implicit_noop", [False, True])
def test_counts_of_blocks_are_those_of_the_whole(
    size: tuple[int, int, int], jobs: int, implicit_noop: bool, sizes: Sizes
) -> None:
    gold = SAMPLES / "gold.m2"
    systems = [SAMPLES / "careful.txt", SAMPLES / "bold.txt"]
    parameters = m2.Parameters(implicit_noop=implicit_noop)
    expected = m2.count_systems(systems, Gold.read(gold), parameters)
    sizes(*size)
    assert m2.count_systems(systems, gold, parameters, jobs=jobs) == expected
    assert m2.count_systems(systems, Gold.read(gold), parameters, jobs=jobs) == expected
    assert m2.evaluate(systems[0], gold) == m2.score_counts(m2.count(systems[0], gold))


def same(block: Block) -> Block:
    return block


def test_a_span_is_counted_as_in_the_whole(sizes: Sizes) -> None:
    sizes(3, 1 << 20, 64)
    gold = SAMPLES / "gold.m2"
    whole = m2.count(SAMPLES / "bold.txt", gold)
    drawn = random.Random(1)
    for _ in range(30):
        first, last = sorted(drawn.sample(range(21), 2))
        summary = GoldSummary(str(gold), has_fingerprint=True)
        reading = Reading(Span(first, last), summary)
        systems = [SAMPLES / "bold.txt"]
        blocks = list(m2.METRIC.blocks(systems, gold, m2.Parameters(), same, reading))
        assert blocks[0].first == first
        assert sum(map(len, blocks)) == last - first
        table = np.concatenate([block.table[0] for block in blocks])
        assert table.tolist() == whole.sentences(first, last).table.tolist()
        assert (summary.sentences, summary.fingerprint) == (20, Gold.read(gold).fingerprint())


def test_a_part_of_gold_is_its_sentences() -> None:
    gold = Gold.read(SAMPLES / "gold.m2")
    for first, last in ((0, 20), (3, 9), (19, 20), (5, 5)):
        part = gold.sentences(first, last)
        assert [part.sources[s] for s in range(len(part))] == [
            gold.sources[s] for s in range(first, last)
        ]
        rows = gold.edits.row_offsets
        kept = slice(rows[first], rows[last])
        assert part.edits.annotator.tolist() == gold.edits.annotator[kept].tolist()
        skipped = gold.edits.edit_offsets[rows[first]]
        assert [part.corrections(edit) for edit in range(part.edits.n_edits)] == [
            gold.corrections(int(skipped) + edit) for edit in range(part.edits.n_edits)
        ]


@pytest.mark.parametrize(("n_lines", "found"), [(19, "19"), (21, "21"), (0, "0"), (200, "200")])
def test_unequal_numbers_of_sentences_are_counted_to_the_end(
    n_lines: int, found: str, sizes: Sizes, tmp_path: Path
) -> None:
    sizes(4, 1 << 20, 64)
    path = tmp_path / "hyp.txt"
    path.write_text("a b .\n" * n_lines, encoding="utf-8")
    gold = SAMPLES / "gold.m2"
    with pytest.raises(FormatError) as raised:
        m2.evaluate(path, gold)
    assert str(raised.value) == f"{path}: {found} sentences, expected 20 as in {gold}"


@pytest.mark.parametrize(
    "evaluate", [m2.evaluate, lambda system, gold: green.evaluate(system, References(gold, [gold]))]
)
def test_what_does_not_end_is_not_read_to_its_end(
    evaluate: Any, sizes: Sizes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sizes(4, 1 << 20, 64)
    monkeypatch.setattr(blocks, "MOST_READ_ON", 100)
    monkeypatch.setattr(m2stream, "MOST_READ_ON", 100)
    short, long = tmp_path / "short", tmp_path / "long"
    short.write_text("S a\n" * 9, encoding="utf-8")
    long.write_text("S a\n" * 20_000, encoding="utf-8")
    for system, gold in ((long, short), (short, long)):
        with pytest.raises(FormatError) as raised:
            evaluate(system, gold)
        found, expected = (r"more than \d+" if path == long else "9" for path in (system, gold))
        reason = rf"{found} sentences, expected {expected} as in {gold}"
        assert re.fullmatch(rf"{system}: {reason}", str(raised.value))


def test_a_fault_in_the_gold_is_told_rather_than_unequal_numbers(
    sizes: Sizes, tmp_path: Path
) -> None:
    sizes(2, 1 << 20, 64)
    path = tmp_path / "bad.m2"
    path.write_text("S a\n\nS b\n\nS c\n\nS d\nA x\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"bad.m2:8: .*, expected"):
        m2.evaluate(["a"], path)


def test_invalid_text_is_placed_by_line_in_later_blocks(sizes: Sizes, tmp_path: Path) -> None:
    sizes(2, 1 << 20, 16)
    path = tmp_path / "bad.m2"
    path.write_bytes(b"S a\n\nS b\n\nS c\n\nS d \xe9\n")
    with pytest.raises(FormatError, match=r"bad.m2:7: invalid UTF-8: byte 0xe9 at byte 5"):
        m2.evaluate(["a", "b", "c", "d"], path)


def test_compressed_gold_is_read_in_blocks(sizes: Sizes, tmp_path: Path) -> None:
    sizes(3, 1 << 20, 64)
    path = tmp_path / "gold.m2.gz"
    path.write_bytes(gzip.compress((SAMPLES / "gold.m2").read_bytes()))
    assert m2.evaluate(SAMPLES / "bold.txt", path) == m2.evaluate(
        SAMPLES / "bold.txt", SAMPLES / "gold.m2"
    )


def test_a_block_takes_no_sentence_more_once_it_is_large(sizes: Sizes, tmp_path: Path) -> None:
    sizes(5, 100, 32)
    path = tmp_path / "gold.m2"
    lengths = [10, 10, 10, 10, 10, 10, 10, 500, 10, 60, 60, 60]
    path.write_text("".join(f"S {'a' * length}\n\n" for length in lengths), encoding="utf-8")
    stream = M2Stream(path)
    taken = []
    while block := stream.take():
        taken.append(len(block))
        assert block.parse().sources.data.rfind(b"S ") <= 100 + 62  # where the last source begins
    assert sum(taken) == len(lengths)
    assert max(taken) <= 5
