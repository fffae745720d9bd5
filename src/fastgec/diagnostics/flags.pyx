"""Flags of outputs beside their source: what is suspicious about a sentence, in one pass.

A correction changes little, so source and output are compared from both ends (`ends`), where
missing spaces are noted. Where both ends together hold too little, the texts are compared by the
share of n-grams that they have in common (`grams`). What is unlike its own source is then compared
with the sources around it, the last offset that fitted first.

Cost: some 50 ns for an output that equals its source, 200 ns for one with corrections; each share
of n-grams takes some 0.3 us. Scratch memory is on the stack.
"""

from cpython.unicode cimport Py_UNICODE_ISLOWER, Py_UNICODE_ISUPPER
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memchr

from fastgec.kernels.checks cimport check_lines
from fastgec.diagnostics.equal cimport add_equal, is_equal
from fastgec.diagnostics.ends cimport Signs, common_end
from fastgec.diagnostics.grams cimport Grams, gather, share
from fastgec.diagnostics.leftovers cimport (
    LONGEST, ends_a_sentence, ends_in_a_word, is_framed, is_raised, is_runaway, is_shortened,
    written_otherwise,
)
from fastgec.diagnostics.texts cimport Text, has_letter, is_raw, is_unsplit, trimmed

cpdef enum:  # flags of a sentence
    JUDGED = 1       # its source is long enough to be recognised
    GLUED = 2        # spaces of the source are missing
    SPLIT = 4        # spaces are there that the source does not have
    LOWERED = 8      # the source has capitals, not only the first letter, the output none
    CASED = 16       # the output has a capital
    EMPTY = 32       # nothing there, though the source has words
    MARKUP = 64      # an edit line of M2
    UNLIKE = 128     # JUDGED, not EMPTY, and too little in common with its source
    # Of sentences that are JUDGED and no documents, and like their source but not equal to it:
    CUT = 256        # the source ends with a full stop or the like, the output in a word
    FRAMED = 512     # text before or after that of the source
    RAISED = 1024    # capitals alone, where the source has small letters
    ALIEN = 2048     # pieces of words, tags, escapes, other quotation marks
    BRACKETED = 4096  # "-LRB-" for "(", or the reverse
    SHORTENED = 8192  # of documents: the end of the source is missing
    RUNAWAY = 16384  # several times as long as the source; none of CUT to SHORTENED is asked for
    CAPITALISED = 32768  # CASED, and the source has small letters alone
    UNSPLIT = 65536  # source and output each have a long run of characters without a space
    RAW = 131072     # source and output each end in a word with its full stop

cdef enum:
    N_FLAGS = 18

    FEWEST_BYTES = 20    # of a source that can be recognised
    FEWEST_GRAMS = 10    # of an output that can be recognised
    FEWEST_WORDS = 3     # glued or split between letters: a sign
    ENDS_SUFFICE = 40    # per cent of the shorter text: no closer look
    TOO_LITTLE = 15      # per cent of n-grams in common: unlike its source
    LOOKS_AROUND = 40    # per cent: below, neighbours are compared
    FITS = 60            # per cent that the right neighbour has
    MORE_THAN_OWN = 30   # per cent more than the own source
    FARTHEST = 8         # sentences
    MOST_IN_VAIN = 64    # sentences of a block, in a row, that are compared with neighbours in vain
    CHARACTERS = 2048    # whose capitals are known: all that take one or two bytes


cdef struct Texts:
    # A column of text: ranges of one buffer.
    const uint8_t *data
    const int64_t *starts
    const int64_t *ends


cdef uint8_t CASES[CHARACTERS]  # of each code point 1 for a capital, 2 for a small letter


cdef void fill_cases() noexcept:
    cdef int code
    for code in range(CHARACTERS):
        CASES[code] = Py_UNICODE_ISUPPER(code) + 2 * Py_UNICODE_ISLOWER(code)


fill_cases()


cdef bint is_edit_line(Text text) noexcept nogil:
    """Whether a text is like "A 3 4|||..."."""
    cdef const uint8_t *bar
    if text.size < 5 or text.data[0] != 65 or text.data[1] != 32:
        return False
    if not (text.data[2] == 45 or 48 <= text.data[2] <= 57):
        return False
    bar = <const uint8_t *>memchr(text.data, 124, min(text.size - 2, 40))
    return bar != NULL and bar[1] == 124 and bar[2] == 124


cdef uint32_t leftovers_of(Text source, Text output) noexcept nogil:
    """Return the flags of what programs leave in an output."""
    cdef uint32_t flags = 0
    cdef bint is_alien, is_bracketed
    if ends_a_sentence(source) and ends_in_a_word(output):
        flags |= CUT
    if is_framed(source, output):
        flags |= FRAMED
    if is_raised(source, output):
        flags |= RAISED
    is_alien, is_bracketed = written_otherwise(source, output)
    if is_alien:
        flags |= ALIEN
    if is_bracketed:
        flags |= BRACKETED
    return flags


cdef uint32_t flags_of(
    Text source, Text output, bint is_reference, int64_t *likeness
) noexcept nogil:
    """Return the flags of a sentence, and how much of it is in its source, in per cent.

    Of a reference without what programs leave.
    """
    cdef Signs signs = Signs(0, 0, 0, 0)
    cdef int64_t start, start_of_output, end, end_of_output, shorter
    cdef uint32_t flags = JUDGED if source.size >= FEWEST_BYTES else 0
    cdef Grams grams
    likeness[0] = 100
    if source.size == 0:
        return 0
    if output.size == 0:
        likeness[0] = 0
        return flags | EMPTY
    start, start_of_output = common_end(source, output, 1, source.size, output.size, &signs)
    end, end_of_output = common_end(
        source, output, -1, source.size - start, output.size - start_of_output, &signs
    )
    if signs.glued or signs.glued_words >= FEWEST_WORDS:
        flags |= GLUED
    if signs.split or signs.split_words >= FEWEST_WORDS:
        flags |= SPLIT
    if has_letter(output, CASES, 1):
        flags |= CASED
        if not has_letter(source, CASES, 1) and has_letter(source, CASES, 2):
            flags |= CAPITALISED
    elif has_letter(Text(source.data + 1, source.size - 1), CASES, 1):
        flags |= LOWERED  # the first letter alone may be a correction
    if is_unsplit(output) and is_unsplit(source):
        flags |= UNSPLIT
    if is_raw(output) and is_raw(source):
        flags |= RAW
    if is_edit_line(output):
        flags |= MARKUP
    if is_runaway(source, output):
        flags |= RUNAWAY
    shorter = min(source.size, output.size)
    if flags & JUDGED and 100 * (start + end) < ENDS_SUFFICE * shorter:
        gather(output, &grams, 0)
        likeness[0] = share(source, &grams)
        if likeness[0] < TOO_LITTLE:
            return flags | UNLIKE
    if flags & RUNAWAY or is_reference:
        return flags
    if source.size > LONGEST:
        if is_shortened(source, output):
            flags |= SHORTENED
    elif source.size >= FEWEST_BYTES and not is_equal(source, output):
        flags |= leftovers_of(source, output)
    return flags


cdef int neighbour(
    Text output,
    int64_t own,
    const uint8_t *data,
    const int64_t *starts,
    const int64_t *ends,
    int64_t sentence,
    int64_t n_sentences,
    int offset,
) noexcept nogil:
    """Return the offset of the source that an output fits, 0 if there is none: `offset` first."""
    cdef Grams grams
    cdef int64_t found, best = 0
    cdef int distance, side, tried, which = 0
    gather(output, &grams, 0)
    if grams.n_distinct < FEWEST_GRAMS:
        return 0
    for distance in range(FARTHEST + 1):
        for side in range(2):
            tried = offset if distance == 0 else (distance if side else -distance)
            if tried == 0 or not 0 <= sentence + tried < n_sentences:
                continue
            found = share(
                trimmed(data, starts[sentence + tried], ends[sentence + tried]), &grams
            )
            if found > best:
                best, which = found, tried
        if distance == 0 and best >= FITS and best >= own + MORE_THAN_OWN:
            return which
    return which if best >= FITS and best >= own + MORE_THAN_OWN else 0


cdef int64_t flag_sentences(
    const Texts *sources,
    const Texts *outputs,
    int64_t n_sentences,
    bint is_reference,
    uint32_t *flags,
    uint8_t *likeness,
    int8_t *votes,
    int64_t *n_flags,
) noexcept nogil:
    cdef int64_t sentence, found, n_in_vain = 0, n_votes = 0
    cdef int offset = 0, vote, bit
    cdef uint32_t left
    cdef Text text
    for bit in range(N_FLAGS):
        n_flags[bit] = 0
    for sentence in range(n_sentences):
        text = trimmed(outputs.data, outputs.starts[sentence], outputs.ends[sentence])
        flags[sentence] = flags_of(
            trimmed(sources.data, sources.starts[sentence], sources.ends[sentence]),
            text,
            is_reference,
            &found,
        )
        likeness[sentence] = <uint8_t>found
        votes[sentence] = 0
        if found < LOOKS_AROUND and n_in_vain < MOST_IN_VAIN:
            vote = neighbour(
                text, found, sources.data, sources.starts, sources.ends,
                sentence, n_sentences, offset,
            )
            votes[sentence] = <int8_t>vote
            n_votes += vote != 0
            if vote:
                offset = vote
            n_in_vain = 0 if vote else n_in_vain + 1
        left, bit = flags[sentence], 0
        while left:
            n_flags[bit] += left & 1
            left >>= 1
            bit += 1
    return n_votes


def set_flags(
    const uint8_t[::1] source not None,
    const int64_t[::1] source_starts not None,
    const int64_t[::1] source_ends not None,
    const uint8_t[::1] output not None,
    const int64_t[::1] starts not None,
    const int64_t[::1] ends not None,
    uint32_t[::1] flags not None,
    uint8_t[::1] likeness not None,
    int8_t[::1] votes not None,
    bint is_reference=False,
):
    """Flag the sentences of a system.

    Args:
        source: text of the sources; source_starts, source_ends: where each begins and ends.
        output: text of the system; starts, ends: likewise.
        flags: uint32[S], filled.
        likeness: uint8[S], filled: how much of the sentence its source has, in per cent.
        votes: int8[S], filled: how far away the source is that the sentence fits, 0 for none.
        is_reference: whether CUT to SHORTENED are left out.

    Returns:
        How many sentences have each flag (the lowest bit first), and how many have a vote.
    """
    cdef int64_t n_sentences = starts.shape[0]
    check_lines(source, source_starts, source_ends)
    check_lines(output, starts, ends)
    if source_starts.shape[0] != n_sentences:
        raise ValueError(f"{source_starts.shape[0]} sources of {n_sentences} outputs")
    if not flags.shape[0] == likeness.shape[0] == votes.shape[0] == n_sentences:
        raise ValueError(f"results of another size than {n_sentences} sentences")
    cdef int64_t n_votes
    cdef int64_t n_flags[N_FLAGS]
    cdef int bit
    cdef Texts sources, outputs
    if n_sentences == 0:
        return [0] * N_FLAGS, 0
    sources.data = &source[0] if source.shape[0] else NULL
    sources.starts = &source_starts[0]
    sources.ends = &source_ends[0]
    outputs.data = &output[0] if output.shape[0] else NULL
    outputs.starts = &starts[0]
    outputs.ends = &ends[0]
    with nogil:
        n_votes = flag_sentences(
            &sources, &outputs, n_sentences, is_reference,
            &flags[0], &likeness[0], &votes[0], n_flags,
        )
    return [n_flags[bit] for bit in range(N_FLAGS)], n_votes


def count_equal(list columns not None, int64_t n_references, int64_t first, int64_t last):
    """Count the sentences in which two texts are equal, see `equal`.

    Args:
        columns: source, references and outputs; of each the text, and where sentences begin and
            end.
        n_references: from 0.
        first, last: which sentences, the last exclusive.

    Returns:
        The numbers of `equal.add_equal`, row after row.
    """
    cdef int64_t n_texts = len(columns), sentence, c
    if not 0 <= n_references < n_texts:
        raise ValueError(f"{n_references} references of {n_texts} texts")
    if first < 0:
        raise ValueError(f"sentence {first}")
    cdef int64_t size = 2 * n_texts * (n_references + 1)
    cdef Texts *ranges = <Texts *>calloc(n_texts, sizeof(Texts))
    cdef Text *texts = <Text *>calloc(n_texts, sizeof(Text))
    cdef int64_t *table = <int64_t *>calloc(size, sizeof(int64_t))
    try:
        if ranges == NULL or texts == NULL or table == NULL:
            raise MemoryError(f"no memory to compare {n_texts} texts")
        for c in range(n_texts):
            data, starts, ends = columns[c]
            set_ranges(&ranges[c], data, starts, ends, last)
        with nogil:
            for sentence in range(first, last):
                for c in range(n_texts):
                    texts[c] = trimmed(
                        ranges[c].data, ranges[c].starts[sentence], ranges[c].ends[sentence]
                    )
                add_equal(texts, n_references, n_texts, table)
        return [table[c] for c in range(size)]
    finally:
        free(ranges)
        free(texts)
        free(table)


cdef int set_ranges(
    Texts *ranges, const uint8_t[::1] data, const int64_t[::1] starts, const int64_t[::1] ends,
    int64_t n_sentences,
) except -1:
    """Point at sentences; the caller keeps the arrays. ValueError if they do not fit."""
    check_lines(data, starts, ends)
    if n_sentences > starts.shape[0]:
        raise ValueError(f"{n_sentences} sentences of {starts.shape[0]}")
    if starts.shape[0]:
        ranges.data = &data[0] if data.shape[0] else NULL
        ranges.starts, ranges.ends = &starts[0], &ends[0]
    return 0
