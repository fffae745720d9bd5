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
| certified | one pass over the lattice or its bits, and a proof that order cannot matter | 25,618 |
| agreed | all lightest paths have the same counts | 41 |
| ordered | the scorer's own order, on the arcs of lightest paths alone | 1 |

**The files**, from the door down; each imports only those below it.

| file | what it does, or proves |
| --- | --- |
| `mode_matcher` | the same for the modes of counting: correction, recognition, detection |
| `matcher` | arrays of Python, checked once; ranges of sentences without the GIL |
| `settle` | one sentence: which way settles each row; the walk that counts |
| `bit_counts` | rows that are counted without vertices |
| `few_edits` | what lightest paths count that have few edits beside those that match |
| `best_levels` | how many gold edits they match, and what these cover |
| `short_labels` | labels that have the fewest steps |
| `edit_sets` | where paths of the fewest steps may be, as bits of rows |
| `edit_levels` | what the matched arcs of such paths come to |
| `surveys` | what is found out of the list once for all rows of a sentence |
| `list_order` | relaxing the arcs of lightest paths head by head ends as the scorer's passes do |
| `list_needs` | what that order needs to know of the whole list, in this row |
| `tight_states` | all counts that ways of the certified program can have |
| `lightest_arcs`, `fronts`, `tail_arcs` | the arcs of all lightest paths, without the list |
| `lifting` | bounds raised where no path of the scorer costs the bound |
| `tight_arcs` | what vertices on them cost, count, and are reached by where sums are exact |
| `triple_sets` | sets of counts that paths can have |
| `lightest_gold` | the gold arcs that paths of the least cost hold |
| `walks` | where edits from a block of tails may close |
| `label_regions` | labels from a block of tails that a path may need |
| `bounds` | lower bounds on the cost of a path |
| `back_rows` | two rows of them, from inside and outside edits |
| `back_steps` | the same where edits may hold many noops |
| `gold_tails` | gold arcs by tail, beside their order by head |
| `certificate` | when the counts of the certified program are the scorer's |
| `read_back` | a path of the least cost that has arcs of the scorer alone |
| `reader` | who reads it, and what he remembers of the way to go back on it |
| `edit_lists` | the lists of edits that lightest paths hold, but for unchanged words |
| `tight_ways` | the arcs of a certified row that cost what its bounds differ by |
| `costs` | least costs over a graph that holds every path of the scorer, and more |
| `narrow_costs`, `vertex_costs` | where cells are narrow; at one vertex |
| `certified` | that graph: its states, and where their costs stand |
| `cells` | these costs at one vertex, and which of them cannot matter |
| `weights` | what an arc weighs: the one place that decides it |
| `gold_order` | what a sequence of edits counts; when that is the sum of what its gold arcs spell |
| `gold_arcs` | arcs that spell gold edits |
| `spelled_rows` | the same as bits of rows, where it is plain what such an arc counts |
| `insertion_rule`, `insertion_rows` | the rule of insertions, on entries that are never listed |
| `joined_pairs`, `reach` | which pairs of vertices an arc joins |
| `statuses` | what became of each gold edit: corrected, recognised, detected, missed |
| `edit_chains` | edits by the places that they change |
| `gold_texts` | what gold edits write, and the edits that write it |
| `spellings` | the pairs of vertices that spell it |
| `kept_noops`, `noop_rules` | which joined noops step 5 leaves |
| `list_size` | the number of entries, counted without them |
| `label_blocks`, `label_vectors`, `labels` | labels from one tail, and from 32 tails at a time |
| `folding` | text without white space and case |
| `records` | structs of this work, apart from the files above, which fill them |
| `edits` | edits, and their spans in each release |
| `cut_spans` | edits without the words at their ends that do not change |
| `faithful`, `faithful_list`, `faithful_count` | the twin for tests: steps 3 to 10 as above |

`_lattice` (steps 1 and 2) stands outside, with the other ground kernels. The slow oracle of the
tests, `tests/oracle_m2.py`, is the procedure in plain Python.
"""
