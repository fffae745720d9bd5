"""Structs of the work on a sentence and on its rows, apart from the kernels that fill them.

What hands them on, as `resolve` does to its callers, needs to read no kernel.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t

from fastgec.kernels.arena cimport Arena, Mark
from fastgec.kernels.array cimport Array
from fastgec._lattice cimport Lattice
from fastgec.maxmatch.terms.edits cimport Edit, Options


cdef struct Label:
    int32_t steps  # base arcs of the path (D)
    int32_t noops  # noops among them (U)
    uint8_t copies  # entries in the scorer's list of arcs; 0 where there is no arc
    uint8_t sides  # of a joined arc, its entries
    uint8_t is_inserting  # whether the path begins with an insertion


cdef enum:
    N_SLOTS = 3


cdef struct Cell:
    # Packed costs of the states at a vertex.
    int64_t outside
    int64_t single
    int64_t inside[N_SLOTS]
    int32_t noops[N_SLOTS]  # of each slot inside: the fewest
    int32_t tails[N_SLOTS]  # where the edit begins that has so few
    int32_t single_tail
    bint is_free  # no edit is open but one that is as good as to begin with the next noop


cdef struct Program:
    # One sentence's dynamic program; annotators share it.
    const Lattice *lattice
    const Options *options
    Cell *cells  # a ring of more than two rows, by number of the vertex
    int32_t mask  # of numbers
    int64_t *outsides  # of all vertices: packed costs outside edits
    int32_t *edit_tails  # where an edit of several arcs begins that costs that; -1: there is none
    Label *labels  # room for labels: two rows
    # Fields of a packed cost, from the lowest bit: doubt, counts, steps and epsilons, matches.
    int32_t correct_bits
    int32_t cost_shift
    int32_t match_shift
    int64_t epsilon  # a thousandth, packed
    int64_t proposed  # what is packed for an edit
    bint is_counting  # doubt and counts are among them
    bint is_wide_enough  # the others fit into 64 bits


cdef struct GoldText:
    # A correction of a span. Gold edits that have it among their alternatives share it.
    int32_t start
    int32_t end
    int32_t size
    const int32_t *tokens
    int64_t first  # its edits are edits[first:last], ascending
    int64_t last


cdef struct GoldTexts:
    GoldText *items  # by span, then size, then tokens
    int64_t size
    int64_t *edits


cdef struct RuledArc:
    # An insertion that spells a gold edit, and what the rule makes of it.
    int32_t tail
    int32_t head
    int64_t entry  # its first one
    int64_t text
    int32_t copies
    int32_t epsilons  # thousandths in its weight
    bint is_matched  # it weighs -|E|, and the thousandths


cdef struct InsertionRow:
    # The insertions at one place: arcs by (tail, head), shifted ones first. Those that spell
    # nothing get a thousandth for each visit of each entry.
    int32_t place  # number of the row
    int32_t n_shifted  # arcs from row 0 whose span lies here in release 3.2
    int32_t *shifted_heads  # ascending
    int64_t *shifted_entries  # of each: its first entry; one more than there are
    int32_t n_tails  # vertices of the row
    int64_t *first_entries  # of the arcs of each of them; one more than there are tails
    RuledArc *spelled  # by entry
    int64_t n_spelled
    int64_t first_twice  # entries from this one to before `last_twice` are visited twice
    int64_t last_twice


cdef struct GoldArc:
    # There may be hundreds of thousands: 32 bytes each.
    int32_t tail
    int32_t head
    int32_t steps  # length, for an arc that the insertion rule passes over
    int32_t epsilons  # thousandths in its weight
    int32_t n_correct  # gold edits that it spells
    uint8_t is_matched  # it weighs -|E|
    uint8_t is_edit  # not a noop
    uint8_t is_doubtful  # noops joined: may or may not have survived the removal of such arcs
    int64_t text  # which of the texts


cdef struct GoldArcs:
    const Options *options
    GoldTexts texts
    GoldArc *arcs  # by head, then tail
    int64_t n_arcs
    int64_t room
    InsertionRow **rows  # of each place: its insertions, NULL where the rule changes no weight
    bint is_countable  # correct edits of a path are the sum of n_correct over its arcs


cdef struct KeptNoops:
    # Which joined noops are left: each vertex has a place for each number of noops from 2 on.
    uint8_t *is_left
    int32_t n_places
    int64_t n_removed


cdef struct StoredArc:
    # An arc of a lattice of up to MOST_ROUNDED vertices, stored with others of one end.
    uint16_t other  # the other end
    uint8_t side  # of the last base arc of its first entry: 0, 1, 2, and 4 more if it is joined
    uint8_t kind  # whether it is matched, an edit, shifted


cdef struct Folded:
    # Lower-cased text of one sentence's tokens: token t is bytes[offsets[t] : offsets[t + 1]].
    const uint8_t *bytes
    const int64_t *offsets


cdef struct Folding:
    Folded source
    Folded hypothesis


cdef struct Scratch:
    Arena arena
    Arena lasting  # for what a row finds out for all rows of its sentence
    Array arcs  # StoredArc of minimum-cost paths: kept from row to row
    int64_t most_arcs  # that may be stored


cdef enum Way:
    # The method that resolved a row.
    EQUAL = 0
    CERTIFIED = 1
    ORDERED = 2


cdef struct Counted:
    # What is known of a row.
    int32_t n_proposed
    int64_t n_correct
    Way way


cdef struct Sentence:
    # Work on one sentence, as far as it has come.
    const Options *options
    Lattice lattice
    const Folding *folding  # NULL where edits that change white space or case only are counted
    Program program
    KeptNoops kept
    int64_t list_size  # |E|
    int64_t credit  # steps of walks and labels that may still be made
    Edit *edits  # of the last row, with those that folding drops; room for all tokens
    int32_t n_edits
    bint may_drop  # some minimum-cost path may hold an edit that folding drops
    bint has_kept
    bint has_list_size
    bint has_unspelled
    Counted unspelled  # what rows count that spell no gold edit
    Mark rows_mark  # what the arena holds for all rows
