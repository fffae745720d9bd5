"""`python -m fastgec` is the command `fastgec`."""

from __future__ import annotations

import gc
import os  # all of these are built in, or imported by Python itself: no time goes by here
import sys

TYPE_CHECKING = False  # as in typing, which a plain run does without
if TYPE_CHECKING:
    import signal
    from types import FrameType
    from typing import Any
else:
    import _signal as signal  # whose values are numbers: no time goes by with enum, either

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def main() -> int:
    """Run the command line; the entry point of the program."""
    # A short life that keeps nearly all it makes: collecting while numpy is imported is in vain.
    gc.set_threshold(100_000)
    # Few commands multiply matrices, on threads of ours: more would only take time from others.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt == signal.default_int_handler:
        # While numpy is imported, its exception would come out as an ImportError of forty lines.
        signal.signal(signal.SIGINT, lambda *_: os._exit(128 + signal.SIGINT))
    _import_argparse()
    from fastgec.cli import main as run

    def ready() -> None:
        signal.signal(signal.SIGINT, interrupt)
        for ending in ENDINGS:
            if signal.getsignal(ending) == signal.SIG_DFL:  # as it is not under nohup
                signal.signal(ending, _end)

    status = run(ready=ready)
    for ending in (signal.SIGINT, *ENDINGS):  # all is said: what comes now ends silently
        if signal.getsignal(ending) != signal.SIG_IGN:
            signal.signal(ending, signal.SIG_DFL)
    gc.freeze()  # what is left goes with the process: searching it for cycles is in vain too
    return status


def _import_argparse() -> None:
    """Import argparse without gettext: nothing is translated, and looking for it takes time."""
    if "argparse" in sys.modules or "gettext" in sys.modules:
        return
    untranslated: Any = type(sys)("gettext")
    untranslated.gettext = lambda text: text
    untranslated.ngettext = lambda one, several, n: one if n == 1 else several
    sys.modules["gettext"] = untranslated
    import argparse  # noqa: F401

    del sys.modules["gettext"]


def _end(number: int, _frame: FrameType | None) -> None:
    """End by a signal, and leave nothing half written."""
    # No exception: one that is raised in a destructor or while a module is imported gets lost.
    from fastgec.machine import remove_unfinished

    remove_unfinished()
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)


if __name__ == "__main__":
    sys.exit(main())
