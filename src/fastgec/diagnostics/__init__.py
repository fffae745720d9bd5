"""Input diagnostics: warnings of input that would give a plausible wrong number.

A scorer scores whatever it is given: an output whose punctuation is glued to its words, or that
lacks a line, gets a score like any other, as a worse system would. So outputs are compared with
their source while they are counted, in little time and memory, and the gold with public benchmarks.
A warning is one line a file; no count changes. `docs/warnings.md` has when each warning is raised,
and how far real outputs are from it.

    texts       bytes of a text (for kernels)
    ends        common prefix and suffix of two texts, and missing spaces (for kernels)
    grams       the share of n-grams that two texts have in common (for kernels)
    leftovers   cut ends, frames, capitals alone, characters of programs (for kernels)
    equal       the sentences in which texts are equal (for kernels)
    look        outputs beside their sources, sentence by sentence (kernel)
    inputs      Diagnostics: collected of each system, batch by batch; signs of sentences, runs
                that fit the source of another line, outputs that are one text under two names;
                the warnings, raised by their thresholds
    thresholds  thresholds of warnings, and which sentences are checked
    roles       files in each other's place, judged by their names
    benchmarks  public gold, and the score that its benchmark reports
    swapped     files in the wrong place, by their names or after reading failed
    category    categories of Python warnings

Metrics call it where blocks go by, `texts` and studies where a run ends; it imports `read`.
"""
