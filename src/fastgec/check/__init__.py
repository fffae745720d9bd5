"""What can be wrong with files that are to be scored, all of it and not only the first fault.

    inspection  findings about sentences, a source and files parallel to it, M2 files line by line,
                and what a language model writes beside the correction

Nothing here says how findings look: `report.check` does. The command line and reports import this
package; it imports `corpus`.
"""
