"""`fastgec meta card`: a corpus card for a checkout of public judgments."""

from __future__ import annotations

import argparse
import os
import sys

from fastgec.cli import UsageError
from fastgec.cli.cite import add_cite_methods, cited_methods

# As `fastgec.meta.published` has them, which help does without.
LAYOUTS = ("gjg15", "gmeg-fce", "gmeg-wiki", "gmeg-yahoo", "seeda")

# What stands for judgments in BibTeX; ratings of GMEG come with its texts.
JUDGED = {"gjg15": "ranges", "seeda": "sentences"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("layout", metavar="LAYOUT", choices=LAYOUTS, help=", ".join(LAYOUTS))
    parser.add_argument("folder", metavar="FOLDER", help="the checkout")
    parser.add_argument("--texts", metavar="FOLDER", help="texts that the checkout lacks")
    parser.add_argument(
        "--gold", metavar="FILE", nargs="+", default=[], help="gold in M2; files are joined"
    )
    parser.add_argument(
        "-o", "--out", metavar="CONFIG.toml", help="config file to write (default: LAYOUT.toml)"
    )
    parser.add_argument("--force", action="store_true", help="replacement of an existing file")
    add_cite_methods(parser, tuple(JUDGED.values()), data=("conll14", "gmeg"))


def run(options: argparse.Namespace) -> int:
    """Find the files, check them, then write."""
    from dataclasses import replace
    from pathlib import Path

    from fastgec.machine.atomic import replacing
    from fastgec.meta.published import card_text, layout_card, sentences_file
    from fastgec.read.card import Card
    from fastgec.read.errors import counted, visible

    if options.cite:
        judged = [JUDGED[name] for name in (options.layout,) if name in JUDGED]
        sys.stdout.write(cited_methods(judged, data=("conll14",) if judged else ("gmeg",)))
        return 0
    out: str = options.out or f"{options.layout}.toml"
    if not out.endswith(".toml"):
        raise UsageError(f"--out {out!r}: expected a name that ends in .toml")
    content, notes = layout_card(
        options.layout, options.folder, texts=options.texts, gold=options.gold
    )
    files = [out, *([sentences_file(out)] if "sentences" in content else [])]
    if not options.force:
        for file in files:
            if Path(file).exists():
                raise UsageError(f"{file} exists: give another --out, or --force")
    try:
        text = card_text(content, out).encode()
    except UnicodeEncodeError:  # of the name of --out
        raise UsageError("invalid UTF-8 in a name") from None
    with replacing(out) as written:
        if "sentences" in content:
            with replacing(files[1]) as numbers:
                numbers.write("".join(f"{one}\n" for one in content["sentences"]).encode())
        written.write(text)
        written.flush()
        # The file beside it is read: a card that does not fit is not written.
        card = replace(Card.read(os.fspath(written.name)), path=out)
        lines = _checked(card)
    for line in (*notes, *lines[1:]):
        print(f"note: {line}", file=sys.stderr)
    systems = counted(len(card.systems), "system")
    names = ", ".join(f'"{table["name"]}"' for table in card.human)
    print(f"{visible(out)}: {systems}, {lines[0]}; human scores: {names}")
    return 0


def _checked(card: object) -> list[str]:
    """Read all that a card names; return how many sentences there are, then notes."""
    from fastgec.meta.human import human_names, read_human
    from fastgec.read.card import Card
    from fastgec.read.cardtext import read_text
    from fastgec.read.errors import counted

    assert isinstance(card, Card)
    reads = {"references"} if card.source else set()
    if card.gold:
        reads.add("edits")
    text = read_text(card, reads) if reads else None
    notes: dict[str, None] = {}
    n_sentences = 0
    for name in human_names(card):
        human = read_human(card, text, name)
        notes |= dict.fromkeys((*human.notes, *human.warnings))
        n_sentences = max(n_sentences, human.n_sentences)
    return [counted(n_sentences, "sentence"), *notes]
