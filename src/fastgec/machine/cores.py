"""How many cores there are for threads, and starting them."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    from collections.abc import Callable

MOST_THREADS = 256  # more would only wait for one another
THREAD_SPACE = 256 << 20  # bytes of addresses that a thread may reserve: stack, heap, what it reads


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def usable_threads(jobs: int | None) -> int:
    """Return how many threads work may take at most: `jobs`, or all usable cores for None.

    Under a limit of addresses (`ulimit -v`) they are as few as it has space for: where all threads
    start and leave no memory to work with, nothing is gained.
    """
    n_threads = min(jobs or usable_cores(), MOST_THREADS)
    if n_threads > 1 and os.name == "posix":
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        if limit != resource.RLIM_INFINITY:
            n_threads = max(min(n_threads, limit // THREAD_SPACE), 1)
    return n_threads


def is_started(start: Callable[..., object], *arguments: object) -> bool:
    """Start a thread; return whether the system still gave one.

    It gives none at a limit of memory or processes (`ulimit -v`, a container's number of pids), nor
    while the interpreter ends. Callers go on with the threads that they have, or with their own.

    Args:
        start: starts a thread, and raises what Python raises if there is none.
        *arguments: of `start`.

    Example:
        >>> import threading
        >>> thread = threading.Thread(target=print, args=("done",))
        >>> is_started(thread.start), thread.join()
        done
        (True, None)
    """
    try:
        start(*arguments)
    except (RuntimeError, MemoryError):
        return False
    return True
