"""`fastgec cleme2`: see `cli.cleme`."""

from __future__ import annotations

from fastgec.cli.cleme import ChunkCommand

COMMAND = ChunkCommand
