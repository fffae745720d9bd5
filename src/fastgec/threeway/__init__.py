"""Three-way alignment, the machine of the I-measure: exact, without the table of all cells.

**What is computed.** Source s, hypothesis h and reference r are written into columns; each column
takes the next token, or a gap, from each text, and never three gaps. Of each pair of texts a column
costs 0 for equal tokens and for two gaps, 3 for two different tokens, 2 for a token and a gap; the
sum over the three pairs and all columns is least. Among the cheapest alignments one is preferred:
read from the end, the first move that leads to the least cost, in the order (s,h,r), (s,h,-),
(s,-,r), (-,h,r), (s,-,-), (-,h,-), (-,-,r).

**Why not the whole table.** It has |s| |h| |r| cells, 15,625 for three sentences of 25 tokens, and
an alignment passes some 25 of them. The three texts are nearly equal, so that nearly all cells can
be left out before they are filled, and it can be proved that the rest gives the same path:

 1. Two texts are equal: a table of two texts gives the same columns (`align`).
 2. A common end is cut; a common beginning is not, which would change the preferred path (`align`).
 3. Each pair of texts has costs of prefixes and of suffixes, so for each place the excess, what a
    path through it costs more than the cheapest; in a band that is proved to be wide enough
    (`pairs`).
 4. The excesses of the three pairs sum to what a three-way path through a cell costs at least above
    the sum of distances. Cells above a slack are not filled: at first 0, then more, until the cost
    that was found says that the slack was enough (`table`).

**The files**

    align    one alignment: cut, two texts or three, the walk back, columns by kind
    table    the three-way table within a slack
    pairs    two texts: costs of prefixes and suffixes in a band
    counter  arrays of Python, checked once; sentences of several systems without the GIL; tokens at
             ASCII white space
    block    lines as one table of token ids
    m2texts  what annotators of M2 gold make of a source

Costs are integers, so that all comparisons are exact. The oracle of the tests fills the whole table
in plain Python.
"""
