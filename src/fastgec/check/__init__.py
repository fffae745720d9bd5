"""Inspection of files before they are scored: every fault, not only the first.

    inspection  findings about sentences, a source and files parallel to it, M2 files line by line,
                and text that a language model adds to a correction

Nothing here says how findings look: `report.check` does. The command line and reports import this
package; it imports `corpus`.
"""
