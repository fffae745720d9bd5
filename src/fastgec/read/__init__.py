"""Readers of all input: from files, pipes and memory to arrays of integers.

Text goes from a path to bytes, to lines, to token ids. M2 goes from bytes through one scan to gold.
Every input can be read whole, or in step with other files, some sentences at a time.

    lines      arguments of functions, checked: paths, lists, numbers of sentences; Lines: a
               column of text as ranges of one buffer; its first sentences, peeked at; Span: a
               range of the sentences of a corpus; several columns of text read in step; short
               hashes of text; References: a source and texts that correct it
    errors     FormatError: the place, and the problem
    files      a path to bytes: "-", gzip, Zstandard, UTF-8, byte-order mark; JSON and CSV in
               the place of text: refused; the number of sentences in a block of parallel text
    essays     files of essays with headings: an essay a line, in the order of the source
    records    sentences from a field of JSON lines, CSV, Parquet
    words      numbers of words within a sentence (for kernels)
    ends       common prefix and suffix of source and hypothesis (for kernels)
    m2fields   the fields of a line of M2 (for kernels)
    goldtable  gold in one table, from M2 text in one pass (for kernels)
    batch      gold tables for Python, of M2 text or of arrays (kernel)
    gold       TokenTable: token ids of each sentence; EditTable: gold edits as integers, and
               which of them overlap; a batch of M2 text, or an error; warnings of edits that a
               reader left out or had to guess; Gold: a gold standard, parsed; the conventions
               of M2
    m2stream   M2 read in parts, in step with hypotheses or other M2
    coders     edits that are compared with edits; the conventions of ERRANT's comparison
    config     Config: a config file (TOML) that names the files of a corpus and its systems; its
               tables; the texts that a config names, each file read once
    scores     scores of sentences that another tool made
    arrow      Arrow columns as text and as gold

Packages that work on corpora import this one; it imports `counts`, `machine`, `values` and
kernels.
"""
