"""Compiled code that several packages call; `_lattice` and `_ngram` stand beside this folder.

    arena         memory of a kernel, with a bound and a flag that stops all threads
    array         growing arrays of integers
    bandproof     proof that a band of the lattice holds every path that counts
    bitrows       rows of the lattice as bits
    bits          64 places of a row at a time
    checks        checks of arrays that Python hands over
    draws         Python's random numbers, without numpy (kernel)
    pcg           numpy's generator, seeded for each resample
    positions     places of equal tokens in two texts
    tokens        line ends; lines as token ids (kernel)
    twister       the Mersenne twister
    utf8          a check that bytes are UTF-8
    white         white space of Unicode
    wdiff         runs of differing tokens, as GNU wdiff cuts them
    words         tokens of a text, as ids of a table

This package imports no other: readers call it, too.
"""
