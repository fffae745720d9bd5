from collections.abc import Sequence

from fastgec.machine.parallel import Cancel

Buffer = bytes | bytearray | memoryview

class TextWorker:
    @property
    def seen(self) -> tuple[list[tuple[list[int], int, int]], list[int]]: ...
    @property
    def regions(self) -> list[list[int]]: ...
    def __init__(
        self,
        memory_limit: int,
        n_references: int,
        order: int,
        is_char: bool,
        alphas: Sequence[float],
    ) -> None: ...
    def count(
        self,
        columns: list[bytearray],
        sizes: list[int],
        n_sentences: int,
        part: tuple[int, int],
        cancel: Buffer | Cancel,
        reference_part: tuple[int, int] | None = None,
    ) -> bytes | None: ...
