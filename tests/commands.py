"""Running the command line: as a user does, in a process of its own; or fast, in this process."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from fastgec.cli import main

DATA = Path(__file__).resolve().parent / "data"


class Done(NamedTuple):
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


@dataclass(frozen=True)
class Call:
    """The command line in this process, in the current folder."""

    capture: pytest.CaptureFixture[str]

    def __call__(self, arguments: Sequence[str | bytes | Path]) -> Done:
        self.capture.readouterr()  # what came before is not of this command
        try:
            status = main([os.fsdecode(argument) for argument in arguments])
        except SystemExit as error:
            status = int(error.code or 0)
        return Done(status, *self.capture.readouterr())


class Caller(Protocol):
    """What runs the command line in this process: `Call`, or `called` without pytest."""

    def __call__(self, arguments: Sequence[str | bytes | Path], /) -> Done: ...


def called(arguments: Sequence[str | bytes | Path]) -> Done:
    """Run the command line in this process, in the current folder."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", "surrogateescape", "") for _ in range(2)]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        try:
            status = main([os.fsdecode(argument) for argument in arguments])
        except SystemExit as error:
            status = int(error.code or 0)
    for stream in streams:
        stream.seek(0)
    return Done(status, *(stream.read() for stream in streams))


@dataclass(frozen=True)
class Here:
    """The command line in this process, in a folder that is the current one: called as `Run`."""

    folder: Path
    call: Call

    def __call__(self, *arguments: str | bytes | Path) -> Done:
        return self.call(arguments)


def command(*arguments: str | bytes | Path) -> list[str | bytes]:
    """The words of a command line."""
    return [sys.executable, "-m", "fastgec", *map(os.fspath, arguments)]


def text(output: bytes) -> str:
    return output.decode(errors="surrogateescape")
