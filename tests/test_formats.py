"""Tables in every format, intervals, signatures, sorting and thresholds, on the sample data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from commands import Call
from fastgec.cli.texts import SAMPLES
from fastgec.show.tables import Column, Table, latex, markdown, terminal, tsv

M2 = ["m2", "bold.txt", "careful.txt", "gold.m2"]
COLUMNS = ["-s", "source.txt", "-r", "ref0.txt", "ref1.txt", "-c", "bold.txt", "careful.txt"]
GREEN = ["green", *COLUMNS]
GLEU = ["gleu", *COLUMNS]


@pytest.fixture(autouse=True)
def _in_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SAMPLES)


def printed(arguments: list[str], call: Call) -> str:
    status, out, err = call(arguments)
    assert (status, err) == (0, "")
    return out


def document(arguments: list[str], call: Call) -> Any:
    return json.loads(printed([*arguments[:1], "-f", "json", *arguments[1:]], call))


SPREAD = (
    "SD, Low and High (95%) are over the draws of references, not over sentences: --ci resamples "
    "sentences."
)
GOLDEN = {
    ("m2", "table"): """\
System    Correct   Proposed   Gold       P       R    F0.5
───────────────────────────────────────────────────────────
bold           33         49     36   67.35   91.67   71.12
careful        19         20     30   95.00   63.33   86.36

M2 F0.5, in per cent.
""",
    ("m2", "tsv"): """\
system	correct	proposed	gold	precision	recall	f
bold.txt	33	49	36	0.673469387755102	0.9166666666666666	0.7112068965517241
careful.txt	19	20	30	0.95	0.6333333333333333	0.8636363636363636
""",
    ("m2", "markdown"): """\
| System | Correct | Proposed | Gold | P | R | F0.5 |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: |
| bold | 33 | 49 | 36 | 67.35 | **91.67** | 71.12 |
| careful | 19 | 20 | 30 | **95.00** | 63.33 | **86.36** |

M2 F0.5, in per cent.
""",
    ("m2", "latex"): r"""\begin{tabular}{lrrrrrr}
\hline
System & Correct & Proposed & Gold & P & R & F0.5 \\
\hline
bold & 33 & 49 & 36 & 67.35 & \textbf{91.67} & 71.12 \\
careful & 19 & 20 & 30 & \textbf{95.00} & 63.33 & \textbf{86.36} \\
\hline
\end{tabular}
% M2 F0.5, in per cent.
""",
    ("green", "table"): """\
System    Beta       P       R       F   Mean F
───────────────────────────────────────────────
bold       1.0   71.59   84.49   77.51    78.12
careful    1.0   98.11   82.76   89.78    88.70

GREEN F1, in per cent.
""",
    ("green", "markdown"): """\
| System | Beta | P | R | F | Mean F |
| :--- | ---: | ---: | ---: | ---: | ---: |
| bold | 1.0 | 71.59 | **84.49** | 77.51 | 78.12 |
| careful | 1.0 | **98.11** | 82.76 | **89.78** | **88.70** |

GREEN F1, in per cent.
""",
    ("green", "latex"): r"""\begin{tabular}{lrrrrr}
\hline
System & Beta & P & R & F & Mean F \\
\hline
bold & 1.0 & 71.59 & \textbf{84.49} & 77.51 & 78.12 \\
careful & 1.0 & \textbf{98.11} & 82.76 & \textbf{89.78} & \textbf{88.70} \\
\hline
\end{tabular}
% GREEN F1, in per cent.
""",
    ("gleu", "table"): """\
System     GLEU     SD     Low    High
──────────────────────────────────────
bold      57.10   2.06   53.06   61.14
careful   65.90   3.39   59.25   72.55

GLEU, in per cent.

SD, Low and High (95%) are over the draws of references, not over sentences:
--ci resamples sentences.
""",
    ("gleu", "markdown"): """\
| System | GLEU | SD | Low | High |
| :--- | ---: | ---: | ---: | ---: |
| bold | 57.10 | 2.06 | 53.06 | 61.14 |
| careful | **65.90** | 3.39 | 59.25 | 72.55 |
"""
    + f"\nGLEU, in per cent.\n\n{SPREAD}\n",
    ("gleu", "latex"): r"""\begin{tabular}{lrrrr}
\hline
System & GLEU & SD & Low & High \\
\hline
bold & 57.10 & 2.06 & 53.06 & 61.14 \\
careful & \textbf{65.90} & 3.39 & 59.25 & 72.55 \\
\hline
\end{tabular}
"""
    + f"% GLEU, in per cent.\n% {SPREAD}\n",
}


@pytest.mark.parametrize(("command", "kind"), GOLDEN)
def test_formats_are_golden(command: str, kind: str, call: Call) -> None:
    arguments = {"m2": M2, "green": GREEN, "gleu": GLEU}[command]
    out = printed([command, "-f", kind, *arguments[1:]], call)
    assert out == GOLDEN[command, kind]


ODD = Table(
    (
        Column("Name", "name"),
        Column("Kind", "kind", is_text=True),
        Column("F", "f", is_score=True, has_best=True),
        Column("Interval", "f", is_interval=True),
    ),
    (
        (r"[a]_b\c~^&%$#{}", "x", 0.5, (0.25, 0.75)),
        ("*<a|b>`", "x", 0.5, None),
        ("tab\there", "y", 0.75, None),
        ("nothing", "x", None, None),
    ),
    group=1,
    notes=("50% of a_b",),
)


def test_names_are_escaped_for_latex() -> None:
    assert latex(ODD).splitlines()[4:] == [
        r"{[}a]\_b\textbackslash{}c\textasciitilde{}\textasciicircum{}\&\%\$\#\{\} & x & "
        r"\textbf{50.00} & {[}25.00, 75.00] \\",
        r"{*}\textless{}a\textbar{}b\textgreater{}` & x & \textbf{50.00} &  \\",
        r"tab\textbackslash{}there & y & 75.00 &  \\",
        r"nothing & x &  &  \\",
        r"\hline",
        r"\end{tabular}",
        "% 50% of a_b",
    ]


def test_names_are_escaped_for_markdown() -> None:
    assert markdown(ODD).splitlines()[2:] == [
        r"| \[a\]\_b\\c\~^&%$#{} | x | **50.00** | \[25.00, 75.00\] |",
        r"| \*\<a\|b\>\` | x | **50.00** |  |",
        r"| tab\\there | y | 75.00 |  |",
        "| nothing | x |  |  |",
        "",
        r"50% of a\_b",
    ]


def test_a_name_cannot_command_the_terminal() -> None:
    table = Table((Column("System", "system"),), (("\x1b[2Jgone\r\n",),))
    assert r"\x1b[2Jgone\r\n" in terminal(table, is_terminal=True)


def test_tsv_has_two_columns_for_an_interval_and_no_notes() -> None:
    assert tsv(ODD).splitlines() == [
        "name\tkind\tf\tf_low\tf_high",
        "[a]_b\\c~^&%$#{}\tx\t0.5\t0.25\t0.75",
        "*<a|b>`\tx\t0.5\t\t",
        "tab here\ty\t0.75\t\t",
        "nothing\tx\t\t\t",
    ]


def test_the_best_of_a_group_is_bold_on_a_terminal_only() -> None:
    bold = terminal(ODD, is_terminal=True, width=80)
    assert bold.count("\x1b[1m50.00") == 2
    assert "\x1b[1m75.00" not in bold
    assert "\x1b" not in terminal(ODD, is_terminal=False)


def test_intervals_hold_the_score(call: Call) -> None:
    found = document([M2[0], "--ci=200", *M2[1:]], call)
    assert found["resampling"] == {"resamples": 200, "seed": 0, "choice": "running"}
    for system in found["systems"]:
        for measure, (low, high) in system["intervals"].items():
            assert low <= system[measure] <= high, measure
    found = document([GREEN[0], "--ci=200", "-b", "0.5", "inf", *GREEN[1:]], call)
    assert found["resampling"]["choice"] == "sentence"
    for system in found["systems"]:
        for score in system["scores"]:
            for measure, (low, high) in score["intervals"].items():
                assert low <= score[measure] <= high, measure


def test_a_fixed_choice_is_said(call: Call) -> None:
    start = ["m2", "--ci=50", "--fixed-choice"]
    assert document([*start, *M2[1:]], call)["resampling"]["choice"] == "fixed"
    out = printed([*start, "-f", "table", *M2[1:]], call)
    assert out.endswith("the choice of\nannotator is kept from the whole corpus\n")


def test_ci_alone_takes_no_file_for_its_number(call: Call) -> None:
    heading, *rows = printed(["m2", "--ci", "bold.txt", "gold.m2"], call).splitlines()
    assert heading.split("\t")[7:] == [
        f"{name}_{bound}" for name in ("precision", "recall", "f") for bound in ("low", "high")
    ]
    assert len(rows) == 1


@pytest.mark.parametrize(
    ("arguments", "least", "message"),
    [
        (M2, "0.8", "bold.txt: F0.5 is 0.7112, below 0.8\n"),
        (GREEN, "0.8", "bold.txt: F at beta 1.0 is 0.7751, below 0.8\n"),
        (GLEU, "0.6", "bold.txt: GLEU is 0.5710, below 0.6\n"),
    ],
)
def test_a_threshold_that_is_missed_is_status_3(
    arguments: list[str], least: str, message: str, call: Call
) -> None:
    expected = printed(arguments, call)
    missed = call([arguments[0], "--fail-under", least, *arguments[1:]])
    assert missed == (3, expected, message)
    assert call([arguments[0], "--fail-under", "0.5", *arguments[1:]])[0] == 0
