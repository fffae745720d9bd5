r"""The command lines of `same_output.py`: products of commands, corpora, formats and options.

A line of PRODUCTS has corpora, a command of fastgec, and the options that take the place of {} in
turn. Capital words stand for what WORDS says. A corpus that ends in "-cut" is its first sentences.
SINGLE has what is no product: command lines of a shell, run on the sample data.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

WORDS = {
    "TEXTS": "samples conll14 bea-dev jfleg-dev gmeg-fce gmeg-fce-dev",
    "WHOLE": "conll14 jfleg-dev gmeg-fce",
    "CUTS": "samples conll14-cut jfleg-dev-cut",
    "TWO": "samples conll14-cut",
    "EDITS": "conll14-errant bea-dev",
    "TABLES": "-f table | -f tsv | -f csv | -f json | -f markdown | -f latex",
    "SCORE": """--sort --signature | --fail-under 99% | --ci=40 -f json | --ci=40 -f table --seed 5
        | --name X Y | --sentences s.jsonl | --sentences s.tsv | -q | --strict | -j 1 | --cite
        | --sentence-range 3:20 | --counts-out c.npz -f json | --plot p.json""",
    "MATCH": """--max-unchanged-words 0 | --max-unchanged-words 5 | --ignore-whitespace-casing
        | --release 3.2 | --implicit-noop | --optional bonus
        | --mode recognition | --mode detection""",
    "GOLD": "a.txt b.txt gold.m2",
    "ABC": "a.txt b.txt c.txt",
    "SRC": "-s source.txt -r ref*.txt",
    "COR": "-c a.txt b.txt",
    "EDGOLD": "a.m2 b.m2 gold.m2",
    "REF": "-hyp a.m2 b.m2 -ref gold.m2",
    "SEEN": "--analyses seen.jsonl",
}
PRODUCTS = """
TEXTS; m2 {} GOLD; | TABLES | -f classic | --mode all -f json
WHOLE; m2 {} GOLD; MATCH | -b 1 | -v | -v --layout fastgec | --edits e.jsonl
WHOLE; m2 {} GOLD; --types -f tsv | --ci=40
WHOLE; m2 {} GOLD; --per-annotator | --ceiling -f json | --sentences s.jsonl | -b 2 -v
samples; m2 {} GOLD; SCORE | MATCH | --types | --ceiling
TWO; m2 {} GOLD; --ci=40 --fixed-choice | --edits e.jsonl --mode all | --ci=40 --mode detection
conll14; m2 {} systems/*.txt gold.m2; | -j 1 | -f json | --release 3.2 | -f table --sort
WHOLE; green {} SRC COR; | TABLES | -t char -n 6 | -b 0.5 1 2 inf | -n 2 | --mean | -v
WHOLE; green {} SRC COR; --sentence | -v -l | --short one | -d 5 | --mean -t char -f json
samples; green {} SRC COR; SCORE | --sentence | -v
WHOLE; gleu {} SRC COR; | TABLES | --variant equation | --variant clipped | -d
WHOLE; gleu {} SRC COR; --unit char | --draws python3 | --iterations 9 -n 2 -f json
samples; gleu {} SRC COR; SCORE | -d | --variant equation -d
TEXTS; {}; m2 --retokenize raw.txt gold.m2 | green --retokenize SRC -c raw.txt
jfleg-dev; imeasure {} SRC COR; | TABLES | -f classic | -w 3 -b 0.5 | -v
TWO; imeasure {} SRC COR; --max df | --optimise corpus | -v | --layout ieval --per-sentence
CUTS; imeasure --gold gold.m2 {} a.txt b.txt; | --correction-tokens space | -v | --max dp
samples; imeasure --gold gold.m2 {} a.txt b.txt; SCORE | --mix | --mix -v | --mix --ci=40 -f json
EDITS; errant compare {} REF; | TABLES | -b 1 | -cat 1 | -cat 3 | -filt R:VERB M:DET
EDITS; errant compare {} REF; -v | -dt | -ds | -cse -cat 2 | -single | -multi -cat 3 -f json
samples; errant compare {} REF; SCORE | -v | -cat 3 -f json | --ci=40 --fixed-choice
CUTS; errant parallel -orig source.txt -cor {} SEEN; a.txt | ref*.txt -lev | c.txt -q
CUTS; errant parallel -orig source.txt -cor {} SEEN; b.txt -merge all-split -out e.m2
CUTS; errant m2 {} SEEN; -gold gold.m2 | -auto a.m2 | -gold a.m2 -no_min | -auto gold.m2
CUTS; errant score SRC COR SEEN {}; | -f json | -cat 3 | --ci=40 -f table
EDITS; cleme {} EDGOLD; | TABLES | --assumption independent | --mean | --weights none | -b 1
EDITS; cleme2 {} EDGOLD; | TABLES | --assumption independent | --mean | --hit 1 --over 0
samples; cleme {} EDGOLD; SCORE
samples; cleme2 {} EDGOLD; SCORE
conll14 bea-dev; gotoscorer {} GOLD; | TABLES | --chunks c.jsonl | -b 1
samples; gotoscorer {} GOLD; SCORE
TWO; behaviour {} SRC COR; | TABLES
TWO; compare {} a.txt b.txt --gold gold.m2 --resamples 60; | TABLES
TWO; compare {} a.txt b.txt --gold gold.m2 --resamples 60; --release 3.2 | --mode detection
TWO; compare {} ABC --gold gold.m2 --resamples 60; --all | --all -f json | --holm --sort | --cite
TWO; compare {} ABC SRC --resamples 60; | -t char | --metric gleu | --metric imeasure
TWO; compare {} a.m2 b.m2 --gold gold.m2 --resamples 60; --metric errant | --metric cleme
conll14; compare {} --resamples 30 systems/off*.txt --gold gold.m2; | --all -f tsv | --holm
TWO; run card.toml {}; | TABLES | --ci=40 | --groups=60 --sort | --signature -q | --cite | --strict
TWO; run card.toml {}; --metric m2 green:char,beta=2 gleu:equation | --sort-by green
TEXTS; errors {} a.txt gold.m2; | -f json | --by type --top 5 | --buckets edits -f tsv
samples; errors {} GOLD; TABLES | MATCH | --buckets length | --by both | --cite
TWO; errors {} a.m2 gold.m2; --metric errant | --metric errant --by both -f json
TWO; report -o r.html --ci=40 --resamples 60 {}; GOLD | SRC COR | card.toml
conll14-cut; report -o r.html {} GOLD; --mode detection --top 3 --most 9 --title T
TWO; plot {} -o p.json; forest --ci=40 GOLD | pr SRC COR | types GOLD | buckets GOLD
TWO; plot {} -o p.json; pairs GOLD --resamples 60 | scatter card.toml | heatmap card.toml
samples; plot {} GOLD; forest --ci=40 -o p.svg | pr -o p.png | types -o p.pdf
TEXTS; check {}; gold.m2 | --json gold.m2 | --parallel --all source.txt a.txt b.txt
TEXTS; convert gold.m2 {}; --prefix p | --prefix p --absent first --overlaps first
TEXTS; convert -s source.txt -r a.txt b.txt {}; | --max-unchanged-words 2 -o e.m2
CUTS; convert -s source.txt -r a.txt --edits m2scorer {}; | --max-unchanged-words 3
TEXTS; retokenize {} raw.txt; --like source.txt | --like gold.m2 -q -o out.txt
CUTS; vote -s source.txt ABC {}; | --threshold 0.3 -o v.txt --gold gold.m2 | --cite
CUTS; vote -s source.txt ABC {}; --weights 1 2 3 --gold gold.m2 -f json -o v.txt
CUTS; mbr -s source.txt ABC {}; | --metric green:char | --metric gleu -o v.txt | --cite
CUTS; mbr -s source.txt ABC {}; --gold gold.m2 -f table -o v.txt | --samples 1
TWO; meta card.toml {}; | TABLES | --beta 0.5 1 | --ci=20 --folds 0 | --tests --holm | --cite
TWO; meta card.toml {}; --soft=50 | --metric green:char --grid 0:2:0.5 | --plot sweep=p.json
human; meta conll14.toml --grid 0:2:0.5 --metric {}; m2 green:char | m2 --level sentence | m2 --ci=9
human; meta human {}; conll14*.xml --runs 5 --resamples 50 | *fce-dev-seg*.csv --runs 9 -f json
human; meta human {} --runs 0; conll14*.xml --by-annotator | gmeg-yahoo-*-segment*.csv
samples; {} --help; m2 | green | gleu | imeasure | errant | cleme | cleme2 | gotoscorer | behaviour
samples; {} --help; weights | meta
samples; {} --help; run | compare | merge | errors | report | plot | check | convert
samples; {} --help; retokenize | vote
samples; {} --help; mbr | cite | demo | completion | | errant compare
samples; {} --help; errant score | errant parallel
samples; {} --help; errant m2 | weights edits | weights score | meta human
samples; {} --help; meta card | meta green2024
samples; {}; | --version | nonsense | m3 | errant_compare | demo | cite | cite m2 conll14 tests
samples; completion {}; bash | zsh | fish | man | nonsense |
samples; m2 {} GOLD; --beta -1 | --beta x | --ci --types | --fixed-choice | --nonsense | -f nonsense
samples; m2 {} GOLD; --sentences s.txt | --sentence-range 9:3 | --max-unchanged-words -1 | --name X
samples; m2 {} GOLD; --release 9 | --mode x | --edits no/e.jsonl | --counts-out c.txt | --plot p.gif
samples; m2 {}; | a.txt | a.txt b.txt | missing.txt gold.m2 | . gold.m2 | -j 0 GOLD | --ci=0 GOLD
samples; {} SRC -c a.txt; green -n 0 | green -t x | green -b -1
samples; {} SRC -c a.txt; gleu --iterations 0 | imeasure -w 0
samples; {} SRC -c a.txt; gleu --variant equation --iterations 3 | imeasure --mix
samples; {} SRC -c a.txt; green missing.txt
samples; {}; green SRC | green -c a.txt | gleu -c gold.m2 | imeasure a.txt
samples; {}; errant | errant nonsense
samples; {}; errant compare -hyp a.m2 | errant compare -dt -ds REF
samples; {}; errant parallel -orig source.txt
samples; {}; cleme a.txt gold.m2 | cleme2 a.m2 | gotoscorer a.txt gold.m2 | plot | plot nonsense
samples; compare {}; a.txt --gold gold.m2 | a.txt b.txt | a.txt b.txt --gold gold.m2 --resamples 0
samples; run {}; | missing.toml | gold.m2 | card.toml --metric nonsense | card.toml --set nonsense
samples; {}; report a.txt gold.m2 | errors --buckets x a.txt gold.m2 | errors ABC gold.m2 | merge
samples; {}; merge a.txt | convert | convert gold.m2 | convert -s source.txt
samples; {}; vote a.txt | mbr a.txt
samples; {}; vote -s source.txt --threshold 2 ABC | retokenize raw.txt
samples; {}; check missing.m2 | check a.txt
samples; {}; meta | meta gold.m2 | meta card.toml --metric x | meta card x y
samples; {}; cite nonsense | weights
"""

SINGLE = r"""
cat a.txt | fastgec m2 - gold.m2
cat gold.m2 | fastgec m2 a.txt -
cat a.txt | fastgec green SRC -c -
gzip -c gold.m2 >g.m2.gz; fastgec m2 a.txt g.m2.gz
sed 's/$/\r/' a.txt >crlf.txt; fastgec m2 crlf.txt gold.m2
sed 's/$/  /' gold.m2 >g.m2; fastgec m2 a.txt g.m2; fastgec check g.m2
tr -d '\n' <a.txt >joined.txt; fastgec m2 joined.txt gold.m2
head -n 5 a.txt >few.txt; fastgec m2 few.txt gold.m2; fastgec green SRC -c few.txt
printf 'a\377b\n' >bad.txt; fastgec m2 bad.txt gold.m2; fastgec gleu SRC -c bad.txt
: >no.txt; fastgec m2 no.txt gold.m2; fastgec m2 a.txt no.txt; fastgec check no.txt
printf 'S a b\n\n' >g.m2; echo a b >h.txt; fastgec m2 h.txt g.m2
printf 'S a b\n\n' >g.m2; echo a b >h.txt; fastgec m2 --implicit-noop h.txt g.m2
python -m fastgec.compat m2scorer a.txt gold.m2
python -m fastgec.compat m2scorer -v --beta 1 --max 3 a.txt gold.m2
python -m fastgec.compat compute_gleu -s source.txt -r ref0.txt ref1.txt -o a.txt -n 4 -l 0.0
python -m fastgec.compat green SRC -c a.txt
python -m fastgec.compat sgreen SRC -c a.txt
python -m fastgec.compat mgreen SRC -c a.txt
python -m fastgec.compat nonsense
"""

TAIL = "|||R|||c|||REQUIRED|||-NONE-|||0"
BAD_EDITS = [f"{span}{TAIL}" for span in ("0 9", "x 1", "1 0", "-1 -1", "0 1 2")]
BAD_EDITS += ["0 1|||R|||c", f"0 1{TAIL}x"]
BAD = r"printf 'S a b\nA {}\n\n' >g.m2; echo a b >h.txt; fastgec {}"

SCORERS = ["m2 GOLD", "green SRC -c a.txt", "gleu SRC -c a.txt", "imeasure SRC -c a.txt"]
SCORERS += ["cleme EDGOLD", "cleme2 EDGOLD", "errant compare REF", "gotoscorer GOLD"]
PARTS = (
    "fastgec {0} --sentence-range :9 --counts-out 1.npz >1.txt && "
    "fastgec {0} --sentence-range 10: --counts-out 2.npz >2.txt && fastgec merge 2.npz 1.npz {1}"
)
WEIGHTS = (
    "fastgec weights edits {0} gold.m2 -o e.jsonl && sed 's/.*/0.5/' e.jsonl >w.txt && "
    "fastgec weights score {0} gold.m2 --weights w.txt {1}"
)

PYTHON = """
print(m2.evaluate(a, gold), m2.count(a, gold).table.tolist())
print(m2.edits('The cat sat at mat .', 'The cat sat on the mat .', [(3, 4, 'on')]))
print(m2.sentence_scores(open(a).read().splitlines(), Gold.read(gold), beta=0.5).tolist())
print(green.evaluate(source, [ref], a, beta=2.0), green.count(source, [ref], a).table.tolist())
print(gleu.evaluate(source, [ref], a, variant='equation'), gleu.evaluate(source, [ref], a).mean)
print(green.candidate_matrix('a source .', ['a source', 'a source .', 'the']).tolist())
print(fastgec.vote(source, [a, b, 'c.txt']))
print(study.intervals('m2', [a, b], gold, scoring=m2.Scoring(beta=1.0), resamples=30))
print(study.compare('gleu', a, [b], fastgec.References(source, [ref]), resamples=20))
print(study.compare_all('m2', [a, b, 'c.txt'], gold, resamples=20))
print(study.ceiling(gold, [a]), study.types([a], gold), study.errors([a], gold))
print(fastgec.cleme.evaluate('a.m2', gold), fastgec.cleme2.evaluate('a.m2', gold))
print(fastgec.imeasure.evaluate(source, [ref], a))
print(fastgec.errant.evaluate('a.m2', gold))
"""
IMPORT = "import warnings; warnings.simplefilter('ignore', DeprecationWarning); "  # OLD and NEW
IMPORT += "import fastgec; from fastgec import Gold, gleu, green, m2, study; "
IMPORT += "a, b, gold, source, ref = 'a.txt', 'b.txt', 'gold.m2', 'source.txt', 'ref0.txt'; "


def commands(corpora: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the corpus and the text of each command line, of the corpora that are there."""
    for line in lines(PRODUCTS):
        names, template, options = line.split(";")
        for name in filter(corpora.__contains__, names.split()):
            for option in options.split("|"):
                yield name, " ".join(f"fastgec {template.format(option)}".split())
    singles = lines(SINGLE)
    for command in ("m2 h.txt g.m2", "check g.m2", "convert g.m2 --prefix p", "cleme g.m2 g.m2"):
        singles += [BAD.format(edit, command) for edit in BAD_EDITS]
    for more in ("", "-f json", "--ci=30 -f table"):
        singles += [expanded(PARTS.format(scorer, more)) for scorer in SCORERS]
        for how in ("a.txt", "--per-annotator a.txt", "--release 3.2 a.txt", "--by errant a.m2"):
            singles.append(WEIGHTS.format(how, more))
    singles += [f'python -W ignore -c "{IMPORT}{code}"' for code in lines(PYTHON)]
    yield from (("samples", command.strip()) for command in singles)


def lines(text: str) -> list[str]:
    return [expanded(line) for line in text.strip().split("\n")]


def expanded(line: str) -> str:
    return re.sub(r"\b[A-Z]{2,}\b", lambda word: WORDS.get(word[0], word[0]), line)
