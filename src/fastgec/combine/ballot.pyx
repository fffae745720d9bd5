"""Votes on edits: which edits of several candidates are kept, and sources with them made.

Each edit of a candidate is an entry. Entries of a sentence are sorted so that those of equal edits
(span and words) stand together, candidates ascending; such a run is one edit whose votes are the
weights of its candidates, each counted once. Edits with enough votes are sorted again: by start,
end, votes (high first), then by their text as bytes of UTF-8, words joined by single spaces. From
the front each is kept unless it overlaps one that is kept already.

Two edits overlap if they share a word, if an insertion lies strictly inside the other, or if both
are insertions at one place. In that order one number tells: the furthest end of what is kept. What
begins before it shares a word with that edit or lies inside it, for an insertion at the start of a
kept edit stands before it in the order; besides, the place of the last insertion is remembered.

Cost: n log n for n entries of a sentence; sorting is by merging, which has no bad case.

A source with edits made is text: tokens joined by single spaces, a line for each sentence. One pass
counts the bytes, a second one writes them: each token and a space, and a line end in place of the
last space.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, NO_MEMORY, TOO_LARGE,
    Arena, Status, arena_free, arena_init, arena_reset, arena_status, arena_take, is_cancelled,
)
from fastgec.kernels.checks cimport check_offsets
from fastgec.kernels.tokens cimport Vocabulary, Words


cdef struct Entry:
    int32_t start
    int32_t end
    const int32_t *written
    int64_t n_written
    int64_t votes  # of the candidate, then of all that have the edit
    int64_t candidate
    int64_t edit


ctypedef int (*Compare)(const Entry *, const Entry *, const Words *) noexcept nogil


cdef struct Letters:
    # The text of some tokens, joined by single spaces, read byte by byte.
    const int32_t *tokens
    int64_t n_tokens
    int64_t at
    int64_t end


cdef inline int next_letter(Letters *letters, const Words *words) noexcept nogil:
    """Return the next byte, -1 at the end."""
    cdef int32_t token
    if letters.at == letters.end:
        if letters.n_tokens == 0:
            return -1
        token = letters.tokens[0]
        letters.tokens += 1
        letters.n_tokens -= 1
        letters.at = words.ends[token]
        letters.end = words.ends[token + 1]
        return 0x20
    letters.at += 1
    return words.text[letters.at - 1]


cdef inline int compare_texts(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    # Both begin with a space more, which makes no difference.
    cdef Letters of_a = Letters(a.written, a.n_written, 0, 0)
    cdef Letters of_b = Letters(b.written, b.n_written, 0, 0)
    cdef int one = 0
    cdef int other = 0
    while one == other and one >= 0:
        one = next_letter(&of_a, words)
        other = next_letter(&of_b, words)
    return (one > other) - (one < other)


cdef inline int compare_edits(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    """Compare what edits are: 0 for equal ones."""
    cdef int64_t at
    if a.start != b.start:
        return 1 if a.start > b.start else -1
    if a.end != b.end:
        return 1 if a.end > b.end else -1
    if a.n_written != b.n_written:
        return 1 if a.n_written > b.n_written else -1
    for at in range(a.n_written):
        if a.written[at] != b.written[at]:
            return 1 if a.written[at] > b.written[at] else -1
    return 0


cdef inline int compare_entries(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    cdef int order = compare_edits(a, b, words)
    if order == 0 and a.candidate != b.candidate:
        return 1 if a.candidate > b.candidate else -1
    return order


cdef inline int compare_choices(const Entry *a, const Entry *b, const Words *words) noexcept nogil:
    if a.start != b.start:
        return 1 if a.start > b.start else -1
    if a.end != b.end:
        return 1 if a.end > b.end else -1
    if a.votes != b.votes:
        return 1 if a.votes < b.votes else -1
    return compare_texts(a, b, words)


cdef inline Entry **merge_sort(
    Entry **entries, Entry **spare, int64_t n, Compare compare, const Words *words
) noexcept nogil:
    """Sort; return which of the two arrays holds the result. Equal entries keep their order."""
    cdef Entry **swapped
    cdef int64_t width = 1
    cdef int64_t low, middle, high, a, b, at
    while width < n:
        low = 0
        while low < n:
            middle = min(low + width, n)
            high = min(middle + width, n)
            a = low
            b = middle
            for at in range(low, high):
                if a < middle and (b == high or compare(entries[a], entries[b], words) <= 0):
                    spare[at] = entries[a]
                    a += 1
                else:
                    spare[at] = entries[b]
                    b += 1
            low = high
        swapped = entries
        entries = spare
        spare = swapped
        width *= 2
    return entries


cdef inline int64_t merge_equal(Entry **entries, int64_t n, const Words *words) noexcept nogil:
    """Put votes of sorted entries together; return how many edits stand at the front then."""
    cdef int64_t n_edits = 0
    cdef int64_t last = -1  # candidate that voted last
    cdef int64_t at
    for at in range(n):
        if n_edits and compare_edits(entries[n_edits - 1], entries[at], words) == 0:
            if entries[at].candidate != last:
                entries[n_edits - 1].votes += entries[at].votes
        else:
            entries[n_edits] = entries[at]
            n_edits += 1
        last = entries[at].candidate
    return n_edits


cdef inline int64_t keep_apart(Entry **entries, int64_t n, int64_t *kept) noexcept nogil:
    """Write the edits, in order, that do not overlap a kept one; return how many."""
    cdef int64_t n_kept = 0
    cdef int64_t furthest = 0
    cdef int64_t inserted = -1
    cdef int64_t at
    cdef const Entry *entry
    for at in range(n):
        entry = entries[at]
        if entry.start < furthest or (entry.start == entry.end and entry.start == inserted):
            continue
        if entry.start == entry.end:
            inserted = entry.start
        else:
            furthest = entry.end
        kept[n_kept] = entry.edit
        n_kept += 1
    return n_kept


cdef struct Ballots:
    const int64_t *offsets
    const int32_t *spans
    const int64_t *written
    const int32_t *tokens
    const int64_t *weights
    int64_t n_candidates
    int64_t n_sentences
    int64_t least


cdef Status elect_sentence(
    const Ballots *ballots, int64_t sentence, const Words *words, int64_t *kept, int64_t *totals,
    int64_t *n_kept, Arena *arena,
) noexcept nogil:
    """Write which edits of a sentence are kept, and add to the totals."""
    cdef int64_t n = 0
    cdef int64_t n_chosen = 0
    cdef int64_t candidate, row, edit, n_edits, at
    cdef Entry *entry
    cdef Entry *all_entries
    cdef Entry **entries
    cdef Entry **spare
    for candidate in range(ballots.n_candidates):
        row = candidate * ballots.n_sentences + sentence
        n += ballots.offsets[row + 1] - ballots.offsets[row]
    if n == 0:
        return DONE
    arena_reset(arena)
    all_entries = <Entry *>arena_take(arena, <size_t>n, sizeof(Entry))
    entries = <Entry **>arena_take(arena, <size_t>n, sizeof(Entry *))
    spare = <Entry **>arena_take(arena, <size_t>n, sizeof(Entry *))
    if all_entries == NULL or entries == NULL or spare == NULL:
        return arena_status(arena)
    n = 0
    for candidate in range(ballots.n_candidates):
        row = candidate * ballots.n_sentences + sentence
        for edit in range(ballots.offsets[row], ballots.offsets[row + 1]):
            entry = &all_entries[n]
            entries[n] = entry
            entry.start = ballots.spans[2 * edit]
            entry.end = ballots.spans[2 * edit + 1]
            entry.written = ballots.tokens + ballots.written[2 * edit]
            entry.n_written = ballots.written[2 * edit + 1] - ballots.written[2 * edit]
            entry.votes = ballots.weights[candidate]
            entry.candidate = candidate
            entry.edit = edit
            n += 1
    # Whichever array the first sort ends in, the other one is free for the next.
    if merge_sort(entries, spare, n, compare_entries, words) == spare:
        entries, spare = spare, entries
    n_edits = merge_equal(entries, n, words)
    for at in range(n_edits):
        if entries[at].votes >= ballots.least:
            entries[n_chosen] = entries[at]
            n_chosen += 1
    n_kept[0] = keep_apart(
        merge_sort(entries, spare, n_chosen, compare_choices, words), n_chosen, kept
    )
    totals[0] += n_edits
    totals[1] += n_chosen
    totals[2] += n_kept[0]
    return DONE


cdef int check_edits(
    const int64_t[::1] source_offsets, const int64_t[::1] offsets, const int32_t[:, ::1] spans,
    const int64_t[:, ::1] written, const int32_t[::1] tokens, int64_t n_words,
) except -1:
    """Raise ValueError unless edits lie in their sentences, and what they write in the tokens."""
    cdef int64_t n_sentences = source_offsets.shape[0] - 1
    cdef int64_t row, edit, size, at
    check_offsets("offsets", offsets, spans.shape[0])
    if spans.shape[1] != 2 or written.shape[1] != 2 or spans.shape[0] != written.shape[0]:
        raise ValueError("expected two numbers for each span, and for what is written there")
    if (offsets.shape[0] - 1) % n_sentences:
        raise ValueError(f"{offsets.shape[0] - 1} rows of edits for {n_sentences} sentences")
    for row in range(offsets.shape[0] - 1):
        at = row % n_sentences
        size = source_offsets[at + 1] - source_offsets[at]
        for edit in range(offsets[row], offsets[row + 1]):
            if not 0 <= spans[edit, 0] <= spans[edit, 1] <= size:
                raise ValueError(f"edit {edit} leaves its source of {size} tokens")
            if not 0 <= written[edit, 0] <= written[edit, 1] <= tokens.shape[0]:
                raise ValueError(f"edit {edit} writes what is not among {tokens.shape[0]} tokens")
    for at in range(tokens.shape[0]):
        if not 0 <= tokens[at] < n_words:
            raise ValueError(f"token {tokens[at]} of a vocabulary of {n_words}")
    return 0


def elect(
    Vocabulary vocabulary not None,
    const int64_t[::1] source_offsets not None,
    const int64_t[::1] offsets not None,
    const int32_t[:, ::1] spans not None,
    const int64_t[:, ::1] written not None,
    const int32_t[::1] tokens not None,
    const int64_t[::1] weights not None,
    int64_t least,
    *,
    const int32_t[::1] cancel not None,
    size_t memory_limit,
):
    """Return which edits have enough votes and do not overlap.

    Parameters: vocabulary, source_offsets int64[S+1], offsets int64[K*S+1], spans int32[E, 2],
    written int64[E, 2], tokens int32[T], as in `convert.columns.ColumnEdits`; weights int64[K], not
    negative, of candidates; least, votes that an edit needs, above 0; cancel int32[1];
    memory_limit, bytes of scratch memory.
    Returns: (stopped, kept, kept_offsets, totals): the sentence that needs more than the limit or
    -1; int64[N], numbers of edits; int64[S+1], sentence s keeps kept_offsets[s] to
    kept_offsets[s+1], from left to right; int64[3], how many different edits there are, how many
    have enough votes, how many are kept.
    Raises: ValueError; MemoryError if the system has no memory for a sentence within the limit.
    """
    cdef int64_t n_sentences = source_offsets.shape[0] - 1
    cdef int64_t at, total
    if n_sentences < 1 or weights.shape[0] < 1:
        raise ValueError(f"{weights.shape[0]} candidates of {n_sentences} sentences")
    check_offsets("source_offsets", source_offsets, source_offsets[n_sentences])
    check_edits(source_offsets, offsets, spans, written, tokens, vocabulary.words.n_tokens)
    if weights.shape[0] * n_sentences != offsets.shape[0] - 1:
        raise ValueError(f"{weights.shape[0]} weights for {offsets.shape[0] - 1} rows of edits")
    total = 0
    for at in range(weights.shape[0]):
        if not 0 <= weights[at] <= 0x3FFFFFFFFFFFFFFF - total:
            raise ValueError("weights are negative, or their sum is 2^62 or more")
        total += weights[at]
    if least < 1 or cancel.shape[0] < 1:
        raise ValueError(f"{least} votes, expected 1 or more")
    found = np.empty(max(1, spans.shape[0]), np.int64)
    bounds = np.zeros(n_sentences + 1, np.int64)
    sums = np.zeros(3, np.int64)
    cdef int64_t[::1] kept = found
    cdef int64_t[::1] kept_offsets = bounds
    cdef int64_t[::1] totals = sums
    cdef Ballots ballots
    cdef Arena arena
    cdef Status status = DONE
    cdef int64_t sentence = 0
    cdef int64_t n_kept = 0
    cdef int64_t n_more
    cdef int32_t nothing = 0
    ballots.offsets = &offsets[0]
    ballots.spans = &spans[0, 0] if spans.shape[0] else NULL
    ballots.written = &written[0, 0] if written.shape[0] else NULL
    ballots.tokens = &tokens[0] if tokens.shape[0] else &nothing
    ballots.weights = &weights[0]
    ballots.n_candidates = weights.shape[0]
    ballots.n_sentences = n_sentences
    ballots.least = least
    with nogil:
        arena_init(&arena, memory_limit)
        while sentence < n_sentences:
            n_more = 0
            if is_cancelled(&cancel[0]):
                status = CANCELLED
                break
            status = elect_sentence(
                &ballots, sentence, &vocabulary.words, &kept[0] + n_kept, &totals[0], &n_more,
                &arena,
            )
            if status != DONE:
                break
            n_kept += n_more
            sentence += 1
            kept_offsets[sentence] = n_kept
        arena_free(&arena)
    if status == NO_MEMORY:
        raise MemoryError(f"no memory for sentence {sentence + 1}")
    return (sentence if status == TOO_LARGE else -1), found[:n_kept].copy(), bounds, sums


cdef inline int64_t put(
    uint8_t *text, int64_t at, const int32_t *tokens, int64_t n_tokens, const Words *words
) noexcept nogil:
    """Write tokens, each with a space, if there is a text; return where they end."""
    cdef int64_t number, first, size
    for number in range(n_tokens):
        first = words.ends[tokens[number]]
        size = words.ends[tokens[number] + 1] - first
        if text != NULL:
            memcpy(text + at, words.text + first, <size_t>size)
            text[at + size] = 0x20
        at += size + 1
    return at


def make(
    Vocabulary vocabulary not None,
    const int32_t[::1] source_ids not None,
    const int64_t[::1] source_offsets not None,
    const int32_t[:, ::1] spans not None,
    const int64_t[:, ::1] written not None,
    const int32_t[::1] tokens not None,
    const int64_t[::1] kept not None,
    const int64_t[::1] kept_offsets not None,
):
    """Return the sources with edits made.

    Parameters: vocabulary, source_ids int32[T], source_offsets int64[S+1], spans int32[E, 2],
    written int64[E, 2], tokens int32[U], as in `convert.columns.ColumnEdits`; kept int64[N],
    kept_offsets int64[S+1], numbers of the edits of each sentence from left to right, of which none
    overlap.
    Returns: (text, ends): uint8[B], a line for each sentence with its line end; int64[S], the place
    of each line end.
    Raises: ValueError.
    """
    cdef int64_t n_sentences = source_offsets.shape[0] - 1
    cdef int64_t sentence, number, edit, at, size, first, start
    cdef int64_t n_words = vocabulary.words.n_tokens
    check_offsets("source_offsets", source_offsets, source_ids.shape[0])
    check_offsets("kept_offsets", kept_offsets, kept.shape[0])
    if kept_offsets.shape[0] != source_offsets.shape[0] or spans.shape[0] != written.shape[0]:
        raise ValueError(f"{kept_offsets.shape[0] - 1} sentences of edits for {n_sentences}")
    if spans.shape[1] != 2 or written.shape[1] != 2:
        raise ValueError("expected two numbers for each span, and for what is written there")
    for sentence in range(n_sentences):
        at = 0
        size = source_offsets[sentence + 1] - source_offsets[sentence]
        for number in range(kept_offsets[sentence], kept_offsets[sentence + 1]):
            edit = kept[number]
            if not 0 <= edit < spans.shape[0]:
                raise ValueError(f"edit {edit} of {spans.shape[0]}")
            if not at <= spans[edit, 0] <= spans[edit, 1] <= size:
                raise ValueError(f"edit {edit} overlaps another, or leaves its source")
            if not 0 <= written[edit, 0] <= written[edit, 1] <= tokens.shape[0]:
                raise ValueError(f"edit {edit} writes what is not among {tokens.shape[0]} tokens")
            at = spans[edit, 1]
    for number in range(source_ids.shape[0]):
        if not 0 <= source_ids[number] < n_words:
            raise ValueError(f"token {source_ids[number]} of a vocabulary of {n_words}")
    for number in range(tokens.shape[0]):
        if not 0 <= tokens[number] < n_words:
            raise ValueError(f"token {tokens[number]} of a vocabulary of {n_words}")
    bounds = np.empty(n_sentences, np.int64)
    cdef int64_t[::1] ends = bounds
    cdef int32_t nothing = 0
    cdef const int32_t *source = &source_ids[0] if source_ids.shape[0] else &nothing
    cdef const int32_t *words = &tokens[0] if tokens.shape[0] else &nothing
    cdef uint8_t[::1] text
    cdef uint8_t *place = NULL
    cdef int64_t turn
    result = None
    for turn in range(2):
        if turn:
            result = np.empty(max(1, size), np.uint8)
            text = result
            place = &text[0]
        size = 0
        with nogil:
            for sentence in range(n_sentences):
                start = size
                first = source_offsets[sentence]
                at = 0
                for number in range(kept_offsets[sentence], kept_offsets[sentence + 1]):
                    edit = kept[number]
                    size = put(
                        place, size, source + first + at, spans[edit, 0] - at, &vocabulary.words
                    )
                    size = put(
                        place, size, words + written[edit, 0],
                        written[edit, 1] - written[edit, 0], &vocabulary.words,
                    )
                    at = spans[edit, 1]
                size = put(
                    place, size, source + first + at, source_offsets[sentence + 1] - first - at,
                    &vocabulary.words,
                )
                if size == start:
                    size += 1
                ends[sentence] = size - 1
                if place != NULL:
                    place[size - 1] = 0x0A
    return result[:size], bounds
