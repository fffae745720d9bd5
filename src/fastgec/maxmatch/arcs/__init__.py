"""The arcs of all lightest paths, found without the list.

They are found from the start to the end, a block of tails at a time, within the bounds of `paths`.

    lightest_arcs  the door: all of them, handed over head by head
    lifting        bounds raised where no path of the scorer costs the bound
    fronts         arcs that leave a block of tails, in the order of their heads
    idle_heads     heads at which the arcs of a block would change nothing
    plain_arcs     arcs from a block to one head that are taken at once
    tail_arcs      base arcs and gold arcs, which need no labels of a block
    tight_arcs     what vertices on them cost, count, and are reached by where sums are exact
    triple_sets    sets of counts that paths can have
"""
