Buffer = bytes | bytearray | memoryview

N_READ_BEHIND: int

def cut_gold(data: Buffer, size: int, is_end: bool) -> tuple[int, int]: ...
def cut_lines(data: Buffer, size: int, n_lines: int) -> tuple[int, int]: ...

class Sums:
    def __init__(self, beta: float) -> None: ...
    def add(self, rows: Buffer) -> None: ...
    def counts(self) -> tuple[int, int, int]: ...

class Worker:
    n_edits: int
    n_looks: int
    n_votes: int
    @property
    def flags_seen(self) -> list[int]: ...
    def __init__(self, memory_limit: int, max_unchanged: int) -> None: ...
    def count(
        self,
        gold: Buffer,
        gold_size: int,
        output: Buffer,
        output_size: int,
        n_sentences: int,
        part: tuple[int, int],
        capitals: bytes,
        cancel: Buffer,
    ) -> bytes | None: ...
