"""Which steps of an alignment are one edit: by rules of grammar, or all alike.

Without rules: each step that changes something (`ALL_SPLIT`), each run of them (`ALL_MERGE`), or
each run of the same operation (`ALL_EQUAL`) is an edit. With rules (Felice, Bryant and Briscoe,
2016) a transposition is an edit, and a run of other steps is *solved*: its pairs of steps (x, y)
are visited from the widest to the narrowest, those of one width from left to right; the first rule
that applies to one says what is joined, what is an edit already, and which parts are solved again.
If none does, the run is one edit where it holds a word of content, else each step is one.

**How pairs are not visited twice.** Most rules look at the tokens of the pair alone. They did not
apply to any wider pair of the run that a part was cut from, so a part needs them only up to that
width; for wider pairs only the rules about a run's first step are new, and so only pairs that begin
there. That makes all parts together as cheap as one visit of all pairs, where the plain recursion
is cubic: a correction of 2,000 tokens that shares none with its source has 2 million pairs.
"""

from libc.stdint cimport int32_t

from fastgec.kernels.arena cimport (
    CANCELLED, DONE, Arena, Status, arena_status, arena_take, is_cancelled
)
from fastgec.annotate.alignment cimport MATCH, TRANSPOSITION, Step
from fastgec.annotate.lexicon cimport Lexicon, Sentence
from fastgec.annotate.merge_rules cimport (
    JOIN_FROM_FIRST, JOIN_LAST_TWO, JOIN_PAIR, NONE, SPLIT_FIRST, SPLIT_LAST, SPLIT_PAIR, Action,
    Run, open_run, rule_of_pair,
)
from fastgec.annotate.similarity cimport Pattern

cdef enum Merging:
    RULES, ALL_SPLIT, ALL_MERGE, ALL_EQUAL


cdef struct Edit:
    # Half-open ranges of tokens.
    int32_t source_start
    int32_t source_end
    int32_t corrected_start
    int32_t corrected_end


cdef struct Part:
    # Steps first to last (inclusive) that are to be solved, or one edit.
    int32_t first
    int32_t last
    int32_t widest  # of pairs that may have a rule which is not about the first step
    bint is_edit


cdef inline Status find_pair(
    const Run *run, const Part *part, int32_t *x, int32_t *y, Action *action
) noexcept nogil:
    """Find the first pair of a part that a rule applies to; NONE if there is no such pair."""
    cdef int32_t width = part.last - part.first
    cdef int32_t at, last_start
    cdef Status status
    action[0] = NONE
    while width:
        if is_cancelled(run.cancel):
            return CANCELLED
        last_start = part.last - width if width <= part.widest else part.first
        for at in range(part.first, last_start + 1):
            if run.n_substitutions[at + width + 1] == run.n_substitutions[at]:
                continue
            status = rule_of_pair(
                run, at, at + width, at == part.first, at + width == part.last, action
            )
            if status != DONE:
                return status
            if action[0] != NONE:
                x[0] = at
                y[0] = at + width
                return DONE
        width -= 1
    return DONE


cdef inline Edit joined(const Step *steps, int32_t first, int32_t last) noexcept nogil:
    cdef Edit edit
    edit.source_start = steps[first].source_start
    edit.source_end = steps[last].source_end
    edit.corrected_start = steps[first].corrected_start
    edit.corrected_end = steps[last].corrected_end
    return edit


cdef inline void push(
    Part *stack, int32_t *n, int32_t first, int32_t last, int32_t widest, bint is_edit
) noexcept nogil:
    if first <= last:
        stack[n[0]].first = first
        stack[n[0]].last = last
        stack[n[0]].widest = widest
        stack[n[0]].is_edit = is_edit
        n[0] += 1


cdef inline void divide(
    Part *stack, int32_t *n, const Part *part, Action action, int32_t x, int32_t y
) noexcept nogil:
    """Put the parts that a rule leaves on the stack: the last one first."""
    cdef int32_t width = min(y - x, part.widest)
    # Pairs of this width left of x were visited; neighbours, whose rules know a part's last step,
    # are always visited again.
    cdef int32_t before = max(width - 1, 1)
    if action == SPLIT_FIRST:
        push(stack, n, part.first + 1, part.last, width, False)
        push(stack, n, part.first, part.first, 0, True)
    elif action == JOIN_LAST_TWO:
        push(stack, n, y + 1, part.last, width, False)
        push(stack, n, y - 1, y, 0, True)
        push(stack, n, part.first, y - 2, before, False)
    elif action == JOIN_FROM_FIRST:
        push(stack, n, y + 1, part.last, width, False)
        push(stack, n, part.first, y, 0, True)
    elif action == JOIN_PAIR:
        push(stack, n, y + 1, part.last, width, False)
        push(stack, n, x, y, 0, True)
        push(stack, n, part.first, x - 1, before, False)
    elif action == SPLIT_PAIR:
        push(stack, n, y, part.last, width, False)
        push(stack, n, part.first, x, before, False)
    elif action == SPLIT_LAST:
        push(stack, n, y, y, 0, True)
        push(stack, n, part.first, x, before, False)


cdef inline Status solve(
    const Run *run, int32_t first, int32_t last, Part *stack, Edit *edits, int32_t *n_edits
) noexcept nogil:
    """Make edits of the steps first to last (inclusive); the stack has room for as many parts."""
    cdef int32_t n_parts = 0
    cdef int32_t n_steps, n_deletions, n_substitutions, start, end, x, y, at
    cdef Part part
    cdef Action action
    cdef Status status
    push(stack, &n_parts, first, last, last - first, False)
    while n_parts:
        n_parts -= 1
        part = stack[n_parts]
        n_steps = part.last - part.first + 1
        n_deletions = run.n_deletions[part.last + 1] - run.n_deletions[part.first]
        n_substitutions = run.n_substitutions[part.last + 1] - run.n_substitutions[part.first]
        if (
            part.is_edit or n_steps == 1 or n_deletions == n_steps
            or n_deletions + n_substitutions == 0
        ):
            edits[n_edits[0]] = joined(run.steps, part.first, part.last)
            n_edits[0] += 1
            continue
        status = find_pair(run, &part, &x, &y, &action)
        if status != DONE:
            return status
        if action != NONE:
            divide(stack, &n_parts, &part, action, x, y)
            continue
        start, end = run.steps[part.first].source_start, run.steps[part.last].source_end
        at = run.source.n_content[end] - run.source.n_content[start]
        start, end = run.steps[part.first].corrected_start, run.steps[part.last].corrected_end
        at += run.corrected.n_content[end] - run.corrected.n_content[start]
        # Without a substitution no pair was looked at, and so no content seen.
        if at and n_substitutions:
            edits[n_edits[0]] = joined(run.steps, part.first, part.last)
            n_edits[0] += 1
        else:
            for at in range(part.first, part.last + 1):
                edits[n_edits[0]] = joined(run.steps, at, at)
                n_edits[0] += 1
    return DONE


cdef inline Status merge_by_rules(
    const Step *steps, int32_t n_steps, const Sentence *source, const Sentence *corrected,
    const Lexicon *lexicon, Pattern *pattern, Arena *arena, const int32_t *cancel,
    Edit *edits, int32_t *n_edits,
) noexcept nogil:
    """Cut steps at matches and transpositions, and solve what is between."""
    cdef int32_t at = 0
    cdef int32_t end
    cdef bint is_open = False
    cdef Run run
    cdef Part *stack
    cdef Status status
    while at < n_steps:
        end = at + 1
        if steps[at].operation == TRANSPOSITION:
            edits[n_edits[0]] = joined(steps, at, at)
            n_edits[0] += 1
        elif steps[at].operation != MATCH:
            while end < n_steps and steps[end].operation not in (MATCH, TRANSPOSITION):
                end += 1
            if end - at > 1 and not is_open:  # most sentences have no such run
                is_open = True
                status = open_run(
                    &run, steps, n_steps, source, corrected, lexicon, pattern, arena, cancel
                )
                if status != DONE:
                    return status
                stack = <Part *>arena_take(arena, n_steps, sizeof(Part))
                if stack == NULL:
                    return arena_status(arena)
            if end - at > 1:
                status = solve(&run, at, end - 1, stack, edits, n_edits)
                if status != DONE:
                    return status
            else:
                edits[n_edits[0]] = joined(steps, at, at)
                n_edits[0] += 1
        at = end
    return DONE


cdef inline bint belong_together(const Step *a, const Step *b, Merging merging) noexcept nogil:
    """Whether two steps that follow one another, and are no matches, are in one edit."""
    if merging == ALL_MERGE:
        return True
    # Transpositions of different size are different operations; other steps of one have one size.
    return (
        merging == ALL_EQUAL and a.operation == b.operation
        and a.source_end - a.source_start == b.source_end - b.source_start
    )


cdef inline Status merge_steps(
    const Step *steps, int32_t n_steps, const Sentence *source, const Sentence *corrected,
    const Lexicon *lexicon, Merging merging, Pattern *pattern, Arena *arena,
    const int32_t *cancel, Edit *edits, int32_t *n_edits,
) noexcept nogil:
    """Write the edits of an alignment: at most one a step."""
    cdef int32_t at = 0
    cdef int32_t last
    n_edits[0] = 0
    if merging == RULES:
        return merge_by_rules(
            steps, n_steps, source, corrected, lexicon, pattern, arena, cancel, edits, n_edits
        )
    while at < n_steps:
        last = at
        if steps[at].operation != MATCH:
            while (
                last + 1 < n_steps and steps[last + 1].operation != MATCH
                and belong_together(&steps[last], &steps[last + 1], merging)
            ):
                last += 1
            edits[n_edits[0]] = joined(steps, at, last)
            n_edits[0] += 1
        at = last + 1
    return DONE
