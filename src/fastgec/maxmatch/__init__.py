r"""MaxMatch: the published scorer's counts, without its slowness. Read this first.

**What the scorer does** (spec: Dahlmeier and Ng, 2012; the NUS scorer, both releases), for a
source, a hypothesis and the gold edits of one annotator:

 1. It aligns the two in all cheapest ways, once with substitution at 1, once at 2.
 2. The places on such a way are vertices; the steps between them are base arcs.
 3. It lists the base arcs, twice if both alignments have them.
 4. Vertex by vertex, it joins each arc that ends there with each base arc that goes on, if the
    whole has at most u noops and is new, or shorter than what joins the two ends: one more entry.
 5. It deletes joined noops from the list, and misses the neighbour of each one deleted.
 6. An arc costs its steps, and 0.001 for each of its entries that changes something.
 7. An arc that is a gold edit costs -|E| instead, the entries of the list; insertions are tested
    from both ends of their row in turn.
 8. It relaxes the list, in order and in doubles, until a whole pass changes nothing.
 9. The arcs of the minimum-cost path that change something are the edits of the hypothesis.
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
joined at (1,1) with one noop each: |E| = 11. Without gold, a->c and the noop cost 1.002 + 1, the
joined arc (0,0)-(2,2) costs 2.001: the scorer's edit is `a b` -> `c b`. With the gold edit `a` ->
`c`, its arc costs -11, and is the edit.

**Words.** A *vertex* is a place; a *base arc* is one step: an insertion, a deletion, a
substitution, or a *noop*, which keeps a token. A *joined arc* is several steps, an *edit* if they
change something, *joined noops* if not. An arc leads from its *tail* to its *head*; the vertex
before its last base arc is its *middle*. Its *copies* are its *entries* in the list. A *label* is
what the scorer keeps of the ways from a tail to a head: steps, noops, copies. u is `max_unchanged`,
the most unchanged words. A *run* is an unbroken stretch of noops or of insertions. A *row* of the
lattice is the vertices of one source place; a row of the table is one annotator of one sentence.
Costs count thousandths: 1000 a step.

**How it is counted here.** The list grows with the square of the lattice, and longer; it is never
made. A row of the table, which is one annotator of one sentence, is counted in at most four steps:

 1. *Forward* (`program`): one program over the lattice finds the least cost of a path to each
    vertex in a graph that holds all paths of the scorer at no greater cost. Gold edits are explicit
    arcs of it (`gold_arcs`, `insertions`). A bounded number of states stands for all prefixes of
    edits.
 2. *Certificate* (`program`): if all minimum-cost paths of that graph count alike, and one of them
    has arcs of the scorer alone, its counts are the scorer's: no order can matter.
 3. *Arcs* (`program.backward`, `arcs`): else the same program, turned round, bounds what remains
    from each vertex, and one scan of tails finds the few arcs that minimum-cost paths can have.
 4. *Order* (`order`): the scorer's own order over these arcs, in its doubles. It needs to know
    which joined noops are left in the list (`joined_noops`) and how long the list is (`labels`).

| rows of real outputs (CoNLL-2014, BEA, JFLEG) | development | release 3.2 | modes |
| --- | --- | --- | --- |
| the hypothesis is its source | 24,105 | 24,105 | 24,105 |
| certified | 25,614 | 25,595 | 9,118 |
| ordered | 46 | 65 | 16,542 |

Modes need the scorer's own edits, not counts alone, and so its order for most rows that have edits.

**The files**, each imports only those below it.

    reference     the reference kernel, for tests: steps 3 to 10 as the scorer takes them
    matcher       public API: gold and texts, checked once; ranges of sentences without the GIL;
                  modes of counting
    resolve       one sentence: the steps above, and what its rows share
    statuses      what became of each gold edit: corrected, recognised, detected, missed
    exact_order   the path of a long document, whose sums are exact, without arcs
    order         the scorer's order on the arcs of minimum-cost paths
    arcs          the arcs of minimum-cost paths, by one scan of tails
    program       the program forward and backward; the certificate; what an arc costs
    gold_arcs     arcs that spell gold edits; when correct edits of a path are a sum over its arcs
    joined_pairs  which pairs of vertices an arc joins; many pairs at once
    insertions    the rule of insertions, on entries that are never listed
    gold_texts    what gold edits write, and the pairs of vertices that spell it
    joined_noops  which joined noops step 5 leaves in the list
    labels        what the scorer keeps of the paths between two vertices; the length of its list
    hypothesis    a sentence and its hypothesis from text to numbers of words and to a lattice
    terms         edits, options, folded text, and the structs of the work

`_lattice` (steps 1 and 2) is a kernel of its own. The slow oracle of the tests,
`tests/oracle_m2.py`, is the procedure in plain Python.
"""
