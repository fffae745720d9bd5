"""Writing a file whole or not at all: write beside it, then rename."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import IO, Any


PACKED = (".gz", ".zst", ".xz", ".bz2", ".zip")  # names that promise compressed data

_unfinished: set[Path] = set()


def replacing(
    path: str | os.PathLike[str], *, packs: Sequence[str] = ()
) -> AbstractContextManager[IO[bytes]]:
    """Open a binary file that becomes `path` when the block ends well, and vanishes when it fails.

    A path that exists and is no regular file (a pipe, a terminal, /dev/null) is written directly.
    A file that is replaced keeps its permissions.

    Args:
        path: Where it is written.
        packs: Endings of names for which the caller compresses what is written.

    Raises:
        OSError: If it cannot be written, or its name promises another compression; it names `path`.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(f"{folder}/out") as file:
    ...         _ = file.write(b"whole")
    ...     Path(folder, "out").read_bytes()
    b'whole'
    """
    from contextlib import contextmanager  # which a run that writes nothing does without

    return contextmanager(_replacing)(path, packs)


def _replacing(path: str | os.PathLike[str], packs: Sequence[str]) -> Iterator[IO[bytes]]:
    from pathlib import Path

    _require_kind(path, packs)
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        target = real_path(target)  # a link stays, what it points to is replaced
        beside = target.with_name(f".fastgec.{os.urandom(8).hex()}.part")
        _unfinished.add(beside)
        try:
            with beside.open("xb") as file:
                yield file
                file.close()
                if target.exists():
                    beside.chmod(stat.S_IMODE(target.stat().st_mode))
                beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
        finally:
            _unfinished.discard(beside)
    except OSError as error:
        # Not the file beside it, of which the user knows nothing; nor none, as a full disk has it.
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def real_path(path: str | os.PathLike[str]) -> Path:
    """Return a path without links, whether it exists or not.

    Raises:
        OSError: Where the current folder is gone; it names `path`.
    """
    from pathlib import Path

    try:
        return Path(os.path.realpath(path))  # Path.resolve does not bear a loop of links
    except OSError as error:  # of the current folder, which has no name any more
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from None


def require_place(path: str | os.PathLike[str], *, packs: Sequence[str] = ()) -> None:
    """Raise OSError, which names `path`, unless `replacing` can write it.

    For results that are written at the end of long work.
    """
    _require_kind(path, packs)
    folder = real_path(path).parent
    if not folder.is_dir():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))


def _require_kind(path: str | os.PathLike[str], packs: Sequence[str]) -> None:
    """Raise OSError for a name that promises compressed data, which is not written."""
    ending = os.path.splitext(path)[1].lower()  # noqa: PTH122
    if ending in PACKED and ending not in packs:
        known = "".join(f" or {one}" for one in packs)
        reason = f"{ending} cannot be written: expected a name without it{known}"
        raise OSError(errno.EINVAL, reason, os.fspath(path))


def remove_unfinished() -> None:
    """Remove what is being written: for a process that ends now, without unwinding."""
    from contextlib import suppress

    for path in list(_unfinished):
        with suppress(OSError):
            path.unlink()


# JSON text to values, under one rule more than Python's: no object has a key twice.


class RepeatedKeyError(ValueError):
    """An object has a key twice: which value is meant, the text does not say."""


def loads(text: str | bytes, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """Return what JSON text holds; arguments and errors as `json.loads`.

    Raises:
        RepeatedKeyError: an object has a key twice.

    Example:
        >>> loads('{"weight": 1, "weight": 2}')
        Traceback (most recent call last):
        fastgec.machine.files.RepeatedKeyError: key "weight" is there twice in an object
    """
    import json  # which help does without

    return json.loads(text, object_pairs_hook=_object, parse_constant=parse_constant)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        import json

        raise RepeatedKeyError(f"key {json.dumps(twice)} is there twice in an object")
    return found
