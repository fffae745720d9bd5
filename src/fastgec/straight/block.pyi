from fastgec.machine.parallel import Cancel

Buffer = bytes | bytearray | memoryview

N_READ_BEHIND: int

def cut_gold(data: Buffer, size: int, most_bytes: int, is_end: bool) -> tuple[int, int]: ...
def cut_lines(data: Buffer, size: int, n_lines: int, most_bytes: int) -> tuple[int, int]: ...

class Sums:
    n_edits: int
    def __init__(self, beta: float) -> None: ...
    def add(self, rows: Buffer) -> None: ...
    def counts(self) -> tuple[int, int, int]: ...

class Worker:
    @property
    def seen(self) -> tuple[list[tuple[list[int], int, int]], list[int]]: ...
    def __init__(self, memory_limit: int, max_unchanged: int, n_systems: int = 1) -> None: ...
    def count(
        self,
        columns: list[bytearray],
        sizes: list[int],
        n_sentences: int,
        part: tuple[int, int],
        cancel: Buffer | Cancel,
    ) -> bytes | None: ...
