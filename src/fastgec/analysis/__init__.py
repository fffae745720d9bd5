"""Statistics over Counts, for every metric alike: no metric knows of them."""
