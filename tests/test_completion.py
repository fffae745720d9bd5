"""Completion and the manual page know every command and every option of the whole parser."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from commands import Call
from fastgec.cli import build_parser
from fastgec.cli.completion import Command, described

EVERY = list(described(build_parser()))


def words_of(command: Command) -> tuple[str, ...]:
    return tuple(spelling for option in command.options for spelling in option.spellings)


def test_what_is_described_is_what_the_parsers_hold() -> None:
    names = {command.words for command in EVERY}
    assert {(), ("m2",), ("errant", "compare"), ("completion",)} <= names
    for command in EVERY:
        assert {(*command.words, name) for name in command.names} <= names
        assert {"-h", "--help"} <= set(words_of(command))
        assert all("%(" not in option.help for option in command.options)
    [m2] = [command for command in EVERY if command.words == ("m2",)]
    [beta] = [option for option in m2.options if "--beta" in option.spellings]
    assert (beta.value, beta.help) == ("B", "weight of recall (default: 0.5)")


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash found")
def test_bash_completes_every_command_option_and_choice(call: Call, tmp_path: Path) -> None:
    wanted: list[tuple[tuple[str, ...], set[str]]] = []
    for command in EVERY:
        place = ("fastgec", *command.words)
        wanted.append(((*place, "-"), set(words_of(command))))
        if command.names:
            wanted.append(((*place, ""), set(command.names)))
        for option in command.options:
            if option.choices:
                wanted += [
                    ((*place, *([spelling] if spelling else []), ""), set(option.choices))
                    for spelling in option.spellings or ("",)
                ]
    script = tmp_path / "fastgec.bash"
    script.write_text(call(["completion", "bash"]).stdout, encoding="utf-8")
    asked = "\n".join(" ".join(f"'{word}'" for word in words) for words, _ in wanted)
    program = (
        f"source '{script}'\n"
        'ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fastgec\n'
        'printf "%s\\n" "${COMPREPLY[*]}"; }\n'
        + "\n".join(f"ask {line}" for line in asked.splitlines())
    )
    done = subprocess.run(["bash"], input=program, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    for (words, expected), line in zip(wanted, done.stdout.split("\n"), strict=False):
        assert set(line.split()) == expected, words


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash found")
def test_bash_completes_what_was_begun(call: Call) -> None:
    program = call(["completion", "bash"]).stdout + (
        "COMP_WORDS=(fastgec -x errant comp); COMP_CWORD=3; _fastgec; echo ${COMPREPLY[*]}\n"
        "COMP_WORDS=(fastgec m2 a.txt --bet); COMP_CWORD=3; _fastgec; echo ${COMPREPLY[*]}\n"
        "COMP_WORDS=(fastgec m2 gold); COMP_CWORD=2; _fastgec; echo none ${COMPREPLY[*]}\n"
    )
    done = subprocess.run(["bash"], input=program, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["compare", "--beta", "none"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_every_word(shell: str, call: Call, tmp_path: Path) -> None:
    done = call(["completion", shell])
    assert (done.status, done.stderr) == (0, "")
    for command in EVERY:
        place = "".join(f" {word}" for word in command.words)
        if shell == "zsh":
            [line] = [one for one in done.stdout.splitlines() if f"'{place}') options=" in one]
            listed = line.partition(" options=(")[2].rpartition(") names=(")[0]
            found = {word.partition(":")[0] for word in shlex.split(listed)}
        else:
            found = set()
            for line in done.stdout.splitlines():
                if f"-n '__fastgec_at \\'{place}\\'' " in line:
                    for kind, name in re.findall(r" -([slo]) ([^\s']+)", line.partition(" -d ")[0]):
                        found.add(("--" if kind == "l" else "-") + name)
        assert found == set(words_of(command)), command.words
    if shutil.which(shell) is not None:
        script = tmp_path / "script"
        script.write_text(done.stdout, encoding="utf-8")
        subprocess.run([shell, "-n", script], check=True)


def test_the_manual_page_has_every_command_and_option(call: Call) -> None:
    done = call(["completion", "man"])
    assert (done.status, done.stderr) == (0, "")
    assert not re.search(r"^\.(?!\\\"|TH|SH|SS|TP|PP|nf|fi\b)", done.stdout, re.MULTILINE)
    sections = done.stdout.replace("\\-", "-").split("\n.SS ")
    for command, text in zip(EVERY, sections, strict=True):
        if command.words:
            assert text.startswith(f'"fastgec {" ".join(command.words)}"\n')
        shown = set(re.findall(r"(?<![\w-])--?[\w-]+", re.sub(r"\\f[BIR]", " ", text)))
        assert set(words_of(command)) <= shown, command.words


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff found")
def test_roff_reads_the_manual_page_without_a_warning(call: Call) -> None:
    page = call(["completion", "man"]).stdout
    command = ["groff", "-man", "-Tutf8", "-ww", "-P-c"]
    done = subprocess.run(command, input=page.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    text = re.sub(r".\x08", "", done.stdout.decode())
    assert "fastgec errant compare" in text
    assert "EXIT STATUS" in text
