"""`fastgec meta green2024`: the table of Koyama et al. (2024) beside ours, cell by cell."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from fastgec.cli import THRESHOLD_MISSED, UsageError
from fastgec.cli.cite import add_cite_methods, cited_methods
from fastgec.cli.options import add_intervals, add_shared, note, progress_bar, warn
from fastgec.cli.outputs import format_of
from fastgec.cli.plotting import add_plots, check_plots, write_plots
from fastgec.show import TABLE_FORMATS

if TYPE_CHECKING:
    from fastgec.read.card import Card

METHODS = ("wins", "ranges")  # of people's rankings
METRICS = ("green", "m2", "gleu")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "--conll14",
        metavar="PLACE",
        help="CoNLL-2014: config file, or checkout of grammatical/evaluation",
    )
    parser.add_argument(
        "--gmeg",
        metavar="PLACE",
        help="FCE of GMEG: config file, or checkout of grammarly/GMEG",
    )
    parser.add_argument(
        "--texts",
        metavar="FOLDER",
        help="texts that checkouts lack, as for 'fastgec meta card'",
    )
    parser.add_argument(
        "--gold",
        metavar="M2",
        help="FCE: ERRANT's edits of the four references, dev first",
    )
    verdict = parser.add_argument_group("ranking and intervals")
    add_intervals(verdict)
    add_plots(parser, is_shown=True)
    add_shared(parser, TABLE_FORMATS, has_sentences=False)
    add_cite_methods(parser, METHODS, METRICS, data=("conll14", "gmeg"))


def run(options: argparse.Namespace) -> int:
    """Score, compare, then print; nothing is printed before every cell is made."""
    from fastgec.meta.published import reproduce
    from fastgec.show import meta_green2024 as report

    if options.conll14 is None and options.gmeg is None:
        raise UsageError("required: --conll14 PLACE or --gmeg PLACE, or both")
    if options.texts and not any(map(os.path.isdir, filter(None, [options.conll14, options.gmeg]))):
        raise UsageError("--texts requires a folder of --conll14 or --gmeg")
    if options.gold and options.gmeg is None:
        raise UsageError("--gold requires --gmeg")
    check_plots(
        options, "scatter", {"sweeps": True, "tests": False, "windows": False, "is_sentence": False}
    )
    if options.cite:
        sys.stdout.write(_cited(options))
        return 0
    cards = _cards(options)
    with progress_bar(options, None, "sentences") as progress:
        made = reproduce(
            cards,
            resamples=options.ci,
            seed=options.seed,
            sweeps=any(one.kind == "sweep" for one in options.plots),
            jobs=options.jobs,
            progress=progress,
        )
    warn(made.warnings, quiet=options.quiet, strict=options.strict)
    note(made.notes, quiet=options.quiet)
    document = made.to_dict()
    is_terminal = sys.stdout.isatty()
    kind = format_of(options)
    text = report.text(document, kind, is_terminal=is_terminal)
    write_plots(document, options)
    sys.stdout.write(text)
    off = [cell for cell in made.cells if cell.verdict == "off"]
    for cell in off:
        line = f"{cell.corpus}, {cell.label}: {cell.measure} is {cell.found:.4f}"
        print(f"{line}, the paper has {cell.printed}", file=sys.stderr)
    return THRESHOLD_MISSED if off else 0


def _cited(options: argparse.Namespace) -> str:
    """Return BibTeX of what makes the cells of the corpora that are named."""
    data = [
        word
        for word, path in (("conll14", options.conll14), ("gmeg", options.gmeg))
        if path is not None
    ]
    names = METHODS if options.conll14 else METHODS[:1]
    return cited_methods(
        (*names, "resampling") if options.ci is not None else names, METRICS, data=data
    )


def _cards(options: argparse.Namespace) -> dict[str, Card]:
    """Return the card of each corpus that is named."""
    from dataclasses import replace

    cards = {}
    for key, path in (("conll14", options.conll14), ("gmeg-fce", options.gmeg)):
        if path is not None:
            cards[key] = _card(key, path, options.texts)
    if options.gold:
        cards["gmeg-fce"] = replace(cards["gmeg-fce"], gold=(options.gold,))
    return cards


def _card(key: str, path: str, texts: str | None) -> Card:
    """Return a card that was written, or one for a checkout."""
    from pathlib import Path

    from fastgec.meta.published import public_card
    from fastgec.read.card import Card

    if not Path(path).is_dir():
        return Card.read(path)
    if key == "conll14" and texts is not None and (Path(texts) / key).is_dir():
        texts = str(Path(texts) / key)
    return public_card("gjg15" if key == "conll14" else key, path, texts=texts)
