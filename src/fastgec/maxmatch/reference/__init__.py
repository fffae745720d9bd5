"""The reference kernel, for tests and searches alone: steps 3 to 10 as the scorer takes them.

It shares terms, costs and alignment with the fast kernel; its list, order and count are its own.

    faithful        the kernel: every arc, weighed and relaxed in the order of the list
    faithful_list   the list itself
    faithful_count  the count of a sequence of edits
"""
