"""N-gram counts of texts and of whole corpora: the common ground of GREEN and GLEU."""
