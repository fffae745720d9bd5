"""The corpora that each benchmark runs on."""

from __future__ import annotations

import pytest

from corpora import Corpus, make_corpus, real_corpora

CORPORA: list[Corpus | tuple[int, float]] = [
    (1000, 0.05),
    (10000, 0.05),
    (1000, 0.3),
    *real_corpora(),
]


@pytest.fixture(
    scope="session",
    params=CORPORA,
    ids=lambda corpus: corpus.name if isinstance(corpus, Corpus) else f"seeded-{corpus}",
)
def corpus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Each corpus in turn."""
    if isinstance(request.param, Corpus):
        return request.param
    n_sentences, share = request.param
    return make_corpus(tmp_path_factory.mktemp("bench"), n_sentences, share=share)
