"""The report: one HTML file that shows where systems differ, and opens from disk.

    reporting  `report`: from texts, or corpus cards, to a `Report`; the door of this room
    wishes     what a page is to say
    gather     a corpus scored by a metric, and what else the page says of it: a part of the page
    corpus     what is scored: files, or what a card names
    commands   commands that print the same numbers
    matched    sentences of MaxMatch: gold edits, a system's edits, what became of each
    coded      sentences of ERRANT: edits of coders, and of systems
    texts      sentences of metrics that compare texts: references, hypotheses
    packed     gold of sentences as flat lists, and texts that are told by their number
    recalls    recall of gold error types with intervals (MaxMatch)
    typed      scores of error types with intervals (ERRANT)
    telling    which sentences of a large corpus are in the page
    cells      tables of the command line as lists of text
    sections   overview, pairs, errors, buckets of a part
    excerpt    a few sentences for a notebook
    html       the page as text: the data packed, the template filled

The page has no number of its own: what it shows is text that the report made for the command line,
and beside it, where something is sorted or drawn, the number that the text was made of. Data is
JSON, gzip and base64 in a script element; a browser unpacks it. Nothing is fetched.

`template.html`, and all files `*.css` and `*.js` in the order of their names, are the page itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastgec.lazy import imported_at_first_use

if TYPE_CHECKING:
    from fastgec.page.reporting import Report, report

__all__ = ["Report", "report"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = imported_at_first_use(__name__, {"reporting": "Report report"})
