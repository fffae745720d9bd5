"""`fastgec errant score`: from texts to a table, annotation and comparison in one command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from fastgec.cli import UsageError
from fastgec.cli.declare import add_fields
from fastgec.cli.errant.analysis import (
    PACKS,
    add_alignment,
    add_analyses,
    add_spelled,
    alignment_of,
    check_files,
    is_packed,
    open_analyser,
    say_missing,
)
from fastgec.cli.errant.compare import ErrantCommand, add_parameters
from fastgec.cli.helptext import HelpSection
from fastgec.cli.options import add_partial, progress_bar, warn
from fastgec.machine.atomic import replacing

TYPE_CHECKING = False  # as in typing, which help does without
if TYPE_CHECKING:
    from fastgec.annotation.analyses import Analyser
    from fastgec.annotation.parallel import Text
    from fastgec.corpus.coders import Annotations
    from fastgec.study.run import Run

HELP = HelpSection("errant score")


class ScoreCommand(ErrantCommand):
    """Annotates systems, and references unless their edits are given, then compares.

    Signatures name what made the edits.
    """

    _made_by: Mapping[str, str]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        parser.add_argument("-s", "--source", metavar="SOURCE", help="a sentence a line")
        add_spelled(
            parser, ["-r", "--references"], ["--ref", "--refs"], metavar="REF", nargs="+", help=HELP
        )
        parser.add_argument("--gold", metavar="REF.m2", help="edits of references, in their place")
        add_spelled(
            parser, ["-c", "--systems"], ["--sys", "--hyp"], metavar="SYSTEM", nargs="+", help=HELP
        )
        parser.set_defaults(retokenize=False)
        add_alignment(parser)
        add_analyses(parser)
        add_fields(parser, self.declaration.scoring)
        add_parameters(parser)
        self._add_details(parser)
        self.add_output(parser)
        add_partial(parser)

    def run(self, options: argparse.Namespace) -> int:
        """Annotate, compare, then print."""
        from fastgec.annotation.analyses import MissingExtraError
        from fastgec.annotation.parallel import Text
        from fastgec.metrics.errant.texts import misfits_of

        self._check(options)
        systems: list[str] = options.systems
        names = [options.source, *(options.references or ()), *systems]
        check_files(options, [*names, *([options.gold] if options.gold else [])])
        self.prepare(options, [*names, *([options.gold] if options.gold else [])])
        source, *texts = map(Text.read, names)
        try:
            analyser = open_analyser(options)
            with progress_bar(options, None, "sentences analysed") as progress:
                made = _annotated(source, texts, len(systems), analyser, options, progress)
        except MissingExtraError as error:
            return say_missing(error)
        *hypotheses, reference = made
        n_references = len(texts) - len(systems)
        gold = reference if options.gold else None
        found = misfits_of(source, texts[n_references:], texts[:n_references], gold)
        warnings = [*analyser.warnings, *found]
        warn(warnings, quiet=options.quiet, strict=options.strict)
        if options.save_analyses:
            with replacing(options.save_analyses, packs=PACKS) as file:
                analyser.save(file, is_packed=is_packed(options.save_analyses))
        self._made_by = {
            "edits": f"{options.merge}{'-lev' if options.lev else ''}",
            "analyses": "+".join(analyser.analyses.models) or "files",
        }
        return self.score(systems, hypotheses, reference, options)

    def show(self, done: Run, options: argparse.Namespace) -> int:
        """Print; signatures name what made the edits, too."""
        facts = done.facts._replace(gold={**done.facts.gold, **self._made_by})
        return super().show(done._replace(facts=facts), options)

    def _check(self, options: argparse.Namespace) -> None:
        given = {
            "-s SOURCE": options.source,
            "-r REF or --gold REF.m2": options.references or options.gold,
            "-c SYSTEM": options.systems,
        }
        if missing := [text for text, value in given.items() if not value]:
            raise UsageError(f"expected {', '.join(missing)}")
        if options.references and options.gold:
            raise UsageError("-r and --gold found, expected one of them")


def _annotated(
    source: Text,
    texts: Sequence[Text],
    n_systems: int,
    analyser: Analyser,
    options: argparse.Namespace,
    progress: Callable[[int], None] | None,
) -> list[Annotations]:
    """Return the edits of each system, then those of the references."""
    from fastgec.annotation.analyses import MissingSentenceError
    from fastgec.annotation.parallel import annotate_texts
    from fastgec.corpus.coders import Annotations

    n_references = len(texts) - n_systems
    how = alignment_of(options)
    with suppress(MissingSentenceError):  # named below, with its file
        analyser.numbers(_changed(source, texts), progress)
    made = [
        Annotations.parse(
            "".join(annotate_texts(source, [system], analyser, how, keeps_empty=True)), system.name
        )
        for system in texts[n_references:]
    ]
    if options.gold:
        return [*made, Annotations.read(options.gold)]
    blocks = annotate_texts(source, texts[:n_references], analyser, how, keeps_empty=True)
    return [*made, Annotations.parse("".join(blocks), " ".join(options.references))]


def _changed(source: Text, texts: Sequence[Text]) -> list[str]:
    """Return sentences that some text changes, and what they become: those that are analysed.

    All systems at once, so that spaCy gets full batches, and each sentence once.
    """
    return [
        line
        for text in texts
        for pair in zip(source.lines, text.lines, strict=False)  # lengths are compared below
        if pair[0] != pair[1]
        for line in pair
    ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    ScoreCommand("errant").add_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Score, then print."""
    return ScoreCommand("errant").run(options)
