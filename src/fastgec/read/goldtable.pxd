"""The gold of some sentences in one table: sources, rows of annotators, spans, where texts stand.

The table is made in one pass over M2 text (`read_gold`), or points at arrays that were made
otherwise. No word is cut and no token is numbered before somebody asks: most sentences of a corpus
need none of it.

A line begins with "S " (source), "A " (edit), "I " (ignored) or is blank; lines that begin with T
and a digit (targets, which ChERRANT writes) are ignored in every dialect. An edit line has fields
separated by "|||": "A start end", type, alternatives separated by "||", whether it is optional, a
field that is not used, annotator id. The pass stops at the first bad line.

Published programs differ in which lines and edits they accept, and in what they make of them: a
`Dialect` says which rules a text is read by. Those of MaxMatch stand in read/gold.py, those of
ERRANT's comparison in read/coders.py, those of the I-measure in metrics/imeasure/gold.py.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memcmp, memset

from fastgec.kernels.words cimport SLACK, count_bytewise, count_words
from fastgec.read.m2fields cimport (
    LARGEST, N_FIELDS, ByteRange, Number, alternative_of, begins_with, cut_fields,
    cut_fields_at_once, has_text, has_token, is_noop, is_optional, is_small, last_field, line_end,
    next_word, read_number, read_offsets, spells, stripped,
)


cdef enum:
    LINE_BYTES = 64  # of an edit or source, of which there is first room for as many as fit a text


cdef enum Fault:
    NONE = 0
    EDIT_WITHOUT_SOURCE = 1
    TOO_FEW_FIELDS = 2
    BAD_OFFSETS = 3
    BAD_SPAN = 4
    BAD_ANNOTATOR = 5
    UNKNOWN_LINE = 6
    NO_MEMORY = 7
    SECOND_SOURCE = 8
    EMPTY_SOURCE = 9


cdef enum LineRule:
    # Which lines there may be besides sources and edits, and where the edits of a source end.
    USUAL_LINES = 0   # "I" lines, blank lines; edits end at a blank line
    STRICT_LINES = 1  # empty lines, one at least between sources; edits end there
    LAX_LINES = 2     # any line that begins with I, blank lines; edits end at the next source


cdef enum NoopRule:
    # Which edit lines only say that their annotator was there.
    ANY_NOOP = 0   # of type noop, or with an offset of -1
    FULL_NOOP = 1  # of type noop in any case, from -1 to -1
    NO_NOOP = 2    # none: noop is a type of edit, which a source without an edit line has, too
    KEPT_NOOP = 3  # those of ANY_NOOP, which stay edits of the table


cdef struct Dialect:
    LineRule lines
    NoopRule noops
    int n_fields             # the fewest of an edit line
    bint has_last_annotator  # whether the annotator is the last field, and not the sixth
    bint is_signed           # annotators may be negative, and large offsets are bad
    bint drops_past_end      # edits past the end of their source are left out
    bint keeps_order         # annotators in order of their first lines, and not of their ids
    bint finds_repeated      # edits that repeat another of their annotator are counted
    bint needs_tokens        # a source without a token, cut at ASCII white space, is bad
    bint passes_faults       # bad lines are kept in `faults`, and passed over


cdef enum DialectName:
    MAXMATCH = 0
    ERRANT = 1
    IMEASURE = 2
    INSPECTED = 3  # MaxMatch's, with all that they leave out: for `check`


cdef inline Dialect dialect_of(int name) noexcept nogil:
    """Return the rules of a published program."""
    cdef Dialect dialect
    memset(&dialect, 0, sizeof(Dialect))
    dialect.n_fields = N_FIELDS
    if name == MAXMATCH:
        dialect.drops_past_end = True
        dialect.finds_repeated = True
    elif name == ERRANT:
        dialect.lines = STRICT_LINES
        dialect.noops = NO_NOOP
        dialect.n_fields = 3
        dialect.has_last_annotator = True
        dialect.is_signed = True
        dialect.keeps_order = True
    elif name == INSPECTED:
        dialect.noops = KEPT_NOOP
        dialect.passes_faults = True
    else:
        dialect.lines = LAX_LINES
        dialect.noops = FULL_NOOP
        dialect.is_signed = True
        dialect.needs_tokens = True
    return dialect


cdef struct EditText:
    # Where an edit line has its alternatives, in the text; its type ends at the bars before them.
    int64_t at
    int32_t size
    int32_t kind_size
    uint32_t line  # from 1; 0 of a noop that no line says
    uint8_t is_optional
    uint8_t is_repeated


cdef struct LineFault:
    uint32_t line  # from 1
    int32_t fault


cdef struct GoldTable:
    # Sentence s has the rows row_offsets[s] to row_offsets[s + 1], and so on, as an EditTable.
    const uint8_t *base
    const uint8_t *stop
    const uint8_t *fast_end  # lines up to here have SLACK bytes behind them
    int64_t *source_at       # places in the text
    int64_t *source_end
    uint32_t *source_line    # from 1
    int64_t *row_offsets
    int32_t *annotator
    int64_t *edit_offsets
    int32_t *start
    int32_t *end
    EditText *texts
    # Of gold that was not read from text, texts is NULL; alternatives are words of a vocabulary.
    const int64_t *alternative_offsets
    const int64_t *token_offsets
    const int32_t *tokens
    const uint8_t *words
    const int64_t *word_offsets
    int64_t n_sentences
    int64_t n_rows
    int64_t n_edits
    int64_t room  # of each array that is owned
    LineFault *faults
    int64_t fault_room
    # What was left out or guessed: how many, and the line of the first.
    int64_t n_dropped        # edits past the end of their source
    int64_t first_dropped
    int64_t n_joined         # sources without a blank line before them
    int64_t first_joined
    int64_t n_unplaced       # edits with an offset of -1 that are no noop
    int64_t first_unplaced
    int64_t n_repeated       # edits that repeat another of their annotator
    int64_t first_repeated
    int64_t n_silent         # sources without an edit line
    int64_t n_faults         # bad lines that were passed over
    int64_t n_lines
    int64_t n_tokens         # of the source that is read, -1 before they are counted
    bint is_in_block         # no blank line since the last source
    bint is_unordered        # an annotator of the last source came before a lower one
    bint may_repeat          # an edit of it may repeat another


cdef inline void free_gold(GoldTable *gold) noexcept nogil:
    free(gold.source_at)
    free(gold.source_end)
    free(gold.source_line)
    free(gold.row_offsets)
    free(gold.annotator)
    free(gold.edit_offsets)
    free(gold.start)
    free(gold.end)
    free(gold.texts)
    free(gold.faults)


cdef inline bint grow(void **items, int64_t n, size_t width) noexcept nogil:
    """Make an array one of n items; False if there is no memory."""
    cdef void *memory = realloc(items[0], n * width)
    if memory == NULL:
        return False
    items[0] = memory
    return True


cdef inline bint make_table_room(GoldTable *gold) noexcept nogil:
    """Have room for what another line can hold; False if there is no memory.

    A line adds an edit at most, and a row or, after a source without an edit line, two; each
    sentence that is closed has a row.
    """
    cdef int64_t n = max(gold.n_rows, gold.n_edits) + 4
    if n <= gold.room:
        return True
    return resize_table(gold, max(2 * n, 1024))


cdef inline bint resize_table(GoldTable *gold, int64_t n) noexcept nogil:
    """Make each array that is owned one of n items; False if there is no memory."""
    gold.room = 0
    if (
        not grow(<void **>&gold.source_at, n, sizeof(int64_t))
        or not grow(<void **>&gold.source_end, n, sizeof(int64_t))
        or not grow(<void **>&gold.source_line, n, sizeof(uint32_t))
        or not grow(<void **>&gold.row_offsets, n, sizeof(int64_t))
        or not grow(<void **>&gold.annotator, n, sizeof(int32_t))
        or not grow(<void **>&gold.edit_offsets, n, sizeof(int64_t))
        or not grow(<void **>&gold.start, n, sizeof(int32_t))
        or not grow(<void **>&gold.end, n, sizeof(int32_t))
        or not grow(<void **>&gold.texts, n, sizeof(EditText))
    ):
        return False
    gold.room = n
    return True


cdef inline bint begin_table(
    GoldTable *gold, const uint8_t *base, int64_t size, int64_t n_behind
) noexcept nogil:
    """Begin the table of a text; False if there is no memory.

    `n_behind` bytes behind the text can be read.
    """
    memset(&gold.n_sentences, 0, 3 * sizeof(int64_t))
    memset(&gold.n_dropped, 0, sizeof(GoldTable) - (<char *>&gold.n_dropped - <char *>gold))
    gold.base = base
    gold.stop = base + size
    gold.fast_end = base + max(size + n_behind - SLACK, 0)
    # Growing copies all arrays; most lines of M2 have more bytes.
    cdef int64_t n = size // LINE_BYTES
    if not (resize_table(gold, n) if n > max(gold.room, 1024) else make_table_room(gold)):
        return False
    gold.row_offsets[0] = 0
    gold.edit_offsets[0] = 0
    return True


cdef inline bint next_alternative(ByteRange *rest, ByteRange *text) noexcept nogil:
    """Take the next alternative of an edit, "" for a deletion; False if there is none.

    `rest` is what is left of the field; nothing is once its `at` is NULL.
    """
    cdef const uint8_t *cut = rest.at
    if cut == NULL:
        return False
    while cut < rest.end and not (cut[0] == 0x7C and rest.end - cut > 1 and cut[1] == 0x7C):
        cut += 1
    text[0] = alternative_of(rest.at, cut)
    if cut == rest.end:
        rest.at = NULL
    else:
        rest.at = cut + 2
    return True


cdef inline ByteRange alternatives_of(const GoldTable *gold, int64_t edit) noexcept nogil:
    cdef ByteRange field
    field.at = gold.base + gold.texts[edit].at
    field.end = field.at + gold.texts[edit].size
    return field


cdef inline void take_row(GoldTable *gold, int32_t annotator) noexcept nogil:
    """Begin the row of an annotator, unless it is begun."""
    cdef int64_t n = gold.n_rows
    if n > gold.row_offsets[gold.n_sentences - 1]:
        if gold.annotator[n - 1] == annotator:
            return
        gold.is_unordered |= gold.annotator[n - 1] > annotator
    gold.annotator[n] = annotator
    gold.edit_offsets[n] = gold.n_edits
    gold.n_rows = n + 1


cdef inline void note(int64_t *n, int64_t *first, int64_t line) noexcept nogil:
    """Count something, and keep the line of the first."""
    n[0] += 1
    if n[0] == 1:
        first[0] = line


cdef inline Fault pass_over(GoldTable *gold, Fault fault) noexcept nogil:
    """Keep the fault of a line, or of a source without a blank line before it (SECOND_SOURCE)."""
    if gold.n_faults == gold.fault_room:
        if not grow(<void **>&gold.faults, 2 * gold.n_faults + 64, sizeof(LineFault)):
            return NO_MEMORY
        gold.fault_room = 2 * gold.n_faults + 64
    gold.faults[gold.n_faults].line = <uint32_t>gold.n_lines
    gold.faults[gold.n_faults].fault = fault
    gold.n_faults += 1
    return NONE


cdef inline Fault take_source(
    GoldTable *gold, const Dialect *dialect, const uint8_t *at, const uint8_t *end
) noexcept nogil:
    """Take a source line."""
    cdef Fault fault
    if gold.is_in_block and dialect.lines == STRICT_LINES:
        return SECOND_SOURCE
    fault = close_sentence(gold, dialect)
    if fault != NONE:
        return fault
    if dialect.needs_tokens and not has_token(at + 1, end):
        return EMPTY_SOURCE
    if gold.is_in_block:
        note(&gold.n_joined, &gold.first_joined, gold.n_lines)
        if dialect.passes_faults:
            fault = pass_over(gold, SECOND_SOURCE)
    gold.is_in_block = True
    add_source(gold, at + 2 if end - at > 1 else end, end)
    return fault


cdef inline void add_source(GoldTable *gold, const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Add a source; the rows of the last one are ended."""
    gold.source_at[gold.n_sentences] = at - gold.base
    gold.source_end[gold.n_sentences] = end - gold.base
    gold.source_line[gold.n_sentences] = <uint32_t>gold.n_lines
    gold.row_offsets[gold.n_sentences] = gold.n_rows
    gold.n_sentences += 1
    gold.n_tokens = -1


cdef inline int64_t count_line(
    const uint8_t *at, const uint8_t *end, const uint8_t *fast_end
) noexcept nogil:
    """Return how many words a line has; SLACK bytes follow it unless it ends behind `fast_end`."""
    return count_words(at, end) if end <= fast_end else count_bytewise(at, end)


cdef inline int64_t count_source(const GoldTable *gold, int64_t sentence) noexcept nogil:
    """Return how many words a source has."""
    return count_line(
        gold.base + gold.source_at[sentence], gold.base + gold.source_end[sentence], gold.fast_end
    )


cdef inline Fault add_edit(
    GoldTable *gold, const Dialect *dialect, int64_t first, int64_t last, int32_t annotator,
    ByteRange kind, ByteRange field, bint is_optional,
) noexcept nogil:
    """Add that an annotator was there, and the edit unless it is a noop.

    Bars part its type from the field of its alternatives, which follows.
    """
    cdef EditText *text
    cdef int64_t n = gold.n_edits
    if dialect.noops == KEPT_NOOP and (first < 0 or first > last):
        if first != -1 and last != -1 and not is_noop(&kind):
            return BAD_SPAN
    take_row(gold, annotator)
    if dialect.noops == ANY_NOOP:
        if first == -1 or last == -1 or is_noop(&kind):
            if (first == -1 or last == -1) and not spells(kind, b"noop", 4):
                note(&gold.n_unplaced, &gold.first_unplaced, gold.n_lines)
            return NONE
    elif dialect.noops == FULL_NOOP:
        if first == -1 and last == -1 and spells(kind, b"noop", 4):
            return NONE
    if dialect.noops < NO_NOOP and (first < 0 or first > last):
        return BAD_SPAN
    if dialect.drops_past_end:
        if gold.n_tokens < 0:
            gold.n_tokens = count_source(gold, gold.n_sentences - 1)
        if last > gold.n_tokens:
            note(&gold.n_dropped, &gold.first_dropped, gold.n_lines)
            return NONE
    if field.end - kind.at > LARGEST:
        return NO_MEMORY
    gold.start[n] = <int32_t>first
    gold.end[n] = <int32_t>last
    text = &gold.texts[n]
    text.at = field.at - gold.base
    text.size = <int32_t>(field.end - field.at)
    text.kind_size = <int32_t>(kind.end - kind.at)
    text.line = <uint32_t>gold.n_lines
    text.is_optional = is_optional
    text.is_repeated = False
    if n > gold.edit_offsets[gold.n_rows - 1] and (
        gold.start[n - 1] > first or gold.start[n - 1] == first and gold.end[n - 1] >= last
    ):
        gold.may_repeat = True
    gold.n_edits = n + 1
    return NONE


cdef inline Fault take_edit(
    GoldTable *gold, const Dialect *dialect, const uint8_t *at, const uint8_t *end
) noexcept nogil:
    """Take an edit line."""
    cdef ByteRange fields[N_FIELDS]
    cdef ByteRange word
    cdef Number first, last, annotator
    cdef int n_fields
    if not gold.is_in_block:
        return EDIT_WITHOUT_SOURCE
    if end <= gold.fast_end:
        n_fields = cut_fields_at_once(at + 1, end, fields)
    else:
        n_fields = cut_fields(at + 1, end, fields)
    if n_fields < dialect.n_fields:
        return TOO_FEW_FIELDS
    if not read_offsets(fields[0], &first, &last):
        return BAD_OFFSETS
    if dialect.is_signed and not (is_small(first) and is_small(last)):
        return BAD_OFFSETS
    word = last_field(fields[n_fields - 1], end) if dialect.has_last_annotator else fields[5]
    annotator = read_number(stripped(word.at, word.end))
    if not annotator.is_valid or not is_small(annotator):
        return BAD_ANNOTATOR
    if annotator.value < 0 and not dialect.is_signed:
        return BAD_ANNOTATOR
    return add_edit(
        gold, dialect, first.value, last.value, <int32_t>annotator.value, fields[1], fields[2],
        n_fields > 3 and is_optional(stripped(fields[3].at, fields[3].end)),
    )


cdef struct Run:
    # Edits of one annotator, one after the other, and where they come.
    int64_t rank
    int64_t first
    int64_t last
    int32_t annotator


cdef inline int compare_runs(const void *one, const void *other) noexcept nogil:
    cdef const Run *a = <const Run *>one
    cdef const Run *b = <const Run *>other
    if a.rank != b.rank:
        return 1 if a.rank > b.rank else -1
    return (a.first > b.first) - (a.first < b.first)


cdef inline bint order_rows(GoldTable *gold, int64_t first_row, bint keeps_order) noexcept nogil:
    """Put the rows of the last source in order of annotators; edits of each stay in order."""
    cdef int64_t n_runs = gold.n_rows - first_row, first = gold.edit_offsets[first_row]
    cdef int64_t n_edits = gold.n_edits - first, number, at, to = 0
    cdef Run *runs = <Run *>malloc(n_runs * sizeof(Run))
    cdef int32_t *spans = <int32_t *>malloc((2 * n_edits + 1) * sizeof(int32_t))
    cdef EditText *texts = <EditText *>malloc((n_edits + 1) * sizeof(EditText))
    cdef bint has_memory = runs != NULL and spans != NULL and texts != NULL
    if has_memory:
        for number in range(n_runs):
            runs[number].annotator = gold.annotator[first_row + number]
            runs[number].rank = runs[number].annotator
            runs[number].first = gold.edit_offsets[first_row + number]
            runs[number].last = gold.edit_offsets[first_row + number + 1]
        qsort(runs, n_runs, sizeof(Run), compare_runs)
        if keeps_order:
            for number in range(n_runs):
                if number and runs[number].annotator == runs[number - 1].annotator:
                    runs[number].rank = runs[number - 1].rank
                else:
                    runs[number].rank = runs[number].first
            qsort(runs, n_runs, sizeof(Run), compare_runs)
        gold.n_rows = first_row
        for number in range(n_runs):
            if number == 0 or runs[number].annotator != runs[number - 1].annotator:
                gold.annotator[gold.n_rows] = runs[number].annotator
                gold.edit_offsets[gold.n_rows] = first + to
                gold.n_rows += 1
            for at in range(runs[number].first, runs[number].last):
                spans[2 * to] = gold.start[at]
                spans[2 * to + 1] = gold.end[at]
                texts[to] = gold.texts[at]
                to += 1
        gold.edit_offsets[gold.n_rows] = gold.n_edits
        for at in range(n_edits):
            gold.start[first + at] = spans[2 * at]
            gold.end[first + at] = spans[2 * at + 1]
            gold.texts[first + at] = texts[at]
    free(runs)
    free(spans)
    free(texts)
    return has_memory


cdef struct Alternative:
    # One of the alternatives of an edit, in place of a span.
    int32_t start
    int32_t end
    ByteRange text
    int64_t edit


cdef inline int compare_texts(const Alternative *a, const Alternative *b) noexcept nogil:
    """Order alternatives, whichever edit has them."""
    cdef int64_t size = a.text.end - a.text.at, other = b.text.end - b.text.at
    if a.start != b.start:
        return 1 if a.start > b.start else -1
    if a.end != b.end:
        return 1 if a.end > b.end else -1
    if size != other:
        return 1 if size > other else -1
    return memcmp(a.text.at, b.text.at, size)


cdef inline int compare_alternatives(const void *one, const void *other) noexcept nogil:
    cdef const Alternative *a = <const Alternative *>one
    cdef const Alternative *b = <const Alternative *>other
    cdef int order = compare_texts(a, b)
    return order if order else (a.edit > b.edit) - (a.edit < b.edit)


cdef inline bint find_repeated(GoldTable *gold, int64_t first, int64_t last) noexcept nogil:
    """Find edits of a row that share span and correction with an earlier one."""
    cdef int64_t edit, n = 0, room = 0
    cdef Alternative *alternatives
    cdef ByteRange rest
    for edit in range(first, last):
        room += gold.texts[edit].size // 2 + 1
    alternatives = <Alternative *>malloc((room + 1) * sizeof(Alternative))
    if alternatives == NULL:
        return False
    for edit in range(first, last):
        rest = alternatives_of(gold, edit)
        while next_alternative(&rest, &alternatives[n].text):
            alternatives[n].start = gold.start[edit]
            alternatives[n].end = gold.end[edit]
            alternatives[n].edit = edit
            n += 1
    qsort(alternatives, n, sizeof(Alternative), compare_alternatives)
    for edit in range(1, n):
        if alternatives[edit].edit != alternatives[edit - 1].edit and not compare_texts(
            &alternatives[edit - 1], &alternatives[edit]
        ):
            gold.texts[alternatives[edit].edit].is_repeated = True
    free(alternatives)
    for edit in range(first, last):
        if gold.texts[edit].is_repeated:
            if gold.n_repeated == 0 or gold.texts[edit].line < gold.first_repeated:
                gold.first_repeated = gold.texts[edit].line
            gold.n_repeated += 1
    return True


cdef inline void add_noop(GoldTable *gold) noexcept nogil:
    """Add an edit that no line says: from -1 to -1, of type noop."""
    cdef EditText *text = &gold.texts[gold.n_edits]
    memset(text, 0, sizeof(EditText))
    gold.start[gold.n_edits] = -1
    gold.end[gold.n_edits] = -1
    gold.n_edits += 1


cdef inline Fault close_sentence(GoldTable *gold, const Dialect *dialect) noexcept nogil:
    """End the rows of the last source; one without a line has annotator 0 and no edits."""
    cdef int64_t first_row, row
    if gold.n_sentences == 0:
        return NONE
    first_row = gold.row_offsets[gold.n_sentences - 1]
    if gold.n_rows == first_row:
        gold.n_silent += 1
        take_row(gold, 0)
        if dialect.noops == NO_NOOP:
            add_noop(gold)
    gold.edit_offsets[gold.n_rows] = gold.n_edits
    if gold.is_unordered and not order_rows(gold, first_row, dialect.keeps_order):
        return NO_MEMORY
    if dialect.finds_repeated and (gold.is_unordered or gold.may_repeat):
        for row in range(first_row, gold.n_rows):
            if not find_repeated(gold, gold.edit_offsets[row], gold.edit_offsets[row + 1]):
                return NO_MEMORY
    gold.is_unordered = False
    gold.may_repeat = False
    gold.row_offsets[gold.n_sentences] = gold.n_rows
    return NONE


cdef inline bint is_further_alignment(const uint8_t *at, const uint8_t *end) noexcept nogil:
    """Whether a line that begins with T and a digit is one of T0-A1, T0-A2, and so on."""
    at += 1
    while at < end and 0x30 <= at[0] <= 0x39:
        at += 1
    return at + 2 < end and at[0] == 0x2D and at[1] == 0x41 and 0x31 <= at[2] <= 0x39  # -A, 1 to 9


cdef inline Fault take_other(
    GoldTable *gold, LineRule rule, const uint8_t *at, const uint8_t *end
) noexcept nogil:
    """Take a line that is neither a source nor an edit.

    ChERRANT writes a line T0-A0 before the edits of a target, and T0-A1 before those of another
    alignment of the same target. Only its own comparison may take the latter: elsewhere the edits
    of all alignments would count as edits that one annotator wants made together.
    """
    if at + 1 < end and at[0] == 0x54 and 0x30 <= at[1] <= 0x39:  # T, a digit
        return UNKNOWN_LINE if rule != STRICT_LINES and is_further_alignment(at, end) else NONE
    if rule == STRICT_LINES and at < end and at[0] == 0x23:  # a comment: ChERRANT skips others
        return NONE
    if rule == STRICT_LINES:
        gold.is_in_block = False
        return NONE if at == end else UNKNOWN_LINE
    if begins_with(0x49, at, end, False) or rule == LAX_LINES and at < end and at[0] == 0x49:  # I
        return NONE
    if has_text(at, end):
        return UNKNOWN_LINE
    gold.is_in_block &= rule == LAX_LINES
    return NONE


cdef inline Fault read_gold(
    GoldTable *gold, int name, const uint8_t *base, int64_t size, int64_t n_behind
) noexcept nogil:
    """Read M2 text of a dialect, UTF-8, into a table whose memory is used again.

    `n_behind` bytes behind the text can be read. At a fault, `n_lines` is the line it is on.
    """
    cdef const uint8_t *at = base
    cdef const uint8_t *end
    cdef const uint8_t *next_line
    cdef Dialect dialect = dialect_of(name)
    cdef bint is_lax = dialect.lines == LAX_LINES
    cdef Fault fault = NONE
    if not begin_table(gold, base, size, n_behind):
        return NO_MEMORY
    while at < gold.stop:
        gold.n_lines += 1
        if not make_table_room(gold):
            return NO_MEMORY
        end = line_end(at, gold.stop, &next_line)
        if begins_with(0x41, at, end, is_lax):  # A
            fault = take_edit(gold, &dialect, at, end)
        elif begins_with(0x53, at, end, is_lax):  # S
            fault = take_source(gold, &dialect, at, end)
        else:
            fault = take_other(gold, dialect.lines, at, end)
        if fault != NONE and fault != NO_MEMORY and dialect.passes_faults:
            fault = pass_over(gold, fault)
        if fault != NONE:
            return fault
        at = next_line
    return close_sentence(gold, &dialect)
