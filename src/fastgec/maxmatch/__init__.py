r"""MaxMatch, the machine: the published scorer's counts, without its slowness. Read this first.

**What the scorer does** (spec: Dahlmeier and Ng, 2012; the NUS scorer, both releases), for a
source, a hypothesis and the gold edits of one annotator:

 1. It aligns the two in all cheapest ways, once with substitution at 1, once at 2.
 2. The places on such a way are vertices; the steps between them are base arcs.
 3. It lists the base arcs, twice if both alignments have them.
 4. Vertex by vertex, it joins each arc that ends there with each base arc that goes on, if the
    whole has at most u noops and is new, or shorter than what joins the two ends: one more entry.
 5. It deletes joined noops from the list, and misses the neighbour of each one deleted.
 6. An arc weighs its steps, and 0.001 for each of its entries that changes something.
 7. An arc that is a gold edit weighs -|E| instead, the entries of the list; insertions are tested
    from both ends of their row in turn.
 8. It relaxes the list, in order and in doubles, until a whole pass changes nothing.
 9. The arcs of the lightest path that change something are the edits of the hypothesis.
10. It walks edits and gold together, from left to right, and counts those that match.

**A small lattice.** Source `a b`, hypothesis `c b`; a place (i, j) lies behind i source tokens and
j hypothesis tokens.

              j = 0            j = 1         j = 2
     i = 0    (0,0) ---+c---> (0,1)
                |  \            |
               -a    a->c      -a            a->c: in both alignments
                |        \      |
                v          v    v
     i = 1    (1,0) ---+c---> (1,1)
                                  \          b = b: a noop, in both alignments
                                    v
     i = 2                          (2,2)

Its list: 8 base entries (the two diagonals twice), then (0,0)-(2,2), (0,1)-(2,2), (1,0)-(2,2),
joined at (1,1) with one noop each: |E| = 11. Without gold, a->c and the noop weigh 1.002 + 1, the
joined arc (0,0)-(2,2) weighs 2.001: the scorer's edit is `a b` -> `c b`. With the gold edit `a` ->
`c`, its arc weighs -11, and is the edit.

**Words.** A *vertex* is a place; a *base arc* is one step: an insertion, a deletion, a
substitution, or a *noop*, which keeps a token. A *joined arc* is several steps, an *edit* if they
change something, *joined noops* if not. An arc leads from its *tail* to its *head*; the vertex
before its last base arc is its *middle*. Its *copies* are its *entries* in the list. A *label* is
what the scorer keeps of the ways from a tail to a head: steps, noops, copies. u is `max_unchanged`,
the most unchanged words. A *run* is an unbroken stretch of noops or of insertions. A *row* of the
lattice is the vertices of one source place; a row of the table is one annotator of one sentence.
Costs count thousandths: 1000 a step.

**What settles a row of the table.** Of 49,765 rows of real outputs (CoNLL-2014, BEA, JFLEG):

| way | what it is | rows |
| --- | --- | --- |
| equal | the hypothesis is its source | 24,105 |
| certified | one pass over the lattice, and a proof that order cannot matter | |
| agreed | one path alone has the least cost | |
| ordered | the scorer's own order, on the arcs of minimum-cost paths alone | |

**The rooms**, from the door down: each imports only those below it. The page of a room names its
files, from its door down.

    twin          the faithful twin, for tests: it stands before the house and calls at its door
    mode_matcher  the door for the modes of counting: correction, recognition, detection
    matcher       the door: arrays of Python, checked once; ranges of sentences without the GIL
    settle        one sentence: which way settles each row; the walk that counts
    modes         what was recognised and detected, beside what was corrected
    lightest      the scorer's own path, where there is no certificate
    program       the certified program: one pass, and a proof that order cannot matter
    gold          gold edits in the lattice
    entries       what the scorer's list holds, counted without it
    terms         what all rooms speak of: edits, options, structs

`_lattice` (steps 1 and 2) stands outside, with the other ground kernels. The slow oracle of the
tests, `tests/oracle_m2.py`, is the procedure in plain Python.
"""
