"""Everything that the program prints: results become tables, JSON, signatures and layouts here.

    tables       tables of results, and their views: terminal, TSV, CSV, Markdown, LaTeX
    text         text for programs: JSON, fields of TSV, three lines; names of systems: as typed
                 for programs, short for people
    scores       scores of any metric: results, tables, JSON, signatures, intervals
    comparisons  comparisons with a base, and of all systems with each other
    errors       frequent errors, scores in buckets, recall by type, meanings of error types
    progress     a progress bar, once work is long
    check        findings about files
    citations    BibTeX of metrics, known data, methods and tests
    corpora      corpora x systems x metrics

Layouts of one metric, mostly as the authors' programs print them:

    m2        three lines, -v, edits
    errant    the output of ERRANT's comparison, and tables of types
    ngrams    the output of the authors' programs; the output of the authors' program
    imeasure  the table of the authors' program, and aligned texts

Meta-evaluation:

    meta  which metric agrees with people, and how sure that is; human scores, with ranges of
          ranks and clusters; the table of Koyama et al. (2024) beside ours

Folders:

    page   the HTML report
    board  the leaderboard
    plots  pictures of results

The command line and the HTML report print these; this package imports `study` and `meta`.
"""

TABLE_FORMATS = ("table", "tsv", "csv", "json", "markdown", "latex")  # see `show.tables`
