"""From scores to eyes: every text that the program prints is made here.

What most texts are made of:

    results     the result of a run for one system
    tables      tables of results: one shape for terminals and for programs
    formats     tables as text, in the format that is asked for
    documents   JSON: one document per run, or one object per sentence
    fields      fields of tab-separated text
    layout      text on a screen of so many columns
    names       names of systems: as typed for programs, short for people
    signature   one line that names everything which produced a number
    intervals   bootstrap intervals as columns, as JSON, and how they were made
    progress    a progress bar, once work is long

What scores and studies look like:

    scores      scores of any metric: tables, JSON, signatures, files of sentences
    m2          MaxMatch: three lines, and edits sentence by sentence
    m2scorer    `fastgec m2 -v` in the layout of the published scorer
    threelines  three lines, as the published scorer prints them
    edits       edits of MaxMatch as JSON lines, recall by error type
    annotators  scores by annotator, and humans beside systems
    green       what the authors' programs print
    gleu        likewise
    imeasure    the table of the authors' program, and aligned texts
    errant      what ERRANT's comparison prints, and tables of types
    cards       corpora x systems x metrics
    compare     comparisons with a base
    pairs       all systems against each other
    tested      what tables and JSON of these two begin with
    errors      frequent errors, and scores in buckets
    check       findings about files
    error_types  what error types mean, in words
    citations   BibTeX of metrics, known data, methods and tests

Meta-evaluation:

    meta            which metric agrees with people, and how sure that is
    meta_human      human scores, with ranges of ranks and clusters
    meta_green2024  the table of Koyama et al. (2024) beside ours

The command line and the page print what is made here; this room imports `study` and `meta`.
"""

TABLE_FORMATS = ("table", "tsv", "csv", "json", "markdown", "latex")  # see `report.formats`
