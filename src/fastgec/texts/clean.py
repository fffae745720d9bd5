r"""What language models write around a correction, removed by rules that are stated here.

A rule takes off a sign at the beginning or the end of a text, where the source has no such sign:

    thinking         <think> ... </think> before the answer
    original         "Original: ..." on a line before "Corrected: ..."
    preamble         "Sure! Here is the corrected sentence:", "Corrected:"
    code fence       ``` around it, and what follows the closing one
    tags             <corrected> ... </corrected>
    emphasis         ** ... ** around the whole
    quotation marks  tight around the whole, where the source has none more
    numbering        "12. ", "- "
    explanation      lines that begin with "Explanation:", "Changes made:", "Note:" and the like
    no errors        a text that only says so: the source takes its place
    line break       of what is left; a space takes its place

Rules are applied in this order, again from the first, until none applies, or 32 times where a model
wrote one sign without end. A text without a sign is never changed.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field

from fastgec.read.files import Source, file_and_field, read_bytes, require_utf8
from fastgec.read.lines import Lines, read_lines
from fastgec.read.records import is_binary, texts

QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "'": "'", "‘": "’", "`": "`", "「": "」"}
MARKS = frozenset("\"'`“”„«»‘’「」")
NOUN = r"(?:sentence|text|version|paragraph|output|correction|answer|result|response)"
GOOD = r"(?:correct(?:ed)?|revised|edited|fixed|improved|rewritten|proofread)"
MORE = r"[^:\n]{0,80}"
THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>\s*", re.DOTALL | re.IGNORECASE)
FENCE = re.compile(r"```(?:[\w-]*[ \t]*\n)?(?P<inner>.*?)```.*", re.DOTALL)
ORIGINAL = re.compile(
    rf"[*_]*(?:original|input|source|before)\b[^:\n]*:.*?\n\s*[*_]*(?:{GOOD}|output|after)\b[^:\n]*:"
    r"[*_]*\s*",
    re.DOTALL | re.IGNORECASE,
)
PREAMBLE = re.compile(
    r"[*_#\s]*(?:(?:sure|certainly|of course|okay|ok|absolutely|yes)\s*[!,.:]*\s+)?(?:"
    rf"here(?:\s+is|\s+are|['’]s)\s+(?:the|a|an|your|my)\s+{MORE}\b(?:{GOOD}|{NOUN}){MORE}:"
    rf"|(?:the\s+|your\s+)?(?:grammatically\s+)?{GOOD}(?:\s+{NOUN}{MORE})?\s*:"
    rf"|(?:the|this|your)\s+(?:given\s+|original\s+)?(?:sentence|text)\s+(?:should|is|can)\b{MORE}:"
    r"|(?:output|answer|correction)\s*:"
    r")[*_]*\s*",
    re.IGNORECASE,
)
TAGS = re.compile(r"<(\w+)>(?P<inner>(?:(?!</\1>).)*)</\1>", re.DOTALL)
EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(?P<inner>(?:(?!\S\1[^*_]).)*?\S)\1", re.DOTALL)
NUMBERING = re.compile(r"(\d{1,6}[.):]|[-*•])\s+(?=\S)")
EXPLANATION = re.compile(
    r"\s*\n[\s*_#>(-]*(?:explanations?|changes?(?:\s+made)?|corrections?(?:\s+made)?|notes?|reasons?"
    r"|i(?:['’]ve|\s+have)?\s+(?:made|corrected|changed|fixed|replaced))\b.*"
    r"|\s+\((?:note|explanation|no (?:changes?|errors?|corrections?))\b[^()]*\)",
    re.DOTALL | re.IGNORECASE,
)
NO_ERRORS = re.compile(
    r"(?:(?:the|this|your)\s+(?:given\s+|original\s+)?(?:sentence|text)\s+"
    r"(?:(?:is|appears|seems|looks)\s+(?:to\s+be\s+)?(?:already\s+)?(?:grammatically\s+)?"
    r"(?:correct|fine|error[- ]free)|(?:has|contains)\s+no\s+(?:\w+\s+){0,2}(?:errors?|mistakes?))"
    r"|(?:there\s+are\s+)?no\s+(?:\w+\s+){0,2}(?:errors?|mistakes?|changes?|corrections?)"
    r"(?:\s+(?:are\s+|were\s+|is\s+)?(?:found|needed|necessary|required|made|detected))?"
    r"|already\s+correct)(?:\s+as\s+(?:it\s+)?(?:is|written))?\s*[.!]?",
    re.IGNORECASE,
)
# Signs at the beginning, and signs on both sides.
OPENINGS = {"thinking": THINKING, "original": ORIGINAL, "preamble": PREAMBLE}
FRAMES = {"code fence": FENCE, "tags": TAGS, "emphasis": EMPHASIS}
# Signs between paragraphs, in whole lines; a list may follow an explanation.
BETWEEN = {
    "thinking": THINKING,
    "original": re.compile(rf"^{ORIGINAL.pattern}", re.MULTILINE | re.IGNORECASE),  # of one line
    "preamble": re.compile(rf"^{PREAMBLE.pattern}", re.MULTILINE | re.IGNORECASE),
    "explanation": re.compile(
        r"^[*_#>( \t]*(?:explanations?|changes?(?: made)?|corrections?(?: made)?|notes?)[*_]*:.*"
        r"(?:\n\s*(?:[-*•]|\d{1,3}[.)])[ \t].*)*",
        re.MULTILINE | re.IGNORECASE,
    ),
    "code fence": re.compile(r"^[ \t]*```[\w-]*[ \t]*$", re.MULTILINE),
}
SPLIT_SIGN = re.compile(r"\s+(?=[^\w\s(<])|(?<=[(<*/])\s+")  # white space of tokens beside a sign
WORD = re.compile(r"\w+")
MOST_STEPS = 32
MOST_SHOWN = 60  # characters of what was removed


@dataclass(slots=True)
class Removed:
    """What was removed from the texts of a system.

    n_texts  how many there were
    changed  how many lost something
    kinds    by rule: in how many texts, and the first place (from 1) with what was removed there
    """

    n_texts: int = 0
    changed: int = 0
    kinds: dict[str, tuple[int, int, str]] = field(default_factory=dict)

    def add(self, other: Removed) -> None:
        """Add what was removed from the texts that follow."""
        for rule, (n, first, what) in other.kinds.items():
            before, first, what = self.kinds.get(rule, (0, first + self.n_texts, what))
            self.kinds[rule] = before + n, first, what
        self.n_texts += other.n_texts
        self.changed += other.changed

    def described(self) -> list[str]:
        """Return what was done, a line for each rule."""
        found = [f"{self.changed} of {self.n_texts} texts"]
        for rule, (n, first, what) in self.kinds.items():
            shown = what if len(what) <= MOST_SHOWN else f"{what[: MOST_SHOWN - 3]}..."
            found.append(f"{rule} of {n}, first of text {first}: {shown!r}")
        return found


def clean(text: str, source: str) -> tuple[str, list[tuple[str, str]]]:
    r"""Return a correction without what was written around it, and what was removed, with its rule.

    Args:
        text: what a model wrote for one sentence.
        source: that sentence, tokenized or not.

    Example:
        >>> text, removed = clean('Sure! Here is the corrected sentence:\n"She goes ."', "She go .")
        >>> text, [rule for rule, _ in removed]
        ('She goes .', ['preamble', 'quotation marks'])
        >>> clean("No errors found.", "It is so .")[0], clean("1. It is so .", "1. It are so .")[0]
        ('It is so .', '1. It is so .')
    """
    removed: list[tuple[str, str]] = []
    source, text = source.strip(), text.strip()
    while len(removed) < MOST_STEPS and (step := _step(text, source)):
        text, rule, what = step
        removed.append((rule, what.strip()))
    if "\n" in text or "\r" in text:
        text = " ".join(text.split())
        removed.append(("line break", "\n"))
    return text, removed


def read_texts(path: Source) -> Lines:
    """Return the texts of a file: its lines, or those of a field of records, which may be longer.

    Raises:
        FormatError: The file is bad.
    """
    file, name = file_and_field(os.fspath(path))
    if not name:
        return read_lines(path, "output")
    data = read_bytes(file)
    if not is_binary(data):
        require_utf8(data, file)
    return Lines.of([text for _, text in texts(data, name, file)], os.fspath(path))


def clean_lines(lines: Lines, sources: Lines) -> tuple[Lines, Removed]:
    """Return the texts of a system, each without what was written around it, and what was removed.

    Args:
        lines: the texts.
        sources: as many sentences.
    """
    done = Removed(len(lines))
    found = []
    for number in range(len(lines)):
        text, removed = clean(lines[number], sources[number])
        found.append(text)
        done.changed += bool(removed)
        for rule, what in dict(removed).items():
            n, first, shown = done.kinds.get(rule, (0, number + 1, what))
            done.kinds[rule] = n + 1, first, shown
    return Lines.of(found, lines.name), done


def clean_document(text: str, source: str) -> tuple[str, Removed]:
    r"""Return text of many sentences without what was written between them, and what was removed.

    Args:
        text: what a model wrote, in any lines.
        source: the sentences, a line each; a sign that they have is kept.

    Example:
        >>> text, removed = clean_document("Corrected:\nShe goes .\n\nNotes:\n- a verb", "She go .")
        >>> text.split(), removed.described()[2]
        (['She', 'goes', '.'], "explanation of 1, first of text 4: 'Notes:\\n- a verb'")
    """
    done = Removed()
    joined = "\n".join(SPLIT_SIGN.sub("", line) for line in source.split("\n"))
    for rule, pattern in BETWEEN.items():
        is_own = pattern.search(source) or pattern.search(joined)  # "Note : so" is "Note: so"
        places = [] if is_own else list(pattern.finditer(text))
        if places:
            first = places[0]
            line = text.count("\n", 0, first.start()) + 1
            done.kinds[rule] = len(places), line, first[0].strip()
            done.changed += len(places)
            text = pattern.sub(lambda one: "\n" * one[0].count("\n"), text)  # lines keep numbers
    return text, done


def _step(text: str, source: str) -> tuple[str, str, str] | None:
    """Return the text after the first rule that applies, the rule and what it removed."""
    sources = source, SPLIT_SIGN.sub("", source)  # "2 . So" may be tokens of "2. So"
    for rule, pattern in OPENINGS.items():
        found = pattern.match(text)
        if found and found.end() < len(text) and not any(map(pattern.match, sources)):
            return text[found.end() :], rule, found[0]
    for rule, pattern in FRAMES.items():
        found = pattern.fullmatch(text)
        is_new = not any(one.startswith(text[:2]) for one in sources)
        if found and found["inner"].strip() and is_new:
            return found["inner"].strip(), rule, text[: found.start("inner")]
    if _is_quoted(text, source):
        return text[1:-1], "quotation marks", text[0]
    found = NUMBERING.match(text)
    rest = text[found.end() :] if found else ""
    own = NUMBERING.match(source) or NUMBERING.match(sources[1])
    if found and (
        "".join(rest.split()).startswith(own[1])
        if own
        else rest[:1] == source[:1] or not source.startswith(found[1])
    ):
        return rest, "numbering", found[0]
    found = EXPLANATION.search(text)
    if found and found.start() and not any(map(EXPLANATION.search, sources)):
        return text[: found.start()].rstrip(), "explanation", found[0]
    if NO_ERRORS.fullmatch(text) and not NO_ERRORS.fullmatch(source):
        words, known = (set(WORD.findall(one.lower())) for one in (text, source))
        if 2 * len(words & known) <= len(words):  # else it corrects such a sentence
            return source, "no errors", text
    return None


def _is_quoted(text: str, source: str) -> bool:
    """Whether quotation marks stand tight around a text, and the source has none more than it."""
    inner = text[1:-1]
    if not inner or inner != inner.strip() or QUOTES.get(text[0]) != text[-1]:
        return False
    ends = [sign in MARKS for sign in (*source[:1], *source[-1:])]
    fits = ends in ([], [inner[0] in MARKS, inner[-1] in MARKS])
    is_first_new = not any(ends[:1]) and inner[0] not in MARKS
    is_even = all(inner.count(sign) == source.count(sign) for sign in {text[0], text[-1]})
    return (fits and (is_even or text[0] in "'‘")) or (is_first_new and is_even)
