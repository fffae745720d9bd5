"""Build the compiled kernels; everything else about the package stands in pyproject.toml.

Switches, read from the environment at build time:

FASTGEC_DEBUG=1           bounds and None checks in the kernels, no optimisation
FASTGEC_SANITIZE=LIST     compile and link with -fsanitize=LIST, for example address,undefined
FASTGEC_ANNOTATE=1        write Cython's annotated HTML under build/cython
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

DEBUG = os.environ.get("FASTGEC_DEBUG", "") not in ("", "0")
SANITIZE = os.environ.get("FASTGEC_SANITIZE", "")
ANNOTATE = os.environ.get("FASTGEC_ANNOTATE", "") not in ("", "0")

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "initializedcheck": DEBUG,
    "nonecheck": DEBUG,
    "cdivision": True,
    "embedsignature": True,
    "freethreading_compatible": True,
}

if sys.platform == "win32":
    compile_args = ["/Od", "/Zi"] if DEBUG else ["/O2"]
    compile_args.append("/fp:precise")
    link_args: list[str] = []
else:
    # The weights of MaxMatch are compared to the last bit: no contraction, no fast-math.
    compile_args = ["-O0", "-g"] if DEBUG else ["-O3"]
    compile_args += ["-ffp-contract=off", "-fno-strict-aliasing"]
    link_args = []
    if SANITIZE:
        compile_args += [f"-fsanitize={SANITIZE}", "-fno-sanitize-recover=all"]
        compile_args += ["-O1", "-g", "-fno-omit-frame-pointer"]
        link_args += [f"-fsanitize={SANITIZE}"]

SOURCES = sorted(Path("src/fastgec").glob("*.pyx"))
extensions = [
    Extension(
        f"fastgec.{source.stem}",
        [source.as_posix()],
        extra_compile_args=compile_args,
        extra_link_args=link_args,
    )
    for source in SOURCES
]

setup(
    ext_modules=cythonize(
        extensions,
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        annotate=ANNOTATE,
    ),
    options={"build_ext": {"parallel": os.cpu_count()}},
)
