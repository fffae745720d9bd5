"""The report: one HTML file that shows where systems differ, and opens from disk.

    reporting  `report`: from texts, or config files, to a `Report`; the parts of the page; the
               page as text: the data packed, the template filled; an excerpt for a notebook
    corpus     corpus, systems and gold; options; commands that print the same numbers
    sections   sentences of MaxMatch and ERRANT: gold edits, a system's, the status of each;
               sentences of metrics that compare texts: references, hypotheses; overview, pairs,
               errors, buckets of a part; tables as lists of text

The page computes no numbers: it shows text that the report made for the command line,
and beside it, where something is sorted or drawn, the number that the text was made of. Data is
JSON, gzip and base64 in a script element; a browser unpacks it. Nothing is fetched.

`template.html`, and all files `*.css` and `*.js` in the order of their names, are the page itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastgec import imported_at_first_use

if TYPE_CHECKING:
    from fastgec.show.page.reporting import Report, report

__all__ = ["Report", "report"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(__name__, {"reporting": "Report report"})
