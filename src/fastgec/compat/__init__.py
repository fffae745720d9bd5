"""Names and command lines of older programs, so that scripts of 2014 run with one line changed.

    m2scorer       the functions of the NUS scorer and of its copies, as scripts import them
    errant         the names of the package errant: `load`, `Annotator`, `Edit`
    __main__       `python -m fastgec.compat`
    programs       the command lines `m2scorer`, `compute_gleu`, `green`, `sgreen`, `mgreen`,
                   `errant_compare`, `errant_parallel`, `errant_m2`

`python -m fastgec.compat m2scorer system.txt gold.m2` is the old command line.
`docs/moving.md` says how to have the old names as commands, and why they are not installed
with the package.
"""
