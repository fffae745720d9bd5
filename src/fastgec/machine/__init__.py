"""Resources of the machine: threads, memory with its limits, files that are whole or not there.

    parallel  threads over parts of work: the same result as one thread, and Ctrl-C that answers
    memory    how much there is, and what is refused because it needs more
    files     a file written whole or not at all; JSON text to values, no key twice
    spill     results put aside on disk

Nothing here knows what is scored. Every package may import this one; it imports `parameters`.
"""
