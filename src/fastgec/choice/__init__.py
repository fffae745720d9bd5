"""Which row of each sentence counts: the choice between annotators, or between references."""
