"""Writing a file whole or not at all: write beside it, then rename."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open a binary file that becomes `path` when the block ends well, and vanishes when it fails.

    A path that exists and is no regular file (a pipe, a terminal, /dev/null) is written directly.
    Raises: OSError.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/out") as file:
    ...         _ = file.write(b"whole")
    ...     Path(folder, "out").read_bytes()
    b'whole'
    """
    target = Path(path)
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    target = target.resolve()  # a link stays, what it points to is replaced
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with beside.open("xb") as file:
            yield file
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
