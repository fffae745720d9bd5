"""Batches of gold for Python: made of M2 text or of arrays, without numpy.

A batch owns its memory, or keeps alive what it points at. Arrays of it are views (`Column`). Its
words become token ids only where they are asked for (`Batch.numbered`).
"""

from enum import IntEnum

from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcpy, memset

from fastgec.kernels.checks cimport check_lines, check_offsets
from fastgec.kernels.tokens cimport Vocabulary
from fastgec.kernels.words cimport SLACK, Word, split, split_bytewise
from fastgec.read.goldtable cimport (
    BAD_ANNOTATOR, ERRANT, MAXMATCH, NO_MEMORY, NONE, Dialect as Rules, EditText, GoldTable,
    add_edit, add_source, alternatives_of, begin_table, close_sentence, count_source, dialect_of,
    free_gold, make_table_room, next_alternative, read_gold, resize_table,
)
from fastgec.read.m2fields cimport LARGEST, ByteRange, next_word


class Fault(IntEnum):
    """What is wrong with M2 text, as `goldtable.Fault`."""

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


class Dialect(IntEnum):
    """By whose rules M2 text is read, as `goldtable.DialectName`."""

    MAXMATCH = 0
    ERRANT = 1
    IMEASURE = 2
    INSPECTED = 3


cdef class Column:
    """An array that is read-only: a view of a batch, or memory of its own."""

    cdef void *items
    cdef Py_ssize_t n
    cdef Py_ssize_t width
    cdef object owner
    cdef bint is_own  # memory; the collector of cycles may make owner None before it is freed

    def __dealloc__(self):
        if self.is_own:
            free(self.items)

    def __getbuffer__(self, Py_buffer *view, int flags):
        if flags & PyBUF_WRITABLE:
            raise BufferError("a batch cannot be written to")
        view.buf = self.items
        view.obj = self
        view.len = self.n * self.width
        view.readonly = True
        view.itemsize = self.width
        view.format = NULL
        if flags & PyBUF_FORMAT:
            view.format = b"q" if self.width == 8 else b"i" if self.width == 4 else b"B"
        view.ndim = 1
        view.shape = &self.n
        view.strides = &self.width
        view.suboffsets = NULL
        view.internal = NULL


cdef Column column_of(void *items, int64_t n, int64_t width, object owner):
    cdef Column column = Column.__new__(Column)
    if items == NULL:
        raise MemoryError("no memory for a column")
    column.items = items
    column.n = n
    column.width = width
    column.owner = owner
    column.is_own = owner is None
    return column


cdef Column new_column(int64_t n, int64_t width):
    """Return a column with memory of its own for n items, and one more."""
    return column_of(malloc((n + 1) * width), n, width, None)


cdef class Batch:
    """The gold of some sentences, of M2 text that is known to be UTF-8.

    `fault` says what is wrong with the text, and `line` where; else it is `Fault.NONE`.

    >>> batch = Batch(b"S a b\\nA 0 1|||R|||c|||||||||0\\n")
    >>> batch.n_sentences, memoryview(batch.columns()["end"]).tolist()
    (1, [1])
    >>> bad = Batch(b"S a\\nA 0\\n")
    >>> bad.fault.name, bad.line
    ('TOO_FEW_FIELDS', 2)
    """

    def __cinit__(self):
        memset(&self.gold, 0, sizeof(GoldTable))
        self.is_owner = True

    def __init__(self, const uint8_t[::1] data not None, int dialect=0):
        cdef const uint8_t *base = &data[0] if data.shape[0] else &nothing
        if self.gold.base != NULL:
            raise ValueError("a batch is made once")
        self.memory = data
        self.dialect = dialect
        with nogil:
            self.found = read_gold(&self.gold, dialect, base, data.shape[0], 0)

    @staticmethod
    def of_arrays(
        const uint8_t[::1] data not None,
        const int64_t[::1] starts not None,
        const int64_t[::1] ends not None,
        const int64_t[::1] row_offsets not None,
        const int64_t[::1] edit_offsets not None,
        const int32_t[::1] start not None,
        const int32_t[::1] end not None,
        const int64_t[::1] alternative_offsets not None,
        const int32_t[::1] alternative_ids not None,
        const int64_t[::1] alternative_token_offsets not None,
        Vocabulary vocabulary not None,
    ):
        """Return the batch of S sources and E edits in arrays as those of an `EditTable`.

        Args:
            data: Text of the sources, UTF-8.
            starts: int64[S], first byte of each.
            ends: int64[S], the byte behind each.
            row_offsets: int64[S+1].
            edit_offsets: int64[R+1].
            start: int32[E].
            end: int32[E].
            alternative_offsets: int64[E+1].
            alternative_ids: int32[V], tokens of the vocabulary.
            alternative_token_offsets: int64[L+1].
            vocabulary: That of the alternatives.

        Raises:
            ValueError: Offsets, spans or ids that do not fit together.
        """
        cdef Batch batch = Batch.__new__(Batch)
        cdef GoldTable *gold = &batch.gold
        cdef int64_t n_sentences = starts.shape[0], n_rows = edit_offsets.shape[0] - 1
        cdef int64_t number
        check_lines(data, starts, ends)
        if row_offsets.shape[0] != n_sentences + 1:
            raise ValueError(f"rows of {row_offsets.shape[0] - 1} for {n_sentences} sources")
        check_offsets("row_offsets", row_offsets, n_rows)
        check_offsets("edit_offsets", edit_offsets, start.shape[0])
        if end.shape[0] != start.shape[0] or alternative_offsets.shape[0] != start.shape[0] + 1:
            raise ValueError("start, end and alternative_offsets must have a value per edit")
        check_offsets(
            "alternative_offsets", alternative_offsets, alternative_token_offsets.shape[0] - 1
        )
        check_offsets(
            "alternative_token_offsets", alternative_token_offsets, alternative_ids.shape[0]
        )
        for number in range(alternative_ids.shape[0]):
            if not 0 <= alternative_ids[number] < vocabulary.words.n_tokens:
                raise ValueError(
                    f"token {alternative_ids[number]} of a vocabulary of {len(vocabulary)}"
                )
        batch.is_owner = False
        batch.vocabulary = vocabulary
        batch.memory = (
            data, starts, ends, row_offsets, edit_offsets, start, end, alternative_offsets,
            alternative_ids, alternative_token_offsets,
        )
        gold.base = &data[0] if data.shape[0] else &nothing
        gold.stop = gold.base + data.shape[0]
        gold.fast_end = gold.base + max(data.shape[0] - SLACK, 0)
        gold.n_sentences = n_sentences
        gold.n_rows = n_rows
        gold.n_edits = start.shape[0]
        # Pointers to what an empty array lacks are never followed.
        gold.source_at = <int64_t *>&starts[0] if n_sentences else NULL
        gold.source_end = <int64_t *>&ends[0] if n_sentences else NULL
        gold.row_offsets = <int64_t *>&row_offsets[0]
        gold.edit_offsets = <int64_t *>&edit_offsets[0]
        gold.start = <int32_t *>&start[0] if start.shape[0] else NULL
        gold.end = <int32_t *>&end[0] if start.shape[0] else NULL
        gold.alternative_offsets = &alternative_offsets[0]
        gold.token_offsets = &alternative_token_offsets[0]
        gold.tokens = &alternative_ids[0] if alternative_ids.shape[0] else NULL
        batch.require_spans()
        return batch

    @staticmethod
    def of_edits(
        const uint8_t[::1] data not None,
        const int64_t[:, ::1] sources not None,
        const int64_t[::1] offsets not None,
        const int64_t[:, ::1] edits not None,
        const uint8_t[::1] optional not None,
    ):
        """Return the batch of edits that stand apart, read by the rules of MaxMatch.

        Args:
            data: Sources, and of each edit its type, "|||" and its alternatives; UTF-8.
            sources: int64[S, 2], the range of bytes of each source.
            offsets: int64[S+1]: source s has the edits offsets[s] to offsets[s+1].
            edits: int64[N, 6], of each edit start, end, annotator, and where its text begins, its
                alternatives begin, and it ends. An edit is the line of its number, from 1.
            optional: bool[N].

        Raises:
            ValueError: Ranges or offsets that do not fit together.
        """
        cdef Batch batch = Batch.__new__(Batch)
        cdef GoldTable *gold = &batch.gold
        cdef const uint8_t *base = &data[0] if data.shape[0] else &nothing
        cdef int64_t sentence, edit, n_sentences = sources.shape[0], n = edits.shape[0]
        cdef Rules dialect = dialect_of(MAXMATCH)
        cdef int found = NONE
        check_offsets("offsets", offsets, n)
        if offsets.shape[0] != n_sentences + 1 or optional.shape[0] != n:
            raise ValueError("offsets must have a value per source, optional one per edit")
        for sentence in range(n_sentences):
            if not 0 <= sources[sentence, 0] <= sources[sentence, 1] <= data.shape[0]:
                raise ValueError(f"source {sentence} leaves the text")
        for edit in range(n):
            if not (
                0 <= edits[edit, 3] <= edits[edit, 4] - 3
                and edits[edit, 4] <= edits[edit, 5] <= data.shape[0]
            ):
                raise ValueError(f"edit {edit} leaves the text")
        batch.memory = data
        with nogil:
            if not begin_table(gold, base, data.shape[0], 0):
                found = NO_MEMORY
            for sentence in range(n_sentences if found == NONE else 0):
                found = close_sentence(gold, &dialect)
                if not make_table_room(gold):
                    found = NO_MEMORY
                    break
                add_source(gold, base + sources[sentence, 0], base + sources[sentence, 1])
                for edit in range(offsets[sentence], offsets[sentence + 1]):
                    if found == NONE and not make_table_room(gold):
                        found = NO_MEMORY
                    if found == NONE:
                        gold.n_lines = edit + 1
                        found = take_apart(gold, &dialect, &edits[edit, 0], optional[edit])
                if found != NONE:
                    break
            if found == NONE:
                found = close_sentence(gold, &dialect)
        batch.found = found
        return batch

    def take(self, const int64_t[::1] sentences not None):
        """Return the batch of some sentences, in any order and any number of times.

        The text is shared. `odd`, `faults`, and which sources had no edit line are left out.

        Raises:
            IndexError: A number outside the batch.
            MemoryError: There is none for the tables.
            ValueError: A batch that was not read from text.

        >>> from array import array
        >>> batch = Batch(b"S a\\nA 0 1|||R|||b|||||||||0\\n\\nS c d\\n")
        >>> batch.take(array("q", [1, 0, 0])).corrections()
        [['b'], ['b']]
        """
        cdef Batch batch = Batch.__new__(Batch)
        cdef const GoldTable *gold = &self.gold
        cdef GoldTable *taken = &batch.gold
        cdef int64_t n_sentences = sentences.shape[0], n_rows = 0, n_edits = 0, number
        cdef const int64_t *rows
        self.require_text()
        for number in range(n_sentences):
            if not 0 <= sentences[number] < gold.n_sentences:
                raise IndexError(f"sentence {sentences[number]} of {gold.n_sentences}")
            rows = &gold.row_offsets[sentences[number]]
            n_rows += rows[1] - rows[0]
            n_edits += gold.edit_offsets[rows[1]] - gold.edit_offsets[rows[0]]
        batch.memory = self.memory
        batch.dialect = self.dialect
        taken.base = gold.base
        taken.stop = gold.stop
        taken.fast_end = gold.fast_end
        taken.n_lines = gold.n_lines
        if not resize_table(taken, max(n_sentences, n_rows, n_edits) + 1):
            raise MemoryError("no memory for a batch")
        with nogil:
            for number in range(n_sentences):
                copy_sentence(gold, sentences[number], taken)
            taken.row_offsets[n_sentences] = n_rows
            taken.edit_offsets[n_rows] = n_edits
        return batch

    def __dealloc__(self):
        if self.is_owner:
            free_gold(&self.gold)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    cdef int require_spans(self) except -1:
        """Raise ValueError unless every span lies within its source."""
        cdef GoldTable *gold = &self.gold
        cdef int64_t sentence, edit, first, last, n_tokens
        for sentence in range(gold.n_sentences):
            first = gold.edit_offsets[gold.row_offsets[sentence]]
            last = gold.edit_offsets[gold.row_offsets[sentence + 1]]
            n_tokens = count_source(gold, sentence) if first < last else 0
            for edit in range(first, last):
                if not 0 <= gold.start[edit] <= gold.end[edit] <= n_tokens:
                    raise ValueError(
                        f"edit {edit} spans {gold.start[edit]} {gold.end[edit]} of a source of "
                        f"{n_tokens} tokens"
                    )
        return 0

    cdef const GoldTable *table(self) noexcept:
        """Return the table; words of a vocabulary are where it has them now."""
        if self.vocabulary is not None:
            self.gold.words = self.vocabulary.words.text
            self.gold.word_offsets = self.vocabulary.words.ends
        return &self.gold

    @property
    def fault(self):
        """What is wrong with the text, a `Fault`."""
        return Fault(self.found)

    @property
    def line(self):
        """The line of the fault, from 1; without one, how many lines there are."""
        return self.gold.n_lines

    @property
    def n_sentences(self):
        """How many sources there are."""
        return self.gold.n_sentences

    @property
    def row_offsets(self):
        """Int64[S+1]: which rows each sentence has."""
        return column_of(self.gold.row_offsets, self.gold.n_sentences + 1, 8, self)

    @property
    def odd(self):
        """What was left out or guessed, as `ReaderWarnings` has it: by name."""
        cdef GoldTable *gold = &self.gold
        return {
            "n_dropped": gold.n_dropped,
            "first_dropped": gold.first_dropped,
            "n_unplaced": gold.n_unplaced,
            "first_unplaced": gold.first_unplaced,
            "n_repeated": gold.n_repeated,
            "first_repeated": gold.first_repeated,
            "n_joined": gold.n_joined,
            "first_joined": gold.first_joined,
            "is_open": bool(gold.is_in_block),
        }

    @property
    def annotators(self):
        """Ids of the annotators that have a line, ascending; none if none has."""
        cdef int64_t row, n_zeros = 0
        cdef set found = set()
        self.require_text()
        for row in range(self.gold.n_rows):
            if self.gold.annotator[row]:
                found.add(self.gold.annotator[row])
            else:
                n_zeros += 1
        return (0,) * (n_zeros > self.gold.n_silent) + tuple(sorted(found))

    def columns(self):
        """Return views of arrays by name: those of `EditTable` without types and alternatives.

        Also `source_at`, `source_end` and `source_line`: bytes of each source and its line from 1.
        """
        cdef GoldTable *gold = &self.gold
        cdef int64_t edit, n = self.require_text()
        cdef Column optional = new_column(n, 1)
        for edit in range(n):
            (<uint8_t *>optional.items)[edit] = gold.texts[edit].is_optional
        return {
            "source_at": column_of(gold.source_at, gold.n_sentences, 8, self),
            "source_end": column_of(gold.source_end, gold.n_sentences, 8, self),
            "source_line": column_of(gold.source_line, gold.n_sentences, 4, self),
            "row_offsets": self.row_offsets,
            "annotator": column_of(gold.annotator, gold.n_rows, 4, self),
            "edit_offsets": column_of(gold.edit_offsets, gold.n_rows + 1, 8, self),
            "start": column_of(gold.start, n, 4, self),
            "end": column_of(gold.end, n, 4, self),
            "optional": optional,
        }

    def kinds(self, Vocabulary names not None):
        """Return the type of each edit, int32[E], in a vocabulary which new types enter."""
        cdef int64_t edit, n = self.require_text()
        cdef Column kinds = new_column(n, 4)
        cdef const EditText *text
        cdef int32_t kind = 0
        cdef int32_t noop = intern_noop(self, names, b"noop")
        with nogil:
            for edit in range(n):
                text = &self.gold.texts[edit]
                kind = noop
                if text.line:
                    kind = names.intern(
                        self.gold.base + text.at - 3 - text.kind_size, text.kind_size
                    )
                if kind < 0:
                    break
                (<int32_t *>kinds.items)[edit] = kind
        if kind < 0:
            raise MemoryError("no memory for the names of types")
        return kinds

    def fields(self, Vocabulary texts not None):
        """Return the correction of each edit as it stands in its line, and how many words it has.

        Both are int32[E]; new corrections enter the vocabulary.
        """
        cdef int64_t edit, n = self.require_text()
        cdef Column corrections = new_column(n, 4), n_words = new_column(n, 4)
        cdef int32_t *sizes = <int32_t *>n_words.items
        cdef ByteRange rest, word
        cdef int32_t correction = 0
        cdef int32_t nothing = intern_noop(self, texts, b"-NONE-")
        with nogil:
            for edit in range(n):
                sizes[edit] = 0
                if self.gold.texts[edit].line:
                    rest = alternatives_of(&self.gold, edit)
                    correction = texts.intern(rest.at, rest.end - rest.at)
                    word = next_word(&rest)
                    while word.at < word.end:
                        sizes[edit] += 1
                        word = next_word(&rest)
                else:
                    correction = nothing
                    sizes[edit] = 1
                if correction < 0:
                    break
                (<int32_t *>corrections.items)[edit] = correction
        if correction < 0:
            raise MemoryError("no memory for corrections")
        return corrections, n_words

    def lines(self):
        """Return the line of each edit, int32[E], from 1."""
        cdef int64_t edit, n = self.require_text()
        cdef Column lines = new_column(n, 4)
        for edit in range(n):
            (<int32_t *>lines.items)[edit] = <int32_t>self.gold.texts[edit].line
        return lines

    @property
    def faults(self):
        """Lines that were passed over, each with its fault: of the dialect INSPECTED.

        SECOND_SOURCE is a source without a blank line before it, which is taken.

        >>> Batch(b"x\nS a\nS b\n", Dialect.INSPECTED).faults
        [(1, <Fault.UNKNOWN_LINE: 6>), (3, <Fault.SECOND_SOURCE: 8>)]
        """
        return [
            (self.gold.faults[number].line, Fault(self.gold.faults[number].fault))
            for number in range(self.gold.n_faults)
        ]

    def sentence(self, int64_t number):
        """Return the edits of a sentence in order of their lines: line, annotator, span, field.

        >>> Batch(b"S a b\\nA 0 1|||R|||c|||||||||0\\n").sentence(0)
        [(2, 0, 0, 1, 'c')]
        """
        cdef const GoldTable *gold = &self.gold
        cdef int64_t row, edit
        cdef ByteRange text
        cdef list found = []
        self.require_text()
        if not 0 <= number < gold.n_sentences:
            raise IndexError(f"sentence {number} of {gold.n_sentences}")
        for row in range(gold.row_offsets[number], gold.row_offsets[number + 1]):
            for edit in range(gold.edit_offsets[row], gold.edit_offsets[row + 1]):
                text = alternatives_of(gold, edit)
                found.append((
                    gold.texts[edit].line, gold.annotator[row], gold.start[edit], gold.end[edit],
                    PyUnicode_DecodeUTF8(<const char *>text.at, text.end - text.at, NULL),
                ))
        return sorted(found)

    def corrections(self):
        """Return the alternatives of each edit as text, "" for a deletion; the batch was read.

        >>> Batch(b"S a b\\nA 0 1|||R|||c d||-NONE-|||||||||0\\n").corrections()
        [['c d', '']]
        """
        cdef ByteRange rest, text
        cdef int64_t edit
        cdef list texts, found = []
        self.require_text()
        if self.gold.n_edits and self.gold.texts == NULL:
            raise ValueError("a batch of arrays has no text of corrections")
        for edit in range(self.gold.n_edits):
            texts = []
            rest = alternatives_of(&self.gold, edit)
            while next_alternative(&rest, &text):
                texts.append(PyUnicode_DecodeUTF8(<const char *>text.at, text.end - text.at, NULL))
            found.append(texts)
        return found

    def numbered(self):
        """Number the words of sources and alternatives, in order of first sight.

        Returns:
            A new vocabulary; ids int32[T] and offsets int64[S+1] of sources; offsets int64[E+1] of
            alternatives, ids int32[V] and offsets int64[L+1] of their tokens.

        Raises:
            MemoryError: There is none for the tokens.
        """
        cdef GoldTable *gold = &self.gold
        cdef Vocabulary vocabulary = Vocabulary()
        cdef int64_t n_edits = self.require_text(), sentence, edit
        cdef int64_t n_bytes = 0, n_alternatives = n_edits, most = 0, n_source_tokens = 0
        for sentence in range(gold.n_sentences):
            n_source_tokens += count_source(gold, sentence)
            most = max(most, gold.source_end[sentence] - gold.source_at[sentence])
        for edit in range(n_edits):
            n_bytes += gold.texts[edit].size + 1
            n_alternatives += gold.texts[edit].size // 2
        cdef Column ids = new_column(n_source_tokens, 4)
        cdef Column offsets = new_column(gold.n_sentences + 1, 8)
        cdef Column words = new_column(most // 2 + 2, sizeof(Word))
        cdef Column alternatives = new_column(n_edits + 1, 8)
        cdef Column tokens = new_column(n_bytes, 4)
        cdef Column token_offsets = new_column(n_alternatives + 1, 8)
        cdef bint is_done
        with nogil:
            is_done = number_all(
                gold, vocabulary, <Word *>words.items, <int32_t *>ids.items,
                <int64_t *>offsets.items, <int64_t *>alternatives.items, <int32_t *>tokens.items,
                <int64_t *>token_offsets.items,
            )
        if not is_done:
            raise MemoryError("no memory for the tokens")
        token_offsets.n = (<int64_t *>alternatives.items)[n_edits] + 1
        tokens.n = (<int64_t *>token_offsets.items)[token_offsets.n - 1]
        return vocabulary, ids, offsets, alternatives, tokens, token_offsets

    cdef int64_t require_text(self) except -1:
        """Return the number of edits; ValueError for a batch that was not read from text."""
        if not self.is_owner or self.found != NONE:
            raise ValueError("a batch of arrays or of bad text, expected one of text")
        return self.gold.n_edits


cdef void copy_sentence(const GoldTable *gold, int64_t sentence, GoldTable *taken) noexcept nogil:
    """Add a sentence of one table to another of the same text, which has room for it."""
    cdef int64_t row, edit, n, at = taken.n_sentences
    taken.source_at[at] = gold.source_at[sentence]
    taken.source_end[at] = gold.source_end[sentence]
    taken.source_line[at] = gold.source_line[sentence]
    taken.row_offsets[at] = taken.n_rows
    taken.n_sentences = at + 1
    for row in range(gold.row_offsets[sentence], gold.row_offsets[sentence + 1]):
        edit, at = gold.edit_offsets[row], taken.n_edits
        n = gold.edit_offsets[row + 1] - edit
        taken.annotator[taken.n_rows] = gold.annotator[row]
        taken.edit_offsets[taken.n_rows] = at
        memcpy(&taken.start[at], &gold.start[edit], n * sizeof(int32_t))
        memcpy(&taken.end[at], &gold.end[edit], n * sizeof(int32_t))
        memcpy(&taken.texts[at], &gold.texts[edit], n * sizeof(EditText))
        taken.n_rows += 1
        taken.n_edits += n


cdef int take_apart(
    GoldTable *gold, const Rules *dialect, const int64_t *edit, bint is_optional
) noexcept nogil:
    """Add an edit of `Batch.of_edits`; return its fault."""
    cdef ByteRange kind, field
    if not 0 <= edit[2] < LARGEST:
        return BAD_ANNOTATOR
    kind.at = gold.base + edit[3]
    field.at = gold.base + edit[4]
    kind.end = field.at - 3
    field.end = gold.base + edit[5]
    if kind.at == kind.end and (edit[0] == -1 or edit[1] == -1):  # who has no types has no noop
        kind.at = <const uint8_t *>b"noop"
        kind.end = kind.at + 4
    return add_edit(
        gold, dialect, edit[0], edit[1], <int32_t>edit[2], kind, field, is_optional
    )


cdef int32_t intern_noop(Batch batch, Vocabulary words, const uint8_t[::1] word) except -1:
    """Return the token of what an edit has that no line says; 0 where there is none."""
    cdef int32_t token = 0
    if batch.dialect == ERRANT:
        token = words.intern(&word[0], word.shape[0])
        if token < 0:
            raise MemoryError("no memory for a vocabulary")
    return token


cdef int64_t intern_alternative(
    ByteRange text, Vocabulary vocabulary, int32_t *ids
) noexcept nogil:
    """Write the tokens of an alternative; return how many, or -1 if there is no memory for one."""
    cdef const uint8_t *piece
    cdef int32_t token
    cdef int64_t n_tokens = 0
    while text.at < text.end:
        piece = <const uint8_t *>memchr(text.at, 0x20, text.end - text.at)
        if piece == NULL:
            piece = text.end
        token = vocabulary.intern(text.at, piece - text.at)
        if token < 0:
            return -1
        ids[n_tokens] = token
        n_tokens += 1
        text.at = piece + 1
    return n_tokens


cdef bint number_all(
    const GoldTable *gold, Vocabulary vocabulary, Word *words, int32_t *ids, int64_t *offsets,
    int64_t *alternatives, int32_t *tokens, int64_t *token_offsets,
) noexcept nogil:
    """Write what `Batch.numbered` returns; False if there is no memory for a token."""
    cdef int64_t n_tokens = 0, n_alternatives = 0, n_ids = 0, sentence, edit, number, n_words
    cdef const uint8_t *at
    cdef const uint8_t *end
    cdef ByteRange rest, text
    offsets[0] = 0
    alternatives[0] = 0
    token_offsets[0] = 0
    for sentence in range(gold.n_sentences):
        at = gold.base + gold.source_at[sentence]
        end = gold.base + gold.source_end[sentence]
        n_words = split(at, end, words) if end <= gold.fast_end else split_bytewise(at, end, words)
        for number in range(n_words):
            ids[n_ids] = vocabulary.intern(words[number].at, words[number].size)
            if ids[n_ids] < 0:
                return False
            n_ids += 1
        offsets[sentence + 1] = n_ids
        for edit in range(
            gold.edit_offsets[gold.row_offsets[sentence]],
            gold.edit_offsets[gold.row_offsets[sentence + 1]],
        ):
            rest = alternatives_of(gold, edit)
            while next_alternative(&rest, &text):
                number = intern_alternative(text, vocabulary, tokens + n_tokens)
                if number < 0:
                    return False
                n_tokens += number
                n_alternatives += 1
                token_offsets[n_alternatives] = n_tokens
            alternatives[edit + 1] = n_alternatives
    return True


cdef uint8_t nothing = 0
