"""`fastgec meta`: correlates metrics with human judgments, with intervals and tests.

    correlations  `fastgec meta CONFIG.toml`: metrics against people (OWN)
    human         `fastgec meta human`: human scores of systems, from rankings, ratings or scores
    config          `fastgec meta card`: a config file for a checkout of public judgments
    green2024     `fastgec meta green2024`: the table of Koyama et al. (2024) made again

The first is the command that `fastgec meta` is where no word of a command follows.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastgec.cli import THRESHOLD_MISSED, UsageError
from fastgec.cli import options as shared
from fastgec.cli.outputs import add_cite_methods, add_plots, check_plots, cited_methods, write_plots
from fastgec.cli.parser import Command, HelpSection
from fastgec.metrics import METRICS
from fastgec.show import TABLE_FORMATS

if TYPE_CHECKING:
    from fastgec.meta.evaluation import Options
    from fastgec.read.config import Config


HELP, HUMAN, CONFIG, GREEN2024 = (
    HelpSection(f"meta{name}") for name in ("", " human", " card", " green2024")
)
# The command of `fastgec meta CONFIG.toml`, which has no word of its own.
OWN = "correlations"

# By name of a command: a line of help.
COMMANDS: dict[str, str] = {
    "human": "human scores of systems: expected wins, TrueSkill, means, rank ranges",
    "card": "config file of public judgments: GJG15, GMEG, SEEDA",
    "green2024": "table 2 of the GREEN paper (Koyama et al., 2024), reproduced",
}


# `fastgec meta CONFIG.toml`: metrics of the package, and scores of other tools, against people.
#
# Besides the command: its parameters for JSON, its signature, and the methods that `--cite`
# names.


SWEEP = "sweep"
KINDS = ("sentences", "human", "metric", "systems", "both")
METHODS = (
    *("wins", "ranges", "trueskill", "pairwise", "soft", "resampling", "williams"),
    *("sentences", "ties", "aggregate"),
)


def sweeps(options: argparse.Namespace) -> bool:
    """Whether betas are looked for."""
    is_plain = options.level == "system" and options.aggregate is None
    return is_plain and options.betas in (None, [SWEEP])


def parameters_of(options: argparse.Namespace) -> dict[str, Any]:
    """Return what made the numbers, for JSON."""
    found: dict[str, Any] = {"level": options.level, "set": options.set, "seed": options.seed}
    if sweeps(options):
        found["grid"] = options.grid or "0:5:0.01"
        found |= {name: getattr(options, name) for name in ("folds", "fold_by", "human_by_fold")}
    elif options.betas is not None:
        found["betas"] = options.betas
    names = ("fixed_choice", "aggregate", "windows", "like", "expanded", "holm", "common", "soft")
    found |= {name: value for name in names if (value := getattr(options, name))}
    if options.ci is not None:
        found |= {"resamples": options.ci, "resample": options.resample}
    return found


def signature(found: Sequence[Any], options: argparse.Namespace) -> str:
    """Return a line that names all that made the numbers."""
    from fastgec import __version__

    parts = ["fastgec.meta"]
    for one in found:
        facts = one.facts
        metrics = ",".join(judged.metric for judged in one.metrics)
        parts.append(f"corpus:{facts.corpus}|human:{facts.human['name']}|data:{facts.fingerprint}")
        parts.append(f"metrics:{metrics}")
    parts += [
        f"{name.replace('_', '-')}:{_shown(value)}"
        for name, value in parameters_of(options).items()
    ]
    return "|".join([*parts, f"version:{__version__}"])


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(f"{one:g}" for one in value) if isinstance(value, list) else str(value)


def cited_judgments(found: Sequence[Any], options: argparse.Namespace) -> str:
    """Return BibTeX of what judged metrics, of the metrics, and the signature.

    Args:
        found: the corpora that were judged.
        options: the parsed command line.
    """
    names = [judged.metric.partition("-")[0] for one in found for judged in one.metrics]
    metrics = [name for name in names if name in METRICS]
    if sweeps(options):
        metrics.append("green")  # its paper chooses beta by folds
    measures = {one.facts.measure for one in found}
    is_sentence, aggregate = options.level == "sentence", options.aggregate
    is_used = {
        "wins": "wins" in measures or aggregate == "wins",
        "trueskill": "trueskill" in (*measures, aggregate),
        "pairwise": True,
        "soft": options.soft is not None,
        "resampling": options.ci is not None or options.tests,
        "williams": options.tests,
        "sentences": is_sentence or options.windows is not None,
        "ties": is_sentence,
        "aggregate": is_sentence or aggregate is not None,
    }
    return cited_methods(
        [name for name in METHODS if is_used.get(name)],
        metrics,
        data=["gmeg"] if "mean" in measures else [],
        tests="holm" if options.holm else "",
        signature=signature(found, options),
    )


def add_correlation_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("configs", metavar="CONFIG.toml", nargs="+", help=HELP)
    shared.add_known(parser, "--metric", section=HELP)
    parser.add_argument("--human", metavar="NAME", help=HELP)
    parser.add_argument("--set", metavar="NAME", default="all", help=HELP)
    parser.add_argument("--common", action="store_true", help=HELP)
    _add_betas(parser.add_argument_group("beta"))
    _add_level(parser.add_argument_group("what is compared"))
    sure = parser.add_argument_group("how sure")
    shared.add_known(sure, "--ci", "--seed")
    sure.add_argument("--resample", choices=KINDS, default=KINDS[0], metavar="KIND", help=HELP)
    sure.add_argument("--soft", type=shared.resamples, metavar="[=N]", help=HELP)
    sure.add_argument("--tests", action="store_true", help=HELP)
    sure.add_argument("--holm", action="store_true", help=HELP)
    sure.add_argument("--signature", action="store_true", help=HELP)
    add_cite_methods(parser, METHODS, ("green",), tests="holm")
    add_plots(parser)
    shared.add_shared(parser, TABLE_FORMATS, has_sentences=False)
    parser.add_argument("--layout", choices=("plain", "paper"), default="plain", help=HELP)


def _add_betas(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--beta", dest="betas", nargs="+", metavar="B", type=beta, help=HELP)
    group.add_argument("--grid", type=grid, metavar="LO:HI:STEP", help=HELP)
    group.add_argument("--folds", type=folds, default=10, metavar="N", help=HELP)
    group.add_argument(
        "--fold-by",
        choices=("block", "stride", "random"),
        default="block",
        metavar="KIND",
        help=HELP,
    )
    group.add_argument("--human-by-fold", action="store_true", help=HELP)
    group.add_argument("--fixed-choice", action="store_true", help=HELP)


def _add_level(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--level", choices=("system", "sentence"), default="system", help=HELP)
    group.add_argument("--expanded", action="store_true", help=HELP)
    group.add_argument("--like", choices=("seeda-code",), metavar="CODE", help=HELP)
    group.add_argument("--group", choices=("item", "none"), metavar="KIND", help=HELP)
    group.add_argument("--windows", type=window, metavar="W", help=HELP)
    group.add_argument(
        "--aggregate", choices=("corpus", "mean", "wins", "trueskill"), metavar="KIND", help=HELP
    )


def beta(text: str) -> float | str:
    """Read a beta, or the word for a search."""
    return SWEEP if text == SWEEP else shared.finite_beta(text)


def grid(text: str) -> str:
    """Read a grid of betas; it is made when numpy is there."""
    return shared.checked(text, text, text.count(":") == 2, "LO:HI:STEP such as 0:5:0.01")


def folds(text: str) -> int:
    """Read a number of folds."""
    value = shared.natural(text)
    return shared.checked(str(value), value, value != 1, "2 or more, or 0")


def window(text: str) -> int:
    """Read a number of systems."""
    value = shared.positive(text)
    return shared.checked(text, value, value >= 3, "3 or more")


def run_correlations(options: argparse.Namespace) -> int:
    """Judge, then print: nothing is printed before every corpus is done."""
    from fastgec.meta.evaluation import document, judge
    from fastgec.meta.metrics import wanted
    from fastgec.read.config import read_configs, require_different_names
    from fastgec.show.meta import chosen_notes, text

    with shared.as_usage():
        metrics = None if options.metrics is None else wanted(options.metrics)
    if options.aggregate == "corpus":  # what a metric does without
        options = shared.changed(options, aggregate=None)
    require_consistent(options)
    check_plots(
        options,
        "scatter",
        {
            "sweeps": sweeps(options),
            "tests": options.tests,
            "windows": options.windows is not None,
            "is_sentence": options.level == "sentence",
        },
    )
    configs = [config for path in options.configs for config in read_configs(path)]
    require_different_names(configs, options.configs[-1])
    with shared.progress_bar(options, None, "sentences") as progress:
        found = list(judge(configs, metrics, options_of(options, progress)))
    for one in found:
        shared.warn(one.warnings, quiet=options.quiet, strict=options.strict)
        shared.note(one.notes, quiet=options.quiet)
    if options.like:
        line = f"--like {options.like}: ties of a metric count by the order of systems"
        shared.warn([line], quiet=options.quiet, strict=options.strict)
    if options.cite:
        sys.stdout.write(cited_judgments(found, options))
        return 0
    kind = shared.format_of(options)
    if options.tests and kind in ("tsv", "csv"):
        shared.note(
            [f"-f {shared.format_of(options)} has no tests (-f table and json do)"],
            quiet=options.quiet,
        )
    content = document(found, parameters_of(options), signature(found, options))
    if kind in ("tsv", "csv"):
        lines = [line.rstrip(".") for line in chosen_notes(content, content["corpora"], "beta")]
        shared.note(lines, quiet=options.quiet)
    how = {"layout": options.layout, "has_signature": options.signature}
    shown = text(content, shared.format_of(options), **how)
    write_plots(content, options)
    sys.stdout.write(shown)
    return 0


def require_consistent(options: argparse.Namespace) -> None:
    """Raise UsageError for options that contradict one another."""
    is_sentence = options.level == "sentence"
    if not is_sentence:
        given = {"--expanded": options.expanded, "--like": options.like, "--group": options.group}
        shared.refuse_all("{} requires --level sentence", given)
    is_swept, betas, aggregate = sweeps(options), options.betas or (), options.aggregate
    has_sweep, is_by_fold = SWEEP in betas, is_swept and options.folds
    of_sentences = is_sentence or aggregate
    is_paper = options.layout == "paper" and options.format != "latex"
    shared.refuse(
        ("--like and --expanded are mutually exclusive", options.like and options.expanded),
        ("--holm requires --tests", options.holm and not options.tests),
        ("--beta sweep and a number are mutually exclusive", has_sweep and len(betas) > 1),
        ("--beta sweep and scores of sentences are mutually exclusive", has_sweep and of_sentences),
        ("--layout paper requires -f latex", is_paper),
        ("--grid requires a sweep of betas", options.grid is not None and not is_swept),
        ("--ci and --aggregate are mutually exclusive", aggregate and options.ci is not None),
        ("--soft and --aggregate are mutually exclusive", aggregate and options.soft is not None),
        (
            "--human-by-fold requires a sweep of betas by folds",
            options.human_by_fold and not is_by_fold,
        ),
    )


def options_of(options: argparse.Namespace, progress: Any = None) -> Options:
    """Return what options say. Raises: UsageError for what is out of range."""
    from dataclasses import fields

    from fastgec.meta.evaluation import Options
    from fastgec.meta.sweeping import DEFAULT_GRID, Grid

    with shared.as_usage("--grid: "):
        betas = DEFAULT_GRID if options.grid is None else Grid.read(options.grid)
    given = {
        "grid": betas,
        "betas": None if options.betas in (None, [SWEEP]) else tuple(options.betas),
        "resamples": options.ci,
        "kinds": tuple(dict.fromkeys((options.resample, "both"))),
        "progress": progress,
    }
    names = [one.name for one in fields(Options) if hasattr(options, one.name)]
    return Options(**({name: getattr(options, name) for name in names} | given))


# `fastgec meta human`: human scores of systems, from rankings, ratings or published scores.


RANKINGS = ("wins", "ranges", "trueskill")
RATINGS, OF_RATINGS = ("green",), ("gmeg",)  # expected wins of ratings; means of ratings


def add_human_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="+", help=HUMAN)
    human = parser.add_argument_group("judgments")
    human.add_argument("--kind", choices=("rankings", "segments", "scores"), help=HUMAN)
    human.add_argument("--base", type=int, choices=(0, 1), help=HUMAN)
    human.add_argument("--annotators", nargs="+", metavar="NAME", help=HUMAN)
    human.add_argument("--by-annotator", action="store_true", help=HUMAN)
    draws = parser.add_argument_group("draws")
    draws.add_argument("--runs", type=shared.natural, default=1000, metavar="R", help=HUMAN)
    draws.add_argument("--resamples", type=shared.resamples, default=1000, metavar="N", help=HUMAN)
    shared.add_known(draws, "--seed")
    shared.add_shared(parser, TABLE_FORMATS, has_sentences=False)
    add_cite_methods(parser, RANKINGS, RATINGS, data=OF_RATINGS)


def run_human(options: argparse.Namespace) -> int:
    """Read, score, then print."""
    from fastgec.machine import LimitError
    from fastgec.meta.standings import standings
    from fastgec.read import FormatError
    from fastgec.show import meta as report
    from fastgec.values import MAX_RESAMPLES

    shared.check_inputs(options.files, None)
    if options.runs > MAX_RESAMPLES:
        raise UsageError(f"--runs {options.runs}: expected 0 to {MAX_RESAMPLES}")
    runs = 0 if options.by_annotator and options.format != "json" else options.runs
    try:
        with shared.progress_bar(options, runs, "runs of TrueSkill") as progress:
            found = standings(
                options.files,
                kind=options.kind,
                base=options.base or 0,
                annotators=options.annotators or (),
                runs=runs,
                resamples=options.resamples,
                seed=options.seed,
                jobs=options.jobs,
                progress=progress,
            )
    except (FormatError, LimitError):
        raise
    except ValueError as error:  # options that do not fit the files
        raise UsageError(str(error)) from None
    if options.by_annotator and found.kind != "rankings":
        raise UsageError(f"--by-annotator requires rankings, not {found.kind}")
    shared.warn(found.warnings, quiet=options.quiet, strict=options.strict)
    if options.cite:
        sys.stdout.write(_cited_human(found.kind, has_runs=runs > 0))
        return 0
    kind = shared.format_of(options)
    sys.stdout.write(report.human_text(found, kind, by_annotator=options.by_annotator))
    return 0


def _cited_human(kind: str, *, has_runs: bool) -> str:
    """Return BibTeX of what made scores of judgments of a kind."""
    if kind == "rankings":
        return cited_methods([one for one in RANKINGS if has_runs or one != "trueskill"])
    if kind == "segments":
        return cited_methods(("wins", "ranges"), RATINGS, data=OF_RATINGS)
    return cited_methods(())


# `fastgec meta card`: a config file for a checkout of public judgments.


# As `fastgec.meta.published` has them, which help does without.
LAYOUTS = ("gjg15", "gmeg-fce", "gmeg-wiki", "gmeg-yahoo", "seeda")

# What stands for judgments in BibTeX; ratings of GMEG come with its texts.
JUDGED = {"gjg15": "ranges", "seeda": "sentences"}


def add_config_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("layout", metavar="LAYOUT", choices=LAYOUTS, help=CONFIG)
    parser.add_argument("folder", metavar="FOLDER", help=CONFIG)
    parser.add_argument("--texts", metavar="FOLDER", help=CONFIG)
    parser.add_argument("--gold", metavar="FILE", nargs="+", default=[], help=CONFIG)
    parser.add_argument("-o", "--out", metavar="CONFIG.toml", help=CONFIG)
    parser.add_argument("--force", action="store_true", help=CONFIG)
    add_cite_methods(parser, tuple(JUDGED.values()), data=("conll14", "gmeg"))


def run_config(options: argparse.Namespace) -> int:
    """Find the files, check them, then write."""
    from dataclasses import replace
    from pathlib import Path

    from fastgec.machine import replacing
    from fastgec.meta.published import config_text, layout_config, sentences_file
    from fastgec.read import counted, visible
    from fastgec.read.config import Config

    if options.cite:
        judged = [JUDGED[name] for name in (options.layout,) if name in JUDGED]
        sys.stdout.write(cited_methods(judged, data=("conll14",) if judged else ("gmeg",)))
        return 0
    out: str = options.out or f"{options.layout}.toml"
    if not out.endswith(".toml"):
        raise UsageError(f"--out {out!r}: expected a name that ends in .toml")
    content, notes = layout_config(
        options.layout, options.folder, texts=options.texts, gold=options.gold
    )
    files = [out, *([sentences_file(out)] if "sentences" in content else [])]
    if not options.force:
        for file in files:
            if Path(file).exists():
                raise UsageError(f"{file} exists: give another --out, or --force")
    try:
        text = config_text(content, out).encode()
    except UnicodeEncodeError:  # of the name of --out
        raise UsageError("invalid UTF-8 in a name") from None
    with replacing(out) as written:
        if "sentences" in content:
            with replacing(files[1]) as numbers:
                numbers.write("".join(f"{one}\n" for one in content["sentences"]).encode())
        written.write(text)
        written.flush()
        # The file beside it is read: a config that does not fit is not written.
        config = replace(Config.read(os.fspath(written.name)), path=out)
        lines = _checked(config)
    for line in (*notes, *lines[1:]):
        print(f"note: {line}", file=sys.stderr)
    systems = counted(len(config.systems), "system")
    names = ", ".join(f'"{table["name"]}"' for table in config.human)
    print(f"{visible(out)}: {systems}, {lines[0]}; human scores: {names}")
    return 0


def _checked(config: Config) -> list[str]:
    """Read all that a config names; return how many sentences there are, then notes."""
    from fastgec.meta.human import human_names, read_human
    from fastgec.read import counted
    from fastgec.read.config import read_text

    reads = {"references"} if config.source else set()
    if config.gold:
        reads.add("edits")
    text = read_text(config, reads) if reads else None
    notes: dict[str, None] = {}
    n_sentences = 0
    for name in human_names(config):
        human = read_human(config, text, name)
        notes |= dict.fromkeys((*human.notes, *human.warnings))
        n_sentences = max(n_sentences, human.n_sentences)
    return [counted(n_sentences, "sentence"), *notes]


# `fastgec meta green2024`: the table of Koyama et al. (2024) beside ours, cell by cell.


RANKING_METHODS = ("wins", "ranges")  # of people's rankings
GREEN2024_METRICS = ("green", "m2", "gleu")


def add_green2024_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--conll14", metavar="PLACE", help=GREEN2024)
    parser.add_argument("--gmeg", metavar="PLACE", help=GREEN2024)
    parser.add_argument("--texts", metavar="FOLDER", help=GREEN2024)
    parser.add_argument("--gold", metavar="M2", help=GREEN2024)
    verdict = parser.add_argument_group("ranking and intervals")
    shared.add_known(verdict, "--ci", "--seed")
    add_plots(parser, is_shown=True)
    shared.add_shared(parser, TABLE_FORMATS, has_sentences=False)
    add_cite_methods(parser, RANKING_METHODS, GREEN2024_METRICS, data=("conll14", "gmeg"))


def run_green2024(options: argparse.Namespace) -> int:
    """Score, compare, then print; nothing is printed before every cell is made."""
    from fastgec.meta.published import reproduce
    from fastgec.show import meta as report

    places = [place for place in (options.conll14, options.gmeg) if place is not None]
    has_folder = any(map(os.path.isdir, places))
    shared.refuse(
        ("required: --conll14 PLACE or --gmeg PLACE, or both", not places),
        ("--texts requires a folder of --conll14 or --gmeg", options.texts and not has_folder),
        ("--gold requires --gmeg", options.gold and options.gmeg is None),
    )
    check_plots(options, "scatter", {"sweeps": True})
    if options.cite:
        sys.stdout.write(_cited_green2024(options))
        return 0
    configs = _configs(options)
    with shared.progress_bar(options, None, "sentences") as progress:
        made = reproduce(
            configs,
            resamples=options.ci,
            seed=options.seed,
            sweeps=any(one.kind == "sweep" for one in options.plots),
            jobs=options.jobs,
            progress=progress,
        )
    shared.warn(made.warnings, quiet=options.quiet, strict=options.strict)
    shared.note(made.notes, quiet=options.quiet)
    document = made.to_dict()
    kind = shared.format_of(options)
    text = report.green2024_text(document, kind)
    write_plots(document, options)
    sys.stdout.write(text)
    off = [cell for cell in made.cells if cell.verdict == "off"]
    for cell in off:
        line = f"{cell.corpus}, {cell.label}: {cell.measure} is {cell.found:.4f}"
        print(f"{line}, the paper has {cell.printed}", file=sys.stderr)
    return THRESHOLD_MISSED if off else 0


def _cited_green2024(options: argparse.Namespace) -> str:
    """Return BibTeX of what makes the cells of the corpora that are named."""
    data = [word for word in ("conll14", "gmeg") if getattr(options, word) is not None]
    names = RANKING_METHODS if options.conll14 else RANKING_METHODS[:1]
    return cited_methods(
        (*names, "resampling") if options.ci is not None else names, GREEN2024_METRICS, data=data
    )


def _configs(options: argparse.Namespace) -> dict[str, Config]:
    """Return the config of each corpus that is named."""
    from dataclasses import replace

    configs = {}
    for key, path in (("conll14", options.conll14), ("gmeg-fce", options.gmeg)):
        if path is not None:
            configs[key] = _config(key, path, options.texts)
    if options.gold:
        configs["gmeg-fce"] = replace(configs["gmeg-fce"], gold=(options.gold,))
    return configs


def _config(key: str, path: str, texts: str | None) -> Config:
    """Return a config that was written, or one for a checkout."""
    from pathlib import Path

    from fastgec.meta.published import public_config
    from fastgec.read.config import Config

    if not Path(path).is_dir():
        return Config.read(path)
    if key == "conll14" and texts is not None and (Path(texts) / key).is_dir():
        texts = str(Path(texts) / key)
    return public_config("gjg15" if key == "conll14" else key, path, texts=texts)


_COMMANDS = {
    "correlations": Command(add_correlation_arguments, run_correlations),
    "human": Command(add_human_arguments, run_human),
    "card": Command(add_config_arguments, run_config),
    "green2024": Command(add_green2024_arguments, run_green2024),
}


def command(name: str) -> Command:
    """Return a command of the group."""
    return _COMMANDS[name]
