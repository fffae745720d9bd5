"""`python -m fastgec` is the command `fastgec`."""

import gc
import signal
import sys
from types import FrameType

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def main() -> int:
    """Run the command line; the entry point of the program."""
    # A short life that keeps nearly all it makes: collecting while numpy is imported is in vain.
    gc.set_threshold(100_000)
    interrupt = signal.getsignal(signal.SIGINT)
    # While numpy is imported, an exception of ours would come out as an ImportError of forty lines.
    _end_at_once()
    import fastgec.corpus.files  # noqa: F401
    from fastgec.cli import main as run

    signal.signal(signal.SIGINT, interrupt)
    for ending in ENDINGS:
        if signal.getsignal(ending) == signal.SIG_DFL:  # as it is not under nohup
            signal.signal(ending, _end)
    status = run()
    _end_at_once()
    return status


def _end_at_once() -> None:
    """Let signals that are not ignored end the process silently: there is nothing to clear up."""
    for ending in (signal.SIGINT, *ENDINGS):
        if signal.getsignal(ending) != signal.SIG_IGN:
            signal.signal(ending, signal.SIG_DFL)


def _end(number: int, _frame: FrameType | None) -> None:
    """Unwind, so that what is half written is removed, and exit as a shell says of the signal."""
    raise SystemExit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
