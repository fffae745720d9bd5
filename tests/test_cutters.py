"""Blocks of lines and of M2 are the file, however it is read and whatever buffers are used."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastgec.kernels.tokens import split_lines
from fastgec.read import files
from fastgec.read.files import Buffer, ByteReader, Cutter, LineCutter

TEXTS = st.lists(
    st.sampled_from(["S", "S a", "A 0 1|||x", "", "\n", "\r\n", "\n\n", "é", "b" * 20, " "])
).map(lambda words: "".join(words).encode())
# For each block: the most sentences, the most bytes, and which of two buffers (2: none).
BLOCKS = st.lists(
    st.tuples(st.integers(1, 5), st.sampled_from([1, 3, 10, sys.maxsize]), st.integers(0, 2)),
    min_size=1,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cutters") / "text"


def written(path: Path, text: bytes, *, is_packed: bool) -> ByteReader:
    path.write_bytes(gzip.compress(text) if is_packed else text)
    return ByteReader(str(path))


@given(text=TEXTS, blocks=BLOCKS, piece=st.integers(1, 30), is_packed=st.booleans())
def test_lines_of_blocks_are_the_lines_of_the_file(
    path: Path, text: bytes, blocks: list[tuple[int, int, int]], piece: int, is_packed: bool
) -> None:
    starts, ends = (numbers.tolist() for numbers in split_lines(text))
    expected = [text[a:b] for a, b in zip(starts, ends, strict=True)]
    buffers = [Buffer(), Buffer(), None]
    found: list[bytes] = []
    with mock.patch.multiple(files, PIECE=piece, LEAST=piece):
        cutter = LineCutter(written(path, text, is_packed=is_packed))
        for number in range(len(text) + 1):
            most, most_bytes, buffer = blocks[number % len(blocks)]
            data, starts, ends = cutter.take(most, most_bytes, buffers[buffer])
            assert len(starts) <= most
            if not len(starts):
                break
            found += [bytes(data[a:b]) for a, b in zip(starts, ends, strict=True)]
    assert found == expected
    assert cutter.n_taken == len(expected)


@given(text=TEXTS, blocks=BLOCKS, piece=st.integers(1, 30), is_packed=st.booleans())
def test_parts_of_m2_are_the_file_cut_before_sources(
    path: Path, text: bytes, blocks: list[tuple[int, int, int]], piece: int, is_packed: bool
) -> None:
    buffers = [Buffer(), Buffer(), None]
    whole = b""
    is_last = False
    with mock.patch.multiple(files, PIECE=piece, LEAST=piece):
        cutter = Cutter(written(path, text, is_packed=is_packed).readinto, "text")
        for number in range(len(text) + 1):
            most, most_bytes, buffer = blocks[number % len(blocks)]
            cut = cutter.take(most, most_bytes, buffers[buffer])
            part = bytes(cut.data)
            n_sources = sum(line.startswith(b"S") for line in part.split(b"\n"))
            assert cut.n_sources == n_sources <= most
            assert cut.n_lines_before == whole.count(b"\n")
            assert cut.is_last or part.endswith(b"\n")
            whole += part
            is_last = cut.is_last
            if is_last:
                break
    assert is_last
    assert whole == text
