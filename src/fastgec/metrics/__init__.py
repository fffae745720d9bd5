"""One room per metric; all with the same doors: count, select, score_counts, evaluate."""
