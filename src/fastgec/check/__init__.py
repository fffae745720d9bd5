"""What can be wrong with files that are to be scored, all of it and not only the first fault.

    inspection    what a finding is; sentences of any text; a source and files parallel to it
    m2inspection  M2 files, line by line
    rawtext       what a language model writes beside the correction

Nothing here says how findings look: `report.check` does. The command line and reports import this
room; it imports `corpus`.
"""
