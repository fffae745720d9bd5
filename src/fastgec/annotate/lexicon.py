"""Names that the rules use, in the order of their codes.

Source: the specification of ERRANT's classifier (Bryant, Felice and Briscoe, 2017). The kind of a
token comes from its Penn tag, never from its universal class; `KINDS_OF_TAGS` has all tags that
have one. Category and operation make a type: "R:NOUN:NUM". The codes of the kernels are in the
header of the same name.
"""

from collections.abc import Mapping


def names(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


def by_tag(tags: Mapping[str, str]) -> dict[str, str]:
    """Return the name of each tag, of names with their tags.

    >>> by_tag({"ADJ": "JJ JJR"})
    {'JJ': 'ADJ', 'JJR': 'ADJ'}
    """
    return {tag: name for name, some in tags.items() for tag in some.split()}


WORDS = names(
    "'d 'll 'm n't 're 's 've to ca can sha shall wo will was were other another your yours no "
    "not the that all everything what good well after later therefor therefore though thought "
    "more most"
)

CLASSES = ("ADJ", "ADV", "NOUN", "VERB", "AUX", "PART", "DET", "PUNCT")

TAGS = ("POS", "VBG", "VBN", "VBD", "VBZ", "NNS")

DEPENDENCIES = names(
    "acomp amod advmod det prep prt punct aux auxpass nsubj nsubjpass dobj pobj poss"
)

KINDS = names("ADJ ADV NOUN VERB CONJ DET PART PREP PRON PUNCT SPACE AUX SCONJ INTJ NUM SYM X")

KINDS_OF_TAGS = by_tag(
    {
        "ADJ": "AFX JJ JJR JJS",
        "ADV": "RB RBR RBS WRB",
        "CONJ": "CC",
        "DET": "DT PDT PRP$ WDT WP$",
        "INTJ": "UH",
        "NOUN": "NN NNS NNP NNPS",
        "NUM": "CD",
        "PART": "POS RP TO",
        "PREP": "IN",
        "PRON": "EX PRP WP",
        "PUNCT": "'' `` \"\" , . : -LRB- -RRB- HYPH",
        "SPACE": "SP _SP",
        "SYM": "# $ SYM",
        "VERB": "MD VB VBD VBG VBN VBP VBZ BES HVS",
        "X": "ADD FW GW LS NFP NIL XX",
    }
)

# Kinds of universal tags (UPOS), for languages without Penn tags. Every other tag has kind X.
UNIVERSAL = names("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X")
CLASSES_OF_SPACY = ("CONJ", "SPACE")  # further universal classes that its tables know
KINDS_OF_UNIVERSAL = {
    **{tag: tag for tag in UNIVERSAL},
    "ADP": "PREP",
    "PROPN": "NOUN",
    "CCONJ": "CONJ",
    '""': "PUNCT",
    "SP": "SPACE",
    "_SP": "SPACE",
    "BES": "VERB",
    "HVS": "VERB",
    **dict.fromkeys(("ADD", "GW", "NFP", "XX"), "X"),
}

# Kinds that are categories, too, have the same codes.
CATEGORIES = (
    *KINDS[: KINDS.index("INTJ")],
    *("OTHER", "ADJ:FORM", "CONTR", "MORPH", "NOUN:INFL", "NOUN:NUM", "NOUN:POSS", "ORTH", "SPELL"),
    *("VERB:FORM", "VERB:INFL", "VERB:SVA", "VERB:TENSE", "WO"),
)

OPERATION = 32  # places for the categories of each of "M", "U" and "R", after those of "UNK"

# By code; places between the categories of two operations are empty.
TYPES = (
    ("UNK",)
    + ("",) * (OPERATION - 1)
    + tuple(
        f"{operation}:{category}" if category else ""
        for operation in "MUR"
        for category in CATEGORIES + ("",) * (OPERATION - len(CATEGORIES))
    )
)
