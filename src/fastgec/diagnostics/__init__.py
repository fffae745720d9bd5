"""Input diagnostics: warnings of input that would give a plausible wrong number.

A scorer scores whatever it is given: an output whose punctuation is glued to its words, or that
lacks a line, gets a score like any other, as a worse system would. So outputs are compared with
their source while they are counted, in little time and memory, and the gold with public benchmarks.
A warning is one line a file; no count changes. `docs/warnings.md` has when each warning is raised,
and how far real outputs are from it.

    texts       bytes of a text (for kernels)
    ends        what two texts have in common at their ends, and missing spaces (for kernels)
    grams       the share of n-grams that two texts have in common (for kernels)
    leftovers   cut ends, frames, capitals alone, characters of programs (for kernels)
    equal       the sentences in which texts are equal (for kernels)
    look        outputs beside their sources, sentence by sentence (kernel)
    watch       Guard: diagnostics of each system, batch by batch; signs of sentences, runs that
                fit the source of another line, outputs that are one text under two names
    thresholds  at which shares warnings are raised, and which sentences are looked at
    suspicion   when a warning is raised, and its words
    roles       files in each other's place, going by their names
    benchmarks  gold that is public, and what its benchmark reports
    swapped     files in the wrong place, by their names or once they could not be read
    category    the warnings of Python

Metrics call it where blocks go by, `texts` and studies where a run ends; it imports `read`.
"""
