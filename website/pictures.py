"""Pictures on pages are made when the site is built, by the commands that the pages name.

A comment stands where the picture goes; in the text itself nobody sees it:

    <!-- picture: fastgec plot forest a.txt b.txt gold.m2 -o forest.svg | Two systems -->

The command runs in a copy of the sample data. A picture is shown with its text; another file, such
as a report, is linked by it.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import fastgec

SAMPLES = Path(fastgec.__file__).resolve().parent / "samples"
PICTURE = re.compile(r"<!-- picture: (?P<command>fastgec [^|]*?)\s+\|\s+(?P<text>[^|]*?) -->")
FOLDER = "pictures"


def with_pictures(text: str, page: str, docs: Path) -> str:
    """Return a page with its pictures, which are made.

    Args:
        text: The page.
        page: Its file name, for errors and names of pictures.
        docs: The folder of all pages, which gets a folder of pictures.

    Raises:
        ValueError: A command fails, or makes no file that its `-o` names.
    """
    return PICTURE.sub(lambda found: _made(found["command"], found["text"], page, docs), text)


def _made(command: str, text: str, page: str, docs: Path) -> str:
    words = shlex.split(command)
    folder = docs / FOLDER / Path(page).stem
    shutil.copytree(SAMPLES, folder / "data", dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder / "data",
        capture_output=True,
        text=True,
        check=False,
    )
    name = words[words.index("-o") + 1]
    made = folder / "data" / name
    if done.returncode or not made.is_file():
        raise ValueError(f"{page}: {command}: {done.stderr or f'no file {name} was made'}")
    made.replace(folder / name)
    shutil.rmtree(folder / "data")
    text = " ".join(text.split())
    place = f"{FOLDER}/{folder.name}/{name}"
    link = f"[{text}]({place})" if made.suffix == ".html" else f"![{text}]({place})"
    return f"{link}\n\n`{' '.join(command.split())}`"
