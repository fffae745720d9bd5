"""From disk to integer arrays: files, tokens, M2."""
