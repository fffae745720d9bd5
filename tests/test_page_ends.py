"""Text that ends where memory ends: kernels read no more bytes behind it than they say.

The page behind the text cannot be read: who reads there ends the process, and pytest says in which
test. AddressSanitizer sees less, as buffers of real runs have more room than may be read.
"""

from __future__ import annotations

import ctypes
import mmap
import random
import sys
from collections.abc import Sequence

import numpy as np
import pytest

import search_plain
from fastgec._ngram import count_lines
from fastgec.kernels.tokens import (
    Vocabulary,
    encode_words,
    find_breaks,
    find_sources,
    plain_text,
    split_lines,
)
from fastgec.read.batch import Batch

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no mprotect")
SIZE = 1 << 16  # bytes that can be read
FILLS = (b"\x00", b" ", b"a", b"|", b"\xff")  # what stands behind the text must not matter


class Pages:
    """Memory behind which there is none."""

    def __init__(self) -> None:
        self._map = mmap.mmap(-1, SIZE + mmap.PAGESIZE)
        at = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.mprotect(ctypes.c_void_p(at + SIZE), ctypes.c_size_t(mmap.PAGESIZE), 0) == 0
        self._bytes = (ctypes.c_char * SIZE).from_address(at)

    def ending(self, text: bytes) -> memoryview:
        """Return a text that ends where the memory does."""
        part = memoryview(self._bytes).cast("B")[SIZE - len(text) :]
        part[:] = text
        return part


@pytest.fixture(scope="module")
def pages() -> Sequence[Pages]:
    return [Pages() for _ in range(6)]


def test_readers_read_nothing_behind_a_text(pages: Sequence[Pages]) -> None:
    rng = random.Random(32)
    page = pages[0]
    for _ in range(500):
        gold, line = search_plain.sentence_of(rng)
        data = page.ending(f"{line}\n{gold.rstrip()}".encode())
        starts, ends = split_lines(data)
        lines = [bytes(data[a:b]).decode() for a, b in zip(starts, ends, strict=True)]
        vocabulary = Vocabulary()
        ids, offsets = encode_words(data, starts, ends, vocabulary)
        found = [vocabulary[token].decode() for token in ids]
        assert found == [word for text in lines for word in text.split()]
        assert offsets[-1] == len(found)
        columns = [(data, starts[: len(lines)], ends[: len(lines)])] * 3
        for is_char in (False, True):
            options = is_char, True, np.zeros(1, np.int32), 1 << 28
            counts, _ = count_lines(columns, 1, 1, *options)
            sizes = [len(text if is_char else text.split()) for text in lines]
            assert np.asarray(counts)[0, :, 0, 0].tolist() == [[size] + [0] * 7 for size in sizes]
        plain = plain_text(data, starts, ends, as_words=True).tobytes().decode()
        assert plain == "".join(f"{' '.join(text.split())}\n" for text in lines)
        assert find_breaks(data, 0, SIZE)[0] == len(lines) - 1
        assert find_sources(data, 0, 0, SIZE, SIZE, is_line_start=True)[0] == sum(
            text.startswith("S") for text in lines
        )
        text = gold.rstrip().encode()
        batch, other = Batch(page.ending(text)), Batch(text + b"\n" * 200)
        assert (batch.fault, batch.line) == (other.fault, min(batch.line, other.line))
        if not batch.fault:
            assert list(map(bytes, batch.numbered()[1:])) == list(map(bytes, other.numbered()[1:]))
            columns, others = batch.columns(), other.columns()
            assert list(map(bytes, columns.values())) == list(map(bytes, others.values()))
            names, other_names = Vocabulary(), Vocabulary()
            assert bytes(batch.kinds(names)) == bytes(other.kinds(other_names))
            assert list(names) == list(other_names)
