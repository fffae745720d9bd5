"""Declarations of metrics, written by `python -m fastgec.metrics.declarations`."""

# ruff: noqa
# fmt: off
TABLE = {
    'm2': {
        'reads': 'edits',
        'chooses': 'annotator',
        'is_running': True,
        'several': '',
        'parameters': {
            'max_unchanged_words': (2, {'text': 'most unchanged words inside an edit', 'hidden': ('--max_unchanged_words',), 'reads': 'natural', 'metavar': 'N'}),
            'ignore_whitespace_casing': (False, {'text': 'do not count edits of white space or case alone', 'hidden': ('--ignore_whitespace_casing',)}),
            'release': ('development', {'text': 'version of the NUS scorer: development or 3.2', 'choices': ('development', '3.2'), 'metavar': 'R'}),
            'implicit_noop': (False, {'text': 'a missing line of an annotator counts as noop'}),
            'mode': ('correction', {'text': 'correction, recognition (equal span) or detection (touched span)', 'choices': ('correction', 'recognition', 'detection'), 'metavar': 'MODE', 'tacit': True}),
            'optional': ('required', {'text': 'missed optional edits: required or bonus', 'choices': ('required', 'bonus'), 'metavar': 'HOW', 'tacit': True}),
            'word_order': ('', {'text': 'type of word-order edits, apart from edits inside', 'metavar': 'TYPE', 'tacit': True}),
            'blocks': ('sentence', {'text': "edits: sentence (its own) or nus (its block's)", 'choices': ('sentence', 'nus'), 'metavar': 'B', 'tacit': True}),
            'unit': ('word', {'text': 'tokens: word, or char (characters without white space)', 'choices': ('word', 'char'), 'metavar': 'U', 'tacit': True}),
            'extract': ('maxmatch', {'text': 'edits of systems: maxmatch or wdiff', 'choices': ('maxmatch', 'wdiff'), 'metavar': 'HOW', 'tacit': True}),
        },
        'scoring': {
            'beta': (0.5, {'text': 'weight of recall', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
            'annotator_selection': ('running', {'text': 'annotator selection by running or per-sentence F', 'choices': ('running', 'per-sentence'), 'metavar': 'HOW', 'tacit': True}),
        },
    },
    'green': {
        'reads': 'references',
        'chooses': 'reference',
        'is_running': False,
        'several': 'beta',
        'parameters': {
            'order': (4, {'text': 'highest order', 'flags': ('-n',), 'reads': 'order', 'metavar': 'N'}),
            'unit': ('word', {'text': 'unit of n-grams: word or char (including spaces)', 'flags': ('-t',), 'hidden': ('--token', '--tokenize', '--tokenization'), 'choices': ('word', 'char')}),
        },
        'scoring': {
            'short': ('zero', {'text': 'recall of an order without n-grams', 'choices': ('zero', 'one')}),
            'beta': (1.0, {'text': "weight of recall, several at once, 'inf' too", 'flags': ('-b', '--beta'), 'reads': 'any_beta', 'metavar': 'BETA'}),
        },
    },
    'gleu': {
        'reads': 'references',
        'chooses': 'reference',
        'is_running': False,
        'several': '',
        'parameters': {
            'variant': ('official', {'text': "the authors' program, the 2016 formula, or that clipped", 'choices': ('official', 'equation', 'clipped')}),
            'unit': ('word', {'text': 'unit of n-grams: word or char (including spaces)', 'choices': ('word', 'char')}),
            'order': (4, {'text': 'highest order', 'flags': ('-n',), 'reads': 'order', 'metavar': 'N'}),
        },
        'scoring': {
            'iterations': (500, {'text': 'how often references are drawn', 'hidden': ('--iter',), 'reads': 'positive', 'metavar': 'N'}),
            'draws': ('python2', {'text': "which Python's draws; published numbers have python2's", 'choices': ('python2', 'python3')}),
        },
    },
    'imeasure': {
        'reads': 'references',
        'chooses': 'candidate',
        'is_running': False,
        'several': '',
        'parameters': {
            'correction_tokens': ('space', {'text': 'how corrections of --gold are cut (there: treebank)', 'choices': ('treebank', 'space')}),
        },
        'scoring': {
            'maximise': ('cwacc', {'text': 'measure to maximise: c or d, with tp, tn, fp, fn, p, r, f, acc, wacc or i', 'flags': ('--max',), 'choices': ('dtp', 'dtn', 'dfp', 'dfn', 'dp', 'dr', 'df', 'dacc', 'dwacc', 'di', 'ctp', 'ctn', 'cfp', 'cfn', 'cp', 'cr', 'cf', 'cacc', 'cwacc', 'ci'), 'metavar': 'MEASURE'}),
            'weight': (2.0, {'text': 'weight of TP and FP in WAcc', 'flags': ('-w', '--weight'), 'reads': 'finite_beta', 'metavar': 'W'}),
            'beta': (1.0, {'text': 'weight of recall in F', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
            'optimise': ('sentence', {'text': 'selection of candidates: sentence, or corpus (so far)', 'choices': ('sentence', 'corpus')}),
        },
    },
    'errant': {
        'reads': 'pairs',
        'chooses': 'annotators',
        'is_running': True,
        'several': '',
        'parameters': {
            'mode': ('cs', {'text': 'what must agree: dt tokens, ds span, cs +correction, cse +type', 'choices': ('dt', 'ds', 'cs', 'cse')}),
            'single': (False, {'text': 'only edits of at most one token on either side'}),
            'multi': (False, {'text': 'only edits of two tokens or more on a side'}),
            'without': ('', {'text': 'edit types to leave out, comma-separated', 'metavar': 'TYPES'}),
            'language': ('en', {'text': 'zh: compare as ChERRANT does', 'choices': ('en', 'zh'), 'tacit': True}),
            'max_answers': (0, {'text': 'zh: annotators of each side that count, 0 for all', 'reads': 'natural', 'tacit': True}),
            'n_references': (0, {'text': 'zh: only sentences with so many references, 0 for all', 'reads': 'natural', 'tacit': True}),
            'unit': ('word', {'text': 'tokens: word or char, as in the files', 'choices': ('word', 'char'), 'tacit': True}),
        },
        'scoring': {
            'beta': (0.5, {'text': 'weight of recall', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
        },
    },
    'cleme': {
        'reads': 'pairs',
        'chooses': 'reference',
        'is_running': True,
        'several': '',
        'parameters': {
            'assumption': ('dependent', {'text': 'dependent (one reference of a sentence) or independent (any)', 'choices': ('dependent', 'independent'), 'metavar': 'A'}),
            'weights': ('length', {'text': 'chunk weights: length or none', 'choices': ('length', 'none'), 'metavar': 'W'}),
            'bias': (0.0, {'text': "length of weight 1; 0: references' mean", 'reads': 'finite_beta', 'metavar': 'B'}),
        },
        'scoring': {
            'beta': (0.5, {'text': 'weight of recall', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
        },
    },
    'cleme2': {
        'reads': 'pairs',
        'chooses': 'reference',
        'is_running': True,
        'several': '',
        'parameters': {
            'assumption': ('dependent', {'text': 'dependent (one reference of a sentence) or independent (any)', 'choices': ('dependent', 'independent'), 'metavar': 'A'}),
        },
        'scoring': {
            'hit': (0.45, {'text': 'what a hit weighs in the score', 'reads': 'finite_beta', 'metavar': 'W'}),
            'wrong': (0.35, {'text': 'weight of 1 - wrong', 'reads': 'finite_beta', 'metavar': 'W'}),
            'under': (0.15, {'text': 'weight of 1 - under', 'reads': 'finite_beta', 'metavar': 'W'}),
            'over': (0.05, {'text': 'weight of 1 - over', 'reads': 'finite_beta', 'metavar': 'W'}),
        },
    },
    'behaviour': {
        'reads': 'references',
        'chooses': 'reference',
        'is_running': False,
        'several': '',
        'parameters': {
        },
        'scoring': {
        },
    },
    'gotoscorer': {
        'reads': 'edits',
        'chooses': 'annotator',
        'is_running': True,
        'several': '',
        'parameters': {
            'max_unchanged_words': (2, {'text': 'most unchanged words inside an edit', 'reads': 'natural', 'metavar': 'N'}),
            'ignore_whitespace_casing': (False, {'text': 'do not count edits of white space or case alone'}),
            'release': ('development', {'text': 'version of the NUS scorer to agree with', 'choices': ('development', '3.2')}),
            'implicit_noop': (False, {'text': 'a missing line of an annotator counts as noop'}),
        },
        'scoring': {
            'beta': (0.5, {'text': 'weight of recall', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
            'annotator_selection': ('running', {'text': 'annotator selection by running or per-sentence F', 'choices': ('running', 'per-sentence'), 'metavar': 'HOW', 'tacit': True}),
        },
    },
}
