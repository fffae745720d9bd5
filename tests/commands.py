"""Running the command line as a user does: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"


@dataclass(frozen=True)
class Done:
    """What a finished command left: its exit status, and text on both streams."""

    status: int
    stdout: str
    stderr: str


@dataclass(frozen=True)
class Run:
    """`python -m fastgec` in a folder."""

    folder: Path

    def __call__(
        self, *arguments: str | bytes | Path, stdin: str | bytes = b"", **environment: str
    ) -> Done:
        process = subprocess.run(
            command(*arguments),
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            capture_output=True,
            cwd=self.folder,
            env={**os.environ, **environment},
            timeout=120,
            check=False,
        )
        return Done(process.returncode, text(process.stdout), text(process.stderr))


def command(*arguments: str | bytes | Path) -> list[str | bytes]:
    """The words of a command line."""
    return [sys.executable, "-m", "fastgec", *map(os.fspath, arguments)]


def text(output: bytes) -> str:
    return output.decode(errors="surrogateescape")
