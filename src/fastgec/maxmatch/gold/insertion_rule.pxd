"""The rule by which the published scorer weighs insertions, run on one row at a time.

The scorer tests the insertions of a row in turn from the left and from the right against the gold
edits of that place; each test may narrow what is tested later. An entry that is left alone is
tested from the left, even on the right's turn. The rule runs on exactly the scorer's entries
(`insertion_rows`), with thousandths as integers. It is needed only in rows where some arc spells a
gold edit; elsewhere each entry gets one thousandth.

Few of a row's entries spell a gold edit. An entry that spells none gets a thousandth whether it is
tested or passed over, and hands the turn to the other side if it is tested. So what lies between
entries that spell one is crossed at a step, as many from the left as from the right. Each entry is
visited once, but for those that the last match passes over beyond the other side: these are visited
twice.
"""

from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport qsort

from fastgec._arena cimport DONE, Arena, Status, arena_status, arena_take
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.terms.edits cimport Options
from fastgec.maxmatch.gold.gold_texts cimport first_edit
from fastgec.maxmatch.gold.insertion_rows cimport entry_before, entry_behind, entry_of, number_of
from fastgec.maxmatch.terms.records cimport GoldText, GoldTexts, InsertionRow, RuledArc
from fastgec.maxmatch.gold.spellings cimport Spellings


cdef extern from *:
    """
    #define FASTGEC_BEHIND_ALL INT64_MAX
    """
    const int64_t BEHIND_ALL "FASTGEC_BEHIND_ALL"  # a place behind all others


cdef struct Stop:
    # An entry that spells a gold edit.
    int64_t entry
    RuledArc *arc


cdef struct Side:
    # Where one side stands: its entry, and the next stop that it comes to.
    int64_t entry
    int64_t stop


cdef inline int compare_numbers(const void *a, const void *b) noexcept nogil:
    cdef int64_t left = (<const RuledArc *>a).number
    cdef int64_t right = (<const RuledArc *>b).number
    return (left > right) - (left < right)


cdef inline Status weigh_row(
    InsertionRow *row,
    const Lattice *lattice,
    const GoldTexts *texts,
    const Spellings *spelled,
    const Options *options,
    Arena *arena,
) noexcept nogil:
    """Run the insertion rule on one row, of which `spelled` has the arcs that spell gold edits."""
    cdef int64_t number, at, entry
    cdef int64_t n_stops = 0
    cdef int32_t copies, copy
    cdef Stop *stops
    row.spelled = <RuledArc *>arena_take(arena, spelled.size, sizeof(RuledArc))
    stops = <Stop *>arena_take(arena, 3 * <size_t>spelled.size, sizeof(Stop))
    if row.spelled == NULL or stops == NULL:
        return arena_status(arena)
    for at in range(spelled.size):
        number = number_of(
            row, options, lattice, spelled.items[at].tail, spelled.items[at].head
        )
        if number >= 0:
            row.spelled[row.n_spelled].number = number
            row.spelled[row.n_spelled].text = spelled.items[at].text
            row.spelled[row.n_spelled].epsilons = 0
            row.spelled[row.n_spelled].is_matched = False
            row.n_spelled += 1
    qsort(row.spelled, row.n_spelled, sizeof(RuledArc), compare_numbers)
    for at in range(row.n_spelled):
        entry = entry_of(row, lattice, row.spelled[at].number, &copies)
        for copy in range(copies):
            stops[n_stops].entry = entry + copy
            stops[n_stops].arc = &row.spelled[at]
            n_stops += 1
    run_rule(row, lattice, texts, stops, n_stops)
    return DONE


cdef inline void run_rule(
    InsertionRow *row, const Lattice *lattice, const GoldTexts *texts, const Stop *stops,
    int64_t n_stops,
) noexcept nogil:
    """Test the entries in turn; `stops` are those that spell a gold edit, in order."""
    cdef Side low, high
    cdef const GoldText *text
    cdef RuledArc *arc
    cdef int64_t first = 0  # the gold edits still open: from `first` to before `last`
    cdef int64_t last = BEHIND_ALL
    cdef int64_t found, place, pairs, to_low, to_high
    cdef bint is_left = True
    low.entry = 0
    low.stop = 0
    high.entry = row.first_entries[row.n_tails] - 1
    high.stop = n_stops - 1
    while low.entry <= high.entry:
        # The scorer knows its side by asking whether it stands at the left end.
        is_left = is_left or low.entry == high.entry
        to_low = stops[low.stop].entry - low.entry if low.stop < n_stops else BEHIND_ALL
        to_high = high.entry - stops[high.stop].entry if high.stop >= 0 else BEHIND_ALL
        if (to_low if is_left else to_high) > 0:
            pairs = min(to_low, to_high, (high.entry - low.entry + 1) // 2)
            if pairs > 0:
                low.entry += pairs
                high.entry -= pairs
                continue
            if is_left:
                low.entry += 1
            else:
                high.entry -= 1
            is_left = not is_left
            continue

        arc = stops[low.stop if is_left else high.stop].arc
        text = &texts.items[arc.text]
        place = first_edit(texts, text, first) if is_left else first_edit(texts, text, last) - 1
        found = -1
        if text.first <= place < text.last and first <= texts.edits[place] < last:
            found = texts.edits[place]
            arc.is_matched = True
            arc.epsilons = 0
        else:
            arc.epsilons += 1
        if is_left:
            low.entry += 1
            low.stop += 1
            if found >= 0:  # what does not continue it is passed over
                first = found + 1
                low.entry = entry_behind(row, lattice, arc.number)
                while low.stop < n_stops and stops[low.stop].entry < low.entry:
                    stops[low.stop].arc.epsilons += 1
                    low.stop += 1
        else:
            high.entry -= 1
            high.stop -= 1
            if found >= 0:
                last = found
                high.entry = entry_before(row, lattice, arc.number)
                while high.stop >= 0 and stops[high.stop].entry > high.entry:
                    stops[high.stop].arc.epsilons += 1
                    high.stop -= 1
        if found < 0:
            is_left = not is_left
    row.first_twice = high.entry + 1
    row.last_twice = low.entry
