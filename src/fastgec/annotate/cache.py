"""Analyses of earlier runs in the user's cache folder: lines of JSON, by sentence.

A sentence is found by a digest of its text, and of what analysed it: model, versions, how tokens
were cut. So nothing is ever out of date. Each line has a checksum of key and line: what differs
from what was written is not found, and is analysed anew. A cache that cannot be used has a note,
and is left alone for the rest of the run: what is kept saves time, and decides nothing.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

LAYOUT = 1  # of rows and lines; another one has a file of its own
MOST_BYTES = 1 << 30
SHARE = 3 / 4  # of the bytes, for the database: its journal may take the others for a moment
DAY = 86_400  # seconds: how often it is written down that a sentence was used
PATIENCE = 2.0  # seconds that another process may write
TABLE = """
create table if not exists sentence
    (key blob primary key, line blob not null, sum integer not null, used integer not null)
"""
FIND = "select line, sum, used from sentence where key = ?"
OLDEST = "select rowid from sentence order by used, rowid limit ?"


def cache_folder() -> Path:
    """The folder of this package in the user's cache folder.

    Raises:
        RuntimeError: There is no home.
    """
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():
        return given / "fastgec"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local", "fastgec")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/fastgec"
    return Path.home() / ".cache/fastgec"


class Cache:
    """Lines of analyses by sentence, at most so many bytes of them.

    notes  what users should know: where text is kept, and why it could not be

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> cache = Cache(Path(folder.name, "new"))
    >>> cache.write("model-1", [("a cat", b"{}")])
    >>> cache.read("model-1", ["a cat", "a dog"]), cache.read("model-2", ["a cat"])
    ({'a cat': b'{}'}, {})
    >>> folder.cleanup()
    """

    def __init__(self, folder: Path | None = None, *, most: int = MOST_BYTES) -> None:
        """Take the folder, made when something is written; None: `cache_folder`."""
        self.notes: list[str] = []
        self._most = int(most * SHARE)
        self._path: Path | None = None
        with self._told():
            self._path = (folder or cache_folder()) / f"analyses-{LAYOUT}.sqlite"

    def read(self, maker: str, texts: Iterable[str]) -> dict[str, bytes]:
        """The lines of those texts that are found.

        Args:
            maker: what analysed them, and how.
            texts: sentences.
        """
        found: dict[str, bytes] = {}
        now = int(time.time())
        stale: list[tuple[int, bytes]] = []

        def find(rows: sqlite3.Connection) -> None:
            if not rows.execute("select 1 from sqlite_master where name = 'sentence'").fetchone():
                return  # another process is making it
            for text in texts:
                key = _key(maker, text)
                line, sum_, used = rows.execute(FIND, (key,)).fetchone() or (None, 0, 0)
                if isinstance(line, bytes) and sum_ == _sum(key, line):
                    found[text] = line
                    if isinstance(used, int) and used < now - DAY:
                        stale.append((now, key))

        with self._told():
            if self._path is None or not self._path.is_file():
                return {}
            self._do(self._path, find)
            if stale and self._path is not None:
                with suppress(sqlite3.Error), _opened(self._path, self._most) as rows:
                    rows.execute("begin immediate")  # one transaction, not one for each sentence
                    rows.executemany("update sentence set used = ? where key = ?", stale)
        return found

    def write(self, maker: str, lines: Sequence[tuple[str, bytes]]) -> None:
        """Keep a line of each text; those not used for longest leave where there is no room.

        Args:
            maker: what analysed them, and how.
            lines: texts and their lines.
        """
        now = int(time.time())
        values = [
            (key, line, _sum(key, line), now)
            for key, line in ((_key(maker, text), line) for text, line in lines)
        ]
        n_bytes = 2 * sum(len(line) + 100 for _, line in lines)

        def keep(rows: sqlite3.Connection) -> None:
            rows.execute("begin immediate")
            rows.execute(TABLE)
            _make_room(rows, self._most - n_bytes)
            rows.executemany("insert or replace into sentence values (?, ?, ?, ?)", values)

        with self._told():
            if self._path is None or n_bytes > self._most:
                return
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            is_new = not self._path.exists()
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))
            self._do(self._path, keep)
            if is_new:
                self.notes.append(
                    f"{self._path.parent}: analyses are kept here for later runs, with the text of "
                    "the sentences; only you may read them (--no-cache keeps none)"
                )

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Note why the cache cannot be used, and use it no more in this run."""
        try:
            yield
        except (sqlite3.Error, OSError, RuntimeError) as error:
            where = "" if self._path is None else f"{self._path}: "
            reason = getattr(error, "strerror", None) or str(error)
            self.notes.append(f"{where}analyses are not kept between runs: {reason.lower()}")
            self._path = None

    def _do(self, path: Path, work: Callable[[sqlite3.Connection], None]) -> None:
        """Work on a database; one that is damaged is noted, and replaced by an empty one."""
        try:
            with _opened(path, self._most) as rows:
                work(rows)
            return
        except (sqlite3.Error, UnicodeDecodeError) as error:  # of a message with damaged names
            if not _is_damage(error):
                raise
        self.notes.append(f"{path}: damaged, replaced by an empty file")
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}-journal").unlink(missing_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        with _opened(path, self._most) as rows:
            work(rows)


@contextmanager
def _opened(path: Path, most: int) -> Iterator[sqlite3.Connection]:
    """Open a database, which may have so many bytes; a transaction begun is committed."""
    rows = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
    try:
        (size,) = rows.execute("pragma page_size").fetchone()
        rows.execute(f"pragma max_page_count = {most // size}")
        rows.execute("pragma synchronous = off")  # what a crash leaves is checked when it is read
        yield rows
        if rows.in_transaction:
            rows.execute("commit")
    finally:
        rows.close()  # rolls back what was not committed


def _is_damage(error: Exception) -> bool:
    """Whether an error is due to the file, not to the machine or to another process."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return code in (
        sqlite3.SQLITE_ERROR,  # other columns
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
    )


def _key(maker: str, text: str) -> bytes:
    return blake2b(f"{maker}\0{text}".encode(), digest_size=16).digest()


def _sum(key: bytes, line: bytes) -> int:
    return zlib.crc32(line, zlib.crc32(key))


def _make_room(rows: sqlite3.Connection, most: int) -> None:
    """Leave out sentences that were not used for longest, until the others have so many bytes."""
    while True:
        n_pages, n_free, size = (
            rows.execute(f"pragma {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        if (n_pages - n_free) * size <= most:
            return
        (n_rows,) = rows.execute("select count(*) from sentence").fetchone()
        if not n_rows:
            return
        leaving: Any = (n_rows // 8 + 1,)
        rows.execute(f"delete from sentence where rowid in ({OLDEST})", leaving)
