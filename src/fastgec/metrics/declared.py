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
            'implicit_noop': (False, {'text': "annotators without a line for a sentence count as 'no edits'"}),
            'mode': ('correction', {'text': 'correction, recognition (the right words were changed, to anything) or detection (the place was touched)', 'choices': ('correction', 'recognition', 'detection'), 'metavar': 'MODE', 'tacit': True}),
            'optional': ('required', {'text': 'missed optional edits: required or bonus', 'choices': ('required', 'bonus'), 'metavar': 'HOW', 'tacit': True}),
            'word_order': ('', {'text': 'error type whose edits and the edits inside them become annotators of their own', 'metavar': 'TYPE', 'tacit': True}),
            'blocks': ('sentence', {'text': 'edits of sentences without a blank line between: sentence (own), nus (whole block)', 'choices': ('sentence', 'nus'), 'metavar': 'B', 'tacit': True}),
            'unit': ('word', {'text': 'tokens of outputs: word (as they are) or char (no white space, gold of characters)', 'choices': ('word', 'char'), 'metavar': 'U', 'tacit': True}),
        },
        'scoring': {
            'beta': (0.5, {'text': 'weight of recall', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
            'annotator_selection': ('running', {'text': 'best annotator for the corpus so far (running) or per-sentence', 'choices': ('running', 'per-sentence'), 'metavar': 'HOW', 'tacit': True}),
        },
    },
    'green': {
        'reads': 'references',
        'chooses': 'reference',
        'is_running': False,
        'several': 'beta',
        'parameters': {
            'order': (4, {'text': 'highest order', 'flags': ('-n',), 'reads': 'order', 'metavar': 'N'}),
            'unit': ('word', {'text': 'unit of n-grams: word or char (a space is one, too)', 'flags': ('-t',), 'hidden': ('--token', '--tokenize', '--tokenization'), 'choices': ('word', 'char')}),
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
            'variant': ('official', {'text': "the authors' program, the formula of 2016, or that formula clipped at 0 for each sentence", 'choices': ('official', 'equation', 'clipped')}),
            'unit': ('word', {'text': 'unit of n-grams: word or char (a space is one, too)', 'choices': ('word', 'char')}),
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
            'maximise': ('cwacc', {'text': 'what the chosen candidate has most of: c or d (correction, detection) and tp, tn, fp, fn, p, r, f, acc, wacc or i', 'flags': ('--max',), 'choices': ('dtp', 'dtn', 'dfp', 'dfn', 'dp', 'dr', 'df', 'dacc', 'dwacc', 'di', 'ctp', 'ctn', 'cfp', 'cfn', 'cp', 'cr', 'cf', 'cacc', 'cwacc', 'ci'), 'metavar': 'MEASURE'}),
            'weight': (2.0, {'text': 'what TP and FP weigh in WAcc, TN and FN being 1', 'flags': ('-w', '--weight'), 'reads': 'finite_beta', 'metavar': 'W'}),
            'beta': (1.0, {'text': 'weight of recall in F', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
            'optimise': ('sentence', {'text': 'choose candidates for each sentence, or the corpus so far', 'choices': ('sentence', 'corpus')}),
        },
    },
    'errant': {
        'reads': 'pairs',
        'chooses': 'coders',
        'is_running': True,
        'several': '',
        'parameters': {
            'mode': ('cs', {'text': 'what must agree: dt tokens, ds spans, cs spans and corrections, cse types too', 'choices': ('dt', 'ds', 'cs', 'cse')}),
            'single': (False, {'text': 'only edits of at most one token on either side'}),
            'multi': (False, {'text': 'only edits of two tokens or more on a side'}),
            'without': ('', {'text': 'types of edits to leave out, with commas between', 'metavar': 'TYPES'}),
            'language': ('en', {'text': 'zh: compare as ChERRANT does', 'choices': ('en', 'zh'), 'tacit': True}),
            'max_answers': (0, {'text': 'zh: coders of each side that count, 0 for all', 'reads': 'natural', 'tacit': True}),
            'n_references': (0, {'text': 'zh: only sentences with so many references, 0 for all', 'reads': 'natural', 'tacit': True}),
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
            'assumption': ('dependent', {'text': 'dependent: one reference of a sentence is chosen; independent: any may be right', 'choices': ('dependent', 'independent'), 'metavar': 'A'}),
            'weights': ('length', {'text': 'length: long chunks weigh more if right or missed, less if wrong; none: each counts 1', 'choices': ('length', 'none'), 'metavar': 'W'}),
            'bias': (0.0, {'text': 'length that weighs 1; 0: the mean of what references change in the corpus', 'reads': 'finite_beta', 'metavar': 'B'}),
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
            'assumption': ('dependent', {'text': 'dependent: one reference of a sentence is chosen; independent: any may be right', 'choices': ('dependent', 'independent'), 'metavar': 'A'}),
        },
        'scoring': {
            'hit': (0.45, {'text': 'what a hit weighs in the score', 'reads': 'finite_beta', 'metavar': 'W'}),
            'wrong': (0.35, {'text': 'what it weighs that nothing is wrong', 'reads': 'finite_beta', 'metavar': 'W'}),
            'under': (0.15, {'text': 'what it weighs that nothing is missed', 'reads': 'finite_beta', 'metavar': 'W'}),
            'over': (0.05, {'text': 'what it weighs that nothing is changed without need', 'reads': 'finite_beta', 'metavar': 'W'}),
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
            'implicit_noop': (False, {'text': "annotators without a line for a sentence count as 'no edits'"}),
        },
        'scoring': {
            'beta': (0.5, {'text': 'weight of recall', 'flags': ('-b', '--beta'), 'reads': 'finite_beta', 'metavar': 'B'}),
            'annotator_selection': ('running', {'text': 'best annotator for the corpus so far (running) or per-sentence', 'choices': ('running', 'per-sentence'), 'metavar': 'HOW', 'tacit': True}),
        },
    },
}
