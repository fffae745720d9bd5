"""Gold edits in the lattice: what they write, and the arcs that spell it.

An arc that spells a gold edit weighs -|E|; insertions have a rule of their own.

    gold_order      what a sequence of edits counts; when that is what its gold arcs spell
    gold_arcs       arcs that spell gold edits
    insertion_rule  the rule of insertions, on entries that are never listed
    insertion_rows  the insertions of one row, and their entries
    gold_texts      what gold edits write, and the edits that write it
    spellings       the pairs of vertices that spell it
    reach           which vertices lead to which, and over how many noops
"""
