"""Build the compiled kernels, and archives of the same bytes from the same files.

Everything else about the package stands in pyproject.toml.

Switches, read from the environment at build time:

FASTGEC_DEBUG=1           bounds and None checks in the kernels, no optimisation
FASTGEC_SANITIZE=LIST     compile and link with -fsanitize=LIST, for example address,undefined
FASTGEC_ANNOTATE=1        write Cython's annotated HTML under build/cython
SOURCE_DATE_EPOCH=SECONDS the time of everything in an sdist; wheels obey it, too
"""

import gc
import gzip
import multiprocessing
import os
import sys
import tarfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import BaseError

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
    "auto_pickle": False,
}

SHORT_CUTS = (
    *("CYTHON_USE_PYLONG_INTERNALS", "CYTHON_UNPACK_METHODS"),
    *("CYTHON_FAST_THREAD_STATE", "CYTHON_COMPRESS_STRINGS"),
)

if sys.platform == "win32":
    compile_args = ["/Od", "/Zi"] if DEBUG else ["/O2"]
    compile_args.append("/fp:precise")
    link_args: list[str] = []
else:
    # The weights of MaxMatch are compared to the last bit: no contraction, no fast-math.
    # Without -g0 the paths of the build would be in the result (see SOURCE_DATE_EPOCH below).
    compile_args = ["-O0", "-g"] if DEBUG else ["-g0"]
    compile_args += ["-ffp-contract=off", "-fno-strict-aliasing"]
    # Cython writes helpers into every module, used there or not.
    compile_args += ["-Wall", "-Wextra", "-Wno-unused-function"]
    if not (DEBUG or SANITIZE):  # tables for debuggers: a twentieth of the files
        compile_args.append("-fno-asynchronous-unwind-tables")
    # Cython's short cuts into Python's objects serve loops over them; those of the kernels have
    # none. Its strings deflate better with the rest of a wheel than each module's alone, and need
    # not be inflated at each import.
    compile_args += [f"-D{name}=0" for name in SHORT_CUTS]
    link_args = []
    if sys.platform == "linux" and not (DEBUG or SANITIZE):  # Apple's linker has no such switches
        # Names for debuggers are an eighth of the files, and code on pages of its own a twentieth.
        link_args += ["-Wl,-s", "-Wl,-z,noseparate-code"]
        # Functions of Python are called by their addresses, not by stubs that jump to them. At -O3
        # what is declared inline is inlined up to three times the size of -O2: in Cython's entry
        # point to Python that is a quarter of the time to compile; kernels are as fast without.
        compile_args += ["-fno-plt", "--param=max-inline-insns-single=70"]
    if SANITIZE:
        compile_args += [f"-fsanitize={SANITIZE}", "-fno-sanitize-recover=all"]
        # Places of lines are all that reports need; -O1 and -g take three times as long to compile.
        compile_args += ["-Og", "-g1", "-fno-omit-frame-pointer"]
        link_args += [f"-fsanitize={SANITIZE}"]


def n_cores() -> int:
    """Return how many cores this process may use: of a large machine that many share, a few."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def n_translators() -> int:
    """Return how many processes translate: 0, this one alone, where others are not forked or have
    no locks to share (a container without /dev/shm).
    """
    if sys.platform != "linux" or multiprocessing.get_start_method() != "fork":
        return 0
    try:
        multiprocessing.Lock()
    except (ImportError, OSError):
        return 0
    return min(n_cores(), 4)  # each takes some 400 MB


class BuildKernels(build_ext):
    """Cython, then the C compiler; other commands of setuptools ask for neither."""

    def run(self):
        """Translate all kernels, then compile them."""
        from Cython.Build import cythonize
        from Cython.Compiler.Errors import CompileError

        # Cython makes millions of small objects and keeps most of them (half a gigabyte). To look
        # through them for garbage again and again takes as long as the translation itself, and to
        # take them apart one by one when the process ends half as long: nobody does. Processes
        # that are forked inherit this, and translate side by side; others would look for garbage.
        gc.disable()
        try:
            made = cythonize(
                self.extensions,
                build_dir="build/cython",
                compiler_directives=DIRECTIVES,
                annotate=ANNOTATE,
                nthreads=n_translators(),
                shared_utility_qualified_name=self.extensions[-1].name,
            )
        except CompileError as error:  # Cython has printed the lines and what is wrong with them
            raise BaseError(f"Cython cannot translate {error}") from None
        except AttributeError as error:  # Cython 3.3 asks for terminate_workers of Python 3.14
            if isinstance(error.__context__, KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise
        gc.freeze()
        gc.enable()
        translated = {one.name: one for one in made}
        for extension in self.extensions:
            one = translated[extension.name]
            extension.sources, extension.depends = one.sources, one.depends
        super().run()


class Sdist(sdist):
    """An sdist without the times and the names of whoever built it, if SOURCE_DATE_EPOCH is set."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, **options):
        """Pack the release."""
        moment = os.environ.get("SOURCE_DATE_EPOCH")
        if moment is None or format != "gztar":
            return super().make_archive(base_name, format, root_dir, base_dir, **options)

        def anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.mtime = int(moment)
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            return member

        path = f"{base_name}.tar.gz"
        with (
            Path(path).open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=int(moment)) as packed,
            tarfile.open(mode="w", fileobj=packed) as archive,
        ):
            archive.add(base_dir, filter=anonymous)
        return path


# Kernels whose loops are waited for: without -O3 MaxMatch takes an eighth longer, GLEU a seventh, a
# comparison by ERRANT a tenth. Others are as fast at -O2, in two thirds of the time to compile. The
# C of the rest is mostly their entry point to Python: for size (-Os) it is compiled in half of the
# time, into half of the space; and at -Og, where no loop is waited for, in a third of the time,
# into a little more. A call of any kernel takes 0.07 us more, as what is shared is compiled so.
LEVELS = {
    "-O3": (
        *("_lattice", "_ngram", "kernels/draws", "kernels/tokens"),
        "read/batch",
        *("maxmatch/matcher", "metrics/errant/keys"),
        "study/resample",
    ),
    "-O2": ("annotate/optimal", "diagnostics/flags", "meta/skills", "metrics/imeasure/chain"),
    "-Og": (
        *("_cyutility", "texts/align"),
        "metrics/imeasure/m2texts",
        *("metrics/cleme/chunks", "metrics/cleme/ranks"),
    ),
}


# What Cython adds to every module that takes arrays is compiled once, into a module that Cython
# writes: the build takes less than half of the time, the kernels a third of the space.
SHARED = Path("src/fastgec/_cyutility.c")


def kernel(source: Path) -> Extension:
    """Return the module that a source file is compiled to."""
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    place = source.relative_to("src/fastgec").with_suffix("").as_posix()
    level = next((level for level, places in LEVELS.items() if place in places), "-Os")
    is_plain = sys.platform == "win32" or DEBUG or SANITIZE
    return Extension(
        name,
        [source.as_posix()],
        extra_compile_args=compile_args if is_plain else [*compile_args, level],
        extra_link_args=link_args,
    )


extensions = [kernel(source) for source in sorted(Path("src/fastgec").rglob("*.pyx"))]
extensions.append(kernel(SHARED))

setup(
    ext_modules=extensions,
    cmdclass={"build_ext": BuildKernels, "sdist": Sdist},
    options={"build_ext": {"parallel": n_cores()}},
)
